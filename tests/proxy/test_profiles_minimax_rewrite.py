from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proxy.profiles import Outgoing, profile_for

MINIMAX = profile_for("minimax", "")

USER = b'{"role": "user", "content": "Hi"}'
CALL = b'{"role":"assistant","content":null,"tool_calls":[{"id":"c1","function":{"arguments":""}}]}'
RESULT = b'{"role":"tool","tool_call_id":"c1","content":"ok"}'
SYSTEM = b'{"content":"Be brief.","role":"system"}'

FINE = [
    pytest.param([USER], id="no system message"),
    pytest.param([SYSTEM, USER], id="one system message in front"),
    pytest.param([SYSTEM, USER, CALL, RESULT], id="null beside tool calls, empty arguments"),
    pytest.param([b'{"role":"assistant","tool_calls":[{}]}'], id="no content beside tool calls"),
    pytest.param(
        [b'{"role":"assistant","content":null,"function_call":{}}'], id="null beside a function call"
    ),
    pytest.param([b'{"role":"user"}'], id="no content at all"),
    pytest.param([b'{"role":"user","content":" "}'], id="a space is text"),
    pytest.param([b'{"role":"user","content":[{"type":"image_url","image_url":{"url":""}}]}'], id="an image"),
    pytest.param([b'{"role":"user","content":[{"text":""},{"text":"x"}]}'], id="one part has text"),
    pytest.param([b'{"role":"user","content":["",""]}'], id="parts that are no objects"),
    pytest.param([b'{"role":"user","content":"\\ud83d \\"\\""}'], id="a lone surrogate cannot be read"),
    pytest.param([b'{"role":1,"content":""}', b"[]", b'""', b"null"], id="not messages"),
    pytest.param([b'{"role":"user","content":"role\\":\\"system"}'], id="roles only talked about"),
    pytest.param(
        [b'{"role":"system","content":7}', b'{"role":"system","content":"x"}'], id="not to be merged"
    ),
    pytest.param([], id="nothing"),
]


@pytest.mark.parametrize("messages", FINE)
def test_what_minimax_accepts_is_the_same_object(messages: list[bytes]) -> None:
    outgoing = Outgoing(tuple(messages), None)
    new, names = MINIMAX.rewrite(outgoing)
    assert new is outgoing and names == ()


