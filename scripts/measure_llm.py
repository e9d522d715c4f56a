"""A language model and questions with known answers -> F1 and abstention beside quoted answers, and speed.

    scripts/measure_llm.py --data DIR --model FILE.gguf [--template chatml] [--mode full|select]

DIR holds ``squad2`` (corpus.jsonl, qa.jsonl). Of the questions on the report split, the first 60 that have an
answer and the first 40 that have none (by SHA-1 of the id) are asked twice over an index of their passages:
quoted, and worded by the model. F1 is the best over the answer's words against any given answer; a question
without an answer is right where nothing is answered.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from localrag.adapters.llama_process import LlamaProcess
from localrag.adapters.model_files import sha256_of
from localrag.adapters.process_memory import resident_bytes
from localrag.administration import index
from localrag.answer.wording import NOT_SUPPORTED
from localrag.language_models import options
from localrag.records.answer import RagAnswer
from localrag.records.generation import ModelInUse
from localrag.records.trace import RagTrace
from localrag.settings import GeneratorSettings
from localrag.wiring import open_assistant

_ANSWERABLE_SHARE = 0.6


def main() -> int:
    """Print both ways side by side."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--template", default="chatml")
    parser.add_argument("--mode", choices=["full", "select"], default="full")
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--show", type=int, default=0, help="print so many worded answers")
    chosen = parser.parse_args()
    questions = list(picked(chosen.data / "squad2", chosen.questions))
    identity = ModelInUse(chosen.model.stem, sha256_of(chosen.model), chosen.template, chosen.mode)
    model = LlamaProcess(identity, chosen.model, options(GeneratorSettings()))
    with tempfile.TemporaryDirectory() as place:
        home, state = Path(place) / "home", Path(place) / "state"
        write_passages(chosen.data / "squad2", questions, Path(place) / "texts")
        index([Path(place) / "texts"], home=home, on_progress=lambda _: None)
        with open_assistant(home, state=state) as assistant:
            assistant._language_model = lambda: model
            quoted = [assistant.ask(one["text"], generator="extractive") for one in questions]
            began = time.monotonic()
            worded = [assistant.ask(one["text"], generator="llm") for one in questions]
            seconds = time.monotonic() - began
            traces = [assistant.trace(one.trace_id) for one in worded]
    memory = resident_bytes(model.process_id) if model.process_id else None
    model.close()
    report("quoted", questions, quoted)
    report("worded", questions, worded)
    tell_use(worded, traces, seconds, memory)
    shown = [one for one in worded if one.generator == "llm"][: chosen.show]
    for one in shown:
        print(f"\nQ {one.question}\nA {one.answer_markdown}")
        print("\n".join(f"  {citation.evidence_id}: {citation.quote}" for citation in one.citations))
    return 0


def picked(folder: Path, count: int) -> Iterator[dict[str, Any]]:
    """Questions of the report split, answerable ones first."""
    read = [json.loads(line) for line in (folder / "qa.jsonl").read_text(encoding="utf-8").splitlines()]
    ordered = sorted(read, key=lambda one: digest(one["id"]))
    held = [one for one in ordered if int(digest(one["id"])[0], 16) >= 8]
    wanted = round(count * _ANSWERABLE_SHARE)
    yield from [one for one in held if one["answers"]][:wanted]
    yield from [one for one in held if not one["answers"]][: count - wanted]


def digest(name: str) -> str:
    """SHA-1 of an id, which decides its split."""
    return hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()


def write_passages(folder: Path, questions: list[dict[str, Any]], to: Path) -> None:
    """One text file a passage of these questions."""
    wanted = {one["docid"] for one in questions}
    to.mkdir()
    for line in (folder / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
        passage = json.loads(line)
        if passage["id"] in wanted:
            (to / f"{digest(passage['id'])}.md").write_text(
                f"# {passage['title']}\n\n{passage['text']}\n", encoding="utf-8"
            )


def report(name: str, questions: list[dict[str, Any]], answers: list[RagAnswer]) -> None:
    """One line of figures."""
    pairs = list(zip(questions, answers, strict=True))
    scores = [best_f1(one, answer) for one, answer in pairs if one["answers"]]
    silent = [answer.disposition != "answer" for one, answer in pairs if not one["answers"]]
    silent_wrongly = [answer.disposition != "answer" for one, answer in pairs if one["answers"]]
    print(
        f"{name}: F1 {statistics.fmean(scores):.3f} over {len(scores)} with an answer, abstained on"
        f" {sum(silent)} of {len(silent)} without one and on {sum(silent_wrongly)} of {len(silent_wrongly)}"
        " with"
    )


def best_f1(question: dict[str, Any], answer: RagAnswer) -> float:
    """Of the answer's words against any given answer; 0 where nothing is answered."""
    said = words(re.sub(r"\[E\d+\]", " ", answer.answer_markdown)) if answer.disposition == "answer" else []
    return max(f1(said, words(given["text"])) for given in question["answers"])


def f1(said: list[str], given: list[str]) -> float:
    """Harmonic mean of precision and recall over words."""
    shared = sum((Counter(said) & Counter(given)).values())
    return 2 * shared / (len(said) + len(given)) if shared else 0.0


def words(text: str) -> list[str]:
    """Words in lower case."""
    return re.findall(r"\w+", text.lower())


def tell_use(answers: list[RagAnswer], traces: list[RagTrace], seconds: float, memory: int | None) -> None:
    """What the model did, and what it took."""
    asked = [trace for trace in traces if "attempts" in trace.token_usage]
    kept = sum(answer.generator == "llm" for answer in answers)
    refused = sum(NOT_SUPPORTED in answer.notices for answer in answers)
    faults = sum(
        one.claim_id in answer.unsupported_claims
        for answer in answers
        for one in answer.claims
        if answer.generator == "llm"
    )
    print(
        f"the model was asked for {len(asked)} of {len(answers)} answers; {kept} are in its words,"
        f" {refused} fell back to quotes; {faults} sentences in its answers that validation does not support"
    )
    print(
        f"{sum(trace.token_usage['attempts'] for trace in asked)} attempts,"
        f" {sum(trace.token_usage['completion'] for trace in asked)} tokens written, {seconds:.0f} s in all,"
        f" {(memory or 0) // 1_000_000} MB in the model's process"
    )


if __name__ == "__main__":
    raise SystemExit(main())
