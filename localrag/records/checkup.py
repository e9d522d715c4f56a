"""What an examination of an installation and its home found."""

from __future__ import annotations

from typing import Literal

from localrag.records.record import Record

Health = Literal["ok", "note", "warning", "failed"]
"""``note``: worth knowing; ``warning``: works, but not as it should; ``failed``: something does not work."""


class Check(Record):
    """One thing that was looked at."""

    name: str
    """Short and stable, for scripts: ``index``, ``weights``."""
    health: Health
    says: str
    """What was found, in words."""
    mend: str | None = None
    """The command or step that mends it; always there where the health is ``failed``."""
