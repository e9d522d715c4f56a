"""Finished text or JSON -> standard output or error, whatever their encoding and whoever reads them."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, TextIO

from localrag.text.display import ascii_json, safe_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from localrag.records.explanation import Explanation


class UnwritableError(Exception):
    """Standard output cannot take the answer: a full disk, say."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def prepare_streams() -> None:
    """Let every character pass: what an encoding lacks is shown as ``?`` instead of stopping the program.

    Closed descriptors 0 to 2 are first pointed at nothing, so that no file that is opened later takes their
    number and catches what is printed.
    """
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def write(text: str) -> None:
    """The answer, for people: safe text, which gets its last line feed here, at once out."""
    _put(sys.stdout, text if text.endswith("\n") else text + "\n")


def write_json(document: str) -> None:
    """One JSON document on a line of its own, at once out; ASCII where the stream is not UTF-8."""
    safe = safe_json(document)
    if sys.stdout is not None and not (sys.stdout.encoding or "").lower().startswith("utf"):
        safe = ascii_json(safe)
    _put(sys.stdout, safe + "\n")


def enclosed(answer: str, explanations: Sequence[Explanation]) -> str:
    """An answer as JSON, with how it came about under ``explanation`` where it was explained."""
    if not explanations:
        return answer
    return f'{answer[:-1]},"explanation":{explanations[-1].model_dump_json()}}}'


def flush() -> None:
    """Hand over whatever is still on its way."""
    _put(sys.stdout, "")


def say(text: str) -> None:
    """Progress, warnings and errors, for people: safe text on standard error.

    A standard error that nobody reads is no reason to fail.
    """
    say_part(text if text.endswith("\n") else text + "\n")


def say_part(text: str) -> None:
    """As ``say``, without a line feed of its own: for a line that is drawn again and again."""
    try:
        _put(sys.stderr, text)
    except (OSError, UnwritableError):
        return


def drop_stdout() -> None:
    """Forget what standard output still holds: its reader has gone."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)


def _put(stream: TextIO | None, text: str) -> None:
    """Raises BrokenPipeError where the reader has gone, UnwritableError for any other refusal."""
    if stream is None:
        return
    try:
        stream.flush()
        if hasattr(stream, "buffer"):
            # Not stream.write: with PYTHONUNBUFFERED it drops what one system call did not take.
            left = memoryview(text.encode(stream.encoding, stream.errors or "strict"))
            while left:
                left = left[stream.buffer.write(left) :]
            stream.buffer.flush()
        else:
            stream.write(text)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UnwritableError(f"The answer cannot be written: {error.strerror or error}.") from error
