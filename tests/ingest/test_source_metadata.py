"""Metadata files on disk and what they make of documents."""

from __future__ import annotations

import os
from datetime import date

import pytest

from localrag.errors import UsageError
from localrag.records.authority import is_in_force
from tests.ingest.desk import Desk
from tests.ingest.pdf_files import pdf, stacked

OPEN = 'classification = "internal"\nacl_policy_id = "staff"\n'
TRUSTED = f"trust_front_matter = true\n[defaults]\n{OPEN}"
UNTRUSTED = f"[defaults]\n{OPEN}"
ANY_DAY = date(2026, 6, 1)


def test_the_strongest_saying_wins_in_a_trusted_source(desk: Desk) -> None:
    desk.write("_source.toml", TRUSTED + 'title = "root"\nlanguage = "root"\ncategory = "root"\n')
    desk.write("a.md", "---\nlanguage: front\ntitle: front\n---\nText.")
    desk.write("a.md.meta.toml", 'title = "sidecar"')
    desk.index(desk.folder)
    metadata = desk.metadata("a.md")
    assert (metadata.title, metadata.language, metadata.category) == ("sidecar", "front", "root")
    assert desk.document("a.md").text == "Text."


def test_versions_of_one_document_share_its_id(desk: Desk) -> None:
    desk.write("_source.toml", TRUSTED)
    desk.write("old.md", '+++\ndocument_id = "EPM"\nversion = "2023"\nvalid_to = 2025-12-31\n+++\nOld.')
    desk.write("new.md", '+++\ndocument_id = "EPM"\nversion = "2026"\nsupersedes = ["EPM@2023"]\n+++\nNew.')
    desk.index(desk.folder)
    old, new = desk.metadata("old.md"), desk.metadata("new.md")
    assert (old.document_id, old.version, old.valid_to) == ("EPM", "2023", date(2025, 12, 31))
    assert (new.document_id, new.version, new.supersedes) == ("EPM", "2026", ("EPM@2023",))


def test_a_pdf_is_titled_by_its_sidecar_then_by_its_properties(desk: Desk) -> None:
    desk.write("a.pdf", pdf(stacked("Text."), title="From the file"))
    desk.write("b.pdf", pdf(stacked("Text."), title="From the file"))
    desk.write("b.pdf.meta.toml", 'title = "From beside it"')
    desk.write("plain-name.txt", "Text.")
    desk.index(desk.folder)
    assert [desk.metadata(uri).title for uri in ("a.pdf", "b.pdf", "plain-name.txt")] == [
        "From the file",
        "From beside it",
        "plain-name",
    ]


def test_a_plain_source_believes_no_document(desk: Desk) -> None:
    desk.write("_source.toml", UNTRUSTED)
    desk.write(
        "a.md",
        '+++\nauthority = "official_policy"\nclassification = "public"\nacl_policy_id = "all"\n+++\nText.',
    )
    summary = desk.index(desk.folder)
    metadata = desk.metadata("a.md")
    assert (metadata.authority, metadata.access.classification) == ("user_upload", "internal")
    assert metadata.acl_policy_id == "staff"
    assert len(summary.warnings) == 3


def test_deeper_folders_only_tighten(desk: Desk) -> None:
    desk.write("_source.toml", f'[defaults]\n{OPEN}authority = "official_policy"\n')
    restricted = '[[match]]\nglob = "*.txt"\nclassification = "restricted"'
    desk.write("sub/_source.toml", f'[defaults]\nauthority = "faq"\n{restricted}')
    opening = 'authority = "official_policy"\nacl_policy_id = "all"\ntitle = "x"'
    desk.write("sub/deep/_source.toml", f"[defaults]\n{opening}")
    for uri in ("a.md", "sub/a.md", "sub/a.txt", "sub/deep/a.md"):
        desk.write(uri)
    summary = desk.index(desk.folder)
    found = {uri: desk.metadata(uri) for uri in ("a.md", "sub/a.md", "sub/a.txt", "sub/deep/a.md")}
    assert [found[uri].authority for uri in found] == ["official_policy", "faq", "faq", "faq"]
    assert [uri for uri in found if found[uri].classification == "restricted"] == ["sub/a.txt"]
    assert {metadata.acl_policy_id for metadata in found.values()} == {"staff"}
    assert sum("docs/sub/deep/_source.toml" in warning for warning in summary.warnings) == 3


