"""Conversations of public sets -> nDCG@10 of the last turn, by itself and as the product completes it.

    scripts/measure_follow_ups.py --data ../shared/data --set mtrag_govt --keep DIR

Runs over the indexes that ``measure_retrieval.py --keep DIR`` leaves behind. A set's questions hold the last
turn as typed, the turns before it, and a person's rewrite that stands alone. Questions whose id hashes below
eight are for choosing weights (dev), the others for reporting.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from localrag import wiring
from localrag.index.reader import open_corpus
from localrag.plan.follow_up import standalone
from localrag.ports import Corpus, Embedder
from localrag.records.conversation import StandaloneQuestion, Turn
from localrag.records.ids import TenantId, UserId
from localrag.records.plan import QueryPlan, Subquery, TemporalContext
from localrag.records.security import SecurityContext
from localrag.retrieve.retrieve import retrieve
from localrag.settings import RetrieveSettings

DEPTH = 100
"""Passages looked through for ten documents."""
READER = SecurityContext(tenant_id=TenantId("local"), user_id=UserId("measure"), reads_everything=True)
TODAY = date.today()
_DRAWS = 4000
"""Resamples; the interval's ends move by less than .002 between seeds."""


def main() -> int:
    """Print one line a set and split."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--set", action="append", required=True, dest="sets")
    parser.add_argument(
        "--keep", type=Path, required=True, help="where measure_retrieval.py left the indexes"
    )
    options = parser.parse_args()
    embedder = wiring.shipped_embedder()
    for name in options.sets:
        corpus = open_corpus(options.keep / name)
        scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        relevant = _relevant(options.data / name)
        for line in (options.data / name / "queries.jsonl").open(encoding="utf-8"):
            entry = json.loads(line)
            if not entry["history"]:
                continue
            split = "dev" if hashlib.sha1(entry["id"].encode()).hexdigest()[0] < "8" else "report"
            for label, searches in _ways(entry).items():
                found = _documents(searches, corpus, embedder)
                scores[split][label].append(_ndcg(found, relevant[entry["id"]]))
        for split, by_label in scores.items():
            told = "  ".join(f"{label} {sum(all_) / len(all_):.3f}" for label, all_ in by_label.items())
            print(f"{name:14} {split:6} {len(by_label['human rewrite']):4} turns  {told}", flush=True)
            print(f"{'':21} {_compared(by_label['as typed'], by_label['stand-alone'])}", flush=True)
        corpus.close()
    return 0


def _compared(before: Sequence[float], after: Sequence[float]) -> str:
    """The gain of ``after`` over ``before``, paired by turn, with its 95 % interval by the bootstrap."""
    gains = [later - earlier for earlier, later in zip(before, after, strict=True)]
    draw = random.Random(7)
    means = sorted(sum(draw.choices(gains, k=len(gains))) / len(gains) for _ in range(_DRAWS))
    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    low, high = means[int(_DRAWS * 0.025)], means[int(_DRAWS * 0.975)]
    return (
        f"stand-alone over as typed: {sum(gains) / len(gains):+.3f} ({low:+.3f} to {high:+.3f}),"
        f" {better} turns better, {worse} worse"
    )


def _ways(entry: dict[str, object]) -> dict[str, tuple[Subquery, ...]]:
    """What is searched for, by how the last turn is understood."""
    typed, history = str(entry["last_turn"]), [str(turn) for turn in entry["history"]]  # type: ignore[attr-defined]
    understood = _understood([*history, typed])
    alone = Subquery(text=understood.text)
    return {
        "human rewrite": (Subquery(text=str(entry["text"])),),
        "as typed": (Subquery(text=typed),),
        "with history": (Subquery(text=" ".join([*history, typed])),),
        "stand-alone": (alone,),
    }


def _understood(turns: Sequence[str]) -> StandaloneQuestion:
    """The last of some turns, each completed from those before it."""
    before: list[Turn] = []
    understood = StandaloneQuestion(text="")
    for turn in turns:
        understood = standalone(turn, before, today=TODAY)
        before.append(Turn(question=turn, understood_as=understood.text, status="answered"))
    return understood


def _documents(searches: tuple[Subquery, ...], corpus: Corpus, embedder: Embedder) -> list[str]:
    planned = QueryPlan(
        normalized_query=searches[0].text,
        query_type="definition",
        retrieval_mode="hybrid",
        subqueries=searches,
        temporal=TemporalContext(asked_date=TODAY, effective_policy_date=TODAY, basis="asked on"),
    )
    found = retrieve(
        planned,
        READER,
        corpus=corpus,
        embedder=lambda: embedder,
        settings=RetrieveSettings(),
        top_k=DEPTH,
    )
    return list(dict.fromkeys(Path(one.source_uri).stem for one in found.candidates))[:10]


def _relevant(data: Path) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for line in (data / "qrels.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        question, document, grade = line.split("\t")
        if int(grade) > 0:
            found[question].add(re.sub(r"[^\w.-]", "_", document))
    return found


def _ndcg(found: Sequence[str], relevant: set[str]) -> float:
    gains = (1 / math.log2(rank + 1) for rank, document in enumerate(found, 1) if document in relevant)
    ideal = (1 / math.log2(rank + 1) for rank in range(1, min(10, len(relevant)) + 1))
    return sum(gains) / sum(ideal)


if __name__ == "__main__":
    raise SystemExit(main())
