#!/usr/bin/env python3
"""Damage every kind of file of an index, one bit or one cut at a time: the full check must find each.

Half of the trials of a kind flip one random bit, half cut the file at a random length. For the files that
search reads, a reader must either give the very answers of the sound index or refuse; so must one of
corpus.db for what it quotes. The control is the sound index: the check must find nothing in it.

    python scripts/prove_damage.py --trials 300
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag.errors import LocalragError
from localrag.index import segments
from localrag.index.reader import open_corpus
from localrag.index.repair import verify
from localrag.index.schema import DATABASE, SEAL
from localrag.index.segments import FOLDER
from localrag.text.terms import terms
from tests.builders import EVERYTHING, asker, build_home, document
from tests.fakes.hash_embedder import HashEmbedder

KINDS = (f"{FOLDER}/*.dense", f"{FOLDER}/*.lexical", DATABASE, SEAL)


def main() -> int:
    """Run the trials; fails where damage was not found, or served."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=300, help="of each kind of file")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        documents = [
            document(f"appeal rule {n} of the board\n\nlorry {n} waits", uri=f"{n}.md", title=f"Rule {n}")
            for n in range(200)
        ]
        home = build_home(Path(folder), documents)
        sound = _answers(home)
        print(f"control: {len(verify(home, full=True))} faults found in the sound index")
        for kind in KINDS:
            found = _damaged(home, kind, sound, draw, options.trials)
            wrong = found["missed"] + found["other answers"]
            faults += wrong
            bound = f", 95 % upper bound {3 / options.trials:.3f}" if not wrong else ""
            print(
                f"{Path(kind).name}: {options.trials - found['missed']} of {options.trials} found{bound};",
                end=" ",
            )
            print(", ".join(f"{found[name]} {name}" for name in ("refused", "same answers", "other answers")))
    return int(faults > 0)


def _damaged(home: Path, kind: str, sound: object, draw: random.Random, trials: int) -> Counter[str]:
    found: Counter[str] = Counter()
    (path,) = home.glob(kind)
    whole = path.read_bytes()
    for trial in range(trials):
        damaged = bytearray(whole)
        if trial % 2:
            del damaged[draw.randrange(len(whole)) :]
        else:
            place = draw.randrange(8 * len(whole))
            damaged[place // 8] ^= 1 << place % 8
        path.write_bytes(damaged)
        segments._checked.clear()
        found["missed"] += not verify(home, full=True)
        try:
            found["same answers" if _answers(home) == sound else "other answers"] += 1
        except LocalragError:
            found["refused"] += 1
    path.write_bytes(whole)
    return found


def _answers(home: Path) -> object:
    with open_corpus(home) as corpus:
        scope = corpus.scope(asker(), EVERYTHING)
        lexical = scope.lexical(terms("appeal board lorry"), 50)
        dense = scope.dense(HashEmbedder().embed(["appeal rule 7"])[0], 50)
        return lexical, dense, [one.text for one in scope.fetch([hit.chunk_id for hit in (*lexical, *dense)])]


if __name__ == "__main__":
    raise SystemExit(main())
