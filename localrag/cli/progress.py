"""Steps of work on their way -> on standard error, a bar with an estimate or plain lines."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from localrag.cli import output
from localrag.cli.terminal import Terminal, cells, terminal_of
from localrag.text.display import ascii_json, safe_line
from localrag.text.wording import PHASE_WORDS, duration

if TYPE_CHECKING:
    from localrag.ports import OnProgress
    from localrag.records.index import Progress

_BAR_CELLS = 24
_ROOM_FOR_CTRL_C = 3
"""Columns left free: a terminal's echo of ``^C`` must not break the line that is then wiped."""
_REDRAW_SECONDS = 0.1
_LINE_SECONDS = 10.0
"""Between plain lines, so that a log of an hour stays readable. Guess."""
_EVENT_SECONDS = 1.0
"""Between JSON lines of one phase. Guess."""
_ESTIMATE_AFTER_SECONDS = 1.0
"""An estimate from less is noise. Guess."""


@contextmanager
def show_progress(*, as_json: bool = False) -> Iterator[OnProgress]:
    """Give a callback that shows progress while the block runs, and leave a clean line behind.

    Args:
        as_json: One JSON object a line in place of text: phase, done, total, current and seconds of the
            phase so far.
    """
    if as_json:
        yield _Events()
        return
    shown = _Shown(terminal_of(sys.stderr), interactive=sys.stderr is not None and sys.stderr.isatty())
    try:
        yield shown
    finally:
        shown.clear()


def progress_line(
    step: Progress, elapsed_seconds: float, terminal: Terminal, *, bar: bool, done_before: int = 0
) -> str:
    """One line for a step: verb, count, time left, file; at most the terminal's width less three.

    Args:
        step: Where the work is.
        elapsed_seconds: Since the step's phase began.
        terminal: Null width: as long as it needs.
        bar: Whether to draw one before the count.
        done_before: Of ``step.done``, when the phase began: a run comes back to a phase.
    """
    verb = PHASE_WORDS.get(step.phase, safe_line(step.phase))
    if not step.total:
        line = f"{verb} {step.done:,}" if step.done else verb
    else:
        share = min(step.done / step.total, 1.0)
        full = round(share * _BAR_CELLS)
        drawn = f" [{'#' * full}{'.' * (_BAR_CELLS - full)}]" if bar else ""
        line = f"{verb}{drawn} {step.done:,}/{step.total:,}{_pace(step, done_before, elapsed_seconds)}"
    if step.current:
        line = f"{line}  {safe_line(step.current)}"
    return line if terminal.width is None else _cut_to(line, terminal.width - _ROOM_FOR_CTRL_C)


def _pace(step: Progress, done_before: int, elapsed_seconds: float) -> str:
    """How many a second, and how long the rest will take."""
    done, left = step.done - done_before, (step.total or 0) - step.done
    if done <= 0 or left <= 0 or elapsed_seconds < _ESTIMATE_AFTER_SECONDS:
        return ""
    rate = done / elapsed_seconds
    shown = f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"
    return f", {shown}/s, about {duration(left / rate)} left"


def _cut_to(line: str, columns: int) -> str:
    while cells(line) > columns:
        line = line[:-1]
    return line


class _Events:
    """Steps as JSON lines: the first and last of a phase, and one a second between them."""

    def __init__(self) -> None:
        self._phase = ""
        self._phase_began = self._last_told = 0.0

    def __call__(self, step: Progress) -> None:
        now = time.monotonic()
        fresh = step.phase != self._phase
        if fresh:
            self._phase, self._phase_began = step.phase, now
        finished = step.total is not None and step.done >= step.total
        if not fresh and not finished and now - self._last_told < _EVENT_SECONDS:
            return
        self._last_told = now
        event = {**step.model_dump(mode="json"), "seconds": round(now - self._phase_began, 3)}
        output.say(ascii_json(json.dumps(event, ensure_ascii=False)))


class _Shown:
    """What of the progress is on the screen now."""

    def __init__(self, terminal: Terminal, *, interactive: bool) -> None:
        self._terminal = terminal
        self._interactive = interactive
        self._phase = ""
        self._phase_began = self._last_shown = 0.0
        self._done_before = 0
        self._on_screen = 0

    def __call__(self, step: Progress) -> None:
        now = time.monotonic()
        fresh = step.phase != self._phase
        if fresh:
            self._phase, self._phase_began, self._done_before = step.phase, now, step.done
        finished = step.total is not None and step.done >= step.total
        pause = _REDRAW_SECONDS if self._interactive else _LINE_SECONDS
        if not fresh and not (finished and self._interactive) and now - self._last_shown < pause:
            return
        self._last_shown = now
        line = progress_line(
            step,
            now - self._phase_began,
            self._terminal,
            bar=self._interactive,
            done_before=self._done_before,
        )
        if not self._interactive:
            output.say(f"localrag: {line}")
            return
        padding = " " * max(self._on_screen - cells(line), 0)
        output.say_part(f"\r{line}{padding}")
        self._on_screen = cells(line)

    def clear(self) -> None:
        """Take the bar off the screen."""
        if self._on_screen:
            output.say_part("\r" + " " * self._on_screen + "\r")
            self._on_screen = 0
