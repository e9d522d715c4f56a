"""Advice with commands in it -> the same advice for the home that was named on the command line."""

from __future__ import annotations

import re
import shlex

from localrag.cli.program import COMMANDS

_COMMAND = re.compile(rf"\blocalrag (?=(?:{'|'.join(COMMANDS)})\b)")


def for_home(advice: str, home: str | None) -> str:
    """Advice whose ``localrag`` commands work on the same home; unchanged where none was named.

    Args:
        advice: A sentence, or several.
        home: As typed after ``--home``.
    """
    if not home:
        return advice
    named = f"localrag --home {shlex.quote(home)} "
    return _COMMAND.sub(lambda _: named, advice)
