"""Indexing whole folders, again and again."""

from __future__ import annotations

import os

import pytest

from localrag.errors import UsageError
from localrag.ingest import run
from localrag.records.index import IndexOptions, IndexSummary, Progress
from localrag.settings import IndexSettings
from tests.ingest.desk import NOISE, Desk
from tests.ingest.pdf_files import pdf, pdf_with_picture, stacked


def counts(summary: IndexSummary) -> tuple[int, int, int, int, int]:
    return (summary.added, summary.changed, summary.unchanged, summary.removed, len(summary.failed))


def reasons(summary: IndexSummary) -> dict[str, str | None]:
    return {file.uri: file.reason for file in summary.failed}


def test_a_plain_folder_just_works(desk: Desk) -> None:
    desk.write("rules/appeals.md", "# Appeals\n\nWithin 14 days.")
    summary = desk.index(desk.folder)
    metadata = desk.document("rules/appeals.md").metadata
    assert counts(summary) == (1, 0, 0, 0, 0)
    assert summary.readable == 1
    assert (metadata.document_id, metadata.title) == ("docs/rules/appeals.md", "Appeals")
    assert (metadata.authority, metadata.status, metadata.tenant_id) == ("user_upload", "active", "local")


def test_running_twice_changes_nothing(desk: Desk) -> None:
    desk.write("a.md")
    desk.write("b.pdf", pdf(stacked("Text.")))
    desk.write("c.pdf", NOISE)
    first = desk.index(desk.folder)
    for _ in range(2):
        again = desk.index(desk.folder)
        assert counts(again) == (0, 0, 2, 0, 1)
        assert (again.generation, again.embedded) == (first.generation, 0)


def test_one_bad_file_among_good_ones_stops_nothing_and_is_named(desk: Desk) -> None:
    for number in range(20):
        desk.write(f"{'a' if number < 10 else 'c'}{number}.md", f"Text {number}.")
    desk.write("bad.pdf", NOISE)
    summary = desk.index(desk.folder)
    assert counts(summary) == (20, 0, 0, 0, 1)
    assert (summary.failed[0].uri, summary.failed[0].reason) == ("bad.pdf", "damaged")


def test_each_kind_of_failure_has_its_reason(desk: Desk) -> None:
    desk.settings = IndexSettings(max_file_bytes=100_000)
    desk.write("encrypted.pdf", pdf(stacked("x"), password="secret"))
    desk.write("scan.pdf", pdf_with_picture(0, 2))
    desk.write("cut.pdf", pdf(stacked("x"))[:300])
    desk.write("empty.md", "")
    desk.write("blank.txt", " \n\t\n")
    desk.write("only-front-matter.md", "+++\ntitle = 'x'\n+++\n")
    desk.write("large.txt", "word " * 30_000)
    assert reasons(desk.index(desk.folder)) == {
        "encrypted.pdf": "encrypted",
        "scan.pdf": "no_text",
        "cut.pdf": "damaged",
        "empty.md": "empty",
        "blank.txt": "empty",
        "only-front-matter.md": "empty",
        "large.txt": "too_large",
    }


def test_kinds_that_are_not_read_are_left_aside_not_failed(desk: Desk) -> None:
    desk.write("a.md")
    desk.write("picture.png", b"\x89PNG\r\n\x1a\n")
    desk.write("drawing.svg", "<svg/>")
    desk.write("slides.docx", b"PK\x03\x04 and then ppt/slides")
    summary = desk.index(desk.folder)
    assert counts(summary) == (1, 0, 0, 0, 0)
    assert {file.uri: file.detail for file in summary.skipped} == {
        "picture.png": "png image: not a kind of document that is read",
        "drawing.svg": "svg image: not a kind of document that is read",
        "slides.docx": "is named as docx but its content is presentation",
    }


def test_a_kind_that_is_not_read_fails_where_the_file_itself_was_named(desk: Desk) -> None:
    summary = desk.index(desk.write("picture.png", b"\x89PNG\r\n\x1a\n"))
    assert reasons(summary) == {"picture.png": "unsupported"}
    assert summary.readable == 0


