"""Reviews of one run by two reviewers -> their agreement and Cohen's kappa, label by label."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from localrag.records.review import LABELS, Agreement, Label, LabelAgreement, Review


def agreements(reviews: Sequence[Review]) -> list[Agreement]:
    """Every pair of reviewers, in the order of their names; of several reviews of a case the last counts."""
    latest = {(one.reviewer, one.case_id): one for one in reviews}
    by_reviewer: dict[str, dict[str, Review]] = {}
    for (reviewer, case_id), review in latest.items():
        by_reviewer.setdefault(reviewer, {})[case_id] = review
    return [
        Agreement(
            first=first,
            second=second,
            labels=tuple(_label(label, by_reviewer[first], by_reviewer[second]) for label in LABELS),
        )
        for first, second in combinations(sorted(by_reviewer), 2)
    ]


def kappa(both_yes: int, both_no: int, first_only: int, second_only: int) -> float | None:
    """Agreement beyond chance, at most 1, 0 for chance; null where chance alone would agree on everything.

    Source:
        Cohen, Educational and Psychological Measurement 1960.
    """
    cases = both_yes + both_no + first_only + second_only
    if not cases:
        return None
    first, second = both_yes + first_only, both_yes + second_only
    by_chance = (first * second + (cases - first) * (cases - second)) / cases**2
    if by_chance == 1:
        return None
    return ((both_yes + both_no) / cases - by_chance) / (1 - by_chance)


def _label(label: Label, first: dict[str, Review], second: dict[str, Review]) -> LabelAgreement:
    pairs = [
        (first[case_id].labels.get(label), second[case_id].labels.get(label))
        for case_id in first
        if case_id in second
    ]
    told = [pair for pair in pairs if None not in pair]
    counts = [told.count(pair) for pair in ((True, True), (False, False), (True, False), (False, True))]
    return LabelAgreement(
        label=label,
        cases=len(told),
        both_yes=counts[0],
        both_no=counts[1],
        first_only=counts[2],
        second_only=counts[3],
        agreement=(counts[0] + counts[1]) / len(told) if told else None,
        kappa=kappa(*counts),
    )