def test_a_change_of_a_metadata_file_reads_its_documents_again(desk: Desk) -> None:
    desk.write("_source.toml", UNTRUSTED)
    desk.write("a.md")
    desk.write("sub/b.md")
    desk.index(desk.folder)
    desk.write("sub/_source.toml", '[defaults]\nclassification = "restricted"')
    assert (desk.index(desk.folder).changed, desk.metadata("sub/b.md").classification) == (1, "restricted")
    desk.write("_source.toml", '[defaults]\nclassification = "confidential"\nacl_policy_id = "staff"')
    assert desk.index(desk.folder).changed == 2
    assert desk.metadata("sub/b.md").classification == "restricted"
    (desk.folder / "sub" / "_source.toml").unlink()
    assert (desk.index(desk.folder).changed, desk.metadata("sub/b.md").classification) == (1, "confidential")


BROKEN_ACCESS = [
    'clasification = "restricted"',
    'classification = "top-secret"',
    'classification = "r\u0435stricted"',
    "classification = 3",
    'classification = ["restricted"]',
    "acl_policy_id = 3",
    'acl_policy_id = ""',
    'acl_policy_id = "st\u200baff"',
    'acl_p\u043elicy_id = "x"',
    'source_type = ["policy"]',
    'tenant_id = "other"',
    'tennant_id = "other"',
    "classification = restricted",
    'classification = "restricted"\nclassification = "public"',
]


@pytest.mark.parametrize("line", BROKEN_ACCESS)
@pytest.mark.parametrize("place", ["sidecar", "front matter", "source"])
def test_broken_access_metadata_closes_the_document(desk: Desk, line: str, place: str) -> None:
    say(desk, place, "tenant_id = 3" if place == "source" and line.startswith("tenant_id") else line)
    metadata, warnings = desk.judged("a.txt")
    assert metadata.acl_policy_id is None
    assert any("a.txt" in warning for warning in warnings)


@pytest.mark.parametrize(
    "line",
    [
        "valid_from = 2025-02-31",
        'valid_from = "2025-02-31"',
        'valid_to = "soon"',
        "valid_from = 2026-02-01\nvalid_to = 2026-01-01",
        'status = "aktiv"',
        'valid_form = "2026-01-01"',
        "status = 1",
    ],
)
@pytest.mark.parametrize("place", ["sidecar", "front matter", "source"])
def test_broken_validity_is_in_force_on_no_day(desk: Desk, line: str, place: str) -> None:
    say(desk, place, line)
    metadata, warnings = desk.judged("a.txt")
    assert not is_in_force(metadata.standing, ANY_DAY)
    assert any("a.txt" in warning for warning in warnings)


def say(desk: Desk, place: str, line: str) -> None:
    """Put a line of metadata into one of the places that may hold it, in a trusted source."""
    desk.write("_source.toml", TRUSTED + (f'[[match]]\nglob = "*"\n{line}' if place == "source" else ""))
    desk.write("a.txt", f"+++\n{line}\n+++\nText." if place == "front matter" else "Text.")
    if place == "sidecar":
        desk.write("a.txt.meta.toml", line)


def test_broken_metadata_that_comes_later_closes_what_was_open(desk: Desk) -> None:
    desk.write("_source.toml", TRUSTED)
    desk.write("a.md")
    desk.index(desk.folder)
    desk.write("_source.toml", "[defaults", age=100)
    summary = desk.index(desk.folder, has_policy=True)
    metadata = desk.metadata("a.md")
    assert (summary.changed, metadata.acl_policy_id, metadata.status) == (1, None, "draft")
    assert "docs/_source.toml: does not parse" in summary.warnings[0]


def test_a_broken_source_file_of_a_new_folder_stops_before_anything_is_indexed(desk: Desk) -> None:
    desk.write("_source.toml", "source_id = ")
    desk.write("a.md")
    with pytest.raises(UsageError, match="does not parse"):
        desk.index(desk.folder)
    assert desk.writer.sources() == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="links as on POSIX")
