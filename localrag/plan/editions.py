"""A question that sets times of one thing side by side -> the thing, and the editions or days meant."""

from __future__ import annotations

import re
from datetime import date, timedelta

from localrag.plan.asked import about, asked
from localrag.plan.question import Question
from localrag.plan.sides import TIMELY
from localrag.plan.vocabulary import ASKING_WORDS, EDITION_NOUNS, FUNCTION_WORDS
from localrag.records.plan import Editions, EditionTime, QuestionPart
from localrag.text.word_sets import word_set


def editions(question: Question, *, today: date) -> Editions:
    """What is compared over time; two times at least, in the order of the question.

    Named are versions ("version 2", "the 2023 and 2026 manuals") and dates. One alone is set beside today
    ("since 2024", "before 2026"), or, where it is a stretch ("what changed in 2025?"), its first day's eve
    beside its end. Without any, the version before the present one is set beside that.
    """
    labels = list(_LABELS.finditer(question.text))
    covered = [match.span() for match in labels]
    times = [
        EditionTime(written=label, version=label)
        for match in labels
        for label in (match["label"], match["other"])
        if label
    ]
    now = EditionTime(written="now", first=today, last=today)
    for one in question.dates:
        covered.append((one.lead, one.end))
        if (
            one.first is None
            or one.last is None
            or any(one.start < end and start < one.end for start, end in covered[:-1])
        ):
            continue
        first, last = one.first, one.last
        if one.relation == "before" and first > date.min:
            first = last = first - timedelta(days=1)
        version = one.text if one.kind == "year" else None
        times.append(EditionTime(written=one.text, version=version, first=first, last=last))
        if len(question.dates) == 1 and not labels and one.relation == "on" and first < last < today:
            # "What changed in 2025?": within it.
            times[-1] = EditionTime(written=f"before {one.text}", first=_eve(first), last=_eve(first))
            times.append(EditionTime(written=f"at the end of {one.text}", first=last, last=last))
    if len(times) < 2:
        times.append(now if times else EditionTime(written="before"))
        if len(times) < 2:
            times.append(now)
    return Editions(about=_about(question, covered), times=tuple(times))


def part_of(compared: Editions, question: Question, about_it: Question) -> QuestionPart:
    """The one thing such a question asks, to be looked for in each edition."""
    kind = asked(about_it, 0, len(about_it.words), "none").kind if about_it.words else "statement"
    return QuestionPart(
        text=question.text,
        kind="statement" if kind in ("version", "yes_no") else kind,
        about=about(about_it, 0, len(about_it.words)),
        timeless=f"What is the {compared.about}?" if compared.about else None,
    )


def _eve(day: date) -> date:
    return day - timedelta(days=1) if day > date.min else day


def _about(question: Question, covered: list[tuple[int, int]]) -> str:
    left_out = question.covered(covered)
    kept = [
        word.text
        for at, word in enumerate(question.words)
        if at not in left_out and word.lower not in _NO_SUBJECT
    ]
    return " ".join(kept)


_LABELS = re.compile(
    r"\b(?:versions?|editions?|revisions?|issues?)\s+(?P<label>\d[\w.-]*\w|\d)(?:\s+(?:and|to|with|vs\.?|or)\s+"
    r"(?:(?:the\s+)?(?:version|edition|revision|issue)\s+)?(?P<other>\d[\w.-]*\w|\d))?",
    re.IGNORECASE,
)
_NO_SUBJECT = (
    FUNCTION_WORDS
    | ASKING_WORDS
    | TIMELY
    | EDITION_NOUNS
    | word_set(
        "change changed changes changing new updated update evolved developed differ difference differences"
        " different differs compare compared comparison contrast vary varies between versus since different"
        " say says said state states stated about terms respect regard up down risen increased decreased"
        " raised lowered fallen dropped how much"
    )
)
