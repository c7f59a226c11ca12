"""The estimator against the real o200k_base, and the calibration against upstreams that count otherwise."""

from __future__ import annotations

import base64
import importlib
import json
import random
import re
import sysconfig
import warnings
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gatekeeper_core.tokens import PART_TOKENS, PER_MESSAGE, Calibration, estimate, message_tokens

# Written for these tests: one paragraph of everyday assistant talk per language.
PROSE = {
    "english": (
        "You can move the meeting to Thursday afternoon, but please tell the whole team before lunch. I "
        "have written a short summary of what we decided last week, and the budget figures are attached "
        "to the invitation. If anything looks wrong, send me a message and I will correct it as soon as "
        "possible."
    ),
    "chinese, simplified": (
        "你可以把会议改到星期四下午，不过请在午饭前通知整个团队。我写了一份简短的总结，说明上周我们决定了"
        "什么，预算数字附在邀请里面。如果有什么地方看起来不对，请给我发消息，我会尽快更正。另外，客户希望"
        "我们在月底之前交付第一个版本。"
    ),
    "chinese, traditional": (
        "你可以把會議改到星期四下午，不過請在午餐前通知整個團隊。我寫了一份簡短的摘要，說明上週我們決定了"
        "什麼，預算數字附在邀請裡面。如果有什麼地方看起來不對，請傳訊息給我，我會儘快更正。另外，客戶希望"
        "我們在月底之前交付第一個版本。"
    ),
    "japanese": (
        "会議を木曜日の午後に移すことはできますが、昼食の前にチーム全員に伝えてください。先週決めたことを"
        "短くまとめました。予算の数字は招待状に添付してあります。おかしいところがあれば、メッセージを送っ"
        "てください。できるだけ早く直します。"
    ),
    "korean": (
        "회의를 목요일 오후로 옮길 수 있지만 점심 전에 팀 전체에 알려 주세요. 지난주에 결정한 내용을 짧게"
        " 정리했고 예산 숫자는 초대장에 첨부했습니다. 이상한 부분이 있으면 메시지를 보내 주세요. 가능한 "
        "한 빨리 고치겠습니다."
    ),
    "thai": (
        "คุณสามารถเลื่อนการประชุมไปเป็นบ่ายวันพฤหัสบดีได้ แต่กรุณาแจ้งให้ทั้งทีมทราบก่อนมื้อเที่ยง "
        "ฉันเขียนสรุปสั้น ๆ ของสิ่งที่เราตัดสินใจเมื่อสัปดาห์ที่แล้ว และตัวเลขงบประมาณแนบอยู่ในคำเชิญ "
        "ถ้ามีอะไรผิดพลาดโปรดส่งข้อความมา"
    ),
    "russian": (
        "Встречу можно перенести на четверг после обеда, но, пожалуйста, предупредите всю команду до "
        "обеда. Я написал короткое резюме того, что мы решили на прошлой неделе, а цифры бюджета "
        "приложены к приглашению. Если что-то выглядит неправильно, напишите мне, и я исправлю это как "
        "можно скорее."
    ),
    "arabic": (
        "يمكنك نقل الاجتماع إلى بعد ظهر يوم الخميس، لكن من فضلك أخبر الفريق كله قبل الغداء. لقد كتبت "
        "ملخصا قصيرا لما قررناه في الأسبوع الماضي، وأرقام الميزانية مرفقة بالدعوة. إذا بدا أي شيء خاطئا "
        "فأرسل لي رسالة وسأصححه في أقرب وقت ممكن."
    ),
    "hindi": (
        "आप बैठक को गुरुवार दोपहर के लिए बदल सकते हैं, लेकिन कृपया दोपहर के भोजन से पहले पूरी टीम को बता "
        "दें। मैंने पिछले सप्ताह के निर्णयों का एक छोटा सारांश लिखा है, और बजट के आंकड़े निमंत्रण के साथ "
        "जुड़े हुए हैं। अगर कुछ गलत लगे तो मुझे संदेश भेजें।"
    ),
    "spanish": (
        "Puedes mover la reunión al jueves por la tarde, pero avisa a todo el equipo antes de comer. He "
        "escrito un breve resumen de lo que decidimos la semana pasada y las cifras del presupuesto van "
        "con la invitación. Si algo parece incorrecto, mándame un mensaje y lo corregiré lo antes "
        "posible."
    ),
    "german": (
        "Du kannst das Treffen auf Donnerstagnachmittag verschieben, aber sag bitte dem ganzen Team vor "
        "dem Mittag Bescheid. Ich habe kurz zusammengefasst, was wir letzte Woche beschlossen haben, und "
        "die Zahlen zum Haushalt hängen an der Einladung. Wenn etwas falsch aussieht, schreib mir, und "
        "ich ändere es so bald wie möglich."
    ),
    "french": (
        "Vous pouvez déplacer la réunion à jeudi après-midi, mais prévenez toute l'équipe avant le "
        "déjeuner. J'ai écrit un court résumé de ce que nous avons décidé la semaine dernière, et les "
        "chiffres du budget sont joints à l'invitation. Si quelque chose semble faux, envoyez-moi un "
        "message et je corrigerai au plus vite."
    ),
    "portuguese": (
        "Você pode mudar a reunião para quinta-feira à tarde, mas avise toda a equipe antes do almoço. "
        "Escrevi um breve resumo do que decidimos na semana passada, e os números do orçamento estão "
        "anexados ao convite. Se algo parecer errado, mande uma mensagem e eu corrijo o mais rápido "
        "possível."
    ),
    "vietnamese": (
        "Bạn có thể dời cuộc họp sang chiều thứ Năm, nhưng hãy báo cho cả nhóm trước bữa trưa. Tôi đã "
        "viết một bản tóm tắt ngắn về những gì chúng ta quyết định tuần trước, và các con số ngân sách "
        "được đính kèm trong lời mời. Nếu có gì sai, hãy nhắn cho tôi và tôi sẽ sửa sớm nhất có thể."
    ),
}


