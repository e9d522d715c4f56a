"""A home and its state -> every check, one by one, what is cheap first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from localrag.adapters.places import user_state
from localrag.doctor import installation, machine
from localrag.doctor.modes import modes
from localrag.records.checkup import Check
from localrag.settings import Settings

LIMITS = (
    "Rights inside a program are advisory for someone who can open the data files themselves: real separation"
    " needs file ownership.",
    "A laptop that is lost is protected by disk encryption alone; localrag does not encrypt its files.",
)
"""What no check can mend, and everybody who relies on this has to know."""


def examine(home: Path, *, state: Path | None, as_user: str | None) -> Iterator[Check]:
    """Every check, each as soon as it is done; a broken thing never stops the others.

    Args:
        home: Need not exist.
        state: The account's state folder; null: its usual place.
        as_user: Somebody to see through, within the policy's act_as.
    """
    own_state = state or user_state()
    yield machine.python()
    yield machine.processor()
    yield machine.room_in_memory()
    yield machine.room_on_disk("disk of the home", home)
    yield machine.room_on_disk("disk of the state", own_state)
    yield installation.needed_packages()
    yield installation.optional_packages()
    yield installation.network_guard()
    try:
        # Not above: where a library is broken, the checks before this one still say so.
        from localrag.doctor import home as room
    except ImportError as error:
        yield Check(name="imports", health="failed", says=str(error), mend=installation.RESTORE)
        return
    check, found = room.settings_of(home)
    yield check
    settings = found or Settings()
    yield from modes(home, own_state, settings)
    yield room.traces(own_state, settings)
    yield installation.weights(settings.embedder)
    check, embedder = room.encoder(settings.embedder)
    yield check
    check, assistant = room.opened(home, state, as_user)
    yield check
    if assistant is not None:
        with assistant:
            yield from room.index_checks(home, assistant, embedder)
