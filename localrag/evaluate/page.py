"""A report, and what changed since an earlier run -> one HTML page that loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from localrag.evaluate.charts import bars, heat, whiskers
from localrag.evaluate.probe_words import sentences
from localrag.evaluate.score import MEASURES
from localrag.text.display import safe_line, safe_text

if TYPE_CHECKING:
    from localrag.records.evaluation import CaseScore, Comparison, EvalReport, RunHead
    from localrag.records.probes import ProbeReport

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""The page may use its own styles and nothing else: no script, no font, no address."""
_STYLE = """
:root { color-scheme: light dark; --line: #c8ced6; --quiet: #5b6673; --bar: #2f6f9f; --bad: #a83232;
  --ink: #1b2430; --paper: #ffffff; --heat: 47, 111, 159; }
@media (prefers-color-scheme: dark) { :root { --line: #3b4654; --quiet: #a3aebb; --bar: #6fb1e0;
  --bad: #ef8a8a; --ink: #e6ebf1; --paper: #141a21; --heat: 111, 177, 224; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 68rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2.2rem 0 .6rem; }
p.quiet, td.quiet { color: var(--quiet); } p.note { border-left: 4px solid var(--bad); padding-left: .7rem; }
.figures { display: flex; flex-wrap: wrap; gap: 1rem; margin: 1.2rem 0; padding: 0; list-style: none; }
.figures li { border: 1px solid var(--line); border-radius: 6px; padding: .6rem 1rem; min-width: 9rem; }
.figures b { display: block; font-size: 1.6rem; line-height: 1.2; }
table { border-collapse: collapse; } th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line);
  text-align: left; vertical-align: top; } th { font-weight: 600; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; } svg { max-width: 100%; height: auto; }
svg text { fill: var(--ink); font-size: 13px; }
.bad { color: var(--bad); } details { margin: .2rem 0; }
pre { font: inherit; white-space: pre-wrap; margin: .3rem 0 .8rem 1.2rem; }
@media print { body { max-width: none; } details[open] { break-inside: avoid; } }
"""


def page(told: EvalReport, changed: Comparison | None = None, probed: ProbeReport | None = None) -> str:
    """The page, complete. Texts of cases and answers are escaped; control characters are shown as marks."""
    body = [
        *_opening(told),
        *_section("Expected and actual disposition", _dispositions(told)),
        *_section("Measures, with 95 % intervals", _measures(told)),
        *(_section("By tag", _tags(told)) if told.tags else ()),
        *(_section("Changed since the earlier run", _changes(changed)) if changed else ()),
        *(_section("Probes on a trial copy of the index", _probes(probed)) if probed else ()),
        *_cases("Not as expected", [one for one in told.scores if one.faults]),
        *_cases("As expected", [one for one in told.scores if not one.faults]),
    ]
    title = f"Evaluation of {_line(told.run.cases_file)}"
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="referrer" content="no-referrer">',
            f"<title>{title}</title><style>{_STYLE}</style></head><body>",
            *body,
            "</body></html>",
            "",
        ]
    )


def _opening(told: EvalReport) -> Iterator[str]:
    low, high = told.macro_f1_interval
    right = told.measures.get("right")
    expecting = sum(told.matrix["answer"].values())
    yield f"<h1>Evaluation of {_line(told.run.cases_file)}</h1>"
    yield f'<p class="quiet">{_made(told.run)}. This page holds text of documents.</p>'
    if told.failed:
        failed = f"{told.failed} of {told.cases} cases could not be asked; they count as missed."
        yield f'<p class="note">{failed}</p>'
    for fault in told.unread_lines:
        yield f'<p class="note">Line {fault.line} is no case: {_line(fault.problem)}.</p>'
    yield '<ul class="figures">'
    yield f"<li><b>{told.cases}</b>cases</li>"
    if right is not None:
        yield f"<li><b>{right.value:.1%}</b>right, {right.low:.1%} to {right.high:.1%}</li>"
    yield (
        f"<li><b>{told.macro_f1:.4f}</b>macro-F1 of {told.macro_f1_of} F1 over all four,"
        f" {low:.2f} to {high:.2f}</li>"
    )
    yield f"<li><b>{told.unnecessary_abstentions}</b>unnecessary abstentions of {expecting}</li>"
    if told.latency_ms is not None:
        late = told.latency_ms
        yield (
            f"<li><b>{late.median:.0f} ms</b>median; p90 {late.p90:.0f}, p95 {late.p95:.0f},"
            f" p99 {late.p99:.0f}, worst {late.worst:.0f}</li>"
        )
    yield "</ul>"


