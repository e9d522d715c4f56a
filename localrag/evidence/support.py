"""One finding and what was asked -> how far the finding settles it, in numbers and in words."""

from __future__ import annotations

import math
from typing import NamedTuple

from localrag.evidence.asked import Asked, labels
from localrag.evidence.fitted import ANSWERABLE
from localrag.evidence.kinds import held
from localrag.evidence.units import Unit
from localrag.evidence.words import words
from localrag.records.evidence import Finding
from localrag.records.retrieval import EvidenceCandidate


class Support(NamedTuple):
    """What a finding has of what was asked."""

    covered: float
    """Share of the question's weight that the sentence and what introduces it say, 0 to 1."""
    heaviest_missing: float
    """Weight of the most telling word that they lack, as a share of all, 0 to 1."""
    named: float
    """Share of the question's names and numbers found there or elsewhere in the passage; 1 if it has none."""
    kind: float
    """How surely it holds the kind of thing asked for, 0 to 1."""
    mislabelled: str | None
    """A thing told apart by a letter or number where another one is meant: "class b"."""
    missing: tuple[str, ...]
    """Words of the question that neither the sentence nor its introduction has, most telling first."""
    score: float
    """0 to 1: the fitted chance that the finding answers."""


def support(wanted: Asked, finding: Finding, candidate: EvidenceCandidate) -> Support:
    """Weigh one finding against what was asked."""
    before = candidate.text[max(0, finding.span.start - _BEFORE) : finding.span.start]
    introduction = "\n".join((candidate.source_title, *candidate.heading_path))
    here = _keys(finding.quote)
    around = here | _keys(introduction) | _keys(before)
    anywhere = around | _keys(candidate.text)
    total = wanted.total or 1.0
    lacking = sorted(wanted.weights.keys() - around, key=lambda key: (-wanted.weights[key], key))
    covered = sum(weight for key, weight in wanted.weights.items() if key in around) / total
    here_share = sum(weight for key, weight in wanted.weights.items() if key in here) / total
    named_weight = sum(wanted.weights.get(name, 0.0) for name in wanted.names)
    named = (
        sum(wanted.weights.get(name, 0.0) for name in wanted.names & anywhere) / named_weight
        if named_weight
        else 1.0
    )
    unit = Unit(0, 0, 0, len(finding.quote), finding.quote, "prose", "", 0, "", "", "")
    kind = max((place.fit for place in held(wanted, unit)), default=0.0)
    if finding.role in ("step", "item"):
        kind = 1.0
    heaviest = wanted.weights[lacking[0]] / total if lacking else 0.0
    values = {
        "covered": covered,
        "here": here_share,
        "heaviest_missing": heaviest,
        "named": named,
        "kind": kind if wanted.kind != "statement" else 0.5,
        "reading": finding.score,
    }
    logit = ANSWERABLE["bias"] + sum(ANSWERABLE[name] * value for name, value in values.items())
    return Support(
        covered=covered,
        heaviest_missing=heaviest,
        named=named,
        kind=kind,
        mislabelled=_mislabelled(wanted, finding.quote + "\n" + introduction + "\n" + before),
        missing=tuple(wanted.written.get(key, key) for key in lacking),
        score=1 / (1 + math.exp(-logit)),
    )


_BEFORE = 300
"""Characters before a finding that introduce it: a list's lead, a table's head, a paragraph's first sentence
(guess: two sentences)."""


def _keys(text: str) -> frozenset[str]:
    return frozenset(word.key for word in words(text))


def _mislabelled(wanted: Asked, text: str) -> str | None:
    here = labels(text)
    for noun, label in wanted.labels:
        same_noun = {other for one, other in here if one == noun}
        if same_noun and label not in same_noun:
            return f"{wanted.written.get(noun, noun)} {label.upper()}"
    return None
