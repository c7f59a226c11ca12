from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from gatekeeper_core.analysis import analyse, blocks_of
from gatekeeper_core.model import Message, Previous
from proxy.sessions import Conversation, Key, Sessions

ROOMY = 1 << 24
KNOWN: dict[str, Message] = {}


def said(*texts: str) -> list[Message]:
    """One object for each text, as the analysis cache hands them out: users speak at even places."""
    for i, text in enumerate(texts):
        KNOWN.setdefault(text, analyse("assistant" if i % 2 else "user", text))
    return [KNOWN[text] for text in texts]


def key(messages: list[Message], who: str = "alice", session: str = "") -> Key:
    return who, session, messages[0]


def ask(sessions: Sessions, *texts: str, who: str = "alice", session: str = "") -> tuple[Conversation, Previous | None]:
    """One request: its conversation, and what it is told its predecessor sent. Everything is sent."""
    messages = said(*texts)
    conversation = sessions.find(key(messages, who, session), messages)
    previous = conversation.ancestor(messages)
    conversation.blocks = blocks_of(messages[:-1])
    conversation.index.fit(conversation.blocks)
    n = len(conversation.blocks)
    conversation.remember(messages, len(messages) - 1, Previous(n, tuple(range(n)), {}, {}))
    sessions.keep(key(messages, who, session), conversation)
    return conversation, previous


def test_the_next_request_of_a_chat_finds_what_the_last_one_sent() -> None:
    sessions = Sessions(ROOMY)
    first, nothing = ask(sessions, "u1")
    second, previous = ask(sessions, "u1", "a1", "u2")
    third, later = ask(sessions, "u1", "a1", "u2", "a2", "u3")
    assert first is second is third and nothing is None
    assert previous is not None and previous.blocks == 0 and later is not None and later.blocks == 1


def test_a_regeneration_finds_the_request_it_repeats() -> None:
    sessions = Sessions(ROOMY)
    ask(sessions, "u1", "a1", "u2")
    _, previous = ask(sessions, "u1", "a1", "u2")
    assert previous is not None and previous.blocks == 1


def test_an_edited_question_finds_the_request_before() -> None:
    sessions = Sessions(ROOMY)
    one, _ = ask(sessions, "u1", "a1", "u2")
    ask(sessions, "u1", "a1", "u2", "a2", "u3")
    same, previous = ask(sessions, "u1", "a1", "u2", "a2", "u3 edited")
    assert same is one and previous is not None and previous.blocks == 1


def test_an_edit_of_the_history_begins_anew() -> None:
    sessions = Sessions(ROOMY)
    one, _ = ask(sessions, "u1", "a1", "u2", "a2", "u3")
    other, previous = ask(sessions, "u1", "a1 edited", "u2", "a2", "u3")
    assert other is not one and previous is None


def test_two_branches_are_told_apart() -> None:
    sessions = Sessions(ROOMY)
    one, _ = ask(sessions, "u1", "a1", "u2", "a2", "u3")
    other, _ = ask(sessions, "u1", "a1", "x2", "b2", "x3")
    again, previous = ask(sessions, "u1", "a1", "u2", "a2", "u3", "a3", "u4")
    there, other_previous = ask(sessions, "u1", "a1", "x2", "b2", "x3", "b3", "x4")
    assert again is one is not other is there
    assert previous is not None and other_previous is not None


def test_only_a_few_steps_can_be_taken_back() -> None:
    sessions = Sessions(ROOMY)
    talk = ["u1"]
    for i in range(10):
        conversation, _ = ask(sessions, *talk)
        talk += [f"a{i}", f"u{i}"]
    assert len(conversation.trail) == 4
    _, previous = ask(sessions, "u1", "a0", "another question")
    assert previous is None


@pytest.mark.parametrize(("who", "session"), [("bob", ""), ("alice", "second chat")])
def test_the_same_words_of_another_are_another_conversation(who: str, session: str) -> None:
    sessions = Sessions(ROOMY)
    one, _ = ask(sessions, "u1", "a1", "u2")
    other, previous = ask(sessions, "u1", "a1", "u2", "a2", "u3", who=who, session=session)
    assert other is not one and previous is None


def test_a_conversation_in_use_is_not_handed_out_twice() -> None:
    sessions = Sessions(ROOMY)
    one, _ = ask(sessions, "u1")
    messages = said("u1", "a1", "u2")
    first, second = (sessions.find(key(messages), messages) for _ in range(2))
    assert first is one and second is not one and second.busy.locked()
    sessions.keep(key(messages), second)
    sessions.keep(key(messages), first)
    assert not first.busy.locked() and not second.busy.locked()


def test_conversations_are_themselves_whatever_they_hold() -> None:
    assert Conversation() != Conversation()


def test_the_books_are_right_and_the_least_recently_used_goes_first() -> None:
    roomy = Sessions(ROOMY)
    kept = [ask(roomy, f"opening {i} " * 20, "an answer", "a question")[0] for i in range(4)]
    kept[0], _ = ask(roomy, "opening 0 " * 20, "an answer", "a question", "a longer answer", "why")
    assert roomy.bytes == sum(conversation.bytes for conversation in kept)
    sessions = Sessions(kept[1].bytes * 5 // 2)
    for i in (1, 2, 1, 3):
        ask(sessions, f"opening {i} " * 20, "an answer", "a question")
    assert sessions.bytes == 2 * kept[1].bytes
    assert ask(sessions, f"{'opening 1 ' * 20}", "an answer", "a question")[1] is not None
    assert ask(sessions, f"{'opening 2 ' * 20}", "an answer", "a question")[1] is None


def test_only_so_many_branches_of_one_beginning_are_kept() -> None:
    sessions = Sessions(ROOMY)
    branches = [ask(sessions, "u1", f"branch {i}", "u2", "a2", "u3")[0] for i in range(20)]
    assert sessions.bytes == sum(conversation.bytes for conversation in branches[-8:])
    assert ask(sessions, "u1", "branch 19", "u2", "a2", "u3")[1] is not None
    assert ask(sessions, "u1", "branch 0", "u2", "a2", "u3")[1] is None


def test_a_long_text_that_says_one_word_is_accounted_for() -> None:
    conversation, _ = ask(Sessions(ROOMY), "word " * 50_000, "a", "u")
    assert conversation.bytes > 250_000


def test_one_that_was_let_go_while_in_use_comes_back() -> None:
    sessions = Sessions(1)
    messages = said("u1")
    busy = sessions.find(key(messages), messages)
    ask(sessions, "another opening", "a", "u")
    busy.remember(messages, 0, Previous(0, (), {}, {}))
    sessions.keep(key(messages), busy)
    assert sessions.bytes == busy.bytes
    assert ask(sessions, "u1")[1] is not None


def test_threads_never_share_a_conversation_at_one_time() -> None:
    sessions = Sessions(ROOMY)
    using: set[int] = set()
    guard = threading.Lock()
    talks = [said("u1", *(f"{side}{i}" for i in range(n) for side in "ax")) for n in range(6)]

    def run(turn: int) -> None:
        for i in range(150):
            messages = talks[(turn + i) % len(talks)]
            conversation = sessions.find(key(messages), messages)
            with guard:
                assert id(conversation) not in using
                using.add(id(conversation))
            conversation.ancestor(messages)
            conversation.remember(messages, len(messages) - 1, Previous(0, (), {}, {}))
            with guard:
                using.remove(id(conversation))
            sessions.keep(key(messages), conversation)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            list(threads.map(run, range(4)))
    finally:
        sys.setswitchinterval(interval)
    assert sessions.bytes > 0
