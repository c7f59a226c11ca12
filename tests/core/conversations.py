"""Conversations for the tests of the core: short ones written by hand, and generated ones of every shape."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from gatekeeper_core.analysis import analyse, blocks_of
from gatekeeper_core.model import Block, Message, Previous, Selection

# Sentences on a few matters in many scripts, so that generated turns share words, correct and declare things.
SENTENCES = (
    "The gateway listens on port 8080.",
    "Which port does the gateway use?",
    "Set `max_retries` in config.yaml to 5.",
    "No, I meant version 2.10.3.",
    "From now on always answer in French.",
    "My sister bakes bread with rye flour.",
    "How long does rye bread bake?",
    "By the way, another question.",
    "Thanks, that's all.",
    "```python\nprint('rye. bread')\n```\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "- first item\n- second item\n",
    '{"port": 8080, "name": "gateway"}',
    "\n\n",
    "以后都请用中文回答。",
    "数据库的连接池应该设多大？",
    "不是这个意思，改成三十。",
    "那个呢？",
    "連線池設定為三十。",
    "ต่อไปนี้ช่วยตอบเป็นภาษาไทยเสมอ ",
    "เกตเวย์ใช้พอร์ตอะไร ",
    "これからは日本語で答えてください。",
    "ゲートウェイのポートは8080です。",
    "앞으로는 항상 한국어로 답해 주세요. ",
    "게이트웨이 포트는 무엇인가요? ",
    "Какой порт использует шлюз? ",
    "ما هو منفذ البوابة؟ ",
    "गेटवे का पोर्ट क्या है? ",
    "👩‍👩‍👧 famille! ",
)
# Eight turns about birds: whatever else is said has nothing to do with them.
CHAT = (
    ("How do finches fly in strong wind?", "Finches fold their wings between short bursts of flapping."),
    ("What do robins eat in winter?", "Robins eat berries, seeds and the odd worm from the compost."),
    ("Why are flamingos pink?", "Flamingos take the colour from shrimps and algae."),
    ("Where do swallows sleep?", "Swallows roost together in reed beds on their journey."),
    ("How old do parrots get?", "Large parrots live for sixty years and longer."),
    ("Do owls see colours?", "Owls see few colours but very little light is enough."),
    ("Which bird builds the largest nest?", "The sociable weaver builds nests for a hundred pairs."),
    ("Can penguins fly under water?", "Penguins beat their wings under water like other birds in air."),
)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)  # lone surrogates and all planes
TEXTS = st.one_of(
    st.lists(st.sampled_from(SENTENCES), max_size=6).map(" ".join),
    ANY_TEXT,
    st.tuples(st.sampled_from(SENTENCES), ANY_TEXT).map("".join),
)
QUERIES = st.one_of(st.sampled_from(SENTENCES), ANY_TEXT, TEXTS)


def talk(*turns: tuple[str, str], first_turn: int = 0) -> list[Block]:
    """One block for each (user text, assistant text)."""
    said = [analyse(role, text) for turn in turns for role, text in zip(("user", "assistant"), turn, strict=True)]
    return blocks_of(said, first_turn)


def remembered(selection: Selection) -> Previous:
    """What the next request of the same conversation is told about this one."""
    verdicts = selection.trace.verdicts
    costs = {position: verdicts[position].tokens_kept for position in selection.kept}
    return Previous(len(verdicts), selection.kept, selection.excerpts, costs)


def excerpt_of(selection: Selection, blocks: Sequence[Block], position: int, message: int) -> str:
    """The text of one message as it is sent."""
    text = blocks[position].messages[message].text
    spans = selection.excerpts.get((position, message), ((0, len(text)),))
    return "".join(text[start:end] for start, end in spans)


@st.composite
def plain_turns(draw: st.DrawFn) -> list[Message]:
    users = draw(st.lists(TEXTS, min_size=1, max_size=2))
    replies = draw(st.lists(TEXTS, max_size=2))
    trimmable = draw(st.integers(0, 9)) > 0  # now and then a picture
    return [
        *(analyse("user", text, trimmable=trimmable) for text in users),
        *(analyse("assistant", text) for text in replies),
    ]


@st.composite
def tool_turns(draw: st.DrawFn) -> list[Message]:
    """A question answered with the help of tools; every third such turn has something wrong with it."""
    ids = draw(st.lists(st.sampled_from(("call_1", "call_2", "call_3")), min_size=1, max_size=3, unique=True))
    results = [
        analyse("tool", draw(TEXTS), answers=call, trimmable=False) for call in draw(st.permutations(ids))
    ]
    match draw(st.integers(0, 11)):
        case 0:
            results.pop()
        case 1:
            results.append(analyse("tool", "late", answers="call_9", trimmable=False))
        case 2:
            results.insert(0, analyse("assistant", "between"))
        case 3:
            results.append(results[0])
    calls = analyse("assistant", draw(TEXTS), calls=tuple(ids), trimmable=False, call_text='{"port": 8080}')
    return [analyse("user", draw(TEXTS)), calls, *results, analyse("assistant", draw(TEXTS))]


def conversations(max_turns: int = 9) -> st.SearchStrategy[list[Block]]:
    turns = st.lists(st.one_of(plain_turns(), plain_turns(), tool_turns()), max_size=max_turns)
    stray = st.sampled_from(([], [], [], [analyse("assistant", "Welcome to rye bread!")]))
    return st.tuples(stray, turns).map(lambda parts: blocks_of([*parts[0], *(m for turn in parts[1] for m in turn)]))
