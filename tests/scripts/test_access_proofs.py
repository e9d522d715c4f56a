"""The promises on access, each at a small size, and each caught when its gate is switched off."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from access_proofs import default_deny, deputies, leaks, non_interference, odd_strings, revocation
from access_proofs.corpora import written
from access_proofs.desk import one_embedder

from tests.fakes.hash_embedder import HashEmbedder


def _one_role(folder: Path, size: int, gate_off: bool) -> tuple[int, list[str]]:
    return non_interference.compare(folder, written(folder / "files"), ["low"], size, gate_off)


TRIALS = {
    "non-interference": (_one_role, 3),
    "no leak": (leaks.run, 8),
    "default deny": (default_deny.run, 0),
    "no confused deputy": (deputies.run, 0),
    "revocation": (revocation.run, 7),
    "query syntax": (odd_strings.run, 30),
}


@pytest.fixture(autouse=True)
def _hashing() -> Iterator[None]:
    with one_embedder(HashEmbedder()):
        yield


@pytest.mark.parametrize("name", TRIALS)
def test_the_promise_holds(name: str, tmp_path: Path) -> None:
    run, size = TRIALS[name]
    checks, failures = run(tmp_path, size, False)
    assert checks > 0
    assert failures == []


@pytest.mark.parametrize("name", TRIALS)
def test_a_gate_that_is_switched_off_is_caught(name: str, tmp_path: Path) -> None:
    run, size = TRIALS[name]
    _, caught = run(tmp_path, min(size, 7), True)
    assert caught
