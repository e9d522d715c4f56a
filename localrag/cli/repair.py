"""``repair``: the index's own records -> its derived files, built again."""

from __future__ import annotations

import json

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.text.display import safe_line


@command(
    "repair",
    help="Rebuild damaged parts of the index from what it holds; nothing is read or encoded again.",
    example="localrag repair",
)
def command_repair(invocation: Invocation) -> int:
    """Rebuild, and tell what was done."""
    done = invocation.backend.repair(invocation.own_home())
    if invocation.json:
        output.write_json(json.dumps({"repaired": list(done)}, ensure_ascii=False))
    else:
        output.write("\n".join(map(safe_line, done)) or "Nothing needed mending.")
    return 0
