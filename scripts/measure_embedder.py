"""The shipped embedder beside sentence-transformers on the same texts: speed, start, memory, quality."""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from localrag.adapters.model_files import SHIPPED_EMBEDDER, find_model
from localrag.adapters.onnx_embedder import OnnxEmbedder
from localrag.ports import Embedder

Encode = Callable[[Sequence[str]], NDArray[np.float32]]

_COLD_START = """
import sys, time
begin = time.perf_counter()
from localrag.adapters.model_files import find_model
from localrag.adapters.onnx_embedder import OnnxEmbedder
imported = time.perf_counter()
embedder = OnnxEmbedder(find_model(sys.argv[1]), threads=1)
opened = time.perf_counter()
embedder.embed(["What is the deadline to appeal an enforcement notice?"])
print(imported - begin, opened - imported, time.perf_counter() - opened)
"""

_MEMORY = """
import random, resource, sys
from localrag.adapters.model_files import find_model
from localrag.adapters.onnx_embedder import OnnxEmbedder
draw = random.Random(1)
embedder = OnnxEmbedder(find_model(sys.argv[1]), threads=int(sys.argv[2]))
seen = []
for _ in range(5):
    texts = [" ".join(["notice"] * draw.randrange(1, 400)) for _ in range(int(sys.argv[3]) // 5)]
    embedder.embed(texts)
    seen.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
print(*seen)
"""


