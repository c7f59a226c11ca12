"""What users say, for the tests of `constraints`: sentences apart by `|`. Words only, no logic.

DECLARED and WITHDRAWN: by language, the keys after `=>`. UNSEEN_*: written after the phrases were settled and
unseen until then; what failed at first was mended in kind. Known errors are left out: the proverb
"Never say never" and its Russian twin pass for wishes.
"""

DECLARED = {
    "en": """
        From now on, always answer me in French, please. => language |
        From now on always answer in Italian. => language |
        Change of plan: from now on go back to English for all answers. => language |
        Important: I am allergic to peanuts, so never suggest anything with peanuts in it. => fact forbidden |
        Always use metric units. => format | Never use emojis in your replies. => forbidden |
        In all your answers, use bullet points. => format |
        For the rest of this conversation, you are a pirate. => persona |
        Please keep answering in Spanish. => language | All replies should be under 50 words. => length |
        I prefer short answers. => length | Could you always reply in a formal tone? => style |
        i'm vegetarian => fact | I can't eat gluten. => fact | My name is Dana, by the way. => fact |
        I use a wheelchair. => fact | I'm allergic to shellfish, what can I order here? => fact |
        Going forward, please don't apologise. => forbidden | Don't call me sir ever again. => forbidden |
        Until I say otherwise, reply only in German. => language |
        Thanks! One more thing: from now on, keep it short. => length |
        Please never suggest pork recipes. => forbidden |
        Every answer should end with a summary. => format | Stop using bullet points. => forbidden |
        At the end of every reply, add a fun fact. => other
    """,
    "zh-Hans": """
        以后回答都请用表格，不要写长段落。 => format length | 从现在起用英文回答我 => language |
        请一直用中文回答 => language | 以后都不要用表情符号 => forbidden |
        今后每次都请简短回答 => length | 我对花生过敏 => fact | 我是素食主义者 => fact |
        接下来的所有回答都要列出来源 => other | 以后叫我小王 => fact | 不要再推荐海鲜了 => forbidden |
        在这次对话中，请用口语化的语气 => style | 我有糖尿病，帮我设计一份菜单 => fact |
        从今以后你扮演一位海盗 => persona | 我不能吃辣 => fact | 所有回答都控制在100字以内 => length |
        我坐轮椅，出行要无障碍 => fact | 以后能不能都用中文回答？ => language
    """,
    "zh-Hant": """
        以後都請用繁體中文回答 => language | 從現在起用英文回答我 => language |
        請一直用日文跟我說話 => language | 以後不要用表情符號 => forbidden |
        今後每次都請簡短回答 => length | 我對花生過敏 => fact | 我吃素 => fact |
        從現在開始，你是我的英文老師 => persona language | 以後叫我阿明 => fact |
        不要再推薦海鮮了 => forbidden | 所有回答都用表格 => format | 我不能吃牛肉 => fact |
        在這次對話裡請用正式的語氣 => style
    """,
    "th": """
        ต่อไปนี้ตอบเป็นภาษาอังกฤษนะ => language | ตั้งแต่นี้ไปช่วยตอบสั้นๆ => length |
        จากนี้ไปกรุณาใช้ภาษาไทย => language | ทุกคำตอบขอเป็นตาราง => format | ผมแพ้ถั่วลิสง => fact |
        ฉันเป็นมังสวิรัติ => fact | หนูกินเจอยู่ค่ะ => fact | ต่อไปนี้ห้ามใช้อีโมจิ => forbidden |
        ช่วยตอบเป็นภาษาไทยเสมอ => language | เรียกผมว่าต้น => fact | ตั้งแต่ตอนนี้เป็นต้นไปคุณเป็นโจรสลัด => persona |
        อย่าแนะนำอาหารทะเลอีก => forbidden | ฉันกินเผ็ดไม่ได้ => fact |
        ตลอดการสนทนานี้ขอให้ใช้ภาษาสุภาพ => style language
    """,
    "ja": """
        これからは英語で答えてください => language | 今後は短く答えてください。 => length |
        以降は敬語でお願いします => style | 今後の回答はすべて箇条書きにしてください => format |
        私はピーナッツアレルギーがあります => fact | 私はベジタリアンです => fact |
        これからは絵文字を使わないでください => forbidden | いつも日本語で回答してください => language |
        この会話では海賊のように話してください => other | 二度と海鮮を勧めないでください => forbidden |
        私の名前は田中です => fact | 牛乳が飲めません => fact | 今日からずっと英語で話して => language |
        今後は英語で答えてもらえますか？ => language
    """,
    "ko": """
        앞으로는 영어로 대답해줘 => language | 이제부터 존댓말로 답해 주세요 => style |
        항상 한국어로 답변해 주세요 => language | 지금부터 짧게 대답해줘. => length |
        모든 답변은 표로 만들어 주세요 => format | 저는 땅콩 알레르기가 있어요 => fact |
        나는 채식주의자야 => fact | 앞으로 이모티콘 쓰지 마세요 => forbidden |
        제 이름은 민수입니다 => fact | 저는 돼지고기를 못 먹어요 => fact |
        이 대화에서는 반말로 말해줘 => style | 절대 해산물을 추천하지 마세요 => forbidden |
        앞으로 저를 지수라고 불러 주세요 => fact | 휠체어를 타고 다녀요 => fact |
        앞으로 영어로 대답해 줄래? => language
    """,
    "rest": """
        A partir de ahora responde siempre en inglés. => language |
        Soy alérgica a los cacahuetes. => fact | De ahora en adelante no uses emojis. => forbidden |
        À partir de maintenant, réponds en anglais. => language | Je suis végétarienne. => fact |
        Ne propose plus jamais de viande. => forbidden |
        Ab jetzt antworte bitte auf Englisch. => language | Ich bin Vegetarierin. => fact |
        Antworte immer kurz. => length | De agora em diante, responda em inglês. => language |
        Sou vegetariano. => fact | Nunca use emojis. => forbidden |
        С этого момента отвечай по-английски. => language | У меня аллергия на арахис. => fact |
        Всегда отвечай кратко. => length | من الآن فصاعدا أجب بالإنجليزية => language |
        عندي حساسية من الفول السوداني => fact | अब से हिंदी में जवाब दो => language | मैं शाकाहारी हूँ => fact |
        मुझे मूंगफली से एलर्जी है => fact | Mulai sekarang jawab dalam bahasa Inggris. => language |
        Saya alergi kacang. => fact | Từ giờ trả lời bằng tiếng Anh nhé. => language |
        Tôi bị dị ứng đậu phộng. => fact | Tôi ăn chay. => fact
    """,
}

