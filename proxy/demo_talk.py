"""The talk that `gatekeeper demo` plays, in English and Chinese, and the words around it."""

from __future__ import annotations

from dataclasses import dataclass

from proxy.wording import CHINESE, ENGLISH, Words


@dataclass(frozen=True, slots=True)
class Turn:
    """One question and the answer a model would have given, with which the talk goes on.

    facts: what of an early turn the answer has to hold.
    """

    question: str
    answer: str
    facts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Talk:
    """A talk in one language; `budget` in tokens of history is small enough to show pruning."""

    words: Words
    budget: int
    system: str
    turns: tuple[Turn, ...]
    intro: str
    you: str
    gate: str
    history: str
    answer: str
    none_yet: str
    tokens: str
    sent: str
    found: str
    missed: str


_ENGLISH_TURNS = (
    Turn(
        "We are planning a cycling trip through Skåne. The night ferry from Travemünde to Trelleborg is "
        "booked for 14 June at 22:30, the booking code is KX-4471, with two bicycles.",
        "That sounds lovely. Check-in for bicycles closes ninety minutes before departure, so plan to be at "
        "Skandinavienkai by nine. Bicycles board together with the cars; bring straps, the ones on board "
        "are worn. Breakfast is served from half past five, and you land at seven in the morning.",
    ),
    Turn(
        "Which way would you ride from Trelleborg to Ystad?",
        "Follow the Sydkustleden along the coast. Smygehuk after fourteen kilometres is the southernmost "
        "point of Sweden and has a smokehouse. Behind Abbekås the path leaves the road and runs through the "
        "dunes. With luggage and a break for a swim it is an easy day of some fifty kilometres.",
    ),
    Turn(
        "Thanks, a good plan. From now on keep your answers to three sentences at most.",
        "Will do. I keep it to three sentences from here on.",
    ),
    Turn(
        "New topic: my Python script stops with UnicodeDecodeError: 'utf-8' codec can't decode byte 0xe9 "
        "while reading customers.csv. What is wrong?",
        "The file is not UTF-8: byte 0xe9 is the letter é in the single-byte encodings of western Europe. "
        "Files saved by Excel on Windows usually are cp1252. Pass encoding='cp1252' to open() and look "
        "whether the accents come out right.",
    ),
    Turn(
        "And how do I make sure of that before I import it?",
        "Decode the whole file once and search the text for replacement characters or odd pairs such as Ã©. "
        "If the names with accents read well, the guess was right.",
    ),
    Turn(
        "It works: customers.csv is cp1252 indeed, and the export has 18,204 rows.",
        "Glad to hear it. Write it back as UTF-8 and the next script will not stumble.",
    ),
    Turn(
        "How long should dried chickpeas soak for a smooth hummus?",
        "Twelve hours in plenty of cold water with half a teaspoon of baking soda. Then simmer them for an "
        "hour until the skins slip off between two fingers. Blend them while they are hot.",
    ),
    Turn(
        "Why is that?",
        "The soda loosens the pectin in the skins, and the skins are what makes hummus grainy. Warm starch "
        "also takes up tahini and lemon better than cold starch.",
    ),
    Turn(
        "Haha, my cat has fallen asleep on the keyboard.",
        "Then she has the warmest place in the house. Give her my regards.",
    ),
    Turn(
        "Back to our cycling trip: what was the booking code of the night ferry?",
        "The booking code is KX-4471. The ferry leaves Travemünde on 14 June at 22:30.",
        facts=("KX-4471",),
    ),
    Turn(
        "How many rows did the export of customers.csv have?",
        "It had 18,204 rows.",
        facts=("18,204",),
    ),
)

