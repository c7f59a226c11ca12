"""What a wish is about: words that tell language, length, format, style and persona apart. Words only, no
logic.

Matched against one clause of a lower-cased spoken line, all languages at once: it runs on declarations only.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from gatekeeper_core.cue_fillers import words_of
from gatekeeper_core.phrases import unwrap


def _pattern(block: str) -> re.Pattern[str]:
    return re.compile(unwrap(block))


BY_CLAUSE: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "language": _pattern(r"""
            \b(?:in|into|to|speak|speaks?|use|using|talk|the|with|my|only|of|answering
            |more) (?:\w+ )?(?:english|french|german|spanish|italian|portuguese|russian|arabic|hindi|thai
            |japanese|korean|chinese|mandarin|cantonese|vietnamese|indonesian|dutch|polish|turkish|swedish
            |ukrainian|greek|hebrew|latin|language)\b(?! (?:food|wine|cuisine|recipes?|restaurants?|press
            |fries|toast|dressing|class))|(?:中|英|法|德|日|韩|韓|俄|西班牙|阿拉伯|葡萄牙|意大利|泰|越南
            |印尼|汉|漢|国|國|粤|粵|外|双|雙)(?:文|语|語)|普通话|普通話|白话|白話|[繁简簡][体體]|广东话
            |廣東話|台语|臺語|ภาษา[ก-๙]+|(?:日本|中国|韓国|英|フランス|ドイツ|スペイン|タイ|ロシア|アラビア
            |外国)語|한국어|영어|중국어|일본어|프랑스어|독일어|스페인어|러시아어|아랍어|태국어|우리말
            |\b(?:español|castellano|inglés|francés|alemán|italiano|portugués|ruso|chino|japonés|coreano
            |árabe|anglais|français|allemand|espagnol|italien|portugais|russe|chinois|japonais|arabe|deutsch
            |englisch|französisch|spanisch|italienisch|portugiesisch|russisch|chinesisch|japanisch|arabisch
            |português|inglês|francês|alemão|espanhol|russo|chinês|bahasa \w+|tiếng \w+)\b|по-(?:русски
            |английски|немецки|французски|испански|китайски)|(?:русск|английск|немецк|французск|испанск
            |китайск|украинск)\w+|язык\w*|(?:ب)?(?:ال)?(?:عربية|إنجليزية|انجليزية|فرنسية|ألمانية|إسبانية)
            |(?:بال|ال)\w*(?:عربية|إنجليزية|انجليزية|فرنسية)|हिंदी|हिन्दी|अंग्रेज़ी|अंग्रेजी|फ़्रेंच|भाषा
        """),
        "length": _pattern(r"""
            \b(?<!no )(?:short|shorter|brief|briefly|concise|concisely|long|longer|detailed|lengthy|verbose
            |terse|succinct|at most|no more than|word limit|one sentence|one-liners?|one word|words?
            |paragraphs?|under \d+)\b|[简簡](?:短|洁|潔|单|單|要|明)|[详詳](?:细|細|尽|盡)|字(?:以?内|以?內)
            |不超[过過]|[长長](?:段|篇|度|文)|短[些一点點句]|控制在|[几幾一两兩三\d]+(?:句|段|字)|สั้น|กระชับ
            |ยาว|ละเอียด|ประโยคเดียว|短く|短め|簡潔|詳しく|長く|文字以内|一言|짧게|간단|간결|길게|자세
            |문장으로|줄로|글자|\b(?:breve|breves|brevemente|cort[oa]s?|concis[oa]s?|larg[oa]s?|detallad\w+
            |court[es]*|brefs?|brève\w*|concise?s?|longue?s?|détaillé\w*|kurz\w*|knapp\w*|ausführlich\w*
            |lang\w*|curt[oa]s?|long[oa]s?|detalhad\w+|singkat|pendek|panjang|ringkas|ngắn\w*|dài
            |chi tiết)\b|кратк\w+|коротк\w+|коротко|подробн\w+|длинн\w+|باختصار|مختصر\w*|قصير\w*|موجز\w*
            |مفصل\w*|طويل\w*|संक्षिप्त|संक्षेप|छोटे|छोटा|विस्तार|लंबे
        """),
        "format": _pattern(r"""
            \b(?:tables?|bullets?|bullet points?|lists?|markdown|json|yaml|csv|html|code blocks?|numbered
            |headings?|headers?|plain text|latex|emphasis|bold|italics?|metric|imperial|celsius|fahrenheit
            |kilomet\w+|units?|tldr|tl|summary|line breaks?|format\w*)\b|表格|列表|清[单單]|要[点點]
            |分[点點条條]|[项項]目符[号號]|格式|[编編][号號]|[标標][题題]|代[码碼][块塊]|[单單]位|公制|摄氏
            |攝氏|总结在最后|ตาราง|ลิสต์|หัวข้อย่อย|บุลเล็ต|เป็นข้อๆ|เป็นข้อ|箇条書き|表形式|表で|リスト|マークダウン
            |見出し|표로|표 형식|목록|불릿|마크다운|글머리|\b(?:tablas?|listas?|viñetas?|tableaux?|listes?
            |puces|tabellen?|stichpunkte?\w*|aufzählung\w*|tabelas?|marcadores|tabel|daftar|poin|bảng
            |danh sách|gạch đầu dòng)\b|таблиц\w*|списк\w*|список|маркдаун|جدول|جداول|قائمة|نقاط|तालिका|सूची
            |बिंदु\w*
        """),
        "style": _pattern(r"""
            \b(?:formal|formally|informal|informally|polite|politely|casual|casually|friendly|tone|style
            |emojis?|emoticons?|simple (?:words|terms|language|english)|plain (?:words|english|language)
            |jargon|slang|humou?r|jokes?|sarcas\w+|rhym\w+|simply|like i'm|eli5|pirate speech|first person
            |honest|direct|critical|serious|funny|kind|strict|exclamation marks?|capital letters|lower ?case
            |all caps|gender-neutral)\b|口[语語]|正式|[礼禮]貌|[语語][气氣调調]|[风風]格|通俗|大白[话話]
            |敬[语語称稱]|表情(?:符[号號])?|幽默|[专專][业業]一?[点點些]|白[话話]|文言|可[爱愛]|สุภาพ
            |เป็นกันเอง|ทางการ|อีโมจิ|อิโมจิ|ง่ายๆ|น้ำเสียง|ครับ$|敬語|丁寧|タメ口|ため口|くだけ|絵文字|口調|関西弁
            |やさしい|わかりやす|分かりやす|존댓말|반말|높임말|격식|이모지|이모티콘|말투|쉽게|친근
            |\b(?:informal|formal|tuté\w+|tutear\w*|usted|tono|estilo|emoticon\w*|tutoie\w*|vouvoie\w*|ton
            |soutenu|familier|duze|duz\w*|sieze|siez\w*|förmlich\w*|locker\w*|höflich\w*|tom|estilo
            |educad\w+|sopan|santai|nada|thân thiện|lịch sự|trang trọng|biểu tượng cảm xúc)\b|вежлив\w*
            |неформальн\w*|формальн\w*|на (?:ты|вы)\b|эмодзи|смайл\w*|простым\w*|стил\w+|رسمي\w*|مهذب\w*
            |بسيط\w*|رموز تعبيرية|إيموجي|औपचारिक|विनम्र|इमोजी|सरल|आसान
        """),
        "persona": _pattern(r"""
            \byou(?:'re| are) (?:now )?(?:an? |my |the |called |[a-z]+o\b)|\b(?:act|behave|speak|talk|answer
            |respond|reply|write) (?:as|like) (?!if|usual|before|this|that)|\bpretend\b|\brole ?play\b
            |\bplay the (?:role|part)\b|\byour name(?:'s| is)|\byou(?:'ll| will) be (?:an? |my )|\bpirate\b
            |扮演|你(?:现在|現在|就)?是(?:一|我|个|個|名|位)|[当當](?:作|成|做)?(?:一[个個名位]|我的)
            |你(?:的名字)?叫|[角][色]|สวมบท|คุณ(?:คือ|เป็น|ชื่อ)|ทำตัวเป็น|แกล้งเป็น|あなたは[^ ]{1,12}(?:です|だ
            |として|になって)|になりきっ|を演じ|として(?:振|話|答)|너는 |당신은 |역할|인 척|처럼 (?:말|행동)
            |연기해|\b(?:actúa como|eres (?:un|una|mi)|compórtate|haz de|agis comme|tu es (?:un|une|mon|ma)
            |comporte-toi|du bist (?:ein|eine|mein|meine|jetzt)|spiel\w* (?:ein|eine|die|den)|aja como
            |você é (?:um|uma|meu|minha)|finja|bertindak|berperan|kamu adalah|anggap dirimu|đóng vai
            |bạn là)\b|ты (?:теперь )?(?:мой|моя|—|пират\w*|учител\w*|эксперт\w*)|притвор\w*|веди себя|роль
            |أنت (?:الآن )?\w+|تظاهر|تصرف ك\w*|दिखावा|भूमिका
        """),
    }
)

DIET = _pattern(r"""
    \b(?:allerg\w+|vegan|vegetarian|pescatarian|diabet\w+|c(?:o?)eliac|intoleran\w+|wheelchair|kosher|halal
    |alérgic\w+|alergia|vegetarian\w+|allergique|végétarien\w*|allergisch|vegetarier\w*|veganer\w*|alergi)\b
    |[过過]敏|素食|吃素|แพ้|มังสวิรัติ|กินเจ|アレルギー|ベジタリアン|ビーガン|알레르기|알러지|채식|비건|аллерги\w+
    |вегетариан\w*|веган\w*|حساسية|نباتي|एलर्जी|शाकाहारी|dị ứng|ăn chay
