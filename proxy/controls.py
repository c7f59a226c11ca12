"""What a client may ask of one request: headers x-gatekeeper-*, or a `gatekeeper` object in the body.

The object wins where both speak. Neither ever reaches the upstream. Pure; wrong values are a 400 that
names the field.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from proxy.errors import ProxyError, bad_request
from proxy.settings import MODES

_NOTHING: Mapping[int, Any] = MappingProxyType({})
_LONGEST_SESSION = 200


@dataclass(frozen=True, slots=True)
class Controls:
    """Wishes for one request; None and empty mean: as the settings say.

    budget: tokens of history. session: the client's name for this conversation. pin, drop: indices into
    `messages` to keep or leave out. expires: index -> Unix seconds after which the message is not to be
    used. supersedes: index -> the earlier indices whose statements that message replaces.
    """

    mode: str | None = None
    budget: int | None = None
    session: str | None = None
    pin: tuple[int, ...] = ()
    drop: tuple[int, ...] = ()
    expires: Mapping[int, float] = field(default_factory=lambda: _NOTHING)
    supersedes: Mapping[int, tuple[int, ...]] = field(default_factory=lambda: _NOTHING)

    def with_object(self, value: object) -> Controls:
        """These controls overlaid with the decoded `gatekeeper` object; raises ProxyError 400."""
        if not isinstance(value, dict):
            raise _wrong("gatekeeper", "an object")
        wishes: dict[str, Any] = {}
        for name, wish in value.items():
            read = _READERS.get(name)
            if read is None:
                raise _wrong("gatekeeper", "an object of " + ", ".join(_READERS))
            wishes[name] = read(f"gatekeeper.{name}", wish)
        return replace(self, **wishes)


NO_CONTROLS = Controls()


def from_headers(headers: Mapping[bytes, bytes]) -> Controls:
    """The controls in a request's headers (names in lower case); raises ProxyError 400."""
    wishes: dict[str, Any] = {}
    for name in ("mode", "budget", "session"):
        header = "x-gatekeeper-" + name
        raw = headers.get(header.encode())
        if raw is None:
            continue
        text = raw.decode("latin-1").strip()
        wish: object = int(text) if name == "budget" and text.isascii() and text.isdigit() else text
        wishes[name] = _READERS[name](header, wish)
    return Controls(**wishes) if wishes else NO_CONTROLS


def _wrong(param: str, wanted: str) -> ProxyError:
    return bad_request(f"{param} must be {wanted}.", code="invalid_value", param=param)


def _mode(param: str, wish: object) -> str:
    if isinstance(wish, str) and wish.lower() in MODES:
        return wish.lower()
    raise _wrong(param, "one of " + ", ".join(MODES))


def _budget(param: str, wish: Any) -> int:
    if _is_index(wish):
        return int(wish)
    raise _wrong(param, "a whole number of tokens, zero or more")


def _session(param: str, wish: object) -> str:
    if isinstance(wish, str) and 0 < len(wish) <= _LONGEST_SESSION and wish.isprintable():
        return wish
    raise _wrong(param, f"1 to {_LONGEST_SESSION} printable characters")


def _indices(param: str, wish: object) -> tuple[int, ...]:
    if isinstance(wish, list) and all(_is_index(item) for item in wish):
        return tuple(wish)
    raise _wrong(param, "a list of message indices, counted from 0")


def _expires(param: str, wish: object) -> Mapping[int, float]:
    wanted = "an object from message index to Unix seconds or an ISO 8601 time"
    return {index: _moment(param, wanted, when) for index, when in _by_index(param, wanted, wish)}


def _supersedes(param: str, wish: object) -> Mapping[int, tuple[int, ...]]:
    wanted = "an object from message index to the earlier index or indices it replaces"
    replaced: dict[int, tuple[int, ...]] = {}
    for index, older in _by_index(param, wanted, wish):
        replaced[index] = _indices(param, older if isinstance(older, list) else [older])
        if any(i >= index for i in replaced[index]):
            raise _wrong(param, wanted)
    return replaced


def _by_index(param: str, wanted: str, wish: object) -> list[tuple[int, object]]:
    if not isinstance(wish, dict) or not all(k.isascii() and k.isdigit() and len(k) < 10 for k in wish):
        raise _wrong(param, wanted)
    return [(int(index), value) for index, value in wish.items()]


def _moment(param: str, wanted: str, when: object) -> float:
    if isinstance(when, int | float) and not isinstance(when, bool) and abs(when) < 1 << 53:
        return float(when)
    try:
        moment = datetime.fromisoformat(str(when))
    except ValueError:
        raise _wrong(param, wanted) from None
    # A time without a zone is read as UTC, so that the answer does not depend on where the proxy runs.
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()


def _is_index(wish: Any) -> bool:
    return isinstance(wish, int) and not isinstance(wish, bool) and 0 <= wish < 1 << 53


_READERS: Mapping[str, Callable[[str, object], Any]] = {
    "mode": _mode,
    "budget": _budget,
    "session": _session,
    "pin": _indices,
    "drop": _indices,
    "expires": _expires,
    "supersedes": _supersedes,
}
