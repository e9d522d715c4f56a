"""The same question over the same evidence gives the same findings whatever seed strings are hashed with."""

from __future__ import annotations

import os
import subprocess
import sys

SCRIPT = """
from tests.evidence.test_lookups import _candidate, _package, _plan
from localrag.evidence.read import read
texts = [f"A permit of kind K{n} must be renewed within {10 + n} days of expiry." for n in range(12)]
asked = "Within how many days must a permit of kind K7 be renewed?"
plan = _plan(asked, kind="deadline", query_type="policy_interpretation")
found = read(plan, _package(*(_candidate(text, n + 1) for n, text in enumerate(texts))))
print([(one.evidence_id, repr(one.score)) for one in found.findings])
"""


def _findings(seed: int) -> str:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_the_seed_of_string_hashes_moves_no_score() -> None:
    first = _findings(0)
    assert "E8" in first
    assert [_findings(seed) for seed in (1, 2, 3)] == [first] * 3