def test_content_decides_and_a_misleading_name_is_reported(desk: Desk) -> None:
    desk.write("REPORT.PDF", pdf(stacked("In capitals.")))
    desk.write("notes.txt", pdf(stacked("Not a text.")))
    summary = desk.index(desk.folder)
    assert desk.document("REPORT.PDF").metadata.media_type == "pdf"
    assert desk.document("notes.txt").metadata.media_type == "pdf"
    assert summary.warnings == ("docs/notes.txt: is named as text but its content is pdf",)


def test_a_failed_file_is_tried_again_when_it_changes(desk: Desk) -> None:
    desk.write("a.pdf", NOISE)
    assert reasons(desk.index(desk.folder)) == {"a.pdf": "damaged"}
    desk.write("a.pdf", pdf(stacked("Mended.")), age=1000)
    assert counts(desk.index(desk.folder)) == (1, 0, 0, 0, 0)


def test_a_failed_file_is_tried_again_when_its_metadata_changes(desk: Desk) -> None:
    desk.write("a.pdf", NOISE)
    (before,) = desk.index(desk.folder).failed
    desk.write("a.pdf.meta.toml", "title = 'A'")
    (after,) = desk.index(desk.folder).failed
    assert after.metadata_hash != before.metadata_hash
    assert after.seen_at > before.seen_at


