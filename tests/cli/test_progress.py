"""Progress: one line for a step, a bar on a terminal, few lines elsewhere."""

from __future__ import annotations

import io
import sys

import pytest

from localrag.cli.progress import progress_line, show_progress
from localrag.cli.terminal import Terminal, cells
from localrag.records.index import Progress

WIDE = Terminal(width=None, styled=False, encoding="utf-8")


class Screen(io.StringIO):
    """A terminal that keeps what was written."""

    def isatty(self) -> bool:
        return True


def test_a_step_shows_count_and_time_left() -> None:
    line = progress_line(Progress(phase="embed", done=25, total=100), 10.0, WIDE, bar=True)
    assert line == "Encoding [######..................] 25/100, 2.5/s, about 30 s left"


def test_a_log_needs_no_bar() -> None:
    line = progress_line(Progress(phase="read", done=25, total=100, current="a.md"), 0.0, WIDE, bar=False)
    assert line == "Reading 25/100  a.md"


def test_the_first_second_estimates_nothing() -> None:
    assert "left" not in progress_line(Progress(phase="embed", done=25, total=100), 0.5, WIDE, bar=True)


def test_a_step_of_unknown_length_shows_how_far_it_is() -> None:
    assert progress_line(Progress(phase="scan", done=7), 5.0, WIDE, bar=True) == "Looking for files 7"


@pytest.mark.parametrize("width", [20, 40])
def test_a_line_never_reaches_the_last_column(width: int) -> None:
    step = Progress(phase="read", done=1, total=2, current="上訴" * 50)
    assert cells(progress_line(step, 5.0, WIDE._replace(width=width), bar=True)) < width


def test_a_terminal_gets_one_line_drawn_again_and_then_wiped(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "80")
    with show_progress() as tell:
        tell(Progress(phase="read", done=0, total=2))
        tell(Progress(phase="read", done=2, total=2))
    assert "\n" not in screen.getvalue()
    assert screen.getvalue().count("Reading") == 2
    assert screen.getvalue().endswith(" \r")


def test_a_log_gets_a_line_a_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    log = io.StringIO()
    monkeypatch.setattr(sys, "stderr", log)
    with show_progress() as tell:
        for phase in ("read", "embed"):
            for done in range(100):
                tell(Progress(phase=phase, done=done, total=100))
    assert [line.split("0")[0] for line in log.getvalue().splitlines()] == [
        "localrag: Reading ",
        "localrag: Encoding ",
    ]


def test_the_bar_is_wiped_when_the_work_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)

    def work() -> None:
        with show_progress() as tell:
            tell(Progress(phase="read", done=1, total=2))
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        work()
    assert screen.getvalue().endswith(" \r")


def test_a_phase_that_is_come_back_to_is_paced_from_there() -> None:
    step = Progress(phase="read", done=110, total=210)
    assert "1.0/s, about 1 min 40 s left" in progress_line(step, 10.0, WIDE, bar=False, done_before=100)
