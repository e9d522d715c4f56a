"""A question and where it is asked -> the case it is about."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from localrag.plan.ambiguity import Ambiguity, speaks_of_a_case, which_case
from localrag.plan.question import Question
from localrag.plan.vocabulary import FUNCTION_WORDS
from localrag.plan.words import Phrases
from localrag.ports import Catalog
from localrag.text.identifiers import Identifier, bare_numbers, canonical_case
from localrag.text.word_sets import word_set

_OF_A_RECORD = word_set(
    "history timeline chronology status progress visit visits follow-up still yet already outstanding missing"
    " pending owner operator complainant"
)
_HAPPENED = word_set("was were did had happened ago")
_OF_A_RECORD_AT = Phrases(
    """
    record: so|thus far
    record: until|up to|till now
    record: the last|first|next|latest|previous|second inspection|visit|notice|warning|event|entry|step|letter
    record: the|its file|record|evidence|checklist complete|closed|incomplete|signed
    record: happen|happens|done|do|do next
    record: on file|record
    record: do|did|have we have|meet|got
    record: unmet|unanswered|unresolved
    record: between the two|first|last
    record: a|is|are *? *? required|needed|due now|next
    record: enough to|for
    record: the responsible|assigned officer|inspector
    record: has|have|had ** been
    """,
    {},
)
"""What is asked of the record of a case, not of rules."""
_SHORT = re.compile(r"(?<=\bcase )\d{1,2}\b", re.IGNORECASE)


@dataclass(frozen=True)
class CaseMeant:
    """Which case a question is about, if any."""

    case_id: str | None = None
    is_asked_about: bool = False
    several: tuple[str, ...] = ()
    is_untold: bool = False
    """Whether it speaks of one certain case without its number."""
    unclear: Ambiguity | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """Canonical ids of the case, or of several."""
        return (self.case_id,) if self.case_id else self.several


def find_case(question: Question, selected: str | None, catalog: Catalog) -> tuple[Question, CaseMeant]:
    """The case that a question names, speaks of by its title, or is asked in.

    Args:
        question: As read.
        selected: The case it is asked in, in any form.
        catalog: Asked only for a bare number, a title, or a case that is meant without being named.

    Returns:
        The question, with a bare number read as a case where a readable case has it, and the case.
    """
    question = _with_bare_case(question, catalog)
    case = _case_of(question, selected)
    return question, _titled_case(question, catalog) if case.is_untold else case


def _with_bare_case(question: Question, catalog: Catalog) -> Question:
    """A bare number stands for a case if a readable case has it: "What is the status of 8842?"."""
    # "In case 77 days pass" and "in case 77" differ only in whether there is such a case.
    numbers = [] if question.identifiers else [*bare_numbers(question.text), *_SHORT.findall(question.text)]
    cases = catalog.cases() if numbers and catalog.has_index else []
    found = []
    for number in numbers:
        start = question.text.index(number)
        if canonical_case(number) in cases:
            end = start + len(number)
            found.append(Identifier(start, end, number, "case", canonical_case(number), number))
    return replace(question, identifiers=tuple(found)) if found else question


def _case_of(question: Question, selected: str | None) -> CaseMeant:
    """The case a question names, or is asked in."""
    named = tuple(dict.fromkeys(one.canonical for one in question.identifiers if one.kind == "case"))
    if len(named) > 1:
        return CaseMeant(several=named)
    if named:
        return CaseMeant(named[0], True)
    is_meant = speaks_of_a_case(question) is not None
    if selected:
        return CaseMeant(canonical_case(selected), is_meant or _acts_on_it(question))
    return CaseMeant(is_untold=is_meant)


def _acts_on_it(question: Question) -> bool:
    """Within a selected case: whether the question is about it ("can I close it?") or about rules."""
    lows = question.lows
    clause = next((one for one in question.clauses if one.asks), None)
    is_any_case = any(lows[at : at + 2] in (("a", "case"), ("any", "case")) for at in range(len(lows)))
    if not is_any_case and any(low in ("it", "this", "here", "case") for low in lows):
        return True
    if not _OF_A_RECORD.isdisjoint(lows) or _OF_A_RECORD_AT.first(lows) is not None:
        return True
    if clause is None:
        return False
    opening = lows[clause.opens : clause.opens + 3]
    acts = any(low in ("i", "we") for low in opening) and clause.form in ("aux", "if")
    told = lows[clause.opens : clause.end]
    # "who signed it", "which samples were taken": what happened, happened in this case.
    happened = len(told) > 1 and told[0] in ("who", "what", "which") and told[1].endswith("ed")
    is_perfect = lows[clause.opens] in ("has", "have", "had")
    return acts or happened or is_perfect or not _HAPPENED.isdisjoint(told)


def _titled_case(question: Question, catalog: Catalog) -> CaseMeant:
    """``the Harbour Street case``: by the titles of readable case documents."""
    words: list[str] = []
    place = (speaks_of_a_case(question) or 0) - 1
    while place >= 0 and question.lows[place] not in FUNCTION_WORDS:
        words.append(question.lows[place])
        place -= 1
    if words and catalog.has_index:
        documents = catalog.documents_named(words)
        fitting = [
            one for one in documents if one.case_id and all(word in one.title.lower() for word in words)
        ]
        cases = tuple(dict.fromkeys(one.case_id for one in fitting if one.case_id))
        if len(cases) == 1:
            return CaseMeant(canonical_case(cases[0]), True)
        if cases:
            return CaseMeant(unclear=which_case(catalog, cases))
    return CaseMeant(unclear=which_case(catalog))