""")

NEGATION = _pattern(r"""
    \b(?:never|don't|do not|doesn't|avoid|no|without|not|stop|refrain|nunca|jamás|no|evita|jamais|n'\w+|ne
    |pas|plus de|sans|évite\w*|nie|niemals|nicht|kein\w*|vermeide\w*|ohne|não|evite|jangan|tanpa|hindari
    |đừng|không)\b|不要|[别別](?!的|人)|不[准许許得再用可]|禁止|避免|勿|ห้าม|อย่า|ไม่ต้อง|เลิก|しないで|わないで
    |かないで|ないで|使うな|言うな|するな|やめて|禁止|なし|하지 ?마|쓰지 ?마|말아|마세요|지 ?마|말고|금지
    |никогда|\bне\b|\bбез\b|(?:^| )لا |[أا]بدا|بدون|(?:^| )मत |मत$|नहीं|कभी नहीं
""")

NAMING = _pattern(r"""
    \bcall me\b|\bmy name\b|\bi go by\b|叫我|[称稱]呼我|喊我|我叫|我的名字|ชื่อ|เรียก|名前|呼んで|이름|불러
    |\bme llamo\b|\bmi nombre\b|llámame|\bm'appelle\b|\bmon nom\b|appelle[zr]?-moi|\bheiße\b|\bmein name\b
    |\bnenne? mich\b|\bmeu nome\b|\bme cham[oe]\b|\bnama\w*\b|\bpanggil\b|\btên\b|\bgọi\b|зовут|зови\w*
    |называй\w*|اسمي|ناد\w?ني|नाम|बुला\w*
