"""``verify``: the index -> the faults found in it."""

from __future__ import annotations

import json

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.text.display import safe_line

_EXAMPLES = """
localrag verify
localrag verify --full --json
"""


@command("verify", help="Check the index for damage. Exit code: 0 sound, 1 faults found.", example=_EXAMPLES)
@click.option("--full", is_flag=True, help="Read every byte and compare SHA-256 sums.")
def command_verify(invocation: Invocation, full: bool) -> int:
    """Check it; changes nothing."""
    faults = invocation.backend.verify(invocation.reading_home(), full)
    if invocation.json:
        output.write_json(json.dumps({"sound": not faults, "faults": list(faults)}, ensure_ascii=False))
    elif faults:
        output.write(
            "\n".join([*map(safe_line, faults), invocation.advised("Mend it with: localrag repair")])
        )
    else:
        output.write("No fault found." if full else "No fault found; --full reads every byte.")
    return 1 if faults else 0
