"""Cue phrases that planning goes by: data, no rules."""

from __future__ import annotations

from localrag.plan.vocabulary import CLASSES
from localrag.plan.words import Phrases

KINDS = Phrases(
    """
    definition: what do|does|did ** mean|means|signify
    definition: what do|does ** stand for
    definition: what is|are meant|understood by
    definition: what do|does ** understand by
    definition: what is|are considered
    definition: who @be considered|regarded|deemed|classed
    definition: when @be ** considered|regarded|deemed|classed|treated as|a|an
    definition: when do|does ** count|qualify as
    definition: what do|does you|we|one|they call
    definition: how would|do|can|should|could you|we|one define
    definition: what kind|sort of thing is|are
    definition: who|what counts|qualifies as
    definition: how do|does ** define
    definition: what is|are the? meaning|definition of
    definition: what counts|qualifies|classes as
    definition: what constitutes
    definition: who or what is|are
    statement: what is wrong
    definition: how is|are|do|does ** defined|define
    reason: why
    reason: how come
    reason: for? what reason|reasons|purpose
    reason: what is|are|was the? reason|reasons|purpose|rationale|point|cause|causes|aim|objective
    reason: what causes|caused|prompted|triggered
    reason: what ** for $
    date: when has|have ** been
    deadline: by|until|till when
    deadline: by|until|till what|which date|day|time|point
    deadline: within|in how many|long
    deadline: within|in what|which time|period|timeframe|time-frame|number
    deadline: when is|are|was|were ** due
    deadline: when must|should|shall|has|have|need|do|does|is|are ** @submit
    deadline: when do|does|will|is|are ** lapse|lapses|expire|expires|elapse|elapses|void
    deadline: how much time do|does|did|have|has|will ** have|get|got|given|left
    deadline: how fast|quickly|soon $
    deadline: how fast about
    deadline: how long after|before|from|following
    deadline: how many @sort? @unit after|before|from|following|within
    deadline: how soon|quickly|promptly|late
    deadline: what|which is? the? last|latest|final day|date|moment|time
    deadline: what|which is? the? due|closing date
    deadline: what|which is? the? time limit|frame
    duration: how long @modal|@do|@be|has|have ** @keep
    duration: how many @sort? @unit @modal|@do|@be|has|have ** @keep
    deadline: how long do|does|did|have|has|will|would ** have|has|got|get
    deadline: how long have|has @we got|to
    deadline: how long is|are ** given|allowed|granted
    deadline: how many @sort? @unit @modal|@do|@be|has|have ** have|has|got|get|given|allowed|left
    deadline: how many @sort? @unit have|has @we
    number: how many @sort? @unit of
    duration: for? how long
    duration: how many @sort? @unit
    duration: how often|frequently|regularly
    duration: how much time|notice
    duration: what|which period|duration|interval
    duration: what number of @sort? @unit
    amount: how much ** cost|costs|pay|paid|charge|charged|fee|fine|owe|price|money|deposit
    amount: how much @be|do|does|did|will|would
    amount: how expensive|costly
    amount: what @be|do|does|did ** paid|reimbursed|refunded|charged
    amount: what do|does|did|can|will ** get|receive back|per
    amount: how high|large|big @be ** fee|fees|fine|penalty|charge|deposit|cost|costs
    amount: what do|does|did|would|will ** cost|pay|owe|charge
    number: how many|much|far|tall|high|heavy|wide|deep|old|large|big|fast|hot|cold|close|near|thick|strong
    number: up? to what|which height|weight|speed|distance|temperature|age|size|depth
    statement: who @be ** eligible|entitled|exempt|exempted
    statement: who qualifies|qualify
    statement: how do|can|should|would @we know|tell
    statement: how did|has|have
    statement: how do|does ** differ|compare|vary|change|relate
    statement: how does ** work|apply|affect|relate
    statement: what happens|happened|happen
    statement: what if
    statement: how is|are|was|were ** calculated|computed|determined|measured|assessed|counted|funded
    statement: at? what time do|does|is|are|will
    person: who|whom|whose
    person: to|from|with|by|for whom
    person: to|from|with|by? what|which @person
    version: what|which version|edition|revision|issue
    version: what|which *? @rule applied|governed
    version: what|which *? @rule @be valid|effective|current|applicable
    version: what|which *? @rule @be in force|effect
    place: where does|do|is|are ** say|says|stated|written|mentioned|described|explained
    place: where
    place: at|in|from|to? what|which @place
    steps: how to
    steps: how @modal|@do|@be
    steps: how best
    steps: by? what|which steps|procedure|process
    steps: what|which do|must|should|can|shall|would @we ** do
    steps: what comes|happens|goes first|next|then
    steps: what @modal|do|does ** do $
    steps: what @modal|do|does ** do after|before|when|if|once|to|about|with
    steps: what do|does @we|it take to
    steps: what needs|has to be done
    steps: what @modal be done
    steps: what is needed|required to be done
    steps: what is|are the? procedure|process|steps|workflow|method
    steps: step by step
    steps: in what|which order|sequence
    date: when was|were|did|had
    date: when do|does|will|is|are ** take|takes|taking|come|comes|enter|enters effect|into
    date: when is|are the|my|our|next|this * $
    date: when is|are ** scheduled|planned|published|held
    date: on? what|which date|day
    list: what|which is|are needed|required|necessary
    list: what ** required|needed|necessary $
    list: what|which documents|forms|papers|evidence|information|records|criteria|conditions|requirements
    list: what @modal|@do ** @contain
    list: what|which kinds|types|sorts|categories
    list: in|under|on what|which cases|circumstances|conditions|situations|grounds
    list: what else
    """,
    CLASSES,
)
"""What is asked for, by how the question opens; the first that fits where it opens."""

