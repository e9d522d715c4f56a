"""Word lists that planning goes by: data, no rules."""

from __future__ import annotations

from localrag.text.word_sets import word_set

WH = word_set("what which who whom whose when where why how")
AUXILIARIES = word_set(
    "is are was were am do does did can could may might must should shall will would has have had need ought"
)
MODALS = word_set("can could may might must should shall will would ought")
PREPOSITIONS = word_set(
    "about above across after against along among around as at before behind below between beyond"
    " by despite during except for from in inside into near of off on onto out outside over per"
    " regarding since than through throughout till to toward towards under until upon via with"
    " within without concerning unless versus if whether because while"
)
DETERMINERS = word_set(
    "a an the this that these those my our your his her its their any some each every no all"
)
PRONOUNS = word_set("i we you he she it they me us him them one someone anyone somebody anybody everyone")
CONJUNCTIONS = word_set("and or but nor plus then also so")

FUNCTION_WORDS = (
    WH
    | AUXILIARIES
    | PREPOSITIONS
    | DETERMINERS
    | PRONOUNS
    | CONJUNCTIONS
    | word_set(
        "not be been being having doing did done just only even still yet already ever never too"
        " very really please there here now again such same other another both either neither own"
        " more most less least much many few several lot lots quite rather instead else however"
        " therefore thus hence hello hi hey dear thanks thank ok okay yes yeah let up down"
        " yourself myself ourselves themselves itself mine ours yours theirs hers regards kindly"
        " maybe perhaps actually exactly precisely currently etc sir madam today nowadays am pm"
        " e.g i.e vs"
    )
)
"""Words that carry no subject matter of their own."""

ASKING_WORDS = word_set(
    "tell know say says said mean means meant give gives given get gets got getting take takes"
    " took taken make makes made go goes going come comes happen happens happened happening want"
    " wants wish like need needs needed find found show shows see look looking ask asking asked"
    " wonder wondering explain describe list name define clarify confirm inform advise help"
    " understand learn summarise summarize outline detail details information info question"
    " questions answer answers thing things way ways kind kinds type types sort sorts example"
    " examples matter matters does apply applies applied applying applicable concern concerns"
    " relevant regarding possible able supposed going exist exists existing consider considered"
    " think sure correct true ok part situation idea"
)
"""Words that ask, or that fit any subject."""

GENERIC_NOUNS = word_set(
    "rule rules policy policies procedure procedures process processes requirement requirements"
    " condition conditions document documents manual manuals guideline guidelines guidance"
    " regulation regulations law laws case cases deadline deadlines limit limits fee fees cost"
    " costs step steps exception exceptions criteria criterion item items person people someone"
    " responsible next first last time date dates provision provisions section sections text"
    " standard standards instruction instructions form forms file files record records allowed"
    " permitted required mandatory valid version versions status result results due long soon day"
    " days week weeks month months year years amount number place reason reasons penalty penalties"
    " consequence consequences sanction sanctions"
)
"""Nouns of the trade that need something beside them before they name a matter."""

PERMISSION = word_set(
    "allowed permitted required obliged mandatory necessary obligatory permissible eligible"
    " entitled authorised authorized forbidden prohibited compulsory legal lawful acceptable ok"
    " okay"
)
"""Words that a yes-or-no question about a rule is put in."""

UNITS = word_set(
    "second seconds minute minutes hour hours day days week weeks fortnight month months quarter"
    " year years workdays weekdays"
)
DAY_SORTS = word_set("calendar working business clear full whole consecutive")

SUBMIT = word_set(
    "submit submitted file filed pay paid return returned respond responded reply replied renew"
    " renewed report reported appeal appealed serve served send sent lodge lodged notify notified"
    " deliver delivered complete completed object register registered issue issued inform informed"
    " challenge contest contested finish finished hand handed"
)
"""What has a last day."""
KEEP = word_set(
    "keep kept retain retained store stored wait hold held remain remains stay stays preserve"
    " preserved maintain maintained archive archived display displayed last lasts take takes valid"
    " run runs"
)
"""What goes on for a while."""

SOURCE_NOUNS = word_set(
    "policy policies procedure procedures manual handbook faq faqs guide guideline guidelines"
    " guidance directive order schedule checklist regulation regulations act law code instruction"
    " instructions standard standards plan protocol memo memorandum circular bulletin statute"
    " contract agreement rulebook charter report document notice catalogue leaflet factsheet"
    " playbook framework strategy terms ordinance decree template form register record minutes"
    " letter"
)
"""What a document is called after."""
EDITION_NOUNS = word_set("edition editions version versions revision issue release")
GENERIC_SOURCES = word_set(
    "policy policies rules rule law laws regulations regulation guidelines guideline guidance"
    " documents document procedures procedure instructions standards records record notice order"
    " contract agreement terms plan report code act form letter minutes register"
)
"""Alone they name no document: "according to policy"."""
WEAK_SOURCES = word_set(
    "notice order contract agreement plan report code act law form letter minutes register record"
    " document terms template statute"
)
"""Documents of daily business, which need not be in the library."""