REWRITES = [
    pytest.param(
        [SYSTEM, b'{"role":"system","content":"Say \\u4f60 1e400 \\"q\\"."}', USER],
        [b'{"content":"Be brief.\\n\\nSay \\u4f60 1e400 \\"q\\".","role":"system"}', USER],
        ("system_merged",),
        id="two system messages are one, escapes as they were spelled",
    ),
    pytest.param(
        [SYSTEM, USER, CALL, RESULT, b'{"role":"system","content":"Late."}', USER],
        [b'{"content":"Be brief.\\n\\nLate.","role":"system"}', USER, CALL, RESULT, USER],
        ("system_merged",),
        id="a late system message joins the first",
    ),
    pytest.param([USER, SYSTEM], [SYSTEM, USER], ("system_first",), id="the only one moves to the front"),
    pytest.param(
        [USER, SYSTEM, b'{"role":"developer","content":"Dev."}'],
        [b'{"content":"Be brief.\\n\\nDev.","role":"system"}', USER],
        ("system_merged", "system_first", "developer_role"),
        id="all of it at once",
    ),
    pytest.param(
        [b'{"role" : "developer", "content":"Dev.", "weight":1.0, "big":12345678901234567890123}', USER],
        [b'{"role":"system","content":"Dev.","weight":1.0,"big":12345678901234567890123}', USER],
        ("developer_role",),
        id="developer is called system, unknown fields and numbers stay",
    ),
    pytest.param(
        [
            b'{"role":"system","content":[{"type":"text","text":"House.","cache_control":{"type":"ephemeral"}}]}',
            b'{"role":"system","content":"Be kind."}',
            b'{"role":"developer","content":[{"type":"text","text":"Last.","cache_control":{"ttl":"1h"}},{"x":1}]}',
        ],
        [
            b'{"role":"system","content":[{"type":"text","text":"House.","cache_control":{"type":"ephemeral"}},'
            b'{"type":"text","text":"\\n\\nBe kind."},'
            b'{"type":"text","text":"\\n\\nLast.","cache_control":{"ttl":"1h"}},{"x":1}]}'
        ],
        ("system_merged", "developer_role"),
        id="parts keep their marks",
    ),
    pytest.param(
        [SYSTEM, b'{"role":"system","content":[{"type":"image_url"}]}', b'{"role":"system","content":[5]}'],
        [b'{"content":[{"type":"text","text":"Be brief."},{"type":"image_url"},5],"role":"system"}'],
        ("system_merged",),
        id="parts without text are kept as they are",
    ),
    pytest.param(
        [SYSTEM, b'{"role":"system","content":""}', b'{"role":"system"}', b'{"role":"system","content":[]}'],
        [SYSTEM],
        ("system_merged",),
        id="empty ones add nothing",
    ),
    pytest.param(
        [b'{"role":"system","content":""}', b'{"role":"system","content":null}', USER],
        [b'{"role":"system","content":" "}', USER],
        ("system_merged", "empty_text"),
        id="several empty ones are one space",
    ),
    pytest.param(
        [b'{"role":"system","name":"a","content":"A"}', b'{"role":"system","name":"b","content":"B"}'],
        [b'{"role":"system","name":"a","content":"A\\n\\nB"}'],
        ("system_merged",),
        id="the first message gives the other fields",
    ),
    pytest.param(
        [USER, b'{"role":"assistant","content":"","tool_calls":[{"id":"c1"}]}', RESULT],
        [USER, b'{"role":"assistant","content":" ","tool_calls":[{"id":"c1"}]}', RESULT],
        ("empty_text",),
        id="empty text beside tool calls",
    ),
    pytest.param(
        [CALL, b'{"role":"tool","content":"","tool_call_id":"c1"}'],
        [CALL, b'{"role":"tool","content":" ","tool_call_id":"c1"}'],
        ("empty_text",),
        id="an empty result",
    ),
    pytest.param(
        [
            b'{"role":"user","content":[]}',
            b'{"role":"assistant","content":null,"tool_calls":[]}',
            b'{"role":"assistant","content":null,"tool_calls":null}',
        ],
        [
            b'{"role":"user","content":" "}',
            b'{"role":"assistant","content":" ","tool_calls":[]}',
            b'{"role":"assistant","content":" ","tool_calls":null}',
        ],
        ("empty_text",),
        id="no parts, null without calls",
    ),
    pytest.param(
        [
            b'{"role":"user","content":[{"type":"text","text":"","cache_control":{}},{"type":"text","text":""}]}'
        ],
        [
            b'{"role":"user","content":[{"type":"text","text":" ","cache_control":{}},'
            b'{"type":"text","text":""}]}'
        ],
        ("empty_text",),
        id="parts without any text",
    ),
    pytest.param(
        [b'{"role":"assistant","content":"","reasoning_content":"H","reasoning_details":[{"text":"H"}]}'],
        [b'{"role":"assistant","content":" ","reasoning_content":"H","reasoning_details":[{"text":"H"}]}'],
        ("empty_text",),
        id="thinking stays as it is",
    ),
]


@pytest.mark.parametrize(("messages", "expected", "names"), REWRITES)
def test_what_minimax_refuses_is_rewritten(
    messages: list[bytes], expected: list[bytes], names: tuple[str, ...]
) -> None:
    new, made = MINIMAX.rewrite(Outgoing(tuple(messages), None))
    assert (list(new.messages), made) == (expected, names)
    assert MINIMAX.rewrite(new) == (new, ()), "once is enough"


