"""Standard input or a file -> a question, or lines."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import BinaryIO

from localrag.errors import UsageError

MAX_QUESTION_BYTES = 4_000_000
"""A guess: far above any question, far below what would hurt."""


def read_question() -> str:
    """The whole of standard input as one question.

    Raises:
        UsageError: It is closed, too long, or not text.
    """
    raw = _standard_input().read(MAX_QUESTION_BYTES + 1)
    if len(raw) > MAX_QUESTION_BYTES:
        raise UsageError(
            f"Standard input holds more than {MAX_QUESTION_BYTES // 1_000_000} MB; that is no question.",
            "For many questions: localrag ask --batch -",
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UsageError(
            "Standard input is not text in UTF-8.", "A document belongs into the index: localrag index FILE"
        ) from error


def read_lines(name: str) -> Iterator[bytes]:
    """Lines of a file, or of standard input for ``-``, as they come, without their line ends.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        if name == "-":
            # readline, not iteration: a question is answered when its line is there, not a buffer later.
            yield from (line.rstrip(b"\r\n") for line in iter(_standard_input().readline, b""))
            return
        with open(name, "rb") as stream:  # noqa: PTH123 - a Path would turn "" into the current folder
            yield from (line.rstrip(b"\r\n") for line in stream)
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror or error}.") from error


def _standard_input() -> BinaryIO:
    if sys.stdin is None or sys.stdin.closed:
        raise UsageError("Standard input is closed.", "Give the question as an argument.")
    return sys.stdin.buffer
