#!/usr/bin/env python3
"""Warm questions of readers who may read a little, a tenth or all of a large index, beside no rights at all.

    python scripts/measure_scoping.py --passages 100000 [--keep DIR]

Passages are rules written from a pattern, with drawn unit vectors of the shipped encoder's width (the encoder
itself only encodes the questions). Of the documents, 0.1 %, 10 % and all may be read by one role each. Every
question is asked of each reader in turn, and of the same index without a policy, whose times the others are
divided by. A question's time is the least of the rounds, so that other work on the machine counts little.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag import wiring
from localrag.api import Assistant
from localrag.index.writer import open_writer
from localrag.ports import Embedder
from localrag.records.models import EmbedderIdentity
from tests.builders import document, file_of, source, untold

PASSAGES_A_DOCUMENT = 20
HEADS = (
    "pump",
    "valve",
    "bund",
    "tank",
    "drain",
    "permit",
    "notice",
    "record",
    "form",
    "licence",
    "fee",
    "audit",
)
SORTS = ("annual", "interim", "marine", "rural", "coastal", "urgent", "minor", "joint", "formal", "sealed")
POLICY = """version = "measure"
[accounts.few]
tenant_id = "local"
roles = ["few"]
[accounts.tenth]
tenant_id = "local"
roles = ["tenth"]
[accounts.all]
tenant_id = "local"
roles = ["all"]
[roles.few]
acl_policy_ids = ["few"]
classifications = ["internal"]
[roles.tenth]
acl_policy_ids = ["few", "tenth"]
classifications = ["internal"]
[roles.all]
acl_policy_ids = ["few", "tenth", "most"]
classifications = ["internal"]
"""
READERS = {"no policy": "", "100 %": "all", "10 %": "tenth", "0.1 %": "few"}
QUESTIONS = [
    question.format(subject=f"{sort} {head}")
    for (sort, head), question in zip(
        itertools.product(SORTS[:4], HEADS[:6]),
        itertools.cycle(
            (
                "What is the deadline to return the {subject} sheet?",
                "Who signs the {subject} sheet?",
                "May a contractor change the {subject} sheet?",
                "How do I close the {subject} sheet?",
            )
        ),
        strict=False,
    )
]


class DrawnVectors:
    """Vectors drawn by a generator, under the identity and with the tokens of a real encoder."""

    def __init__(self, real: Embedder) -> None:
        self._real, self._draw = real, np.random.default_rng(1)

    @property
    def identity(self) -> EmbedderIdentity:
        """The real encoder's."""
        return self._real.identity

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Unit vectors without any meaning."""
        vectors = self._draw.standard_normal((len(texts), self.identity.width), dtype=np.float32)
        unit: NDArray[np.float32] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return unit

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        """The real encoder's."""
        return self._real.token_spans(text)


class _Named:
    def __init__(self, name: str) -> None:
        self._name = name

    def name(self) -> str:
        return self._name


def main() -> int:
    """Print one line a reader."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--passages", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--keep", type=Path, help="keep the homes here, and use those that are there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        _build(folder, options.passages)
        assistants = {
            label: wiring.open_assistant(
                folder / ("ruled" if account else "open"),
                state=Path(temporary) / "state",
                account=_Named(account or "anyone"),
            )
            for label, account in READERS.items()
        }
        _print(assistants, options.rounds)
    return 0


def _build(folder: Path, passages: int) -> None:
    if (folder / "ruled").exists():
        return
    with open_writer(folder / "open", under_policy=False, group=None) as writer:
        writer.register(source())
        for number in range(passages // PASSAGES_A_DOCUMENT):
            acl = "few" if number % 1000 == 0 else "tenth" if number % 10 == 0 else "most"
            parsed = document(
                _text(number),
                uri=f"{number}.md",
                title=f"Rule {number}",
                acl_policy_id=acl,
                authority="official_policy",
            )
            writer.put(parsed, file_of(parsed))
        writer.publish(DrawnVectors(wiring.shipped_embedder()), untold)
    shutil.copytree(folder / "open", folder / "ruled")
    (folder / "ruled" / "policy.toml").write_text(POLICY, encoding="utf-8")


def _text(number: int) -> str:
    """Twenty paragraphs on twenty subjects, each a few sentences."""
    draw = np.random.default_rng(number)
    paragraphs = []
    for _ in range(PASSAGES_A_DOCUMENT):
        subject = f"{draw.choice(SORTS)} {draw.choice(HEADS)}"
        days, room = int(draw.integers(2, 90)), int(draw.integers(1, 400))
        filler = " ".join(f"entry {int(draw.integers(0, 40_000))} of list {room}" for _ in range(6))
        paragraphs.append(
            f"The {subject} sheet must be returned within {days} calendar days after the inspection. "
            f"The officer of room {room} signs the {subject} sheet. It concerns {filler}."
        )
    return "\n\n".join(paragraphs)


def _print(assistants: dict[str, Assistant], rounds: int) -> None:
    asked: dict[str, list[float]] = {}
    searched: dict[str, list[float]] = {}
    for assistant in assistants.values():
        assistant.ask(QUESTIONS[0])
    for question in QUESTIONS:
        tried = [
            (label, _seconds(assistant, question))
            for _ in range(rounds)
            for label, assistant in assistants.items()
        ]
        for label in assistants:
            asked.setdefault(label, []).append(min(ask for name, (ask, _) in tried if name == label))
            searched.setdefault(label, []).append(min(found for name, (_, found) in tried if name == label))
    plain, plain_search = statistics.median(asked["no policy"]), statistics.median(searched["no policy"])
    for label, assistant in assistants.items():
        ask, search = statistics.median(asked[label]), statistics.median(searched[label])
        print(
            f"{label:>9}: {assistant.status().passages:7,} passages permitted; warm question median "
            f"{1000 * ask:.0f} ms ({ask / plain:.2f} of no policy), search {1000 * search:.0f} ms "
            f"({search / plain_search:.2f}); {len(asked[label])} questions, least of {rounds} rounds"
        )


def _seconds(assistant: Assistant, question: str) -> tuple[float, float]:
    """Of an answer, and of a search."""
    started = time.perf_counter()
    assistant.ask(question)
    answered = time.perf_counter()
    assistant.search(question)
    return answered - started, time.perf_counter() - answered


if __name__ == "__main__":
    raise SystemExit(main())
