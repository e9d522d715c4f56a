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
"""How well a sentence answers, by words alone. Printed 2026-11-30 by scripts/fit_reading.py from the
development splits of squad2, xquad and clapnq; ``label`` and ``passage``, on which these say nothing, are
guesses."""

READING_BY_MEANING: dict[str, float] = {
    "bias": -7.25,
    "covered": 3.97,
    "introduced": 2.14,
    "before": 1.96,
    "neighbours": 1.00,
    "kind": 1.31,
    "kind_covered": 0.25,
    "names": -0.33,
    "label": 1.0,
    "length": 0.10,
    "density": 0.06,
    "pronoun": 0.03,
    "pronoun_before": 1.20,
    "passage": 0.3,
    "similar": 3.72,
}
"""The same where an embedder compared the best sentences with the question."""

ANSWERABLE: dict[str, float] = {
    "bias": -1.49,
    "said": 2.56,
    "heaviest_missing": -0.04,
    "missing_everywhere": -0.15,
    "names_missing": -1.87,
    "kind": 0.36,
    "opposition": -1.62,
    "reading": -0.11,
    "similar": 0.0,
}
"""Whether the best sentence settles the question, by words alone; answerable and unanswerable questions, and
squad2 and clapnq, count the same. Printed 2026-11-30 by scripts/fit_reading.py --answerable."""

ANSWERABLE_BY_MEANING: dict[str, float] = {
    "bias": -1.98,
    "said": 0.12,
    "heaviest_missing": -0.37,
    "missing_everywhere": -0.79,
    "names_missing": -2.10,
    "kind": 0.18,
    "opposition": -1.55,
    "reading": 0.45,
    "similar": 3.98,
}
"""The same where an embedder compared it with the question."""
