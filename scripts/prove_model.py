"""A GGUF file -> proof of what its process cannot do: hostile files, control tokens, stops, unusable replies.

    scripts/prove_model.py --model FILE.gguf [--template chatml] [--stops 50] [--runs 200]

For 0 of N the 95 % upper bound is printed as 3/N. Exit code 1 where a promise is broken.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from localrag.adapters.llama_process import LlamaProcess
from localrag.adapters.model_files import sha256_of
from localrag.adapters.model_list import approve, check_is_model
from localrag.answer.grammar import claims_grammar
from localrag.answer.prompt import Shown, prompt
from localrag.answer.reply import read_reply
from localrag.answer.templates import TEMPLATES, Turn, data, said
from localrag.errors import ModelError
from localrag.language_models import options
from localrag.records.generation import ModelInUse, Prompt, PromptPiece, Sampling
from localrag.records.models import InstalledModel, SelfTest
from localrag.settings import GeneratorSettings

_STOP_SECONDS = 1.0
_ODD = (
    "",
    " ",
    "\u0000",
    "\t\t\t",
    '"',
    "\\",
    "[/]",
    "{}",
    "\u202e",
    "[E7]",
    "<|im_end|>",
    "😀" * 40,
    "a " * 300,
)
_NOT_TESTED = SelfTest(
    parsed=0, cited=0, refused=0, answerable=0, unanswerable=0, mode=None, tokens_per_second=0
)


class _StopError(Exception):
    """Raised by whoever no longer wants the text."""


def main() -> int:
    """Run all proofs; 1 where one fails."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--template", default="chatml", choices=TEMPLATES)
    parser.add_argument("--stops", type=int, default=50)
    parser.add_argument("--runs", type=int, default=200)
    chosen = parser.parse_args()
    identity = ModelInUse(chosen.model.stem, sha256_of(chosen.model), chosen.template, "full")
    model = LlamaProcess(identity, chosen.model, options(GeneratorSettings()))
    try:
        broken = [
            told("M1 hostile model files", *hostile_files(chosen.model)),
            told("I4 control tokens in data", *control_tokens(model)),
            told("Q1 stops that took a second or more", *stops(model, chosen.stops)),
            told("Q2 whole replies that cannot be read, and caps overrun", *replies(model, chosen.runs)),
        ]
    finally:
        model.close()
    return int(any(broken))


def told(name: str, faults: int, count: int, control: str) -> bool:
    """Print one promise; whether it is broken."""
    print(f"{name}: {faults} of {count} (at most {3 / max(count, 1):.1%}); {control}", flush=True)
    return faults > 0


def hostile_files(model: Path) -> tuple[int, int, str]:
    """Files that are not the known one, by hash; and foreign ones, by their first bytes."""
    faults = count = 0
    whole = model.read_bytes()
    known = InstalledModel(
        name="known",
        path=str(model),
        sha256=sha256_of(model),
        bytes=len(whole),
        mtime_ns=0,
        inode=0,
        template="chatml",
        self_test=_NOT_TESTED,
    )
    approve(known)
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / "model.gguf"
        for content in hostile_contents(whole):
            path.write_bytes(content)
            count += 1
            try:
                check_is_model(path)
                approve(known.model_copy(update={"path": str(path)}))
                faults += 1
            except ModelError:
                pass
    return faults, count, "control: the known file is approved"


def hostile_contents(whole: bytes) -> Iterator[bytes]:
    """25 files: foreign formats, cut ones, and ones with one byte changed."""
    yield from (
        b"",
        b"GGU",
        b"PK\x03\x04",
        b"\x80\x04\x95pickle.",
        b"\x7fELF",
        b"{}",
        b"#!/bin/sh\n",
        b"GGUF",
    )
    yield b"GGUF" + b"\xff" * 64
    yield b"GGUF\x03\0\0\0" + b"\xff" * 16
    yield from (whole[:length] for length in (4, 24, 1_000, 100_000, len(whole) // 2))
    draw = random.Random(1)
    for _ in range(10):
        at = draw.randrange(4, len(whole))
        yield whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :]


def control_tokens(model: LlamaProcess) -> tuple[int, int, str]:
    """Every family's markers, alone and inside words, as data; the control tokenises them as template."""
    turns = [Turn(role, (data("x"),)) for role in ("system", "user", "assistant")]
    markers = {
        piece.text
        for template in TEMPLATES
        for piece in said(template, turns, opens_reply=True)
        if piece.is_template
    } | {"<|endoftext|>", "<|begin_of_text|>", "<bos>", "<eos>", "<s>", "</s>"}
    texts = [form.format(marker) for marker in sorted(markers) for form in ("{}", "a{}b", "{0}{0}", " {} \n")]
    _, control = model.tokens([PromptPiece(text, False) for text in texts])
    _, positive = model.tokens([PromptPiece(text, True) for text in texts])
    caught = sum(bool(one) for one in positive)
    return sum(bool(one) for one in control), len(texts), f"control: as template {caught} hold some"


def stops(model: LlamaProcess, count: int) -> tuple[int, int, str]:
    """Stops at random moments of reading a prompt and of writing."""
    draw = random.Random(2)
    faults, worst = 0, 0.0
    asked = Prompt((), (data("word " * 1500),))
    for _ in range(count):
        _ = model.context_tokens
        began, wait = time.monotonic(), draw.uniform(0, 8)
        raised: list[float] = []

        def stop(_: str, began: float = began, wait: float = wait, raised: list[float] = raised) -> None:
            if time.monotonic() - began > wait:
                raised.append(time.monotonic())
                raise _StopError

        with contextlib.suppress(_StopError):
            model.generate(asked, Sampling("root ::= [a-z ]{2000}", 2000, 60.0), on_text=stop)
        took = time.monotonic() - raised[0] if raised else 0.0
        worst = max(worst, took)
        faults += took >= _STOP_SECONDS
    return faults, count, f"the longest took {worst:.2f} s"


def replies(model: LlamaProcess, count: int) -> tuple[int, int, str]:
    """Odd questions and passages under tight caps: a reply that ended is read, no cap is overrun."""
    draw, faults, whole = random.Random(3), 0, 0
    template = model.identity.template
    for number in range(count):
        question, text = draw.choice(_ODD), "".join(draw.choices(_ODD, k=3))
        sampling = Sampling(claims_grammar(["E1"]), 64, 20.0, temperature=0.8, seed=number)
        made = model.generate(prompt("full", template, question, [Shown("E1", text)]), sampling)
        ended = made.stopped_by == "end"
        whole += ended
        faults += (ended and read_reply(made.text) is None) or made.completion_tokens > sampling.max_tokens
    return faults, count, f"{whole} ended by themselves, the others were cut by a cap and count as no reply"


if __name__ == "__main__":
    raise SystemExit(main())