_CHINESE_TURNS = (
    Turn(
        "我们打算去川西自驾。成都到稻城亚丁的航班订在六月十四日早上七点四十，订单号是 KX-4471，两个人。",
        "路线很好。稻城亚丁机场海拔四千四百多米，落地后动作放慢，先喝点温水，不要急着搬行李。"
        "机场到香格里拉镇大约两个半小时，路上弯道多，建议提前吃晕车药。六月是雨季的开头，"
        "冲锋衣和保温杯都要放在随身的包里，早晚只有五六度。",
    ),
    Turn(
        "那从稻城亚丁机场开车到理塘，路上哪里值得停？",
        "兔儿山一带的海子山是必停的，古冰帽留下的巨石滩一望无际。桑堆的红草地要等到九月底才红，"
        "六月可以只停十分钟。中午在理塘吃牦牛汤锅，下午去勒通古镇走一走，傍晚看毛垭草原的光线最好。",
    ),
    Turn("很好。以后都请用不超过三句话回答。", "好的，从现在起我的回答都不超过三句话。"),
    Turn(
        "换个话题：Python 读取 customers.csv 时报错 UnicodeDecodeError: 'utf-8' codec can't decode "
        "byte 0xb3，是什么问题？",
        "这个文件不是 UTF-8 编码，字节 0xb3 常见于中文的双字节编码。Windows 上 Excel 另存的 CSV 多半是 "
        "gb18030。给 open() 加上 encoding='gb18030' 再看看人名是否正常。",
    ),
    Turn(
        "那导入之前怎么确认这个猜测没错？",
        "先把整个文件解码一遍，查有没有替换字符或生僻的乱码字。随便抽几行人名和地址，读得通就说明猜对了。",
    ),
    Turn(
        "成功了，customers.csv 果然是 gb18030，一共导出了 18204 行。",
        "太好了。顺手另存一份 UTF-8，下一个脚本就不会再卡住。",
    ),
    Turn(
        "做鹰嘴豆泥，干鹰嘴豆要泡多久才细腻？",
        "用足量冷水加半茶匙小苏打泡十二小时。再小火煮一个小时，煮到豆皮一捏就滑落。趁热打成泥最细。",
    ),
    Turn(
        "为什么呢？",
        "小苏打能让豆皮里的果胶松开，而口感发沙正是因为豆皮。温热的淀粉也更容易吸收芝麻酱和柠檬汁。",
    ),
    Turn("哈哈，我家猫在键盘上睡着了。", "那是全家最暖和的地方，替我问候它。"),
    Turn(
        "回到自驾的事，稻城亚丁航班的订单号是多少？",
        "订单号是 KX-4471，六月十四日早上七点四十起飞。",
        facts=("KX-4471",),
    ),
    Turn("customers.csv 一共导出了多少行？", "一共 18204 行。", facts=("18204",)),
)

_IN_ENGLISH = Talk(
    words=ENGLISH,
    budget=400,
    system="You are a helpful assistant.",
    turns=_ENGLISH_TURNS,
    intro="A client talks through the real proxy to a stand-in for MiniMax, which tells\n"
    "what reached it. The talk itself was written beforehand, its answers too.\n"
    "Budget: {budget} tokens of history.",
    you="you",
    gate="gate",
    history="history",
    answer="answer",
    none_yet="none yet",
    tokens="{before} -> {after} tokens ({less:.0%} less)",
    sent="Sent in {turns} requests: {after:,} tokens instead of {before:,} ({less:.0%} less).",
    found="Turn {turn} went back and found {facts} of an early turn.",
    missed="Turn {turn} went back and did not find {facts}.",
)

_IN_CHINESE = Talk(
    words=CHINESE,
    budget=400,
    system="你是一个有用的助手。",
    turns=_CHINESE_TURNS,
    intro="客户端经由真正的代理与 MiniMax 的替身对话，替身会说出它收到了什么。\n"
    "对话和其中的回答都是事先写好的。历史预算：{budget} 个 token。",
    you="提问",
    gate="门控",
    history="历史",
    answer="回答",
    none_yet="还没有",
    tokens="{before} -> {after} 个 token（少 {less:.0%}）",
    sent="{turns} 次请求共发送 {after:,} 个 token，全部发送需要 {before:,} 个（少 {less:.0%}）。",
    found="第 {turn} 轮回到旧话题，找到了早先说过的 {facts}。",
    missed="第 {turn} 轮回到旧话题，没有找到 {facts}。",
)

TALKS = {"en": _IN_ENGLISH, "zh": _IN_CHINESE}
