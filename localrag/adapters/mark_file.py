"""Marks of wrong answers kept in ``marks.jsonl`` of an account's state, a line each."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path

from pydantic import ValidationError

from localrag.adapters.private_files import private_file
from localrag.errors import StorageError
from localrag.records.mark import Mark
from localrag.records.security import SecurityContext


class MarkFile:
    """Writes and reads the marks of one account (0600). A mark belongs to who asked the question."""

    def __init__(self, state: Path) -> None:
        self._path = state / "marks.jsonl"

    def add(self, mark: Mark) -> None:
        """Append a mark; an earlier one of the same question is replaced.

        Raises:
            StorageError: The state folder cannot be written.
        """
        trace = mark.trace
        self._take_out(lambda one: (one.trace.trace_id, one.trace.user_id) == (trace.trace_id, trace.user_id))
        try:
            private_file(self._path)
            with self._path.open("a", encoding="utf-8", newline="\n") as stream:
                stream.write(mark.model_dump_json() + "\n")
        except OSError as error:
            raise self._unwritable(error) from error

    def all(self, security: SecurityContext) -> list[Mark]:
        """The asker's own, oldest first."""
        return [one for one in self._read() if _is_owned(one, security)]

    def remove(self, trace_id: str, security: SecurityContext) -> bool:
        """Take out the asker's mark of a question; whether there was one."""
        return self._take_out(lambda one: one.trace.trace_id == trace_id and _is_owned(one, security)) > 0

    def forget(self, where: Callable[[Mark], bool]) -> int:
        """Take marks out, whoever made them, leaving no byte of them; how many there were."""
        return self._take_out(where)

    def _read(self) -> list[Mark]:
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return []
        except (OSError, UnicodeDecodeError) as error:
            raise StorageError(f"{self._path} cannot be read: {error}.", "See: localrag doctor") from error
        try:
            return [Mark.model_validate_json(line) for line in lines]
        except ValidationError as error:
            raise StorageError(
                f"{self._path} holds a line that is no mark.", "Mend the line, or take it out."
            ) from error

    def _take_out(self, where: Callable[[Mark], bool]) -> int:
        found = self._read()
        left = [one for one in found if not where(one)]
        if len(left) < len(found):
            self._replace(left)
        return len(found) - len(left)

    def _replace(self, marks: Iterable[Mark]) -> None:
        beside = self._path.with_name(f"{self._path.name}.{secrets.token_hex(4)}")
        try:
            private_file(beside)
            text = "".join(one.model_dump_json() + "\n" for one in marks)
            with beside.open("w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
                stream.flush()
                os.fsync(stream.fileno())
            beside.replace(self._path)
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> StorageError:
        return StorageError(
            f"The mark could not be kept in {self._path.parent}: {error.strerror or error}.",
            "Set LOCALRAG_STATE to a folder that this account may write.",
        )


def _is_owned(mark: Mark, security: SecurityContext) -> bool:
    return (mark.trace.tenant_id, mark.trace.user_id) == (security.tenant_id, security.user_id)
