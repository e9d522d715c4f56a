"""A model that has read a prompt -> text under a grammar, token by token, within caps."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Iterator, Sequence
from typing import Any, Protocol

import llama_cpp
import numpy as np
from numpy.typing import NDArray

from localrag.records.generation import Generation, Sampling, StoppedBy

_LIKELIEST = 40
"""Tokens drawn from where the temperature is above 0; llama.cpp's own default."""
_REPEATED_TOKENS = 16
"""A run of tokens that comes three times in a row is a loop (guess: half a sentence)."""


class Decoder(Protocol):
    """A model that has read a prompt."""

    @property
    def context_tokens(self) -> int:
        """Tokens of a prompt and its completion together."""
        ...

    def logits(self) -> NDArray[np.float32]:
        """Of the last token, shape (vocabulary,); valid until the next evaluation."""
        ...

    def decode(self, tokens: Sequence[int]) -> None:
        """Evaluate tokens after those before."""
        ...

    def is_end(self, token: int) -> bool:
        """Whether a token ends the text."""
        ...

    def bytes_of(self, token: int) -> bytes:
        """A token as it is written; control tokens are nothing."""
        ...

    # Any: a ctypes pointer.
    def grammar(self, text: str) -> Any:
        """A sampler that forbids what a grammar does not allow. ValueError where it does not parse."""
        ...


class Writing:
    """One text on its way."""

    def __init__(self, model: Decoder, sampling: Sampling, began: float, prompt_tokens: int) -> None:
        self._model, self._sampling, self._began = model, sampling, began
        self._room = model.context_tokens - prompt_tokens
        self._random = np.random.default_rng(sampling.seed)
        self._written: list[int] = []
        self._text = b""
        self._stopped_by: StoppedBy = "end"
        self._first_seconds = 0.0

    def text(self) -> Iterator[str]:
        """Pieces as they come, in whole characters."""
        grammar = self._model.grammar(self._sampling.grammar)
        told = 0
        try:
            while not self._is_over():
                token = self._next(grammar)
                if not self._written:
                    self._first_seconds = time.monotonic() - self._began
                if self._model.is_end(token):
                    return
                llama_cpp.llama_sampler_accept(grammar, token)
                self._written.append(token)
                self._text += self._model.bytes_of(token)
                whole = self._text.decode("utf-8", "ignore")
                yield whole[told:]
                told = len(whole)
                self._model.decode([token])
        finally:
            llama_cpp.llama_sampler_free(grammar)

    def result(self, prompt_tokens: int, kept: int) -> Generation:
        """What was written."""
        return Generation(
            self._text.decode("utf-8", "ignore"),
            self._stopped_by,
            prompt_tokens=prompt_tokens,
            kept_tokens=kept,
            completion_tokens=len(self._written),
            first_token_seconds=self._first_seconds,
            seconds=time.monotonic() - self._began,
        )

    def _is_over(self) -> bool:
        if len(self._written) >= min(self._sampling.max_tokens, self._room):
            self._stopped_by = "tokens"
        elif time.monotonic() - self._began > self._sampling.max_seconds:
            self._stopped_by = "seconds"
        elif _loops(self._written):
            self._stopped_by = "repetition"
        else:
            return False
        return True

    def _next(self, grammar: Any) -> int:
        """The next token: the grammar judges the one chosen, and all others only where it is refused.

        Judging the whole vocabulary at every step would halve the speed.
        """
        logits = self._model.logits()
        token = self._chosen(logits)
        if np.isfinite(_judged(grammar, np.array([token], dtype=np.int32), logits[[token]])[0]):
            return token
        every = np.arange(len(logits), dtype=np.int32)
        return self._chosen(_judged(grammar, every, logits))

    def _chosen(self, logits: NDArray[np.float32]) -> int:
        if self._sampling.temperature <= 0:
            return int(np.argmax(logits))
        likeliest = np.argpartition(logits, -_LIKELIEST)[-_LIKELIEST:]
        scaled = logits[likeliest].astype(np.float64) / self._sampling.temperature
        weights = np.exp(scaled - scaled.max())
        return int(self._random.choice(likeliest, p=weights / weights.sum()))


_CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])


def _judged(grammar: Any, tokens: NDArray[np.int32], logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Logits, minus infinity where the grammar does not allow the token."""
    candidates = np.zeros(len(tokens), dtype=_CANDIDATE)
    candidates["id"], candidates["logit"] = tokens, logits
    pointer = candidates.ctypes.data_as(ctypes.POINTER(llama_cpp.llama_token_data))
    array = llama_cpp.llama_token_data_array(data=pointer, size=len(tokens), selected=-1, sorted=False)
    llama_cpp.llama_sampler_apply(grammar, ctypes.byref(array))
    judged: NDArray[np.float32] = candidates["logit"]
    return judged


def _loops(tokens: Sequence[int]) -> bool:
    size = _REPEATED_TOKENS
    if len(tokens) < 3 * size:
        return False
    last, middle, first = tokens[-size:], tokens[-2 * size : -size], tokens[-3 * size : -2 * size]
    return last == middle == first
