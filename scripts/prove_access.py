#!/usr/bin/env python3
"""Nobody sees, counts or infers what they may not read: six promises, each with a control that must fail.

    python scripts/prove_access.py [--only A1 --only A4 ...] [--share 0.1]

A1  Answers, searches, documents, counts, traces and errors over a corpus with and without what the asker may
    not read are the same, random ids, times and chain hashes aside.
A2  Adversarial questions of a low role: no canary of a restricted document in output, traces or files.
A3  Broken access metadata leaves a document readable by nobody; a broken or missing policy answers nobody.
A4  Claims of a role in questions, options, environment, documents and their metadata raise nobody's rights.
A5  What is tightened, expired or deleted is not used from the next question on.
A6  Odd strings raise nothing and change no filter.

Every control runs the same test with its gate switched off. Exit code 1 where a promise or a control fails.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from access_proofs import default_deny, deputies, leaks, non_interference, odd_strings, revocation
from access_proofs.desk import one_embedder

from localrag import wiring


class Trial(NamedTuple):
    """One promise: what it says, and how it is tested at a size."""

    words: str
    run: Callable[[Path, int, bool], tuple[int, list[str]]]
    """Folder, size, whether the gate is switched off -> number of checks, failures in words."""
    size: int
    control_size: int


TRIALS = {
    "A1": Trial("with and without hidden documents, differences", non_interference.run, 200, 10),
    "A2": Trial("adversarial questions, canaries seen", leaks.run, 500, 20),
    "A3": Trial("broken metadata and policies, readable", default_deny.run, 0, 0),
    "A4": Trial("role claims, elevations", deputies.run, 0, 0),
    "A5": Trial("tightened, expired or deleted, uses afterwards", revocation.run, 50, 10),
    "A6": Trial("odd strings, exceptions or changed filters", odd_strings.run, 1000, 40),
}


def main() -> int:
    """Run the promises that were asked for, and print one line for each and for its control."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", action="append", choices=TRIALS, help="this promise (may be given again)")
    parser.add_argument("--share", type=float, default=1.0, help="share of each size to run (default: 1)")
    options = parser.parse_args()
    failed = False
    with one_embedder(wiring.shipped_embedder()):
        for name in options.only or TRIALS:
            failed |= not tried(name, options.share)
    return int(failed)


def tried(name: str, share: float) -> bool:
    """Whether a promise holds and its control is caught; prints both."""
    trial = TRIALS[name]
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        checks, failures = trial.run(Path(folder), max(1, round(trial.size * share)), False)
    seconds = time.perf_counter() - started
    print(
        f"{name} {trial.words}: {len(failures)} of {checks} (95 % upper bound for none: {3 / checks:.4f}); "
        f"{seconds:.0f} s",
        flush=True,
    )
    for failure in failures[:5]:
        print("   ", failure[:400])
    with tempfile.TemporaryDirectory() as folder:
        control_checks, caught = trial.run(Path(folder), max(1, round(trial.control_size * share)), True)
    print(f"   control with the gate switched off: {len(caught)} of {control_checks} caught", flush=True)
    return not failures and bool(caught)


if __name__ == "__main__":
    raise SystemExit(main())
