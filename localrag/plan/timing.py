"""A question, --as-of and a case's events -> the day whose rules count, and whether history is wanted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from localrag.plan.case_time import EventTime, asked_event, resolve_event
from localrag.plan.question import Clause, Question
from localrag.plan.rule_asked import asks_for_rule
from localrag.plan.vocabulary import CLASSES, EDITION_NOUNS, SOURCE_NOUNS
from localrag.plan.words import Phrases
from localrag.ports import Catalog
from localrag.records.plan import TemporalContext
from localrag.text.date_spans import Days, in_words
from localrag.text.dates import DateMention
from localrag.text.word_sets import word_set


class Timing(NamedTuple):
    """What a question says about time."""

    temporal: TemporalContext
    wants_history: bool = False
    assumptions: tuple[str, ...] = ()
    unclear: str | None = None
    """What to ask back: a date that does not exist, an event that cannot be told."""
    needs_case: bool = False
    """Whether it asks about the time of a case's event without saying which case."""
    is_of_event: bool = False
    """Whether the day is that of a case's event."""

    @property
    def days(self) -> Days | None:
        """The days whose rules count; null where history is wanted without a day."""
        first = self.temporal.effective_policy_date
        return Days(first, self.temporal.effective_policy_end or first) if first else None


def timing(
    question: Question,
    clauses: Sequence[Clause],
    *,
    today: date,
    as_of: date | None,
    case_id: str | None,
    is_of_times: bool,
    catalog: Catalog,
    names_version: bool = False,
) -> Timing:
    """Decide the day that matters.

    In this order: ``as_of``; a date in the question, unless it only describes something else (a name, a
    permit issued then, a day still to come); the date of an event of the case, where the question asks
    about that time; today. ``is_of_times`` says that the question sets two times side by side, so that no
    one day decides, ``names_version`` that a version tells the time, so that no day is missed.
    """
    history = is_of_times or wants_old(question)
    assumptions = tuple(_as_read(one) for one in question.dates if one.other is not None)
    problem = next((one for one in question.dates if one.problem), None)
    governing = [one for one in question.dates if governs(question, clauses, one, today)]
    # A bare year of a name (the 1998 World Cup) is no date that the question asks about.
    dated = [one for one in question.dates if one in governing or one.kind != "year" or one.relation]
    named = next((one.first for one in dated if one.first), None)
    if as_of is not None:
        context = _context(today, Days(as_of, as_of), "--as-of", event=named)
        return Timing(context, history, assumptions)
    if problem is not None:
        ask = f"{problem.problem}. Which day do you mean?"
        return Timing(_context(today, Days(today, today), "asked on"), history, assumptions, unclear=ask)
    asked = asked_event(question, clauses)
    days, before = _days_of(governing, today)
    if asked is not None and case_id is not None:
        event = resolve_event(asked, case_id, catalog, within=days)
        if isinstance(event, str) and days is None:
            return Timing(
                _context(today, Days(today, today), "asked on"), history, assumptions, unclear=event
            )
        if isinstance(event, EventTime):
            context = _context(today, Days(event.day, event.day), event.basis, event=event.day)
            return Timing(context, history, assumptions, is_of_event=True)
    if is_of_times:
        context = TemporalContext(
            asked_date=today, event_date=named, prefer_current=False, basis="several times compared"
        )
        return Timing(context, True, assumptions)
    if days is not None:
        context = _context(today, days, "date in the question", event=days.first)
        return Timing(context, history or before, (*assumptions, *_how_read(governing, days)))
    needs_case = asked is not None and case_id is None and asked.is_of_a_case
    if history and not question.dates:
        context = TemporalContext(asked_date=today, prefer_current=False, basis="earlier versions asked for")
        return Timing(context, True, assumptions, needs_case=needs_case)
    context = _context(today, Days(today, today), "asked on", event=named)
    untold = () if names_version else _untold(question, clauses, is_of_case=case_id is not None)
    return Timing(context, history, (*assumptions, *untold), needs_case=needs_case)


