"""Requests to a language model -> answers, through a process that may hang or die without harm."""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

from localrag.adapters.machine import memory
from localrag.errors import ModelError
from localrag.ports import OnText
from localrag.records.generation import Generation, ModelInUse, Prompt, PromptPiece, Sampling

_BOOT = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]);"
    "from localrag.adapters.llama_child import main; main()"
)
_TICK_SECONDS = 0.1
"""How often whoever waits is asked whether to go on (guess)."""
_CANCEL_SECONDS = 0.4
"""For a generation to stop by itself, after which its process is ended; stopping must take under a second."""
_LOAD_SECONDS = 300.0
"""Guess: 8 GB from a slow disk."""
_GRACE_SECONDS = 60.0
"""Beyond a generation's own cap, for one batch of its prompt on a slow machine (guess)."""
_BESIDE_BYTES = 300_000_000
"""Of a context and its buffers beside the weights (guess: twice the 135M model's at 4,096 tokens)."""


class LlamaOptions(NamedTuple):
    """How a model is run."""

    context_tokens: int = 4096
    batch_tokens: int = 256
    threads: int = 2
    kept_folder: Path | None = None
    """Where states of fixed prompts are kept; null: nowhere."""


class LlamaProcess:
    """A language model in a process of its own, started when first used and started again when it died.

    Several threads may ask; one is served at a time.
    """

    def __init__(
        self,
        identity: ModelInUse,
        path: Path,
        options: LlamaOptions,
        *,
        approve: Callable[[], None] = lambda: None,
    ) -> None:
        """Nothing is opened before the first request.

        Args:
            identity: Which model this is.
            path: Its file.
            options: How it is run.
            approve: Called before the file is opened; raises ModelError where it is not the known one.
        """
        self.identity = identity
        self._path, self._options, self._approve = path, options, approve
        self._turn = threading.Lock()
        self._child: _Child | None = None
        self._context_tokens = 0
        self._number = 0

    @property
    def context_tokens(self) -> int:
        """Tokens of a prompt and its completion together."""
        with self._turn:
            self._running()
            return self._context_tokens

    @property
    def process_id(self) -> int | None:
        """Of the running process; null where there is none."""
        return self._child.process.pid if self._child is not None else None

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens of each text as data."""
        with self._turn:
            answer = self._answer({"do": "count", "texts": list(texts)}, _GRACE_SECONDS)
        return [int(count) for count in answer["counts"]]

    def tokens(self, pieces: Sequence[PromptPiece]) -> tuple[list[list[int]], list[list[int]]]:
        """Tokens of each piece, and those of them that steer the model; for proofs."""
        with self._turn:
            answer = self._answer({"do": "tokens", "pieces": list(pieces)}, _GRACE_SECONDS)
        return answer["tokens"], answer["control"]

    def generate(self, prompt: Prompt, sampling: Sampling, *, on_text: OnText = lambda _: None) -> Generation:
        """One text; see ``LanguageModel``."""
        with self._turn:
            child = self._running()
            self._number += 1
            request = {
                "do": "generate",
                "id": self._number,
                "fixed": prompt.fixed,
                "pieces": prompt.pieces,
                "sampling": sampling,
            }
            try:
                child.send(request)
                deadline = time.monotonic() + sampling.max_seconds + _GRACE_SECONDS
                while True:
                    answer = self._received(child, deadline)
                    if answer is None:
                        on_text("")
                    elif "done" in answer:
                        return Generation(*answer["done"])
                    else:
                        on_text(str(answer["text"]))
            except _EndedError as error:
                raise self._ended(str(error)) from error
            except BaseException:
                # Whoever waits no longer wants it, by whatever exception.
                self._cancel(child)
                raise

    def close(self) -> None:
        """End the process, whatever it is doing; the next request starts another one."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()

    def _cancel(self, child: _Child) -> None:
        """Stop the running generation, by ending its process where it does not stop by itself."""
        try:
            child.send({"do": "cancel", "id": self._number})
            deadline = time.monotonic() + _CANCEL_SECONDS
            while time.monotonic() < deadline:
                answer = child.receive(_TICK_SECONDS)
                if answer is not None and "done" in answer:
                    return
        except _EndedError:
            pass
        self.close()

    def _answer(self, request: dict[str, object], seconds: float) -> dict[str, Any]:
        child = self._running()
        try:
            child.send(request)
            deadline = time.monotonic() + seconds
            while (answer := self._received(child, deadline)) is None:
                pass
        except _EndedError as error:
            raise self._ended(str(error)) from error
        except BaseException:
            self.close()
            raise
        return answer

    def _received(self, child: _Child, deadline: float) -> dict[str, Any] | None:
        answer = child.receive(_TICK_SECONDS)
        if answer is None and time.monotonic() > deadline:
            raise _EndedError("it did not answer in time")
        if answer is not None and "error" in answer:
            raise _EndedError(str(answer["error"]))
        return answer

    def _running(self) -> _Child:
        if self._child is None:
            self._approve()
            check_memory(self._path)
            child = self._child = _Child()
            folder = self._options.kept_folder
            answer = self._answer(
                {
                    "do": "load",
                    "path": str(self._path),
                    "context_tokens": self._options.context_tokens,
                    "batch_tokens": self._options.batch_tokens,
                    "threads": self._options.threads,
                    "kept_folder": str(folder) if folder else None,
                    "key": f"{self.identity.sha256} {self._options._replace(kept_folder=None)}",
                },
                _LOAD_SECONDS,
            )
            self._context_tokens = int(answer["context_tokens"])
            return child
        return self._child

    def _ended(self, why: str) -> ModelError:
        self.close()
        return ModelError(
            f"The language model {self.identity.name} failed: {why}.",
            "Quoted answers work without it: localrag ask --generator extractive",
        )


