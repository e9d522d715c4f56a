"""What a question asks and names -> its query type, and the mode of retrieval that goes with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from localrag.plan.comparison import Comparison
from localrag.plan.cues import GENERAL_KNOWLEDGE, SMALL_TALK, TROUBLES
from localrag.plan.question import Question
from localrag.plan.sources import NamedSource
from localrag.plan.vocabulary import ASKING_WORDS, EDITION_NOUNS, FUNCTION_WORDS, SOURCE_NOUNS
from localrag.ports import Catalog
from localrag.records.plan import QueryType, QuestionPart, RetrievalMode
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
    if SMALL_TALK.first(question.lows) and not (sources or cases or question.identifiers):
        return Typed("out_of_scope", "nothing that documents answer")
    kinds = {part.kind for part in parts}
    if is_lookup(question, parts, sources):
        return Typed("exact_lookup", "asks for what an identifier or a title names")
    if sides is not None:
        return Typed("comparison", "sets side by side: " + ", ".join(sides.sides))
    if cases and is_about_case:
        return Typed("case_specific", f"asks about {' and '.join(cases)}")
    if kinds == {"version"} and any(source.is_required for source in sources):
        return Typed("exact_lookup", "asks for a version of a named document")
    if kinds == {"definition"}:
        return Typed("definition", "asks what something means")
    if TROUBLES.first(question.lows):
        return Typed("troubleshooting", "tells that something does not work")
    known = GENERAL_KNOWLEDGE.first(question.lows)
    if known and not cases and catalog.has_index:
        words = [word for word in question.lows[known.start : known.end] if word not in FUNCTION_WORDS]
        if not any(catalog.knows(word) for word in words):
            return Typed("out_of_scope", f'no readable document speaks of "{" ".join(words)}"')
    if "steps" in kinds:
        return Typed("procedural", "asks how something is done")
    return Typed("policy_interpretation", "asks what the rules say")


def is_lookup(question: Question, parts: Sequence[QuestionPart], sources: Sequence[NamedSource]) -> bool:
    """Whether nothing is asked beyond what stands under an identifier, or for a document itself."""
    about = {word.lower() for part in parts for word in part.about}
    if any(source.is_looked_up for source in sources):
        return about <= _SHOWN
    named = [one for one in question.identifiers if one.kind != "case"] or (
        len(question.identifiers) == 1
        and not any(word in ("can", "may", "must") for word in question.lows[:1])
    )
    if not named or any(
        part.kind in ("yes_no", "comparison", "date", "deadline", "reason") for part in parts
    ):
        return False
    return about <= _SHOWN


_SHOWN = (
    ASKING_WORDS
    | SOURCE_NOUNS
    | EDITION_NOUNS
    | word_set(
        "text wording content contents full case file record entry page paragraph section clause"
        " article passage title read open show display print quote verbatim about exact whole"
        " complete copy require requires required number"
    )
)
