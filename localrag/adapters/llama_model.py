"""A GGUF file -> tokens, kept prefixes and text under a grammar, through llama.cpp's low-level calls.

Runs in the process of its own that ``llama_child`` is. ``Llama(...)`` is never used: it compiles the chat
templates that the file brings along.
"""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from localrag.adapters.llama_prefix import KeptPrefixes
from localrag.adapters.llama_writing import Writing
from localrag.records.generation import Generation, PromptPiece, Sampling

_silent = llama_cpp.llama_log_callback(lambda _level, _text, _data: None)
"""Kept for ever: the library calls it until the process ends."""


class LoadError(Exception):
    """llama.cpp does not take the file."""


class Loading(NamedTuple):
    """How a model is loaded."""

    path: Path
    context_tokens: int
    batch_tokens: int
    threads: int


class LlamaModel:
    """One model and one context, for one request at a time."""

    # Any: ctypes pointers, which the library types as optional integers.
    def __init__(self, loading: Loading, kept: KeptPrefixes | None) -> None:
        llama_cpp.llama_log_set(_silent, ctypes.c_void_p(0))
        llama_cpp.llama_backend_init()
        options = llama_cpp.llama_model_default_params()
        options.n_gpu_layers = 0
        self._model: Any = llama_cpp.llama_model_load_from_file(bytes(loading.path), options)
        if not self._model:
            raise LoadError("llama.cpp cannot read the file")
        wanted = llama_cpp.llama_context_default_params()
        trained = llama_cpp.llama_model_n_ctx_train(self._model)
        wanted.n_ctx = min(loading.context_tokens, trained) if trained > 0 else loading.context_tokens
        wanted.n_batch = wanted.n_ubatch = min(loading.batch_tokens, wanted.n_ctx)
        wanted.n_threads = wanted.n_threads_batch = loading.threads
        self._context: Any = llama_cpp.llama_init_from_model(self._model, wanted)
        if not self._context:
            raise LoadError("there is not enough memory for its context")
        self._vocabulary: Any = llama_cpp.llama_model_get_vocab(self._model)
        self._batch_tokens = int(wanted.n_batch)
        self._sizes = llama_cpp.llama_vocab_n_tokens(self._vocabulary)
        self._evaluated: list[int] = []
        self._kept = kept
        self._specials = self._special_texts()

    @property
    def context_tokens(self) -> int:
        """Tokens of a prompt and its completion together."""
        return int(llama_cpp.llama_n_ctx(self._context))

    def tokens_of(self, piece: PromptPiece) -> list[int]:
        """Tokens of a piece; in data, none of them is a control token."""
        if piece.is_template:
            return self._tokenize(piece.text, as_special=True)
        found = self._tokenize(piece.text, as_special=False)
        if not self._specials.keys() & set(found):
            return found
        # Some vocabularies read their markers in plain text as well: parted, they are characters.
        return [
            token
            for part in _parted(piece.text, tuple(self._specials.values()))
            for token in self._tokenize(part, as_special=False)
            if token not in self._specials
        ]

    def generate(
        self,
        fixed: Sequence[PromptPiece],
        pieces: Sequence[PromptPiece],
        sampling: Sampling,
        *,
        on_text: Callable[[str], None],
        is_cancelled: Callable[[], bool],
    ) -> Generation | None:
        """One text; null where it was cancelled."""
        began = time.monotonic()
        start = self._tokens(fixed, beginning=True)
        tokens = [*start, *self._tokens(pieces)]
        if len(tokens) + 1 >= self.context_tokens:
            return Generation("", "context", prompt_tokens=len(tokens))
        kept = self._reuse(start, tokens)
        at = len(self._evaluated)
        if at < len(start):
            if not self._evaluate(start[at:], is_cancelled):
                return None
            if self._kept is not None:
                self._kept.save(self._context, start)
        if not self._evaluate(tokens[len(self._evaluated) :], is_cancelled):
            return None
        writing = Writing(self, sampling, began, len(tokens))
        for piece in writing.text():
            if is_cancelled():
                return None
            on_text(piece)
        return writing.result(len(tokens), kept)

    def _reuse(self, start: list[int], tokens: list[int]) -> int:
        """Keep of what was evaluated the longest beginning that serves again; the number of its tokens."""
        same = _shared(self._evaluated, tokens)
        if same < len(start) and self._kept is not None and self._kept.load(self._context, start):
            self._evaluated = list(start)
            same = len(start)
        same = min(same, len(tokens) - 1)
        memory = llama_cpp.llama_get_memory(self._context)
        if not llama_cpp.llama_memory_seq_rm(memory, 0, same, -1):
            llama_cpp.llama_memory_clear(memory, True)
            same = 0
        del self._evaluated[same:]
        return same

    def _evaluate(self, tokens: Sequence[int], is_cancelled: Callable[[], bool]) -> bool:
        for at in range(0, len(tokens), self._batch_tokens):
            if is_cancelled():
                return False
            self.decode(tokens[at : at + self._batch_tokens])
        return True

    def decode(self, tokens: Sequence[int]) -> None:
        """Evaluate tokens after those before."""
        array = (llama_cpp.llama_token * len(tokens))(*tokens)
        code = llama_cpp.llama_decode(self._context, llama_cpp.llama_batch_get_one(array, len(tokens)))
        if code != 0:
            raise RuntimeError(f"llama_decode gave {code}")
        self._evaluated += tokens

    def logits(self) -> NDArray[np.float32]:
        """Of the last token, shape (vocabulary,); valid until the next evaluation."""
        pointer: Any = llama_cpp.llama_get_logits_ith(self._context, -1)
        return np.ctypeslib.as_array(pointer, shape=(self._sizes,))

    def is_end(self, token: int) -> bool:
        """Whether a token ends the text."""
        return bool(llama_cpp.llama_vocab_is_eog(self._vocabulary, token))

    def bytes_of(self, token: int) -> bytes:
        """A token as it is written; control tokens are nothing."""
        buffer = ctypes.create_string_buffer(256)
        size = llama_cpp.llama_token_to_piece(self._vocabulary, token, buffer, len(buffer), 0, False)
        return buffer.raw[: max(size, 0)]

    def grammar(self, text: str) -> Any:
        """A sampler that forbids what a grammar does not allow. ValueError where it does not parse."""
        made = llama_cpp.llama_sampler_init_grammar(self._vocabulary, text.encode(), b"root")
        if not made:
            raise ValueError("the grammar does not parse")
        return made

    def _tokens(self, pieces: Sequence[PromptPiece], *, beginning: bool = False) -> list[int]:
        found: list[int] = []
        if beginning and llama_cpp.llama_vocab_get_add_bos(self._vocabulary):
            found.append(int(llama_cpp.llama_vocab_bos(self._vocabulary)))
        return [*found, *(token for piece in pieces for token in self.tokens_of(piece))]

    def _tokenize(self, text: str, *, as_special: bool) -> list[int]:
        raw = text.encode("utf-8", "replace")
        room = len(raw) + 8
        array = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self._vocabulary, raw, len(raw), array, room, False, as_special)
        if count < 0:
            raise RuntimeError(f"llama_tokenize gave {count}")
        return list(array[:count])

    def _special_texts(self) -> dict[int, str]:
        """Tokens that steer the model, by id."""
        found = {}
        marked = llama_cpp.LLAMA_TOKEN_ATTR_CONTROL | llama_cpp.LLAMA_TOKEN_ATTR_USER_DEFINED
        for token in range(self._sizes):
            if llama_cpp.llama_vocab_get_attr(self._vocabulary, token) & marked:
                text = llama_cpp.llama_vocab_get_text(self._vocabulary, token)
                # Runs of blanks are user-defined in some vocabularies; they steer nothing.
                if text.strip() and (text.startswith((b"<", b"[")) or self.is_control(token)):
                    found[token] = text.decode("utf-8", "replace")
        return found

    def is_control(self, token: int) -> bool:
        """Whether the vocabulary has a token for steering."""
        return bool(llama_cpp.llama_vocab_is_control(self._vocabulary, token))


def _shared(one: Sequence[int], other: Sequence[int]) -> int:
    """Length of the common beginning."""
    return next(
        (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )


def _parted(text: str, markers: Sequence[str]) -> Iterator[str]:
    """A text cut inside every marker, so that none stands in a part."""
    cuts = {0, len(text)}
    for marker in markers:
        at = text.find(marker)
        while at >= 0:
            cuts.add(at + 1)
            at = text.find(marker, at + 1)
    ordered = sorted(cuts)
    return (text[start:end] for start, end in pairwise(ordered))
