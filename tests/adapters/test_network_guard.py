"""No network socket and no name look-up, once the guard is set; proven in a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from localrag.adapters import network_guard
from localrag.adapters.network_guard import proved_refusal

GUARDED = "from localrag.adapters.network_guard import refuse_network; refuse_network(); refuse_network()\n"


def _run(code: str, guard: str = GUARDED) -> str:
    done = subprocess.run(
        [sys.executable, "-c", guard + code], capture_output=True, text=True, timeout=60, check=False
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    "code",
    [
        "import socket; socket.socket(socket.AF_INET)",
        "import socket; socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)",
        "import socket; socket.create_connection(('127.0.0.1', 9))",
        "import socket; socket.getaddrinfo('localhost', 80)",
        "import socket; socket.gethostbyname('localhost')",
        "import urllib.request; urllib.request.urlopen('http://127.0.0.1:9/')",
        "import http.client; http.client.HTTPConnection('127.0.0.1', 9).connect()",
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows is stopped at connect, not at the socket")
def test_every_way_out_is_refused(code: str) -> None:
    assert "NetworkRefusedError" in _run(code)


def test_without_the_guard_the_same_test_sees_a_socket() -> None:
    code = "import socket; print(int(socket.socket(socket.AF_INET).family))"
    assert _run(code, guard="").strip() == "2"


@pytest.mark.skipif(sys.platform == "win32", reason="AF_UNIX")
def test_pairs_and_files_on_this_machine_still_work() -> None:
    code = "import socket; a, b = socket.socketpair(); a.sendall(b'x'); print(b.recv(1))"
    assert _run(code).strip() == "b'x'"


def test_the_refusal_is_proved_by_trying() -> None:
    assert proved_refusal()


def test_a_guard_that_lets_a_socket_through_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = network_guard._ATTEMPT.replace("    refuse_network()", "    pass")
    assert broken != network_guard._ATTEMPT
    monkeypatch.setattr(network_guard, "_ATTEMPT", broken)
    assert not proved_refusal()
