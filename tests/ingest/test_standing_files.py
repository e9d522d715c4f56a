"""How a file stands to what was indexed of it: one look where nothing changed, never through a link."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from localrag.ingest.standing_files import StandingFiles
from localrag.records.documents import IndexedFile
from localrag.records.ids import SourceId

TEXT = b"The appeal period is 14 calendar days."


def _indexed(root: Path, uri: str = "rules/appeals.md") -> IndexedFile:
    path = root / uri
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(TEXT)
    (root / "other.md").write_bytes(b"Something else.")
    found = path.stat()
    return IndexedFile(
        source_id=SourceId("rules"),
        uri=uri,
        root=str(root),
        content_hash=hashlib.sha256(TEXT).hexdigest(),
        size=found.st_size,
        mtime_ns=found.st_mtime_ns,
        inode=found.st_ino,
    )


def test_a_file_that_was_left_alone_is_as_indexed(tmp_path: Path) -> None:
    file = _indexed(tmp_path / "root")
    assert StandingFiles().state(file) == "as_indexed"
    assert not StandingFiles().is_gone(file)


def test_a_new_time_stamp_alone_is_no_change(tmp_path: Path) -> None:
    file = _indexed(tmp_path / "root")
    os.utime(tmp_path / "root" / file.uri, ns=(1, 1))
    assert StandingFiles().state(file) == "as_indexed"


def test_a_number_edited_at_the_same_length_is_a_change(tmp_path: Path) -> None:
    file = _indexed(tmp_path / "root")
    (tmp_path / "root" / file.uri).write_bytes(TEXT.replace(b"14", b"45"))
    assert StandingFiles().state(file) == "changed"


def test_a_file_seen_with_other_content_since_is_compared_by_content(tmp_path: Path) -> None:
    file = _indexed(tmp_path / "root").model_copy(update={"size": None, "mtime_ns": None, "inode": None})
    assert StandingFiles().state(file) == "as_indexed"


def test_a_file_that_was_removed_from_a_source_that_is_there_is_gone(tmp_path: Path) -> None:
    file = _indexed(tmp_path / "root")
    (tmp_path / "root" / file.uri).unlink()
    assert StandingFiles().is_gone(file)
    assert StandingFiles().state(file) == "gone"


@pytest.mark.parametrize("left", ["nothing", "an empty folder"])
def test_an_unplugged_medium_is_unreachable_and_nothing_is_gone(tmp_path: Path, left: str) -> None:
    file = _indexed(tmp_path / "root")
    (tmp_path / "root").rename(tmp_path / "elsewhere")
    if left == "an empty folder":
        (tmp_path / "root").mkdir()
    assert StandingFiles().state(file) == "unreachable"
    assert not StandingFiles().is_gone(file)


def test_a_link_in_the_place_of_a_file_is_gone_even_where_it_leads_to_the_same_bytes(tmp_path: Path) -> None:
    file = _indexed(tmp_path / "root")
    outside = (tmp_path / "root" / file.uri).rename(tmp_path / "outside.md")
    (tmp_path / "root" / file.uri).symlink_to(outside)
    assert StandingFiles().is_gone(file)


def test_a_folder_swapped_for_a_link_is_never_read_through(tmp_path: Path) -> None:
    file = _indexed(tmp_path / "root")
    (tmp_path / "root" / "rules").rename(tmp_path / "outside")
    (tmp_path / "outside" / "appeals.md").write_bytes(TEXT.replace(b"14", b"45"))
    (tmp_path / "root" / "rules").symlink_to(tmp_path / "outside")
    assert StandingFiles().state(file) == "gone"


@pytest.mark.parametrize("uri", ["a\\xff.md", "a\0b.md", "x" * 5000])
def test_a_name_that_leads_nowhere_says_nothing_of_the_file(tmp_path: Path, uri: str) -> None:
    file = _indexed(tmp_path / "root").model_copy(update={"uri": uri})
    assert StandingFiles().state(file) == "unreachable"
