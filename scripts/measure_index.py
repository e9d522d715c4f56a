#!/usr/bin/env python3
"""How fast an index is at scale, and how well its lexical scoring ranks.

    python scripts/measure_index.py scale --passages 100000
    python scripts/measure_index.py rows --passages 1000000
    python scripts/measure_index.py ranking --data ../shared/data --split dev [--stemming plural] [--b 0.75]

``scale`` builds an index of drawn text (80 words a passage, 50,000 words by Zipf's law, 20 passages a
document) and drawn vectors of 384 dimensions, then asks as a reader of 0.1 %, 10 % and all of it.
``rows`` draws the postings and vectors of the segments themselves, without texts or corpus.db, and scores
eight terms and one vector. ``ranking`` scores public passages with the terms and the BM25 of localrag:
nDCG@10 and recall@10.
"""

from __future__ import annotations

import argparse
import functools
import hashlib
import importlib
import json
import math
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag.adapters.faiss_index import FaissIndex, index_bytes
from localrag.index import bm25
from localrag.index.build import MAX_SEGMENT_PASSAGES
from localrag.index.dense import dense_hits
from localrag.index.lexicon import IndexedPassage, Lexicon, lexicon_arrays
from localrag.index.reader import PublishedCorpus, open_corpus
from localrag.index.writer import open_writer
from localrag.records.documents import ParsedDocument
from localrag.records.models import EmbedderIdentity
from localrag.records.retrieval import RetrievalFilters
from localrag.records.security import SecurityContext
from localrag.text import stem as stemming
from localrag.text import terms as terms_room
from localrag.text.terms import content_terms
from tests.builders import asker, document, file_of, source, untold

WIDTH = 384
PASSAGES_A_DOCUMENT = 20
WORDS_A_PASSAGE = 80
VOCABULARY = 50_000
ROUNDS = 15
TODAY = RetrievalFilters(in_force_on=date(2026, 1, 1))
SHARES = {"0.1 %": ("rare",), "10 %": ("rare", "some"), "100 %": ("rare", "some", "rest")}
DEVELOPMENT = {"scifact": "qrels_train.tsv"}
"""Judgements of the development half where a set has its own; else the half is taken by the id's hash."""


