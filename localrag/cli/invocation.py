"""What was typed beside the command's own options: home, asker, output form, and what does the work."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Concatenate, ParamSpec

import click

if TYPE_CHECKING:
    from pathlib import Path

    from localrag.cli.backend import Assistant, Backend


@dataclass
class Invocation:
    """One start of the program; filled while the command line is read."""

    backend: Backend
    home: str | None = None
    """As typed."""
    as_user: str | None = None
    json: bool = False
    debug: bool = False

    def open_assistant(self, *, will_ask: bool = False) -> Assistant:
        """An assistant over the home that reading commands use, for the asker that was named.

        A context manager. In a checkout's first hours that may be the demonstration home; a line on
        standard error says so.

        Args:
            will_ask: Whether the model will be needed; it then starts loading at once.
        """
        from localrag.cli.homes import reading_home

        home, state = reading_home(self.home, self.backend)
        return self.backend.open_assistant(home, as_user=self.as_user, state=state, will_ask=will_ask)

    def reading_home(self) -> Path:
        """The home that reading commands use, for one that needs no assistant."""
        from localrag.cli.homes import reading_home

        return reading_home(self.home, self.backend)[0]

    def advised(self, advice: str) -> str:
        """Advice whose commands work on the home that was named with ``--home``."""
        from localrag.cli.advice import for_home

        return for_home(advice, self.home)

    def state(self) -> Path | None:
        """The state folder that goes with the home of reading commands; null: the account's."""
        from localrag.cli.homes import reading_home

        return reading_home(self.home, self.backend)[1]

    def own_home(self) -> Path:
        """The home that writing commands use; never the demonstration home."""
        from localrag.cli.homes import own_home

        return own_home(self.home, self.backend)


_Options = ParamSpec("_Options")


def command(
    name: str,
    *,
    help: str,  # noqa: A002
    example: str,
) -> Callable[[Callable[Concatenate[Invocation, _Options], int]], click.Command]:
    """Make a function from an Invocation and its own options to an exit code into a command.

    Args:
        name: As typed.
        help: What it does; the first sentence is its line in the list of commands.
        example: Command lines that its help ends with, one a line.
    """

    def make(function: Callable[Concatenate[Invocation, _Options], int]) -> click.Command:
        made = click.command(name, help=help, epilog=examples(example))(click.pass_obj(function))
        made.params.extend(everywhere())
        return made

    return make


def examples(lines: str) -> str:
    """The end of a help page; ``\b`` keeps click from filling the lines."""
    shown = "\n".join(f"  {line}" for line in lines.strip().splitlines())
    return f"\b\nExamples:\n{shown}"


def _remember(context: click.Context, parameter: click.Parameter, value: object) -> None:
    """Keep an option that was given, whether before or after the command's name; the last one counts."""
    if value is not None and value is not False and parameter.name is not None:
        setattr(context.find_object(Invocation), parameter.name, value)


def everywhere() -> list[click.Parameter]:
    """Fresh copies of the options that every command and the program itself take."""
    return [
        click.Option(
            ["--home"],
            metavar="DIR",
            callback=_remember,
            expose_value=False,
            help="The index to use (default: LOCALRAG_HOME, else this account's data folder).",
        ),
        click.Option(
            ["--as", "as_user"],
            metavar="NAME",
            callback=_remember,
            expose_value=False,
            help="Ask for another account that the policy lets you act as.",
        ),
        click.Option(
            ["--json"],
            is_flag=True,
            callback=_remember,
            expose_value=False,
            help="Write one JSON document, errors included.",
        ),
        click.Option(
            ["--debug"],
            is_flag=True,
            callback=_remember,
            expose_value=False,
            help="Show the traceback of an error.",
        ),
    ]
