"""What checking a policy finds, and why somebody may read a document or may not."""

from __future__ import annotations

from typing import Literal

from localrag.records.ids import AclPolicyId, TenantId, UserId
from localrag.records.record import Record
from localrag.records.security import Closed, Condition, DocumentAccess

Severity = Literal["error", "warning", "note"]
"""``error``: the file is refused; ``warning``: it hardly does what was meant; ``note``: worth knowing."""


class PolicyFinding(Record):
    """One thing about a policy that somebody should look at."""

    severity: Severity
    message: str
    line: int | None = None
    """Of policy.toml, from 1; null where it has no place there."""
    suggestion: str | None = None


class RoleRights(Record):
    """What one role gives to one account."""

    role: str
    acl_policy_ids: tuple[AclPolicyId, ...]
    denied_acl_policy_ids: tuple[AclPolicyId, ...]
    classifications: tuple[str, ...]
    source_types: tuple[str, ...] | None
    """Null: any."""
    documents: int
    """Document versions that this role alone lets the account read."""


class AccountRights(Record):
    """What one account may do."""

    account: str
    """Its name on the system; ``*`` stands for every account without an entry."""
    user_id: UserId
    tenant_id: TenantId
    may_administer: bool
    act_as: tuple[str, ...]
    roles: tuple[RoleRights, ...]
    documents: int
    """Document versions that the account may read."""


class ClosedDocument(Record):
    """A document that nobody may read under a policy, since its access metadata is missing or broken."""

    document: DocumentAccess
    missing: tuple[str, ...]
    """Keys of its metadata without a usable value."""


class PolicyReport(Record):
    """A policy held against the documents of its home."""

    path: str
    version: str | None = None
    """Null where the policy cannot be used, or there is none."""
    findings: tuple[PolicyFinding, ...] = ()
    """Errors first, then warnings, then notes; each by line."""
    accounts: tuple[AccountRights, ...] = ()
    documents: int | None = None
    """Indexed document versions; null where there is no index to look at."""
    closed_documents: tuple[ClosedDocument, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether nothing but notes was found."""
        return not self.closed_documents and all(one.severity == "note" for one in self.findings)


class RoleVerdict(Record):
    """What one role says of one document."""

    role: str
    unmet: tuple[Condition, ...]
    """Conditions that the role does not meet; empty where it grants the document."""
    reasons: tuple[str, ...]
    """The same in words."""


class ReadingExplanation(Record):
    """Why an account may read a document or may not."""

    account: str
    """The entry of the policy that counts; ``*`` where the user has none."""
    user_id: UserId
    document: DocumentAccess
    may_read: bool
    """As the gate itself says."""
    closed: tuple[Closed, ...] = ()
    """What closes the document whatever the roles grant."""
    closed_reasons: tuple[str, ...] = ()
    """The same in words."""
    roles: tuple[RoleVerdict, ...] = ()
    rule: str
    """What decides, in words."""
