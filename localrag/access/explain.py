"""Rights + a document's access metadata -> why it may be read or may not, from the gate's own conditions."""

from __future__ import annotations

from localrag.records.policy import ReadingExplanation, RoleVerdict
from localrag.records.security import (
    AccessTuple,
    Closed,
    Condition,
    DocumentAccess,
    RoleGrant,
    SecurityContext,
    closed,
    may_read,
    unmet,
)


def explain_reading(account: str, security: SecurityContext, document: DocumentAccess) -> ReadingExplanation:
    """Which rule lets somebody read a document, or which conditions fail.

    Args:
        account: The entry of the policy that the rights come from.
        security: Those rights, under a policy.
        document: As indexed.

    Returns:
        The gate's own verdict, with every role's conditions beside it.
    """
    access = document.access
    closing = closed(security, access)
    roles = tuple(
        RoleVerdict(
            role=grant.role,
            unmet=failed,
            reasons=tuple(_condition_in_words(one, grant, access) for one in failed),
        )
        for grant in security.grants
        for failed in [unmet(grant, access)]
    )
    readable = may_read(security, access)
    return ReadingExplanation(
        account=account,
        user_id=security.user_id,
        document=document,
        may_read=readable,
        closed=closing,
        closed_reasons=tuple(_closed_in_words(one, security, access) for one in closing),
        roles=roles,
        rule=_rule(readable, closing, roles),
    )


def _rule(readable: bool, closing: tuple[Closed, ...], roles: tuple[RoleVerdict, ...]) -> str:
    granting = [one.role for one in roles if not one.unmet]
    if readable:
        return f"role {granting[0]} alone grants access list, classification and source type"
    if closing:
        return "the document is closed to this user, whatever the roles grant"
    if not roles:
        return "the account has no role, and only a role grants reading"
    return "no single role grants access list, classification and source type together"


def _closed_in_words(reason: Closed, security: SecurityContext, access: AccessTuple) -> str:
    match reason:
        case "tenant":
            return f"it belongs to the tenant {access.tenant_id}, the user to {security.tenant_id}"
        case "no_access_list":
            return "it has no usable access metadata, so nobody may read it under a policy"
        case "no_classification":
            return "it has no usable classification, so nobody may read it under a policy"
        case "denied":
            return f"a role of the user denies the access list {access.acl_policy_id}"


def _condition_in_words(condition: Condition, grant: RoleGrant, access: AccessTuple) -> str:
    match condition:
        case "acl_policy_id":
            return f"access list {access.acl_policy_id} is not among {_listed(grant.acl_policy_ids)}"
        case "classification":
            return f"classification {access.classification} is not among {_listed(grant.classifications)}"
        case "source_type":
            return f"source type {access.source_type} is not among {_listed(grant.source_types or ())}"


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names) or "none"
