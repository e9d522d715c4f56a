"""``show``: a name -> one document."""

from __future__ import annotations

import sys

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.cli.typed import text_argument

_EXAMPLES = """
localrag show agency/manuals/enforcement-policy-manual-2026.pdf
localrag show enforcement-policy-manual@2026 --json
"""


@command(
    "show",
    help="Print one document. NAME is a document id, document_id@version, SOURCE/path, or a passage's id.",
    example=_EXAMPLES,
)
@click.argument("name")
def command_show(invocation: Invocation, name: str) -> int:
    """Print it; what is not there and what may not be read look the same."""
    with invocation.open_assistant() as assistant:
        document = assistant.show(text_argument(name))
    if invocation.json:
        output.write_json(document.model_dump_json())
        return 0
    from localrag.cli.terminal import terminal_of
    from localrag.text.display import safe_line, safe_text

    terminal = terminal_of(sys.stdout)
    label = f"{document.document_id}@{document.version}" if document.version else document.document_id
    place = f"{document.source_id}/{document.uri}"
    head = [
        terminal.style(safe_line(document.title), "bold"),
        terminal.style(safe_line(f"{label}; {place}"), "dim"),
    ]
    output.write("\n".join([*head, "", safe_text(document.text)]))
    return 0
