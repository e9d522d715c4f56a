"""This process -> one that cannot reach a network, whatever a library tries."""

from __future__ import annotations

import sys
from pathlib import Path
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


def is_refused() -> bool:
    """Whether the guard stands in this process."""
    return _installed


_ATTEMPT = """
import socket, sys
from localrag.adapters.network_guard import refuse_network
from localrag.errors import NetworkRefusedError

class Reached(Exception):
    pass

def stop(event, _):
    if event.startswith("socket."):
        raise Reached

if sys.argv[1] == "guarded":
    refuse_network()
sys.addaudithook(stop)
refused = reached = 0
for attempt in (
    lambda: socket.socket(socket.AF_INET),
    lambda: socket.socket(socket.AF_INET6),
    lambda: socket.getaddrinfo("localrag.invalid", 9),
):
    try:
        attempt()
    except NetworkRefusedError:
        refused += 1
    except Reached:
        reached += 1
print(refused, reached)
"""
"""A second hook, behind the guard, stops every attempt: no socket is made, with the guard or without."""
_ATTEMPTS = 3
_WINDOWS_REFUSALS = 1
"""Making a socket is allowed there, since Python pairs sockets with one; reaching anybody is not."""


def proved_refusal() -> bool:
    """Try to use a network in two children: whether the guard refuses in one, and nothing does in the other.

    The second is the control: attempts that never get as far as the guard would prove nothing.
    """
    import subprocess

    def outcome(kind: str) -> list[int]:
        """How many attempts the guard refused in a child, and how many went past; empty where it failed."""
        command = [sys.executable, "-c", _ATTEMPT, kind]
        told = subprocess.run(
            command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False, timeout=60
        )
        return [int(word) for word in told.stdout.split()] if told.returncode == 0 else []

    refused = _WINDOWS_REFUSALS if sys.platform == "win32" else _ATTEMPTS
    return outcome("guarded") == [refused, _ATTEMPTS - refused] and outcome("free") == [0, _ATTEMPTS]
