"""A GGUF file -> its speed in localrag's process beside llama.cpp's bare calls, and the first token's delay.

    python scripts/measure_llm_speed.py --model FILE.gguf [--template chatml] [--pairs 5] [--tokens 100]

Both write under the same prompt, grammar, threads and batch, by the likeliest token, in turns. Bare means:
calls of the library in this very process, no text made of the tokens, no pipe, no caps looked at. Times of a
loaded machine scatter; the median of the pairs' ratios is what counts.
"""

from __future__ import annotations

import argparse
import ctypes
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llama_cpp
import numpy as np

from localrag.adapters.llama_process import LlamaOptions, LlamaProcess
from localrag.adapters.model_files import sha256_of
from localrag.adapters.process_memory import resident_bytes
from localrag.answer.grammar import claims_grammar
from localrag.answer.prompt import Shown, prompt
from localrag.answer.templates import TEMPLATES
from localrag.language_models import options
from localrag.records.generation import Generation, ModelInUse, Prompt, Sampling
from localrag.settings import GeneratorSettings

PASSAGE = (
    "title: Berth Rules; document: berths@3; status: active; authority: official_policy\n"
    "A berth may be kept for at most 21 days in a season. Whoever wants to stay longer asks the office"
    " in writing before the 15th day; the office answers within 4 working days. A deposit of EUR 60 is due on"
    " arrival and is paid back on departure, less what was damaged. Boats over 12 metres use the outer pier."
)
CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])


class Bare:
    """llama.cpp's own calls and nothing else."""

    def __init__(self, path: Path, chosen: LlamaOptions) -> None:
        self._quiet = llama_cpp.llama_log_callback(lambda _level, _text, _data: None)
        llama_cpp.llama_log_set(self._quiet, ctypes.c_void_p(0))
        llama_cpp.llama_backend_init()
        # Any: ctypes pointers, which the library types as optional integers.
        self._model: Any = llama_cpp.llama_model_load_from_file(
            bytes(path), llama_cpp.llama_model_default_params()
        )
        wanted = llama_cpp.llama_context_default_params()
        wanted.n_ctx = chosen.context_tokens
        wanted.n_batch = wanted.n_ubatch = self._batch = chosen.batch_tokens
        wanted.n_threads = wanted.n_threads_batch = chosen.threads
        self._context: Any = llama_cpp.llama_init_from_model(self._model, wanted)
        self._vocabulary: Any = llama_cpp.llama_model_get_vocab(self._model)
        self._greedy: Any = llama_cpp.llama_sampler_init_greedy()

    def write(self, tokens: Sequence[int], grammar: str, most: int) -> tuple[int, float, float]:
        """Tokens written, seconds to the first one, seconds for the others."""
        began = time.monotonic()
        llama_cpp.llama_memory_clear(llama_cpp.llama_get_memory(self._context), True)
        for at in range(0, len(tokens), self._batch):
            self._decode(tokens[at : at + self._batch])
        rules: Any = llama_cpp.llama_sampler_init_grammar(self._vocabulary, grammar.encode(), b"root")
        written, first = 0, 0.0
        while written < most:
            token = llama_cpp.llama_sampler_sample(self._greedy, self._context, -1)
            if not np.isfinite(self._judged(rules, [token])["logit"][0]):
                held = self._judged(rules, range(llama_cpp.llama_vocab_n_tokens(self._vocabulary)))
                token = int(held["id"][held["logit"].argmax()])
            first = first or time.monotonic() - began
            if llama_cpp.llama_vocab_is_eog(self._vocabulary, token):
                break
            llama_cpp.llama_sampler_accept(rules, token)
            written += 1
            self._decode([token])
        llama_cpp.llama_sampler_free(rules)
        return written, first, time.monotonic() - began - first

    def _decode(self, tokens: Sequence[int]) -> None:
        array = (llama_cpp.llama_token * len(tokens))(*tokens)
        if llama_cpp.llama_decode(self._context, llama_cpp.llama_batch_get_one(array, len(tokens))):
            raise RuntimeError("llama_decode failed")

    def _judged(self, rules: Any, tokens: Sequence[int]) -> Any:
        held = np.zeros(len(tokens), dtype=CANDIDATE)
        pointer: Any = llama_cpp.llama_get_logits_ith(self._context, -1)
        size = llama_cpp.llama_vocab_n_tokens(self._vocabulary)
        held["id"] = tokens
        held["logit"] = np.ctypeslib.as_array(pointer, shape=(size,))[held["id"]]
        data = held.ctypes.data_as(ctypes.POINTER(llama_cpp.llama_token_data))
        array = llama_cpp.llama_token_data_array(data=data, size=len(held), selected=-1, sorted=False)
        llama_cpp.llama_sampler_apply(rules, ctypes.byref(array))
        return held


