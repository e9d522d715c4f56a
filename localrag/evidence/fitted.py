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
    "bias": -1.38,
    "said": 2.52,
    "heaviest_missing": -0.15,
    "missing_everywhere": -0.27,
    "names_missing": -1.85,
    "kind": 0.41,
    "opposition": -1.62,
    "reading": -0.22,
    "similar": 0.0,
}
"""Whether the best sentence settles the question, by words alone; answerable and unanswerable questions, and
squad2 and clapnq, count the same. Printed 2026-11-30 by scripts/fit_reading.py --answerable."""

ANSWERABLE_BY_MEANING: dict[str, float] = {
    "bias": -1.89,
    "said": 0.09,
    "heaviest_missing": -0.33,
    "missing_everywhere": -0.93,
    "names_missing": -1.82,
    "kind": 0.21,
    "opposition": -1.56,
    "reading": 0.42,
    "similar": 3.91,
}
"""The same where an embedder compared it with the question."""
