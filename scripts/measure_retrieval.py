"""Public retrieval sets -> nDCG@10 and recall@10 of lexical, dense and hybrid search.

    scripts/measure_retrieval.py --data ../shared/data --set scifact --set mtrag_govt [--keep DIR]

Every document becomes a file, the files are indexed as a person's folder is, and every question runs through
the product's own retrieval. A document's rank is that of its best passage. Each set is a folder with
``corpus.jsonl``, ``queries.jsonl`` and ``qrels.tsv``. ``--split dev`` takes the questions whose id
hashes below eight (or ``qrels_train.tsv`` where there is one), ``--split report`` the others; all of them
where left out.
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
from pathlib import Path
from typing import NamedTuple

from localrag import administration, wiring
from localrag.index.reader import open_corpus
from localrag.records.ids import TenantId, UserId
from localrag.records.plan import QueryPlan, RetrievalMode, Subquery, TemporalContext
from localrag.records.security import SecurityContext
from localrag.retrieve.retrieve import retrieve
from localrag.settings import RetrieveSettings

DEPTH = 100
"""Passages looked through for ten documents."""
MODES: dict[str, RetrievalMode] = {"lexical": "lexical", "dense": "vector", "hybrid": "hybrid"}
READER = SecurityContext(tenant_id=TenantId("local"), user_id=UserId("measure"), reads_everything=True)


class Question(NamedTuple):
    """A question and the documents judged relevant to it."""

    id: str
    text: str
    relevant: dict[str, int]


def main() -> int:
    """Print one line a set and a way of searching."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--set", action="append", required=True, dest="sets")
    parser.add_argument("--split", choices=("dev", "report"))
    parser.add_argument("--keep", type=Path, help="keep the indexes here, and use those that are there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in options.sets:
            home = (options.keep or Path(folder)) / name
            _build(options.data / name, home)
            questions = list(_questions(options.data / name, options.split))
            for label, mode in MODES.items():
                ndcg, recall, seconds = _measure(home, questions, mode)
                print(
                    f"{name:14} {label:8} nDCG@10 {ndcg:.3f}  recall@10 {recall:.3f}  "
                    f"{len(questions)} questions, {1000 * seconds / len(questions):.1f} ms each",
                    flush=True,
                )
    return 0


def _build(data: Path, home: Path) -> None:
    if (home / "corpus.db").exists():
        return
    files = home.parent / f"{home.name}-files"
    files.mkdir(parents=True, exist_ok=True)
    for line in (data / "corpus.jsonl").open(encoding="utf-8"):
        entry = json.loads(line)
        title = json.dumps(entry.get("title") or entry["id"])
        path = files / f"{_file_name(entry['id'])}.md"
        path.write_text(f"+++\ntitle = {title}\n+++\n\n{entry['text']}\n", encoding="utf-8")
    started = time.perf_counter()
    summary = administration.index([files], home=home, on_progress=lambda _: None)
    print(
        f"{home.name:14} indexed {summary.added} documents, {summary.passages} passages in "
        f"{time.perf_counter() - started:.0f} s",
        flush=True,
    )


def _file_name(document_id: str) -> str:
    return re.sub(r"[^\w.-]", "_", document_id)


def _questions(data: Path, split: str | None) -> Iterator[Question]:
    training = data / "qrels_train.tsv"
    named = split if training.exists() else None
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    qrels = training if named == "dev" else data / "qrels.tsv"
    for line in qrels.read_text(encoding="utf-8").splitlines()[1:]:
        question, document, grade = line.split("\t")
        relevant[question][_file_name(document)] = int(grade)
    for line in (data / "queries.jsonl").open(encoding="utf-8"):
        entry = json.loads(line)
        is_dev = hashlib.sha1(entry["id"].encode()).hexdigest()[0] < "8"
        if entry["id"] in relevant and (named or split is None or is_dev == (split == "dev")):
            yield Question(entry["id"], entry["text"], relevant[entry["id"]])


def _measure(home: Path, questions: list[Question], mode: RetrievalMode) -> tuple[float, float, float]:
    settings = RetrieveSettings()
    embedder = wiring.shipped_embedder()
    corpus = open_corpus(home)
    ndcg = recall = 0.0
    started = time.perf_counter()
    for question in questions:
        found = retrieve(
            _plan(question.text, mode),
            READER,
            corpus=corpus,
            embedder=lambda: embedder,
            settings=settings,
            top_k=DEPTH,
        )
        ranked = list(dict.fromkeys(Path(one.source_uri).stem for one in found.candidates))[:10]
        gains = [question.relevant.get(document, 0) for document in ranked]
        ideal = sorted(question.relevant.values(), reverse=True)[:10]
        ndcg += _discounted(gains) / _discounted(ideal)
        recall += sum(gain > 0 for gain in gains) / sum(grade > 0 for grade in question.relevant.values())
    seconds = time.perf_counter() - started
    corpus.close()
    return ndcg / len(questions), recall / len(questions), seconds


def _discounted(gains: list[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


def _plan(text: str, mode: RetrievalMode) -> QueryPlan:
    day = date.today()
    return QueryPlan(
        normalized_query=text,
        query_type="exact_lookup",
        retrieval_mode=mode,
        subqueries=(Subquery(text=text),),
        temporal=TemporalContext(asked_date=day, effective_policy_date=day, basis="asked on"),
    )


if __name__ == "__main__":
    raise SystemExit(main())
