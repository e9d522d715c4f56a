"""The model's process: requests as lines of JSON on standard input -> answers as lines on a pipe of its own.

What llama.cpp prints goes nowhere: descriptors 1 and 2 are the null device before the library is loaded.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from pathlib import Path
from typing import Any

from localrag.adapters.network_guard import refuse_network
from localrag.records.generation import PromptPiece, Sampling


def main() -> None:
    """Load a model, then answer until standard input ends."""
    refuse_network()
    os.umask(0o077)
    if sys.platform != "win32":
        import resource

        # What it holds of documents belongs in no core file.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    _Conversation(answers).run()


class _Conversation:
    """Requests in order; a cancel overtakes them."""

    # Any: what JSON holds; the parent alone writes it.
    def __init__(self, answers: Any) -> None:
        self._answers = answers
        self._requests: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._cancelled: set[int] = set()
        self._model: Any = None
        threading.Thread(target=self._listen, daemon=True).start()

    def run(self) -> None:
        """Answer one request after the other."""
        while True:
            request = self._requests.get()
            try:
                match request["do"]:
                    case "load":
                        self._load(request)
                    case "count":
                        tokens = [
                            len(self._model.tokens_of(PromptPiece(text, False))) for text in request["texts"]
                        ]
                        self._say(counts=tokens)
                    case "generate":
                        self._generate(request)
                    case "tokens":
                        self._tokens(request)
            except (RuntimeError, ValueError, OSError, ImportError, MemoryError) as error:
                self._say(error=f"{error}")

    def _listen(self) -> None:
        for line in sys.stdin.buffer:
            request = json.loads(line)
            if request["do"] == "cancel":
                self._cancelled.add(request["id"])
            else:
                self._requests.put(request)
        # Nobody is left to answer; a library may be busy in another thread.
        os._exit(0)

    def _load(self, request: dict[str, Any]) -> None:
        from localrag.adapters.llama_model import LlamaModel, LoadError, Loading
        from localrag.adapters.llama_prefix import KeptPrefixes

        kept = KeptPrefixes(Path(request["kept_folder"]), request["key"]) if request["kept_folder"] else None
        loading = Loading(
            Path(request["path"]), request["context_tokens"], request["batch_tokens"], request["threads"]
        )
        try:
            self._model = LlamaModel(loading, kept)
        except LoadError as error:
            self._say(error=f"{error}")
            return
        self._say(context_tokens=self._model.context_tokens)

    def _generate(self, request: dict[str, Any]) -> None:
        number = request["id"]
        done = self._model.generate(
            [PromptPiece(*piece) for piece in request["fixed"]],
            [PromptPiece(*piece) for piece in request["pieces"]],
            Sampling(*request["sampling"]),
            on_text=lambda text: self._say(id=number, text=text),
            is_cancelled=lambda: number in self._cancelled,
        )
        self._say(id=number, done=done)

    def _tokens(self, request: dict[str, Any]) -> None:
        """Tokens of pieces, and which of them steer the model; for proofs."""
        found = [self._model.tokens_of(PromptPiece(*piece)) for piece in request["pieces"]]
        steering = [[one for one in tokens if self._model.is_control(one)] for tokens in found]
        self._say(tokens=found, control=steering)

    def _say(self, **answer: object) -> None:
        self._answers.write(json.dumps(answer) + "\n")
        self._answers.flush()
