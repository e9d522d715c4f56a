"""Who is asking, and what they may read."""

from __future__ import annotations

from localrag.records.ids import AclPolicyId, TenantId, UserId
from localrag.records.record import Record


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


def may_read(security: SecurityContext, access: AccessTuple) -> bool:
    """The one gate: whether these rights let this be read.

    Same tenant, and one single role grants access list, classification and source type, and no role
    denies the access list. Missing access metadata is readable by nobody under a policy.
    """
    if security.reads_everything:
        return access.tenant_id == security.tenant_id
    if (
        access.tenant_id != security.tenant_id
        or access.acl_policy_id is None
        or access.classification is None
    ):
        return False
    if access.acl_policy_id in security.denied_acl_policy_ids:
        return False
    return any(
        access.acl_policy_id in grant.acl_policy_ids
        and access.classification in grant.classifications
        and (grant.source_types is None or access.source_type in grant.source_types)
        for grant in security.grants
    )
