"""``policy.toml`` -> a policy that was checked from end to end, or PolicyError."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from pydantic import Field, ValidationError

from localrag.errors import PolicyError
from localrag.records.ids import AclPolicyId, TenantId, UserId
from localrag.records.record import Record
from localrag.text.toml_lines import line_of, lines_of

FILE_NAME = "policy.toml"
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


class Mistake(NamedTuple):
    """Why a policy file is refused."""

    problem: str
    """Goes after the file's name."""
    line: int | None = None
    """From 1; null where the problem itself names the place, or there is none."""
    suggestion: str | None = None
    """What was probably meant."""

    @property
    def sentence(self) -> str:
        """Problem, line and suggestion together."""
        where = f" (line {self.line})" if self.line is not None else ""
        meant = f"; {self.suggestion}" if self.suggestion else ""
        return f"{self.problem}{where}{meant}"


class PolicyText(NamedTuple):
    """A policy file as read: the policy, or every mistake found in it."""

    policy: Policy | None
    mistakes: tuple[Mistake, ...] = ()
    """In the order of the file; empty where the policy can be used."""
    text: str = ""
    """Of the file, where it could be read."""


def load_policy(home: Path, classifications: Sequence[str]) -> Policy | None:
    """The policy of a home; null where it has none.

    Args:
        home: The index home.
        classifications: Known levels; a role that names another one is a mistake, not a right.

    Raises:
        PolicyError: The file cannot be read, does not parse, or names what does not exist. One
            mistake anywhere refuses the whole file: half a policy is nobody's intention.
    """
    read = read_policy(home, classifications)
    if read is None:
        return None
    if read.policy is None:
        raise PolicyError(home / FILE_NAME, read.mistakes[0].sentence)
    return read.policy


def read_policy(home: Path, classifications: Sequence[str]) -> PolicyText | None:
    """The policy file of a home with all its mistakes; null where there is no such file."""
    path = home / FILE_NAME
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        # A link that leads nowhere is a file that is missing, not a home without a policy.
        return _refused("is a link that leads nowhere") if path.is_symlink() else None
    except OSError as error:
        return _refused(f"cannot be read ({error.strerror})")
    try:
        text = raw.decode("utf-8-sig")
        table = tomllib.loads(text)
    except UnicodeDecodeError:
        return _refused("is not UTF-8 text")
    except tomllib.TOMLDecodeError as error:
        return _refused(f"does not parse: {error}")
    except RecursionError:
        return _refused("does not parse: nested too deeply")
    try:
        policy = Policy.model_validate(table)
    except ValidationError as error:
        faults = [_misfit(one["loc"], one["type"], one["msg"]) for one in error.errors()]
    else:
        faults = list(_dangling_names(policy, classifications))
        if not faults:
            return PolicyText(policy, (), text)
    lines = lines_of(text)
    mistakes = [Mistake(one.problem, line_of(lines, one.place), one.suggestion) for one in faults]
    return PolicyText(None, tuple(sorted(mistakes, key=lambda one: one.line or 0)), text)


def nearest(written: str, known: Sequence[str]) -> str | None:
    """``did you mean ...?`` where a known name looks much like the one written; else null."""
    from difflib import get_close_matches

    close = get_close_matches(written, sorted(known), n=1)
    return f"did you mean {close[0]!r}?" if close else None


def _refused(problem: str) -> PolicyText:
    return PolicyText(None, (Mistake(problem),))


_KEYS = {1: [*Policy.model_fields], 3: [*PolicyAccount.model_fields, *PolicyRole.model_fields]}
"""Known keys by their depth in the file."""


class _Fault(NamedTuple):
    """A mistake, and the path of the key that makes it."""

    problem: str
    place: Sequence[int | str]
    suggestion: str | None = None


def _misfit(place: tuple[int | str, ...], kind: str, words: str) -> _Fault:
    key = ".".join(str(step) for step in place)
    if kind == "extra_forbidden":
        return _Fault(f"has an unknown key {key}", place, nearest(str(place[-1]), _KEYS.get(len(place), [])))
    if kind == "missing":
        return _Fault(f"lacks the key {key}", place)
    return _Fault(f"is wrong at {key}: {words}", place)


def _dangling_names(policy: Policy, classifications: Sequence[str]) -> Iterator[_Fault]:
    for name, account in policy.accounts.items():
        for role in account.roles:
            if role not in policy.roles:
                yield _Fault(
                    f"gives account {name} the role {role!r}, which has no [roles] entry",
                    ("accounts", name, "roles"),
                    nearest(role, [*policy.roles]),
                )
        for other in account.act_as:
            place = ("accounts", name, "act_as")
            if other == ANY_ACCOUNT:
                yield _Fault(
                    f"lets account {name} act as {ANY_ACCOUNT!r}, which is nobody in particular", place
                )
            elif other not in policy.accounts:
                yield _Fault(
                    f"lets account {name} act as {other!r}, which has no [accounts] entry",
                    place,
                    nearest(other, [*policy.accounts]),
                )
    for name, role_entry in policy.roles.items():
        for level in role_entry.classifications:
            if level not in classifications:
                yield _Fault(
                    f"gives role {name} the unknown classification {level!r}",
                    ("roles", name, "classifications"),
                    nearest(level, classifications),
                )