def governs(question: Question, clauses: Sequence[Clause], mention: DateMention, today: date) -> bool:
    """Whether a date says which day's rules are asked for.

    Not within a quotation; not a bare year that belongs to a name (the 1998 World Cup, the Act 2018)
    rather than to a rule or an edition; not a day to come that something is to be done by; not what only
    tells one thing from another ("permits issued before 2020") in a question about the present.
    """
    if mention.first is None or mention.last is None:
        return False
    if any(span.start <= mention.start < span.end for span in question.quotations):
        return False
    after = next((at for at, word in enumerate(question.words) if word.start >= mention.end), None)
    before = [at for at, word in enumerate(question.words) if word.end <= mention.lead]
    is_possessive = question.text[mention.end : mention.end + 2] in ("'s", "’s")
    following = question.lows[after : after + 3] if after is not None else ()
    if is_possessive and _is_present(question, clauses):
        # "last month's work" tells which work; "last year's fee" asks for another year's rule.
        return not (CLASSES["rule"] | SOURCE_NOUNS).isdisjoint(following)
    if mention.kind == "year" and not mention.is_relative and mention.relation in (None, "between", "to"):
        return _belongs_to_a_rule(question, mention, after, before[-1] if before else None)
    if mention.relation == "by" and mention.last >= today:
        return False
    is_told_apart = bool(before) and _is_participle(question.lows[before[-1]])
    is_open = mention.relation in ("before", "after", "since", "until")
    return not (is_told_apart and is_open and _is_present(question, clauses))


def wants_old(question: Question) -> bool:
    """Whether superseded, archived or draft text is asked for in so many words."""
    return _HISTORY.first(question.lows) is not None


def wants_drafts(question: Question) -> bool:
    """Whether text that is not in force yet is asked for in so many words."""
    return _DRAFTS.first(question.lows) is not None


def _belongs_to_a_rule(
    question: Question, mention: DateMention, after: int | None, before: int | None
) -> bool:
    """A bare year: "the 2024 limit" and "the 2023 manual" tell a time, "the 1998 World Cup" a name."""
    following = question.lows[after : after + 5] if after is not None else ()
    preceding = question.lows[max(0, before - 3) : before + 1] if before is not None else ()
    ruled = CLASSES["rule"] | SOURCE_NOUNS | EDITION_NOUNS
    near = 3 if mention.relation is None else 5
    if not ruled.isdisjoint(following[:near]) - ("act" in following[:near]):
        return True
    if mention.relation in ("between", "to"):
        return True
    # "Enforcement Policy Manual 2023", but not "Data Protection Act 2018".
    return bool(preceding) and preceding[-1] in ruled - {"act", "law", "code"}


def _is_participle(word: str) -> bool:
    return (word.endswith("ed") and word not in _NO_PARTICIPLES) or word in _PARTICIPLES


def _is_present(question: Question, clauses: Sequence[Clause]) -> bool:
    """Whether the question is about now: its first finite verb after the opening is none of the past."""
    for clause in clauses:
        for at in range(clause.opens, min(clause.end, clause.opens + 6)):
            if question.lows[at] in _PAST:
                return False
            if question.lows[at] in _PRESENT:
                return True
    return True


def _days_of(governing: Sequence[DateMention], today: date) -> tuple[Days | None, bool]:
    """The stretch that the governing dates make up, and whether it lies before a date that was named."""
    if not governing:
        return None, False
    first, last = min(_first(one) for one in governing), max(_last(one) for one in governing)
    only = governing[0]
    if len(governing) == 1:
        match only.relation:
            case "before":
                day = first - timedelta(days=1) if first > date.min else first
                return Days(day, day), True
            case "until":
                return Days(last, last), last < today
            case "after":
                day = last + timedelta(days=1) if last < date.max else last
                return Days(day, max(day, today)), False
            case "since":
                return Days(first, max(last, today)), False
            case "by":
                return Days(last, last), False
            case _:
                pass
    return Days(first, last), False


def _first(mention: DateMention) -> date:
    return mention.first or date.min


def _last(mention: DateMention) -> date:
    return mention.last or date.max


