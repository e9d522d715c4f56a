"""A question that says which day's rules count -> the same question without saying it."""

from __future__ import annotations

import re
from datetime import date

from localrag.plan.case_time import asked_event
from localrag.plan.question import Question
from localrag.plan.timing import governs


def timeless(question: Question, *, today: date, is_of_event: bool) -> str | None:
    """The text without the words that only tell the day; null where it has none, or nothing else.

    Of a question that quotes a sentence with a gap ("fill in: 'Appeals take ____ days'"), that sentence.

    A rule does not repeat the day that someone asks about: "What was the deadline before 2025?" is answered
    by the sentence that answers "What was the deadline?", in the version of that day.

    Args:
        question: As read.
        today: As for ``timing``.
        is_of_event: Whether the day is that of an event the question names ("when the case was opened").
    """
    gapped = [one for one in question.quotations if _GAP.search(question.text, one.start, one.end)]
    if gapped:
        # A sentence with a gap is looked for by its words, whatever is said around it.
        quoted = question.text[gapped[0].start + 1 : gapped[0].end - 1]
        return _tidied(_GAP.sub(" ", quoted))
    spans = [(one.lead, one.end) for one in question.dates if governs(question, question.clauses, one, today)]
    event = asked_event(question, question.clauses) if is_of_event else None
    if event is not None:
        spans.append(question.span(event.start, event.end))
    if not spans:
        return None
    text, reached = "", 0
    for start, end in sorted(spans):
        if start >= reached:
            text += question.text[reached:start]
        reached = max(reached, end)
        is_possessive = question.text[end : end + 2] in ("'s", "’s")
        if is_possessive:
            # "last year's fee" is the fee.
            text, reached = text + "the", reached + 2
    return _tidied(text + question.text[reached:])


def _tidied(text: str) -> str | None:
    text = _LEFT_BEHIND.sub("", " ".join(text.split()))
    text = re.sub(r"\s+([,.;:?!])", r"\1", text)
    text = re.sub(r"^[\s,;:.–-]+|,(?=[?.!])|[\s,;:–-]+$", "", text)
    return text[0].upper() + text[1:] if re.search(r"\w", text) else None


_GAP = re.compile(r"__+|\.\.\.\.+|…")
_LEFT_BEHIND = re.compile(r"\b(?:(?:that was |that were )?in (?:force|effect)|back)(?=\s*(?:[,.?!]|$))", re.I)
"""What told the day along with the date."""
