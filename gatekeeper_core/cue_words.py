"""The phrases behind `cues` in English. Words only, no logic.

Each block is one regular expression; line breaks and indentation in it mean nothing. It is matched against a
lower-cased `own_words.spoken_line`: tokens with one space between, sentence marks alone. In spaced scripts a
phrase begins after a space and ends before one. Words in capitals stand for `BLANKS`.

Signals: `points` needs the turns before wherever it stands, `pronoun` only where nothing earlier in the
message can be meant, `wants` is a question or an order without a question mark, `thanks` and `okay` end an
exchange; the other names are the fields of `Cues`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# What a word in capitals stands for. EXPLETIVE follows an "it" that stands for nothing: weather, time, "it is
# hard to".
BLANKS: Mapping[str, str] = MappingProxyType(
    {
        "START": r"""
            (?<=[.!?:;…] )(?:(?:ok|okay|so|well|and|but|or|oh|ah|yes|yeah|no|please|then|now|great|thanks
            |hey|hi|hello|alright|sure|cool|wow|hmm|also|just|right|nice|good|y|e|et|und|o|ou|oder|pero|mas
            |mais|aber|entonces|então|alors|dan|và|vậy|sí|si|sim|oui|ja|ya|vâng|bueno|bem|bon|gut|oke|а|и|но
            |ну|да|так|хорошо) (?:, )?){0,3}
        """,
        "EXPLETIVE": r"""
            (?: (?:is|was|be|will be|would be|might be|may be|can be|has been))?(?: (?:not|too|so|very|more
            |really|still|ever|also))* (?:(?:ADJECTIVE) (?:to|that|if|when|how|why|for|\w+ing)|raining
            |snowing|sunny|cloudy|windy|dark|rains|snows|like to|seems|seem|been since|(?:takes?|took) (?:to
            |for|me|you|us|him|her|them|about|an?|the|\d+)|is going to be|'s going to be|looks like|appears
            |turns out|turned out|depends|feels like|(?:hot|cold|warm|late|early|nice) (?:out|in|here|there
            |today))
        """,
        "ADJECTIVE": r"""
            possible|impossible|necessary|important|essential|hard|difficult|easy|easier|better|best|worse
            |safe|dangerous|ok|okay|fine|fair|true|legal|illegal|normal|common|worth|likely|unlikely|clear
            |useful|helpful|wise|smart|advisable|cheaper|faster|good|bad|great|nice|wrong|right|rude|polite
            |weird|strange|sad|fun|funny|interesting|time|healthy|too late|too early|enough|amazing|hot|cold
            |warm|late|early
        """,
        "NOW": r"""
            week|weeks|month|months|year|years|morning|afternoon|evening|night|weekend|time|summer|winter
            |spring|autumn|fall|season|century|decade|country|world|life|past|coming|day|days|semester
        """,
        "ORDER": r"""
            tell|show|give|explain|write|list|find|make|create|suggest|recommend|translate|summari[sz]e
            |compare|describe|help|fix|add|remove|change|use|convert|rewrite|continue|expand|elaborate
            |calculate|compute|check|search|look up|book|remind|generate|draft|outline|provide|name|define
            |implement|refactor|solve|answer|run|debug|review|analy[sz]e|draw|set|put|send|call|pick|choose
            |sort|count|print|return|update|install|configure|prove|shorten|simplify|proofread|correct|edit
            |paraphrase|rephrase|imagine|pretend|act as|repeat|teach|clarify|proceed|go on|go ahead|go back
            |back to|keep going|carry on|do (?:it|that|so|the)|try (?:again|it|that|this)|say|turn|reply
            |respond|order|reserve|replace|delete|merge|plan|design|build|test|read|note|remember|ignore
            |forget|stop|start|scratch|switch|don't|do not|never|always|from now on|give me|i'll take|i take
            |what about|how about|next
        """,
        "END": r"""
            (?= [.!?,;…])
        """,
    }
)

ENGLISH: Mapping[str, str] = MappingProxyType(
    {
        "points": r"""
            the (?:former|latter|above|aforementioned)|the (?:other|others|same|rest|second|third)END
            |the (?:other|previous|next|same|last) ones?|(?:as|from|see|mentioned|listed|shown|described
            |given) above|above (?:code|example|list|text|table|answer|question|options?|steps?|query|error)
            |(?:tell|show|give) me (?:some |a bit |a little )?(?:more|another|others)(?:END| please
            | about (?:it|this|that|them|him|her) )|another (?:one|example|way|option)END|(?:say|explain
            |talk|know|hear|see) moreEND|more (?:details?|examples?|info|information|specific)END
            |more (?:about|on) (?:it|that|this|them|him|her)|in (?:more|greater|further) detail(?= [.!?])
            |any others?(?= [.!?,])|(?:what|anything|who|where) else(?= (?:[.!?]|is|should|can|do|did|could
            |would))|go onEND|go aheadEND|keep going|carry onEND|START(?:please )?(?:continue|elaborate
            |rephrase|proceed)|(?:can|could|would|will) you (?:please )?(?:continue|elaborate|expand|clarify
            |go on|rephrase|repeat|do (?:it|that|so))|START(?:expand on|shorter|longer|simpler|again|next
            |more)(?: please)?END|(?:it|that|this|and|once|all over|say|try|do) againEND|(?:what|who
            |happened|happens|came|comes) next(?= [.?])|of each(?= [.?])|STARTsame|like i'm (?:five|5)
            |START(?:give|show|tell|write|list|suggest|recommend) (?:me )?\w+ more(?= [.!?])|START(?:say|put
            |write|repeat|translate|explain|do|use|try|add|send) (?:that|it)
            |STARTwhich (?:one )?is (?:the )?\w+(?:er|est)(?= [?.])|(?:your|the) (?:last|previous|preceding
            |earlier) (?:answer|reply|response|message|suggestion|point|example|question|code|one|part|step
            |version)|your (?:answer|reply|response|suggestions?|recommendations?|explanation|example|list
            |solution)(?! (?:should|must|to be|in))|(?:what|which|who) (?:do|did) you mean
            |do you mean(?= [.?])|you just (?:said|gave|mentioned|wrote|suggested|told|listed|recommended
            |sent|showed)|(?:like|before|after|without|about|of|with|do|did|does|explain|fix|change|try|make
            |use|to|for|than|from) (?:that|this|these|those)(?= [.!?])|(?:why|how|what|who|where|when) (?:is
            |was|are|were|does|did|do) (?:that|this|these|those)(?: mean| work| happen| help)?END
            |same (?:thing|question|again|as before)|do the same|START(?:what|how) about|START(?:and|or
            |but)(?: [^.!?]{1,60})? \?|START(?:then what|so what|why|why not|how so|how come|like what
            |such as|such as what|for example)(?= [.!?])|(?:this|that|these|those|another|neither|either
            |the \w+) ones?(?= (?:[.!?,]|is|are|was|were|do|does|did|should|would|has|have|with|for|in
            |please|and|or|can|will|instead|looks?|sounds?|seems?))
        """,
        "pronoun": r"""
            its|itself|they|them|their|theirs|they're|they've|they'd|they'll|he|she|him|her|hers|his|he's
            |she's|he'd|she'd|it(?!EXPLETIVE)|it'(?:s|ll|d)(?!EXPLETIVE)|(?P<near>(?:this|these
            |those) (?!(?:NOW|who|of|one thing) )\S+)|START(?:that|that's|this|this's|these
            |those)(?! (?:NOW) )|that'(?:s|ll|d)|(?:about|of|with|like|from|than|for|after|before|to|on|in
            |at|by|near|explain|translate|do|does|did|is|was|are|why|how|what|can|could|will|would|should
            |what's|use|try) that(?! (?:NOW) )|(?:which|a|an) (?:\w+ )?ones?(?= [.!?,])|(?!(?:hi|hey|hello
            |is|was|are|out|were|who's|what's) )\w+ there(?= [.!?,])|(?:what|which|any|some|the) other \S+
        """,
        "wants": r"""
            START(?:please|kindly)? ?(?:ORDER)(?= )|START(?:why|who|who's|whose|which|where's|what's
            |how's)(?= )|STARTwhat(?! an? )|STARThow (?!nice|cool|great|fun|awesome|sad|funny|lovely|sweet
            |interesting|exciting)\w|START(?:when|where) (?:is|are|was|were|do|does|did|will|would|can|could
            |should)|START(?:can|could|would|will|do|does|did|is|are|was|were|should|shall|may|have
            |has) (?:you|i|we|they|he|she|it|there|the|this|that|these|those|my|your|anyone|someone)
            |STARTsame|please|i need (?:an?|some|to (?:find|book|know|buy|check|see)|help|advice|you)|i(?:'d
            | would) like|(?:i'm |i am )?looking for|i wonder|wondering (?:if|how|what|why|when|where
            |whether)|let me know|help me|i(?: also)? want (?:you|to (?:know|find|book|buy|ask|see|check
            |order|rent|visit))|yes do
        """,
        "thanks": r"""
            ty|thanks?(?: you)?(?: (?:so|very) much| a lot| a million| again)?|thx|tysm|cheers|(?:much
            |really) appreciated?|i appreciate|bye(?: bye)?|goodbye|good bye|see (?:you|ya)(?: (?:later|soon
            |tomorrow|then))?|good ?night|farewell|take care|that(?:'s| is| will be) all(?: for (?:now
            |today))?|have a (?:nice|good|great|lovely) (?:day|one|evening|weekend|night)|ttyl
            |you're welcome
        """,
        "okay": r"""
            ok|okay|k|kk|got it|i see|understood|alright|all right|cool|great|perfect|nice|awesome|good|fine
            |noted|makes sense|sounds good|wonderful|excellent|lol|ha(?:ha)+|wow|amazing|very good|all good
            |that works|will do|no problem
        """,
        "opens": r"""
            START(?:hi|hello|hey|howdy|greetings|good (?:morning|afternoon|evening|day))(?= )|by the way|btw
            |(?:another|a new|a different|a separate|one more|an unrelated|a quick|an other|different
            |unrelated|new|next|separate|completely different|totally different) (?:question|topic|subject
            |thing|matter|task|issue|request)(?= [.!?:,;…]|$)|(?:change|changing|switch
            |switching) (?:of |the )?(?:topics?|subjects?|gears)|moving on(?= [.!?,:])|let's (?:move on
            |talk about|switch to|change|discuss)|on (?:a|an|another) (?:different|separate|unrelated|other
            |completely different)? ?note|now for something|on another (?:topic|note|subject)|unrelated(?: ,
            | :| but)
        """,
        "corrects": r"""
            (?:no|nope|sorry|oops|wait|actually|well|hmm)(?: ,| …)? i (?:meant|mean)|STARTi meant
            |what i (?:meant|wanted)|not what i (?:meant|asked|said|wanted)|i didn't (?:mean|ask|say)
            |i did not (?:mean|ask|say)|START(?:no , )?actually(?: ,)? (?:make|it's|it is|it was|use|change
            |no|let's|the|my|that's|i (?:need|meant|wanted|want)|we (?:need|meant))|no(?: ,)? (?:not
            |the other|actually|make)|STARTcorrection|typo(?= [:;,])|STARTnot [\w ]{1,30} , (?!but)\w+
            |i said [^.!?]{1,40} not|(?:please )correct that|let me (?:rephrase|correct)|scratch that
            |strike that|(?:change|switch|correct|update) (?:that|it|this) (?:to|into)|change (?:the
            |my) [^.!?,]{1,40} (?:to|into)|START(?:please )?(?:use|make|put|take|go with|do|set|let's (?:use
            |make|do|go with)|i(?:'d rather| want| need| said| meant)?) [^.!?]{1,60} instead(?= of
            | [.!?,;…])|make (?:it|that|them) [^.!?]{1,40} (?:instead|not)|not (?P<kind>the|an?|in|on|at|for
            |my|to|from|by) [\w'-]+(?: [\w'-]+){0,2}(?: ,)? but (?P=kind)|START(?:it's|it is|that's
            |it should be) not [^.?!]{1,40} , ?(?:it's|it is|but)|(?:that's|that is|you(?:'re| are)|this is
            |that was|you got (?:it|that)) (?:wrong|incorrect|not right|not correct|not true|mistaken
            |a mistake)|i (?:made a (?:mistake|typo)|misspoke|mistyped|misread|changed my mind)|should (?:be
            |have been|say|read) [^.?!]{1,40} not|change of plans?|on second thoughts?|START(?:wait|oops
            |sorry)(?: ,)? (?:no|not|actually|make|that's|wrong|it's|i got)|my bad|START(?:edit|update
            |erratum) :|you misunderstood|ignore (?:that|my last)|rather than that
        """,
        "recalls": r"""
            earlier (?:you|we|i|in (?:this|our|the))|(?:you|we|i)(?: [\w']+){0,4} earlier(?! (?:than|this
            |today|flight|train))|(?:mentioned|discussed|said|talked|asked|described|gave|listed
            |suggested) (?:earlier|before|previously|above)|(?:you|we)(?:'ve| have| had
            |'d)? (?:just |already |both |also |once )?(?:said|mentioned|talked|discussed|told|suggested
            |recommended|listed|wrote|agreed|decided|were (?:saying|talking|discussing)|described|explained
            |gave me|covered|proposed)|i (?:told|mentioned to|asked) you|did i (?:tell|mention|say|ask|call
            |name)|did you (?:recommend|suggest|mention|say|tell|give|propose|list|write)|i (?:said
            |mentioned|told) [^.!?]{1,40} before|last time|(?:do you |you |still )remember (?:when|the|that
            |what|my|how|me|our|which|where|who)|remember (?:when|what) (?:i|we|you)|remind me (?:what|of
            |which|how|when|who|where|again)|recall (?:what|the|that|my|our|when)|(?:what|which|who|where
            |when|how) [^.!?]{1,60} again(?= [?.])|(?:go|going|get|coming|come|circle|jump|return
            |returning) back to|back to (?:the|my|our|your|what)|return(?:ing)? to (?:the|our|my|what)
            |(?:where|what) were we|(?:previous|earlier|last) (?:conversation|chat|session|discussion|topic)
            |previously (?:discussed|mentioned|said|talked)|(?:at|in) the (?:start|beginning) of (?:this|our
            |the) (?:chat|conversation|discussion)|(?:first|original) (?:thing|question) i (?:asked|said
            |told)|as (?:discussed|mentioned|agreed)|(?:we|you|i) (?:said|did|used|had|talked|discussed
            |spoke)(?: [\w']+){0,4} before(?= [.!?,])|(?:like|as|than) before(?= [.!?,])
        """,
        "regrets": r"""
            i(?:'ve| have| had)? (?:already |just |literally |clearly )*(?:told|said to|mentioned to
            |explained to) you|i(?:'ve| have)? (?:already|just) (?:said|told|mentioned|explained|gave|given
            |answered|asked|shared)|(?:as|like) i(?:'ve| have)?(?: already| just)? (?:said|mentioned|told
            |explained|wrote)|(?:didn't|did not|haven't) i (?:just |already )?(?:say|tell|mention|told|said
            |explain)|did i not (?:say|tell|mention)|you (?:forgot|have forgotten|keep forgetting
            |don't remember|didn't remember|already forgot|just forgot)|did you forget|have you forgotten
            |how many times (?:do|did|have|must) i|don't you remember
        """,
        "ordinal": r"""
            (?:the )?(?P<nth>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|final|1st
            |2nd|3rd|\dth|10th|latter|former) (?:ones?|option|choice|item|point|suggestion|idea|bullet
            |alternative|approach|method|solution|version|plan|example|paragraph|question|answer|line
            |sentence|result|link|of (?:those|these|them|your))(?= )|the (?P<end>first|second|third|fourth
            |fifth|sixth|seventh|eighth|ninth|tenth|last|latter|former|1st|2nd|3rd|\dth)(?= [.!?,])
            |(?:option|number|item|choice|suggestion|no|nr|point) (?:\. )?#?(?P<number>[1-9]\d?)(?= )
            |#(?P<hash>[1-9]\d?)(?= [.!?,])
        """,
    }
)
