"""What an index run has done so far: counts, failures, warnings, and which file is which document."""

from __future__ import annotations

from dataclasses import dataclass, field

from localrag.ingest.supersession import Superseding
from localrag.records.documents import DocumentMetadata, FileRecord
from localrag.records.ids import DocumentId, TenantId
from localrag.records.index import PlannedChange, SkippedFile


@dataclass(slots=True)
class Tally:
    """What a run has done so far."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: list[FileRecord] = field(default_factory=list)
    skipped: list[SkippedFile] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    planned: list[PlannedChange] = field(default_factory=list)
    closed: list[str] = field(default_factory=list)
    """Documents without usable access metadata."""
    claims: dict[tuple[TenantId, DocumentId, str | None], str] = field(default_factory=dict)
    """Document versions, and which file was first to be one."""
    superseding: list[Superseding] = field(default_factory=list)
    """The documents read in this run, with what each says it supersedes."""

    def claim(self, metadata: DocumentMetadata, where: str) -> None:
        """Note which document a file is, and warn where another file of the run is the same version of it."""
        claim = (metadata.tenant_id, metadata.document_id, metadata.version)
        first = self.claims.setdefault(claim, where)
        if first != where:
            name = metadata.document_id + (f"@{metadata.version}" if metadata.version else "")
            self.warnings.append(f"{where}: claims to be {name}, as {first} does")
        self.superseding.append(
            Superseding(where, metadata.document_id, metadata.version, metadata.supersedes)
        )