@cache
def _encode() -> Callable[..., list[int]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # bpe-openai 0.1 opens its ranks the old way
        encode: Callable[..., list[int]] = (
            importlib.import_module("bpe_openai").get_encoding("o200k_base").encode
        )
    return encode


def truth(text: str) -> int:
    return len(_encode()(text, disallowed_special=()))


def errors(messages: list[str]) -> list[float]:
    pairs = [(estimate(text), truth(text)) for text in messages]
    return sorted(abs(estimated - true) / true for estimated, true in pairs if true >= 50)


def python_source() -> list[str]:
    files = sorted(Path(sysconfig.get_path("stdlib")).glob("[a-m]*.py"))[:60]
    return [file.read_text("utf-8")[:6_000] for file in files]


def json_records() -> list[str]:
    draw = random.Random(1)
    rows = [
        {
            "id": draw.randrange(10**6),
            "name": draw.choice(["pump", "valve", "sensor"]),
            "price": draw.random() * 100,
            "tags": draw.sample(["new", "sale", "spare", "heavy"], 2),
            "updated_at": f"2025-03-0{draw.randrange(1, 9)}T10:00:00Z",
        }
        for _ in range(200)
    ]
    return [json.dumps(rows[at : at + 10], indent=2 if at % 20 else None) for at in range(0, 200, 10)]


def urls() -> list[str]:
    draw = random.Random(2)
    source = "".join(
        file.read_text("utf-8") for file in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    )
    found = sorted(set(re.findall(r"https?://[\w./#?=&%~+-]{12,}", source)))
    return ["\n".join(draw.sample(found, 10)) for _ in range(20)]


def base64_blobs() -> list[str]:
    draw = random.Random(3)
    return [base64.b64encode(draw.randbytes(draw.randrange(150, 3_000))).decode() for _ in range(40)]


KINDS = {"python source": python_source, "json": json_records, "urls": urls, "base64": base64_blobs}


@pytest.mark.parametrize("language", PROSE)
def test_prose_of_each_language_is_estimated_within_fifteen_percent(language: str) -> None:
    assert errors([PROSE[language]])[0] <= 0.15


def test_half_of_these_short_paragraphs_are_estimated_within_seven_percent() -> None:
    # One paragraph of 60 to 90 tokens scatters; medians over hundreds are in the table of measure_tokens.py.
    found = errors(list(PROSE.values()))
    assert len(found) == len(PROSE)
    assert found[len(found) // 2] <= 0.07


@pytest.mark.parametrize("kind", KINDS)
def test_median_is_within_five_and_the_95th_percentile_within_fifteen_percent(kind: str) -> None:
    found = errors(KINDS[kind]())
    assert len(found) >= 20
    assert found[len(found) // 2] <= 0.05
    assert found[int(len(found) * 0.95)] <= 0.15


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("", 0, 0),
        ("a", 1, 1),
        ("ok", 1, 2),
        ("好的", 1, 3),
        (" " * 400, 1, 60),
        ("\n", 1, 2),
        ("👍🏽", 1, 9),
        ("\ud83d", 1, 4),
        ("x\udfffy \ud800 中文", 3, 14),
        ("\x00\x01\x02", 1, 6),
    ],
    ids=[
        "empty",
        "one letter",
        "a short word",
        "two Han",
        "blanks only",
        "a newline",
        "an emoji with skin tone",
        "half a surrogate pair",
        "lone surrogates among text",
        "control characters",
    ],
)
def test_small_and_odd_texts_stay_in_a_sane_range(text: str, low: int, high: int) -> None:
    assert low <= estimate(text) <= high


@given(st.text(st.characters(), max_size=300))
def test_any_text_has_a_count_between_one_and_twice_its_bytes(text: str) -> None:
    size = len(text.encode("utf-8", "surrogatepass"))
    assert min(1, size) <= estimate(text) <= 2 * size


@given(st.sampled_from(sorted(PROSE)), st.integers(2, 40))
def test_a_text_repeated_costs_about_that_many_times(language: str, times: int) -> None:
    text = PROSE[language] + "\n"
    assert estimate(text * times) == pytest.approx(times * estimate(text), rel=0.05)


def test_a_long_text_is_the_sum_of_its_slices_whatever_its_script() -> None:
    text = "".join(PROSE.values()) * 40
    assert estimate(text) == pytest.approx(truth(text), rel=0.05)


def test_a_message_costs_its_text_its_tool_calls_and_the_framing() -> None:
    call = '[{"id":"call_1","type":"function","function":{"name":"look_up","arguments":"{}"}}]'
    assert message_tokens("") == PER_MESSAGE
    assert (
        message_tokens("hello there", extra_json=call)
        == estimate("hello there") + estimate(call) + PER_MESSAGE
    )


def test_every_kind_of_part_has_a_cost_and_detail_raises_an_images() -> None:
    assert {"image_url", "video_url", "input_audio", "file"} <= set(PART_TOKENS)
    low, auto, high = (PART_TOKENS[f"image_url:{detail}"] for detail in ("low", "auto", "high"))
    assert low < auto == PART_TOKENS["image_url"] < high


def growing_chat(scale: float, template: int, answers: int, noise: float = 0.03) -> list[tuple[int, int]]:
    draw = random.Random(7)
    prompts = [300 + 400 * turn for turn in range(answers)]
    return [(p, round(template + scale * p * draw.uniform(1 - noise, 1 + noise))) for p in prompts]


def learned(answers: list[tuple[int, int | None]]) -> Calibration:
    calibration = Calibration()
    for estimated, reported in answers:
        calibration = calibration.observe(estimated, reported)
    return calibration


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.2])
@pytest.mark.parametrize("template", [0, 30, 200])
def test_ten_answers_teach_scale_and_template(scale: float, template: int) -> None:
    calibration = learned([*growing_chat(scale, template, 10)])
    assert calibration.scale == pytest.approx(scale, rel=0.03)
    for prompt in (1_000, 4_000, 20_000):
        assert calibration.apply(prompt) == pytest.approx(template + scale * prompt, rel=0.03)


