"""The program's own command line: its list of commands and their help."""

from __future__ import annotations

import click
import pytest

from localrag import __version__
from localrag.cli.program import COMMANDS, program
from tests.cli.conftest import Run


@pytest.mark.parametrize("name", COMMANDS)
def test_every_listed_command_loads_under_its_name(name: str) -> None:
    found = program.get_command(click.Context(program), name)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        *[(name,) for name in COMMANDS],
        ("trace", "list"),
        ("trace", "show"),
        ("policy", "check"),
        ("policy", "explain"),
    ],
)
def test_every_help_page_ends_with_an_example(command: Run, arguments: tuple[str, ...]) -> None:
    outcome = command(*arguments, "--help")
    assert outcome.code == 0
    assert f"localrag {' '.join(arguments)}".strip() in outcome.out.split("Examples:")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        *[(name,) for name in COMMANDS if name not in ("trace", "policy")],
        ("trace", "list"),
        ("policy", "check"),
        ("eval", "run"),
        ("mark", "add"),
    ],
)
def test_every_command_takes_the_common_options(command: Run, arguments: tuple[str, ...]) -> None:
    page = command(*arguments, "--help").out
    assert all(option in page for option in ("--home", "--as", "--json", "--debug"))


def test_no_command_prints_help_and_is_a_usage_error(command: Run) -> None:
    outcome = command()
    assert outcome.code == 2
    assert outcome.out == ""
    assert "Commands:" in outcome.err


def test_no_command_in_json_is_an_error_object(command: Run) -> None:
    assert command("--json").document["error"]["code"] == "usage"


def test_the_version_is_the_packages(command: Run) -> None:
    assert command("--version").out == f"localrag {__version__}\n"


def test_a_misspelt_command_is_echoed_without_its_escape_sequences(command: Run) -> None:
    outcome = command("as\x1b[2Jk")
    assert outcome.code == 2
    assert "\x1b" not in outcome.err
