"""Questions and a corpus of public sets -> typing errors mended, and sound words changed.

    scripts/measure_spelling.py --data ../shared/data --corpus mtrag_govt --questions mtrag_fiqa

The corpus stands for what an asker may read; the questions are typed by people about other things, so that
many of their words are unknown to it. Typing errors are made by a fixed seed: a letter left out, doubled
up with another, swapped with its neighbour, or mistaken.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from pathlib import Path

from localrag import wiring
from localrag.plan.spelling import correct
from localrag.text.terms import terms

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def main() -> int:
    """Print the two figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--questions", action="append", required=True)
    options = parser.parse_args()
    embedder = wiring.shipped_embedder()
    lines = (options.data / options.corpus / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    held = {term for line in lines for term in terms(json.loads(line)["text"])}
    questions = [
        json.loads(line)["text"]
        for name in options.questions
        for line in (options.data / name / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    ]

    def knows(word: str) -> bool:
        return not held.isdisjoint(terms(word))

    def is_word(word: str) -> bool:
        return len(embedder.token_spans(word)) == 1

    changed = [one for text in questions for one in correct(text, knows=knows, is_word=is_word)[1]]
    words = sum(len(re.findall(r"[a-z]{5,}", text)) for text in questions)
    print(f"{len(changed)} of {words} words changed: {', '.join(f'{a} -> {b}' for a, b in changed)}")
    chance = random.Random(1)
    mended = wrong = left = 0
    for word in sorted({word for text in questions for word in re.findall(r"\b[a-z]{6,}\b", text)}):
        typed = _mistyped(word, chance)
        if not (knows(word) and is_word(word)) or knows(typed) or is_word(typed):
            continue
        read = correct(typed, knows=knows, is_word=is_word)[0]
        mended += terms(read) == terms(word)
        left += read == typed
        wrong += terms(read) != terms(word) and read != typed
    print(f"of {mended + wrong + left} typing errors {mended} mended, {wrong} mended wrongly, {left} left")
    return 0


def _mistyped(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 1)
    head, tail = word[:at], word[at:]
    return chance.choice(
        [
            head + tail[1:],
            head + tail[1] + tail[0] + tail[2:],
            head + chance.choice(LETTERS) + tail[1:],
            head + chance.choice(LETTERS) + tail,
        ]
    )


if __name__ == "__main__":
    raise SystemExit(main())
