"""Folders and files that nobody else can open."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from localrag.adapters.private_files import private_file, private_folder

pytestmark = pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")


@pytest.fixture(autouse=True)
def no_umask() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_every_folder_that_had_to_be_made_is_private(tmp_path: Path) -> None:
    private_folder(tmp_path / "state" / "evaluations")
    assert [mode(tmp_path / "state"), mode(tmp_path / "state" / "evaluations")] == [0o700, 0o700]


def test_a_folder_that_is_there_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    private_folder(tmp_path)
    private_folder(tmp_path / "in")
    assert mode(tmp_path) == 0o755


def test_a_file_is_private_and_one_that_is_there_keeps_its_content(tmp_path: Path) -> None:
    path = tmp_path / "state" / "marks.jsonl"
    private_file(path)
    path.write_text("mine")
    private_file(path)
    assert (mode(path), mode(path.parent), path.read_text()) == (0o600, 0o700, "mine")