def test_untouched_messages_keep_their_bytes_objects() -> None:
    messages = (SYSTEM, USER, b'{"role":"system","content":"Late."}', CALL, RESULT)
    new, _ = MINIMAX.rewrite(Outgoing(messages, b"[]"))
    assert all(any(kept is raw for raw in messages) for kept in new.messages[1:])
    assert new.tools == b"[]"


FUNCTION = b'{"type":"function","function":{"name":"f"%b}}'
EMPTY = b',"parameters":{"type":"object","properties":{}}'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(FUNCTION % b"", FUNCTION % EMPTY, id="absent"),
        pytest.param(FUNCTION % b',"parameters":null', FUNCTION % EMPTY, id="null"),
        pytest.param(FUNCTION % b',"parameters": { }', FUNCTION % EMPTY, id="an empty object"),
        pytest.param(
            FUNCTION % b',"parameters": {"type":"object"}',
            FUNCTION % b',"parameters": {"type":"object"}',
            id="some",
        ),
        pytest.param(FUNCTION % b',"parameters":"{}"', FUNCTION % b',"parameters":"{}"', id="not an object"),
        pytest.param(b'{"type":"web_search"}', b'{"type":"web_search"}', id="no function"),
        pytest.param(b'{"type":"function","function":"f"}', b'{"type":"function","function":"f"}', id="odd"),
        pytest.param(b'{"type":"function","name":"f"}', b'{"type":"function","name":"f"}', id="flat"),
    ],
)
def test_a_function_gets_the_parameters_it_lacks(before: bytes, after: bytes) -> None:
    other = b'{"function": {"name":"g", "parameters":{"a":1.0}}}'
    outgoing = Outgoing((USER,), b"[" + other + b"," + before + b"]")
    new, names = MINIMAX.rewrite(outgoing)
    assert new.tools == b"[" + other + b"," + after + b"]"
    assert names == (() if before == after else ("tool_parameters",))
    assert (new is outgoing) == (before == after)
    assert new.messages is outgoing.messages


@pytest.mark.parametrize("tools", [b"[]", b"null", b"{}", b'"x"', b"[1,null]"])
def test_tools_that_hold_no_functions_stay(tools: bytes) -> None:
    outgoing = Outgoing((USER,), tools)
    assert MINIMAX.rewrite(outgoing)[0] is outgoing


TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
CONTENTS = st.none() | TEXTS | st.lists(st.fixed_dictionaries({"type": st.just("text"), "text": TEXTS}))
MESSAGES = st.lists(
    st.fixed_dictionaries(
        {"role": st.sampled_from(["system", "developer", "user", "assistant", "tool"])}
    ).flatmap(lambda head: CONTENTS.map(lambda content: {**head, "content": content}))
)


def texts(messages: list[dict[str, Any]], roles: set[str]) -> str:
    contents = [message["content"] for message in messages if message["role"] in roles]
    parts = [p for c in contents for p in ([c] if isinstance(c, str) else [part["text"] for part in c or []])]
    return "".join("".join(parts).split())


@given(MESSAGES)
def test_no_text_is_lost_and_the_result_is_what_minimax_wants(messages: list[dict[str, Any]]) -> None:
    raw = tuple(json.dumps(message).encode() for message in messages)
    new, _ = MINIMAX.rewrite(Outgoing(raw, None))
    out = [json.loads(message) for message in new.messages]
    roles = [message["role"] for message in out]
    assert "developer" not in roles and "system" not in roles[1:]
    assert all(
        texts([message], {message["role"]}) or message["content"] not in ("", None, []) for message in out
    )
    preamble = {"system", "developer"}
    assert texts(out, preamble) == texts(messages, preamble)
    rest = [message for message in messages if message["role"] not in preamble]
    assert [texts([message], {message["role"]}) for message in out if message["role"] != "system"] == [
        texts([message], {message["role"]}) for message in rest
    ]
