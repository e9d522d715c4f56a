"""Which of several sayings about a document counts."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.ingest.metadata import Resolved, finish
from localrag.ingest.values import Values
from localrag.records.authority import is_in_force
from localrag.records.documents import DocumentMetadata
from localrag.records.ids import SourceId, TenantId

LEVELS = ("public", "internal", "confidential", "restricted")
BASE = {"authority": "faq", "classification": "internal", "acl_policy_id": "staff", "status": "active"}


def based(**values: object) -> Resolved:
    resolved = Resolved(LEVELS)
    resolved.set_all(Values({**BASE, **values}))
    return resolved


def untrusted(resolved: Resolved, **values: object) -> Resolved:
    resolved.tighten(Values(dict(values)), "rules/a.md")
    return resolved


def finished(resolved: Resolved) -> DocumentMetadata:
    return finish(
        resolved,
        source_id=SourceId("rules"),
        tenant_id=TenantId("local"),
        uri="a.md",
        where="rules/a.md",
        media_type="markdown",
        content_hash="0" * 64,
        fallback_title="a",
    )


def test_a_plain_document_has_the_lowest_standing_and_is_in_force() -> None:
    metadata = finished(Resolved(LEVELS))
    assert (metadata.document_id, metadata.title) == ("rules/a.md", "a")
    assert (metadata.authority, metadata.status, metadata.tenant_id) == ("user_upload", "active", "local")
    assert (metadata.classification, metadata.acl_policy_id) == (None, None)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("authority", "official_policy"),
        ("classification", "public"),
        ("acl_policy_id", "everyone"),
        ("source_type", "policy"),
        ("document_id", "EPM"),
        ("supersedes", ("EPM",)),
        ("valid_from", date(2020, 1, 1)),
        ("valid_to", date(2030, 1, 1)),
        ("status", "superseded"),
        ("version", "9"),
        ("case_id", "case-1"),
        ("category", "all"),
    ],
)
def test_a_document_cannot_promote_itself(key: str, value: object) -> None:
    resolved = untrusted(based(), **{key: value})
    assert finished(resolved) == finished(based())
    assert resolved.warnings == [f"rules/a.md: {key} is ignored: this file may not set it"]


def test_a_document_may_name_itself_and_make_itself_less() -> None:
    metadata = finished(
        untrusted(based(), title="T", language="de", authority="user_upload", classification="restricted")
    )
    assert (metadata.title, metadata.language) == ("T", "de")
    assert (metadata.authority, metadata.classification) == ("user_upload", "restricted")


def test_raising_where_nothing_was_said_needs_that_nothing_opens() -> None:
    assert finished(untrusted(Resolved(LEVELS), classification="restricted")).classification == "restricted"
    assert finished(untrusted(Resolved(LEVELS), classification="public")).classification is None
    open_list = Resolved(LEVELS)
    open_list.set_all(Values({"acl_policy_id": "staff"}))
    assert finished(untrusted(open_list, classification="restricted")).classification is None


@pytest.mark.parametrize("key", ["classification", "acl_policy_id", "source_type", "tenant_id"])
def test_unusable_access_metadata_closes_the_document(key: str) -> None:
    resolved = based()
    resolved.set_all(Values(broken=frozenset({key})))
    metadata = finished(resolved)
    assert metadata.acl_policy_id is None
    assert getattr(metadata, key) in (None, "local")
    assert "nobody may read it" in resolved.warnings[-1]


@pytest.mark.parametrize("key", ["status", "valid_from", "valid_to"])
def test_unusable_validity_is_in_force_on_no_day(key: str) -> None:
    resolved = based(valid_from=date(2026, 1, 1), valid_to=date(2026, 12, 31))
    resolved.set_all(Values(broken=frozenset({key})))
    metadata = finished(resolved)
    assert metadata.status == "draft"
    assert not is_in_force(metadata.standing, date(2026, 6, 1))


def test_an_end_before_its_start_is_in_force_on_no_day() -> None:
    resolved = based(valid_from=date(2026, 1, 1), valid_to=date(2025, 1, 1))
    assert finished(resolved).status == "draft"
    assert "valid_to (2025-01-01) lies before valid_from (2026-01-01)" in resolved.warnings[0]


def test_unusable_authority_is_the_lowest() -> None:
    resolved = based(authority="official_policy")
    resolved.set_all(Values(broken=frozenset({"authority"})))
    assert finished(resolved).authority == "user_upload"


def test_a_stronger_usable_value_heals_a_weaker_unusable_one() -> None:
    resolved = Resolved(LEVELS)
    resolved.set_all(Values({"acl_policy_id": "staff"}, frozenset({"classification"})))
    resolved.set_all(Values({"classification": "internal"}))
    metadata = finished(resolved)
    assert (metadata.classification, metadata.acl_policy_id) == ("internal", "staff")


def test_an_untrusted_unusable_restriction_closes_the_document() -> None:
    resolved = based()
    resolved.tighten(Values(broken=frozenset({"classification"})), "rules/a.md")
    assert finished(resolved).acl_policy_id is None


def test_an_untrusted_value_cannot_heal_what_is_closed() -> None:
    resolved = based()
    resolved.set_all(Values(broken=frozenset({"classification"})))
    assert finished(untrusted(resolved, classification="restricted")).acl_policy_id is None


def test_an_untrusted_unusable_status_is_not_its_to_set() -> None:
    resolved = based()
    resolved.tighten(Values(broken=frozenset({"status", "valid_from", "acl_policy_id"})), "rules/a.md")
    assert finished(resolved) == finished(based())
