"""What users say, for the tests of `cues`: sentences apart by `|`, by language or cue. No logic."""

REFERS = {
    "en": """
        How much is that one? | I take the second one. How wide must the path to it be? |
        Why didn't it use rhymes as much? | Can you explain that again? | go on | Please continue. |
        the former | As above, but for Debian. | What about Paris? | And the price? |
        Okay, so how do I mix them? | That's interesting. How is it defined? | tell me more |
        Is it expensive? | What are its side effects? | Which step-downs do you mean? |
        What was her first album? | Rewrite this in a formal tone. |
        I'm also looking for a hotel in this area. | is that hotel far? | Why is that? |
        another one please | shorter please | ok do it again | Who wrote it? |
        does she still live there? | How about its address? | Can you do the same in Rust?
    """,
    "zh-Hans": """
        这个多少钱？ | 第二个呢？ | 它的地址在哪里 | 继续 | 请展开说说 | 上面的代码有问题 |
        刚才那个方法再讲一遍 | 那价格呢？ | 他的生日是哪天？ | 这家酒店有早餐吗？ | 还有别的吗？ |
        为什么？ | 后者有什么优点？ | 好的，那它地址是哪里 | 接着说 | 你呢？ | 再来一个 | 那首歌是谁唱的
    """,
    "zh-Hant": """
        這個多少錢？ | 第二個呢？ | 它的地址在哪裡 | 繼續 | 請展開說明 | 剛才那個方法再講一遍 |
        那價格呢？ | 這家飯店有早餐嗎？ | 還有別的嗎？ | 為什麼？ | 後者有什麼優點？
    """,
    "th": """
        อันนี้ราคาเท่าไหร่ | แล้วอันที่สองล่ะ | มันทำงานยังไง | เล่าต่อ | ขยายความหน่อย | แล้วราคาล่ะ | เมื่อกี้พูดว่าอะไร |
        เขาเกิดเมื่อไหร่ | ที่นั่นมีที่จอดรถไหม | อธิบายเพิ่มเติมหน่อย
    """,
    "ja": """
        それはいくらですか？ | その理由は？ | 続けて | もっと詳しく教えて | 2番目は？ |
        さっきの話をもう一度 | 彼はいつ生まれましたか | 上記のコードを直して | それで、値段は？ |
        他にはありますか？ | これは何ですか？ | では、料金は？
    """,
    "ko": """
        그거 얼마예요? | 두 번째는? | 계속해줘 | 그 호텔은 어디에 있어? | 더 자세히 설명해줘 |
        아까 말한 방법 다시 알려줘 | 그녀는 언제 태어났어? | 그럼 가격은? | 그것의 장점은 뭐야? |
        다른 건 없어?
    """,
    "es": """
        ¿Y cuánto cuesta esa? | explícalo otra vez | ¿Qué significa eso? | continúa | más detalles |
        ¿y el segundo?
    """,
    "fr": """
        Et le prix ? | Qu'est-ce que ça veut dire ? | continue | explique-le plus simplement |
        le deuxième | Combien coûte celui-ci ?
    """,
    "de": """
        Was bedeutet das? | Und der Preis? | weiter | Kannst du das genauer erklären? | der zweite bitte |
        Wie funktioniert dieser Motor?
    """,
    "pt": """
        Quanto custa esse? | E o preço? | continue | o que isso significa? | mais detalhes |
        o segundo, por favor
    """,
    "ru": """
        Сколько это стоит? | А почему? | продолжай | расскажи подробнее | второй вариант |
        Когда он родился?
    """,
    "ar": """
        كم سعر هذا؟ | أكمل | ماذا عن السعر؟ | اشرح أكثر | ما معنى ذلك؟ | الثاني
    """,
    "hi": """
        यह कितने का है? | जारी रखो | उसका नाम क्या है? | विस्तार से बताओ | दूसरा वाला | और कीमत?
    """,
    "id": """
        Berapa harganya? | lanjutkan | yang kedua | Apa artinya itu? | bagaimana dengan yang lain? |
        jelaskan lebih detail
    """,
    "vi": """
        Cái đó giá bao nhiêu? | tiếp tục | cái thứ hai | còn giá thì sao? | nó hoạt động như thế nào? |
        giải thích thêm
    """,
}

