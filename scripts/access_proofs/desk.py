"""A home and accounts -> command lines run in this process, and what each of them let its account see."""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from localrag import administration, wiring
from localrag.api import Assistant
from localrag.cli.backend import Wired
from localrag.cli.main import run
from localrag.index import permitted
from localrag.ports import Embedder
from localrag.records.security import AccessTuple, SecurityContext
from tests.fakes.named_account import NamedAccount
from tests.fakes.standing_clock import StandingClock

SOON = datetime.now(UTC) + timedelta(hours=1)
"""After every index run of a proof: a clock before the last run would be said in every answer."""
_RANDOM = frozenset(
    {
        "request_id", "trace_id", "timings_ms", "generation", "index_generation", "home_id", "indexed_at",
        "seen_at", "last_indexed_at", "hash", "previous_hash", "asked_at",
    }
)  # fmt: skip
"""Fields that are random, times or chain hashes."""
_RANDOM_WORDS = re.compile(
    r"(?m)^\W*(?:Index of .*|Indexed .*|request_id: .*|trace_id: .*|index_generation: .*|home_id: .*|hash: .*"
    r"|previous_hash: .*|asked_at: .*|Trace \w+.*)$|^[0-9a-f]{16} (?= )|; indexed [\d: -]+|\b[\d.]+ ms\b"
)
_TIMINGS = re.compile(r"timings_ms:\n(?:  .*\n?)*|^Time: .*\n?(?:  .*\n?)*", re.MULTILINE)
"""Whole: where a line of them breaks depends on how many figures the times have."""


class Seen(NamedTuple):
    """What one command line let its account see."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as JSON."""
        return json.loads(self.out)

    @property
    def lasting(self) -> tuple[int, str, str]:
        """The same without what is random or a time."""
        try:
            out = json.dumps(_without_random(json.loads(self.out)), ensure_ascii=False)
        except ValueError:
            out = _RANDOM_WORDS.sub("", _TIMINGS.sub("", self.out))
        return self.code, out, self.err


class Desk:
    """Asks one home through the command line, as any account; assistants stay open until ``close``."""

    def __init__(self, home: Path, state: Path, *, clock: StandingClock | None = None) -> None:
        self.home, self.state = home, state
        self.clock = clock or StandingClock(SOON)
        self._open: dict[tuple[str, str | None], Assistant] = {}
        self.answers: dict[tuple[str, str | None, str, str], tuple[Any, list[Any]]] = {}
        """By account, user, question and options; ``forget`` where the same is to be asked anew."""

    def see(self, account: str, *arguments: str) -> Seen:
        """One command line."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run([*arguments, "--home", str(self.home)], _AsAccount(self, account))
        # Hints name the home, which the asker chose.
        printed = (stream.buffer.getvalue().decode() for stream in (out, err))
        return Seen(code, *(text.replace(str(self.home), "HOME") for text in printed))

    def assistant(self, account: str, as_user: str | None = None) -> Assistant:
        """The open assistant of an account."""
        if (account, as_user) not in self._open:
            self._open[account, as_user] = self.fresh(account, as_user)
        return self._open[account, as_user]

    def fresh(self, account: str, as_user: str | None = None) -> Assistant:
        """An assistant as a new process would open it; the caller closes it."""
        return wiring.open_assistant(
            self.home, as_user=as_user, state=self.state, account=NamedAccount(account), clock=self.clock
        )

    def forget(self) -> None:
        """Answer every question anew."""
        self.answers.clear()

    def close(self) -> None:
        """Close the assistants that are open."""
        for assistant in self._open.values():
            assistant.close()
        self._open.clear()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class _StaysOpen:
    """An assistant that a command does not close, and that answers the same question once for all forms."""

    def __init__(self, desk: Desk, account: str, as_user: str | None) -> None:
        self._desk, self._who = desk, (account, as_user)
        self._assistant = desk.assistant(account, as_user)

    def ask(self, question: str, *, on_explained: Any = None, **options: Any) -> Any:
        """The answer, or the error, of the first time."""
        key = (*self._who, question, repr(sorted(options.items())))
        if key not in self._desk.answers:
            explained: list[Any] = []
            answer = self._assistant.ask(question, on_explained=explained.append, **options)
            self._desk.answers[key] = (answer, explained)
        answer, explained = self._desk.answers[key]
        for one in explained if on_explained else ():
            on_explained(one)
        return answer

    def __getattr__(self, name: str) -> Any:
        return getattr(self._assistant, name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class _AsAccount(Wired):
    def __init__(self, desk: Desk, account: str) -> None:
        self._desk, self._account = desk, account

    def open_assistant(self, home: Path, *, as_user: str | None, state: Path | None, will_ask: bool) -> Any:  # noqa: ARG002
        return _StaysOpen(self._desk, self._account, as_user)


@contextlib.contextmanager
def one_embedder(embedder: Embedder) -> Iterator[None]:
    """Every assistant and every index run share an encoder that is loaded already."""
    usual = wiring.load_embedder
    for room in (wiring, administration):
        vars(room)["load_embedder"] = lambda _: embedder
    try:
        yield
    finally:
        for room in (wiring, administration):
            vars(room)["load_embedder"] = usual


@contextlib.contextmanager
def gate_open(*, both: bool) -> Iterator[None]:
    """For controls: the index lets everybody read everything; with ``both``, what stands behind it too."""

    def anybody(security: SecurityContext, access: AccessTuple) -> bool:  # noqa: ARG001
        return True

    behind = [sys.modules["localrag.pipeline"], sys.modules["localrag.search"]]
    rooms = [permitted, *(behind if both else [])]
    usual = [vars(room)["may_read"] for room in rooms]
    for room in rooms:
        vars(room)["may_read"] = anybody
    try:
        yield
    finally:
        for room, gate in zip(rooms, usual, strict=True):
            vars(room)["may_read"] = gate


def build(home: Path, roots: list[Path], policy: str) -> None:
    """Index folders into a home under a policy; its entry ``*`` must be one that may administer."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "policy.toml").write_text(policy, encoding="utf-8")
    administration.index(roots, home=home, on_progress=lambda _: None)


def _without_random(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_random(inner) for key, inner in value.items() if key not in _RANDOM}
    if isinstance(value, list):
        return [_without_random(inner) for inner in value]
    return value
