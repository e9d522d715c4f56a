"""The program's own command line: its commands by name, each imported when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click

from localrag.cli.invocation import everywhere, examples


class Entry(NamedTuple):
    """Where a command lives, and its line in the program's help."""

    module: str
    summary: str


COMMANDS = {
    "ask": Entry("ask", "Answer a question from the indexed documents."),
    "search": Entry("search", "Find passages, best first."),
    "tui": Entry("tui", "Ask and check the evidence on a full screen."),
    "case": Entry("case", "Show what the record of a case tells, day by day."),
    "show": Entry("show", "Print one document."),
    "index": Entry("index", "Read folders or files into the index."),
    "purge": Entry("purge", "Take documents out for good, to the last byte."),
    "status": Entry("status", "Tell what the index holds."),
    "verify": Entry("verify", "Check the index for damage."),
    "repair": Entry("repair", "Rebuild damaged parts of the index."),
    "sessions": Entry("sessions", "Show, export, rename or delete your conversations."),
    "eval": Entry("eval", "Ask questions with known outcomes and tell how well they were answered."),
    "mark": Entry("mark", "Keep what is wrong with an answer."),
    "policy": Entry("policy", "Check who may read what, and explain it (for administrators)."),
    "models": Entry("models", "List, add, verify or remove the language models that may word answers."),
    "doctor": Entry("doctor", "Examine the installation and say how to mend it."),
    "trace": Entry("trace", "Look at what happened to earlier questions."),
}
"""In the order in which help lists them."""


class _LazyProgram(click.Group):
    """Knows its commands by name and summary; a command's module is imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Names, in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, imported now; null where there is none."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        found = getattr(import_module(f"localrag.cli.{entry.module}"), f"command_{entry.module}")
        assert isinstance(found, click.Command)
        return found

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the list from the summaries, importing nothing."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])


def _print_version(context: click.Context, _parameter: click.Parameter, asked: bool) -> None:
    if not asked or context.resilient_parsing:
        return
    from localrag import __version__
    from localrag.cli import output

    output.write(f"localrag {__version__}")
    context.exit()


program = _LazyProgram(
    "localrag",
    params=[
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_print_version,
            help="Print the version and leave.",
        ),
        *everywhere(),
    ],
    help="Answers questions about policies, procedures and case records from the documents on this machine,"
    " offline, with the passage behind every sentence.",
    epilog=examples(
        'localrag index ~/policies\nlocalrag ask "What is the deadline to appeal an enforcement notice?"'
    ),
    context_settings={"help_option_names": ["-h", "--help"]},
)
