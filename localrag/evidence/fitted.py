"""Weights that were fitted to public development data, by the name of what they weigh."""

from __future__ import annotations

READING: dict[str, float] = {
    "bias": -5.18,
    "covered": 4.98,
    "introduced": 3.57,
    "before": 2.06,
    "neighbours": 1.26,
    "value": 0.93,
    "name": 1.62,
    "shape": 0.30,
    "kind_covered": 0.19,
    "names": -0.36,
    "label": 1.00,
    "length": -0.19,
    "density": 0.14,
    "pronoun": 0.05,
    "pronoun_before": 1.07,
    "opposed": -0.25,
    "quantity": 1.00,
    "own_case": 2.00,
    "modifies": -1.00,
    "audience": -1.00,
    "identified": 1.50,
    "near": 1.36,
    "near_around": -0.67,
    "rank": 0.30,
    "meant": 0.00,
    "similar": 0.00,
}
"""How well a sentence answers, by words alone. Printed 2026-11-30 by ``scripts/fit_reading.py --words-alone
--most 160`` from the development splits of squad2, xquad and clapnq, each question with its passage given,
among what retrieval finds, and without it. ``label``, ``shape``, ``quantity``, ``own_case``, ``modifies``,
``audience``, ``identified`` and ``rank`` are guesses: encyclopedia paragraphs say nothing on letters that
tell things apart, on lists, limits, case records, extensions, rules for some people only, identifiers and
ranks."""

READING_BY_MEANING: dict[str, float] = {
    "bias": -7.79,
    "covered": 3.28,
    "introduced": 2.85,
    "before": 1.31,
    "neighbours": 0.88,
    "value": 0.89,
    "name": 1.79,
    "shape": 0.30,
    "kind_covered": -0.05,
    "names": -0.35,
    "label": 1.00,
    "length": 0.06,
    "density": 0.26,
    "pronoun": -0.02,
    "pronoun_before": 0.95,
    "opposed": -0.27,
    "quantity": 1.00,
    "own_case": 2.00,
    "modifies": -1.00,
    "audience": -1.00,
    "identified": 1.50,
    "near": 0.59,
    "near_around": -0.75,
    "rank": 0.30,
    "meant": 3.13,
    "similar": 2.39,
}
"""The same where an embedder compared the best sentences with the question."""

ANSWERABLE: dict[str, float] = {
    "bias": -1.16,
    "said": 1.83,
    "nearly": 1.39,
    "heaviest_missing": -1.46,
    "missing_everywhere": -0.08,
    "names_missing": -0.93,
    "opposition": -1.11,
    "kind": 0.02,
    "open_kind": 0.27,
    "reading": 0.39,
    "meant": 0.00,
    "similar": 0.00,
}
"""Whether the best sentence is the right one, by words alone; right and wrong ones count the same, and so do
the sets. Printed 2026-11-30 by the same run."""

ANSWERABLE_BY_MEANING: dict[str, float] = {
    "bias": -3.19,
    "said": 1.27,
    "nearly": 1.78,
    "heaviest_missing": -0.66,
    "missing_everywhere": 0.45,
    "names_missing": -1.44,
    "opposition": -0.96,
    "kind": 0.04,
    "open_kind": 0.23,
    "reading": 0.50,
    "meant": 1.36,
    "similar": 2.37,
}
"""The same where an embedder compared it with the question."""
