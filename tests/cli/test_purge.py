"""``purge``: what is named or was deleted goes, and is told."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend


def test_what_went_is_listed_with_what_is_left(command: Run) -> None:
    outcome = command("purge", "a.md", "b\x1b.md")
    assert outcome.code == 0
    assert outcome.out.splitlines() == [
        "2 files purged:",
        "- agency/a.md",
        "- agency/b␛.md",
        "The text of 2 questions was taken out of your traces.",
        "Warning: Still there.",
        "7 passages left in the index.",
    ]


def test_json_is_the_record(command: Run) -> None:
    assert command("purge", "a.md", "--json").document["purged"] == ["agency/a.md"]


def test_without_names_it_is_about_what_was_deleted(command: Run) -> None:
    backend = ScriptedBackend()
    outcome = command("purge", "--deleted", "--allow-empty", "--home", "/h", backend=backend)
    assert outcome.out.startswith("No file had to be taken out")
    assert backend.asked == [{"names": (), "home": Path("/h").absolute(), "allow_empty": True}]


def test_names_and_deleted_files_are_not_mixed(command: Run) -> None:
    assert command("purge", "a.md", "--deleted").code == 2


def test_an_unknown_name_is_an_error(command: Run) -> None:
    assert command("purge", "nothing").code == 2
