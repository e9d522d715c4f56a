"""A group of commands of which one is meant where none is named: ``eval CASES`` for ``eval run CASES``."""

from __future__ import annotations

import click

from localrag.cli.invocation import everywhere

_HELP = ("-h", "--help")


class GroupWithUsual(click.Group):
    """A group that takes its ``usual`` command where the command line names none of its own."""

    usual: str
    """Name of one of the commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the usual command's name before the first argument that is neither a command nor for all."""
        place = _first_of_its_own(args)
        if place < len(args) and args[place] not in self.commands and args[place] not in _HELP:
            args = [*args[:place], self.usual, *args[place:]]
        return super().parse_args(ctx, args)


def _first_of_its_own(args: list[str]) -> int:
    """Where the options that go with every command end."""
    flags = {name for option in everywhere() for name in option.opts if _is_flag(option)}
    valued = {name for option in everywhere() for name in option.opts if not _is_flag(option)}
    place = 0
    while place < len(args):
        name, equals, _ = args[place].partition("=")
        if name in flags or (name in valued and equals):
            place += 1
        elif name in valued:
            place += 2
        else:
            break
    return place


def _is_flag(parameter: click.Parameter) -> bool:
    return isinstance(parameter, click.Option) and parameter.is_flag