def _made(head: RunHead) -> str:
    policy = f", policy {_line(head.policy_version)}" if head.policy_version else ""
    return (
        f"Run {_line(head.run_id)} of {head.made_at:%Y-%m-%d %H:%M} UTC, asked as {_line(head.asker)}"
        f"{policy}, localrag {_line(head.localrag_version)}, index {_line(head.generation)}"
    )


def _section(title: str, inside: Iterable[str]) -> Iterator[str]:
    lines = list(inside)
    if lines:
        yield f"<h2>{title}</h2>"
        yield from lines


def _dispositions(told: EvalReport) -> Iterator[str]:
    names = [str(name) for name in told.matrix]
    yield heat(names, [list(counts.values()) for counts in told.matrix.values()])
    yield bars([(one.disposition, one.f1) for one in told.dispositions], what="F1")
    head = ("disposition", "support", "predicted", "true positives", "precision", "recall", "F1")
    rows = [
        (
            one.disposition,
            *map(str, (one.support, one.predicted, one.true_positives)),
            *(f"{value:.3f}" for value in (one.precision, one.recall, one.f1)),
        )
        for one in told.dispositions
    ]
    yield _table(head, rows)


def _measures(told: EvalReport) -> Iterator[str]:
    measures = [(MEASURES[name], one) for name, one in told.measures.items()]
    bands = [(f"right, {name} confidence", one) for name, one in told.confidence.items()]
    yield whiskers([*measures, *bands])


def _tags(told: EvalReport) -> Iterator[str]:
    rows = [
        (
            _line(one.tag),
            str(one.cases),
            f"{one.right.value:.2f}",
            f"{one.right.low:.2f} to {one.right.high:.2f}",
            f"{one.disposition_right.value:.2f}",
        )
        for one in told.tags
    ]
    yield _table(("tag", "cases", "right", "95 %", "disposition right"), rows)


def _changes(changed: Comparison) -> Iterator[str]:
    yield f'<p class="quiet">Before: {_made(changed.before)}. {changed.unchanged} cases as before.</p>'
    if changed.cases_differ:
        yield '<p class="note">The two runs were made over different case files; cases are matched by id.</p>'
    for one in changed.changes:
        faults = [
            *(f"now: {text}" for text in one.faults_after),
            *(f"before: {text}" for text in one.faults_before),
        ]
        yield _details(
            f"{one.kind}: {_line(one.id)}: {_line(one.question)}"
            f" ({one.before or 'nothing'} to {one.after or 'nothing'})",
            faults,
            is_bad=one.kind == "broken",
        )


def _probes(probed: ProbeReport) -> Iterator[str]:
    yield from (f'<p class="note">{_line(fault)}.</p>' for fault in probed.faults)
    yield "<ul>" + "".join(f"<li>{_line(one)}</li>" for one in sentences(probed)) + "</ul>"


def _cases(title: str, scores: Sequence[CaseScore]) -> Iterator[str]:
    if scores:
        yield f"<h2>{title} ({len(scores)})</h2>"
    for one in scores:
        actual = one.actual_status or "could not be asked"
        summary = f"{_line(one.id)}: {_line(one.question)} ({actual})"
        text = f"<pre>{escape(safe_text(one.answer_text))}</pre>" if one.answer_text else ""
        yield _details(summary, one.faults, is_bad=bool(one.faults), inside=text)


def _details(summary: str, faults: Iterable[str], *, is_bad: bool, inside: str = "") -> str:
    """A line that opens; the summary is markup already."""
    items = "".join(f"<li>{_line(fault)}</li>" for fault in faults)
    listed = f"<ul>{items}</ul>" if items else ""
    bad = ' class="bad"' if is_bad else ""
    return f"<details><summary{bad}>{summary}</summary>{listed}{inside}</details>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of markup; the first column reads to the right, numbers to the left."""

    def row(cells: Sequence[str], tag: str) -> str:
        """One row."""
        first, *others = cells
        numbers = "".join(f'<{tag} class="n">{cell}</{tag}>' for cell in others)
        return f"<tr><{tag}>{first}</{tag}>{numbers}</tr>"

    lines = "".join(row(cells, "td") for cells in rows)
    return f'<div class="scroll"><table>{row(head, "th")}{lines}</table></div>'


def _line(text: str) -> str:
    return escape(safe_line(text))
