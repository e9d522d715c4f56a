"""Rows of wordings by version -> a line on when they turned, and a table with one column a version."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from localrag.answer.drafting import Drafting, block
from localrag.records.answer import DraftBlock, DraftQuote, DraftSentence
from localrag.records.evidence import EditionRow, EvidencePackage, Finding
from localrag.text.composed import EditionSpan, edition_named, editions_turned


def editions(package: EvidencePackage, part: int, drafting: Drafting) -> list[DraftBlock]:
    """The versions of one matter side by side, oldest first; none where nothing is compared.

    A line says which version held when and on which day it turned, or that all say the same; then the
    table, and what stands in one version alone below it, under that version's name.
    """
    rows = [row for row in package.editions if row.part == part]
    paired = [row for row in rows if len(row.wordings) > 1]
    if not paired:
        same = [row for row in rows if len(row.wordings[0]) > 1]
        said = [one for row in same for one in drafting.quotes([row.wordings[0][0]])]
        return [
            *block("paragraph", [*said, *(_turned(row, package, drafting) for row in same)]),
            *_alone([row for row in rows if row not in same], package, drafting),
        ]
    spans = [_span(wording, package) for wording in paired[0].wordings]
    made = block("paragraph", [_turned(paired[0], package, drafting)])
    cells = [drafting.quotes([wording[0] for wording in row.wordings]) for row in paired]
    whole = [one for row in cells if len(row) == len(spans) for one in row]
    columns = tuple(edition_named(span) for span in spans)
    made.append(DraftBlock(kind="table", sentences=tuple(whole), columns=columns))
    return [*made, *_alone([row for row in rows if row not in paired], package, drafting)]


def _alone(rows: Iterable[EditionRow], package: EvidencePackage, drafting: Drafting) -> list[DraftBlock]:
    by_version: dict[str, list[Finding]] = {}
    for row in rows:
        named = edition_named(_span(row.wordings[0], package))
        by_version.setdefault(named, []).append(row.wordings[0][0])
    return [
        made
        for named, findings in by_version.items()
        for made in block("bullets", drafting.quotes(findings), title=f"Only in {named}")
    ]


def _turned(row: EditionRow, package: EvidencePackage, drafting: Drafting) -> DraftSentence:
    quotes = tuple(
        DraftQuote(evidence_id=finding.evidence_id, quote=finding.quote)
        for wording in row.wordings
        for finding in wording
    )
    operands = tuple(",".join(finding.evidence_id for finding in wording) for wording in row.wordings)
    text = editions_turned([_span(wording, package) for wording in row.wordings])
    return drafting.composed(text, "editions_turned", operands=operands, quotes=quotes)


def _span(wording: Sequence[Finding], package: EvidencePackage) -> EditionSpan:
    """The first and the last version that have a wording."""
    found = [one for finding in wording if (one := package.evidence(finding.evidence_id)) is not None]
    first, last = found[0], found[-1]
    return EditionSpan(last.source_title, first.version, last.version, first.valid_from, last.valid_to)
