"""Weights that were fitted to public development data, by the name of what they weigh."""

from __future__ import annotations

READING: dict[str, float] = {
    "bias": -4.96,
    "covered": 4.85,
    "introduced": 1.92,
    "before": 2.08,
    "neighbours": 1.18,
    "kind": 1.31,
    "kind_covered": 0.17,
    "names": -0.03,
    "label": 1.0,
    "length": -0.19,
    "density": -0.08,
    "pronoun": 0.04,
    "pronoun_before": 1.07,
    "passage": 0.3,
    "similar": 0.0,
}
"""Printed 2026-11-30 by scripts/fit_reading.py from the development splits of squad2, xquad and clapnq;
``label`` and ``passage``, on which these say nothing, are guesses."""

ANSWERABLE: dict[str, float] = {
    "bias": -3.0,
    "covered": 3.0,
    "here": 1.0,
    "heaviest_missing": -2.0,
    "named": 0.5,
    "kind": 1.5,
    "reading": 1.5,
}