STANDS_ALONE = {
    "en": """
        What is the capital of France? | I think that it is going to be a long winter in Norway. |
        It is raining a lot in Bergen these days. | Is it possible to learn Japanese in a year? |
        How often should I water a snake plant that lives in a north-facing hallway? |
        Is it worth insulating the loft hatch, or is the gain too small? |
        My bicycle chain slips under load. Where do I start looking? |
        What is the difference between baking soda and baking powder when making scones? |
        Who wrote the novel that won the prize this year? |
        The function returns None when it should return a list. |
        My cat started scratching the sofa although she has two posts. |
        What does 'that one' mean in English? | It takes me an hour to get to work every day. |
        I went to the beach and it was fun. |
        Which houseplants tolerate a bathroom with almost no daylight? |
        Tell me more about the Eiffel tower and its builders. |
        What will the weather be this weekend in Oslo? | What is the second largest city of Japan? |
        Why do my knees ache after running downhill but not uphill? |
        Write a story about a dragon who loses his fire. |
        Suggest a filling snack for a long train ride.
    """,
    "zh-Hans": """
        法国的首都是哪里？ | 这周末北京天气怎么样？ | 第一个登上月球的人是谁？ |
        请推荐一家4.5分以上的餐馆 | 其它国家有哪些节日？ | 第二次世界大战什么时候结束？ | 吉他怎么调音？ |
        桌子上面放什么比较好看？ | 他人评价重要吗？ | “这个”用英语怎么说？ |
        我家停车场的车位编号是多少？ | 介绍一下故宫的历史
    """,
    "zh-Hant": """
        法國的首都是哪裡？ | 這週末台北天氣怎麼樣？ | 第一個登上月球的人是誰？ |
        請推薦一家4.5分以上的餐廳 | 吉他怎麼調音？ | 介紹一下故宮的歷史 | 今年這個季節適合種什麼？
    """,
    "th": """
        เมืองหลวงของฝรั่งเศสคืออะไร | น้ำมันวันนี้ราคาเท่าไหร่ | มันฝรั่งทอดทำยังไง | ภูเขาที่สูงที่สุดในไทยคือที่ไหน |
        วันนี้อากาศเป็นอย่างไร | ปีนี้สงกรานต์ตรงกับวันไหน
    """,
    "ja": """
        フランスの首都はどこですか？ | きのこの種類を教えてください | おそれを克服する方法を教えて |
        これから寒くなる地域はどこ？ | それぞれの都道府県の人口を教えて | 日本で一番高い山は何ですか？
    """,
    "ko": """
        프랑스의 수도는 어디야? | 이번 주말 서울 날씨 알려줘 | 그리스의 역사를 설명해줘 |
        한국에서 제일 높은 산은 뭐야? | 이탈리아 여행 추천해줘
    """,
    "es": """
        ¿Cuál es la capital de Francia? | ¿Cómo está el tiempo en Madrid este fin de semana? |
        Recomiéndame un libro de cocina
    """,
    "fr": """
        Quelle est la capitale de l'Allemagne ? | Est-il possible de voir la tour ce soir ? |
        C'est quoi un algorithme ?
    """,
    "de": """
        Was ist die Hauptstadt von Frankreich? | Gibt es in Berlin gute Museen? |
        Wie wird das Wetter diese Woche in Hamburg?
    """,
    "pt": """
        Qual é a capital da França? | Como faço um bolo de cenoura?
    """,
    "ru": """
        Какая столица Франции? | Какая погода на этой неделе в Москве?
    """,
    "ar": """
        ما هي عاصمة فرنسا؟ | كيف حال الطقس هذا الأسبوع في القاهرة؟
    """,
    "hi": """
        फ्रांस की राजधानी क्या है? | इस साल दिवाली कब है?
    """,
    "id": """
        Apa ibu kota Prancis? | Bagaimana cuaca Jakarta hari ini?
    """,
    "vi": """
        Thủ đô của Pháp là gì? | Thời tiết Hà Nội tuần này thế nào?
    """,
}

