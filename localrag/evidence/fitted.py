"""Weights that were fitted to public development data, by the name of what they weigh."""

from __future__ import annotations

READING: dict[str, float] = {
    "bias": -5.08,
    "covered": 4.85,
    "introduced": 2.07,
    "before": 2.18,
    "neighbours": 1.21,
    "value": 1.23,
    "name": 0.92,
    "shape": 0.3,
    "kind_covered": 0.41,
    "names": -0.03,
    "label": 1.0,
    "length": -0.15,
    "density": -0.07,
    "pronoun": 0.04,
    "pronoun_before": 1.06,
    "opposed": -0.15,
    "quantity": 1.0,
    "own_case": 2.0,
    "modifies": -1.0,
    "audience": -1.0,
    "rank": 0.3,
    "meant": 0.00,
    "similar": 0.00,
}
"""How well a sentence answers, by words alone. Printed 2026-11-30 by scripts/fit_reading.py from the
development splits of squad2, xquad and clapnq; ``label``, ``shape``, ``quantity``, ``own_case``,
``modifies``, ``audience`` and ``rank`` are guesses: encyclopedia paragraphs say nothing on letters that tell
things apart, on lists, limits, case records, extensions, rules for some people only, and ranks."""

READING_BY_MEANING: dict[str, float] = {
    "bias": -8.32,
    "covered": 3.48,
    "introduced": 1.88,
    "before": 1.40,
    "neighbours": 0.96,
    "value": 1.24,
    "name": 1.30,
    "shape": 0.3,
    "kind_covered": 0.22,
    "names": -0.34,
    "label": 1.0,
    "length": 0.17,
    "density": 0.09,
    "pronoun": 0.06,
    "pronoun_before": 0.96,
    "opposed": -0.11,
    "quantity": 1.0,
    "own_case": 2.0,
    "modifies": -1.0,
    "audience": -1.0,
    "rank": 0.3,
    "meant": 3.33,
    "similar": 2.63,
}
"""The same where an embedder compared the best sentences with the question."""

ANSWERABLE: dict[str, float] = {
    "bias": -1.52,
    "said": 2.64,
    "heaviest_missing": -0.03,
    "missing_everywhere": 0.07,
    "names_missing": -1.84,
    "opposition": -1.73,
    "reading": 0.17,
    "similar": 0.00,
}
"""Whether the best sentence settles the question, by words alone; answerable and unanswerable questions, and
squad2 and clapnq, count the same. Printed 2026-11-30 by scripts/fit_reading.py --answerable."""

ANSWERABLE_BY_MEANING: dict[str, float] = {
    "bias": -1.88,
    "said": -0.17,
    "heaviest_missing": -0.09,
    "missing_everywhere": -0.61,
    "names_missing": -1.89,
    "opposition": -1.74,
    "reading": 1.67,
    "similar": 3.49,
}
"""The same where an embedder compared it with the question."""
