"""``doctor``: this machine, installation and home -> what works, and how the rest is mended."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.text.display import safe_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localrag.cli.terminal import Terminal
    from localrag.records.checkup import Check

_SIGNS = {
    "ok": ("ok", "green"),
    "note": ("note", "dim"),
    "warning": ("warn", "yellow"),
    "failed": ("FAIL", "red"),
}
_SIGN_CELLS = 4
_EXAMPLES = """
localrag doctor
localrag doctor --home /srv/index --json
"""


@command(
    "doctor",
    help="Examine this machine, the installation and the index, and say how to mend what does not work."
    " Exit code: 0 all well (warnings aside), 1 something failed.",
    example=_EXAMPLES,
)
def command_doctor(invocation: Invocation) -> int:
    """Examine everything; nothing is changed."""
    from localrag.cli.terminal import terminal_of

    home, state = invocation.reading_home(), invocation.state()
    limits = invocation.backend.known_limits()
    terminal = terminal_of(sys.stdout)
    checks = []
    for check in invocation.backend.examine(home, state=state, as_user=invocation.as_user):
        if check.mend is not None:
            check = check.model_copy(update={"mend": invocation.advised(check.mend)})
        checks.append(check)
        if not invocation.json:
            output.write("\n".join(_lines(check, terminal)))
    failed = sum(check.health == "failed" for check in checks)
    if invocation.json:
        document = {
            "sound": not failed,
            "checks": [check.model_dump(mode="json") for check in checks],
            "limits": list(limits),
        }
        output.write_json(json.dumps(document, ensure_ascii=False))
    else:
        output.write("\n".join(["", *(line for limit in limits for line in terminal.wrap(limit, "- "))]))
        output.write(f"\n{failed} failed." if failed else "\nNothing failed.")
    return 1 if failed else 0


def _lines(check: Check, terminal: Terminal) -> Iterator[str]:
    sign, colour = _SIGNS[check.health]
    margin = " " * (_SIGN_CELLS + 2)
    head = terminal.style(sign, colour) + " " * (_SIGN_CELLS - len(sign) + 2)
    yield from terminal.wrap(f"{safe_line(check.name)}: {safe_line(check.says)}", head, margin)
    if check.mend is not None:
        yield from terminal.wrap(safe_line(check.mend), margin + "-> ", margin + "   ")
