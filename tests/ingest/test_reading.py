"""One file: opened, looked at, parsed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from localrag.ingest.parser_process import ParserProcess
from localrag.ingest.reading import Failed, Parsed, Reading, Same, Unsupported, read
from localrag.ingest.scan import FoundFile


@pytest.fixture(scope="module")
def parser() -> Iterator[ParserProcess]:
    with ParserProcess() as running:
        yield running


def reading(
    root: Path,
    name: str,
    parser: ParserProcess,
    *,
    known: str | None = None,
    named: bool = False,
    limit: int = 10_000,
) -> Reading:
    path = root / name
    size = path.stat().st_size if path.exists() else 0
    file = FoundFile(name, (name,), size, 0, 0)
    return read(root, file, parser, max_bytes=limit, known_hash=known, named=named)


def test_a_document_comes_with_its_hash(tmp_path: Path, parser: ParserProcess) -> None:
    (tmp_path / "a.md").write_bytes(b"# Title")
    found = reading(tmp_path, "a.md", parser)
    assert isinstance(found, Parsed)
    assert (found.media_type, found.extract.title) == ("markdown", "Title")
    assert found.content_hash == hashlib.sha256(b"# Title").hexdigest()


def test_the_same_bytes_are_not_parsed_again(tmp_path: Path, parser: ParserProcess) -> None:
    (tmp_path / "a.md").write_bytes(b"# Title")
    assert reading(tmp_path, "a.md", parser, known=hashlib.sha256(b"# Title").hexdigest()) == Same()
    assert isinstance(reading(tmp_path, "a.md", parser, known="0" * 64), Parsed)


def test_a_kind_that_is_not_read_is_unsupported_or_where_named_failed(
    tmp_path: Path, parser: ParserProcess
) -> None:
    (tmp_path / "a.gif").write_bytes(b"GIF89a\x00\x00")
    assert reading(tmp_path, "a.gif", parser) == Unsupported("gif image: not a kind of document that is read")
    failed = reading(tmp_path, "a.gif", parser, named=True)
    assert isinstance(failed, Failed)
    assert failed.reason == "unsupported"


def test_a_file_that_vanished_is_unreadable(tmp_path: Path, parser: ParserProcess) -> None:
    failed = reading(tmp_path, "gone.md", parser)
    assert isinstance(failed, Failed)
    assert (failed.reason, failed.content_hash) == ("unreadable", None)


def test_a_file_that_grew_beyond_the_limit_is_too_large(tmp_path: Path, parser: ParserProcess) -> None:
    (tmp_path / "a.txt").write_bytes(b"word " * 3000)
    file = FoundFile("a.txt", ("a.txt",), 10, 0, 0)
    failed = read(tmp_path, file, parser, max_bytes=10_000, known_hash=None, named=False)
    assert isinstance(failed, Failed)
    assert failed.reason == "too_large"


def test_a_failure_keeps_the_hash_of_what_failed(tmp_path: Path, parser: ParserProcess) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.4 noise")
    failed = reading(tmp_path, "a.pdf", parser)
    assert isinstance(failed, Failed)
    assert (failed.reason, failed.content_hash) == ("damaged", hashlib.sha256(b"%PDF-1.4 noise").hexdigest())
