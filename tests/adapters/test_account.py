"""The account is the system's word, not the environment's."""

from __future__ import annotations

import os
import sys

import pytest

from localrag.adapters.account import SystemAccount


@pytest.mark.skipif(sys.platform == "win32", reason="asks the POSIX account database")
def test_environment_variables_do_not_change_who_is_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    for name in ("LOGNAME", "USER", "LNAME", "USERNAME", "SUDO_USER"):
        monkeypatch.setenv(name, "chief")
    assert SystemAccount().name() == pwd.getpwuid(os.getuid()).pw_name
