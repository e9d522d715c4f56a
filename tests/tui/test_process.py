"""The real program on a real pseudo-terminal: it leaves the terminal as it was."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

from tests.builders import build_home, document

pty = pytest.importorskip("pty", reason="pseudo-terminals are of Unix")
_SECONDS = 60.0
_ALTERNATE_ON, _ALTERNATE_OFF = b"\x1b[?1049h", b"\x1b[?1049l"
_MOUSE_OFF = b"\x1b[?1000l"


@contextmanager
def running(home: Path) -> Iterator[tuple[subprocess.Popen[bytes], BinaryIO]]:
    """The program over a home, and the terminal's end of its pseudo-terminal."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "LOCALRAG_STATE": str(home.parent / "state")}
    command = [sys.executable, "-m", "localrag", "tui", "--home", str(home)]
    with closing(os.fdopen(ours, "rb", buffering=0)) as terminal:
        process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
        os.close(theirs)
        try:
            yield process, terminal
        finally:
            process.kill()
            process.wait()


def read_until(terminal: BinaryIO, wanted: bytes | None) -> bytes:
    """All that comes until a text has come; null: until the other end is closed."""
    seen, late = b"", time.monotonic() + _SECONDS
    while time.monotonic() < late and (wanted is None or wanted not in seen):
        if select.select([terminal], [], [], 0.2)[0]:
            try:
                chunk = terminal.read(65536)
            except OSError:
                break
            if not chunk:
                break
            seen += chunk
    return seen


def test_without_a_terminal_it_says_what_to_do_instead(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "localrag", "tui", "--home", str(tmp_path)],
        input=b"",
        capture_output=True,
        check=False,
        timeout=_SECONDS,
    )
    assert done.returncode == 2
    assert b"needs a terminal" in done.stderr


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_leaves_the_terminal_as_it_was(tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    with running(build_home(tmp_path, [document()])) as (process, terminal):
        assert _ALTERNATE_ON in read_until(terminal, b"Ask about")
        process.send_signal(number)
        rest = read_until(terminal, None)
        assert process.wait(_SECONDS) == 128 + number
    assert _ALTERNATE_OFF in rest
    assert _MOUSE_OFF in rest


def test_quitting_by_key_is_success(tmp_path: Path) -> None:
    with running(build_home(tmp_path, [document()])) as (process, terminal):
        read_until(terminal, b"Ask about")
        os.write(terminal.fileno(), b"\x11")
        assert _ALTERNATE_OFF in read_until(terminal, None)
        assert process.wait(_SECONDS) == 0


def test_the_first_picture_waits_for_no_heavy_library() -> None:
    code = (
        "import sys, localrag.tui.app; print({'pydantic', 'numpy', 'faiss', 'onnxruntime'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