class DrawnEmbedder:
    """A vector of length one, drawn from the text's hash: as fast as the index can be fed."""

    identity = EmbedderIdentity(
        model_id="drawn", sha256="0" * 64, width=WIDTH, normalised=True, max_tokens=254
    )

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Shape (len(texts), 384)."""
        drawn = np.empty((len(texts), WIDTH), dtype=np.float32)
        for row, text in enumerate(texts):
            seed = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")
            drawn[row] = np.random.Generator(np.random.SFC64(seed)).standard_normal(WIDTH, dtype=np.float32)
        drawn /= np.linalg.norm(drawn, axis=1, keepdims=True)
        return drawn

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """One token."""
        return [(0, len(text))]


def main() -> int:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, dest="command")
    scale = commands.add_parser("scale")
    scale.add_argument("--passages", type=int, default=100_000)
    scale.add_argument("--home", type=Path, help="build here, or use what was built here")
    scale.add_argument("--cold", action="store_true", help=argparse.SUPPRESS)
    rows = commands.add_parser("rows")
    rows.add_argument("--passages", type=int, default=1_000_000)
    ranking = commands.add_parser("ranking")
    ranking.add_argument("--data", type=Path, required=True)
    ranking.add_argument("--split", choices=("dev", "report"), default="dev")
    ranking.add_argument("--set", action="append", dest="sets")
    ranking.add_argument("--stemming", choices=("light", "none", "plural"), default="light")
    ranking.add_argument("--k1", type=float, default=bm25.K1)
    ranking.add_argument("--b", type=float, default=bm25.B)
    options = parser.parse_args()
    if options.command == "ranking":
        return _ranking(options)
    if options.command == "rows":
        return _rows(options.passages)
    if options.cold:
        return _cold(options.home)
    with tempfile.TemporaryDirectory() as folder:
        home = options.home or Path(folder) / "home"
        if not home.exists():
            _build(home, options.passages)
        return _scale(home)


def _build(home: Path, passages: int) -> None:
    began = time.perf_counter()
    with open_writer(home, under_policy=True, group=None) as writer:
        writer.register(source())
        for parsed in drawn_documents(passages):
            writer.put(parsed, file_of(parsed))
        staged = time.perf_counter()
        published = writer.publish(DrawnEmbedder(), untold)
        ended = time.perf_counter()
    print(f"staging {1e6 * (staged - began) / passages:.0f} us a passage")
    print(
        f"publishing {1e6 * (ended - staged - published.encode_seconds) / passages:.0f} us a passage, "
        f"drawing vectors aside"
    )
    print(f"peak memory while indexing {_peak_megabytes():.0f} MB")
    sizes: dict[str, int] = defaultdict(int)
    for path in home.rglob("*"):
        if path.is_file():
            sizes[path.suffix or path.name] += path.stat().st_size
    print({kind: f"{size / 1e6:.1f} MB" for kind, size in sizes.items() if size > 1000})


def drawn_documents(passages: int) -> Iterator[ParsedDocument]:
    """Documents of twenty drawn passages each."""
    draw = np.random.default_rng(7)
    weights = 1 / np.arange(1, VOCABULARY + 1)
    weights /= weights.sum()
    for number in range(passages // PASSAGES_A_DOCUMENT):
        words = draw.choice(VOCABULARY, size=(PASSAGES_A_DOCUMENT, WORDS_A_PASSAGE), p=weights)
        text = "\n\n".join(" ".join(_word(word) for word in row) for row in words.tolist())
        share = draw.random()
        acl = "rare" if share < 0.001 else "some" if share < 0.1 else "rest"
        yield document(
            text, uri=f"{number}.md", title=f"Document {number}", acl_policy_id=acl, valid_from="2024-01-01"
        )


@functools.cache
def _word(number: int) -> str:
    return "".join("bdfgklmnprtvz"[int(digit)] + "aeiou"[number % 5] for digit in str(number)) + "x"


def _scale(home: Path) -> int:
    cold = [sys.executable, __file__, "scale", "--home", str(home), "--cold"]
    for name in ("cold", "again"):
        print(name, subprocess.run(cold, capture_output=True, text=True, check=True).stdout.strip())
    with open_corpus(home) as corpus:
        ranks = (3, 12, 40, 150, 600, 2_000, 9_000, 30_000)
        query = [term for rank in ranks for term in content_terms(_word(rank))]
        vectors = DrawnEmbedder().embed([f"question {number}" for number in range(ROUNDS)])
        for name, acls in SHARES.items():
            print(f"{name:>6} permitted", _asked(home, corpus, asker(*acls), query, vectors))
    print(f"peak memory {_peak_megabytes():.0f} MB, mapped files that were touched included")
    return 0


def _asked(
    home: Path,
    corpus: PublishedCorpus,
    security: SecurityContext,
    query: Sequence[str],
    vectors: NDArray[np.float32],
) -> str:
    """Times of each kind of question within one asker's scope."""
    first = _milliseconds(lambda: corpus.scope(security, TODAY).lexical(["x"], 1))
    scope = corpus.scope(security, TODAY)
    hits = [hit.chunk_id for hit in scope.dense(vectors[0], 60)]
    times = {
        "lexical": _fresh_lexical(home, security, query),
        "terms seen before": _median(lambda: scope.lexical(query, 60)),
        "dense": statistics.median(_milliseconds(partial(scope.dense, one, 60)) for one in vectors),
        "fetch": _median(lambda: scope.fetch(hits)),
    }
    shown = ", ".join(f"{name} {took:.1f}" for name, took in times.items())
    return f"({scope.size} passages): first scope {first:.1f}, {shown} ms"


def _fresh_lexical(home: Path, security: SecurityContext, query: Sequence[str]) -> float:
    """A query whose terms were not looked up yet, in a scope that is known."""
    took = []
    for _ in range(5):
        with open_corpus(home) as corpus:
            scope = corpus.scope(security, TODAY)
            scope.lexical(["unknown"], 1)
            took.append(_milliseconds(partial(scope.lexical, query, 60)))
    return statistics.median(took)


def _median(work: Callable[[], object]) -> float:
    return statistics.median(_milliseconds(work) for _ in range(ROUNDS))


def _cold(home: Path) -> int:
    """What one question costs a new process, step by step."""
    security, vector = asker("rare", "some", "rest"), DrawnEmbedder().embed(["question"])[0]
    steps: dict[str, float] = {}
    began = time.perf_counter()
    corpus = open_corpus(home)
    steps["open"] = 1000 * (time.perf_counter() - began)
    steps["scope"] = _milliseconds(lambda: corpus.scope(security, TODAY))
    scope = corpus.scope(security, TODAY)
    steps["lexical"] = _milliseconds(lambda: scope.lexical(content_terms(_word(600)), 60))
    steps["importing faiss"] = _milliseconds(lambda: importlib.import_module("faiss"))
    steps["dense"] = _milliseconds(lambda: scope.dense(vector, 60))
    print(", ".join(f"{name} {took:.1f}" for name, took in steps.items()), "ms")
    return 0


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


