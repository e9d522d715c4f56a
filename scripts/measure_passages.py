"""Public sets of long documents -> how well passages of several sizes are found.

    scripts/measure_passages.py --data ../shared/data --target 120 --target 200 [--split dev]

For each size a set's documents become files and an index of their own, cut by the product (``ours``) or by
one of two simpler splitters (``tokens``: windows of a fixed size; ``paragraphs``: as many as fit). Figures:

- ``documents``: nDCG@10 and recall@10 where documents are judged (``mtrag_govt``), a document's rank being
  that of its best passage.
- ``answers``: share of answerable questions whose answer stands in the first 1,500 tokens of passages,
  best first (``timeqa_hard``): what an answer would be written from. Larger passages bring more text, so
  counting tokens, not passages, is fair to small ones.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from itertools import islice, product
from pathlib import Path
from statistics import median
from typing import NamedTuple
from unittest import mock

from simple_splitters import packed_paragraphs, token_windows

from localrag.adapters.clock import SystemClock
from localrag.adapters.onnx_embedder import OnnxEmbedder
from localrag.index.reader import open_corpus
from localrag.index.writer import open_writer
from localrag.ingest import refresh
from localrag.ingest.passages import passages
from localrag.ingest.run import index
from localrag.records.ids import TenantId, UserId
from localrag.records.index import AS_USUAL
from localrag.records.plan import QueryPlan, Subquery, TemporalContext
from localrag.records.retrieval import EvidenceCandidate
from localrag.records.security import SecurityContext
from localrag.retrieve.retrieve import retrieve
from localrag.settings import IndexSettings, RetrieveSettings

MODEL = Path(__file__).resolve().parents[1] / "models" / "all-MiniLM-L6-v2"
SPLITTERS = {"ours": passages, "tokens": token_windows, "paragraphs": packed_paragraphs}
HEADINGS = {"h1": "# ", "h2": "## ", "h3": "### ", "h4": "#### ", "li": "- "}
"""Tags of a set's elements as marks of Markdown."""
LEVELS = ("public", "internal", "confidential", "restricted")
BUDGET = 1500
"""Tokens of evidence; the product's own default."""
DEPTH = 100
READER = SecurityContext(tenant_id=TenantId("local"), user_id=UserId("measure"), reads_everything=True)


class Question(NamedTuple):
    """A question, the documents judged relevant to it, and the answers it may have."""

    text: str
    relevant: dict[str, int]
    answers: tuple[str, ...]


def main() -> int:
    """Print one line a set and a size."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--set", action="append", dest="sets", help="default: mtrag_govt and timeqa_hard")
    parser.add_argument("--target", action="append", type=int, required=True, dest="targets")
    parser.add_argument("--splitter", action="append", choices=tuple(SPLITTERS), dest="splitters")
    parser.add_argument("--documents", type=int, default=None, help="only so many, and their questions")
    parser.add_argument("--split", choices=("dev", "report"), default="dev")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    embedder = OnnxEmbedder(MODEL, threads=options.threads)
    for name in options.sets or ("mtrag_govt", "timeqa_hard"):
        data = options.data / name
        documents = dict(islice(_documents(data), options.documents))
        files = {_file_name(name) for name in documents}
        questions = [one for one in _questions(data, options.split) if files.issuperset(one.relevant)]
        for splitter, target in product(options.splitters or ("ours",), options.targets):
            cut = mock.patch.object(refresh, "passages", SPLITTERS[splitter])
            with cut, tempfile.TemporaryDirectory() as folder:
                sizes = _build(documents, Path(folder), target, embedder)
                line = _measure(Path(folder) / "home", questions, embedder)
            print(f"{name:13} {splitter:10} target {target:4}  {sizes}  {line}", flush=True)
    return 0


def _documents(data: Path) -> Iterator[tuple[str, str]]:
    """Each document's id and its text in Markdown; what a set holds piece by piece is put together."""
    pieces: dict[str, list[str]] = {}
    for line in (data / "corpus.jsonl").open(encoding="utf-8"):
        entry = json.loads(line)
        name = _whole(entry["id"])
        if name not in pieces:
            pieces[name] = [f"+++\ntitle = {json.dumps(entry.get('title') or name)}\n+++"]
        mark = HEADINGS.get(entry.get("tag", ""), "")
        pieces[name].append(mark + entry["text"])
    for name, parts in pieces.items():
        yield name, "\n\n".join(parts) + "\n"


