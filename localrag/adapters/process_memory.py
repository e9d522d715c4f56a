"""A process id -> how much memory that process holds now, asked of the operating system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def resident_bytes(process_id: int) -> int | None:
    """Memory that a process holds at this moment; None where it is gone or the system does not say."""
    try:
        if sys.platform == "win32":
            return _windows(process_id)
        if sys.platform == "linux":
            fields = Path(f"/proc/{process_id}/statm").read_text(encoding="ascii").split()
            import resource

            return int(fields[1]) * resource.getpagesize()
        told = subprocess.run(
            ["ps", "-o", "rss=", "-p", str(process_id)], capture_output=True, text=True, check=False
        )
        return int(told.stdout) * 1024
    except (OSError, ValueError, IndexError):
        return None


def _windows(process_id: int) -> int | None:
    if sys.platform != "win32":
        return None
    import ctypes
    from ctypes import wintypes

    class Counters(ctypes.Structure):
        _fields_ = [
            ("cb", wintypes.DWORD),
            ("PageFaultCount", wintypes.DWORD),
            ("PeakWorkingSetSize", ctypes.c_size_t),
            ("WorkingSetSize", ctypes.c_size_t),
            ("QuotaPeakPagedPoolUsage", ctypes.c_size_t),
            ("QuotaPagedPoolUsage", ctypes.c_size_t),
            ("QuotaPeakNonPagedPoolUsage", ctypes.c_size_t),
            ("QuotaNonPagedPoolUsage", ctypes.c_size_t),
            ("PagefileUsage", ctypes.c_size_t),
            ("PeakPagefileUsage", ctypes.c_size_t),
        ]

    query = 0x1000
    kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    kernel.OpenProcess.restype = wintypes.HANDLE
    kernel.OpenProcess.argtypes = [wintypes.DWORD, wintypes.BOOL, wintypes.DWORD]
    kernel.K32GetProcessMemoryInfo.argtypes = [
        wintypes.HANDLE,
        ctypes.POINTER(Counters),
        wintypes.DWORD,
    ]
    kernel.CloseHandle.argtypes = [wintypes.HANDLE]
    handle = kernel.OpenProcess(query, False, process_id)
    if not handle:
        return None
    try:
        counters = Counters(cb=ctypes.sizeof(Counters))
        found = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb)
        return int(counters.PagefileUsage) if found else None
    finally:
        kernel.CloseHandle(handle)
