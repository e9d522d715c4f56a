"""One finding and what was asked -> how far the finding settles it, in numbers and in words."""

from __future__ import annotations

import math
from typing import NamedTuple

from localrag.evidence.asked import Asked, labels
from localrag.evidence.fitted import ANSWERABLE, ANSWERABLE_BY_MEANING
from localrag.evidence.kinds import VALUE_KINDS, held
from localrag.evidence.nearness import Nearness
from localrag.evidence.polarity import opposition
from localrag.evidence.units import Unit
from localrag.evidence.words import keys_of
from localrag.records.evidence import Finding
from localrag.records.retrieval import EvidenceCandidate

SIGNALS = (
    "said",
    "nearly",
    "heaviest_missing",
    "missing_everywhere",
    "names_missing",
    "opposition",
    "kind",
    "open_kind",
    "reading",
    "meant",
    "similar",
)
"""What a finding's chance to answer is computed from, in the order of ``Support.signals``."""


class Support(NamedTuple):
    """What a finding has of what was asked."""

    covered: float
    """Share of the question's weight that the sentence and what introduces it say or nearly say, 0 to 1."""
    named: float
    """Share of the question's names and numbers found there or elsewhere in the passage; 1 if it has none."""
    kind: float
    """How surely it holds the kind of thing asked for, 0 to 1."""
    mislabelled: str | None
    """A thing told apart by a letter or number where another one is meant: "Class B"."""
    similarity: float | None
    """Of the question to the sentence by the embedder, where it was compared."""
    missing: tuple[str, ...]
    """Words of the question that neither the sentence nor its introduction has, most telling first."""
    signals: tuple[float, ...]
    """In the order of SIGNALS."""
    score: float
    """0 to 1: the fitted chance that the finding answers."""


def support(
    wanted: Asked, finding: Finding, candidate: EvidenceCandidate, nearness: Nearness | None = None
) -> Support:
    """Weigh one finding, which stands in ``candidate``, against what was asked of such a passage."""
    nearness = nearness or Nearness(wanted)
    wanted = wanted.of(candidate)
    before = candidate.text[max(0, finding.span.start - _BEFORE) : finding.span.start]
    named_by = (
        candidate.source_title,
        *candidate.heading_path,
        candidate.document_id,
        candidate.case_id or "",
    )
    introduction = "\n".join(named_by)
    kind = _kind(wanted, finding)
    here = keys_of(finding.quote)
    if kind >= _SAYS_ITS_KIND and wanted.kind in (*VALUE_KINDS, "person", "place"):
        # "Within 14 days" says what "deadline" asks for.
        here |= wanted.weights.keys() - wanted.about
    around = here | keys_of(introduction) | keys_of(before)
    anywhere = around | keys_of(candidate.text)
    weights, total = wanted.weights, wanted.total or 1.0
    # Of a dated passage less may be asked than of others, while nearness knows all that is asked.
    near_here = {
        key: share
        for key, share in nearness.says(finding.quote).items()
        if key in weights and key not in here
    }
    near_around = {
        key: share for key, share in nearness.says(f"{introduction}\n{before}").items() if key not in around
    }
    open_weight = {
        key: weights[key] * (1 - max(near_here.get(key, 0.0), near_around.get(key, 0.0)))
        for key in weights.keys() - around
    }
    lacking = sorted(open_weight, key=lambda key: (-open_weight[key], key))
    named = math.fsum(weights.get(name, 0.0) for name in wanted.names)
    covered = math.fsum(weights[key] for key in weights.keys() & around) / total
    nearly = math.fsum(weights[key] - open_weight[key] for key in open_weight) / total
    here_share = math.fsum(weights[key] for key in weights.keys() & here) / total
    near_in_it = math.fsum(weights[key] * share for key, share in near_here.items()) / total
    is_open = wanted.kind in ("statement", "yes_no", "reason", "steps", "list")
    signals = (
        here_share + _INTRODUCED * (covered - here_share),
        near_in_it,
        open_weight[lacking[0]] / total if lacking else 0.0,
        math.fsum(weights[key] for key in weights.keys() - anywhere) / total,
        math.fsum(weights.get(name, 0.0) for name in wanted.names - around) / total,
        opposition(wanted.text, finding.quote, may_deny=wanted.kind == "yes_no"),
        0.0 if is_open else kind,
        float(is_open),
        finding.score,
        candidate.dense_score or 0.0,
        finding.similarity or 0.0,
    )
    return Support(
        covered=covered + nearly,
        named=math.fsum(weights.get(name, 0.0) for name in wanted.names & anywhere) / named if named else 1.0,
        kind=kind,
        mislabelled=_mislabelled(wanted, "\n".join((finding.quote, introduction, before))),
        similarity=finding.similarity,
        missing=tuple(wanted.written.get(key, key) for key in lacking),
        signals=signals,
        score=_chance(signals, by_meaning=finding.similarity is not None),
    )


_SAYS_ITS_KIND = 0.7
"""Fit from which a sentence need not repeat the words that only name the kind of thing asked for (guess)."""
_BEFORE = 300
"""Characters before a finding that introduce it: a list's lead, a table's head, a paragraph's first sentence
(guess: two sentences)."""


_INTRODUCED = 0.5
"""What a word counts that only a heading, a title or the sentences before say (guess: public sets have hardly
any headings to learn it from)."""


def _chance(signals: tuple[float, ...], *, by_meaning: bool) -> float:
    weights = ANSWERABLE_BY_MEANING if by_meaning else ANSWERABLE
    total = sum(weights.get(name, 0.0) * value for name, value in zip(SIGNALS, signals, strict=True))
    return 1 / (1 + math.exp(-weights["bias"] - total))


def _kind(wanted: Asked, finding: Finding) -> float:
    if finding.role in ("step", "item"):
        return 1.0
    unit = Unit(0, 0, 0, len(finding.quote), finding.quote, "prose", "", 0, "", "", "")
    return max((place.fit for place in held(wanted, unit)), default=0.0)


def _mislabelled(wanted: Asked, text: str) -> str | None:
    here = labels(text)
    for noun, label in wanted.labels:
        same_noun = {other for one, other in here if one == noun}
        if same_noun and label not in same_noun:
            return f"{wanted.written.get(noun, noun)} {label.upper()}"
    return None
