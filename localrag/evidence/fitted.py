"""Weights that were fitted to public development data, by the name of what they weigh."""

from __future__ import annotations

READING: dict[str, float] = {
    "bias": -4.0,
    "covered": 5.0,
    "introduced": 1.5,
    "before": 1.5,
    "neighbours": 0.7,
    "kind": 1.7,
    "kind_covered": 0.7,
    "names": 0.0,
    "label": 1.5,
    "length": 0.3,
    "density": 0.3,
    "pronoun": 0.1,
    "pronoun_before": 1.1,
    "passage": 0.5,
    "similar": 2.0,
}

ANSWERABLE: dict[str, float] = {
    "bias": -3.0,
    "covered": 3.0,
    "here": 1.0,
    "heaviest_missing": -2.0,
    "named": 0.5,
    "kind": 1.5,
    "reading": 1.5,
}
