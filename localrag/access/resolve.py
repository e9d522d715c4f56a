"""Account name + policy -> SecurityContext: the only place where rights come from."""

from __future__ import annotations

from localrag.access.policy import ANY_ACCOUNT, Policy, PolicyAccount
from localrag.errors import AccessError
from localrag.records.ids import TenantId, UserId
from localrag.records.security import RoleGrant, SecurityContext

LOCAL_TENANT = TenantId("local")
"""The one tenant of a home without a policy."""


def resolve(
    policy: Policy | None, account_name: str, *, as_user: str | None = None, may_write_home: bool = False
) -> SecurityContext:
    """The rights of whoever runs this process.

    Args:
        policy: Of the home; null where it has none.
        account_name: As the operating system gives it for the real user id.
        as_user: Another entry of the policy's accounts to see through, within act_as.
        may_write_home: Whether the system lets this account write the home; counts without a policy only.

    Raises:
        AccessError: The account has no entry, or may not act as that user. An unknown name and a
            forbidden one give the same message.
    """
    if policy is None:
        if as_user is not None:
            raise AccessError(
                "This home has no policy.toml, so there is nobody to act as.", "Leave out --as."
            )
        return SecurityContext(
            tenant_id=LOCAL_TENANT,
            user_id=UserId(account_name),
            reads_everything=True,
            may_administer=may_write_home,
        )
    found = rights_of(policy, account_name)
    if found is None:
        raise AccessError(
            f"The account {account_name} has no entry in the access policy.",
            "Ask whoever prepared this laptop to add one.",
        )
    entry, rights = found
    if as_user is None:
        return rights
    own = policy.accounts[entry]
    if as_user not in own.act_as:
        raise AccessError(
            f"The account {account_name} may not act as {as_user}.",
            "Names that an account may use stand under act_as in the access policy.",
        )
    other = policy.accounts[as_user]
    return _context(policy, other, as_user, may_administer=own.may_administer and other.may_administer)


def rights_of(policy: Policy, name: str) -> tuple[str, SecurityContext] | None:
    """The entry that counts for an account, ``*`` where it has none of its own, and the rights it gives.

    For administrators who look at a policy; null where neither has an entry.
    """
    entry = name if name in policy.accounts else ANY_ACCOUNT
    account = policy.accounts.get(entry)
    if account is None:
        return None
    return entry, _context(policy, account, name, may_administer=account.may_administer)


def _context(policy: Policy, account: PolicyAccount, name: str, *, may_administer: bool) -> SecurityContext:
    roles = [(role, policy.roles[role]) for role in account.roles]
    denied = dict.fromkeys(acl for _, role in roles for acl in role.denied_acl_policy_ids)
    return SecurityContext(
        tenant_id=account.tenant_id,
        user_id=account.user_id or UserId(name),
        grants=tuple(
            RoleGrant(
                role=name,
                acl_policy_ids=role.acl_policy_ids,
                classifications=role.classifications,
                source_types=role.source_types,
            )
            for name, role in roles
        ),
        denied_acl_policy_ids=tuple(denied),
        policy_version=policy.version,
        may_administer=may_administer,
    )
