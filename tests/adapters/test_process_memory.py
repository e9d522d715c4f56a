"""How much memory a process holds."""

from __future__ import annotations

import os
import subprocess
import sys

from localrag.adapters.process_memory import resident_bytes


def test_a_process_that_holds_more_is_told_apart() -> None:
    before = resident_bytes(os.getpid())
    held = bytearray(b"x" * 60_000_000)
    after = resident_bytes(os.getpid())
    assert before is not None
    assert after is not None
    assert after - before > len(held) // 2


def test_a_process_that_is_gone_holds_nothing() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()
    assert resident_bytes(child.pid) in (None, 0)
