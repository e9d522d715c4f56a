"""A home of many passages -> cold and warm question times, memory, and the cold start by step.

    scripts/measure_speed.py --data ../shared/data --passages 10000 [--keep DIR] [--runs 5]

Passages come from the public retrieval sets in DATA, indexed as files. Cold is a whole process from its start
to the printed answer, run in turn with ``import sentence_transformers`` in a process of its own, so that a
drift of the machine hits both. Warm is one assistant asked many questions. The steps of a cold question are
read inside the process, with the interpreter's own start as the first.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from localrag import administration, wiring

SETS = ("mtrag_govt", "mtrag_clapnq", "mtrag_fiqa", "scifact")
QUESTION = "What items should be kept in a safe room?"
STEPS = """
import sys, time
begun = time.perf_counter()
import localrag.wiring as wiring
from pathlib import Path
print("import of the pipeline", round(1000 * (time.perf_counter() - begun)), flush=True)
at = time.perf_counter()
assistant = wiring.open_assistant(Path(sys.argv[1]), state=Path(sys.argv[2]))
print("opening the index", round(1000 * (time.perf_counter() - at)), flush=True)
at = time.perf_counter()
assistant._embedder()
print("waiting for the encoder", round(1000 * (time.perf_counter() - at)), flush=True)
at = time.perf_counter()
answer = assistant.ask(sys.argv[3])
print("the first question", round(1000 * (time.perf_counter() - at)), flush=True)
"""


def main() -> int:
    """Build or find the home, then print one figure a line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--keep", type=Path, help="keep the home here, and use it if it is there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = (options.keep or Path(folder)) / f"home-{options.passages}"
        _build(home, options.data, options.passages)
        state = Path(folder) / "state"
        _cold(home, state, options.runs)
        _steps(home, state)
        _warm(home, state, options.data)
    return 0


def _build(home: Path, data: Path, count: int) -> None:
    if (home / "corpus.db").exists():
        return
    files = home.parent / f"{home.name}-files"
    files.mkdir(parents=True, exist_ok=True)
    for number, (title, text) in zip(range(count), _texts(data), strict=False):
        path = files / f"{number:06}.md"
        path.write_text(f"+++\ntitle = {json.dumps(title)}\n+++\n\n{text}\n", encoding="utf-8")
    started = time.perf_counter()
    summary = administration.index([files], home=home, on_progress=lambda _: None)
    seconds = time.perf_counter() - started
    print(
        f"indexed {summary.passages} passages in {seconds:.0f} s, {summary.embedded / seconds:.0f} a second, "
        f"{summary.encode_seconds / seconds:.0%} of the time in the encoder"
    )


def _texts(data: Path) -> Iterator[tuple[str, str]]:
    for name in SETS:
        for line in (data / name / "corpus.jsonl").open(encoding="utf-8"):
            entry = json.loads(line)
            # One passage each: a window holds about 900 characters of English.
            yield entry.get("title") or name, entry["text"][:700]


def _cold(home: Path, state: Path, runs: int) -> None:
    environment = {**os.environ, "LOCALRAG_STATE": str(state)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    ask = [sys.executable, "-m", "localrag", "ask", "--home", str(home), QUESTION]
    imports = [sys.executable, "-c", "import sentence_transformers"]
    _timed(ask, environment)
    asked, imported, memory = [], [], 0
    for _ in range(runs):
        seconds, kilobytes = _timed(ask, environment)
        asked.append(seconds)
        memory = max(memory, kilobytes)
        imported.append(_timed(imports, environment)[0])
    ratio = statistics.median(asked) / statistics.median(imported)
    print(
        f"cold ask: median {statistics.median(asked):.2f} s of {runs} ({min(asked):.2f} to {max(asked):.2f})"
    )
    print(f"import sentence_transformers: median {statistics.median(imported):.2f} s; ratio {ratio:.3f}")
    print(f"peak memory of a cold ask: {memory / 1024:.0f} MB")


def _timed(command: list[str], environment: dict[str, str]) -> tuple[float, int]:
    started = time.perf_counter()
    child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(child.pid, 0)
    return time.perf_counter() - started, usage.ru_maxrss


def _steps(home: Path, state: Path) -> None:
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    bare = statistics.median(_timed([sys.executable, "-c", "pass"], environment)[0] for _ in range(5))
    print(f"    start of the interpreter {1000 * bare:.0f} ms")
    command = [sys.executable, "-c", STEPS, str(home), str(state), QUESTION]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        step, _, milliseconds = line.rpartition(" ")
        print(f"    {step} {milliseconds} ms")


def _warm(home: Path, state: Path, data: Path) -> None:
    lines = (data / "mtrag_govt" / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["text"] for line in lines[:60]]
    totals: list[float] = []
    stages: dict[str, list[float]] = {}
    with wiring.open_assistant(home, state=state) as assistant:
        assistant.ask(questions[0])
        for question in questions:
            answer = assistant.ask(question)
            totals.append(answer.timings_ms["total"])
            for stage, milliseconds in answer.timings_ms.items():
                stages.setdefault(stage, []).append(milliseconds)
    print(f"warm question: median {statistics.median(totals):.0f} ms of {len(totals)}")
    for stage, found in stages.items():
        print(f"    {stage} {statistics.median(found):.1f} ms")


if __name__ == "__main__":
    raise SystemExit(main())