""")

# Words of wishing and answering say nothing about what a wish is about.
GENERIC = words_of("""
    always never from now on please answer answers answering reply replies respond response responses write
    use using speak talk say call called address give include add avoid keep tell suggest recommend mention
    anymore longer future conversation chat session rest important remember sure note again stop forget rule
    rules instruction instructions preference forget mind nevermind everything said ignore drop cancel reset
    allergic allergy allergies can't cannot eat eating drink olvida olvídalo olvídate
    siempre nunca responde usa habla ahora adelante partir alérgico alérgica puedo comer oublie laisse
    tomber toujours jamais réponds utilise maintenant partir désormais suis allergique peux manger vergiss
    immer nie antworte verwende jetzt künftig bin allergisch esquece esqueça sempre responda use agora
    diante sou posso lupakan selalu jawab gunakan mulai sekarang alergi terhadap quên luôn trả lời dùng giờ
    trở dị ứng забудь отмени отмена отвечай пиши используй всегда никогда момента этого аллергия меня больше
    нужно انس انسى أجب استخدم دائما الآن فصاعدا حساسية لدي भूल जाओ जाइए हमेशा जवाब दो दें देना अब एलर्जी 잊어줘
    잊어버려 취소해 취소해줘 아까 방금 앞으로 이제부터 지금부터 항상 언제나 절대 대답해 답변해 써 써줘 말해
    해줘 모든 답변은 알레르기가 있어요
""")
GENERIC_PHRASES = _pattern(r"""
    [从從](?:现在|現在|今天|今)(?:起|[开開]始)?|以[后後]|今[后後]|一直|始[终終]|永[远遠]|[总總]是|每次|所有
    |全部|回答|回[复覆]|使用|用|[说說]|[写寫]|推[荐薦]|不要|[别別]|不用|[过過]敏|[请請]|[对對]|忘[了掉记記]
    |[刚剛]才|之前|前面|要求|取消|算了|[当當]我[没沒]|ต่อไปนี้|ตั้งแต่นี้(?:เป็นต้นไป)?|จากนี้(?:ไป)?|ตอบ|ใช้|พูด|เขียน
    |เรียก|แพ้|ห้าม|อย่า|ไม่ต้อง|เสมอ|ตลอด|แนะนำ|ช่าง|เถอะ|ลืม|ยกเลิก|これから|今後|以降|いつも|常に|回答|返答|答え
    |使|ください|お願い|アレルギー|ないで|さっき|先ほど|指示|忘れて|取り消|キャンセル
""")
