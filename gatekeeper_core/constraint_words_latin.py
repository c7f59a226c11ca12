"""The phrases behind `constraints` in Spanish, French, German, Portuguese, Indonesian, Vietnamese. Words
only.

The form is that of `constraint_words`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

LATIN: Mapping[str, str] = MappingProxyType(
    {
        "hint": r"""
            siempre|nunca|jamás|adelante|ahora|futuro|sucesivo|conversación|respuestas|toujours|jamais
            |désormais|dorénavant|maintenant|l'avenir|suite|réponses|immer|stets|nie|niemals|jetzt|sofort
            |künftig|zukünftig|zukunft|nun|antworten|antwort|rest|sempre|agora|diante|frente|doravante
            |conversa|respostas|selalu|jangan|sekarang|seterusnya|selanjutnya|depannya|setiap|semua|selama
            |luôn|giờ|nay|đừng|suốt|mọi|tất cả|sau này|không bao giờ|alergia|alérgic[oa]|soy|tengo|puedo
            |como|llamo|nombre|llámame|allergi\w*|suis|m'appelle|appelle-moi|mange|bin|habe|esse|heiße|nenn
            |nenne|vertrage|\w*allergie|sou|tenho|chamo|chame|meu|alergi|vegetarian|vegan|namaku|nama
            |panggil|kursi|dị ứng|ăn chay|tên|gọi|không ăn|ăn được|xe lăn|ruedas|rodas|fauteuil|rollstuhl
            |ya no|olvida\w*|olvídalo|plus|oublie|vergiss|mehr|musst|esquec\w*|mais|lagi|lupakan|nữa|quên
            |dejar|deja|arrêter|parar|berhenti|wieder
        """,
        "standing": r"""
            a partir de (?:ahora|hoy|este momento|agora|já)|de ahora en adelante|desde ahora|en adelante
            |de aquí en adelante|(?:en el|para el|en lo) (?:futuro|sucesivo)|(?:durante
            |en) (?:toda )?(?:esta|la|a|essa) (?:conversación|conversa|sesión|sessão|charla)|(?:el
            |o) resto d[ea] (?:la |esta )?(?:conversación|conversa)|(?:en )?tod[ao]s (?:tus|las|sus|mis
            |as suas|as|os|suas|as tuas) (?:respuestas|mensajes|respostas|mensagens)
            |à partir (?:de maintenant|d'aujourd'hui)|désormais|dorénavant|à l'avenir|pour la suite
            |(?:dans |pour )?toutes (?:tes|vos|les) réponses|pendant (?:toute )?(?:cette|la) (?:conversation
            |discussion)|le reste de (?:la|cette) (?:conversation|discussion)|ab (?:jetzt|sofort|heute|nun)
            |von (?:jetzt|nun) an|künftig|in zukunft|zukünftig|in (?:allen
            |jeder) (?:deinen |deiner |ihren )?(?:antworten|antwort)|für den rest (?:des|dieses|der|unseres
            |unserer) \w+|de agora em diante|daqui (?:para|pra) (?:a )?frente|doravante|no futuro
            |(?:em )?todas as (?:suas |tuas )?respostas|mulai (?:sekarang|saat ini|hari ini|detik ini|kini)
            |sejak sekarang|untuk (?:seterusnya|selanjutnya)|ke depannya|selama (?:percakapan|obrolan
            |chat)\w*(?: ini)?|(?:di|dalam|untuk) (?:semua|setiap) jawaban\w*|(?:kể )?từ (?:giờ|bây giờ|nay
            |lúc này|đây)(?: trở đi| về sau)?|sau này|(?:trong )?(?:mọi|tất cả|tất cả các) câu trả lời
            |(?:trong )?suốt (?:cuộc|buổi) (?:trò chuyện|hội thoại|nói chuyện)
        """,
        "addressed": r"""
            (?:responde|contesta|escribe|habla|explica|trata|dirígete|llama|recuerda)(?:me|r)?|respóndeme
            |contéstame|háblame|usa|utiliza|da|dame|evita|llámame|no (?:me )?(?:uses|respondas|escribas
            |digas|hables|menciones|pongas|recomiendes|sugieras|des)|quiero que|debes|tienes que|por favor
            |incluye|añade|mantén|sé|eres|puedes|podrías|tutéame|réponds|répondez|parle|parlez|écris|écrivez
            |utilise|utilisez|appelle-moi|appelez-moi|donne|donnez|évite|évitez|n'\w+ (?:pas|jamais|plus)
            |ne (?:me |m')?\w+ (?:pas|jamais|plus)|je (?:veux|voudrais) que|j'aimerais que|tu (?:dois|es
            |réponds|parles)|vous (?:devez|êtes)|s'il (?:te|vous) plaît|tutoie-moi|vouvoie-moi|mets|ajoute
            |fais|sois|peux-tu|pourrais-tu|pouvez-vous|antworte|antworten sie|schreib|schreibe|sprich|rede
            |nutze|verwende|verwenden sie|benutze|nenn|nenne|vermeide|bitte|kein|keine|ich möchte
            |du (?:sollst|bist|musst|antwortest)|duze|sieze|gib|mach|erkläre|erklär|halte|fasse|füge
            |kannst du|könntest du|können sie|sag|sei|schlag|schlage|responda|escreva|fale|use|me chame
            |chame-me|dê|evite|não (?:use|responda|escreva|fale|diga|mencione|sugira|recomende)|quero que
            |você (?:deve|é|vai|tem)|inclua|mantenha|seja|explique|pode|poderia|me trate|jawab\w*|balas
            |tulis|tuliskan|gunakan|pakai|bicara|bicaralah|panggil|beri|berikan|jangan|tolong|harap|mohon
            |kamu (?:harus|adalah)|anda harus|hindari|sertakan|jelaskan|bisakah|selalu|trả lời|hãy|viết|dùng
            |sử dụng|gọi|đừng|không (?:được|dùng|nói|viết|gợi ý)|xin|vui lòng|làm ơn|bạn (?:phải|là|hãy)
            |luôn|tránh|giải thích|nói (?:bằng|tiếng|chuyện)
        """,
        "wish": r"""
            (?:siempre|nunca|jamás) (?:me |le )?(?:responde|contesta|escribe|usa|habla|utiliza|incluye
            |explica|respondas|uses|escribas|menciones|recomiendes|sugieras|digas|llames|hables|pongas)
            |(?:responde|contesta|escribe|habla|usa|utiliza)(?:me)? siempre|(?:respóndeme|contéstame
            |háblame) siempre|no (?:me )?(?:uses|digas|respondas|escribas|menciones
            |llames)[^.!?]{0,40} (?:nunca|jamás|nunca más)|(?:réponds|répondez|parle|parlez|écris|écrivez
            |utilise|utilisez)(?:-moi)? (?:\w+ )?toujours|n'(?:utilise|utilisez|écris|écrivez
            |ajoute) (?:jamais|plus)|ne (?:me |m'|nous )?(?:réponds|répondez|parle|parlez|propose|proposez
            |suggère|suggérez|mentionne|mentionnez|dis|dites|mets|mettez|appelle|appelez|recommande
            |recommandez|tutoie|vouvoie) (?:jamais|plus)|(?:antworte|schreib|schreibe|sprich|verwende
            |benutze|nutze|rede|antworten sie|verwenden sie)(?: mir| mit mir)?(?: bitte)? (?:immer|stets
            |nur noch|nie|niemals)|bitte (?:immer|stets|nie|niemals|nur noch) [^.!?]{1,60}|(?:verwende
            |benutze|schlage?|nenne?|erwähne?|sag|empfiehl|antworte|empfehle) [^.!?]{0,40}(?:nie|niemals
            |nie wieder|immer)(?= )|sempre (?:me )?(?:responda|use|escreva|fale|inclua|explique)|(?:responda
            |use|escreva|fale) sempre|nunca (?:me )?(?:use|responda|escreva|mencione|sugira|recomende|diga
            |chame|fale)|(?:selalu|jangan pernah|tolong selalu) (?:\w+ )?(?:jawab\w*|gunakan|pakai|tulis\w*
            |sebut\w*|sarankan|rekomendasikan|sertakan|menjawab|panggil|menyarankan|bicara)|(?:jawab\w*
            |gunakan|tulis\w*|pakai) selalu|(?<=[.!?,] )(?:tolong )?jangan (?:pernah )?(?:gunakan|pakai
            |panggil|sarankan|jawab|tulis|sebut|tambahkan) [^.!?]{1,40} lagi|(?:luôn(?: luôn)?
            |hãy luôn) (?:trả lời|dùng|sử dụng|viết|nói|gọi)|đừng bao giờ \S+|không bao giờ được \S+
            |(?<=[.!?,] )(?:xin |hãy )?đừng (?:dùng|gọi|nói|viết|gợi ý|trả lời|thêm) [^.!?]{1,40} nữa
        """,
        "need": r"""
            soy (?:muy )?(?:alérgic[oa]|vegetarian[oa]|vegan[oa]|celíac[oa]|diabétic[oa]|intolerante
            |daltónic[oa]|musulm[aá]n\w*)|tengo (?:una )?(?:alergia|intolerancia|diabetes)|no puedo (?:comer
            |beber|tomar)|no como (?:carne|cerdo|gluten|pescado|lácteos|mariscos?)|(?:uso|voy en|estoy en
            |ando en) (?:una )?silla de ruedas|me llamo|mi nombre es|llámame
            |je suis (?:très |gravement )?(?:allergique|végétarien\w*|végan\w*|vegan\w*|végétalien\w*
            |cœliaque|diabétique|intolérant\w*|daltonien\w*|musulman\w*|en fauteuil)|j'ai une (?:allergie
            |intolérance)|j'ai du diabète|je ne (?:peux pas (?:manger|boire)|mange pas (?:de|d'\S+)
            |mange jamais (?:de|d'\S+)|bois pas (?:de|d'\S+))|je m'appelle|mon nom est|appelle-moi
            |appelez-moi|ich bin (?:\w+ )?(?:allergisch|vegetarier\w*|veganer\w*|diabetiker\w*|farbenblind
            |laktoseintolerant|muslim\w*|rollstuhlfahrer\w*|vegan|vegetarisch)
            |ich habe (?:eine )?(?:\w+ )?(?:\w*allergie|\w*unverträglichkeit|zöliakie|diabetes)
            |ich (?:vertrage|darf|kann) kein\w* \w+|ich esse (?:kein|keine|keinen) (?:fleisch|fisch
            |schweinefleisch|gluten|milchprodukte|nüsse|eier)|ich heiße|mein name ist|nenne? mich
            |ich sitze im rollstuhl|sou (?:muito )?(?:alérgic[oa]|vegetarian[oa]|vegan[oa]|celíac[oa]
            |diabétic[oa]|intolerante|daltônic[oa]|muçulman[oa])|tenho (?:uma )?(?:alergia|intolerância
            |diabetes)|não (?:posso comer|posso beber|como carne|como glúten)|uso cadeira de rodas
            |meu nome é|me chamo|me chame de|(?:saya|aku) (?:alergi|vegetarian|vegan|diabetes|penderita
            |buta warna|muslim)|(?:saya|aku) (?:seorang )?(?:vegetarian|vegan|muslim)|(?:saya|aku) (?:punya
            |menderita) (?:alergi|diabetes|intoleransi)|(?:saya|aku) (?:tidak|gak|nggak|tak) (?:bisa
            |boleh) makan \w+|(?:saya|aku) (?:tidak|gak|nggak) makan (?:daging|babi|ikan|telur|kacang)
            |(?:saya|aku) (?:pakai|menggunakan|memakai) kursi roda|nama (?:saya|ku|aku)|namaku
            |panggil (?:saya|aku)|(?:tôi|mình|em|tớ) (?:bị )?dị ứng|(?:tôi|mình|em
            |tớ) (?:là người )?(?:ăn chay|thuần chay)|(?:tôi|mình|em|tớ) (?:bị (?:tiểu đường|mù màu)
            |không (?:ăn được|uống được|thể ăn|thể uống)|dùng xe lăn|ngồi xe lăn)|(?:tôi|mình|em
            |tớ) tên(?: là)?|tên (?:tôi|mình|em) là|(?:hãy )?gọi (?:tôi|mình|em|tớ) là
        """,
        "once": r"""
            esta vez|(?:solo|sólo|solamente) (?:por )?(?:esta vez|ahora|hoy|una vez)|(?:en|para) (?:est[ea]
            |la siguiente|es[ea]) (?:respuesta|texto|correo|email|pregunta|párrafo|ensayo|artículo|carta
            |frase)|cette fois(?:-ci)?|juste (?:pour|cette)|(?:pour|dans) (?:cette|ce|cet) (?:réponse|texte
            |mail|email|question|article|lettre|phrase)|diesmal|dieses mal|nur (?:diesmal|dieses mal|heute
            |jetzt|einmal|für diese|dieses eine mal)|(?:in|für) (?:dieser|diesem|diese|diesen
            |dieses) (?:antwort|text|mail|e-mail|frage|brief|aufsatz|artikel|satz)|des[st]a vez|só (?:agora
            |hoje|por hoje|uma vez)|(?:nest[ea]|para est[ea]|ness[ea]) (?:resposta|texto|e-mail|email
            |pergunta|carta|frase|artigo)|kali ini|sekali ini|sekali saja|untuk (?:jawaban|teks|pertanyaan
            |email|kalimat|artikel) ini|lần này|chỉ (?:lần này|hôm nay|câu này)|(?:trong|cho) (?:câu trả lời
            |bài|email|đoạn|câu hỏi|bài viết) này
        """,
        "undo": r"""
            ya no (?:hace falta|es necesario|tienes que|necesito|quiero|soy)
            |no hace falta que [^.!?]{1,40} más|puedes dejar de|olvida (?:lo|eso|que|el|la|mis|todo)
            |olvídalo|olvídate|vuelve a (?:la normalidad|lo normal)|tu peux arrêter|vous pouvez arrêter
            |tu n'as plus (?:besoin|à)|vous n'avez plus|plus besoin(?: de)?|oublie (?:ça|ce que|le|la|les
            |mes|tout)|laisse tomber|je ne suis plus|reviens à la normale|du (?:kannst
            |darfst) (?:jetzt |nun )?(?:wieder|aufhören|damit aufhören)|du (?:musst
            |brauchst) (?:jetzt |mir )?(?:[^.!?]{0,30} )?nicht mehr|nicht mehr nötig|vergiss (?:das|es|die
            |den|meine|alles)|ich bin (?:kein\w* \w+ mehr|nicht mehr)|pode parar de|não precisa mais
            |não é mais (?:necessário|preciso)|esquece(?: isso| o| a| tudo)?|esqueça|não sou mais|(?:tidak
            |gak|nggak|tak) (?:perlu|usah) [^.!?]{0,40}lagi|lupakan|(?:boleh|bisa) berhenti|(?:saya
            |aku) (?:sudah tidak|bukan lagi|tidak lagi)|không cần [^.!?]{1,40} nữa|(?:bỏ
            |quên) (?:qua )?(?:điều|chuyện|yêu cầu|quy tắc)|quên (?:đi|nó đi)|có thể (?:ngừng|thôi)
            |tôi không còn
        """,
        "undo_all": r"""
            olvida todo|oublie tout|vergiss alles|esquece tudo|vuelve a (?:la normalidad|lo normal)
            |reviens à la normale|lupakan semua\w*
        """,
        "own": r"""
            (?:ahora|adelante|futuro|maintenant|désormais|dorénavant|avenir|jetzt|an|künftig|zukunft|diante
            |frente|agora|sekarang|seterusnya|giờ|nay|đi|này) (?:, )?(?:yo|voy|vamos|nosotros|él|ella
            |je(?! (?:veux|voudrais))|j'ai|on|nous|il|elle|ich|wir|er|eu|vou|ele|ela|nós|(?:saya|aku|kami
            |kita) (?:akan|mau|ingin)|dia|(?:tôi|mình|em) (?:sẽ|muốn đi)|chúng tôi|chúng ta|anh ấy
            |cô ấy)(?= )|(?:gehe|werde|mache|esse|trinke|bin|habe|kann|lerne|arbeite|fahre) (?:ich|wir)
            |(?<=[.!?…] )(?:yo|je (?!veux|voudrais)\w+|ich (?!möchte|will|brauche)\w+|eu|mi \w+|mon \w+
            |ma \w+|meine? \w+|meu \w+|minha \w+|nosotros|wir|nous)(?= )
        """,
        "reported": r"""
            (?:jefe|jefa|madre|hermana|hermano|profesor\w*|médico|amig[oa]|él|ella) (?:siempre |me )?(?:dice
            |dijo)|(?:chef|patron|mère|sœur|frère|prof\w*|médecin|amie?|il|elle) (?:m'a |a |me )?(?:dit
            |toujours dit)|(?:chef|mutter|schwester|lehrer\w*|arzt|freund\w*|er|sie) (?:hat|sagt|sagte
            |meint)|(?:chefe|mãe|irmã|professor\w*|ele|ela) (?:sempre )?(?:diz|disse)|(?:bos|ibu|guru|dokter
            |dia|kakak) (?:selalu )?(?:bilang|berkata|mengatakan)|(?:sếp|mẹ|bác sĩ|cô giáo|anh ấy
            |cô ấy) (?:luôn )?(?:nói|bảo)
        """,
        "about": r"""
            qué (?:significa|quiere decir)|cómo se (?:dice|traduce)|la frase|que veut dire|que signifie
            |comment (?:dit-on|dire|traduire)|la phrase|was (?:bedeutet|heißt)|wie (?:sagt|übersetzt) man
            |der satz|o que significa|como se (?:diz|traduz)|a frase|apa arti\w*|artinya apa
            |bagaimana (?:mengatakan|cara)|kalimat|nghĩa là gì|có nghĩa|nói thế nào|câu (?:này|sau|dưới)
            |por qué|pourquoi|warum|por que|kenapa|mengapa|tại sao
        """,
        "task": r"""
            (?<=[.!?;…] )(?:(?:por favor|s'il te plaît|bitte|tolong|hãy|xin|kannst du|peux-tu|puedes
            |pode) (?:, )?)*(?:traduce|resume|reescribe|corrige|explica|analiza|escribe|mejora|traduis
            |traduisez|résume|reformule|explique|écris|analyse|übersetze?|fasse|korrigiere|formuliere
            |erkläre|schreibe?|analysiere|traduza|resuma|reescreva|corrija|escreva|analise|terjemahkan
            |ringkas|tulis ulang|perbaiki|jelaskan|tuliskan|dịch|tóm tắt|viết lại|sửa|giải thích
            |viết)(?= )[^.!?:]{0,80} :
        """,
        "polite": r"""
            puedes|podrías|peux-tu|pourrais-tu|pouvez-vous|pourriez-vous|kannst du|könntest du|können sie
            |könnten sie|pode|poderia|bisakah|bisa|có thể|được không
        """,
        "question": r"""
            (?<=[.!?…] )(?:apakah|haruskah|debería|faut-il|soll|sollte|devo)(?= )
        """,
    }
)
