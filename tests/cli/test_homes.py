"""Which home a command uses, and how the demonstration home comes about."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from localrag.cli.demo import demonstration_home
from localrag.errors import BusyError, LocalragError, StorageError
from localrag.ports import OnProgress
from localrag.records.index import IndexOptions, IndexSummary
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend


class BuildingBackend(ScriptedBackend):
    """Leaves a file where it indexed, so that a finished home can be told from an empty one."""

    def index(
        self, paths: Sequence[Path], *, home: Path, on_progress: OnProgress, options: IndexOptions
    ) -> IndexSummary:
        (home / "corpus.db").write_text("built")
        return super().index(paths, home=home, on_progress=on_progress, options=options)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    corpus = tmp_path / "checkout" / "corpus"
    (corpus / "agency").mkdir(parents=True)
    (corpus / "agency" / "_source.toml").write_text('source_id = "agency"\n')
    (corpus / "agency" / "manual.md").write_text("# Manual\n")
    (corpus / "drafts").mkdir()
    (corpus / "demo_policy.toml").write_text('version = "demo"\n')
    return tmp_path / "checkout"


@pytest.fixture
def started_from_checkout(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LOCALRAG_CHECKOUT", str(checkout))
    return checkout


def test_a_first_question_builds_the_demonstration_and_says_so(
    command: Run, started_from_checkout: Path, tmp_path: Path
) -> None:
    backend = BuildingBackend(home=tmp_path / "none")
    outcome = command("ask", "q", "--json", backend=backend)
    ((home, _, state),) = backend.opened
    assert home.parent == started_from_checkout / ".demo-home"
    assert (home / "policy.toml").read_text() == 'version = "demo"\n'
    assert state == home / "state"
    assert backend.indexed[0][0] == (started_from_checkout / "corpus" / "agency",)
    assert "sample agency" in outcome.err
    assert outcome.document["status"] == "answered"


def test_a_second_question_finds_it_built(command: Run, started_from_checkout: Path, tmp_path: Path) -> None:
    backend = BuildingBackend(home=tmp_path / "none")
    command("ask", "q", backend=backend)
    outcome = command("status", backend=backend)
    assert len(backend.indexed) == 1
    assert backend.opened[0][0] == backend.opened[1][0]
    assert "sample agency" in outcome.err
    assert [path.name for path in (started_from_checkout / ".demo-home").iterdir()] == [
        backend.opened[0][0].name
    ]


@pytest.mark.parametrize(
    "changed", ["corpus/agency/manual.md", "models/manifest.toml", "localrag/index/schema.py"]
)
def test_a_changed_corpus_or_index_format_is_indexed_again_in_place_of_the_old(
    command: Run, started_from_checkout: Path, tmp_path: Path, changed: str
) -> None:
    backend = BuildingBackend(home=tmp_path / "none")
    command("ask", "q", backend=backend)
    (started_from_checkout / changed).parent.mkdir(parents=True, exist_ok=True)
    (started_from_checkout / changed).write_text("# Another manual\n")
    command("ask", "q", backend=backend)
    first, second = (home for home, _, _ in backend.opened)
    assert first != second
    assert list((started_from_checkout / ".demo-home").iterdir()) == [second]


@pytest.mark.parametrize("chosen", ["option", "variable", "default exists"])
def test_a_chosen_or_existing_home_is_used_instead(
    command: Run, started_from_checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: str
) -> None:
    own = tmp_path / "own"
    arguments = ["ask", "q"]
    if chosen == "option":
        arguments += ["--home", str(own)]
    elif chosen == "variable":
        monkeypatch.setenv("LOCALRAG_HOME", str(own))
    else:
        own.mkdir()
    backend = ScriptedBackend(home=own)
    outcome = command(*arguments, backend=backend)
    assert backend.opened == [(own, None, None)]
    assert outcome.err == ""
    assert not (started_from_checkout / ".demo-home").exists()


def test_without_a_checkout_there_is_no_demonstration(command: Run, tmp_path: Path) -> None:
    backend = ScriptedBackend(home=tmp_path / "none")
    command("ask", "q", backend=backend)
    assert backend.opened == [(tmp_path / "none", None, None)]


@pytest.mark.usefixtures("started_from_checkout")
def test_a_chosen_state_folder_is_kept(command: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALRAG_STATE", str(tmp_path / "state"))
    backend = BuildingBackend(home=tmp_path / "none")
    command("ask", "q", backend=backend)
    assert backend.opened[0][2] is None


@pytest.mark.parametrize("failure", [BusyError("No."), KeyboardInterrupt()])
def test_a_build_that_stops_leaves_nothing_behind(checkout: Path, failure: BaseException) -> None:
    def stop(_: object) -> None:
        raise failure

    with pytest.raises((LocalragError, KeyboardInterrupt)):
        demonstration_home(checkout, BuildingBackend(during_index=stop))
    assert list((checkout / ".demo-home").iterdir()) == []


def test_two_first_uses_at_once_share_the_faster_ones_home(checkout: Path) -> None:
    faster: list[Path] = []

    def overtake(_: object) -> None:
        if not faster:
            faster.append(Path())
            faster.append(demonstration_home(checkout, BuildingBackend())[0])

    home, _ = demonstration_home(checkout, BuildingBackend(during_index=overtake))
    assert home == faster[1]
    assert [path.name for path in (checkout / ".demo-home").iterdir()] == [home.name]


def test_a_checkout_without_sample_documents_is_said(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="no sample documents"):
        demonstration_home(tmp_path, ScriptedBackend())
