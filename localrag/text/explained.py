"""An Explanation -> paragraphs for people: plan, candidates and their fate, sufficiency, claims, timings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from localrag.text.display import safe_line
from localrag.text.wording import counted, pages

if TYPE_CHECKING:
    from localrag.records.answer import GeneratedClaim
    from localrag.records.explanation import ExplainedCandidate, Explanation
    from localrag.records.plan import QueryPlan

_FATES = {
    "cited": "cited",
    "read": "read, not used",
    "repeated": "says what a better one says",
    "no_room": "no room left",
    "not_considered": "ranked too low",
}
_SHOWN = 20
"""Guess: a screen's worth; ``--json`` has them all."""


class Told(NamedTuple):
    """One paragraph, not yet laid out; foreign text in it is safe to show."""

    text: str
    first: str = ""
    """Before its first line."""
    rest: str | None = None
    """Before every other line; null: as many spaces as ``first`` has."""
    style: Literal["", "bold", "dim"] = ""


def explained(explanation: Explanation) -> Iterator[Told]:
    """Paragraphs in reading order."""
    yield Told("")
    yield Told("How this came about", style="bold")
    yield from _plan_lines(explanation.plan)
    if explanation.retrieval is not None:
        yield from _search_lines(explanation)
    if explanation.sufficiency is not None:
        yield from _evidence_lines(explanation)
    yield from _claim_lines("Claims of a draft of which nothing held", explanation.withdrawn_claims)
    yield from _claim_lines("Claims", explanation.claims)
    for guard in explanation.guards:
        sure = "" if guard.confidence is None else f" ({guard.label}, {guard.confidence:.2f})"
        told = f"{guard.disposition}: {', '.join(guard.triggers)}{sure}"
        yield Told(safe_line(told), f"Guard ({guard.stage}): ", "  ")
    spent = ", ".join(f"{safe_line(name)} {ms:.0f} ms" for name, ms in explanation.timings_ms.items())
    yield Told(spent, "Time: ", "  ")


def _plan_lines(plan: QueryPlan) -> Iterator[Told]:
    mode = "nothing is searched" if plan.retrieval_mode == "none" else _words(plan.retrieval_mode)
    yield Told(f"{_words(plan.query_type)}; {mode}", "Plan: ")
    day = plan.temporal
    if day.effective_policy_date is not None:
        until = f" to {day.effective_policy_end}" if day.effective_policy_end else ""
        yield Told(f"rules of {day.effective_policy_date}{until} ({safe_line(day.basis)})", "- ")
    if day.event_date is not None:
        yield Told(f"- event of {day.event_date}")
    if plan.case_id is not None:
        yield Told(f"- about {safe_line(plan.case_id)}")
    for part in plan.parts:
        yield Told(safe_line(f"asks for a {_words(part.kind)}: {part.text}"), "- ")
    for title, names in (
        ("must come from", plan.required_sources),
        ("rather from", plan.preferred_sources),
        ("must hold", plan.identifiers),
    ):
        if names:
            yield Told(safe_line(f"{title}: {', '.join(names)}"), "- ")
    if plan.wants_history:
        yield Told("- superseded and archived documents count")
    for subquery in plan.subqueries:
        side = f", for {subquery.side}" if subquery.side else ""
        yield Told(safe_line(f"search ({_words(subquery.role)}{side}): {subquery.text}"), "- ")
    for note in plan.reasoning_notes:
        yield Told(safe_line(note), "- ")


def _search_lines(explanation: Explanation) -> Iterator[Told]:
    assert explanation.retrieval is not None
    allowed, in_force = explanation.permitted_count or 0, explanation.in_force_count or 0
    yield Told(
        f"{_words(explanation.retrieval.mode)}, over {in_force:,} of the {counted(allowed, 'passage')} that"
        " you may read; the others are not in force on that day or of another case",
        "Searched: ",
        "  ",
    )
    for rule in explanation.retrieval.boost_rules:
        yield Told(safe_line(f"raised by {rule.amount:g}: {_words(rule.field)} {_words(rule.value)}"), "- ")
    if explanation.missing_sources:
        yield Told(safe_line("nothing found from: " + ", ".join(explanation.missing_sources)), "- ")
    for candidate in explanation.candidates[:_SHOWN]:
        yield from _candidate_lines(candidate)
    more = len(explanation.candidates) - _SHOWN
    if more > 0:
        yield Told(f"  and {counted(more, 'candidate')} more; --json lists them all")
    yield from _left_out(explanation.candidates)


def _candidate_lines(one: ExplainedCandidate) -> Iterator[Told]:
    number = f"{one.rank:>3}. "
    label = f"[{safe_line(one.evidence_id)}] " if one.evidence_id else ""
    version = f", version {safe_line(one.version)}" if one.version else ""
    where = "; ".join(
        part
        for part in (
            safe_line(one.title) + version,
            safe_line(" > ".join(one.heading_path)),
            pages(one.page_start, one.page_end, one.page_label),
        )
        if part
    )
    yield Told(f"{label}{where}", number)
    found = []
    if one.lexical_rank is not None:
        found.append(f"words: rank {one.lexical_rank}, {one.lexical_score or 0:.2f}")
    if one.dense_rank is not None:
        found.append(f"meaning: rank {one.dense_rank}, {one.dense_score or 0:.3f}")
    if one.retrieval_source in ("exact", "policy"):
        found.append("holds the identifier" if one.retrieval_source == "exact" else "place kept for policy")
    line = f"{_FATES[one.fate]}; score {one.score:.3f}; {'; '.join(found)}"
    yield Told(line, " " * len(number), style="dim")


def _left_out(candidates: Sequence[ExplainedCandidate]) -> Iterator[Told]:
    counts = [
        f"{number} {_FATES[fate]}"
        for fate in ("repeated", "no_room", "not_considered")
        if (number := sum(one.fate == fate for one in candidates))
    ]
    if counts:
        yield Told("; ".join(counts), "Left out: ", "  ")


def _evidence_lines(explanation: Explanation) -> Iterator[Told]:
    yield Told(
        f"{explanation.sufficiency} ({explanation.answerability or 0:.2f} of 1);"
        f" {explanation.evidence_tokens or 0:,} tokens, {safe_line(explanation.context_policy_id or '')}",
        "Evidence: ",
        "  ",
    )
    for reason in explanation.reasons:
        yield Told(safe_line(reason), "- ")
    if explanation.verdict is not None:
        yield Told(safe_line(f"verdict {explanation.verdict.says}: {explanation.verdict.reason}"), "- ")
    for computation in explanation.computations:
        yield Told(safe_line(f"computed: {computation.text}"), "- ")
    for finding in explanation.findings:
        value = f" = {finding.value}" if finding.value else ""
        yield Told(
            safe_line(
                f"{finding.evidence_id} {_words(finding.role)}{value} ({finding.score:.2f}): {finding.reason}"
            ),
            "- ",
        )


def _claim_lines(title: str, claims: Sequence[GeneratedClaim]) -> Iterator[Told]:
    if not claims:
        return
    yield Told(f"{title}:")
    for claim in claims:
        from_claims = f" (from {', '.join(claim.derived_from)})" if claim.derived_from else ""
        yield Told(
            safe_line(f"{claim.claim_id} {claim.support_status}: {claim.reason}{from_claims}: {claim.text}"),
            "- ",
        )


def _words(name: str) -> str:
    return name.replace("_", " ")
