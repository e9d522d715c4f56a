#!/usr/bin/env python3
"""Delete documents that hold marked words and purge: no file of home and state holds one of them any more.

Each document has a word of its own in its text, in its heading, in its file's name or in its metadata; all
are asked about, so that traces and conversations know them too. Half of the files are deleted. Every file of
home and state is then read as bytes, the words looked for in UTF-8 and UTF-16. Two controls: after ``index``
alone, without ``purge``, the same search must find leftovers, and the words of the documents that stay must
be found at the end. ``--kills`` kills the purge at random moments first; purging again must do.

    python scripts/prove_deletion.py --documents 100 --kills 20
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag.administration import index, purge, verify
from localrag.wiring import open_assistant

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("text", "heading", "name", "metadata", "long text")


def main() -> int:
    """Run the trials; fails where a word is left or a control is not caught."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--documents", type=int, default=100, help="half of them are deleted")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    draw = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        trial = Trial(Path(folder), draw, options.documents)
        before = trial.found(trial.gone)
        print(f"control 1: after index alone, {len(before)} of {len(trial.gone)} deleted words are in a file")
        trial.set_aside()
        seconds = trial.timed_purge()
        left = trial.left_over()
        print(f"after purge: {_verdict(left, len(trial.gone))}, in {trial.files} files")
        kept = trial.found(trial.kept)
        print(f"control 2: {len(kept)} of {len(trial.kept)} words that stay are found in the same files")
        killed = 0
        for _ in range(options.kills):
            trial.bring_back()
            trial.killed_after(draw.uniform(0.3, seconds + 0.3))
            trial.timed_purge()
            killed += bool(trial.left_over())
        print(f"killed purges, purged again: {_rate(killed, options.kills)} left something")
    return int(bool(left) or killed > 0 or not before or len(kept) < len(trial.kept))


def _verdict(left: Sequence[str], count: int) -> str:
    shown = f" ({left[0]})" if left else ""
    return f"{_rate(len(left), count)} deleted words are in a file{shown}"


def _rate(wrong: int, trials: int) -> str:
    bound = f" (95 % upper bound {3 / trials:.3f})" if trials and not wrong else ""
    return f"{wrong} of {trials}{bound}"


class Trial:
    """A home with marked documents of which half were deleted and indexed away."""

    def __init__(self, folder: Path, draw: random.Random, count: int) -> None:
        self._docs, self.home, self.state = folder / "docs", folder / "home", folder / "state"
        self._aside = folder / "aside"
        self.files = 0
        words = [f"qz{draw.getrandbits(64):016x}" for _ in range(count)]
        self.gone, self.kept = words[::2], words[1::2]
        paths = {
            word: self._write(word, PLACES[number // 2 % len(PLACES)]) for number, word in enumerate(words)
        }
        self._index()
        with open_assistant(self.home, state=self.state) as assistant:
            for word in words:
                assistant.ask(f"What does {word} cost?", conversation_id=f"c-{word}")
        for word in self.gone:
            paths[word].unlink()
            paths[word].with_name(f"{paths[word].name}.meta.toml").unlink(missing_ok=True)
        self._index()

    def found(self, words: Sequence[str]) -> list[str]:
        """Which of the words stand in any file of home and state."""
        files = [path for top in (self.home, self.state) for path in top.rglob("*") if path.is_file()]
        self.files = len(files)
        contents = [path.read_bytes().lower() for path in files]
        return [
            word
            for word in words
            if any(word.encode(code) in content for content in contents for code in ("utf-8", "utf-16-le"))
            or any(word in path.name for path in files)
        ]

    def left_over(self) -> list[str]:
        """Deleted words that are still there, and faults of the index."""
        return [*self.found(self.gone), *verify(self.home, full=True)]

    def set_aside(self) -> None:
        """Keep home and state as they are before the purge."""
        for place in (self.home, self.state):
            shutil.copytree(place, self._aside / place.name)

    def bring_back(self) -> None:
        """Home and state as they were before the purge."""
        for place in (self.home, self.state):
            shutil.rmtree(place)
            shutil.copytree(self._aside / place.name, place)

    def timed_purge(self) -> float:
        """Purge in this process; gives the seconds it took."""
        began = time.perf_counter()
        purge(home=self.home, state=self.state)
        return time.perf_counter() - began

    def killed_after(self, seconds: float) -> None:
        """Start a purge and kill it."""
        command = [sys.executable, "-m", "localrag", "purge", "--home", str(self.home)]
        surroundings = {**os.environ, "LOCALRAG_STATE": str(self.state)}
        with subprocess.Popen(
            command, cwd=ROOT, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as child:
            time.sleep(seconds)
            child.kill()

    def _index(self) -> None:
        index([self._docs], home=self.home, on_progress=lambda _: None)

    def _write(self, word: str, place: str) -> Path:
        path = self._docs / (f"{word}.txt" if place == "name" else f"{len(list(self._docs.glob('*')))}.md")
        path.parent.mkdir(exist_ok=True)
        title = f"# Fees of {word}\n\n" if place == "heading" else "# Fees\n\n"
        body = f"The fee of {word} is 14 euro." if place != "name" else "The fee is 14 euro."
        if place == "long text":
            body = "\n\n".join(
                f"{body} Paragraph {number} says why. " + "Why so. " * 60 for number in range(20)
            )
        if place == "metadata":
            path.with_name(f"{path.name}.meta.toml").write_text(f'title = "Fees {word}"\n', encoding="utf-8")
        path.write_text(("" if place == "name" else title) + body + "\n", encoding="utf-8")
        return path


if __name__ == "__main__":
    raise SystemExit(main())
