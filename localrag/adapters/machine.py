"""The operating system -> facts about this machine: memory, processor, disk."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple


class Memory(NamedTuple):
    """In bytes."""

    total: int
    available: int | None
    """For new programs; null where the system does not tell."""


def memory() -> Memory | None:
    """This machine's memory; null where the system does not tell."""
    if sys.platform == "win32":
        return _windows_memory()
    try:
        page = os.sysconf("SC_PAGE_SIZE")
        total = os.sysconf("SC_PHYS_PAGES") * page
    except (ValueError, OSError):
        return None
    return Memory(total, _available_on_linux())


def has_avx2() -> bool | None:
    """Whether the processor has AVX2, or on ARM its like; null where the system does not tell."""
    import platform

    if platform.machine().lower() in ("arm64", "aarch64"):
        return True
    if sys.platform == "win32":
        import ctypes

        avx2_available = 40
        return bool(ctypes.windll.kernel32.IsProcessorFeaturePresent(avx2_available))
    if sys.platform == "darwin":
        import subprocess

        command = ["/usr/sbin/sysctl", "-n", "machdep.cpu.leaf7_features"]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
        return "AVX2" in told.stdout.split() if told.returncode == 0 else None
    try:
        with Path("/proc/cpuinfo").open(encoding="ascii", errors="replace") as lines:
            flags = next((line for line in lines if line.startswith("flags")), None)
    except OSError:
        return None
    return None if flags is None else "avx2" in flags.split()


def free_bytes(folder: Path) -> int:
    """What may still be written where a folder is, or would be made. OSError where that cannot be told."""
    place = folder.absolute()
    while not place.exists() and place != place.parent:
        place = place.parent
    return shutil.disk_usage(place).free


def _available_on_linux() -> int | None:
    try:
        with Path("/proc/meminfo").open(encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except (OSError, ValueError):
        return None
    return None


def _windows_memory() -> Memory | None:
    import ctypes

    class Status(ctypes.Structure):
        """MEMORYSTATUSEX of the Windows API."""

        _fields_ = [
            ("length", ctypes.c_ulong),
            ("load", ctypes.c_ulong),
            ("total", ctypes.c_ulonglong),
            ("available", ctypes.c_ulonglong),
            *((f"unused{number}", ctypes.c_ulonglong) for number in range(5)),
        ]

    status = Status()
    status.length = ctypes.sizeof(Status)
    windll = ctypes.windll  # type: ignore[attr-defined]
    if not windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return Memory(status.total, status.available)
