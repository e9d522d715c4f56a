"""A parser that may hang or die without harm."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
import zlib

import pytest

from localrag.ingest import parser_process
from localrag.ingest.parser_process import ParserProcess
from localrag.records.extract import UnparsableError
from tests.ingest.pdf_files import pdf, raw_pdf, stacked

_NESTED = 40
_TIMES = 6
_HEAD = (
    b"<</Type/Catalog/Pages 2 0 R>>",
    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</XObject<</F 5 0 R>>>>/Contents 4 0 R>>",
    b"<</Length 5>>stream\n/F Do\nendstream",
)


def form(body: bytes, inner: int | None) -> bytes:
    """A drawing that may draw the object with the number ``inner``."""
    resources = b"" if inner is None else b"/Resources<</XObject<</F %d 0 R>>>>" % inner
    head = b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]%s/Length %d>>" % (resources, len(body))
    return head + b"stream\n" + body + b"\nendstream"


def endless_pdf() -> bytes:
    """A small file whose forms draw each other six times, forty deep: whoever follows never comes back."""
    last = _NESTED - 1
    forms = [form(b"/F Do " * _TIMES, 6 + number) for number in range(last)]
    return raw_pdf(*_HEAD, *forms, form(b"BT (x) Tj ET", None))


def looping_tables_pdf() -> bytes:
    """A file whose two tables of contents each name the other as the one before."""
    data = raw_pdf(*_HEAD, form(b"BT (x) Tj ET", None))
    first = data.index(b"xref\n0")
    second = len(data)
    looped = data.replace(b"/Root 1 0 R", b"/Root 1 0 R/Prev %010d" % second)
    again = b"xref\n0 0\ntrailer<</Size 6/Root 1 0 R/Prev %d>>\nstartxref\n%d\n%%%%EOF"
    return looped + again % (first, len(looped))


def reason(parser: ParserProcess, media: str, data: bytes) -> str:
    with pytest.raises(UnparsableError) as caught:
        parser.parse(media, data)  # type: ignore[arg-type]
    return caught.value.reason


def test_one_process_reads_every_kind_of_file() -> None:
    with ParserProcess() as parser:
        assert parser.parse("text", b"Some text.").text == "Some text."
        first = parser.process_id
        assert (
            parser.parse("markdown", "# Ä\n\ntext \ud83d\ude00".encode("utf-16", "surrogatepass")).title
            == "Ä"
        )
        assert "Alpha" in parser.parse("pdf", pdf(stacked("Alpha"))).text
        assert parser.process_id == first


def test_a_file_that_cannot_be_read_leaves_the_process_alive() -> None:
    with ParserProcess() as parser:
        assert reason(parser, "pdf", b"%PDF-1.4 noise") == "damaged"
        first = parser.process_id
        assert reason(parser, "text", b" \n ") == "empty"
        assert reason(parser, "pdf", pdf([])) == "no_text"
        assert parser.process_id == first


@pytest.mark.parametrize(
    "data",
    [raw_pdf(*_HEAD, form(b"/F Do /F Do", 5)), looping_tables_pdf(), raw_pdf(*_HEAD[:3])],
    ids=["a form that draws itself", "tables that name each other", "a missing object"],
)
def test_a_malformed_file_ends_in_an_outcome(data: bytes) -> None:
    with ParserProcess(wall_seconds=10) as parser:
        assert reason(parser, "pdf", data) in ("no_text", "damaged", "crashed")
        assert parser.parse("text", b"next").text == "next"


def test_a_parser_that_does_not_come_back_is_ended_and_replaced() -> None:
    with ParserProcess(wall_seconds=1.5) as parser:
        parser.parse("text", b"warm")
        started = time.monotonic()
        assert reason(parser, "pdf", endless_pdf()) == "timeout"
        assert time.monotonic() - started < 5
        assert parser.parse("text", b"next").text == "next"


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_a_parser_that_dies_between_files_is_replaced_unnoticed() -> None:
    with ParserProcess() as parser:
        parser.parse("text", b"one")
        assert parser.process_id is not None
        os.kill(parser.process_id, signal.SIGKILL)
        assert parser.parse("text", b"two").text == "two"


@pytest.mark.skipif(sys.platform == "win32", reason="signals as on POSIX")
def test_a_parser_that_dies_on_a_file_twice_has_crashed() -> None:
    with ParserProcess() as parser:
        stop = threading.Event()

        def kill_it() -> None:
            while not stop.is_set():
                if parser.process_id is not None:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(parser.process_id, signal.SIGKILL)
                stop.wait(0.02)

        killer = threading.Thread(target=kill_it)
        killer.start()
        try:
            assert reason(parser, "pdf", endless_pdf()) == "crashed"
        finally:
            stop.set()
            killer.join()


def test_a_process_is_replaced_after_some_hundred_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "_FILES_EACH", 3)
    with ParserProcess() as parser:
        seen = []
        for _ in range(5):
            parser.parse("text", b"text")
            seen.append(parser.process_id)
    assert seen[0] == seen[1] is not None
    assert seen[2] is None
    assert seen[3] not in (None, seen[0])


@pytest.mark.parametrize("layers", [2, 3])
def test_a_pdf_packed_several_times_is_refused_before_it_is_unpacked(layers: int) -> None:
    packed = b"\x00" * 250_000_000
    for _ in range(layers):
        packed = zlib.compress(packed, 9)
    filters = b"/FlateDecode " * layers
    stream = b"<</Filter[%s]/Length %d>>stream\n%s\nendstream" % (filters, len(packed), packed)
    assert len(packed) < 10_000
    with ParserProcess() as parser:
        assert reason(parser, "pdf", raw_pdf(*_HEAD[:3], stream)) == "too_large_when_unpacked"
        assert parser.parse("text", b"next").text == "next"


@pytest.mark.skipif(sys.platform != "linux", reason="the limit on memory is Linux's")
def test_a_file_that_needs_too_much_memory_is_too_large_and_the_next_one_is_read() -> None:
    with ParserProcess(memory_bytes=200_000_000) as parser:
        assert reason(parser, "text", b"a\n\n" * 6_000_000) == "too_large"
        assert parser.parse("text", b"next").text == "next"


def test_where_memory_has_no_limit_a_look_at_it_ends_a_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser_process, "HAS_MEMORY_LIMIT", False)
    monkeypatch.setattr(parser_process, "resident_bytes", lambda _: 10**12)
    with ParserProcess() as parser:
        assert reason(parser, "pdf", endless_pdf()) == "too_large"


@pytest.mark.skipif(sys.platform == "win32", reason="process groups as on POSIX")
def test_ctrl_c_does_not_reach_the_process() -> None:
    with ParserProcess() as parser:
        parser.parse("text", b"one")
        assert parser.process_id is not None
        assert os.getpgid(parser.process_id) != os.getpgid(0)


def test_leaving_ends_the_process_even_while_it_works() -> None:
    parser = ParserProcess()
    parser.parse("text", b"warm")
    child = parser.process_id
    worker = threading.Thread(target=lambda: reason(parser, "pdf", endless_pdf()))
    worker.start()
    worker.join(timeout=0.3)
    assert worker.is_alive()
    parser.close()
    worker.join(timeout=5)
    assert not worker.is_alive()
    assert child is not None
    assert parser.process_id is None
    parser.close()