IMPERATIVES = Phrases(
    """
    definition: define
    definition: @show @me? the? term|meaning|definition
    steps: @show @me? how|through
    steps: @show @me? the? *? *? procedure|process|steps|workflow
    steps: walk|guide|talk @me through
    steps: @show @me? step-by-step
    reason: @show @me? why
    list: list|enumerate|name
    list: @show @me? all|every
    list: @show @me? a|the? list
    statement: @show
    statement: fill|complete|translate|write
    statement: search|look|pull|bring|read|print|quote|locate|check|retrieve|compare|contrast|calculate
    statement: send|hand|pass|take me|us
    """,
    CLASSES,
)
"""What is asked for where the question is a request."""

POLITE = Phrases(
    """
    if: can|could|would|will you please? @tell @me? whether|if
    if: i|we would? just? like|want|need|wish to know|understand|ask whether|if
    if: i|we @be? just? wonder|wondering|asking|unsure|curious if|whether
    if: do|does you|anyone happen? to? know if|whether
    if: i|we do not know if|whether
    if: please? tell|inform|advise @me? if|whether
    if: please? let @me know if|whether
    ask: can|could|would|will you|someone|anyone please? tell|inform|advise|remind @me? about?
    ask: can|could|would|will you please? let @me know about?
    ask: can|could|would|will you please? help @me? to? understand|find|with?
    ask: can|could|would|will you please? help @me
    ask: can|could|would|will you please
    ask: can|could|would|will you > @tell
    ask: can|could|would|will you > pull|bring|look|read|print|quote|fetch|open
    ask: can|could|would|will you > display|send|retrieve|check|locate
    ask: pls|plz|kindly
    ask: let us? have|take a look at
    ask: can|could|may i|we please? have|see|get > the|a|all
    ask: please? let @me know about?
    ask: please? tell|inform|advise @me about?
    ask: please
    ask: i|we would? just? like|want|need|wish to know|understand|ask|find about|out?
    ask: i|we would? just? like|want|need|wish to know|understand|ask|find
    ask: i|we @be just? wondering|asking
    ask: i|we wonder
    ask: is|are there a|any? > definition|definitions
    ask: i|we have a *? question about|on|regarding|concerning
    ask: i|we do not know|understand
    ask: i|we need|want information|help|guidance|advice about|on|with|regarding
    ask: do|does you|anyone happen? to? know|remember
    ask: any idea|ideas
    ask: my|our|the question is
    ask: quick|short|one question
    ask: what i|we want|need to know is
    ask: help @me? understand
    """,
    CLASSES,
)
"""What goes before the question proper; after ``if`` it is a yes-or-no question."""

