"""Answers by the hundred, and faults on purpose -> whether every citation holds and nothing is made up.

    python -m scripts.prove_answers --data DIR --home HOME [--answers 500]

HOME is an index of corpus/agency, corpus/uploads and corpus/harbour; DIR holds the public sets, of which
squad2 is indexed for more answers. Proves, each with positive controls:

- citations: no id outside the evidence, no quote that is not in the stored page, no page that the file itself
  does not bear out;
- closed failure: questions that the documents cannot answer end without an answer, and with a fault in the
  index or the model there is an error with a reason, or an answer whose citations hold.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pypdfium2

from localrag import administration, wiring
from localrag.adapters.model_files import SHIPPED_EMBEDDER, find_model
from localrag.api import Assistant
from localrag.errors import LocalragError
from localrag.records.answer import Citation, RagAnswer
from localrag.text.quotes import even, locate

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
UNANSWERABLE, FAULTS = 100, 50


class Fault(NamedTuple):
    """One citation that does not hold."""

    kind: str
    detail: str


def faults_of(answer: RagAnswer, assistant: Assistant) -> Iterator[Fault]:
    """What is wrong with an answer's citations; none for one without."""
    evidence = {one.evidence_id: one for one in answer.evidence}
    for citation in answer.citations:
        held = evidence.get(citation.evidence_id)
        if held is None or held.chunk_id != citation.chunk_id:
            yield Fault("dangling id", citation.evidence_id)
            continue
        stored = assistant.show(citation.chunk_id).text
        if locate(citation.quote, stored) is None:
            yield Fault("quote not found", citation.quote)
        if not page_holds(citation, held.source_id, held.source_uri):
            yield Fault("wrong page", f"{held.source_uri} {citation.page_start}: {citation.quote}")


def page_holds(citation: Citation, source: str, uri: str) -> bool:
    """Whether the PDF itself has the quote's words on the pages cited; true for what has no pages."""
    path = CORPUS / source / uri
    if path.suffix != ".pdf" or citation.page_start is None:
        return path.suffix != ".pdf"
    with pypdfium2.PdfDocument(path) as document:
        pages = range(citation.page_start, (citation.page_end or citation.page_start) + 1)
        printed = " ".join(document[page - 1].get_textpage().get_text_bounded() for page in pages)
    return _letters(citation.quote) in _letters(printed)


def _letters(text: str) -> str:
    return "".join(char for char in even(text).casefold() if char.isalnum())


