"""An error -> one or two lines for people, or one JSON document."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING

from localrag.cli import output
from localrag.text.display import safe_line, safe_text
from localrag.text.wording import shortened

if TYPE_CHECKING:
    from localrag.errors import LocalragError

_MESSAGE_CHARS = 1000
"""A message may repeat what was typed, which may be megabytes; JSON has it whole. Guess."""


def error_object(code: str, message: str, hint: str | None = None) -> dict[str, str | None]:
    """What stands under ``error`` in JSON."""
    return {"code": code, "message": message, "hint": hint}


def object_of(error: LocalragError) -> dict[str, str | None]:
    """What stands under ``error`` in JSON for an error raised on purpose."""
    return error_object(error.code, error.message, error.hint)


def report(code: str, message: str, hint: str | None, *, as_json: bool) -> None:
    """Tell what happened and what to do next: JSON on standard output, else lines on standard error."""
    if as_json:
        import json

        output.write_json(json.dumps({"error": error_object(code, message, hint)}, ensure_ascii=False))
        return
    lines = [f"localrag: {shortened(safe_line(message), _MESSAGE_CHARS)}"]
    if hint:
        lines.append(f"  {safe_line(hint)}")
    output.say("\n".join(lines))


def say_traceback(error: BaseException) -> None:
    """Where an error came from, as the interpreter tells it, but safe to show."""
    import traceback

    output.say(safe_text("".join(traceback.format_exception(error))))


def tell_unexpected_faults(*, as_json: bool, debug: bool) -> None:
    """From now on an exception that nobody meant is reported like an error, with exit code 1."""

    def tell(kind: type[BaseException], value: BaseException, _trace: TracebackType | None) -> None:
        """In place of the interpreter's traceback."""
        if debug:
            say_traceback(value)
        report(
            "internal",
            f"This is a fault in localrag: {kind.__name__}: {value}",
            None if debug else "Run it again with --debug for what its maintainers need.",
            as_json=as_json,
        )

    sys.excepthook = tell
