"""Hostile and large files, sixty of each, through the parsing process: what becomes of each.

    scripts/prove_parsers.py [--only NAME]

For every hostile file: it ends in an outcome within the limits, this process lives and holds no more memory
than before, and the next file is read. Of the large ones at most one may be refused. The control shows that
the test can fail: a reader with a clock of a tenth of a second must refuse what the real one reads, and a
file that never ends must be seen to last until the clock.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from hostile_files import hostile_files
from large_files import large_files

from localrag.adapters.process_memory import resident_bytes
from localrag.ingest.parser_process import WALL_SECONDS, ParserProcess
from localrag.ingest.sniff import HEAD_BYTES, sniff
from localrag.records.extract import UnparsableError

ALLOWED_GROWTH = 20_000_000
"""Bytes that this process may hold more after a hostile file than before it."""


def main() -> int:
    """Print an outcome a file, then the sums; exit code 1 where a promise is broken."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--only", default="", help="files whose name holds this")
    only = options.parse_args().only
    faults: list[str] = []
    with ParserProcess() as parser:
        hostile = _run(parser, hostile_files(), only, faults, is_hostile=True)
        large = _run(parser, large_files(), only, faults, is_hostile=False)
    caught = _control()
    read = large["read"]
    refused = large.total() - read
    print(f"hostile: {dict(sorted(hostile.items()))}")
    print(f"large: {read} of {large.total()} read, {refused} refused: {dict(sorted(large.items()))}")
    survived = hostile.total() - len(faults)
    print(
        f"{survived} of {hostile.total()} hostile files survived with the next file read"
        f" (faults: at most {_bound(len(faults), hostile.total()):.1%} at 95 %)"
    )
    print(f"control: {caught} of 2 seeded faults caught")
    for fault in faults:
        print(f"FAULT: {fault}")
    return 1 if faults or refused > 1 or caught < 2 else 0


def _run(
    parser: ParserProcess,
    files: Iterable[tuple[str, bytes]],
    only: str,
    faults: list[str],
    *,
    is_hostile: bool,
) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    for name, data in files:
        if only not in name:
            continue
        before = resident_bytes(os.getpid()) or 0
        started = time.perf_counter()
        outcome = _outcome(parser, name, data)
        seconds = time.perf_counter() - started
        grown = (resident_bytes(os.getpid()) or 0) - before
        outcomes[outcome] += 1
        print(
            f"{name:24} {len(data):12,} bytes {outcome:24} {seconds:6.2f} s {grown / 1e6:+7.1f} MB",
            flush=True,
        )
        if is_hostile:
            if seconds > WALL_SECONDS + 5:
                faults.append(f"{name} took {seconds:.0f} s")
            if outcome != "read" and grown > ALLOWED_GROWTH:
                faults.append(f"{name} left {grown / 1e6:.0f} MB in this process")
            if _outcome(parser, "next.txt", b"The next file.") != "read":
                faults.append(f"after {name} the next file was not read")
    return outcomes


def _outcome(parser: ParserProcess, name: str, data: bytes) -> str:
    kind = sniff(data[:HEAD_BYTES], name)
    if kind.media_type is None:
        return f"left aside: {kind.name}"
    try:
        parser.parse(kind.media_type, data)
    except UnparsableError as error:
        return error.reason
    return "read"


def _control() -> int:
    """Faults that the same test must notice: a limit that refuses a sound file, and a file that hangs."""
    caught = 0
    name, data = next(iter(large_files()))
    with ParserProcess(wall_seconds=0.1) as impatient:
        caught += _outcome(impatient, name, data) == "timeout"
    endless = next(data for name, data in hostile_files() if name == "endless.pdf")
    started = time.perf_counter()
    with ParserProcess(wall_seconds=2.0) as parser:
        ended = _outcome(parser, "endless.pdf", endless) == "timeout"
    caught += ended and time.perf_counter() - started >= 2.0
    return caught


def _bound(faults: int, total: int) -> float:
    """Upper bound of a rate at 95 %: the rule of three for none, a rough normal one else."""
    if not total:
        return 1.0
    rate = faults / total
    return 3 / total if not faults else min(1.0, rate + 1.96 * (rate * (1 - rate) / total) ** 0.5)


if __name__ == "__main__":
    raise SystemExit(main())