def test_prompts_of_one_length_are_learned_as_they_are() -> None:
    assert learned([(1_000, 1_350)] * 10).apply(1_000) == 1_350


def test_nothing_observed_changes_nothing() -> None:
    assert Calibration().apply(1_234) == 1_234
    assert Calibration().scale == 1.0


@pytest.mark.parametrize("wild", [0, -5, None, 10**9, 150_000, True, 3], ids=str)
@pytest.mark.parametrize("at", [0, 5, 10])
def test_one_wild_answer_poisons_nothing(wild: int | None, at: int) -> None:
    answers: list[tuple[int, int | None]] = [*growing_chat(1.2, 150, 10)]
    calibration = learned([*answers[:at], (1_500, wild), *answers[at:]])
    assert calibration.apply(3_000) == pytest.approx(150 + 1.2 * 3_000, rel=0.03)


def test_a_believable_but_wrong_answer_moves_the_line_little() -> None:
    calibration = learned([*growing_chat(1.2, 150, 10), (2_000, 7_000)])
    assert calibration.apply(3_000) == pytest.approx(150 + 1.2 * 3_000, rel=0.03)


def test_observing_returns_a_new_value_and_forgets_old_answers() -> None:
    first = Calibration()
    assert first.observe(1_000, 1_300) is not first
    assert first == Calibration()
    switched = learned([*growing_chat(0.8, 0, 16), *growing_chat(1.3, 100, 16)])
    assert switched.scale == pytest.approx(1.3, rel=0.03)


@given(
    st.lists(st.tuples(st.integers(-10, 10**7), st.one_of(st.none(), st.integers(-10, 10**8))), max_size=40)
)
def test_no_history_of_answers_makes_scale_or_overhead_absurd(answers: list[tuple[int, int | None]]) -> None:
    calibration = learned(answers)
    assert 0.2 <= calibration.scale <= 4.1
    assert 0 <= calibration.overhead <= 400