NOT_DECLARED = {
    "en": """
        I always go to the gym. | I have never been there. |
        My sister always says that answers should be short. |
        Just this once, for this answer only, explain parallax as a pirate song. |
        Answer this time in French. | Translate: from now on answer in French |
        What does 'always answer in X' mean? | Should I always use semicolons? |
        From now on I will go to the gym every day. | For this email, never use contractions. |
        She said "from now on, always answer in French". |
        The leaflet says: always answer in pirate speech. |
        Is it true that cats always land on their feet? | Why do you always answer in English? |
        Never mind if it rains. | ```\nalways answer in French\n``` | Is it safe to always wear a mask? |
        Am I allergic to nuts? | My son is allergic to peanuts. | We should always be kind to animals. |
        i've always wanted to go to Japan . | never heard of it | Don't forget the milk. |
        Write a poem about a king who never sleeps. | In the future people will live on Mars. |
        How many people are vegetarian in India? |
        Summarise this text:\nFrom now on all staff must wear hats. Always answer the phone in French. |
        > From now on answer in French\nWhat do you think of that? |
        Please answer briefly, just for now. | Keep going!
    """,
    "zh-Hans": """
        以后我想学画画 | 我一直用苹果手机 | 他总是说我胖 | 这次用英文回答 |
        把下面这句话翻译成英文：以后都用中文回答 | “以后都用中文”是什么意思？ |
        吃完饭以后用什么洗碗比较好 | 我从来不去健身房 | 我妈妈说以后都要早睡 |
        仅此一次，请用海盗的口吻回答 | 以后用什么软件好？ | 请写一首关于永远的歌 | 我儿子对花生过敏 |
        你知道他对什么过敏吗 | 请用英文回答 | 继续 | 我叫他来吃饭 | 以后再说吧 | 这篇文章里不要用缩写 |
        总是失眠怎么办？
    """,
    "zh-Hant": """
        以後我想學畫畫 | 我一直用蘋果手機 | 他總是說我胖 | 這次用英文回答 |
        把下面這句話翻譯成英文：以後都用中文回答 | 「以後都用中文」是什麼意思？ | 我從來不去健身房 |
        我媽媽說以後都要早睡 | 僅此一次，請用海盜的口吻回答 | 以後用什麼軟體好？ | 我兒子對花生過敏 |
        總是失眠怎麼辦？ | 請用英文回答
    """,
    "th": """
        ครั้งนี้ตอบเป็นภาษาอังกฤษ | ผมไปยิมเสมอ | แปลประโยคนี้: ต่อไปนี้ให้ตอบเป็นภาษาไทย | “ต่อไปนี้” แปลว่าอะไร |
        แม่บอกว่าต่อไปนี้ต้องนอนเร็ว | ลูกผมแพ้นม กินอะไรได้บ้าง | ทีมไหนแพ้เมื่อวาน | ต่อไปนี้ผมจะออกกำลังกายทุกวัน |
        คำถามต่อไปนี้ยากไหม | ขอแบบสั้นๆ เฉพาะครั้งนี้ | ตอบเป็นภาษาอังกฤษ | ทำไมฝนตกทุกวัน | ผมไม่เคยไปญี่ปุ่น
    """,
    "ja": """
        今回だけ英語で答えてください | いつも朝にコーヒーを飲みます | これから出かけます |
        次の文を翻訳してください：これからは英語で答えてください |
        「これからは」とはどういう意味ですか？ | 今後の予定を教えてください | 妹は卵アレルギーがあります |
        母はいつも早く寝なさいと言います | 英語で答えてください | これからもよろしくお願いします |
        アレルギーの原因は何ですか？ | 一度も行ったことがない | この文章では敬語を使わないでください |
        それ以降の歴史を教えてください
    """,
    "ko": """
        이번만 영어로 대답해줘 | 나는 항상 아침에 커피를 마셔 | 앞으로 나는 매일 운동할 거야 |
        다음 문장을 번역해줘: 앞으로 영어로 대답해줘 | '앞으로'가 무슨 뜻이야? |
        엄마는 항상 일찍 자라고 말해 | 내 동생은 땅콩 알레르기가 있어 | 한국의 앞으로의 전망은 어때? |
        영어로 대답해줘 | 계속해줘 | 알레르기의 원인은 뭐야? | 절대 잊지 못할 여행이었어 |
        나는 거기 가본 적이 없어
    """,
    "rest": """
        Siempre voy al gimnasio. | Esta vez responde en inglés. |
        Traduce: a partir de ahora responde en inglés | ¿Qué significa 'de ahora en adelante'? |
        A partir de ahora voy a correr todos los días. | Je vais toujours à la plage. |
        Cette fois, réponds en anglais. | Désormais je cours tous les jours. | Ich gehe immer ins Kino. |
        Antworte diesmal auf Englisch. | Ab jetzt gehe ich jeden Tag laufen. |
        Desta vez responda em inglês. | Eu sempre vou à praia. | Я всегда хожу в спортзал. |
        На этот раз отвечай по-английски. | С этого момента я бегаю каждый день. |
        أنا دائما أذهب إلى النادي | أجب هذه المرة بالإنجليزية | मैं हमेशा जिम जाता हूँ |
        इस बार अंग्रेज़ी में जवाब दो | Saya selalu pergi ke pasar. | Kali ini jawab dalam bahasa Inggris. |
        Tôi luôn đi bộ buổi sáng. | Lần này trả lời bằng tiếng Anh.
    """,
}