def test_every_file_is_read_again_by_another_parser(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.write("a.md")
    desk.index(desk.folder)
    monkeypatch.setattr(run, "PARSER_VERSION", "another")
    assert counts(desk.index(desk.folder)) == (0, 1, 0, 0, 0)


def test_a_changed_file_is_put_again_and_a_touched_one_is_not(desk: Desk) -> None:
    desk.write("a.md", "Thirty days.")
    desk.write("b.md", "Stays.")
    first = desk.index(desk.folder)
    desk.write("a.md", "Forty-five days.", age=1800)
    desk.write("b.md", "Stays.", age=1800)
    second = desk.index(desk.folder)
    assert counts(second) == (0, 1, 1, 0, 0)
    assert second.generation != first.generation
    assert desk.document("a.md").text == "Forty-five days."


def test_a_change_that_keeps_size_and_time_is_seen_where_the_time_is_fresh(desk: Desk) -> None:
    desk.write("a.md", "30 days.", age=-60)
    desk.index(desk.folder)
    desk.write("a.md", "45 days.", age=0)
    os.utime(desk.folder / "a.md", (desk.clock.moment.timestamp(),) * 2)
    assert desk.index(desk.folder).changed == 1


def test_a_file_with_an_old_time_is_not_even_opened(desk: Desk) -> None:
    path = desk.write("a.md", "30 days.")
    desk.index(desk.folder)
    status = path.stat()
    with path.open("r+b") as file:
        file.write(b"45 days.")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert counts(desk.index(desk.folder)) == (0, 0, 1, 0, 0)


def test_a_deleted_file_is_removed(desk: Desk) -> None:
    desk.write("a.md")
    desk.write("b.md")
    desk.index(desk.folder)
    (desk.folder / "b.md").unlink()
    assert counts(desk.index(desk.folder)) == (0, 0, 1, 1, 0)
    assert set(desk.writer.documents) == {("docs", "a.md")}


def test_a_document_that_became_a_picture_is_removed(desk: Desk) -> None:
    desk.write("a.md")
    desk.write("b.txt")
    desk.index(desk.folder)
    desk.write("b.txt", b"\x89PNG\r\n\x1a\n\x00", age=100)
    assert counts(desk.index(desk.folder)) == (0, 0, 1, 1, 0)


def test_a_document_that_became_unreadable_is_withdrawn_and_named(desk: Desk) -> None:
    desk.write("a.pdf", pdf(stacked("Text.")))
    desk.index(desk.folder)
    desk.write("a.pdf", b"%PDF-1.4 noise", age=100)
    assert reasons(desk.index(desk.folder)) == {"a.pdf": "damaged"}
    assert desk.writer.documents == {}


@pytest.mark.parametrize("gone", ["missing", "empty", "link"])
def test_an_unplugged_stick_deletes_nothing(desk: Desk, gone: str) -> None:
    desk.write("a.md")
    desk.write("bad.pdf", NOISE)
    first = desk.index(desk.folder)
    away = desk.folder.parent / "away"
    desk.folder.rename(away)
    if gone == "empty":
        desk.folder.mkdir()
    if gone == "link":
        desk.folder.symlink_to(away)
    for summary in (desk.index(), desk.index()):
        assert counts(summary) == (0, 0, 1, 0, 1)
        assert summary.generation == first.generation
        assert "is missing or empty" in summary.warnings[0]
    if gone != "missing":
        desk.folder.rmdir() if gone == "empty" else desk.folder.unlink()
    away.rename(desk.folder)
    assert desk.index().warnings == ()


def test_indexing_one_source_leaves_the_others_alone(desk: Desk) -> None:
    desk.write("a.md")
    other = Desk(desk.folder.parent / "other")
    other.write("b.md")
    desk.index(desk.folder)
    desk.index(other.folder)
    (desk.folder / "a.md").unlink()
    desk.write("c.md")
    assert counts(desk.index(other.folder)) == (0, 0, 1, 0, 0)
    assert ("docs", "a.md") in desk.writer.documents
    assert counts(desk.index()) == (1, 0, 1, 1, 0)


def test_a_folder_without_documents_is_not_remembered(desk: Desk) -> None:
    desk.write("picture.png", b"\x89PNG\r\n\x1a\n")
    summary = desk.index(desk.folder)
    assert (summary.readable, desk.writer.sources()) == (0, [])
    assert desk.index(desk.folder.parent).readable == 0


def test_single_files_of_one_folder_are_sources_of_their_own(desk: Desk) -> None:
    first, second = desk.write("a.md"), desk.write("b.md")
    desk.index(first)
    assert counts(desk.index(first, second)) == (1, 0, 1, 0, 0)
    assert {source.single_file for source in desk.writer.sources()} == {"a.md", "b.md"}
    first.unlink()
    assert counts(desk.index()) == (0, 0, 1, 1, 0)


def test_overlap_is_refused_before_anything_is_done(desk: Desk) -> None:
    desk.write("sub/a.md")
    desk.index(desk.folder / "sub")
    desk.write("b.md")
    with pytest.raises(UsageError, match="already indexed as sub"):
        desk.index(desk.folder)
    assert set(desk.writer.documents) == {("sub", "a.md")}


def test_a_stick_that_comes_back_elsewhere_is_the_same_source(desk: Desk) -> None:
    desk.write("_source.toml", 'source_id = "field-kit"')
    desk.write("a.md")
    first = desk.index(desk.folder)
    elsewhere = desk.folder.parent / "elsewhere"
    desk.folder.rename(elsewhere)
    again = desk.index(elsewhere)
    assert counts(again) == (0, 0, 1, 0, 0)
    assert again.generation == first.generation
    assert [source.root for source in desk.writer.sources()] == [str(elsewhere)]


def test_windows_text_is_read_under_any_locale(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    desk.write("a.txt", "Müller;10 €".encode("cp1252"))
    desk.write("b.txt", "Müller;10 €".encode("utf-16"))
    summary = desk.index(desk.folder)
    assert {document.text for document in desk.writer.documents.values()} == {"Müller;10 €"}
    assert summary.warnings == ("docs/a.txt: not UTF-8: read as Windows-1252",)


def test_pages_without_text_are_a_warning(desk: Desk) -> None:
    desk.write("a.pdf", pdf_with_picture(2, 4))
    warning = "docs/a.pdf: partial: 4 of 6 pages have no text (pages 3-6)"
    assert desk.index(desk.folder).warnings == (warning,)
    assert desk.document("a.pdf").warnings == (warning,)


def test_progress_tells_what_is_read(desk: Desk) -> None:
    desk.write("a.md")
    desk.write("b.md")
    heard: list[Progress] = []
    desk.index(desk.folder, on_progress=heard.append)
    assert [step.current for step in heard if step.phase == "read"] == ["docs/a.md", "docs/b.md", None]
    assert heard[0].phase == "scan"


def test_stopping_while_reading_leaves_no_process_and_loses_nothing(desk: Desk) -> None:
    for number in range(8):
        desk.write(f"{number}.md", f"Text {number}.")

    def stop(step: Progress) -> None:
        if step.phase == "read" and step.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        desk.index(desk.folder, on_progress=stop)
    assert desk.writer.documents == {}
    desk.index(desk.folder)
    assert len(desk.writer.documents) == 8


def test_a_file_that_could_not_be_opened_is_tried_again_every_time(desk: Desk) -> None:
    desk.write("a.md")
    desk.index(desk.folder)
    (source,) = desk.writer.sources()
    shut = desk.writer.files(source.source_id)["a.md"].model_copy(
        update={"outcome": "failed", "reason": "unreadable", "content_hash": None}
    )
    desk.writer.fail(shut)
    assert counts(desk.index(desk.folder)) == (1, 0, 0, 0, 0)


def test_rehashing_finds_a_change_that_kept_size_and_time(desk: Desk) -> None:
    path = desk.write("a.md", "30 days.")
    desk.write("b.md")
    desk.index(desk.folder)
    status = path.stat()
    path.write_bytes(b"45 days.")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert counts(desk.index(options=IndexOptions(rehash=True))) == (0, 1, 1, 0, 0)
    assert desk.document("a.md").text == "45 days."


@pytest.mark.parametrize("gone", ["missing", "empty"])
def test_a_folder_that_is_gone_for_good_loses_its_documents_only_when_said(desk: Desk, gone: str) -> None:
    desk.write("a.md")
    desk.index(desk.folder)
    (desk.folder / "a.md").unlink()
    if gone == "missing":
        desk.folder.rmdir()
    assert desk.index().removed == 0
    assert desk.index(options=IndexOptions(allow_empty=True)).removed == 1
    assert desk.writer.documents == {}


def test_a_moved_and_renamed_file_is_not_encoded_again(desk: Desk) -> None:
    path = desk.write("leave.txt", "Leave is granted for 14 days.")
    desk.index(desk.folder)
    (desk.folder / "archive").mkdir()
    path.rename(desk.folder / "archive" / "holiday.txt")
    summary = desk.index(desk.folder)
    assert (counts(summary), summary.embedded) == ((1, 0, 0, 1, 0), 0)
    assert desk.metadata("archive/holiday.txt").title == "holiday"


def test_files_of_one_name_in_two_folders_are_two_documents(desk: Desk) -> None:
    desk.write("a/rule.md", "Thirty days.")
    desk.write("b/rule.md", "Sixty days.")
    assert desk.index(desk.folder).added == 2
    assert desk.metadata("a/rule.md").document_id != desk.metadata("b/rule.md").document_id


def test_a_dry_run_tells_what_would_be_done_and_does_nothing(desk: Desk) -> None:
    for name in ("stays", "changes", "goes"):
        desk.write(f"{name}.md", name)
    desk.index(desk.folder)
    desk.write("changes.md", "otherwise", age=60)
    desk.write("stays.md", "stays", age=60)
    desk.write("comes.md", "new", age=60)
    (desk.folder / "goes.md").unlink()
    looked = desk.index(options=IndexOptions(dry_run=True))
    assert counts(looked) == (1, 1, 1, 1, 0)
    assert [(one.uri, one.change) for one in looked.planned] == [
        ("changes.md", "change"),
        ("comes.md", "add"),
        ("goes.md", "remove"),
    ]
    assert set(desk.writer.documents) == {("docs", "changes.md"), ("docs", "goes.md"), ("docs", "stays.md")}
    assert counts(desk.index()) == (1, 1, 1, 1, 0)