SIGNALS = {
    "bare": """
        why? | yes | Yes please. | no | and then? | next | ok do it | the second one | really? | 2 | 👍 |
         | Go ahead. | how so? | 第二个呢 | 嗯 | 好的 | 为什么？ | 继续 | 然后呢？ | 可以 | 為什麼？ |
        第二個呢 | ทำไม | ใช่ | แล้วไงต่อ | อันที่สอง | はい | なぜ？ | それで？ | 続けて | 네 | 왜? |
        두 번째는? | 계속해줘 | ¿por qué? | sí | et le deuxième ? | pourquoi ? | warum? | und dann? |
        por quê? | e o segundo? | почему? | да | لماذا؟ | نعم | क्यों? | हाँ | kenapa? | lanjut | tại sao? |
        vâng
    """,
    "asks": """
        What is the capital of France? | what is the capital of france | Tell me a joke. |
        Suggest a filling snack for a long train ride. | and the price? | please continue | go on |
        Could you help me | I'm looking for a hotel near the station. | I'd like a window seat. |
        Yes please. | ok do it | 帮我写一封邮件 | 请介绍一下故宫 | 继续 | 它多少钱 | 推荐一家餐馆 |
        好的，再看看有没有高铁 | 幫我寫一封信 | 這要多少錢 | ช่วยแปลหน่อย | ราคาเท่าไหร่ | แนะนำร้านอาหาร |
        東京の人口は | 教えてください | 翻訳して | これは何ですか | 추천해 주세요 | 얼마예요? | 번역해줘 |
        explícame la fotosíntesis | dis-moi pourquoi | erkläre mir Photosynthese | me explique isso |
        расскажи про Москву | اشرح لي ذلك | मुझे बताओ | jelaskan fotosintesis | giải thích quang hợp
    """,
    "closes": """
        Thanks! | Thank you so much for your help. | bye | ok | Okay, got it. |
        Great, thanks a lot. Goodbye! | 谢谢 | 好的，谢谢您的帮助。 | OK，我清楚了，真是太谢谢你了！ |
        再见 | 知道了 | 謝謝你 | ขอบคุณมากครับ | โอเค | ありがとうございました | 了解です |
        감사합니다. 안녕히 계세요! | 알겠습니다 | muchas gracias | merci, au revoir | danke schön |
        obrigada, tchau | спасибо большое | شكرا جزيلا | धन्यवाद | terima kasih banyak | cảm ơn bạn nhiều
    """,
    "opens": """
        hi | Hello, can you help me? | By the way, which vaccine do I need? |
        Another question: how tall is Fuji? | New topic. |
        Completely different subject: write a short SQL query. | 你好 | 你好，我想订酒店 | 换个话题 |
        另外问一下，门票多少钱 | 對了，換個話題 | สวัสดีครับ | ว่าแต่ วันนี้ฝนตกไหม | เปลี่ยนเรื่อง |
        こんにちは、お元気ですか？ | ところで、天気は？ | 안녕하세요 | 그나저나 날씨 어때? |
        Hola, ¿me ayudas? | otra pregunta | Bonjour ! | au fait, quelle heure est-il ? | Hallo! |
        Übrigens, wie spät ist es? | bom dia | outra pergunta | Привет! | кстати, какая погода? | مرحبا |
        سؤال آخر | नमस्ते | एक और सवाल | halo | ganti topik | xin chào | nhân tiện, mấy giờ rồi?
    """,
    "corrects": """
        No, I meant the narrow one. | Sorry, I meant 9443. | That's not what I asked. |
        Actually, make it three. |
        Correction about the controller: change that to 9443, the other port is taken. | scratch that |
        Use the blue one instead of the red one. | Not the hall but the kitchen. |
        You got it wrong, the meeting is on Friday. | I made a mistake, the budget is 500. |
        Change the time to 9 pm. | Wait, no, it's Tuesday. | I changed my mind, let's go to Rome. |
        It should be 40, not 14. | Oops, wrong file. | 不是这个意思 | 不对，我说的是上海 | 改成九点 |
        搞错了，是三个人 | 我是说另一个 | 不是周五，是周六 | 我指的是第二种 | 还是用蓝色的吧 |
        更正：端口是9443 | 应该是四十，不是十四 | 说错了，我要两张票 | 换成中文版 | 不是這個意思 |
        不對，我說的是高雄 | 改成九點 | 搞錯了，是三個人 | 我是說另一個 | 不是週五，是週六 |
        更正：連接埠是9443 | 還是用藍色的吧 | ไม่ใช่แบบนั้น | ผมหมายถึงอันเล็ก | เปลี่ยนเป็นเก้าโมง | เข้าใจผิดแล้ว |
        พิมพ์ผิด ต้องเป็น 40 | ไม่ใช่วันศุกร์แต่เป็นวันเสาร์ | いや、そうじゃなくて | 違います、大阪です |
        9時に変更してください | 訂正します、三人です | 間違えました | やっぱり青にしてください |
        東京ではなく大阪です。 | 아니, 그게 아니라 부산이야 | 제 말은 작은 거요 | 9시로 바꿔줘 |
        잘못 말했어요 | 정정합니다 | 빨간색 말고 파란색으로 | No, quise decir el otro |
        me equivoqué, son tres | Non, je voulais dire le petit | ce n'est pas ce que j'ai demandé |
        Nein, ich meinte den kleinen | Nicht rot, sondern blau | na verdade, é na sexta |
        quis dizer três | Нет, я имел в виду другой | не красный, а синий | لا أقصد هذا |
        كنت أقصد الثاني | मेरा मतलब दूसरा था | maksud saya yang kecil | bukan merah tapi biru |
        ý tôi là cái kia | đổi thành 9 giờ
    """,
    "recalls": """
        What was the exact command you gave me to force a new log? | Earlier you said the vent sticks. |
        What did we discuss last time? | Do you remember my dog's name? |
        What was the name of the hotel again? | Let's go back to the budget. |
        Back to the glasshouse vent: below how many degrees does it stick? |
        You mentioned a pump earlier. | 之前说的那个方案 | 还记得我家的狗叫什么吗？ |
        上次推荐的餐馆叫什么 | 你说过的那本书 | 回到刚才的话题 | 之前說的那個方案 | 還記得嗎 |
        ก่อนหน้านี้คุยเรื่องอะไร | จำได้ไหมว่าผมชอบอะไร | คราวก่อนแนะนำร้านไหน | 前に言ったホテルの名前は？ |
        覚えていますか | 以前お話しした件です | 지난번에 추천한 식당 이름이 뭐였지? | 기억나? |
        아까 말했던 호텔 | ¿recuerdas el nombre del hotel? | la última vez dijiste otra cosa |
        tu avais dit quoi ? | la dernière fois | Weißt du noch, wie der Hund heißt? |
        du hast vorhin ein Buch empfohlen | você disse que era azul | lembra do hotel? |
        ты говорил про насос | помнишь название? | هل تتذكر اسم الفندق؟ | याद है मेरा नाम? |
        masih ingat nama hotelnya? | lần trước bạn đã nói gì?
    """,
    "regrets": """
        I told you I'm vegetarian. | As I said, the port is 9443. | I already said that. |
        Didn't I tell you about my allergy? | You forgot my name. | like I said | 我刚才说过了 |
        不是说过了吗 | 我不是告诉过你吗 | 你怎么又忘了 | 我剛才說過 | บอกไปแล้ว | ก็บอกแล้วไงว่าแพ้ถั่ว |
        さっき言ったよね | もう言いました | 이미 말했잖아 | 아까 말했는데 | ya te lo dije |
        je te l'ai déjà dit | das habe ich doch schon gesagt | já falei isso | я же говорил | لقد قلت لك |
        मैंने पहले ही बताया था | saya sudah bilang | tôi đã nói rồi
    """,
}

