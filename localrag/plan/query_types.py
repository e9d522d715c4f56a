"""What a question asks and names -> its query type, and the mode of retrieval that goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from localrag.plan.comparison import Comparison
from localrag.plan.cues import ERRANDS, GENERAL_KNOWLEDGE, SMALL_TALK
from localrag.plan.question import Question, is_english
from localrag.plan.sources import NamedSource
from localrag.plan.troubles import TROUBLES
from localrag.plan.vocabulary import (
    ASKING_WORDS,
    CLASSES,
    EDITION_NOUNS,
    FUNCTION_WORDS,
    OFFICE_WORDS,
    SOURCE_NOUNS,
)
from localrag.plan.words import Phrases
from localrag.ports import Catalog
from localrag.records.plan import QueryType, QuestionPart, RetrievalMode
from localrag.text.on_record import asks_of_duty, asks_of_record
from localrag.text.word_sets import word_set

MODES: dict[QueryType, RetrievalMode] = {
    "exact_lookup": "lexical",
    "definition": "hybrid_rerank",
    "procedural": "hybrid_rerank",
    "policy_interpretation": "hybrid_rerank",
    "comparison": "multi_source",
    "case_specific": "multi_source",
    "troubleshooting": "hybrid_rerank",
    "ambiguous": "none",
    "out_of_scope": "hybrid",
}


class Typed(NamedTuple):
    """A query type and, in words, why."""

    query_type: QueryType
    reason: str


def query_type(
    question: Question,
    parts: Sequence[QuestionPart],
    *,
    sides: Comparison | None,
    cases: Sequence[str],
    is_about_case: bool,
    sources: Sequence[NamedSource],
    catalog: Catalog,
) -> Typed:
    """The type of an unambiguous question; the first that fits, ``policy_interpretation`` where none does.

    Args:
        question: As read.
        parts: What it asks, one or more.
        sides: The comparison it asks for, where it does.
        cases: Those it names, or the one it is asked in.
        is_about_case: Whether it asks about them, not only within one.
        sources: Documents it names.
        catalog: Asked for one word, and only by a question of general knowledge.
    """
    kinds = {part.kind for part in parts}
    if is_lookup(question, parts, sources):
        return Typed("exact_lookup", "asks for what an identifier or a title names")
    if sides is not None:
        return Typed("comparison", "sets side by side: " + ", ".join(sides.sides))
    if cases and (is_about_case or any(_is_of_the_case(part) for part in parts)):
        return Typed("case_specific", f"asks about {' and '.join(cases)}")
    if kinds == {"version"} and any(source.is_required for source in sources):
        return Typed("exact_lookup", "asks for a version of a named document")
    if kinds == {"definition"}:
        return Typed("definition", "asks what something means")
    if is_trouble(question):
        if cases and CLASSES["device"].isdisjoint(question.lows):
            # Asked in a case, "the confirmation was not received" tells of the case.
            return Typed("case_specific", f"asked in {' and '.join(cases)}")
        return Typed("troubleshooting", "tells that something does not work")
    if not cases and not sources and _is_of_another_world(question, parts, catalog):
        return Typed("out_of_scope", "no readable document speaks of it")
    if "steps" in kinds:
        return Typed("procedural", "asks how something is done")
    return Typed("policy_interpretation", "asks what the rules say")


def _is_of_the_case(part: QuestionPart) -> bool:
    """Whether only the record of a case settles a part: "Was a test held?", "Must it be referred?"."""
    return part.kind == "yes_no" and (asks_of_record(part.text) or asks_of_duty(part.text))


def _is_of_another_world(question: Question, parts: Sequence[QuestionPart], catalog: Catalog) -> bool:
    """Whether no readable document holds any of its words; asked only where none is a word of office life."""
    words = [word.lower() for part in parts for word in part.about]
    known = GENERAL_KNOWLEDGE.first(question.lows)
    if question.identifiers or not catalog.has_index or not is_english(question):
        return False
    if known:
        words = [word for word in question.lows[known.start : known.end] if word not in FUNCTION_WORDS]
    elif len(words) < 2 or not OFFICE_WORDS.isdisjoint(question.lows):
        return False
    elif not all(part.kind in ("person", "date", "number", "place") for part in parts):
        # Who, when, where and how many are asked of the world at large; how and whether, of one's own.
        return False
    if known:
        # Of a phrase of general knowledge one word may well stand in some document, hardly all of them.
        return not words or not all(catalog.knows(word) for word in words)
    return not any(catalog.knows(word) for word in words)


def is_small_talk(question: Question) -> bool:
    """Whether a question is clearly not one that documents answer."""
    if question.identifiers or not question.words:
        return False
    asks = next((at for at, low in enumerate(question.lows) if low not in _ASKING_SOMEONE), 0)
    return SMALL_TALK.first(question.lows) is not None or ERRANDS.at(question.lows, asks) is not None


def is_trouble(question: Question) -> bool:
    """Whether something does not work: in a known phrase, or told of a device without asking for a rule."""
    if not question.words:
        return False
    clause = question.clauses[0]
    # "How do I report a broken meter?" asks for the rule on a broken one, not for its repair.
    seeks_rule = clause.asks and not _DEALING.isdisjoint(question.lows)
    if any(hit.name == "trouble" or not seeks_rule for hit in TROUBLES.find(question.lows)):
        return True
    subject = question.lows[clause.start : clause.start + _MAX_SUBJECT]
    if not clause.asks and not CLASSES["device"].isdisjoint(subject):
        return len(question.words) > _MAX_SUBJECT
    if CLASSES["device"].isdisjoint(question.lows) or not OFFICE_WORDS.isdisjoint(question.lows):
        return False
    return not clause.asks or question.lows[clause.opens] == "why"


def is_lookup(question: Question, parts: Sequence[QuestionPart], sources: Sequence[NamedSource]) -> bool:
    """Whether nothing is asked beyond what stands under an identifier, or for a document itself."""
    about = {word.lower() for part in parts for word in part.about} - _whole_of(question)
    if any(source.is_looked_up for source in sources):
        return about <= _SHOWN
    named = [one for one in question.identifiers if one.kind != "case"]
    if not named and not (question.identifiers and _shows_a_case(question)):
        return False
    kinds = {part.kind for part in parts}
    wants_to_see = any(_TO_SEE.at(question.lows, clause.opens) for clause in question.clauses)
    return about <= _SHOWN and (wants_to_see or not kinds & {"yes_no", "date", "deadline", "reason"})


def _whole_of(question: Question) -> set[str]:
    """Words that say of what a section is: "of the safety manual" behind "paragraph 12.4"."""
    found: set[str] = set()
    for one in question.identifiers:
        after = max(question.covered([(one.start, one.end)]), default=0) + 1
        if one.kind != "section" or question.lows[after : after + 1] not in (("of",), ("in",), ("from",)):
            continue
        name = question.lows[after + 1 : after + _MAX_WHOLE]
        ends = next((at for at, low in enumerate(name, 1) if low in SOURCE_NOUNS | EDITION_NOUNS), 0)
        found.update(name[:ends])
    return found


def _shows_a_case(question: Question) -> bool:
    """Whether a case's record itself is asked for: "case 8842", "open case 8842"."""
    clause = question.clauses[0]
    return clause.form == "none" or question.lows[clause.opens] in CLASSES["open"]


_DEALING = word_set(
    "report reported replace replaced handle handled store stored dispose disposed return returned apply"
    " applies declare declared pay paid liable responsible"
)
"""What one may have to do with a thing that does not work, by rule."""
_MAX_WHOLE = 7
"""Words from "of" to the noun of a document. Guess."""
_MAX_SUBJECT = 3
"""Words in which a told fault names its device: "the vapour meter ...". Guess."""
_SHOWN = (
    ASKING_WORDS
    | SOURCE_NOUNS
    | EDITION_NOUNS
    | word_set(
        "regulated governed covered laid let written state provides bring copy looking text wording"
        " content contents full case file record entry page paragraph section clause article passage"
        " title read open show display print quote verbatim about exact whole complete copy require"
        " requires required number send pull need take want got entry annex appendix form permit licence"
        " license certificate"
    )
)
_ASKING_SOMEONE = word_set("can could would will you please")
_TO_SEE = Phrases(
    """
    see: can|could|may|might i|we please? see|have|get|read
    see: have|has you|we|anyone got
    see: need|want
    see: let us have|see|look
    see: do|does|is you|we|anyone|there have|a
    """,
    {},
)
