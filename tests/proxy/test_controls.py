from __future__ import annotations

from typing import Any

import pytest

from proxy.controls import NO_CONTROLS, Controls, from_headers
from proxy.errors import ProxyError

HEADERS = [
    pytest.param({}, NO_CONTROLS, id="none"),
    pytest.param({b"x-gatekeeper-mode": b"Off"}, Controls(mode="off"), id="mode, in any case"),
    pytest.param({b"x-gatekeeper-budget": b" 800 "}, Controls(budget=800), id="budget"),
    pytest.param({b"x-gatekeeper-session": b"chat-1"}, Controls(session="chat-1"), id="session"),
    pytest.param({b"x-gatekeeper-other": b"1"}, NO_CONTROLS, id="a header nobody knows"),
]


@pytest.mark.parametrize(("headers", "controls"), HEADERS)
def test_headers(headers: dict[bytes, bytes], controls: Controls) -> None:
    assert from_headers(headers) == controls


OBJECTS = [
    pytest.param({}, Controls(mode="off"), id="an empty object changes nothing"),
    pytest.param({"mode": "budget"}, Controls(mode="budget"), id="the object wins over the header"),
    pytest.param({"pin": [0, 3], "drop": []}, Controls(mode="off", pin=(0, 3)), id="pin and drop"),
    pytest.param(
        {"supersedes": {"4": 1, "6": [2, 3]}},
        Controls(mode="off", supersedes={4: (1,), 6: (2, 3)}),
        id="supersedes, one or several",
    ),
    pytest.param(
        {"expires": {"1": 10, "2": 1.5}}, Controls(mode="off", expires={1: 10.0, 2: 1.5}), id="Unix seconds"
    ),
    pytest.param(
        {"expires": {"1": "1970-01-01T00:01:00Z"}}, Controls(mode="off", expires={1: 60.0}), id="a time"
    ),
    pytest.param(
        {"expires": {"1": "1970-01-01T00:01:00"}},
        Controls(mode="off", expires={1: 60.0}),
        id="a time without a zone is UTC",
    ),
    pytest.param(
        {"expires": {"1": "1970-01-01T01:01:00+01:00"}},
        Controls(mode="off", expires={1: 60.0}),
        id="a time of another zone",
    ),
]


@pytest.mark.parametrize(("wish", "controls"), OBJECTS)
def test_objects(wish: object, controls: Controls) -> None:
    assert Controls(mode="off").with_object(wish) == controls


WRONG: list[Any] = [
    pytest.param([], "gatekeeper", id="no object"),
    pytest.param({"mod": "off"}, "gatekeeper", id="a field nobody knows"),
    pytest.param({"mode": "fast"}, "gatekeeper.mode", id="a mode nobody knows"),
    pytest.param({"mode": None}, "gatekeeper.mode", id="null"),
    pytest.param({"budget": -1}, "gatekeeper.budget", id="a negative budget"),
    pytest.param({"budget": "800"}, "gatekeeper.budget", id="a budget in quotes"),
    pytest.param({"budget": True}, "gatekeeper.budget", id="a budget that is true"),
    pytest.param({"session": ""}, "gatekeeper.session", id="an empty session"),
    pytest.param({"session": "x" * 201}, "gatekeeper.session", id="an endless session"),
    pytest.param({"session": "a\nb"}, "gatekeeper.session", id="a session of two lines"),
    pytest.param({"pin": 3}, "gatekeeper.pin", id="no list"),
    pytest.param({"drop": [-1]}, "gatekeeper.drop", id="an index counted from the end"),
    pytest.param({"expires": {"x": 1}}, "gatekeeper.expires", id="no index"),
    pytest.param({"expires": {"1": "soon"}}, "gatekeeper.expires", id="no time"),
    pytest.param({"expires": {"1": True}}, "gatekeeper.expires", id="a time that is true"),
    pytest.param({"supersedes": {"1": 1}}, "gatekeeper.supersedes", id="a message that replaces itself"),
    pytest.param(
        {"supersedes": {"1": [4]}}, "gatekeeper.supersedes", id="a message that replaces a later one"
    ),
    pytest.param({"supersedes": [1]}, "gatekeeper.supersedes", id="a list for an object"),
]


@pytest.mark.parametrize(("wish", "param"), WRONG)
def test_a_wrong_wish_is_a_400_that_names_the_field(wish: object, param: str) -> None:
    with pytest.raises(ProxyError) as refused:
        NO_CONTROLS.with_object(wish)
    assert (refused.value.status, refused.value.param) == (400, param)


@pytest.mark.parametrize("name", ["mode", "budget", "session"])
def test_a_wrong_header_is_a_400_that_names_it(name: str) -> None:
    header = f"x-gatekeeper-{name}"
    with pytest.raises(ProxyError) as refused:
        from_headers({header.encode(): b"" if name == "session" else "ü".encode()})
    assert refused.value.param == header