def _peak_megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _rows(passages: int) -> int:
    """Eight terms in 83 % to 0.1 % of the passages, and one vector, for three shares of permitted rows."""
    draw = np.random.default_rng(5)
    names = [f"term{number}" for number in range(8)]
    lexicons, indexes = [], []
    for start in range(0, passages, MAX_SEGMENT_PASSAGES):
        count = min(MAX_SEGMENT_PASSAGES, passages - start)
        lexicons.append(Lexicon(_drawn_lexicon(draw, names, count)))
        vectors = draw.standard_normal((count, WIDTH), dtype=np.float32).astype(np.float16)
        indexes.append(FaissIndex(index_bytes([vectors], WIDTH)))
    query = draw.standard_normal(WIDTH, dtype=np.float32)
    for share in (1.0, 0.1, 0.001):
        masks = [draw.random(len(lexicon.lengths)) < share for lexicon in lexicons]
        segments = [
            bm25.PermittedSegment(lexicon, mask, bool(mask.all()))
            for lexicon, mask in zip(lexicons, masks, strict=True)
        ]
        fresh = _median(lambda: bm25.PermittedPassages(segments).score(names, 60))  # noqa: B023
        known = bm25.PermittedPassages(segments)
        again = _median(partial(known.score, names, 60))
        dense = _median(partial(dense_hits, list(zip(indexes, masks, strict=True)), query, 60))
        print(
            f"{share:>6.1%} of {passages} rows permitted: lexical {fresh:.1f}, "
            f"terms seen before {again:.1f}, dense {dense:.1f} ms"
        )
    return 0


def _drawn_lexicon(
    draw: np.random.Generator, names: Sequence[str], count: int
) -> dict[str, NDArray[np.generic]]:
    shares = (0.83, 0.42, 0.16, 0.045, 0.011, 0.004, 0.002, 0.001)
    rows = [np.flatnonzero(draw.random(count) < share).astype(np.uint32) for share in shares]
    words = b"".join(name.encode() + b"\n" for name in names)
    return {
        "passage": np.arange(count, dtype=np.uint32),
        "document": np.arange(count, dtype=np.uint32),
        "length": draw.integers(60, 100, count).astype(np.uint32),
        "words": np.frombuffer(words, dtype=np.uint8),
        "word_start": np.cumsum([0, *(len(name) + 1 for name in names)]).astype(np.uint32),
        "posting_start": np.cumsum([0, *map(len, rows)]).astype(np.uint64),
        "posting_row": np.concatenate(rows),
        "posting_count": draw.integers(1, 4, sum(map(len, rows))).astype(np.uint16),
    }


def _ranking(options: argparse.Namespace) -> int:
    bm25.K1, bm25.B = options.k1, options.b
    others: dict[str, Callable[[str], str]] = {
        "light": stemming.stem,
        "none": lambda word: word,
        "plural": lambda word: stemming._singular(word) if len(word) > 3 and word.isascii() else word,
    }
    vars(terms_room)["stem"] = others[options.stemming]
    scores = []
    for name in options.sets or ("scifact", "mtrag_govt", "mtrag_fiqa", "mtrag_clapnq"):
        found = _rank(options.data / name, options.split)
        scores.append(found[0])
        print(
            f"{name} {options.split}: nDCG@10 {found[0]:.4f}, recall@10 {found[1]:.4f}, {found[2]} questions"
        )
    print(f"mean nDCG@10 {statistics.mean(scores):.4f}")
    return 0


def _rank(folder: Path, split: str) -> tuple[float, float, int]:
    corpus = [json.loads(line) for line in (folder / "corpus.jsonl").open(encoding="utf-8")]
    texts = (f"{one.get('title') or ''}\n{one['text']}" for one in corpus)
    lexicon = Lexicon(lexicon_arrays(IndexedPassage(n, n, text) for n, text in enumerate(texts)))
    everything = bm25.PermittedSegment(lexicon, np.ones(len(corpus), dtype=np.bool_), True)
    passages = bm25.PermittedPassages([everything])
    gains, recalls = [], []
    for text, relevant in _questions(folder, split):
        hits = passages.score(content_terms(text), 10)
        ranked = sorted(
            (-score, corpus[row]["id"]) for hit in hits for row, score in zip(*hit[1:], strict=True)
        )
        found = [name for _, name in ranked[:10]]
        best = sum(
            value / math.log2(2 + place) for place, value in enumerate(sorted(relevant.values())[:-11:-1])
        )
        gains.append(
            sum(relevant.get(name, 0) / math.log2(2 + place) for place, name in enumerate(found)) / best
        )
        recalls.append(len({*found} & {*relevant}) / len(relevant))
    return statistics.mean(gains), statistics.mean(recalls), len(gains)


def _questions(folder: Path, split: str) -> Iterator[tuple[str, dict[str, int]]]:
    own = DEVELOPMENT.get(folder.name)
    judged = own if own and split == "dev" else "qrels.tsv"
    relevant: dict[str, dict[str, int]] = defaultdict(dict)
    for line in (folder / judged).read_text(encoding="utf-8").splitlines()[1:]:
        question, name, value = line.split()
        if int(value) > 0:
            relevant[question][name] = int(value)
    for line in (folder / "queries.jsonl").open(encoding="utf-8"):
        one = json.loads(line)
        first = int(hashlib.sha1(one["id"].encode()).hexdigest()[0], 16)
        if one["id"] in relevant and (own or (first < 8) == (split == "dev")):
            yield one["text"], relevant[one["id"]]


if __name__ == "__main__":
    raise SystemExit(main())
