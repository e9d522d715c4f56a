"""A question -> its noun phrases, found without a dictionary of verbs: by position and function words."""

from __future__ import annotations

from typing import NamedTuple

from localrag.plan.asked import asked
from localrag.plan.question import Clause, Question
from localrag.plan.vocabulary import (
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    FUNCTION_WORDS,
    NOUN_KINDS,
    PERMISSION,
    PERSON_NOUNS,
    PLACE_NOUNS,
    PREPOSITIONS,
    PRONOUNS,
    WH,
)
from localrag.text.word_sets import word_set


class NounPhrase(NamedTuple):
    """Words ``start`` to ``end``, a determiner included."""

    start: int
    end: int
    has_determiner: bool
    preposition: int | None
    """The preposition that governs it, where one does."""

    @property
    def head(self) -> int:
        """The word that carries number and kind: the last."""
        return self.end - 1


def noun_phrases(question: Question, clause: Clause) -> list[NounPhrase]:
    """The noun phrases of a clause, left to right.

    Guesses where only a dictionary would know: a word after "to" or after a pronoun is a verb, so is the
    last of several words between "can" and a determiner or the end.
    """
    lows = question.lows
    found: list[NounPhrase] = []
    at = clause.opens
    while at < clause.end:
        if not _can_begin(lows[at]):
            at += 1
            continue
        has_determiner = lows[at] in DETERMINERS
        end = at + has_determiner
        while end < clause.end and _can_go_on(question, end, at):
            end += 1
        before = lows[at - 1] if at > clause.opens else ""
        start = at
        if not has_determiner and _begins_in_verb(question, clause, at, end):
            start += 1
        ends_in_verb = _ends_in_verb(question, clause, at, end, has_determiner)
        if ends_in_verb and end - start > 1 + has_determiner:
            end -= 1
        if end > start + (lows[start] in DETERMINERS if start < end else 0):
            governed = before in PREPOSITIONS or before == "to"
            found.append(NounPhrase(start, end, has_determiner, at - 1 if governed and start == at else None))
        at = max(end, at + 1)
        if ends_in_verb:
            at += 1
    return found


def things_said(question: Question) -> list[NounPhrase]:
    """The noun phrases of a question's last clause that a later word can stand for: no dates or numbers."""
    dated = question.covered((one.start, one.end) for one in question.dates)
    found = noun_phrases(question, question.clauses[-1])
    return [one for one in found if one.head not in dated and not question.lows[one.head].isdigit()]


def is_plural(word: str) -> bool:
    """Whether a noun looks like several things."""
    return (word.endswith("s") and not word.endswith(("ss", "us", "is"))) or word in (
        "people",
        "staff",
        "children",
    )


def is_someone(word: str) -> bool:
    """Whether a noun looks like people: by the list, or by an ending of those who do or undergo something."""
    singular = word[:-1] if is_plural(word) else word
    if word in PLACE_NOUNS or word in _NO_ONE:
        return False
    if word in PERSON_NOUNS or singular in PERSON_NOUNS or word in _PEOPLE:
        return True
    return (
        len(singular) > 5
        and singular.endswith(("er", "or", "ee", "ian", "ist", "ant"))
        and (singular not in _NOT_PEOPLE)
    )


def is_attribute(question: Question, phrase: NounPhrase) -> bool:
    """Whether a phrase is something a matter has (its deadline, the fee asked for), not a matter."""
    kind = NOUN_KINDS.get(question.lows[phrase.head])
    if kind in ("deadline", "duration", "number", "reason", "definition"):
        return True
    clause = next((one for one in question.clauses if one.start <= phrase.start < one.end), None)
    if clause is not None and _is_asked_of(question, phrase, clause):
        return True
    if clause is None or kind in (None, "person", "place"):
        return False
    return phrase.head in asked(question, clause.opens, clause.end, clause.form).used


def _is_asked_of(question: Question, phrase: NounPhrase, clause: Clause) -> bool:
    """Whether it is what is asked: "what is the PENALTY for ...", "what TRAINING does ..."."""
    lows = question.lows
    if lows[clause.opens] not in ("what", "which"):
        return False
    if lows[clause.opens + 1 : phrase.start] in (("is",), ("are",), ("was",), ("were",)):
        return phrase.has_determiner and lows[phrase.end : phrase.end + 1] in (("for",), ("of",), ("on",))
    is_next = phrase.start == clause.opens + 1
    return is_next and lows[phrase.end : phrase.end + 1] != () and lows[phrase.end] in AUXILIARIES


def _can_begin(word: str) -> bool:
    return word in DETERMINERS - {"all", "no"} or (
        word not in FUNCTION_WORDS and word not in PERMISSION and word not in _NO_NOUNS
    )


def _can_go_on(question: Question, at: int, start: int) -> bool:
    word = question.lows[at]
    if question.follows_comma(at) and at > start:
        return False
    if word in PREPOSITIONS | WH | AUXILIARIES | PRONOUNS | CONJUNCTIONS | PERMISSION or word == "not":
        return False
    return word not in DETERMINERS and word not in _NO_NOUNS


def _begins_in_verb(question: Question, clause: Clause, at: int, end: int) -> bool:
    """Whether the first word of a run is a verb: after "to" or "we", in a request, "who SIGNS"."""
    lows = question.lows
    before = lows[at - 1] if at > clause.opens else ""
    if before in _BEFORE_VERBS or (at == clause.opens and clause.form == "request"):
        return True
    is_inflected = lows[at].endswith(("s", "ed")) and lows[at] not in NOUN_KINDS
    return before in ("who", "what") and end - at > 1 and is_inflected


def _ends_in_verb(question: Question, clause: Clause, start: int, end: int, has_determiner: bool) -> bool:
    """Whether the last word of a run is the verb or the predicate: "can permit holders APPEAL a fine"."""
    lows = question.lows
    before = lows[start - 1] if start > clause.opens else ""
    follows_auxiliary = before in AUXILIARIES and before not in ("have", "has", "had", "need")
    if not follows_auxiliary or end - start < 2 + has_determiner:
        return False
    if lows[clause.opens] in ("what", "which", "who") and before in ("is", "are", "was", "were"):
        return False
    following = lows[end] if end < clause.end else ""
    if before in ("is", "are", "was", "were"):
        return following == "" or following in PREPOSITIONS | CONJUNCTIONS
    return following == "" or following in PREPOSITIONS | DETERMINERS | CONJUNCTIONS | PRONOUNS


_NO_ONE = word_set("office unit department position function contact role")
_PEOPLE = word_set(
    "people staff children men women nurses apprentice apprentices students student residents resident"
    " tenants tenant veterans clients client guests guest minors minor adults"
)
_NOT_PEOPLE = word_set(
    "letter matter paper order register number computer water corner quarter semester trailer container"
    " chapter counter folder meter sensor motor tractor sector factor floor error mirror warrant plant"
    " grant list committee fee guarantee degree coffee refer disaster reactor elevator calendar poster"
    " printer charter boiler heater filter scooter router chamber cover power tower weather winter summer"
)
_BEFORE_VERBS = word_set("to i we you they he she who not please")
_NO_NOUNS = word_set(
    "others many lots anything something everything nothing anyone need needed used be been being"
    " apply applies applied happen happens tell give"
)
