"""``policy.toml`` -> a policy that was checked from end to end, or PolicyError."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path

from pydantic import Field, ValidationError

from localrag.errors import PolicyError
from localrag.records.ids import AclPolicyId, TenantId, UserId
from localrag.records.record import Record

ANY_ACCOUNT = "*"
"""The entry that stands for every account without one of its own."""


class PolicyAccount(Record):
    """What one account of the operating system is."""

    user_id: UserId | None = Field(default=None, min_length=1)
    """Null: the account's name."""
    tenant_id: TenantId = Field(min_length=1)
    roles: tuple[str, ...] = ()
    act_as: tuple[str, ...] = ()
    """Accounts whose eyes this one may use; they need not exist on the system."""
    may_administer: bool = False


class PolicyRole(Record):
    """What one role may read."""

    acl_policy_ids: tuple[AclPolicyId, ...] = ()
    denied_acl_policy_ids: tuple[AclPolicyId, ...] = ()
    classifications: tuple[str, ...] = ()
    source_types: tuple[str, ...] | None = None


class Policy(Record):
    """Who may read what in one home."""

    version: str = Field(min_length=1)
    """Of the operator's choice; recorded with every answer."""
    accounts: dict[str, PolicyAccount]
    roles: dict[str, PolicyRole] = Field(default_factory=dict)


def load_policy(home: Path, classifications: Sequence[str]) -> Policy | None:
    """The policy of a home; null where it has none.

    Args:
        home: The index home.
        classifications: Known levels; a role that names another one is a mistake, not a right.

    Raises:
        PolicyError: The file cannot be read, does not parse, or names what does not exist. One
            mistake anywhere refuses the whole file: half a policy is nobody's intention.
    """
    path = home / "policy.toml"
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise PolicyError(path, f"cannot be read ({error.strerror})") from error
    try:
        policy = Policy.model_validate(tomllib.loads(raw.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        raise PolicyError(path, "is not UTF-8 text") from error
    except tomllib.TOMLDecodeError as error:
        raise PolicyError(path, f"does not parse: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(step) for step in first["loc"])
        raise PolicyError(path, f"is wrong at {key}: {first['msg']}") from error
    problem = _dangling_name(policy, classifications)
    if problem is not None:
        raise PolicyError(path, problem)
    return policy


def _dangling_name(policy: Policy, classifications: Sequence[str]) -> str | None:
    for name, account in policy.accounts.items():
        for role in account.roles:
            if role not in policy.roles:
                return f"gives account {name} the role {role!r}, which has no [roles] entry"
        for other in account.act_as:
            if other not in policy.accounts:
                return f"lets account {name} act as {other!r}, which has no [accounts] entry"
            if other == ANY_ACCOUNT:
                return f"lets account {name} act as {ANY_ACCOUNT!r}, which is nobody in particular"
    for name, role_entry in policy.roles.items():
        for level in role_entry.classifications:
            if level not in classifications:
                return f"gives role {name} the unknown classification {level!r}"
    return None
