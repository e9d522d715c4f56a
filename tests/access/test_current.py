"""The policy as it stands now, whatever is edited while a home is held open."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.access.current import CurrentPolicy
from localrag.errors import PolicyError

LEVELS = ("public", "internal")
ONE = 'version = "1"\n[accounts.ada]\ntenant_id = "agency"\n'


def test_an_edit_counts_from_the_next_call_on(tmp_path: Path) -> None:
    (tmp_path / "policy.toml").write_text(ONE)
    current = CurrentPolicy(tmp_path, LEVELS)
    first = current()
    assert first is not None
    assert current() is first
    (tmp_path / "policy.toml").write_text(ONE.replace('"1"', '"2"'))
    second = current()
    assert second is not None
    assert second.version == "2"


def test_a_policy_that_breaks_later_is_refused_every_time_until_it_is_mended(tmp_path: Path) -> None:
    path = tmp_path / "policy.toml"
    path.write_text(ONE)
    current = CurrentPolicy(tmp_path, LEVELS)
    assert current() is not None
    path.write_text("version =")
    for _ in range(2):
        with pytest.raises(PolicyError):
            current()
    path.write_text(ONE)
    assert current() is not None


def test_a_policy_that_is_taken_away_or_put_there_is_noticed(tmp_path: Path) -> None:
    current = CurrentPolicy(tmp_path, LEVELS)
    assert current() is None
    (tmp_path / "policy.toml").write_text(ONE)
    assert current() is not None
    (tmp_path / "policy.toml").unlink()
    assert current() is None
