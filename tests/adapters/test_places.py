"""Where things are kept, by environment and platform."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from localrag.adapters.places import index_home, user_state

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the XDG rule")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LOCALRAG_HOME", "LOCALRAG_STATE", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/people/ada")


def test_the_platform_decides_where_nothing_is_chosen() -> None:
    assert index_home() == Path("/people/ada/.local/share/localrag")
    assert user_state() == Path("/people/ada/.local/state/localrag")


def test_the_folders_agree_with_platformdirs() -> None:
    import platformdirs

    assert index_home() == platformdirs.user_data_path("localrag")
    assert user_state() == platformdirs.user_state_path("localrag")


def test_a_relative_xdg_folder_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "share")
    assert index_home() == Path("/people/ada/.local/share/localrag")


def test_the_variable_wins_and_becomes_absolute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALRAG_HOME", "somewhere")
    monkeypatch.setenv("LOCALRAG_STATE", "~/state")
    assert index_home() == Path.cwd() / "somewhere"
    assert user_state() == Path("/people/ada/state")