def test_a_metadata_file_that_is_a_link_closes_what_it_may_have_meant(desk: Desk) -> None:
    elsewhere = desk.folder.parent / "theirs.toml"
    elsewhere.write_text('authority = "official_policy"')
    desk.write("_source.toml", TRUSTED)
    (desk.folder / "a.md.meta.toml").symlink_to(elsewhere)
    desk.write("a.md")
    summary = desk.index(desk.folder)
    assert (desk.metadata("a.md").authority, desk.metadata("a.md").acl_policy_id) == ("user_upload", None)
    assert "cannot be read: a link" in summary.warnings[0]


def test_unparsable_front_matter_that_says_nothing_of_rights_is_text(desk: Desk) -> None:
    desk.write("_source.toml", UNTRUSTED)
    desk.write("a.md", "---\nDear all, a note: here\n  it: goes [\n---\nText.")
    summary = desk.index(desk.folder)
    assert "Dear all" in desk.document("a.md").text
    assert (desk.metadata("a.md").acl_policy_id, summary.warnings) == ("staff", ())


@pytest.mark.parametrize("table", ["", "[defaults]\n", "[[match]]\nglob = 'x'\n"])
def test_another_tenant_needs_a_policy(desk: Desk, table: str) -> None:
    desk.write("_source.toml", f"{table}tenant_id = 'vcsi'")
    desk.write("a.md")
    with pytest.raises(UsageError, match="vcsi"):
        desk.index(desk.folder)
    assert desk.index(desk.folder, has_policy=True).added == 1


def test_the_tenant_of_a_match_counts_for_its_documents(desk: Desk) -> None:
    desk.write("_source.toml", "tenant_id = 'one'\n[[match]]\nglob = 'b.md'\ntenant_id = 'two'")
    desk.write("a.md")
    desk.write("b.md")
    desk.index(desk.folder, has_policy=True)
    assert (desk.metadata("a.md").tenant_id, desk.metadata("b.md").tenant_id) == ("one", "two")
    assert desk.writer.sources()[0].tenant_id == "one"


def test_documents_without_access_metadata_are_counted_under_a_policy_alone(desk: Desk) -> None:
    desk.write("a.md")
    desk.write("b.md")
    assert desk.index(desk.folder).warnings == ()
    desk.write("c.md")
    (warning,) = desk.index(desk.folder, has_policy=True).warnings
    assert "source docs: 1 of its documents, docs/c.md first" in warning


def test_metadata_files_that_belong_to_nothing_are_named(desk: Desk) -> None:
    desk.write("a.md")
    desk.write("report.meta.toml", "title = 'x'")
    assert desk.index(desk.folder).warnings == ("docs/report.meta.toml: belongs to no document",)


def test_another_source_id_later_does_not_rename_a_source(desk: Desk) -> None:
    desk.write("a.md")
    desk.index(desk.folder)
    desk.write("_source.toml", 'source_id = "rules"')
    summary = desk.index(desk.folder)
    assert set(desk.writer.documents) == {("docs", "a.md")}
    assert "stays docs" in summary.warnings[0]


def test_documents_that_supersede_each_other_are_named(desk: Desk) -> None:
    desk.write("_source.toml", TRUSTED)
    desk.write("a.md", '+++\ndocument_id = "A"\nsupersedes = ["B"]\n+++\nOne.')
    desk.write("b.md", '+++\ndocument_id = "B"\nsupersedes = ["A"]\n+++\nTwo.')
    (warning,) = desk.index(desk.folder).warnings
    assert warning.startswith("docs/a.md, docs/b.md: each says that it supersedes the other")


def test_two_files_that_claim_one_version_are_named(desk: Desk) -> None:
    desk.write("_source.toml", TRUSTED)
    desk.write("a.md", '+++\ndocument_id = "EPM"\nversion = "1"\n+++\nOne.')
    desk.write("b.md", '+++\ndocument_id = "EPM"\nversion = "1"\n+++\nTwo.')
    assert desk.index(desk.folder).warnings == ("docs/b.md: claims to be EPM@1, as docs/a.md does",)