def questions_on(assistant: Assistant) -> Iterator[str]:
    """A question on every section of what the assistant may read, and those that came with the corpus."""
    for line in (CORPUS / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        yield json.loads(line)["question"]
    seen = set()
    for word in (
        "must",
        "days",
        "may",
        "case",
        "report",
        "notice",
        "form",
        "officer",
        "vehicle",
        "contractor",
    ):
        for hit in assistant.search(word, top_k=200).hits:
            topic = hit.heading_path[-1] if hit.heading_path else hit.title
            if topic not in seen:
                seen.add(topic)
                yield f"What does {hit.title} say about {topic}?"


def public_questions(data: Path) -> Iterator[tuple[str, str]]:
    """Of squad2, with the id of the paragraph each was written for."""
    for line in (data / "squad2" / "qa.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        if row["answerable"]:
            yield row["text"], row["docid"]


def index_public(data: Path, home: Path) -> None:
    """An index of squad2's paragraphs, a file each."""
    files = home.parent / "squad2"
    files.mkdir(parents=True)
    for line in (data / "squad2" / "corpus.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        (files / f"{row['id'].replace('#', '-').replace('/', '-')}.md").write_text(
            row["text"], encoding="utf-8"
        )
    administration.index([files], home=home, on_progress=lambda _: None)


def prove_citations(assistants: list[tuple[Assistant, Iterator[str]]], wanted: int) -> bool:
    """Ask until there are enough answers; print what did not hold."""
    found: Counter[str] = Counter()
    answers = quotes = paged = 0
    controls: list[tuple[RagAnswer, Assistant]] = []
    for number, (assistant, questions) in enumerate(assistants, start=1):
        for question in questions:
            answer = assistant.ask(question)
            if answer.status != "answered":
                continue
            answers += 1
            quotes += len(answer.citations)
            paged += sum(one.page_start is not None for one in answer.citations)
            for fault in faults_of(answer, assistant):
                found[fault.kind] += 1
                print(f"  {fault.kind}: {fault.detail}")
            if len(controls) < 20 or (answer.citations and answer.citations[0].page_start):
                controls.append((answer, assistant))
            if answers >= wanted * number // len(assistants):
                break
    caught = Counter(
        kind
        for answer, assistant in controls
        for kind, change in CONTROLS
        for _ in _caught(kind, change, answer, assistant)
    )
    print(f"answers {answers}, citations {quotes}, on numbered pages {paged}")
    bound = 300 / answers if answers else 100.0
    for kind in ("dangling id", "quote not found", "wrong page"):
        print(
            f"  {kind}: {found[kind]} (95 % bound {bound:.2g} % of answers); planted, caught {caught[kind]}"
        )
    return answers >= wanted and not found and all(caught[kind] for kind, _ in CONTROLS)


def _caught(
    kind: str, change: Callable[[Citation], Citation], answer: RagAnswer, assistant: Assistant
) -> Iterator[None]:
    if not answer.citations:
        return
    planted = answer.model_copy(update={"citations": (change(answer.citations[0]), *answer.citations[1:])})
    if any(fault.kind == kind for fault in faults_of(planted, assistant)):
        yield None


CONTROLS: tuple[tuple[str, Callable[[Citation], Citation]], ...] = (
    ("dangling id", lambda one: one.model_copy(update={"evidence_id": "E99"})),
    ("quote not found", lambda one: one.model_copy(update={"quote": f"{one.quote} or nine"})),
    ("wrong page", lambda one: one.model_copy(update={"page_start": 1, "page_end": 1})),
)


def prove_unanswerable(assistant: Assistant, data: Path) -> bool:
    """Ask of the agency's documents what only an encyclopedia answers."""
    ends: Counter[str] = Counter()
    for number, (question, _) in enumerate(public_questions(data)):
        if number % 29 == 0 and sum(ends.values()) < UNANSWERABLE:
            answer = assistant.ask(question)
            ends[answer.status] += 1
            if answer.status == "answered":
                print(f"  answered: {question} {answer.answer_markdown[:120]!r}")
            if not answer.missing_information and answer.status == "insufficient_evidence":
                ends["without a reason"] += 1
    control = assistant.ask("What is the deadline to appeal an enforcement notice?").status
    print(f"questions on other matters {UNANSWERABLE}: {dict(ends)}; a question on its own matter: {control}")
    return not ends["answered"] and not ends["without a reason"] and control == "answered"


def prove_faults(home: Path) -> bool:
    """Damage copies of the index and of the model; none may lead to an answer whose citations do not hold."""
    ends: Counter[str] = Counter()
    made_up = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(FAULTS):
            copy = Path(folder) / f"home-{number}"
            shutil.copytree(home, copy)
            kind = _break(copy, number, Path(folder))
            end, holds = _outcome(copy, Path(folder) / "state", closed=kind == "closed")
            ends[f"{kind}: {end}"] += 1
            made_up += not holds
            shutil.rmtree(copy)
        whole = Path(folder) / "whole"
        shutil.copytree(home, whole)
        control, _ = _outcome(whole, Path(folder) / "state", closed=False)
    for end, count in sorted(ends.items()):
        print(f"  {end} {count}")
    print(f"faults {FAULTS}: {made_up} answers without evidence; without a fault: {control}")
    return not made_up and control == "answered"


def _break(home: Path, number: int, folder: Path) -> str:
    kinds = ("model missing", "model changed", "database cut", "segment cut", "closed")
    kind = kinds[number % len(kinds)]
    if kind == "model missing":
        (home / "localrag.toml").write_text(f"[embedder]\nfolder = {json.dumps(str(folder / 'nowhere'))}\n")
    elif kind == "model changed":
        models = folder / f"models-{number}"
        shutil.copytree(find_model(SHIPPED_EMBEDDER).parent, models)
        weights = models / SHIPPED_EMBEDDER / ("model.onnx", "model.weights", "tokenizer.json")[number % 3]
        changed = bytearray(weights.read_bytes())
        changed[(number * 7919) % len(changed)] ^= 1
        weights.write_bytes(changed)
        (home / "localrag.toml").write_text(
            f"[embedder]\nfolder = {json.dumps(str(models / SHIPPED_EMBEDDER))}\n"
        )
    elif kind == "database cut":
        _cut(home / "corpus.db", number)
    elif kind == "segment cut":
        files = sorted(path for path in (home / "segments").rglob("*") if path.is_file())
        _cut(files[number % len(files)], number)
    return kind


def _cut(path: Path, number: int) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) * (number % 9) // 10])


def _outcome(home: Path, state: Path, *, closed: bool) -> tuple[str, bool]:
    """How a question ended, and whether nothing was said without evidence."""
    try:
        with wiring.open_assistant(home, state=state) as assistant:
            if closed:
                assistant.close()
            answer = assistant.ask("What is the deadline to appeal an enforcement notice?")
            return answer.status, not list(faults_of(answer, assistant))
    except LocalragError as error:
        return f"error {error.code}", bool(str(error))


def main() -> int:
    """Print what was proved; 1 where something does not hold."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--answers", type=int, default=500)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        public = Path(folder) / "home"
        index_public(options.data, public)
        state = Path(folder) / "state"
        with (
            wiring.open_assistant(options.home, state=state) as agency,
            wiring.open_assistant(public, state=state) as encyclopedia,
        ):
            on_public = (question for question, _ in public_questions(options.data))
            held = prove_citations(
                [(agency, questions_on(agency)), (encyclopedia, on_public)], options.answers
            )
            held = prove_unanswerable(agency, options.data) and held
    held = prove_faults(options.home) and held
    print("all held" if held else "something did not hold")
    return 0 if held else 1


if __name__ == "__main__":
    raise SystemExit(main())
