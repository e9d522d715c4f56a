"""What lies below a root."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from localrag.ingest.scan import ancestors, scan

needs_links = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="links and FIFOs as on POSIX")


def make(root: Path, *uris: str) -> None:
    for uri in uris:
        (root / uri).parent.mkdir(parents=True, exist_ok=True)
        (root / uri).write_text("x")


def documents(root: Path, only: str | None = None) -> list[str]:
    return [file.uri for file in scan(root, only).documents]


def test_documents_come_in_order_of_their_uris(tmp_path: Path) -> None:
    make(tmp_path, "b.md", "a/z.md", "a/b/c.txt", "a.md")
    assert documents(tmp_path) == ["a.md", "a/b/c.txt", "a/z.md", "b.md"]


def test_hidden_things_and_metadata_are_no_documents(tmp_path: Path) -> None:
    make(tmp_path, ".git/x.md", ".hidden.md", "~$open.docx", "Thumbs.db", "_source.toml", "sub/_Source.TOML")
    make(tmp_path, "a.md", "a.md.meta.toml")
    listing = scan(tmp_path)
    assert [file.uri for file in listing.documents] == ["a.md"]
    assert set(listing.source_files) == {"", "sub"}
    assert set(listing.sidecars) == {"a.md"}


def test_a_sidecar_in_capitals_still_counts(tmp_path: Path) -> None:
    make(tmp_path, "a.PDF", "A.pdf.META.toml")
    assert set(scan(tmp_path).sidecars) == {"a.PDF"}


def test_a_sidecar_without_a_document_is_listed(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.md.meta.toml")
    assert scan(tmp_path).orphans == ["b.md.meta.toml"]


def test_one_file_alone_brings_its_metadata_along(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "b.md", "a.md.meta.toml", "_source.toml", "sub/c.md")
    listing = scan(tmp_path, "a.md")
    assert [file.uri for file in listing.documents] == ["a.md"]
    assert set(listing.sidecars) == {"a.md"}
    assert set(listing.source_files) == {""}


@needs_links
def test_links_are_left_aside_and_never_entered(tmp_path: Path) -> None:
    root, outside = tmp_path / "repo", tmp_path / "repo-evil"
    make(root, "a.md")
    make(outside, "secret.md")
    (root / "in.md").symlink_to("a.md")
    (root / "out").symlink_to(outside)
    (root / "loop").symlink_to(".")
    listing = scan(root)
    assert [file.uri for file in listing.documents] == ["a.md"]
    said = {aside.uri: aside.detail for aside in listing.aside}
    assert said["out"] == "a link that leads outside"
    assert said["in.md"] == "a link: what it leads to is read where it lies"


@needs_links
def test_pipes_are_left_aside_unopened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    listing = scan(tmp_path)
    assert (listing.documents, [aside.reason for aside in listing.aside]) == ([], ["not_a_file"])


def test_an_empty_folder_is_empty_and_one_of_hidden_files_too(tmp_path: Path) -> None:
    assert scan(tmp_path).is_empty
    make(tmp_path, ".keep")
    assert scan(tmp_path).is_empty
    make(tmp_path, "_source.toml")
    assert not scan(tmp_path).is_empty


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root lists everything")
def test_a_folder_that_cannot_be_listed_stops_nothing(tmp_path: Path) -> None:
    make(tmp_path, "a.md", "shut/b.md")
    (tmp_path / "shut").chmod(0)
    try:
        listing = scan(tmp_path)
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert listing.unlisted == ["shut/"]
    assert [file.uri for file in listing.documents] == ["a.md"]


@needs_links
def test_a_name_that_is_no_text_is_shown_as_bytes(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.md")
    try:
        (tmp_path / name).write_text("x")
    except OSError:
        pytest.skip("this file system keeps only names that are text")
    (file,) = scan(tmp_path).documents
    assert (file.uri, file.parts) == ("caf\\xe9.md", (name,))


def test_a_very_deep_tree_is_walked(tmp_path: Path) -> None:
    make(tmp_path, "/".join(["d"] * 100) + "/a.md")
    assert len(documents(tmp_path)) == 1


def test_ancestors_start_at_the_root() -> None:
    assert list(ancestors("a/b/c.md")) == ["", "a", "a/b"]
    assert list(ancestors("c.md")) == [""]


def test_it_tells_after_each_folder_how_much_it_found(tmp_path: Path) -> None:
    for number in range(3):
        (tmp_path / f"{number}").mkdir()
        (tmp_path / f"{number}" / "a.md").touch()
    counts: list[int] = []
    scan(tmp_path, None, counts.append)
    assert counts == [0, 1, 2, 3]
