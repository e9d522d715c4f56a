"""A policy file -> rights, or a refusal that says why."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.access.policy import load_policy
from localrag.access.resolve import resolve
from localrag.errors import AccessError, PolicyError
from localrag.records.ids import AclPolicyId, TenantId
from localrag.records.security import AccessTuple, SecurityContext, may_read

LEVELS = ("public", "internal", "confidential", "restricted")

GOOD = """
version = "7"
[accounts."*"]
tenant_id = "agency"
roles = ["officer"]
act_as = ["chief"]
[accounts.chief]
user_id = "u-chief"
tenant_id = "agency"
roles = ["officer", "head"]
may_administer = true
[accounts.root]
tenant_id = "agency"
roles = ["none"]
[roles.officer]
acl_policy_ids = ["all-staff", "staff-notices"]
classifications = ["public", "internal"]
[roles.head]
acl_policy_ids = ["management"]
denied_acl_policy_ids = ["staff-notices"]
classifications = ["confidential"]
source_types = ["policy"]
[roles.none]
"""


def _home(tmp_path: Path, text: str | bytes) -> Path:
    data = text.encode() if isinstance(text, str) else text
    (tmp_path / "policy.toml").write_bytes(data)
    return tmp_path


def _rights(tmp_path: Path, account: str, as_user: str | None = None) -> SecurityContext:
    return resolve(load_policy(_home(tmp_path, GOOD), LEVELS), account, as_user=as_user)


def _document(
    acl: str | None, level: str | None, kind: str | None = "policy", tenant: str = "agency"
) -> AccessTuple:
    return AccessTuple(
        tenant_id=TenantId(tenant),
        acl_policy_id=AclPolicyId(acl) if acl else None,
        classification=level,
        source_type=kind,
    )


def test_a_home_without_a_policy_reads_everything_of_the_local_tenant(tmp_path: Path) -> None:
    security = resolve(load_policy(tmp_path, LEVELS), "ada", may_write_home=True)
    assert security.may_administer
    assert may_read(security, _document(None, None, tenant="local"))
    assert not may_read(security, _document(None, None, tenant="agency"))


def test_an_account_without_an_entry_is_any_account(tmp_path: Path) -> None:
    security = _rights(tmp_path, "ada")
    assert (security.user_id, security.roles, security.may_administer) == ("ada", ("officer",), False)


def test_the_systems_administrator_gets_no_special_treatment(tmp_path: Path) -> None:
    security = _rights(tmp_path, "root")
    assert not may_read(security, _document("all-staff", "public"))


def test_one_single_role_must_grant_list_level_and_type(tmp_path: Path) -> None:
    chief = _rights(tmp_path, "ada", "chief")
    assert may_read(chief, _document("management", "confidential", "policy"))
    assert may_read(chief, _document("all-staff", "internal", "memo"))
    assert not may_read(chief, _document("all-staff", "confidential", "policy"))
    assert not may_read(chief, _document("management", "internal", "policy"))
    assert not may_read(chief, _document("management", "confidential", "memo"))


def test_a_denial_by_any_role_wins(tmp_path: Path) -> None:
    assert may_read(_rights(tmp_path, "ada"), _document("staff-notices", "internal"))
    assert not may_read(_rights(tmp_path, "ada", "chief"), _document("staff-notices", "internal"))


@pytest.mark.parametrize(("acl", "level"), [(None, "public"), ("all-staff", None), ("all-staff", "PUBLIC")])
def test_missing_or_unknown_access_metadata_is_readable_by_nobody(
    tmp_path: Path, acl: str | None, level: str | None
) -> None:
    assert not may_read(_rights(tmp_path, "ada"), _document(acl, level))


def test_acting_as_another_works_only_within_act_as(tmp_path: Path) -> None:
    assert _rights(tmp_path, "ada", "chief").user_id == "u-chief"
    with pytest.raises(AccessError, match="may not act as"):
        _rights(tmp_path, "chief", "root")
    with pytest.raises(AccessError, match="may not act as"):
        _rights(tmp_path, "ada", "nobody-of-that-name")


def test_acting_as_an_administrator_does_not_make_one(tmp_path: Path) -> None:
    assert not _rights(tmp_path, "ada", "chief").may_administer


def test_acting_as_anyone_needs_a_policy() -> None:
    with pytest.raises(AccessError, match=r"no policy\.toml"):
        resolve(None, "ada", as_user="chief")


def test_a_mark_of_byte_order_is_no_mistake(tmp_path: Path) -> None:
    assert load_policy(_home(tmp_path, b"\xef\xbb\xbf" + GOOD.encode()), LEVELS) is not None


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('version = "7"', ""), "version"),
        (('version = "7"', "version = 7"), "version"),
        (('roles = ["officer"]', 'roles = ["оfficer"]'), "no \\[roles\\] entry"),
        (('roles = ["officer"]', 'role = ["officer"]'), "unknown key"),
        (('act_as = ["chief"]', 'act_as = ["boss"]'), "no \\[accounts\\] entry"),
        (('act_as = ["chief"]', 'act_as = ["*"]'), "nobody in particular"),
        (('["public", "internal"]', '["public", "intern"]'), "unknown classification"),
        (('["public", "internal"]', '"public"'), "classifications"),
        (("[roles.none]", "[roles.none"), "does not parse"),
        (('tenant_id = "agency"', 'tenant_id = ""'), "tenant_id"),
        (("[accounts.chief]", "[accounts.chief]\nis_admin = true"), "unknown key"),
    ],
)
def test_one_mistake_refuses_the_whole_policy(tmp_path: Path, change: tuple[str, str], problem: str) -> None:
    broken = GOOD.replace(*change, 1)
    assert broken != GOOD
    with pytest.raises(PolicyError, match=problem):
        load_policy(_home(tmp_path, broken), LEVELS)


def test_a_policy_that_is_not_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match="not UTF-8"):
        load_policy(_home(tmp_path, b"version = '\xff'"), LEVELS)


def test_a_policy_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").mkdir()
    with pytest.raises(PolicyError, match="cannot be read"):
        load_policy(tmp_path, LEVELS)