def check_memory(path: Path) -> None:
    """Refuse a model for which there is no room.

    Raises:
        ModelError: The file is missing, or larger than what is free.
    """
    try:
        needed = path.stat().st_size + _BESIDE_BYTES
    except OSError as error:
        raise ModelError(
            f"The model file {path} cannot be read: {error.strerror}.",
            "Put it back, or take it off the list: localrag models remove NAME",
        ) from error
    found = memory()
    available = None if found is None else (found.available or found.total)
    if available is not None and needed > available:
        raise ModelError(
            f"{path.name} needs about {needed // 1_000_000:,} MB of memory, and {available // 1_000_000:,} MB"
            " are free.",
            "Close other programs, or use a smaller model.",
        )


class _EndedError(Exception):
    """The process gave no usable answer."""


class _Child:
    """One process and a thread that listens to it."""

    def __init__(self) -> None:
        # A group of its own: Ctrl-C reaches the parent alone, which ends the child in good order.
        flags = 0
        if sys.platform == "win32":
            flags = subprocess.CREATE_NEW_PROCESS_GROUP
        self.process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _BOOT, json.dumps(sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=sys.platform != "win32",
            creationflags=flags,
        )
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        assert self.process.stdout is not None
        threading.Thread(target=_listen, args=(self.process.stdout, self._answers), daemon=True).start()

    def send(self, request: dict[str, object]) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(json.dumps(request).encode("ascii") + b"\n")
            self.process.stdin.flush()
        except OSError as error:
            raise _EndedError("its process ended") from error

    def receive(self, seconds: float) -> dict[str, Any] | None:
        """The next answer; null where none came in time."""
        try:
            answer = self._answers.get(timeout=seconds)
        except queue.Empty:
            return None
        if answer is None:
            raise _EndedError("its process ended")
        return answer

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _listen(stream: IO[bytes], answers: queue.SimpleQueue[dict[str, Any] | None]) -> None:
    """Pass on every answer, then None."""
    with contextlib.suppress(OSError, ValueError):
        for line in stream:
            answers.put(json.loads(line))
    answers.put(None)