WITHDRAWN = """
    Never mind the French. => language | You can stop answering in French. => language |
    Forget that. => other | You don't need to keep it short anymore. => length |
    I'm no longer vegetarian. => fact | Forget all my rules. => all | 不用再用法语了 => language |
    忘了刚才的要求吧 => other | 恢复正常 => all | 不用再用表格了 => format | 不用再用法語了 => language |
    ไม่ต้องตอบเป็นภาษาอังกฤษแล้ว => language | ช่างมันเถอะ => other | もう英語で答えなくていいです => language |
    さっきの指示は忘れてください => other | 더 이상 영어로 대답하지 않아도 돼 => language |
    Ya no hace falta que respondas en inglés. => language |
    Tu peux arrêter de répondre en anglais. => language |
    Du musst nicht mehr auf Englisch antworten. => language |
    Não precisa mais responder em inglês. => language |
    Больше не нужно отвечать по-английски. => language |
    tidak perlu jawab dalam bahasa Inggris lagi => language |
    Không cần trả lời bằng tiếng Anh nữa. => language | अब अंग्रेज़ी में जवाब देने की ज़रूरत नहीं => language |
    لا داعي للإجابة بالإنجليزية بعد الآن => language
"""

UNSEEN_DECLARED = """
    Henceforth reply only in Japanese. | i want all your answers in bullet points |
    Please use British spelling from here on. | Whenever I paste code, explain it line by line. |
    Let's switch: from now on you answer in Portuguese | You must never mention my ex again. |
    Remember that I'm lactose intolerant. | I have a severe nut allergy. |
    Just so you know, I'm colour-blind. | Always end your messages with a question. |
    Never give me recipes with pork. | Please always cite your sources. |
    From this point on talk to me like a teacher. | I don't eat meat or fish. | You can call me Sam. |
    For all further questions, give only the final number. | keep your answers short please |
    Keep it brief from now on. | Hi! Before we start: always answer in Thai. | never use the word delve |
    I'd like you to always include an example. | Respond in French for the rest of the chat. |
    My pronouns are they/them. | Do not use markdown in any of your answers. |
    As a rule, no code comments. | Every time I send a word, translate it into Spanish. |
    以后请用简体中文跟我交流 | 今后别再用感叹号 | 从今天开始每次回答都附上例句 | 请始终使用敬语 |
    我海鲜过敏，请注意 | 我是糖尿病人 | 每次回答不要超过三句话 | 以后你就叫小助 | 请记住，我不吃香菜 |
    之后的回答都用markdown | 从现在开始用粤语和我聊天 | 我是色盲 | 往后回答问题先给结论 | 一律用英文回复 |
    以後請用台語口吻回答 | 從今以後不要用簡體字 | 我有乳糖不耐症 | 接下來的對話請用日文 |
    以後回答先講結論 | 我是回教徒，不吃豬肉 | จากนี้ไปเรียกฉันว่าพลอย | ต่อจากนี้ตอบสั้นๆ นะครับ |
    นับจากนี้ห้ามใช้คำหยาบ | ฉันเป็นเบาหวาน | ผมแพ้อาหารทะเล | ต่อไปนี้ขอคำตอบเป็นข้อๆ | หนูตาบอดสี |
    ขอให้ตอบเป็นภาษาญี่ปุ่นทุกครั้ง | ผมไม่กินเนื้อวัว | 今後は関西弁で話してください | これからはタメ口でいいよ |
    これから毎回、最後に要約を付けてください | 次回からは箇条書きで | エビアレルギーなので気をつけて |
    豚肉は食べられません | ずっと敬語でお願いします | 私のことはケンと呼んでください |
    今後、絵文字は禁止です | 全ての回答を100文字以内にしてください | 앞으로는 반말로 해줘 |
    이제부터 너는 내 영어 선생님이야 | 다음부터는 표로 정리해줘 | 앞으로 답변은 세 문장 이내로 부탁해 |
    저는 유당불내증이 있어요 | 나 새우 알레르기 있어 | 앞으로 줄임말 쓰지 마 | 항상 출처를 알려주세요 |
    지금부터 일본어로만 말해 | 저는 비건이에요 | 돼지고기는 안 먹어요 | Desde ahora háblame de tú |
    Tengo alergia al marisco | A partir de hoy, respuestas cortas por favor | Dorénavant, tutoie-moi |
    Je suis allergique aux arachides | Ab sofort bitte nur noch kurze Antworten | In Zukunft bitte duzen |
    Ich habe eine Nussallergie | A partir de agora me chame de Ana | Sou alérgico a camarão |
    Впредь пиши короче | Отныне обращайся ко мне на ты | Я веган | من اليوم فصاعدا اكتب بالعربية فقط |
    أنا نباتي | आगे से अंग्रेज़ी में जवाब देना | हमेशा छोटे जवाब दो | Mulai hari ini panggil saya Budi |
    Saya vegetarian | Từ nay hãy trả lời ngắn gọn | Luôn trả lời bằng tiếng Việt
"""

