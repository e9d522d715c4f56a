"""A trial copy of a home: what it holds, who may make one, and that nothing of it is left."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from localrag.administration import index
from localrag.errors import AccessError, IndexMissingError, NotFoundError
from localrag.trial import PLACE, trial_home
from localrag.wiring import open_assistant
from tests.builders import untold

QUESTION = "Within what time must an appeal be filed?"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with two documents; tests only read it."""
    folder = tmp_path_factory.mktemp("trial")
    rules = folder / "rules"
    rules.mkdir()
    (rules / "appeals.md").write_text("# Appeals\n\nAn appeal must be filed within 14 days.\n")
    (rules / "fees.md").write_text("# Fees\n\nThe fee for a licence is EUR 35.\n")
    index([rules], home=folder / "home", on_progress=untold)
    return folder / "home"


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


def snapshot(home: Path) -> dict[str, bytes]:
    files = (path for path in home.rglob("*") if path.is_file() and not path.name.endswith("-shm"))
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in files}


def status(home: Path, state: Path, question: str = QUESTION) -> str:
    with open_assistant(home, state=state) as assistant:
        return assistant.ask(question).status


def test_a_copy_answers_as_its_home_does(built: Path, state: Path) -> None:
    with trial_home(built, state=state) as trial:
        assert status(trial.home, trial.state) == "answered"


def test_what_is_left_out_is_not_found(built: Path, state: Path) -> None:
    with trial_home(built, state=state, without=["rules/appeals.md"]) as trial:
        assert status(trial.home, trial.state) == "insufficient_evidence"
        assert status(trial.home, trial.state, "How much is the fee for a licence?") == "answered"


def test_what_is_added_is_found(built: Path, state: Path) -> None:
    text = "# Keys\n\nA key must be returned within 3 days.\n"
    with trial_home(built, state=state, added={"more/keys.md": text}) as trial:
        assert status(trial.home, trial.state, "Within what time must a key be returned?") == "answered"


def test_the_home_stays_as_it_is_and_nothing_of_the_copy_is_left(built: Path, state: Path) -> None:
    before = snapshot(built)
    with trial_home(
        built, state=state, without=["rules/fees.md"], added={"x/a.md": "# A\n\nWords."}
    ) as trial:
        assert status(trial.home, trial.state) == "answered"
        assert trial.home.is_relative_to(state / PLACE)
    assert snapshot(built) == before
    assert list(state.rglob("*")) == []


def test_an_error_inside_leaves_nothing_either(built: Path, state: Path) -> None:
    with pytest.raises(ZeroDivisionError), trial_home(built, state=state):
        raise ZeroDivisionError
    assert list(state.rglob("*")) == []


def test_a_copy_that_a_killed_process_left_goes_with_the_next_one(built: Path, state: Path) -> None:
    left = state / PLACE / "trial-left"
    (left / "home").mkdir(parents=True)
    (left / "in-use.lock").touch()
    with trial_home(built, state=state) as first:
        assert not left.exists()
        with trial_home(built, state=state) as second:
            assert first.home.exists()
            assert second.home.exists()


@pytest.mark.skipif(os.name == "nt", reason="modes are POSIX")
def test_nobody_else_can_open_the_copy_whatever_the_umask(built: Path, state: Path) -> None:
    before = os.umask(0)
    try:
        with trial_home(built, state=state, without=["rules/fees.md"], added={"x/a.md": "# A"}) as trial:
            folder = trial.home.parent
            modes = {path: stat.S_IMODE(path.stat().st_mode) for path in [folder, *folder.rglob("*")]}
    finally:
        os.umask(before)
    assert {path: oct(mode) for path, mode in modes.items() if mode & 0o077} == {}


def test_a_name_that_stands_for_nothing_is_said(built: Path, state: Path) -> None:
    with pytest.raises(NotFoundError, match="POL-9"), trial_home(built, state=state, without=["POL-9"]):
        pass


def test_there_has_to_be_an_index(tmp_path: Path, state: Path) -> None:
    with pytest.raises(IndexMissingError), trial_home(tmp_path, state=state):
        pass


@pytest.fixture
def under_policy(built: Path) -> Iterator[Path]:
    policy = built / "policy.toml"
    policy.write_text('version = "1"\n[accounts."*"]\ntenant_id = "local"\nroles = []\n')
    yield built
    policy.unlink()


def test_who_may_not_administer_the_home_gets_no_copy(under_policy: Path, state: Path) -> None:
    with pytest.raises(AccessError), trial_home(under_policy, state=state):
        pass
    assert not state.exists()
