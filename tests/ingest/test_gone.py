"""What is no longer in the sources."""

from __future__ import annotations

import pytest

from localrag.ingest.gone import gone_files, still_there
from tests.ingest.desk import Desk


def gone(desk: Desk, *, allow_empty: bool = False) -> tuple[list[str], list[str]]:
    warnings: list[str] = []
    found = gone_files(desk.writer, allow_empty=allow_empty, warnings=warnings)
    return [f"{source_id}/{uri}" for source_id, uri in found], warnings


@pytest.fixture(autouse=True)
def _indexed(desk: Desk) -> None:
    desk.write("a.md")
    desk.write("sub/b.md")
    desk.index(desk.folder)


def test_a_deleted_file_is_gone_whatever_is_new(desk: Desk) -> None:
    (desk.folder / "sub" / "b.md").unlink()
    desk.write("c.md")
    assert gone(desk) == (["docs/sub/b.md"], [])


@pytest.mark.parametrize("how", ["missing", "empty"])
def test_an_unplugged_drive_has_lost_nothing_unless_said(desk: Desk, how: str) -> None:
    desk.folder.rename(desk.folder.with_name("away"))
    if how == "empty":
        desk.folder.mkdir()
    files, warnings = gone(desk)
    assert (files, len(warnings)) == ([], 1)
    assert "--allow-empty" in warnings[0]
    assert gone(desk, allow_empty=True) == (["docs/a.md", "docs/sub/b.md"], [])


def test_a_file_that_still_lies_there_is_known(desk: Desk) -> None:
    (source,) = desk.writer.sources()
    assert still_there(source, "a.md")
    assert not still_there(source, "gone.md")
    assert not still_there(source, "bad\0name")