UNSEEN_NOT_DECLARED = """
    I never thought about it that way. | Always a pleasure! | She never answers my emails. |
    What are some foods vegans can eat? | Is it ok to always use tabs? |
    Explain why cats always land on their feet. | How do I make Excel always open in full screen? |
    My doctor told me to always take it with food. | I'll keep it short from now on. |
    Can you give me an example this time? | In future releases the API will change. |
    What is a nut allergy? | I'm not sure. | Forget about the cake, what about cookies? |
    He is diabetic. | Write a rule that always redirects to https. |
    Why should I never mix bleach and ammonia? | In every chapter the hero learns something. |
    From now on the shop opens at nine. | Fix this sentence: i always goes home |
    I stopped using emojis years ago. | The function should always return a list. |
    Make the button always visible. | Suggest a name for my dog. | call me later |
    Can vegetarians eat gelatin? | i never eat breakfast , do you ? | i am always tired |
    Whenever it rains the basement floods. | Please don't forget to include tests in this PR. |
    Draft an email: we will always answer within a day. | Reply to this email in French. |
    Act as a travel guide and suggest 3 places in Rome. | the docs say always use https |
    Use bullet points for this answer. | 这家店以后还会开吗 | 他永远不会回来了 | 我每次都迟到怎么办 |
    所有的猫都怕水吗 | 以后的事以后再说 | 为什么不要一直用手机 | 过敏性鼻炎怎么治 | 他对我说以后别来了 |
    不要忘记带伞 | 毕业以后我想当老师 | 写一个所有按钮都用蓝色的页面 | 请把所有文件都用zip打包 |
    孩子总是哭怎么办 | 下面的合同里写着：以后一律用英文沟通 | 这次不要用表格 | 永远有多远 | 不用了谢谢 |
    我每次回答问题都很紧张 | 一直用眼药水好吗 | ฝนตกทุกครั้งที่ผมออกจากบ้าน | อ่านประโยคต่อไปนี้แล้วตอบคำถาม |
    เขาแพ้กุ้ง | เมื่อวานทีมเราแพ้ | เราจะรักกันตลอดไป | อย่าลืมซื้อนม | ชื่อร้านนี้คืออะไร | ทำไมคนถึงแพ้ถั่ว |
    ใช้ภาษาอังกฤษในคำตอบนี้ | いつも笑顔でいたい | 毎回遅刻する人の心理は？ | これからの季節に合う服は？ |
    今後の日本経済はどうなる？ | 父は絶対にお酒を飲まない | アレルギー検査はどこで受けられますか |
    必ず保険を確認してください | ずっと雨が降っている | 会話の練習をしたいです | もう食べられない |
    항상 감사합니다 | 앞으로 날씨가 어떻게 될까? | 나는 늘 커피를 마셔 | 매번 늦는 이유가 뭐야? |
    앞으로 한국에 갈 계획이야 | 절대 포기하지 마! | 배불러서 더 못 먹어 | 알레르기 검사 어디서 받아? |
    친구가 앞으로 연락하지 말라고 했어 | 모든 학생은 교복을 입어 | Nunca he estado en París |
    ¿Siempre llueve en Bogotá? | Je n'ai jamais vu la mer | Warum regnet es immer? |
    Sempre gostei de praia | Я никогда там не был | Мой брат всегда говорит: отвечай кратко |
    Saya selalu makan pagi | Tôi không bao giờ uống rượu | मेरे भाई को एलर्जी है | أخي نباتي |
    Mein Sohn ist allergisch gegen Nüsse | Mon fils est allergique | Mi hijo es alérgico
"""