DOES_NOT_SIGNAL = {
    "bare": """
        hi | Hello! | 你好 | สวัสดีครับ | こんにちは | 안녕하세요 | hola | What is the capital of France? |
        Which pot suits a snake plant? | 法国的首都是哪里？ | 介绍一下故宫 | ต้นไม้ในห้องน้ำปลูกอะไรดี |
        フランスの首都は？ワインの産地は？ | 서울 날씨 알려줘 | Descale the kettle |
        ¿Cuál es la capital de Francia? | Какая погода в Москве? | ما هي عاصمة فرنسا؟ |
        फ्रांस की राजधानी क्या है? | Apa ibu kota Prancis? | Thủ đô của Pháp là gì? |
        translate 'yes' into Thai
    """,
    "asks": """
        Thanks! | haha | I went to the beach | Got it. | That is great, my sister likes it too. |
        We all hiked the trails last week - the views were amazing! | i am a teacher i really enjoy it . |
        What a lovely day! | 哈哈 | 谢谢 | 我昨天去了海边 | 是的，这首歌很好听 | 没什么 | 哈哈謝謝 |
        ขอบคุณครับ | 555 | เมื่อวานไปทะเลมา | ありがとうございます | 昨日海に行きました | 私もいつも好きです |
        감사합니다 | 어제 바다에 갔어 | gracias | Ayer fui a la playa. | merci beaucoup |
        Gestern war ich am Strand. | obrigado | спасибо | Вчера я был на море. | شكرا | धन्यवाद |
        terima kasih | cảm ơn bạn
    """,
    "closes": """
        yes | Thanks, and what is the price? | ok do it | Okay, now write the tests. |
        I went to the beach yesterday with all my friends. | 好的，那价格呢 | 谢谢，请再介绍一下故宫 |
        ขอบคุณครับ แล้วราคาเท่าไหร่ | ありがとう、値段は？ | 감사합니다. 가격은 얼마예요? |
        Thank-you notes: how long should they be?
    """,
    "opens": """
        What is high availability? | I said hello to her. | 你好像很累 | How do I say hello in Thai? |
        继续 | これはペンです | 그거 얼마예요? | Tell me more | 这是另一种方法
    """,
    "corrects": """
        What can I use instead of butter? | I mean, who doesn't like pizza? | not only cheap but good |
        Actually I like dogs. | What is wrong with my code? | No, I have never been there. |
        I do not like it but I eat it. | How do I change the oil? | 今天是不是周五？ | 这不是很好吗 |
        我不知道 | 他是不是搞音乐的？ | 你喜欢跑步还是游泳？ | ไม่ใช่ไหม | ไม่รู้ | 意見の違いは何ですか |
        間違いない | 아니, 난 은퇴한 지 몇 년 됐어 | No, gracias | Non, merci | Nein, danke |
        Нет, спасибо | نعم شكرا | 'no, I meant' is a common phrase
    """,
    "recalls": """
        I woke up earlier than usual. | Wash your hands before dinner. |
        What is the best time to visit Rome? | before | I can't remember things well. |
        出发之前要准备什么？ | 以前的人怎么计时？ | ไปก่อนนะ | 寝る前に何を食べますか |
        자기 전에 뭐 먹어? | Tell me a joke.
    """,
    "regrets": """
        I told my sister about it. | She said it is nice. | I said hello. | 我告诉他明天见 |
        他说过这句话吗 | ผมบอกแม่ | 彼は言った | 그가 말했다 | se lo dije a mi madre | I forgot my keys.
    """,
}

ORDINALS = {
    -2: """
        倒数第二个
    """,
    -1: """
        last one | the latter | 最后一个 | ข้อสุดท้าย | 最後のを教えて | 마지막 거 | le dernier
    """,
    1: """
        I'll take the first option | the former | 选第一个 | a primeira opção
    """,
    2: """
        the second one | 第二个 | 第二個 | อันที่สอง | 2番目は？ | 두 번째는? | ¿y el segundo? |
        второй вариант | الثاني | दूसरा वाला | yang kedua | cái thứ hai
    """,
    3: """
        option 3 please | What about the third? | 第3种呢 | 三つ目について | der dritte bitte
    """,
    None: """
        What is the second largest city? | The First World War | wait a second |
        第一个登上月球的人是谁？ | 第二次世界大战 | last week I was ill | her second album sold well
    """,
}
