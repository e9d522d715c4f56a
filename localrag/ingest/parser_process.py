"""Bytes of a file -> what is in it, by a process that may hang or die without harm."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from types import TracebackType
from typing import IO

from pydantic import BaseModel, ConfigDict, ValidationError

from localrag.adapters.process_memory import resident_bytes
from localrag.ingest.child import LENGTH_BYTES, MEMORY_BYTES
from localrag.records.documents import MediaType
from localrag.records.extract import Extract, UnparsableError

WALL_SECONDS = 30.0
"""A file; design value."""
HAS_MEMORY_LIMIT = sys.platform == "linux"
"""Elsewhere the parent looks at the memory that the process holds, every ``_POLL_SECONDS``."""
_GRACE_SECONDS = 5.0
"""After which a process whose parent is gone ends itself (guess)."""
_FILES_EACH = 300
"""A process reads before it is replaced: parsers give memory back late or never (design value; a fresh one
costs 55 to 90 ms)."""
_POLL_SECONDS = 0.2
"""How long Ctrl-C may wait where a platform cannot interrupt waiting (guess)."""
_MAX_ANSWER_BYTES = 400_000_000
"""20 million characters, each escaped, and their blocks; more is no answer of ours."""
_BOOT = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]);"
    "from localrag.ingest.child import main; main(int(sys.argv[2]))"
)


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")

    extract: Extract | None = None
    reason: str | None = None
    detail: str = ""


class ParserProcess:
    """A reused parsing process; one that fails on a file is replaced for the next.

    Not for several threads at a time. Use as a context manager: leaving it ends the process.
    """

    def __init__(self, *, wall_seconds: float = WALL_SECONDS, memory_bytes: int = MEMORY_BYTES) -> None:
        """Nothing is started before the first file.

        Args:
            wall_seconds: A file may take, by the clock.
            memory_bytes: Address space of the process, where the platform can limit it.
        """
        self._wall_seconds = wall_seconds
        self._memory_bytes = memory_bytes
        self._child: _Child | None = None
        self._is_closed = False

    def __enter__(self) -> ParserProcess:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def process_id(self) -> int | None:
        """Of the process that waits for the next file; null where there is none yet."""
        return self._child.process_id if self._child is not None else None

    def close(self) -> None:
        """End the process, whatever it is doing, and start none any more; may come from another thread."""
        self._is_closed = True
        self._end_child()

    def _end_child(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def parse(self, media: MediaType, data: bytes) -> Extract:
        """What a file holds.

        Args:
            media: Which parser reads it.
            data: The file's bytes.

        Raises:
            UnparsableError: The file cannot be read; ``timeout`` for a parser that did not come back,
                ``crashed`` for one that broke down on it.
        """
        reused = self._child is not None
        try:
            return self._parse_once(media, data)
        except _BrokenDownError as broken:
            # Perhaps earlier files had left too little room: once more, with a fresh process.
            if not reused or self._is_closed:
                raise _as_unparsable(broken) from broken
        try:
            return self._parse_once(media, data)
        except _BrokenDownError as broken:
            raise _as_unparsable(broken) from broken

    def _parse_once(self, media: MediaType, data: bytes) -> Extract:
        if self._is_closed:
            raise _BrokenDownError("the parser was ended")
        child = self._child = self._child or _Child(self._memory_bytes)
        finished = False
        try:
            payload = child.ask(media, data, self._wall_seconds)
            answer = _read(payload)
            child.files += 1
            finished = not (answer.reason or "").startswith("too_large") and child.files < _FILES_EACH
        finally:
            if not finished:
                self._end_child()
        if answer.extract is None:
            raise UnparsableError(answer.reason or "damaged", answer.detail)
        return answer.extract


class _BrokenDownError(Exception):
    """The process ended without an answer."""


class _Child:
    """One process and a thread that listens to it."""

    def __init__(self, memory_bytes: int) -> None:
        self.files = 0
        """Read so far."""
        self._process = _start(memory_bytes)
        self._memory_bytes = memory_bytes
        self._is_limited = HAS_MEMORY_LIMIT
        self._answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        assert self._process.stdout is not None
        threading.Thread(target=_listen, args=(self._process.stdout, self._answers), daemon=True).start()

    @property
    def process_id(self) -> int:
        return self._process.pid

    def ask(self, media: MediaType, data: bytes, wall_seconds: float) -> bytes:
        """The answer to one request, as it came."""
        deadline = time.monotonic() + wall_seconds
        request = {"media": media, "size": len(data), "wall_seconds": wall_seconds + _GRACE_SECONDS}
        stream = self._process.stdin
        assert stream is not None
        try:
            stream.write(json.dumps(request).encode("ascii") + b"\n")
            stream.write(data)
            stream.flush()
        except OSError as error:
            raise _BrokenDownError("the parser ended before it had read the file") from error
        while (left := deadline - time.monotonic()) > 0:
            try:
                answer = self._answers.get(timeout=min(left, _POLL_SECONDS))
            except queue.Empty:
                if not self._is_limited and (resident_bytes(self.process_id) or 0) > self._memory_bytes:
                    raise UnparsableError("too_large", "needs more memory than a parser may use") from None
                continue
            if answer is None:
                raise self._ended()
            return answer
        raise UnparsableError("timeout", f"not read within {wall_seconds:g} seconds")

    def _ended(self) -> Exception:
        code = self._process.wait()
        if sys.platform != "win32":
            import signal

            if code == -signal.SIGXCPU:
                return UnparsableError("timeout", "took too much time on the processor")
        return _BrokenDownError("the parser broke down on it")

    def kill(self) -> None:
        """End it and let go of its pipes."""
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _start(memory_bytes: int) -> subprocess.Popen[bytes]:
    # A group of its own: Ctrl-C reaches the parent alone, which ends the child in good order.
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP
    return subprocess.Popen(
        [sys.executable, "-I", "-S", "-c", _BOOT, json.dumps(sys.path), str(memory_bytes)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=sys.platform != "win32",
        creationflags=flags,
    )


def _listen(stream: IO[bytes], answers: queue.SimpleQueue[bytes | None]) -> None:
    """Pass on every whole answer, then None."""
    try:
        while len(head := stream.read(LENGTH_BYTES)) == LENGTH_BYTES:
            length = int.from_bytes(head, "big")
            if length > _MAX_ANSWER_BYTES:
                break
            payload = stream.read(length)
            if len(payload) < length:
                break
            answers.put(payload)
    except (OSError, ValueError):
        pass
    answers.put(None)


def _read(payload: bytes) -> _Answer:
    """An answer, checked: the process may have been taken over by the file it read."""
    try:
        answer = _Answer.model_validate_json(payload)
    except ValidationError as error:
        raise _BrokenDownError("the parser gave no usable answer") from error
    if answer.extract is not None and not _is_sound(answer.extract):
        raise _BrokenDownError("the parser gave no usable answer")
    return answer


def _is_sound(extract: Extract) -> bool:
    """Whether blocks lie in order within the text, and pages cover it without a gap."""
    length, behind = len(extract.text), 0
    for block in extract.blocks:
        if not behind <= block.start < block.end <= length or not 0 <= block.head_end <= block.end:
            return False
        behind = block.end
    starts = [page.start for page in extract.pages]
    ends = [page.end for page in extract.pages]
    return not starts or (starts == [0, *ends[:-1]] and ends[-1] == length)


def _as_unparsable(broken: _BrokenDownError) -> UnparsableError:
    return UnparsableError("crashed", str(broken))
