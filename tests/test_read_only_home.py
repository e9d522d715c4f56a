"""A home that cannot be written, and never had a policy, may be looked into by whoever may read it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from localrag.administration import administered, verify
from localrag.errors import AccessError
from localrag.settings import load_settings
from tests.builders import build_home, document


@pytest.fixture(autouse=True)
def _nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    allowed = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and allowed(path, mode))


def test_it_can_be_checked_but_not_changed(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document()])
    assert verify(home, full=True) == ()
    with pytest.raises(AccessError, match="may not change"):
        administered(home, load_settings(home))


def test_one_that_lost_its_policy_is_closed(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document()], under_policy=True)
    with pytest.raises(AccessError):
        verify(home, full=True)