def _whole(document_id: str) -> str:
    """Of ``applying-for-probate#3``, an element, the page."""
    return document_id.rpartition("#")[0] or document_id


def _build(documents: dict[str, str], folder: Path, target: int, embedder: OnnxEmbedder) -> str:
    files, home = folder / "files", folder / "home"
    files.mkdir()
    home.mkdir()
    for name, text in documents.items():
        (files / f"{_file_name(name)}.md").write_text(text, encoding="utf-8")
    started = time.perf_counter()
    with open_writer(home, under_policy=False, group=None, re_embed=False) as writer:
        summary = index(
            [files],
            writer,
            embedder,
            settings=IndexSettings(target_tokens=target),
            classifications=LEVELS,
            clock=SystemClock(),
            has_policy=False,
            options=AS_USUAL,
            on_progress=lambda _: None,
        )
    return f"{summary.passages:6} passages in {time.perf_counter() - started:4.0f} s"


def _measure(home: Path, questions: list[Question], embedder: OnnxEmbedder) -> str:
    corpus = open_corpus(home)
    ndcg = recall = answered = answerable = 0.0
    lengths: list[int] = []
    for question in questions:
        found = retrieve(
            _plan(question.text),
            READER,
            corpus=corpus,
            embedder=lambda: embedder,
            settings=RetrieveSettings(),
            top_k=DEPTH,
        ).candidates
        lengths.extend(len(embedder.token_spans(one.text)) for one in found[:5])
        ranked = list(dict.fromkeys(Path(one.source_uri).stem for one in found))[:10]
        gains = [question.relevant.get(document, 0) for document in ranked]
        ideal = sorted(question.relevant.values(), reverse=True)[:10]
        ndcg += _discounted(gains) / _discounted(ideal)
        recall += sum(gain > 0 for gain in gains) / len(question.relevant)
        if question.answers:
            answerable += 1
            answered += _stands_in(question.answers, _within_budget(found, embedder))
    corpus.close()
    line = f"documents: nDCG@10 {ndcg / len(questions):.3f} recall@10 {recall / len(questions):.3f}"
    if answerable:
        line += f"  answers in {BUDGET} tokens: {answered / answerable:.3f} of {answerable:.0f}"
    return f"{line}  (passages found: median {median(lengths):.0f} tokens)"


def _within_budget(found: tuple[EvidenceCandidate, ...], embedder: OnnxEmbedder) -> str:
    kept, left = [], BUDGET
    for one in found:
        left -= len(embedder.token_spans(one.text))
        if left < 0:
            break
        kept.append(one.text)
    return "\n".join(kept)


def _stands_in(answers: tuple[str, ...], text: str) -> bool:
    words = " ".join(re.findall(r"\w+", text.casefold()))
    return any(" ".join(re.findall(r"\w+", answer.casefold())) in words for answer in answers)


def _questions(data: Path, split: str) -> Iterator[Question]:
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (data / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        question, document, grade = line.split("\t")
        relevant[question][_file_name(_whole(document))] = int(grade)
    source = data / "qa.jsonl" if (data / "qa.jsonl").exists() else data / "queries.jsonl"
    for line in source.open(encoding="utf-8"):
        entry = json.loads(line)
        is_dev = hashlib.sha1(entry["id"].encode()).hexdigest()[0] < "8"
        if entry["id"] in relevant and is_dev == (split == "dev"):
            answers = tuple(answer["text"] for answer in entry.get("answers", ()) if answer["text"].strip())
            yield Question(entry["text"], relevant[entry["id"]], answers)


def _file_name(document_id: str) -> str:
    return re.sub(r"[^\w.-]", "_", document_id)


def _discounted(gains: list[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def _plan(text: str) -> QueryPlan:
    day = date.today()
    return QueryPlan(
        normalized_query=text,
        query_type="exact_lookup",
        retrieval_mode="hybrid",
        subqueries=(Subquery(text=text),),
        temporal=TemporalContext(asked_date=day, effective_policy_date=day, basis="asked on"),
    )


if __name__ == "__main__":
    raise SystemExit(main())
