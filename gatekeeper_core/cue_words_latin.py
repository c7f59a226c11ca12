"""The phrases behind `cues` in Spanish, French, German, Portuguese, Indonesian, Vietnamese. Words only, no
logic.

One pool: these languages are told from English, not from each other. The form is that of `cue_words`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LATIN: Mapping[str, str] = MappingProxyType(
    {
        "points": r"""
            START(?:¿ ?)?(?:y|e|et|und|o|ou|oder|dan|lalu|còn|thế còn|vậy còn|pero|mas|mais|aber
            |tapi)(?: [^.!?]{1,50})? \?|continúa|continua|continue[zr]?|sigue|prosigue|prossiga|poursui[st]
            |poursuivez|vas-y|la suite|weiter(?= [.!?,])|mach weiter|fahre? fort|lanjut(?:kan)?|teruskan
            |tiếp tục(?= [.!?,]| đi)|tiếp đi|nói tiếp|más detalles|más ejemplos|cuéntame más|dime más
            |plus de détails|dis-m'en plus|développe|détaille|mehr dazu|mehr details|genauer(?= [.!?])
            |ausführlicher(?= [.!?])|mais detalhes|conta mais|fale mais|lebih (?:detail|lanjut|rinci)
            |chi tiết hơn|nói thêm|giải thích thêm|(?:el|la|lo|los|las|o|a|os|as|le|les) (?:mismo|misma
            |anterior|anteriores|otro|otra|mesmo|mesma|outro|outra|même|précédente?)(?= [.!?,])
            |l'autre(?= [.!?,])|cuál es (?:mejor|peor|más \w+)(?= [.?])|qual é (?:melhor|pior
            |mais \w+)(?= [.?])|STARTlequel|STARTlaquelle|welche[rs] ist \w+er(?= [?.])|lo anterior
            |de arriba|ci-dessus|acima|oben(?= [.!?,])|obige\w*|vorherige\w*|(?:der|die
            |das) andere(?= [.!?,])|dasselbe|das gleiche(?= [.!?,])|di atas|ở trên|bên trên
            |sebelumnya(?= [.!?,])|qué tal|bagaimana (?:dengan|kalau)|gimana (?:dengan|kalau)|kalau yang
            |yang (?:tadi|itu|ini|lain)|vừa rồi|vừa nói|thì sao|wie wäre es mit|was ist mit|et pour
            |celui-(?:ci|là)|celle-(?:ci|là)|ceux-(?:ci|là)|cái (?:đó|này|kia|ấy)|(?:điều|việc|người|chỗ
            |chuyện) (?:đó|này|ấy)|(?:explíca|haz|hágal|tradúce|cámbia|repíte|resúme|mejóra|corríge|pon
            |escríbe|muéstra|dí|acórta|alárga|dá)(?:me)?l[oa]s?|(?:explique|fais|traduis|change|répète
            |résume|améliore|corrige|mets|écris|montre|raccourcis|donne)-(?:le|la|les|moi-le)
        """,
        "pronoun": r"""
            eso|esa|ese|esos|esas|ello|aquello|esto|(?:este|esta|estos|estas)(?! (?:año|mes|fin|verano
            |invierno|semana|noche|tarde|mañana|vez|momento|ano|mês|domingo|sábado|verão|manhã|noite) )
            |ellos|ellas|él|ça|cela|ceci|celui|celle|ceux|(?:cet|cette|ces)(?! (?:année|semaine|nuit|fois
            |été|hiver|jours|matin|soir|après-midi) )|il(?! (?:y|faut|est|pleut|fait|s'agit|existe) )|elle
            |elles|ils|(?:bedeutet|heißt|ist|war|kostet|geht|macht|funktioniert|mit|über|für|ohne|auf|erklär
            |erkläre|mir|du|ich|man|kann|soll|warum|wie) das(?= (?:[.!?,]|nochmal|noch|genauer|bitte|auch
            |denn|auf|für|mit|machen|tun|gemacht))|STARTdas(?= (?:ist|war|geht|heißt|kostet|bedeutet
            |funktioniert|klingt|macht|stimmt|wäre|sind|hat) )|dies|(?:dieser|dieses|diese|diesem
            |diesen)(?! (?:woche|jahr|monat|mal|abend|sommer|winter|nacht|tag|tage) )|(?:übersetze?|erkläre?
            |fasse|ändere|korrigiere|wiederhole|schreib|mach) (?:mir )?das(?= (?:ins|in|auf|bitte|noch
            |genauer|kürzer|zu|[.!?]))|davon|daran|darüber|dazu|darauf|dabei|daraus|dafür|damit(?= [.!?])
            |(?:kostet|ist|macht|kann|hat|war) (?:er|es|sie)(?= [.!?,])|isso|isto|aquilo|esse|essa|esses
            |essas|(?:aquele|aquela)s?|ele|ela|eles|elas|del[ea]s?|nel[ea]s?|dess[ea]s?|disso|nisso|(?:pel
            |dest|nest)[ea]s?(?! (?:ano|mês|semana|noite|tarde|manhã|vez) )|(?<!hari )(?<!tahun )
            (?<!minggu )(?<!saat )(?<!bulan )(?<!kali )(?<!malam )(?<!sekarang )(?:itu|ini)|dia|mereka
            |(?!biasanya|akhirnya|sebenarnya|sebaiknya|misalnya|seharusnya|sepertinya|rasanya|hanya|tanya
            |punya|banyak|adanya|bertanya)\w{3,}nya|nó|họ|(?:ở|về|như|của|với|cho|từ|trong) (?:đó|đấy|kia
            |vậy|này)(?= [.!?,])|(?:đó|đấy|kia)(?= [.!?])
        """,
        "wants": r"""
            START(?:\w+-(?:le|la|les|moi)|(?:explíca|haz|tradúce|cámbia|repíte|resúme|mejóra|corríge|escríbe
            |muéstra|dí)(?:me)?l[oa]s?|por favor|explica|explícame|dime|dame|muestra|muéstrame|escribe|haz
            |recomienda|recomiéndame|traduce|resume|busca|ayúdame|compara|describe|cuéntame|necesito|quiero
            |quisiera|me gustaría|qué|cuál|cuáles|cómo|cuándo|cuánto|cuánta|cuántos|dónde|quién|por qué)
            |START(?:s'il (?:te|vous) plaît|explique|expliquez|dis-moi|donne|donnez|montre|écris|fais
            |recommande|traduis|résume|cherche|aide-moi|compare|décris|raconte|je (?:veux|voudrais|cherche)
            |quel|quelle|quels|quelles|comment|quand|combien|où|qui|pourquoi|est-ce|qu'est-ce|peux-tu
            |pouvez-vous|pourrais-tu|pourriez-vous)|START(?:bitte|erkläre?|sag|gib|zeige?|schreibe?|mach
            |mache|empfiehl|übersetze?|fasse?|suche?|hilf|vergleiche?|beschreibe?|nenne?|erzähle?
            |ich (?:möchte|suche|brauche)|was|welche[rsmn]?|wie|wann|wieviel|wo|wer|warum|wieso|weshalb
            |kannst|können|könntest|könnten|gibt|ist|sind|hast)|START(?:diga|me (?:diga|dê|mostre|explique)
            |mostre|escreva|faça|recomende|traduza|resuma|procure|ajude|descreva|preciso|quero|gostaria|qual
            |quais|como|quando|quanto|quanta|onde|quem|por que|você pode|pode)|START(?:tolong|mohon|jelaskan
            |beri|berikan|tunjukkan|tulis|tuliskan|buat|buatkan|rekomendasikan|terjemahkan|ringkas|cari
            |carikan|bantu|bandingkan|sebutkan|ceritakan|saya (?:mau|ingin|butuh)|apa|apakah|bagaimana|kapan
            |berapa|di mana|dimana|siapa|kenapa|mengapa|bisakah|gimana)|START(?:hãy|xin|vui lòng|làm ơn
            |giải thích|cho (?:tôi|mình|em|anh)|viết|dịch|tóm tắt|tìm|giúp|so sánh|kể|tôi (?:muốn|cần)
            |tại sao|vì sao|như thế nào|khi nào|bao nhiêu)|(?:là|làm|có) (?:gì|ai|không)(?= [.])|s'il (?:te
            |vous) plaît|por favor
        """,
        "thanks": r"""
            (?:muchas |mil )?gracias|adiós|hasta (?:luego|mañana|pronto)|merci(?: beaucoup| bien)?|au revoir
            |à (?:bientôt|demain|plus)|bonne (?:nuit|soirée|journée)|danke(?: schön| sehr)?|vielen dank
            |tschüss?|auf wiedersehen|gute nacht|(?:muito )?obrigad[oa]|valeu|tchau|até (?:logo|mais|amanhã)
            |boa noite|(?:terima ?kasih|makasih)(?: banyak)?|trims|sampai jumpa|selamat malam|cảm ơn(?: bạn
            | nhiều| rất nhiều)*|cám ơn(?: bạn| nhiều)*|tạm biệt|chúc ngủ ngon
        """,
        "okay": r"""
            vale|de acuerdo|entendido|perfecto|genial|d'accord|compris|parfait|super|alles klar|verstanden
            |in ordnung|perfekt|tá|beleza|entendi|perfeito|ótimo|baik|oke|mengerti|paham|siap|được rồi|vâng
            |dạ|hiểu rồi|tốt
        """,
        "opens": r"""
            START(?:hola|buenos días|buenas|bonjour|salut|bonsoir|hallo|guten (?:tag|morgen|abend)|moin|olá
            |oi|bom dia|boa tarde|halo|hai|selamat (?:pagi|siang|sore)|xin chào|chào)(?= )|por cierto
            |otra (?:pregunta|cosa)|cambi(?:o|ando|emos) de tema|au fait|à propos(?= ,)|autre (?:question
            |chose|sujet)|changeons de sujet|rien à voir|übrigens|andere frage|anderes thema|themenwechsel
            |noch eine frage|was anderes|a propósito|aliás|outra (?:pergunta|coisa|dúvida)
            |mudando de assunto|ngomong-ngomong|omong-omong|pertanyaan lain|ganti topik|topik lain|oh ya
            |nhân tiện|câu hỏi khác|chuyển (?:chủ đề|đề tài)|chủ đề khác|à mà|hỏi thêm
        """,
        "corrects": r"""
            quise decir|quería decir|quiero decir|me refería al?|me refiero a|mejor dicho|corrección
            |no(?: ,)? es eso|no era eso|eso no es|(?:en vez|en lugar) de (?:eso|esto)|me equivoqué
            |me he equivocado|(?<!no )está mal(?= )|cámbial[oa]|cambia (?:eso|esto|a)|no(?: ,)? (?:mejor
            |perdón|digo)|en realidad(?: ,)? (?:es|quiero|era|son)|no , (?:la|el|los|las) (?:otr[oa]|de)
            |je voulais dire|je veux dire|je parlais d|je me suis trompée?|correction|ce n'est pas (?:ce que
            |ça)|c'est pas (?:ça|ce que)|non(?: ,)? (?:pas|plutôt|je voulais|l'autre)
            |en fait(?: ,)? (?:c'est|mets|plutôt|non|je veux)|remplace (?:ça|par)|change (?:ça|en|pour)
            |à la place(?= [.!?,])|plutôt (?:que|le|la|en)|ich meinte|ich meine(?= )|nein(?: ,)? (?:nicht
            |ich (?:meinte|wollte)|das andere|lieber)|so war das nicht|korrektur|ändere (?:das|es)
            |änder (?:das|es)|stattdessen|das (?:ist|war) falsch|falsch verstanden
            |nicht [^.!?]{1,40} sondern|vertippt|ich habe mich (?:geirrt|vertan)|doch lieber
            |eigentlich(?: ,)? (?:meinte|wollte|will)|mach daraus|eu quis dizer|quis dizer|queria dizer
            |quero dizer|me enganei|errei|correção|corrigindo|não(?: ,)? (?:é isso|foi isso|era isso|o outro
            |a outra)|na verdade(?: ,)? (?:é|quero|era|são)|muda(?:r)? para|mude (?:para|isso)
            |troque?(?: isso)? (?:por|para)|melhor dizendo|maksud(?:ku| saya| gue| aku)|bukan (?:itu
            |yang itu|begitu)|ralat|koreksi|eh salah|salah(?= [.,])|(?:ganti|ubah|diganti|diubah) (?:jadi
            |menjadi|ke|dengan)|bukan [^.!?]{1,40} (?:tapi|melainkan)|ý (?:tôi|mình|em|anh|tớ) là
            |không phải (?:ý|vậy|thế|cái (?:đó|này))|nhầm(?: rồi)?(?= )|sai rồi|(?:sửa|đổi
            |chuyển) (?:lại )?thành|đính chính|không phải [^.!?]{1,40} mà (?:là)?
        """,
        "recalls": r"""
            (?:dijiste|mencionaste|hablamos|comentaste|recomendaste|te dije|te pregunté|me (?:dijiste|diste
            |recomendaste))|la última vez|¿?(?:recuerdas|te acuerdas)|antes (?:dijiste|mencionaste|hablamos)
            |volv(?:er|amos|iendo) a(?:l)? |como (?:dijiste|dije|hablamos)|tu (?:as|avais) (?:dit|mentionné
            |recommandé|parlé|suggéré)|vous avez (?:dit|mentionné)|on (?:a|avait) (?:parlé|dit|discuté)
            |la dernière fois|tu te (?:souviens|rappelles)|tout à l'heure|rev(?:enons|enir) (?:à|au)
            |précédemment|du (?:hast|hattest) (?:[^.!?]{1,60} )?(?:gesagt|erwähnt|empfohlen|vorgeschlagen
            |genannt|geschrieben)|hattest du|wir (?:haben|hatten) (?:[^.!?]{1,60} )?(?:besprochen|gesprochen
            |geredet|gesagt)|letztes mal|beim letzten mal|erinnerst du dich|weißt du noch|vorhin
            |zurück (?:zu|zum|zur)|wie (?:war|hieß|lautete) [^.!?]{1,40} nochmal|você (?:disse|falou
            |mencionou|recomendou|sugeriu)|falamos|conversamos|da última vez|você (?:lembra|se lembra)
            |lembra (?:do|da|de|que|quando)|volt(?:ar|ando) (?:a|ao|à|para)|antes você|tadi (?:kamu|anda
            |kita|saya|aku)|(?:kamu|anda|kita) (?:tadi|pernah|sebelumnya|sudah) (?:bilang|sebut|bahas
            |katakan|rekomendasikan)|terakhir kali|masih ingat|ingat [^.!?]{1,40}(?= \?)|ingat (?:tidak
            |nggak|gak|waktu|yang)|kembali ke|yang (?:kamu|anda) (?:bilang|sebut|rekomendasikan)
            |sebelumnya (?:kamu|kita|anda|saya)|(?:lúc nãy|hồi nãy|khi nãy|trước đó|ban nãy)|(?:bạn|anh|em
            |chúng ta|mình) (?:đã|vừa|từng) (?:nói|bảo|nhắc|đề cập|bàn|gợi ý|giới thiệu)|lần trước
            |(?:còn )?nhớ (?:không|lúc|khi|[^.!?]{1,40} không)|quay lại|trở lại
        """,
        "regrets": r"""
            (?:ya )?te (?:lo )?(?:dije|había dicho|he dicho)|como (?:ya )?(?:te )?dije|ya (?:lo )?(?:dije
            |mencioné|expliqué)|te olvidaste|(?:lo )?olvidaste|je (?:te|vous) l'ai (?:déjà )?dit
            |je t'ai (?:déjà )?dit|comme je (?:l'ai|te l'ai|vous l'ai|t'ai) dit|j'ai déjà (?:dit|expliqué
            |mentionné)|tu as oublié|(?:hab
            |habe) ich (?:dir )?(?:doch |schon |bereits |gerade |eben )+gesagt|ich (?:hab|habe
            |hatte) (?:dir |es |das |dir das )*(?:doch |schon |bereits |gerade |eben )+(?:[^.!?]{1,30} )?
            (?:gesagt|erklärt|erwähnt)|wie (?:ich )?(?:schon |bereits )?gesagt
            |du hast (?:es |das )?vergessen|(?:eu )?já (?:te )?(?:disse|falei|expliquei|mencionei)
            |como (?:eu )?(?:já )?(?:disse|falei)|você esqueceu|(?:saya|aku|kan) (?:tadi )?(?:sudah|udah
            |tadi) (?:bilang|kasih tahu|jelaskan|sebut)|sudah (?:saya|aku) (?:bilang|katakan|jelaskan)
            |seperti yang (?:saya|aku) (?:bilang|katakan)|kamu lupa|(?:tôi|mình|em|anh) (?:đã|vừa) (?:nói
            |bảo|nhắc)|(?:đã|vừa) nói rồi|nói rồi mà|như (?:tôi|mình) đã nói|bạn quên
        """,
        "ordinal": r"""
            (?:el|la|lo|los|o|a|le|der|die|das|den|yang|cái) (?P<nth>primer[oa]?|segund[oa]|tercer[oa]?
            |cuart[oa]|quint[oa]|últim[oa]|primeir[oa]|terceir[oa]|premi(?:er|ère)|deuxième|seconde?
            |troisième|quatrième|cinquième|derni(?:er|ère)|erste[nrs]?|zweite[nrs]?|dritte[nrs]?
            |vierte[nrs]?|fünfte[nrs]?|letzte[nrs]?|pertama|kedua|ketiga|keempat|kelima|terakhir|thứ nhất
            |thứ hai|thứ ba|thứ tư|thứ năm|đầu tiên|cuối cùng)(?= (?:[.!?,]|opción|opção|option|punto|ponto
            |vorschlag|punkt|é|es|est|ist|por favor|bitte|aja|saja|apa|berapa|gimana|là|thì|giá|s'il|tolong
            |dong))
        """,
    }
)
