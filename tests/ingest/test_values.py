"""Metadata values, one by one."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from localrag.ingest.values import DOCUMENT_KEYS, Values, read_values

LEVELS = ("public", "internal", "confidential", "restricted")


def read(**table: object) -> Values:
    return read_values(table, "rules/a.md", known=DOCUMENT_KEYS, levels=LEVELS)


@pytest.mark.parametrize(
    "raw",
    [date(2026, 1, 31), "2026-01-31", datetime(2026, 1, 31, 8, tzinfo=UTC), "2026-01-31T08:00:00"],
)
def test_days_are_read_in_every_spelling(raw: object) -> None:
    assert read(valid_from=raw).usable == {"valid_from": date(2026, 1, 31)}


@pytest.mark.parametrize("raw", ["8842", 8842, "case-8842", "Case 8842"])
def test_a_case_has_one_name(raw: object) -> None:
    assert read(case_id=raw).usable == {"case_id": "case-8842"}


def test_versions_may_be_numbers() -> None:
    assert read(version=2026).usable == {"version": "2026"}
    assert read(version=1.2).usable == {"version": "1.2"}


def test_supersedes_takes_one_or_many() -> None:
    assert read(supersedes="EPM@2023").usable == {"supersedes": ("EPM@2023",)}
    assert read(supersedes=["a", "b@1", "a"]).usable == {"supersedes": ("a", "b@1")}


@pytest.mark.parametrize(
    ("key", "raw"),
    [
        ("valid_from", "2026-02-31"),
        ("valid_to", "soon"),
        ("valid_to", True),
        ("status", "aktiv"),
        ("authority", "official_polcy"),
        ("classification", "top-secret"),
        ("classification", "r\u0435stricted"),
        ("classification", 3),
        ("acl_policy_id", ["staff"]),
        ("acl_policy_id", "staff\u200b"),
        ("acl_policy_id", "\ufeffstaff"),
        ("acl_policy_id", " "),
        ("source_type", {}),
        ("document_id", "EPM@2026"),
        ("title", "x" * 501),
        ("version", True),
    ],
)
def test_an_unusable_value_is_named_with_its_file_and_key(key: str, raw: object) -> None:
    values = read(**{key: raw})
    assert values.usable == {}
    assert values.broken == {key}
    assert "rules/a.md" in values.warnings[0]
    assert key in values.warnings[0]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("clasification", "classification"),
        ("Classification", "classification"),
        ("acl-policy-id", "acl_policy_id"),
        ("acl_\u0440olicy_id", "acl_policy_id"),
        ("\ufeffclassification", "classification"),
        ("valid_form", "valid_from"),
        ("tenant_id", "tenant_id"),
    ],
)
def test_a_misspelt_key_counts_as_the_key_it_looks_like(written: str, meant: str) -> None:
    values = read(**{written: "public"})
    assert not values.usable
    assert values.broken == {meant}
    assert len(values.warnings) == 1


def test_an_unknown_key_is_named_and_does_no_harm() -> None:
    values = read(colour="blue", title="A")
    assert (values.usable, values.broken) == ({"title": "A"}, frozenset())
    assert "unknown key 'colour'" in values.warnings[0]


def test_a_value_beside_its_own_misspelling_is_not_believed() -> None:
    assert read(classification="public", clasification="restricted").usable == {}


def test_words_in_capitals_are_the_same_words() -> None:
    assert read(classification="Internal", status="ACTIVE").usable == {
        "classification": "internal",
        "status": "active",
    }
