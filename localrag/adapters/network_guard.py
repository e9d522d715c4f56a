"""This process -> one that cannot reach a network, whatever a library tries."""

from __future__ import annotations

import sys
from typing import Any

from localrag.errors import NetworkRefusedError

_AF_UNIX = 1
"""The same number on every platform; importing socket to learn it would be the guard's own first breach."""
_LOOPBACK = ("127.0.0.1", "::1")
_NAME_LOOKUPS = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo")
_ADDRESSED = ("socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg")

_installed = False


def refuse_network() -> None:
    """From now on, refuse every network socket and name look-up in this process; a second call does nothing.

    For programs of ours only: a host program that embeds the Python API keeps its network.
    """
    global _installed
    if not _installed:
        sys.addaudithook(_refuse)
        _installed = True


# Any: the interpreter passes whatever the audited call was given.
def _refuse(event: str, args: tuple[Any, ...]) -> None:
    if not event.startswith("socket."):
        return
    if event in _NAME_LOOKUPS:
        raise NetworkRefusedError(f"look up the name {args[0]!r}")
    if event == "socket.__new__" and args[1] != _AF_UNIX and sys.platform != "win32":
        raise NetworkRefusedError("open a network socket")
    # On Windows a pair of connected sockets is a loopback connection made by Python itself.
    if event in _ADDRESSED and not _is_local(args[1] if len(args) > 1 else None):
        raise NetworkRefusedError(f"reach {args[1] if len(args) > 1 else 'an address'!r}")


def _is_local(address: Any) -> bool:
    if isinstance(address, tuple):
        return bool(address) and address[0] in _LOOPBACK
    return address is None or isinstance(address, str | bytes)