def read_texts(data: Path, collection: str) -> dict[str, str]:
    """Passages of a collection by id, title first."""
    lines = (data / collection / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return {row["id"]: f"{row['title']} {row['text']}".strip() for row in rows}


def read_judgements(data: Path, collection: str) -> tuple[dict[str, str], dict[str, dict[str, int]]]:
    """Questions by id that have a judgement, and relevance by question and passage."""
    judged: dict[str, dict[str, int]] = {}
    for line in (data / collection / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        question, passage, relevance = line.split("\t")
        judged.setdefault(question, {})[passage] = int(relevance)
    lines = (data / collection / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    questions = {row["id"]: row["text"] for row in map(json.loads, lines) if row["id"] in judged}
    return questions, judged


def quality(encode: Encode, data: Path, collection: str) -> tuple[float, float]:
    """nDCG@10 and recall@10 of dense search alone, means over the judged questions."""
    texts = read_texts(data, collection)
    questions, judged = read_judgements(data, collection)
    passages = encode(list(texts.values()))
    ids = list(texts)
    gains, recalls = [], []
    for question, vector in zip(questions, encode(list(questions.values())), strict=True):
        scores = passages @ vector
        best = [ids[row] for row in np.argsort(-scores, kind="stable")[:10]]
        relevance = judged[question]
        found = sum(relevance.get(passage, 0) / math.log2(rank + 2) for rank, passage in enumerate(best))
        ideal = sorted(relevance.values(), reverse=True)[:10]
        gains.append(found / sum(gain / math.log2(rank + 2) for rank, gain in enumerate(ideal)))
        recalls.append(len(set(best) & relevance.keys()) / len(relevance))
    return statistics.mean(gains), statistics.mean(recalls)


class Speed(NamedTuple):
    """Texts encoded in one round."""

    a_second: float
    a_cpu_second: float
    """Over all threads: what a machine that is busy elsewhere still measures well."""


def speeds(encoders: dict[str, Encode], texts: Sequence[str], rounds: int) -> dict[str, list[Speed]]:
    """By encoder, in the order of the rounds; taken in turns, so that a busy machine slows all alike."""
    seen: dict[str, list[Speed]] = {name: [] for name in encoders}
    for encode in encoders.values():
        encode(texts[:4])
    for _ in range(rounds):
        for name, encode in encoders.items():
            begin, begin_cpu = time.perf_counter(), time.process_time()
            encode(texts)
            wall, cpu = time.perf_counter() - begin, time.process_time() - begin_cpu
            seen[name].append(Speed(len(texts) / wall, len(texts) / cpu))
    return seen


def in_new_process(program: str, *arguments: str) -> tuple[list[float], float]:
    """The numbers that a program prints, and its seconds from start to end."""
    begin = time.perf_counter()
    command = [sys.executable, "-c", program, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return [float(word) for word in done.stdout.split()], time.perf_counter() - begin


def sentence_transformers_encoder(folder: Path, threads: int) -> Encode:
    """The reference: its own ``encode``, batches of 32, as a user of the library would call it."""
    os.environ["HF_HUB_OFFLINE"] = "1"
    import torch
    from sentence_transformers import SentenceTransformer

    torch.set_num_threads(threads)
    model = SentenceTransformer(str(folder), device="cpu", local_files_only=True)

    def encode(texts: Sequence[str]) -> NDArray[np.float32]:
        vectors: NDArray[np.float32] = model.encode(
            list(texts), batch_size=32, normalize_embeddings=True, show_progress_bar=False
        )
        return vectors

    return encode


def report_start(threads: int, texts: int) -> None:
    """Print size, cold start by step (median of 5) and memory over many text lengths."""
    folder = find_model(SHIPPED_EMBEDDER)
    print(f"files: {', '.join(f'{p.name} {p.stat().st_size:,} bytes' for p in sorted(folder.iterdir()))}")
    runs = [in_new_process(_COLD_START, SHIPPED_EMBEDDER) for _ in range(5)]
    steps = [statistics.median(numbers[step] for numbers, _ in runs) for step in range(3)]
    whole = statistics.median(seconds for _, seconds in runs)
    print(
        "cold start, median of 5: "
        f"import {steps[0]:.3f} s, open {steps[1]:.3f} s, encode a question {steps[2]:.4f} s, "
        f"whole process {whole:.3f} s"
    )
    peaks, _ = in_new_process(_MEMORY, SHIPPED_EMBEDDER, str(threads), str(texts))
    print(f"peak memory after each fifth of {texts} texts, in MB: {', '.join(f'{p:.0f}' for p in peaks)}")


def report_speed(seen: dict[str, list[Speed]], tokens: float) -> None:
    """Print medians, and the median ratio of the pairs where there is a reference."""
    for name, rounds in seen.items():
        wall = statistics.median(speed.a_second for speed in rounds)
        cpu = statistics.median(speed.a_cpu_second for speed in rounds)
        print(f"{name}: {wall:.1f} passages a second, {cpu:.1f} a CPU second ({tokens:.0f} tokens each)")
    if len(seen) == 2:
        pairs = list(zip(*seen.values(), strict=True))
        print(
            f"ratio, median of {len(pairs)} pairs: "
            f"{statistics.median(ours.a_second / other.a_second for ours, other in pairs):.2f}, by CPU time "
            f"{statistics.median(ours.a_cpu_second / other.a_cpu_second for ours, other in pairs):.2f}"
        )


def main() -> int:
    """Print the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="folder with the retrieval collections")
    parser.add_argument("--reference", type=Path, help="sentence-transformers model folder; left out: none")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--texts", type=int, default=400, help="passages a round of the speed comparison")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--memory-texts", type=int, default=5000)
    parser.add_argument("--quality", nargs="*", default=["scifact", "mtrag_govt"], metavar="COLLECTION")
    options = parser.parse_args()

    report_start(options.threads, options.memory_texts)
    embedder: Embedder = OnnxEmbedder(find_model(SHIPPED_EMBEDDER), threads=options.threads)
    encoders: dict[str, Encode] = {"localrag": embedder.embed}
    if options.reference:
        encoders["sentence-transformers"] = sentence_transformers_encoder(options.reference, options.threads)
    half = options.texts // 2
    texts = [
        text
        for collection in ("scifact", "mtrag_govt")
        for text in list(read_texts(options.data, collection).values())[:half]
    ]
    tokens = statistics.mean(min(254, len(embedder.token_spans(text))) for text in texts)
    report_speed(speeds(encoders, texts, options.rounds), tokens)
    for collection in options.quality:
        for name, encode in encoders.items():
            gain, recall = quality(encode, options.data, collection)
            print(f"{collection}, {name}: nDCG@10 {gain:.4f}, recall@10 {recall:.4f}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
