"""Words that carry no content of their own, and words that tell languages and numbers apart. Words only, no
logic.

FILLER_WORDS are whole tokens of spaced scripts, FILLER_PHRASES regular expressions for scripts without
reliable spaces. They decide whether a message can stand alone; they are no stop list for retrieval.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType


def words_of(text: str) -> frozenset[str]:
    """The words of a block, separated by any white space."""
    return frozenset(text.split())


FILLER_WORDS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "english": words_of("""
            a an the this that these those it its it's they them their he she him her his i i'm i'd i'll
            i've me my mine we us our you your you're is isn't are aren't was wasn't were be been being am
            do does did done doing don't doesn't didn't have has had can can't could couldn't will won't
            would wouldn't should shouldn't may might must shall and or but so then than if of in on at to
            for from with by about as into out up down over under again too also just only even still yet
            very much many more most less some any all both each either neither other others another one
            ones same such what what's which who who's whose whom when where why how that's there there's
            here let's please yes yeah yep yup no nope not ok okay k kk sure thanks thank thx oh ah hm hmm
            hey right fine good great cool nice well now next last first second third fourth fifth former
            latter go going on ahead continue keep it'll way thing things stuff like else anything something
            everything nothing really maybe perhaps definitely absolutely exactly correct alright do did
            tell show give explain elaborate expand mean meant say said try make get got want need think
            believe know yours lot bit little few option number step instead because since though actually
            look come see let put take shorter longer simpler faster better further detail details example
            examples anyway lol haha wow true false yesterday today tomorrow
        """),
        "latin": words_of("""
            el la lo los las un una unos unas y e o u de del al a en con por para que qué es son era está
            eso esa ese esos esas esto esta este él ella ellos ellas yo tú mi tu su se me te le les no sí si
            pero más muy también ya cómo cuándo cuál cuáles cuánto cuánta dónde quién entonces luego vale
            bien bueno claro primero primera segundo segunda tercero tercera último última otro otra mismo
            misma gracias continúa continua sigue cuesta hay le les des du et ou ni est sont était ça cela
            ce cet cette ces celui celle il elle ils elles je j'ai moi toi mon ton son pas ne oui non mais
            plus aussi encore pourquoi comment quand quoi quel quelle où qui donc alors bon bien d'accord
            merci continue premier première deuxième second seconde troisième dernier dernière autre même
            c'est qu'est-ce der die das den dem ein eine einen und oder aber ist sind war es er sie ich du
            wir mir mich mein dein nicht ja nein doch noch auch mehr so dann warum wieso wie was wann wo wer
            welche welcher welches bitte danke gut okay klar weiter erste ersten zweite zweiten dritte
            dritten letzte letzten andere anderen dies dieser diese dieses damit dafür davon dazu darüber
            genau nochmal mal os as um uma dos das do da no na em com isso isto esse essa ele ela eu você
            meu seu não sim mas mais também então como quando qual quais quanto quanta onde quem por porque
            primeiro primeira segundo segunda terceiro terceira outro outra mesmo obrigado obrigada certo
            custa yang itu ini dan atau tapi di ke dari dengan untuk adalah dia mereka saya aku kamu anda ya
            tidak bukan iya juga lagi lebih lalu kemudian terus lanjut lanjutkan kenapa mengapa bagaimana
            gimana kapan berapa mana siapa apa apakah tolong baik oke sudah pertama kedua ketiga terakhir
            lain harganya terima kasih makasih cái này đó kia ấy và hay nhưng là của cho với ở từ thì mà nó
            họ tôi mình bạn em anh không có phải vâng dạ ừ cũng còn nữa rồi sao tại vì thế vậy nào gì khi
            bao nhiêu đâu ai tiếp tục đi được tốt thứ nhất hai ba đầu tiên cuối cùng cảm ơn giá nhé ạ
        """),
        "cyrillic": words_of("""
            и а но или в во на с со к у о об от из за по для до без при не ни да нет это этот эта эти этого
            этом тот та то те он она оно они его её ее их ему ей им я ты вы мы мне меня тебе мой твой что
            чего чем кто где когда куда как какой какая какое какие сколько почему зачем ли же бы ещё еще
            уже тоже также так там тут очень больше потом дальше далее тогда ну ок хорошо ладно понятно ясно
            спасибо пожалуйста продолжай продолжи первый первая первое второй вторая второе третий третья
            последний последняя другой другая другое ага угу конечно есть был подробнее давай раз
        """),
        "arabic": words_of("""
            و أو او في من على إلى الى عن مع ما ماذا من متى أين اين كيف كم لماذا ليش هل أي هذا هذه ذلك تلك هو
            هي هم أنا انا أنت انت نحن له لها به بها فيه نعم لا أجل طيب حسنا تمام ثم أيضا ايضا أكثر اكثر
            الأول الاول الثاني الثالث الأخير الاخير أكمل اكمل استمر تابع شكرا فضلك رجاء كان هناك يا وما
            وماذا وكيف وكم والثاني والأول
        """),
        "devanagari": words_of("""
            और या में से को का की के पर है हैं था थे थी हो यह ये वह वो वे इस उस इन उन इसे उसे इसका उसका इसकी उसकी मैं मुझे
            मेरा मेरी आप तुम हम क्या क्यों कैसे कब कहाँ कहां कौन कितना कितने कितनी किस तो फिर भी ही न नहीं मत हाँ हां जी
            ठीक अच्छा और बताओ बताइए आगे जारी रखो रखें पहला पहली पहले दूसरा दूसरी दूसरे तीसरा तीसरी आखिरी वाला वाली
            वाले धन्यवाद शुक्रिया कृपया
        """),
    }
)

FILLER_PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "hangul": r"""
            네|예|응|어|음|아니|아니요|아니오|그래|그래요|그리고|그래서|그럼|그러면|그런데|근데|왜|왜요|뭐
            |뭐야|무엇|어떻게|언제|어디|누구|얼마|얼마야|얼마예요|얼마인가요|그거|그것|그건|그게|그걸|이거
            |이것|이건|이게|이걸|저거|거기|그|이|저|것|거|건|좀|더|또|다시|계속|계속해|계속해줘|해|해줘
            |해주세요|주세요|줘|알려줘|알려주세요|말해줘|설명해줘|자세히|좋아|좋아요|오케이|알겠어
            |알겠습니다|감사합니다|고마워|첫|두|세|네|번째|번째는|번째는요|번째|첫번째|두번째|세번째|마지막
            |마지막은|다음|다음은|다른|하나|예를|들면|요|당연하지|물론|물론이죠|맞아|맞아요|ㅇㅇ|ㅋ+|ㅎ+
            |진짜|정말|그렇게|이렇게|그래도|해봐|부탁해|부탁해요|부탁드려요|부탁드립니다
        """,
        "thai": r"""
            ครับ|ค่ะ|คะ|นะ|จ้า|จ้ะ|สิ|ล่ะ|ละ|เลย|หน่อย|ด้วย|ใช่|ไม่|ได้|โอเค|ตกลง|ทำไม|ยังไง|อย่างไร|อะไร|ไหน|ไหม|มั้ย|หรือ
            |เท่าไหร่|เท่าไร|เมื่อไหร่|กี่|ใคร|แล้ว|ต่อ|อีก|ก็|คือ|เป็น|อยู่|มี|ที่|และ|กับ|ของ|ให้|ไป|มา|นี้|นั้น|มัน|อัน|ตัว|ข้อ|แบบ
            |เขา|เธอ|คุณ|ผม|ฉัน|เรา|หนึ่ง|สอง|สาม|แรก|สุดท้าย|ช่วย|ขอ|บอก|เล่า|อธิบาย|เพิ่มเติม|เพิ่ม|ขยายความ|ทำ|เอา|อยาก
            |ขอบคุณ|มาก|ๆ|อืม|เออ|จริง|ดี
        """,
        "kana": r"""
            はい|いいえ|いや|うん|ええ|お願いします|お願い|おねがい|ください|下さい|教えて|おしえて|です
            |ます|ました|でした|か|ね|よ|な|の|は|が|を|に|で|と|も|へ|や|それ|これ|あれ|その|この|あの|そこ
            |ここ|そう|どう|なぜ|なんで|どうして|何|なに|いつ|どこ|誰|だれ|どれ|どの|いくら|続けて|続き
            |もっと|詳しく|じゃあ|では|じゃ|そして|次|最初|最後|他|ほか|もう|一度|[一二三四五1-9](?:番目
            |つ目|つ|個目)|わかりました|分かりました|了解|なるほど|ありがとう|ございます|して|する|した|いる
            |ある|から|まで|って|という|例えば|つまり|本当|ほんと|ん|い|た|て|し
        """,
        "han": r"""
            第[一二三四五六七八九十两兩\d]+[个個条條点點种種项項款家题題部首步]?|最[后後]一?[个個]?
            |[这這那哪][个個些里裡样樣么麼种種边邊儿]?|[它他她][们們]?|[我你您][们們]?|什[么麼]
            |怎[么麼][样樣办辦]?|[为為]什[么麼]|[为為]何|如何|多少|[几幾]|[谁誰]|上面|[刚剛]才|[继繼][续續]
            |展[开開]|接着|然[后後]|[还還]有|可以|好的?|是的?|[对對]的?|嗯+|哦+|啊|呀|呢|[吗嗎]|吧|了|的|地
            |得|也|都|就|[还還]|再|有|[没沒]|不|要|想|[请請]|[帮幫]|一下|一点|一點|[说說讲講]|和|[与與]|跟
            |[给給]|把|被|[让讓]|在|到|[会會]|能|[过過]|很|太|真|最|更|[谢謝]+|行|[详詳][细細]|下|次|[个個]
            |[点點]|[换換]|另外?|其他?|一|[选選]|原因|意思
        """,
    }
)

# Frequent words of the pooled Latin languages that are hardly ever English: one of them opens the pool.
FOREIGN_HINTS: frozenset[str] = words_of("""
    el los las y en con por para que qué es son está eso esa ese esos esas esto yo tú su sí pero más muy
    también cómo cuál cuánto cuánta cuesta dónde quién gracias hola segundo segunda último última puedes
    dime explica continúa sigue otra le la les des du et ou est sont ça cela cette je j'ai moi mon oui mais
    aussi pourquoi comment quand quel quelle où merci bonjour salut peux-tu c'est qu'est-ce pas ne dans sur
    avec vous tu une un continuez deuxième dernier der das und oder aber ist sind ich du wir nicht ja nein
    auch mehr warum wieso wie wann wo welche welcher bitte danke hallo kannst ein eine für mit auf zu zweite
    zweiten weiter genauer erkläre mach dann gibt den dem os um uma dos em com isso isto esse essa ele ela
    eu você meu seu não sim mas então quanto onde quem porque obrigado obrigada olá oi pode custa explique
    segunda primeira quais qual yang itu ini dan atau tapi dari dengan untuk saya aku kamu anda tidak bukan
    iya juga lebih kenapa mengapa bagaimana gimana kapan berapa siapa apa apakah tolong terima kasih makasih
    lanjut lanjutkan teruskan kedua jelaskan halo lalu không của và là cái này đó kia với cho tại sao thế
    vậy bạn tôi mình còn tiếp tục cảm ơn xin chào nó bao nhiêu ab jetzt mulai sekarang từ giờ soy alergia
    ubah ganti ralat maksud
