"""What nobody has approved, uploads and drafts -> when it may answer, and how that is said."""

from __future__ import annotations

import re
from collections.abc import Collection

from localrag.evidence.keeping import keep
from localrag.records.authority import INFORMAL, UNAPPROVED
from localrag.records.evidence import EvidencePackage, Finding

_NAMES = {"draft": "draft", "user_upload": "user upload"}
_TO_THE_ASSISTANT = re.compile(
    r"\byou are (?:now )?(?:the|an?|our|my)\b[^.]{0,40}\bassistant\b"
    r"|\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:of\s+)?(?:the\s+|your\s+)?(?:previous|prior|above|earlier)\b"
    r"|\bif you are asked\b|\bwhen(?:ever)? (?:somebody|someone|anybody|anyone|a user|the user) asks\b"
    r"|\bdo not (?:mention|cite|quote|reveal)\b[^.]{0,40}\b(?:this|other|any)\b",
    re.IGNORECASE,
)


def is_unapproved(finding: Finding, package: EvidencePackage) -> bool:
    """Whether a finding stands in an upload or a draft."""
    candidate = package.evidence(finding.evidence_id)
    return candidate is not None and candidate.authority in UNAPPROVED


def tells_the_assistant(finding: Finding, package: EvidencePackage) -> bool:
    """Whether an upload or a draft speaks to whoever answers questions, so that it states nothing."""
    return is_unapproved(finding, package) and bool(_TO_THE_ASSISTANT.search(finding.quote))


def without_unapproved(package: EvidencePackage, settled: Collection[int]) -> EvidencePackage:
    """Leave out what uploads and drafts say on parts that approved sources settle, and label what stays.

    Args:
        package: With findings.
        settled: Parts that an approved source answers.

    Returns:
        The package with a note for each source that was left out, and one for each that is quoted; a FAQ is
        named where nothing that stands above it is quoted.
    """
    open_to_all = {
        at
        for at, one in enumerate(package.findings)
        if one.part not in settled or not is_unapproved(one, package)
    }
    left_out = _titles(package, [one for at, one in enumerate(package.findings) if at not in open_to_all])
    kept = keep(package, open_to_all)
    quoted = _titles(package, [one for one in kept.findings if is_unapproved(one, package)])
    notes = [f"{title} ({name}) was not used: approved sources settle this." for title, name in left_out]
    notes += [f"{title} is a {name}: nobody has approved what it says." for title, name in quoted]
    behind = [package.evidence(one.evidence_id) for one in kept.findings]
    if all(one is not None and one.authority in INFORMAL for one in behind):
        only = dict.fromkeys(one.source_title for one in behind if one is not None and one.authority == "faq")
        notes += [
            f"Only {title} says this, and a FAQ makes no rules: a policy may word it otherwise."
            for title in only
        ]
    return kept.model_copy(update={"notes": tuple(dict.fromkeys((*package.notes, *notes)))})


def _titles(package: EvidencePackage, findings: Collection[Finding]) -> list[tuple[str, str]]:
    """Title and sort of the documents behind findings, each once."""
    found = (package.evidence(one.evidence_id) for one in findings)
    return list(
        dict.fromkeys((one.source_title, _NAMES.get(one.authority, "")) for one in found if one is not None)
    )
