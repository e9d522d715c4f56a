"""The operating system -> the name of the account that runs this process."""

from __future__ import annotations

import os
import sys


class SystemAccount:
    """The account of the process's real user id; LOGNAME, USER and their like are not believed."""

    def name(self) -> str:
        """The account's name; ``uid-1234`` where the system knows the number only."""
        return _windows_name() if sys.platform == "win32" else _posix_name()


def _posix_name() -> str:
    import pwd

    uid = os.getuid()
    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return f"uid-{uid}"


def _windows_name() -> str:
    import ctypes

    size = ctypes.c_ulong(257)  # UNLEN + 1
    buffer = ctypes.create_unicode_buffer(size.value)
    windll = ctypes.windll  # type: ignore[attr-defined]
    if not windll.advapi32.GetUserNameW(buffer, ctypes.byref(size)):
        raise OSError("the system does not tell the account's name")
    return buffer.value
