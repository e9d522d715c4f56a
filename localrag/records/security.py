"""Who is asking, and what they may read."""

from __future__ import annotations

from typing import Literal

from localrag.records.ids import AclPolicyId, DocumentId, SourceId, TenantId, UserId
from localrag.records.record import Record

Closed = Literal["tenant", "no_access_list", "no_classification", "denied"]
"""What closes a document to an asker whatever their roles grant."""
Condition = Literal["acl_policy_id", "classification", "source_type"]
"""What one single role has to grant."""


class RoleGrant(Record):
    """What one role lets its holder read; all three must match one document."""

    role: str
    acl_policy_ids: tuple[AclPolicyId, ...] = ()
    """Left empty: none."""
    classifications: tuple[str, ...] = ()
    """Left empty: none."""
    source_types: tuple[str, ...] | None = None
    """Null: any; empty: none."""


class SecurityContext(Record):
    """Rights of one asker, resolved from the operating-system account, never from the request."""

    tenant_id: TenantId
    user_id: UserId
    grants: tuple[RoleGrant, ...] = ()
    denied_acl_policy_ids: tuple[AclPolicyId, ...] = ()
    purpose: str | None = None
    policy_version: str | None = None
    """Null: the home has no policy, so whoever may open it may read all of it."""
    reads_everything: bool = False
    """Only where the home has no policy: whoever the system lets open it may read it all."""
    may_administer: bool = False
    """May change the home and name its documents; grants no reading."""

    @property
    def roles(self) -> tuple[str, ...]:
        """Role names, in the policy's order."""
        return tuple(grant.role for grant in self.grants)

    @property
    def allowed_acl_policy_ids(self) -> tuple[AclPolicyId, ...]:
        """For the trace; reading is decided grant by grant, not on this union."""
        return tuple(dict.fromkeys(acl for grant in self.grants for acl in grant.acl_policy_ids))

    @property
    def allowed_classifications(self) -> tuple[str, ...]:
        """For the trace; reading is decided grant by grant, not on this union."""
        return tuple(dict.fromkeys(level for grant in self.grants for level in grant.classifications))

    @property
    def allowed_source_types(self) -> tuple[str, ...] | None:
        """For the trace; null where some role may read any type."""
        if any(grant.source_types is None for grant in self.grants):
            return None
        return tuple(dict.fromkeys(kind for grant in self.grants for kind in grant.source_types or ()))


class AccessTuple(Record):
    """The access metadata that documents share; a corpus has a few hundred distinct ones."""

    tenant_id: TenantId
    acl_policy_id: AclPolicyId | None
    classification: str | None
    source_type: str | None


class DocumentAccess(Record):
    """One indexed document version as administrators see it: where it is and who may read it, no text."""

    document_id: DocumentId
    version: str | None = None
    source_id: SourceId
    uri: str
    """Relative to the source's root, with forward slashes."""
    title: str
    access: AccessTuple

    @property
    def place(self) -> str:
        """``SOURCE_ID/uri``."""
        return f"{self.source_id}/{self.uri}"

    @property
    def names(self) -> tuple[str, ...]:
        """What an administrator may call it."""
        label = f"{self.document_id}@{self.version}" if self.version else self.document_id
        return (self.document_id, label, self.place)


def may_read(security: SecurityContext, access: AccessTuple) -> bool:
    """The one gate: whether these rights let this be read.

    Nothing closes it to the asker, and one single role grants access list, classification and source type.
    """
    if security.reads_everything:
        return access.tenant_id == security.tenant_id
    return not closed(security, access) and any(not unmet(grant, access) for grant in security.grants)


def closed(security: SecurityContext, access: AccessTuple) -> tuple[Closed, ...]:
    """What closes a document to an asker whatever their roles grant; empty where nothing does.

    Missing access metadata is readable by nobody under a policy.
    """
    found: list[Closed] = []
    if access.tenant_id != security.tenant_id:
        found.append("tenant")
    if access.acl_policy_id is None:
        found.append("no_access_list")
    elif access.acl_policy_id in security.denied_acl_policy_ids:
        found.append("denied")
    if access.classification is None:
        found.append("no_classification")
    return tuple(found)


def unmet(grant: RoleGrant, access: AccessTuple) -> tuple[Condition, ...]:
    """The conditions of reading that one role does not meet; empty where it grants all three."""
    found: list[Condition] = []
    if access.acl_policy_id not in grant.acl_policy_ids:
        found.append("acl_policy_id")
    if access.classification not in grant.classifications:
        found.append("classification")
    if grant.source_types is not None and access.source_type not in grant.source_types:
        found.append("source_type")
    return tuple(found)
