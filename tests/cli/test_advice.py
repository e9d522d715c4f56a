"""Commands in advice name the home that was named on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.cli.advice import for_home
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend


@pytest.mark.parametrize(
    ("advice", "named"),
    [
        ("Mend it with: localrag repair", "Mend it with: localrag --home /srv/i repair"),
        (
            "Choose one, or run: localrag index --re-embed",
            "Choose one, or run: localrag --home /srv/i index --re-embed",
        ),
        ("Correct localrag.toml, or remove it.", "Correct localrag.toml, or remove it."),
        ("Restore localrag from its medium.", "Restore localrag from its medium."),
    ],
)
def test_commands_get_the_home_and_nothing_else_does(advice: str, named: str) -> None:
    assert for_home(advice, "/srv/i") == named
    assert for_home(advice, None) == advice


def test_a_home_with_spaces_is_quoted() -> None:
    assert for_home("localrag repair", "a b") == "localrag --home 'a b' repair"


def test_an_error_repeats_the_home_that_was_given(command: Run, tmp_path: Path) -> None:
    outcome = command("ask", "q", "--home", str(tmp_path / "x"), backend=ScriptedBackend(missing=True))
    assert f"localrag --home {tmp_path / 'x'} index FOLDER" in outcome.err
    assert "--home" not in command("ask", "q", backend=ScriptedBackend(missing=True)).err
