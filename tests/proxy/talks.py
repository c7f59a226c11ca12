"""Chats for the tests of the deciding side: requests as clients send them, and the promises kept by what is sent on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from serving import settings

from proxy import wire_message
from proxy.auth import Principal
from proxy.codec import decode
from proxy.controls import NO_CONTROLS, Controls
from proxy.decide import Decider, Decision
from proxy.profiles import profile_for
from proxy.segments import segment

Said = dict[str, Any]

ALICE = Principal("id-alice", "alice")
BOB = Principal("id-bob", "bob")
PREAMBLE = ("system", "developer")
BE_KIND: Said = {"role": "system", "content": "Be kind."}
QUESTION: Said = {"role": "user", "content": "What is the booking code of the night ferry to Trelleborg?"}
FERRY = "The night ferry to Trelleborg has the booking code KX-4471. " + "Cabins are on deck seven, bring papers. " * 12

MATTERS = (
    (
        "Which port does the gateway use?",
        "The gateway listens on port 8080. " + "Change it in config.yaml. " * 12,
    ),
    ("How long does rye bread bake?", "About fifty minutes at 230 degrees. " + "Let it cool on a rack. " * 14),
    ("数据库的连接池应该设多大？", "连接池设为三十。" + "先测量，再调整。" * 20),
    ("How do I undo the last commit in git?", "Run `git reset --soft HEAD~1`. " + "The changes stay staged. " * 11),
    ("ต่อไปนี้ช่วยตอบเป็นภาษาไทยเสมอ เกตเวย์ใช้พอร์ตอะไร", "พอร์ต 8080 ครับ " * 12),
    ("Thanks, that's all.", "You are welcome."),
)
ASKING = (
    *(asked for asked, _ in MATTERS),
    "No, I meant port 9090.",
    "And the second one?",
    "From now on always answer in French.",
    "By the way, which spices belong into a tagine?",
    "Back to the gateway: which port was it?",
    "ok",
)


def user(text: str) -> Said:
    return {"role": "user", "content": text}


def assistant(text: str) -> Said:
    return {"role": "assistant", "content": text}


def tool_turn(asked: str, *ids: str) -> list[Said]:
    """A question answered with the help of tools."""
    calls = [{"id": i, "type": "function", "function": {"name": "look_up", "arguments": '{"port": 8080}'}} for i in ids]
    return [
        user(asked),
        {"role": "assistant", "content": None, "tool_calls": calls},
        *({"role": "tool", "tool_call_id": i, "content": f"row of {i}: " + "8080 | up | " * 20} for i in ids),
        assistant("The table says it is up."),
    ]


def history(turns: int = 12) -> list[Said]:
    """A long chat on many matters; the ferry is spoken of in its third turn."""
    said = [BE_KIND]
    for i in range(turns):
        asked, answered = MATTERS[i % len(MATTERS)]
        asked, answered = ("Note the ferry, please.", FERRY) if i == 2 else (f"({i}) {asked}", answered)
        said += [user(asked), assistant(answered)]
    return said


def body(messages: Sequence[Said], **fields: Any) -> bytes:
    return json.dumps({"model": "m", "messages": messages, **fields}, ensure_ascii=False).encode()


def decider(profile: str = "openai", **environ: object) -> Decider:
    given = {f"GATEKEEPER_{name}": str(setting) for name, setting in environ.items()}
    return Decider(settings(**given), profile_for(profile, ""))


def decide(
    judge: Decider, messages: Sequence[Said], controls: Controls = NO_CONTROLS, who: Principal = ALICE, **fields: Any
) -> Decision:
    return judge.decide(body(messages, **fields), controls, who)


def raw_messages(sent: bytes | Iterable[bytes]) -> list[bytes]:
    whole = sent if isinstance(sent, bytes) else b"".join(sent)
    envelope = decode(whole)
    return [envelope.original_message(i) for i in range(len(envelope.messages))]


def forwarded(decision: Decision) -> list[Said]:
    return [json.loads(raw) for raw in raw_messages(decision.body)]


def named(decision: Decision) -> dict[str, str]:
    """The reply headers without their common beginning."""
    return {name.decode().removeprefix("x-gatekeeper-"): text.decode() for name, text in decision.reply_headers}


def check_promises(asked: bytes, decision: Decision, budget: int | None = None) -> None:
    """Order, preamble, tail, tool pairs, who speaks first, and the budget; for requests that keep them themselves."""
    came, went = raw_messages(asked), raw_messages(decision.body)
    parts = segment([wire_message.read(decode(asked).message(i)) for i in range(len(came))])
    assert went, "never an empty list"
    assert came_in_order(came, went)
    cut = len(went) - (len(came) - parts.tail)
    assert went[cut:] == came[parts.tail :], "the tail"
    assert _spoken_by_preamble(went) == _spoken_by_preamble(came)
    _check_tools([json.loads(raw) for raw in went])
    first_came, first_went = _first_speaker(came), _first_speaker(went)
    assert first_went != "assistant" or first_came == "assistant"
    if budget is not None:
        kept = [wire_message.read(raw) for raw in went[:cut]]
        assert sum(message.tokens for message in kept if message.role not in PREAMBLE) <= budget


def _spoken_by_preamble(raws: Sequence[bytes]) -> list[bytes]:
    return [raw for raw in raws if json.loads(raw).get("role") in PREAMBLE]


def _first_speaker(raws: Sequence[bytes]) -> object:
    roles = (json.loads(raw).get("role") for raw in raws)
    return next((role for role in roles if role not in PREAMBLE), None)


def came_in_order(came: Sequence[bytes], went: Sequence[bytes]) -> bool:
    """Whether each message sent is one that came, whole or with sentences left out, in the same order."""
    rest = iter(came)
    return all(any(one == sent or _is_trimmed(one, sent) for one in rest) for sent in went)


def _is_trimmed(one: bytes, sent: bytes) -> bool:
    before, after = json.loads(one), json.loads(sent)
    if not isinstance(before.get("content"), str) or {**before, "content": after.get("content")} != after:
        return False
    letters = iter(before["content"])
    return all(letter in letters for letter in after["content"])


def _check_tools(said: Sequence[Said]) -> None:
    waiting: list[str] = []
    for message in said:
        if message.get("role") == "tool":
            assert message["tool_call_id"] in waiting, "a result without its call"
            waiting.remove(message["tool_call_id"])
        else:
            assert not waiting, "a call without its result"
            waiting = [call["id"] for call in message.get("tool_calls") or ()]
