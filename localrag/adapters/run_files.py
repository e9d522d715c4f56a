"""Runs of evaluation kept as JSON lines: what a run was made with, then an outcome a line."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pydantic import ValidationError

from localrag.adapters.private_files import private_file, private_folder
from localrag.errors import NotFoundError, StorageError, UsageError
from localrag.records.evaluation import CaseOutcome, Run, RunEntry, RunHead
from localrag.records.review import Review

FOLDER = "evaluations"
_SUFFIX = ".jsonl"
_REVIEWS = ".reviews"
"""JSON lines, too, beside the run; they hold no text of it."""


class RunFiles:
    """Writes and reads runs in an account's state folder, or wherever a path says; all files are 0600."""

    def __init__(self, state: Path) -> None:
        self._folder = state / FOLDER

    def keep(
        self, head: RunHead, outcomes: Iterable[CaseOutcome], *, to: Path | None = None
    ) -> Iterator[CaseOutcome]:
        """Hand on each outcome once it is kept; a run that is broken off is kept as far as it came.

        Raises:
            StorageError: The file cannot be written.
        """
        path = to or self._folder / f"{head.run_id}{_SUFFIX}"
        try:
            if to is None:
                private_folder(self._folder)
            descriptor = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as stream:
                path.chmod(0o600)
                stream.write(head.model_dump_json() + "\n")
                for outcome in outcomes:
                    stream.write(outcome.model_dump_json() + "\n")
                    stream.flush()
                    yield outcome
        except OSError as error:
            raise StorageError(
                f"The run cannot be kept in {path}: {error.strerror or error}.",
                "Name a file that this account may write: localrag eval CASES --save FILE",
            ) from error

    def get(self, name: str) -> Run:
        """By its id, ``last`` or a path.

        Raises:
            NotFoundError: There is none.
            UsageError: The file is no run.
        """
        path = self._path(name)
        try:
            lines = _whole_lines(path)
        except OSError as error:
            raise NotFoundError(
                f"There is no run {name}: {error.strerror or error}.", "See: localrag eval list"
            ) from error
        except UnicodeDecodeError as error:
            raise _no_run(path) from error
        try:
            return Run(
                head=RunHead.model_validate_json(lines[0] if lines else ""),
                outcomes=tuple(CaseOutcome.model_validate_json(line) for line in lines[1:]),
            )
        except ValidationError as error:
            raise _no_run(path) from error

    def latest(self) -> list[RunEntry]:
        """Kept in the state folder, newest first; a file that is no run is left out."""
        found = []
        for path in self._files():
            try:
                with path.open(encoding="utf-8") as stream:
                    head = RunHead.model_validate_json(stream.readline())
            except (OSError, UnicodeDecodeError, ValidationError):
                continue
            found.append(RunEntry(name=path.name.removesuffix(_SUFFIX), head=head))
        return sorted(found, key=lambda one: (one.head.made_at, one.name), reverse=True)

    def reviews(self, name: str) -> list[Review]:
        """Of a run, in the order in which they were made; a last line that was cut off is none.

        Raises:
            UsageError: The file holds something else.
        """
        path = self._reviews(self._path(name))
        try:
            return [Review.model_validate_json(line) for line in _whole_lines(path)]
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError, ValidationError) as error:
            raise UsageError(f"{path} holds no reviews.", "Move it away to review the run anew.") from error

    def add_review(self, name: str, review: Review) -> None:
        """Keep a review beside its run (0600), at once.

        Raises:
            StorageError: It cannot be written.
        """
        path = self._reviews(self._path(name))
        try:
            if path.exists():
                _drop_cut_line(path)
            private_file(path)
            with path.open("a", encoding="utf-8", newline="\n") as stream:
                stream.write(review.model_dump_json() + "\n")
        except OSError as error:
            raise StorageError(f"The review cannot be kept in {path}: {error.strerror or error}.") from error

    def forget(self, where: Callable[[str | None, CaseOutcome], bool]) -> int:
        """Take these outcomes out of the kept runs, leaving no byte of them; how many there were.

        Raises:
            StorageError: A file cannot be written again.
        """
        gone = 0
        for path in self._files():
            try:
                run = self.get(str(path))
            except UsageError:
                continue
            kept = [one for one in run.outcomes if not where(run.head.home_id, one)]
            if len(kept) == len(run.outcomes):
                continue
            gone += len(run.outcomes) - len(kept)
            beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
            for _ in self.keep(run.head, kept, to=beside):
                pass
            try:
                beside.replace(path)
            except OSError as error:
                raise StorageError(f"{path} cannot be replaced: {error}.") from error
        return gone

    def _files(self) -> list[Path]:
        return sorted(self._folder.glob(f"*{_SUFFIX}")) if self._folder.is_dir() else []

    @staticmethod
    def _reviews(path: Path) -> Path:
        return path.with_name(path.name.removesuffix(_SUFFIX) + _REVIEWS)

    def _path(self, name: str) -> Path:
        if name == "last":
            newest = self.latest()
            if not newest:
                raise NotFoundError("No run is kept.", "Make one: localrag eval CASES")
            name = newest[0].name
        path = Path(name)
        inside = self._folder / f"{name}{_SUFFIX}"
        return inside if path.name == name and inside.is_file() else path


def _whole_lines(path: Path) -> list[str]:
    """Lines that end; one that was cut off while it was written is none."""
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def _drop_cut_line(path: Path) -> None:
    """End a file at its last whole line, so that what is appended begins one."""
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        path.write_bytes(whole)


def _no_run(path: Path) -> UsageError:
    return UsageError(f"{path} is no run of localrag eval.", "See: localrag eval list")
