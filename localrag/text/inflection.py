"""A word -> a key that its inflected forms share, and a looser one for its word family."""

from __future__ import annotations

from functools import lru_cache

from localrag.text.word_sets import word_set

_IRREGULAR = """
be am is are was were been being
have has had having
do does did done doing
go goes went gone
pay paid
send sent
make made
hold held
keep kept
give gave given
take took taken
write wrote written
find found
found founded
bring brought
buy bought
build built
begin began begun
become became
break broke broken
choose chose chosen
come came
cost cost
cut cut
deal dealt
draw drew drawn
drive drove driven
eat ate eaten
fall fell fallen
feel felt
fight fought
fly flew flown
forbid forbade forbidden
forget forgot forgotten
get got gotten
grow grew grown
hear heard
know knew known
lay laid
lead led
leave left
lend lent
lie lay lain lying
die died dying dies
tie tied tying ties
lose lost
mean meant
meet met
read read
ride rode ridden
rise rose risen
run ran
say said
see saw seen
sell sold
seek sought
shoot shot
show showed shown
sing sang sung
sit sat
sleep slept
speak spoke spoken
spend spent
stand stood
steal stole stolen
strike struck
swear swore sworn
swim swam swum
teach taught
tell told
think thought
throw threw thrown
understand understood
undertake undertook undertaken
wear wore worn
win won
withdraw withdrew withdrawn
withhold withheld
bear bore borne
bind bound
burn burnt
catch caught
hide hid hidden
learn learnt
child children
man men
woman women
person people
foot feet
tooth teeth
mouse mice
analysis analyses
basis bases
crisis crises
criterion criteria
phenomenon phenomena
datum data
medium media
index indices
appendix appendices
life lives
wife wives
knife knives
half halves
leaf leaves
self selves
shelf shelves
"""
_LEMMA = {form: line.split()[0] for line in _IRREGULAR.strip().splitlines() for form in line.split()[1:]}
_NO_PLURAL = word_set(
    "news series species means premises gas bus lens yes this his its us as is was has does"
)
_AGREED = word_set("agreed disagreed freed guaranteed decreed refereed")
"""Past forms in ``-eed``; other words that end so (``need``, ``exceed``) are no past forms."""
_DOUBLED = "bdfgmnprt"
_FAMILY_ENDINGS = (
    "ization", "isation", "ational", "fulness", "iveness", "ousness", "ability", "ibility", "ication",
    "ation", "ition", "ment", "anc", "enc", "ancy", "ency", "ion", "ness", "ur", "abl", "ibl", "ally", "al",
    "iv", "ity", "ous", "ful", "ary", "ory", "ant", "ent", "at", "ly", "ee", "y",
)  # fmt: skip
"""Longest first where one ends another; without the mute e that the inflection key has lost."""
_MAY_LEAVE = {"ment": 3, "ly": 5, "iv": 5}
_MIN_FAMILY = 4
"""Letters a family key keeps at least; shorter ones meet by chance (guess)."""


@lru_cache(maxsize=1 << 15)
def inflection_key(word: str) -> str:
    """What all inflected forms of an English word share: plurals, tenses, participles, ``'s``.

    ``file``, ``files``, ``filed`` and ``filing`` share one; ``office`` and ``officer`` do not. Case aside.
    The key is no word. Words of other languages, numbers and identifiers come back in lower case.
    """
    bare = word.lower().replace("’", "'")
    bare = bare[:-2] if bare.endswith("'s") else bare.rstrip("'")
    bare = _LEMMA.get(bare, bare)
    if len(bare) <= 3 or not bare.isalpha() or not bare.isascii():
        return bare
    return _without_mute_end(_without_ending(_singular(bare)))


def _singular(word: str) -> str:
    if not word.endswith("s") or word in _NO_PLURAL or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word[:-1]


def _without_ending(word: str) -> str:
    for ending in ("ing", "ed"):
        stem = word[: -len(ending)]
        if word.endswith(ending) and len(stem) >= 3 and any(vowel in stem for vowel in "aeiouy"):
            if ending == "ed" and stem.endswith("e"):
                return word[:-1] if word in _AGREED else word
            if stem[-1] == stem[-2] and stem[-1] in _DOUBLED:
                return stem[:-1]
            return stem
    if word.endswith("ied") and len(word) > 4:
        return f"{word[:-3]}y"
    return word


def _without_mute_end(stem: str) -> str:
    if stem.endswith("e") and len(stem) > 3:
        stem = stem[:-1]
    if stem.endswith("i") and len(stem) > 3:
        stem = f"{stem[:-1]}y"
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] == "l":
        stem = stem[:-1]
    return stem


_LEVELS = (("cis", "cid"), ("eipt", "eiv"), ("ept", "eiv"), ("miss", "mit"), ("mis", "mit"), ("ens", "end"))


@lru_cache(maxsize=1 << 15)
def family_key(word: str) -> str:
    """What a word shares with what is derived from it: ``appear`` and ``appearance``.

    Looser than ``inflection_key``: fit to count what is covered, not to tell two words apart. Persons
    (``officer``, ``inspector``) keep their ending.
    """
    key = inflection_key(word)
    for ending in _FAMILY_ENDINGS:
        if key.endswith(ending) and len(key) - len(ending) >= _MAY_LEAVE.get(ending, _MIN_FAMILY):
            return _levelled(key[: -len(ending)])
    return _levelled(key)


def _levelled(stem: str) -> str:
    """Sounds that change before an ending, evened out: decide and decision, receive and receipt."""
    for end, level in _LEVELS:
        if stem.endswith(end):
            return stem[: -len(end)] + level
    if len(stem) > _MIN_FAMILY and stem[-1] == stem[-2]:
        stem = stem[:-1]
    return stem[:-1] if stem.endswith(("i", "e", "y")) and len(stem) > _MIN_FAMILY else stem
