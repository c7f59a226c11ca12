"""The phrases behind `constraints` in English. Words only, no logic.

The form is that of `cue_words`: one regular expression in a block, matched against a lower-cased spoken line
of one sentence; words in capitals stand for BLANKS.

Signals: `hint` is worth a closer look at all; `standing` says from when on or how often and is a wish only
where `addressed` speaks to the assistant; `wish` is a standing wish by itself; `need` a lasting fact about
the user, but not beside `others`; `undo` takes back, `undo_all` everything; `once` binds one turn only; `own`
makes it a plan of the user; `reported` somebody else's words; `about` a question on words; `task` ends where
text to be treated begins; `question` needs `polite` to be a wish.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

BLANKS: Mapping[str, str] = MappingProxyType(
    {
        "CLAUSE": r"""
            (?<=[.!?:;,…] )(?:(?:so|and|but|then|please|also|important|note|rule|remember|ok|okay|thanks
            |thank you|hi|hello|hey|yes|no|well|now|just|oh|actually|one more thing) (?:[,:] )?){0,3}
        """,
        "ORDER": r"""
            answer|reply|respond|write|use|speak|talk|say|call|address|refer|give|include|add|put|avoid|keep
            |show|tell|ask|explain|translate|start|begin|end|finish|format|list|output|print|return|provide
            |suggest|recommend|mention|cite|quote|assume|act|behave|treat|pretend|stop|switch|go back
            |stick to|limit|make|ignore|skip|omit|leave out|remove|prefer|choose|sign|greet|convert|round
            |check|double-check|verify|mark|wrap|prefix|follow|confirm|generate|produce|offer|propose|spell
            |summari[sz]e|simplify|apologi[sz]e|insert|append|exceed|change|delete|touch|modify|commit|push
            |import|repeat|reveal|discuss|be (?:\w+ )?(?:brief|concise|short|formal|informal|polite|honest
            |direct|critical|friendly|funny|serious|precise|detailed|casual|kind|strict|careful)|do not
            |don't|remember|think step
        """,
        "ANSWERS": r"""
            (?:answers?|repl(?:y|ies)|responses?|messages?|outputs?|explanations?)
        """,
        "DIET": r"""
            allergic to|vegan|vegetarian|pescatarian|diabetic|celiac|coeliac|(?:lactose|gluten|histamine
            |fructose)[- ]intolerant|intolerant to|colou?r[- ]?blind|blind|deaf|dyslexic|hard of hearing
            |in a wheelchair|a wheelchair user|autistic|muslim|jewish|hindu|epileptic|asthmatic
        """,
    }
)

ENGLISH: Mapping[str, str] = MappingProxyType(
    {
        "hint": r"""
            always|never|ever|(?:now|here|point|moment|message) on|as a rule|any|further|onwards?|forward
            |henceforth|hereafter|future|rest of|throughout|every|each|all (?:of )?(?:your|the|my|further
            |future|answers|replies|responses)|all the time|at all times|until i|unless i|whenever|default
            |permanently|keep|again|stop|forget|mind|anymore|any more|longer|ignore|drop|cancel|disregard
            |scrap|normal|conversation|chat|session|allerg\w*|vegan|vegetarian|pescatarian|diabet\w*
            |c(?:o?)eliac|intoleran\w*|\S*-intolerant|colou?r\S*|blind|deaf|dyslexi\w*|wheelchair|kosher
            |halal|name|call me|pronouns|eat|drink|tolerate|prefer|answers|replies|responses|only speak
            |epilep\w*|asthma\w*|autistic|muslim|jewish|hindu
        """,
        "standing": r"""
            from (?:now|here|this point|today|this moment|this message) on(?:wards?)?
            |(?<!keep )(?<!are )(?<!is )(?<!'re )(?:going|moving) forward|henceforth|hereafter
            |in (?:the )?future|(?:for|throughout|during|in) (?:the (?:rest|remainder) of )?(?:this|our|the
            |your) (?:whole |entire )?(?:conversation|chat|session|discussion|dialogue|thread)
            |for the rest of (?:this|our|the)|until i (?:say|tell|ask)|unless i (?:say|tell|ask|explicitly
            |specifically)|by default|permanently|as a (?:standing |general )?rule|at all times|(?:whenever
            |every time|each time) (?:you|i (?:ask|send|write|paste|say|type|give|mention|post|share))|(?:in
            |for|with|to|at the (?:end|start|top|beginning|bottom) of|after) (?:all|every|each
            |any)(?: single| one)?(?: of)?(?: (?:your|the|my|our|future|further|following|next
            |subsequent))* (?:ANSWERS|questions|prompts)
        """,
        "addressed": r"""
            CLAUSE(?:always |never |only |also |then )?(?:ORDER)|(?:on|onwards?|forward|future|henceforth
            |hereafter|default|rule|times|questions|conversation|chat|session|discussion|thread|dialogue
            |ANSWERS) (?:, )?(?:please |you |always |never |only |just )?(?:ORDER|never|always|only|no)
            |please|you (?:should|must|will|shall|need to|have to|are (?:an?|my|the|to|not|only|now)
            |can only|may only|only)|you(?:'ll|'re)|(?:can|could|would|will) you|i(?:'d| would)? (?:want
            |need|like|expect|prefer|ask) (?:you|your|all|every|only|the|short|brief|concise|detailed|long
            |simple|plain|ANSWERS)|your (?:tone|code|language|style|ANSWERS)|ANSWERS (?:should|must|need
            |have to|has to|in|to be)|(?:keep|make) (?:it|your|the|all|everything)
        """,
        "wish": r"""
            CLAUSE(?:always|never|don't ever|do not ever|never ever|only ever) (?:again )?(?:ORDER)
            |CLAUSE(?:can|could|would|will) you (?:please )?(?:always|never|only ever) (?:ORDER)|(?:please
            |make sure(?: that)?(?: you| to)?|be sure to|i(?:'d| would)? (?:want|need|like|expect
            |prefer)(?: for)? you to) (?:\w+ ){0,2}?(?:always|never) (?:ORDER)|you (?:should|must|have to
            |need to|are to|may|shall|will) (?:always|never) (?:answer|reply|respond|write|speak|address
            |cite|format|translate|include|suggest|recommend|mention|output|explain)
            |CLAUSE(?:ORDER) [^.!?]{1,60} (?:always|every time|each time|all the time|at all times
            |permanently)(?= [.!?,])|CLAUSE(?:do )?keep (?:on )?(?:answering|replying|responding|speaking
            |writing|talking|using|translating|calling)|CLAUSE
            (?:do )?keep (?:all |your |all your |the |all the )(?:future |further )?(?:ANSWERS|sentences)
            |all (?:of )?(?:your |the |my )?(?:future |further |next )?(?:ANSWERS|code) (?:should|must
            |need to|needs to|has to|have to|in|to be|shall)|every (?:ANSWERS) (?:should|must|has to
            |needs to|is to)|CLAUSEi (?:always |generally |usually |really )?(?:prefer|like
            |want) (?:my |your |the |all )?(?:(?:short|brief|concise|detailed|long|simple|plain|direct
            |formal|informal)(?:er)?(?: ,)? (?:and )?)+(?:ANSWERS)|CLAUSE(?:never|don't
            |do not) (?:ORDER) [^.!?]{1,60} (?:again|ever)(?= [.!?,])|CLAUSEstop (?:using|adding|calling
            |saying|answering|replying|responding|writing|ending|starting|apologi[sz]ing|including|repeating
            |mentioning|suggesting|asking|putting|being)
        """,
        "need": r"""
            (?<!if )(?<!whether )(?<!pretend )(?<!like )i(?:'m| am) (?!not |no longer )(?:(?:also|very
            |severely|highly|deathly|mildly|a|an|and|strictly|strict|lifelong|totally|actually|really
            |red-green|type \d) )*(?:DIET)|i (?:can't|cannot|can not|mustn't|must not|am not allowed to
            |shouldn't|am unable to) (?:eat|drink|have|tolerate|digest|handle) (?!it|that|this|anything|more
            |a lot|much|any (?:more|longer)|anymore)\S+|i (?:don't|do not|never) (?:eat|drink
            |consume) (?:any |animal )?(?:meat|pork|beef|fish|seafood|shellfish|dairy|milk|gluten|nuts
            |peanuts|eggs|sugar|alcohol|animal products|products|wheat|soy|caffeine|coffee|gelatin\w*)
            |i have (?:a |an |severe |celiac |coeliac )*(?:\w+ )?(?:allergy|allergies|intolerance
            |(?<=celiac )disease|(?<=coeliac )disease|diabetes|asthma|epilepsy|dyslexia|adhd
            |colou?r blindness)|i use a (?:\w+ )?(?:wheelchair|screen reader|hearing aid)|i (?:keep|eat
            |only eat|eat only) (?:strictly )?(?:kosher|halal|vegan|vegetarian|plant-based)
            |my (?:\w+ )?allerg(?:y|ies)|CLAUSEmy name(?:'s| is)
            |CLAUSE(?:you can |you may )?call me (?!later|back|when|if|at|on|crazy|tomorrow)\S+|i go by
            |my pronouns are|i only (?:speak|understand|read|know) (?:english|spanish|french|german|chinese
            |thai|japanese|korean|russian|arabic|hindi|portuguese|italian|vietnamese|indonesian)
        """,
        "once": r"""
            (?<!not only )(?<!not just )this (?:time|once|one time|answer|reply|response|message
            |question)(?! on)|(?:just|only) (?:this|once|for now|for today|for this|for once|now)|for (?:now
            |the moment|today|once)(?! on)|(?:in|for|on|to|at the end of) (?:this|that|the following
            |the next|these) (?:one|answer|reply|response|e-?mail|mail|essay|text|task|story|poem|letter
            |article|code|function|file|script|document|question|translation|summary|exercise|paragraph
            |section|presentation|report|sentence|test|page|post|slide|image|list|recipe|dish|trip|problem)
            |temporarily|one-off|(?:only )?today only|the next (?:answer|reply|response|message)
        """,
        "undo": r"""
            CLAUSEforget (?:about )?(?:that|it|this|what i (?:said|told|asked|wrote)|everything(?= (?:[.!,]
            |i|we|about))|all (?:my|the|of)|the \w+(?= [.!,]))|CLAUSEnever ?mind(?! if)|CLAUSEnevermind
            |you (?:can|may|could|should) (?:now |please |also )?(?:stop|quit|drop|ignore|go back to normal)
            |you (?:don't|do not|no longer|needn't)(?: (?:need|have))?(?: to)? [^.!?]{1,50} (?:any ?more
            |any longer)|you no longer (?:need|have) to|from now on (?:, )?you (?:don't|do not
            |needn't) (?:need|have) to|you (?:don't|do not) (?:need
            |have) to [^.!?]{1,50} from now on|no need to [^.!?]{1,40} (?:any ?more|any longer)
            |(?:it's |is )?no longer (?:needed|necessary|required)|i no longer (?:need|want)|(?:drop|lift
            |cancel|remove|undo|disregard|ignore|scrap|forget) (?:that|the|my|all|this|these|all my
            |all the) (?:[\w-]+ ){0,3}?(?:rules?|restrictions?|preferences?|instructions?|requirements?
            |constraints?|wish(?:es)?)|i(?:'m| am) no longer (?:an? )?(?:DIET)|CLAUSEi(?:'m
            | am) not (?:an? )?(?:DIET)|i (?:can|do) (?:eat|drink) [^.!?]{1,30} (?:again|now)|you (?:can
            |may) [^.!?]{1,40} again(?= [.!?,])|CLAUSE(?:you can )?(?:go|switch|change
            |return) back to normal|(?:reset|clear) (?:your|all|the|my) (?:\w+ )?(?:rules|instructions|style
            |preferences)
        """,
        "undo_all": r"""
            (?:forget|ignore|drop|reset|clear|cancel|disregard) (?:about )?(?:everything
            |all)(?: (?:of )?(?:my|the|your|that|these|those|previous|earlier|i))*|(?:go|switch|change
            |return) back to normal|(?:forget|ignore|drop|reset|clear|cancel|disregard) (?:my|the|your|these
            |those) (?:previous |earlier |standing )?(?:rules|instructions|preferences|wishes|constraints)
        """,
        "own": r"""
            (?:now on|onwards?|forward|henceforth|hereafter|future|today|chat|session|conversation|times
            |default) (?:, )?(?:i|we|he|she|they|it|my|there|people|everyone|our)(?:'ll|'m|'ve|'d|'s
            |'re)?(?! (?:want|need|would like|prefer|expect|ask|like) )(?= )|(?<=[.!?:;…] )(?:(?:ok|okay|so
            |well|and|but|yes|no|yeah|oh) (?:, )?)*(?:i|we|he|she|they|it|there|people|everyone|nobody
            |my \w+|our \w+|his \w+|her \w+|the (?!answers?|repl|responses?|output|code|tone)\w+)(?:'ll|'m
            |'ve|'d|'s|'re)?(?! (?:want|need|would like|prefer|expect|ask|like|answers?|repl\w+|responses?
            |messages?|outputs?|explanations?|should|must|code|code should) )(?= )
        """,
        "reported": r"""
            (?:he|she|they|boss|manager|sister|brother|mother|mom|mum|father|dad|teacher|doctor|friend|wife
            |husband|people|who|which|everyone|someone|leaflet|sign|book|article|page|rule|prompt|sentence
            |colleague|customer|client|coach|doc|docs|readme)(?: (?:always|often|once|just|keeps|kept|has
            |had))? (?:says?|saying|said|told|tells|telling|wrote|writes|asks?|asked|thinks?|believes?|reads
            |states)
        """,
        "about": r"""
            what (?:does|do|did|is|would) [^.!?]{1,80} mean|what(?:'s| is) the meaning|(?:how|why) (?:do
            |does|did|would|can|should|is|are) (?:i|you|we|people|they|it|one|the)|(?:should|do|must|may|can
            |shall) i|is it (?:ok|okay|good|bad|better|wise|true|possible)|(?:write|draft|compose|create
            |generate|design|sing|invent) (?:me )?(?:a|an|some|the) [^.!?]{1,80}|(?:that says|saying
            |which says|titled|entitled|the (?:phrase|sentence|expression|slogan|lyrics?|title|quote|text))
        """,
        "task": r"""
            (?<=[.!?;…] )(?:(?:please|ok|okay|now|can you|could you|would you|i need you to|i want you to
            |help me|hi|hello|thanks|and|next|then) (?:, )?)*(?:translate|summari[sz]e|rewrite|rephrase
            |paraphrase|proofread|correct|fix|edit|improve|polish|explain|analy[sz]e|interpret|shorten
            |simplify|convert|check|review|classify|compare|comment on|respond to|reply to|write|draft
            |compose|what do you think|what does|is this|here(?:'s| is| are)|this is|the following|read|find
            |count|extract|continue|complete|quote|repeat|type|spell)(?= )[^.!?:]{0,100}? (?::|(?:the
            |this) following (?:text|sentence|e-?mail|paragraph|message|article|passage|note|letter
            |sentences|lines?))
        """,
        "polite": r"""
            (?:can|could|would|will) you|would you mind|please|is it possible (?:for you )?to|can we
        """,
        "question": r"""
            (?<=[.!?…] )(?:should|do|does|did|why|how|what|is|are|am|must|shall) (?:i|we|you|it|they|he|she
            |people|the|a|there)(?= )
        """,
    }
)
