"""A policy held against its documents: rights as they come out, and what hardly was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.access.check import check_policy
from localrag.access.policy import read_policy
from localrag.records.ids import AclPolicyId, DocumentId, SourceId, TenantId
from localrag.records.policy import PolicyReport
from localrag.records.security import AccessTuple, DocumentAccess

LEVELS = ("public", "internal", "confidential", "restricted")
GOOD = """version = "7"

[accounts.ada]
tenant_id = "agency"
roles = ["officer", "chief"]
may_administer = true

[accounts.ben]
tenant_id = "agency"
roles = ["officer"]

[roles.officer]
acl_policy_ids = ["staff"]
classifications = ["public", "internal"]

[roles.chief]
acl_policy_ids = ["board"]
classifications = ["confidential"]
source_types = ["policy"]
"""


def _document(
    uri: str, acl: str | None = "staff", level: str | None = "internal", kind: str | None = None
) -> DocumentAccess:
    access = AccessTuple(
        tenant_id=TenantId("agency"),
        acl_policy_id=AclPolicyId(acl) if acl else None,
        classification=level,
        source_type=kind,
    )
    return DocumentAccess(
        document_id=DocumentId(f"rules/{uri}"), source_id=SourceId("rules"), uri=uri, title="T", access=access
    )


DOCUMENTS = [_document("a.md"), _document("b.md"), _document("c.md", "board", "confidential", "policy")]


def _check(
    tmp_path: Path, text: str | None, documents: list[DocumentAccess] | None = DOCUMENTS
) -> PolicyReport:
    if text is not None:
        (tmp_path / "policy.toml").write_text(text, encoding="utf-8")
    return check_policy(tmp_path, read_policy(tmp_path, LEVELS), documents, needs_policy=True)


def _messages(report: PolicyReport, severity: str) -> list[str]:
    return [one.message for one in report.findings if one.severity == severity]


def test_a_sound_policy_says_what_each_account_and_each_role_reads(tmp_path: Path) -> None:
    report = _check(tmp_path, GOOD)
    assert report.is_sound
    assert [(one.account, one.documents) for one in report.accounts] == [("ada", 3), ("ben", 2)]
    assert [(one.role, one.documents) for one in report.accounts[0].roles] == [("officer", 2), ("chief", 1)]


def test_every_mistake_is_listed_with_its_line_and_what_was_meant(tmp_path: Path) -> None:
    broken = GOOD.replace('roles = ["officer"]', 'roles = ["oficer"]').replace(
        '["confidential"]', '["confidental"]'
    )
    report = _check(tmp_path, broken)
    assert not report.is_sound
    assert [(one.line, one.suggestion) for one in report.findings] == [
        (10, "did you mean 'officer'?"),
        (18, "did you mean 'confidential'?"),
    ]


def test_an_unknown_key_is_named_with_its_line(tmp_path: Path) -> None:
    (finding,) = _check(tmp_path, GOOD.replace("may_administer", "may_adminster")).findings
    assert (finding.line, finding.suggestion) == (6, "did you mean 'may_administer'?")


def test_a_file_that_does_not_parse_names_the_line(tmp_path: Path) -> None:
    (finding,) = _check(tmp_path, GOOD.replace('["staff"]', '["staff"')).findings
    assert "line 14" in finding.message or "line 13" in finding.message


def test_a_link_that_leads_nowhere_is_a_broken_policy_and_no_open_door(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").symlink_to(tmp_path / "gone.toml")
    report = _check(tmp_path, None)
    assert _messages(report, "error") == ["The file is a link that leads nowhere."]


def test_a_missing_policy_is_an_error_where_the_index_was_built_under_one(tmp_path: Path) -> None:
    assert not _check(tmp_path, None).is_sound
    assert check_policy(tmp_path, None, [], needs_policy=False).is_sound


def test_documents_without_usable_access_metadata_are_listed(tmp_path: Path) -> None:
    report = _check(tmp_path, GOOD, [*DOCUMENTS, _document("d.md", None), _document("e.md", "staff", None)])
    assert [(one.document.uri, one.missing) for one in report.closed_documents] == [
        ("d.md", ("acl_policy_id",)),
        ("e.md", ("classification",)),
    ]
    assert not report.is_sound


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        (('roles = ["officer", "chief"]', 'roles = ["officer"]'), "Nobody has the role chief."),
        (
            ('classifications = ["confidential"]\n', ""),
            "The role chief grants nothing: it names no classification.",
        ),
        (
            ('acl_policy_ids = ["board"]', 'acl_policy_ids = ["board"]\ndenied_acl_policy_ids = ["board"]'),
            "The role chief both grants and denies the access list board; the denial counts.",
        ),
        (("may_administer = true", ""), "No account may administer this home."),
        (
            ('tenant_id = "agency"\nroles = ["officer"]', 'tenant_id = "agenzy"\nroles = ["officer"]'),
            "The account ben can read none of the documents of this index: "
            "none belongs to the tenant agenzy.",
        ),
        (
            ('acl_policy_ids = ["board"]', 'acl_policy_ids = ["bord"]'),
            "The role chief names the access list 'bord', which no document has.",
        ),
    ],
)
def test_what_hardly_was_meant_is_a_warning(tmp_path: Path, change: tuple[str, str], warning: str) -> None:
    changed = GOOD.replace(*change, 1)
    assert changed != GOOD
    assert warning in _messages(_check(tmp_path, changed), "warning")


def test_an_account_that_can_never_read_anything_is_named(tmp_path: Path) -> None:
    report = _check(tmp_path, GOOD + '\n[accounts.root]\ntenant_id = "agency"\n')
    assert _messages(report, "note") == ["The account root can never read anything: it has no role."]
    assert report.is_sound


def test_documents_that_no_account_may_read_are_counted_with_what_is_lacking(tmp_path: Path) -> None:
    report = _check(tmp_path, GOOD, [*DOCUMENTS, _document("d.md", "board", "confidential", "memo")])
    (finding,) = [one for one in report.findings if one.severity == "warning"]
    assert "No account may read 1 document" in finding.message
    assert finding.suggestion == "the role chief lacks only source_type 'memo'"
