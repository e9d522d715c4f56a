"""A first run that finds nothing leaves the home as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.administration import index
from localrag.errors import UsageError
from tests.builders import build_home, document, untold


def test_a_first_run_without_documents_leaves_no_home(tmp_path: Path) -> None:
    (tmp_path / "nothing").mkdir()
    assert index([tmp_path / "nothing"], home=tmp_path / "home", on_progress=untold).readable == 0
    assert not (tmp_path / "home").exists()


def test_a_path_that_is_not_there_leaves_no_home(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        index([tmp_path / "nowhere"], home=tmp_path / "home", on_progress=untold)
    assert not (tmp_path / "home").exists()


def test_what_lay_in_the_home_stays(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "localrag.toml").write_text("locale = 'en_US'")
    (tmp_path / "nothing").mkdir()
    index([tmp_path / "nothing"], home=tmp_path / "home", on_progress=untold)
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["localrag.toml"]


def test_an_index_with_documents_stays_whatever_a_later_run_finds(tmp_path: Path) -> None:
    from localrag.wiring import shipped_embedder

    home = build_home(tmp_path, [document()], embedder=shipped_embedder())
    (tmp_path / "nothing").mkdir()
    index([tmp_path / "nothing"], home=home, on_progress=untold)
    assert (home / "corpus.db").exists()


def test_a_run_that_was_stopped_keeps_what_it_had_read(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "a.md").write_text("The appeal period is 14 days.")

    def stop(step: object) -> None:
        if getattr(step, "phase", "") == "embed":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        index([tmp_path / "rules"], home=tmp_path / "home", on_progress=stop)
    assert (tmp_path / "home" / "corpus.db").exists()
