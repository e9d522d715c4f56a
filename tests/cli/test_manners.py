"""Whatever is typed: one JSON document or JSON lines, an exit code of the list, nothing a terminal obeys."""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from localrag.cli.main import run
from localrag.cli.program import COMMANDS, program
from localrag.errors import IndexDamagedError, IndexMissingError, LocalragError, PolicyError, StorageError
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend, answer

EXIT_CODES = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
NASTY = ("\x1b[2J", "\x9b2J", "\u202e", "\udc9b", "[/]", "'; --", "-", "--", "", "-1", "x" * 5000)


def commands() -> list[tuple[str, ...]]:
    """Every command and sub-command but the one that takes the screen."""
    found: list[tuple[str, ...]] = []
    for name in COMMANDS:
        command = program.get_command(click.Context(program), name)
        if isinstance(command, click.Group):
            found += [(name, sub) for sub in command.commands]
        elif name != "tui":
            found.append((name,))
    return found


def options_of(path: tuple[str, ...]) -> list[str]:
    command: click.Command | None = program
    for name in path:
        assert isinstance(command, click.Group)
        command = command.get_command(click.Context(command), name)
    assert command is not None
    return [option for parameter in command.params for option in parameter.opts if option.startswith("-")]


ALL = commands()
TYPED = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)
"""What the system can hand over as an argument."""


def outcome_of(arguments: list[str], stdin: bytes, backend: ScriptedBackend) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of one command line."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8")
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(arguments, backend)
    finally:
        sys.stdin = before
    return code, out.getvalue(), err.getvalue()


@given(
    path=st.sampled_from(ALL),
    extra=st.lists(st.sampled_from(NASTY) | TYPED, max_size=3),
    data=st.data(),
    stdin=st.sampled_from([b"", b"{}\n", b"\xff\xfe\x00", b'{"id": 1, "question": 3}\n', b"What?\n"]),
)
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_in_json_everything_is_json(
    path: tuple[str, ...], extra: list[str], data: st.DataObject, stdin: bytes
) -> None:
    options = [one for one in options_of(path) if one not in ("-h", "--help", "--debug")]
    chosen = data.draw(st.lists(st.sampled_from(options), max_size=2))
    if "--" in (*chosen, *extra):
        extra = [one for one in extra if one != "--"]
    extra = [one for one in extra if one not in ("-h", "--help")]
    code, out, err = outcome_of([*path, "--json", *chosen, *extra], stdin, ScriptedBackend())
    assert code in EXIT_CODES
    for line in out.splitlines():
        document = json.loads(line)
        if isinstance(document, dict) and isinstance(document.get("error"), dict) and "id" not in document:
            assert set(document["error"]) == {"code", "message", "hint"}
    assert not {"\x1b", "\x9b", "\u202e", "\x00"} & set(out + err)
    if code == 2:
        assert json.loads(out.splitlines()[-1])["error"]["code"]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
@pytest.mark.parametrize("argument", NASTY[:6])
def test_for_people_nothing_typed_is_obeyed(path: tuple[str, ...], argument: str) -> None:
    code, out, err = outcome_of([*path, argument], b"", ScriptedBackend())
    assert code in EXIT_CODES
    assert not {"\x1b", "\x9b", "\u202e", "\x00"} & set(out + err)


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_help_page_shows_how_it_is_called(command: Run, path: tuple[str, ...]) -> None:
    page = command(*path, "--help").out
    assert f"localrag {' '.join(path)}" in page.split("Examples:")[1]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (IndexMissingError(Path("h")), 8),
        (IndexDamagedError(Path("corpus.db"), "is cut"), 8),
        (PolicyError(Path("policy.toml"), "is missing"), 8),
        (StorageError("The disk is full.", "Make room."), 1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_an_error_says_what_happened_and_what_to_do(command: Run, error: LocalragError, code: int) -> None:
    outcome = command("ask", "q", "--json", backend=ScriptedBackend(answers={"q": error}))
    assert outcome.code == code
    assert outcome.document["error"]["message"]
    assert outcome.document["error"]["hint"]


def test_a_long_question_is_not_echoed_whole(command: Run) -> None:
    long = "Is this a pasted letter? " * 4000
    backend = ScriptedBackend(answers={long: answer(long, understood_as=long + "x")})
    out = command("ask", long, backend=backend).out
    assert len(out) < 3000


def test_a_long_slip_is_not_echoed_whole(command: Run) -> None:
    assert len(command("ask", "q", "--as-of", "9" * 100_000).err) < 3000


def test_a_traceback_is_safe_to_show(command: Run) -> None:
    backend = ScriptedBackend(answers={"q": StorageError("\x1b]0;title\x07", "Make room.")})
    err = command("ask", "q", "--debug", backend=backend).err
    assert "Traceback" in err
    assert not {"\x1b", "\x07"} & set(err)