PERSON_NOUNS = word_set(
    "company firm business operator person people role officer officers official officials team"
    " teams unit department authority authorities body bodies agency committee office supervisor"
    " manager managers position ministry staff inspector inspectors employee employees group"
    " function contact owner author signatory director head board party parties party organisation"
    " organization company"
)
PLACE_NOUNS = word_set(
    "address location place places building room site venue city town counter desk website area"
    " areas zone zones region folder"
)
CLASSES = {
    "wh": WH,
    "aux": AUXILIARIES,
    "modal": MODALS,
    "det": DETERMINERS,
    "pron": PRONOUNS,
    "unit": UNITS,
    "sort": DAY_SORTS,
    "submit": SUBMIT,
    "keep": KEEP,
    "person": PERSON_NOUNS,
    "place": PLACE_NOUNS,
    "source": SOURCE_NOUNS | EDITION_NOUNS,
    "be": word_set("is are was were be am"),
    "do": word_set("do does did"),
    "me": word_set("me us"),
    "show": word_set(
        "clarify specify show explain describe tell outline give list walk summarise summarize"
        " provide find open get fetch display discuss"
    ),
    "open": word_set("show open display find get print read fetch retrieve see pull bring look give"),
    "contain": word_set(
        "need include contain provide submit bring attach show present check contains includes cover covers"
    ),
    "we": word_set("i we you one they someone staff officers inspectors people contractors"),
    "tell": word_set(
        "tell show explain give list describe define clarify confirm help say name outline"
        " summarise summarize compare provide find walk advise inform let remind"
    ),
    "device": word_set(
        "tablet scanner printer camera app application portal system software laptop phone radio"
        " gps battery screen device server network wifi internet connection sync upload download"
        " login password pin website browser keyboard sensor meter computer database program"
        " terminal modem router charger display microphone touchscreen label-printer reader heater pump"
        " dashboard map drive export import signature-pad pad alarm engine phone barrier lock gate light"
        " lamp projector headset link attachment attachments photos upload pdf draft van vehicle car card"
    ),
    "ailing": word_set(
        "not cannot never rejected refused slow dead fails failed failing lost hot wrong broken"
        " missing drops dropped unresponsive unavailable unreachable forgotten forgot expired"
        " locked corrupt corrupted"
    ),
    "rule": word_set(
        "limit limits fee fees rate rates deadline deadlines rule rules policy policies manual"
        " procedure version edition threshold thresholds requirement requirements guidance"
        " guideline guidelines handbook text wording schedule tariff tariffs charge charges fine"
        " fines penalty penalties period provisions faq regulation regulations standard standards"
        " practice directive criteria law code"
    ),
}

SINGULAR_IN_S = word_set("process access business basis status news series means address class gas bus loss")

NOUN_KINDS = {
    **dict.fromkeys(
        word_set("deadline deadlines cut-off cutoff timeframe time-frame timescale time-limit due-date"),
        "deadline",
    ),
    **dict.fromkeys(
        word_set("duration period periods interval intervals gap frequency validity length lifespan"),
        "duration",
    ),
    **dict.fromkeys(
        word_set(
            "fee fees cost costs price prices charge charges fine fines amount salary budget"
            " deposit surcharge tariff tariffs reimbursement allowance wage payment compensation"
        ),
        "amount",
    ),
    **dict.fromkeys(
        word_set(
            "limit limits threshold thresholds maximum minimum number percentage rate rates ratio"
            " quota share height weight speed distance temperature age size capacity count depth"
            " width"
        ),
        "number",
    ),
    **dict.fromkeys(PERSON_NOUNS, "person"),
    **dict.fromkeys(PLACE_NOUNS, "place"),
    **dict.fromkeys(
        word_set("reason reasons purpose rationale cause causes aim objective objectives"), "reason"
    ),
    **dict.fromkeys(
        word_set("procedure process steps step workflow instructions way method routine course"), "steps"
    ),
    **dict.fromkeys(word_set("meaning definition"), "definition"),
    **dict.fromkeys(word_set("date day birthday"), "date"),
}
"""What a noun asks for where it is the thing asked: "what is the appeal deadline"."""

OFFICE_WORDS = (GENERIC_NOUNS | SOURCE_NOUNS | SUBMIT | PERSON_NOUNS | PERMISSION) | word_set(
    "permit permits licence licences license inspection inspections contractor contractors"
    " appeal  appeals notice notices violation violations offence offences site sites safety"
    " training  evidence complaint complaints waiver escalation review reviews enforcement"
    " compliance non-  compliance closure close renewal renew approve approval sign signs leave"
    " travel overtime  security privacy data inspect escalate visitor visitors holder holders"
    " fine fines warning  warnings employee employees may must use"
)
"""A question with one of them is no question of general knowledge."""
