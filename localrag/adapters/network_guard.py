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
if sys.argv[1] == "guarded":
    refuse_network()
refused = 0
for attempt in (
    lambda: socket.socket(socket.AF_INET).connect(("192.0.2.1", 9)),
    lambda: socket.socket(socket.AF_INET6),
    lambda: socket.getaddrinfo("localrag.invalid", 9),
) if sys.argv[1] == "guarded" else (lambda: socket.socket(socket.AF_INET).close(),):
    try:
        attempt()
    except NetworkRefusedError:
        refused += 1
    except OSError:
        pass
print(refused)
"""
"""192.0.2.1 is an address for documentation, and .invalid a name that never exists: were the guard broken,
nobody would be reached. Without the guard nothing is sent: a socket is made and closed."""
_ATTEMPTS = 2 if sys.platform == "win32" else 3
"""On Windows making a socket is allowed, since Python pairs sockets with one; reaching anyone is refused."""


def proved_refusal() -> bool:
    """Try to use a network in two children: whether the guarded one is refused and the other is not.

    The second is the control: a child in which nothing is refused anyway would prove nothing.
    """
    import subprocess

    def refusals(kind: str) -> int:
        """How many attempts one child counts as refused; -1 where it cannot run."""
        command = [sys.executable, "-c", _ATTEMPT, kind]
        told = subprocess.run(
            command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False, timeout=60
        )
        return int(told.stdout) if told.returncode == 0 and told.stdout.strip().isdigit() else -1

    return refusals("guarded") >= _ATTEMPTS and refusals("free") == 0
