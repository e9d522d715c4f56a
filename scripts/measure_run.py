#!/usr/bin/env python3
"""How long an ``index`` run takes: a first one, one over an unchanged tree, one with a changed file.

    python scripts/measure_run.py files --files 10000
    python scripts/measure_run.py first-sign --files 200000
    python scripts/measure_run.py memory --passages 10000 --passages 50000

``files`` indexes text files of about 110 words with the shipped encoder and prints passages a second, the
share of the time inside the encoder, processor seconds a second (of two cores, 2.0 at most) and peak memory
of the parent; then the whole process times of ``localrag index`` over the unchanged tree, three times, and
with one file changed. ``first-sign`` is the time until the first line of progress stands on standard error.
``memory`` stages and publishes drawn vectors through the same code in a process of its own for each size:
what grows is the parent's memory beside the encoder.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag.administration import index

ROOT = Path(__file__).resolve().parents[1]
FILES_A_FOLDER = 500
WORDS = 110
_SYLLABLES = (
    "per",
    "mit",
    "no",
    "tice",
    "board",
    "ap",
    "peal",
    "form",
    "al",
    "re",
    "view",
    "site",
)


def main() -> int:
    """Run one of the measurements."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, dest="command")
    files = commands.add_parser("files")
    files.add_argument("--files", type=int, default=10_000)
    files.add_argument("--words", type=int, default=WORDS, help="of a file; few, where only re-checks count")
    first = commands.add_parser("first-sign")
    first.add_argument("--files", type=int, default=200_000)
    memory = commands.add_parser("memory")
    memory.add_argument("--passages", type=int, action="append", required=True)
    memory.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.command == "files":
            _files(Path(folder), options.files, options.words)
        elif options.command == "first-sign":
            _first_sign(Path(folder), options.files)
        elif options.here:
            _memory_here(Path(folder), options.passages[0])
        else:
            _memory(options.passages)
    return 0


def _files(folder: Path, count: int, words: int) -> None:
    docs, home = folder / "docs", folder / "home"
    _write_tree(docs, count, words)
    time.sleep(2.5)  # Files as fresh as the run are looked into again.
    began, worked = time.perf_counter(), time.process_time()
    summary = index([docs], home=home, on_progress=lambda _: None)
    wall = time.perf_counter() - began
    worked = time.process_time() - worked + _of_children()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{count} files, {summary.passages} passages: {wall:.0f} s, {summary.passages / wall:.0f} passages/s,"
        f" {summary.encode_seconds / wall:.0%} of it in the encoder, {worked / wall:.2f} cores busy,"
        f" peak {peak:.0f} MB in the parent"
    )
    again = [_timed_index(home) for _ in range(3)]
    print(f"unchanged: {_seconds(again)} s, whole processes")
    changed = docs / "folder0" / "0.txt"
    changed.write_text("The fee is 15 euro.\n", encoding="utf-8")
    print(f"one file changed: {_timed_index(home):.2f} s")


def _timed_index(home: Path) -> float:
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "localrag", "index", "--json", "--home", str(home)],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    took = time.perf_counter() - began
    print({key: json.loads(done.stdout)[key] for key in ("added", "changed", "unchanged", "embedded")})
    return took


def _first_sign(folder: Path, count: int) -> None:
    docs, home = folder / "docs", folder / "home"
    _write_tree(docs, count, 0)
    os.sync()
    began = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "localrag", "index", str(docs), "--home", str(home)],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    ) as child:
        assert child.stderr is not None
        shown = []
        for _ in range(4):
            line = child.stderr.readline().strip()
            shown.append(f"{time.perf_counter() - began:.2f} s: {line}")
        child.kill()
    print(f"{count} files", *shown, sep="\n  ")


def _memory(sizes: list[int]) -> None:
    for size in sizes:
        command = [sys.executable, __file__, "memory", "--here", "--passages", str(size)]
        print(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())


def _memory_here(folder: Path, passages: int) -> None:
    from measure_index import DrawnEmbedder, drawn_documents

    from localrag.index.writer import open_writer
    from tests.builders import file_of, source, untold

    with open_writer(folder / "home", under_policy=True, group=None) as writer:
        writer.register(source())
        for parsed in drawn_documents(passages):
            writer.put(parsed, file_of(parsed))
        writer.publish(DrawnEmbedder(), untold)
    print(f"{passages} passages: peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _write_tree(docs: Path, count: int, words: int) -> None:
    draw = random.Random(1)
    vocabulary = ["".join(draw.choices(_SYLLABLES, k=draw.randint(1, 3))) for _ in range(3000)]
    for number in range(count):
        folder = docs / f"folder{number // FILES_A_FOLDER}"
        if number % FILES_A_FOLDER == 0:
            folder.mkdir(parents=True)
        text = " ".join(draw.choices(vocabulary, k=words)) if words else "."
        (folder / f"{number}.txt").write_text(f"{text}\n", encoding="utf-8")


def _of_children() -> float:
    used = os.times()
    return used.children_user + used.children_system


def _seconds(values: list[float]) -> str:
    return ", ".join(f"{value:.2f}" for value in values)


if __name__ == "__main__":
    raise SystemExit(main())