def main() -> int:
    """Print speed, wait and memory."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--template", default="chatml", choices=TEMPLATES)
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--tokens", type=int, default=100)
    asked = parser.parse_args()
    identity = ModelInUse(asked.model.stem, sha256_of(asked.model), asked.template, "full")
    sampling = Sampling(claims_grammar(["E1"]), asked.tokens, 120.0)
    with tempfile.TemporaryDirectory() as place:
        chosen = options(GeneratorSettings())._replace(kept_folder=Path(place))
        first, again = (started(identity, asked.model, chosen, sampling) for _ in range(2))
        print(f"first token of a new process: {first:.2f} s, {again:.2f} s with the kept prefix")
        pairs(asked.model, LlamaProcess(identity, asked.model, chosen), chosen, sampling, asked.pairs)
    return 0


def question(number: int, model: LlamaProcess) -> Prompt:
    """The same passage and another question each time, so that the fixed beginning alone is shared."""
    text = f"{number}: for how many days may a berth be kept, and what deposit is due?"
    return prompt("full", model.identity.template, text, [Shown("E1", PASSAGE)])


def started(identity: ModelInUse, path: Path, chosen: LlamaOptions, sampling: Sampling) -> float:
    """Seconds to the first token, the model having been loaded."""
    model = LlamaProcess(identity, path, chosen)
    try:
        _ = model.context_tokens
        return model.generate(question(0, model), sampling).first_token_seconds
    finally:
        model.close()


def pairs(path: Path, model: LlamaProcess, chosen: LlamaOptions, sampling: Sampling, count: int) -> None:
    """In turns: bare, then ours."""
    bare = Bare(path, chosen)
    ratios, speeds, waits = [], [], []
    model.generate(question(0, model), sampling)
    for number in range(1, count + 1):
        told = question(number, model)
        tokens = [token for piece in model.tokens([*told.fixed, *told.pieces])[0] for token in piece]
        written, first, seconds = bare.write(tokens, sampling.grammar, sampling.max_tokens)
        ours = model.generate(told, sampling)
        speeds.append((written / seconds, speed(ours)))
        ratios.append(speed(ours) / (written / seconds))
        waits.append((first, ours.first_token_seconds))
        print(f"  {len(tokens)} tokens read; written: bare {written}, ours {ours.completion_tokens}")
    print(
        f"tokens per second, median of {count}: bare {statistics.median(one for one, _ in speeds):.1f},"
        f" ours {statistics.median(one for _, one in speeds):.1f};"
        f" median ratio {statistics.median(ratios):.3f}"
    )
    print(
        f"first token, median of {count}: bare without a kept prefix"
        f" {statistics.median(one for one, _ in waits):.2f} s, ours with it"
        f" {statistics.median(one for _, one in waits):.2f} s"
    )
    if model.process_id is not None:
        print(f"memory of the model's process: {(resident_bytes(model.process_id) or 0) // 1_000_000} MB")
    model.close()


def speed(made: Generation) -> float:
    """Tokens per second after the first."""
    return made.completion_tokens / (made.seconds - made.first_token_seconds)


if __name__ == "__main__":
    raise SystemExit(main())