SMALL_TALK = Phrases(
    """
    out: joke|jokes
    out: what|how is|will|was|be the weather
    out: weather forecast|today|tomorrow|like
    out: will|is it *? *? rain|snow|raining|snowing
    out: how are you
    out: how old|tall|smart are you
    out: who|what are you
    out: what is your name|age|favourite|favorite
    out: do you have feelings|emotions|friends|hobbies|children|siblings
    out: are you a|an? *? human|robot|ai|real|sentient
    out: do you like|love|feel|dream
    out: what time is it
    out: what day is it
    out: good morning|afternoon|evening|night $
    out: ^ thank you? $
    out: ^ thanks|hello|hi|hey|bye|goodbye|cheers|ciao $
    out: ^ thanks|thank|hello|hi|bye you|bye|there|all $
    out: what is @number plus|minus|times|divided|multiplied
    out: solve|integrate|differentiate this|the equation
    out: meaning of life
    """,
    CLASSES | {"number": frozenset(str(n) for n in range(100))},
)
"""Clearly not about documents, wherever it stands."""

ERRANDS = Phrases(
    """
    out: tell|give|sing|write|recite @me? a|an|another? *? *? joke|jokes|poem|story|song|limerick|haiku|riddle
    out: translate
    out: play|sing|book|order|buy|remind|call|email|text|schedule|dim @me|a|an|the|some|my|mum|mom|dad|happy
    out: set a|an|the alarm|timer|reminder
    out: send|write @me? a|an? *? *? email|letter|poem|essay|code|program|script|song
    out: recommend|suggest @me? a|an|some? *? restaurant|film|movie|book|song|hotel
    out: recommend|suggest @me? a|an|some? *? recipe|wine|present|gift|game
    out: tell @me? a|another story
    """,
    CLASSES,
)
"""Clearly not about documents where a request begins with it."""

GENERAL_KNOWLEDGE = Phrases(
    """
    general: capital|population|president|king|queen|currency|flag|area of
    general: world cup
    general: wrote|painted|composed|sang|directed|sculpted *
    general: is|was there life on
    general: team|player|club won|wins|lost
    general: visa|flight|train|hotel|holiday|holidays for|to|in *
    general: boiling|melting point
    general: best|good|nearest|nice pizza|restaurant|beach|bar|hotel|cafe|film|movie|book
    general: won the? *? *? olympics|championship|election|league|final|oscar|match|race|cup|war
    general: football|soccer|basketball|cricket|tennis match|game|score|team|result|results
    general: bake|cook|fry|roast|grill|knit|draw
    general: recipe
    general: stock|share|bitcoin|crypto|oil price|market
    general: movie|film|actor|actress|singer|band|album|celebrity|novel
    general: planet|moon|galaxy|star|dinosaur|dinosaurs|volcano
    general: invented|discovered|painted|composed the|a|an
    general: horoscope|lottery|zodiac
    general: tallest|highest|longest mountain|river|ocean|country|animal|building|lake
    general: deepest|largest|biggest|fastest mountain|river|ocean|country|animal|building|lake
    general: distance|far between|from|is * to the? moon|sun|mars|london|paris
    """,
    CLASSES,
)
"""General knowledge: out of scope where no readable document holds a word of the phrase."""