def _context(today: date, days: Days, basis: str, event: date | None = None) -> TemporalContext:
    return TemporalContext(
        asked_date=today,
        event_date=event,
        effective_policy_date=days.first,
        effective_policy_end=days.last if days.last > days.first else None,
        prefer_current=days.first <= today <= days.last,
        basis=basis,
    )


def _untold(question: Question, clauses: Sequence[Clause], *, is_of_case: bool) -> tuple[str, ...]:
    """What is said where a time is meant that no day could be read from, so that today's rules are given."""
    vague = next(
        (
            match[0]
            for match in _VAGUE.finditer(question.text)
            if not any(
                one.kind != "year" and one.lead < match.end() and match.start() < one.end
                for one in question.dates
            )
        ),
        None,
    )
    if vague is not None:
        return (f'"{vague}" tells no days: {_GIVEN}',)
    if (
        asks_for_rule(question)
        and not is_of_case
        and not question.dates
        and not _is_present(question, clauses)
    ):
        return (f"The question speaks of the past and tells no day: {_GIVEN}",)
    return ()


def _as_read(mention: DateMention) -> str:
    return f"{mention.text} was read as {mention.reading}."


def _how_read(governing: Sequence[DateMention], days: Days) -> tuple[str, ...]:
    """Said where the words leave room: a relative date, a financial year, a stretch from several dates."""
    said = [
        f'"{one.text}" was read as {one.reading}.'
        for one in governing
        if (one.is_relative or one.kind in ("financial_year", "season")) and one.text.lower() != "today"
    ]
    if len(governing) > 1:
        said.append(f"The dates in the question were read as {in_words(days)}.")
    return tuple(said)


_GIVEN = "the rules of today are given. Name a day, as in 2024-06-01, for those of another."
_VAGUE = re.compile(
    r"\b(?:(?:a few|a couple of|some|several|many|two|three|four|five|ten)\s+)?"
    r"(?:days|weeks|months|years|springs|summers|autumns|winters)\s+(?:ago|back)\b"
    r"|\b(?:not (?:so |very )?)?long ago\b|\bback then\b|\bin (?:those days|the past)\b"
    r"|\bthe (?:year|month|week) before last\b"
    r"|\b(?:during|since|before|after) (?:the )?(?:pandemic|covid[\w-]*|war|lockdowns?|reform|merger)\b"
    r"|\b(?:at|around|before|after|since|over|until) (?:christmas|easter|new year)\b(?: \d{4})?"
    r"|(?<!\w)['’]\d\d\b",
    re.IGNORECASE,
)
"""Times that people name without a day; what ``dates`` reads is not among them."""
_PAST = word_set("was were did had applied governed used held stood")
_PRESENT = word_set(
    "is are do does can may must should shall will need has have am could would might applies apply"
)
_PARTICIPLES = word_set("built born made sent bought sold held given written begun taken paid filed won left")
_NO_PARTICIPLES = word_set(
    "need proceed speed exceed indeed changed applied used required allowed valid limited"
)
_DRAFT_LINES = """
    old: draft|proposed|upcoming|planned|future|forthcoming @rule|@source
    old: draft|drafts of the? *? @rule|@source
    old: draft|drafts $
    old: next version|edition|manual
"""
_DRAFTS = Phrases(_DRAFT_LINES, CLASSES)
_HISTORY = Phrases(
    _DRAFT_LINES
    + """
    old: previous|former|old|older|earlier|prior|outdated *? @rule|@source
    old: superseded|archived|obsolete|expired *? @rule|@source
    old: withdrawn|replaced|repealed|historical|historic|past|original|preceding *? @rule|@source
    old: used to be|apply|say|have
    old: no longer in|applies|valid
    old: history of the? *? @rule|@source
    old: changed over time
    old: over the? years
    old: before the? new|current|present|latest *? @rule|@source
    old: before it|they|this|that was|were changed|replaced|amended|superseded
    old: the|a|any superseded|archived
    """,
    CLASSES,
)
"""``changed`` and its kin set two times side by side; see ``comparison``."""
