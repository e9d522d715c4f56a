"""Weights that were fitted to public development data, by the name of what they weigh."""

from __future__ import annotations

READING: dict[str, float] = {
    "bias": -5.03,
    "covered": 4.80,
    "introduced": 2.04,
    "before": 2.16,
    "neighbours": 1.22,
    "value": 1.20,
    "name": 0.89,
    "shape": 0.3,
    "kind_covered": 0.49,
    "names": -0.03,
    "label": 1.0,
    "length": -0.16,
    "density": -0.08,
    "pronoun": 0.03,
    "pronoun_before": 1.05,
    "passage": 0.3,
    "similar": 0.0,
}
"""How well a sentence answers, by words alone. Printed 2026-11-30 by scripts/fit_reading.py from the
development splits of squad2, xquad and clapnq; ``label``, ``passage`` and ``shape`` are guesses: encyclopedia
paragraphs say nothing on letters that tell things apart, on ranks and on lists and defining sentences."""

READING_BY_MEANING: dict[str, float] = {
    "bias": -7.31,
    "covered": 3.89,
    "introduced": 2.23,
    "before": 2.02,
    "neighbours": 1.04,
    "value": 1.14,
    "name": 1.08,
    "shape": 0.3,
    "kind_covered": 0.52,
    "names": -0.32,
    "label": 1.0,
    "length": 0.13,
    "density": 0.05,
    "pronoun": 0.04,
    "pronoun_before": 1.16,
    "passage": 0.3,
    "similar": 3.69,
}
"""The same where an embedder compared the best sentences with the question."""

ANSWERABLE: dict[str, float] = {
    "bias": -1.51,
    "said": 2.68,
    "heaviest_missing": -0.01,
    "missing_everywhere": 0.05,
    "names_missing": -1.70,
    "opposition": -1.63,
    "reading": 0.12,
    "similar": 0.00,
}
"""Whether the best sentence settles the question, by words alone; answerable and unanswerable questions, and
squad2 and clapnq, count the same. Printed 2026-11-30 by scripts/fit_reading.py --answerable."""

ANSWERABLE_BY_MEANING: dict[str, float] = {
    "bias": -2.27,
    "said": 0.19,
    "heaviest_missing": -0.49,
    "missing_everywhere": -0.61,
    "names_missing": -1.85,
    "opposition": -1.67,
    "reading": 0.51,
    "similar": 4.45,
}
"""The same where an embedder compared it with the question."""
