"""Running a command line in this process, against a scripted backend."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from localrag.cli.main import run
from tests.fakes.scripted_backend import ScriptedBackend


class Outcome(NamedTuple):
    """What a command line left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document it has to be."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        """Standard output as JSONL."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def plain_surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests do not see this machine's homes and terminal."""
    for name in ("LOCALRAG_HOME", "LOCALRAG_STATE", "LOCALRAG_CHECKOUT", "COLUMNS", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run one command line; by default the backend knows nothing and answers everything."""

    def call(*arguments: str, backend: ScriptedBackend | None = None) -> Outcome:
        code = run(list(arguments), backend or ScriptedBackend())
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call