""")

# How the words caught by the `ordinal` patterns begin, after the place they name; the longest counts.
_PLACES = """
    1|first|former|prim|premi|erst|pertama|đầu|thứ nhất|перв|أول|اول|أولى|اولى|पहल|첫|แรก|หนึ่ง|最初|一番上|一
    2|second|segund|deuxi|zweit|kedua|thứ hai|втор|ثاني|दूसर|두|둘|สอง|二|两|兩
    3|third|terc|troisi|dritt|ketiga|thứ ba|трет|ثالث|तीसर|세|셋|สาม|三
    4|fourth|cuart|quart|quatri|viert|keempat|thứ tư|четв|رابع|चौथ|네|สี่|四
    5|fifth|quint|cinqui|fünft|kelima|thứ năm|пят|خامس|पाँच|다섯|ห้า|五
    6|sixth|六
    7|seventh|七
    8|eighth|八
    9|ninth|九
    10|tenth|十
    -1|last|final|latter|últim|derni|letzt|terakhir|cuối|последн|أخير|اخير|आखिरी|आख़िरी|अंतिम|마지막
    -1|สุดท้าย|หลังสุด|最後|最后|一番下
"""
ORDINAL_STEMS: Mapping[str, int] = MappingProxyType(
    {stem: int(n) for n, *stems in (row.split("|") for row in _PLACES.split("\n") if row) for stem in stems}
)
