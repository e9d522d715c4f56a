"""Opening only what lies inside, and never waiting."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from localrag.ingest.opening import is_inside, opened, pieces
from localrag.records.extract import UnparsableError

needs_links = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="links and FIFOs as on POSIX")


def content(root: Path, *parts: str) -> bytes:
    with opened(root, parts) as descriptor:
        return b"".join(pieces(descriptor, 1_000_000))


def reason(root: Path, *parts: str) -> str:
    with pytest.raises(UnparsableError) as caught:
        content(root, *parts)
    return caught.value.reason


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / "sub").mkdir(parents=True)
    (folder / "sub" / "a.txt").write_bytes(b"inside")
    (tmp_path / "repo-evil").mkdir()
    (tmp_path / "repo-evil" / "a.txt").write_bytes(b"outside")
    return folder


def test_a_file_inside_is_read(root: Path) -> None:
    assert content(root, "sub", "a.txt") == b"inside"


def test_a_missing_file_is_unreadable(root: Path) -> None:
    assert reason(root, "sub", "b.txt") == "unreadable"


@needs_links
def test_a_link_is_never_opened_wherever_it_leads(root: Path) -> None:
    for name, target in [
        ("in", "sub/a.txt"),
        ("out", "../repo-evil/a.txt"),
        ("abs", "/etc/passwd"),
        ("loop", "loop"),
    ]:
        (root / name).symlink_to(target)
        assert reason(root, name) == "not_a_file"


@needs_links
def test_a_folder_that_became_a_link_after_listing_leads_nowhere(root: Path) -> None:
    (root / "sub" / "a.txt").unlink()
    (root / "sub").rmdir()
    (root / "sub").symlink_to(root.parent / "repo-evil")
    assert reason(root, "sub", "a.txt") == "not_a_file"


@needs_links
def test_a_fifo_is_refused_without_waiting(root: Path) -> None:
    os.mkfifo(root / "pipe")
    assert reason(root, "pipe") == "not_a_file"


@needs_links
def test_a_device_is_refused() -> None:
    assert reason(Path("/dev"), "null") == "not_a_file"


def test_a_folder_is_no_file(root: Path) -> None:
    assert reason(root, "sub") in ("not_a_file", "unreadable")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads everything")
def test_a_file_without_permission_is_unreadable(root: Path) -> None:
    (root / "sub" / "a.txt").chmod(0)
    assert reason(root, "sub", "a.txt") == "unreadable"


def test_more_than_the_limit_is_too_large(root: Path) -> None:
    with pytest.raises(UnparsableError) as caught, opened(root, ["sub", "a.txt"]) as descriptor:
        list(pieces(descriptor, 5))
    assert caught.value.reason == "too_large"


def test_a_sibling_with_the_same_prefix_is_outside(root: Path) -> None:
    assert is_inside(str(root / "sub"), str(root))
    assert not is_inside(str(root.parent / "repo-evil"), str(root))
    assert not is_inside(str(root / ".." / "repo-evil" / "a.txt"), str(root))


def test_what_cannot_be_resolved_is_outside(root: Path) -> None:
    assert not is_inside(str(root / "missing"), str(root))
    assert not is_inside(str(root / ("x" * 5000)), str(root))
    assert not is_inside(str(root / "nul\x00"), str(root))
