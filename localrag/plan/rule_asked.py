"""A question -> whether it asks for a rule, which what happened in some case cannot answer."""

from __future__ import annotations

from localrag.plan.question import Question
from localrag.plan.words import Phrases
from localrag.text.modality import modals
from localrag.text.word_sets import word_set


def asks_for_rule(question: Question) -> bool:
    """Whether a limit, a fee, a duty or a permission is asked for, and no site, person or case by its name.

    "What was the limit before 2026?" is; "what was the fee paid by Tarn Lane Depot?" asks what happened
    there, and "which cases missed the deadline?" asks for the cases. False for a question without words.
    """
    if not question.words or _names_somebody(question) or _OF_CASES.first(question.lows) is not None:
        return False
    return not _RULES.isdisjoint(question.lows) or bool(modals(question.text))


def _names_somebody(question: Question) -> bool:
    """Whether a word within a sentence is written large that is no date, identifier or "I"."""
    told = question.covered([(one.lead, one.end) for one in question.dates])
    told |= question.covered([(one.start, one.end) for one in question.identifiers])
    starts = {clause.start for clause in question.clauses}
    return any(
        word.text[0].isupper() and len(word.text) > 1 and at not in starts and at not in told
        for at, word in enumerate(question.words)
    )


_RULES = word_set(
    "limit limits fee fees rate rates deadline deadlines rule rules policy policies procedure threshold"
    " thresholds requirement requirements guidance schedule tariff tariffs provision provisions regulation"
    " regulations criteria criterion"
)
_OF_CASES = Phrases(
    """
    cases: which|what|how many? case|cases|inspections|violations|sites
    happened: did * *? pay|meet|miss|keep
    happened: was|were it|they|that met|missed|kept|paid
    """,
    {},
)
"""What asks for cases themselves, or for what happened in one."""
