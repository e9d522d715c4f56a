"""Two scored runs -> what changed, case by case, and by how much the measures moved."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.evaluate.intervals import difference
from localrag.evaluate.score import MEASURES
from localrag.records.evaluation import CaseChange, CaseScore, Comparison, RunHead

_ORDER = ("broken", "mended", "status", "text", "added", "removed")


def compare(
    before: tuple[RunHead, Sequence[CaseScore]], after: tuple[RunHead, Sequence[CaseScore]]
) -> Comparison:
    """Hold two runs against each other, cases being the same where their ids are."""
    old = {one.id: one for one in before[1]}
    new = {one.id: one for one in after[1]}
    both = [(old[name], new[name]) for name in new if name in old]
    changes = [change for pair in both if (change := _change(*pair)) is not None]
    unchanged = len(both) - len(changes)
    changes += [_only(one, "added") for name, one in new.items() if name not in old]
    changes += [_only(one, "removed") for name, one in old.items() if name not in new]
    return Comparison(
        before=before[0],
        after=after[0],
        changes=tuple(sorted(changes, key=lambda one: _ORDER.index(one.kind))),
        unchanged=unchanged,
        cases_differ=before[0].cases_sha256 != after[0].cases_sha256,
        differences={
            name: difference([one for one, _ in found], [other for _, other in found])
            for name in MEASURES
            if (found := _paired(both, name))
        },
    )


def _paired(both: Sequence[tuple[CaseScore, CaseScore]], name: str) -> list[tuple[float, float]]:
    """A measure before and after, where it applies to a case in both runs."""
    return [(a.values[name], b.values[name]) for a, b in both if name in a.values and name in b.values]


def _change(old: CaseScore, new: CaseScore) -> CaseChange | None:
    """Null where nothing changed. A text that may not be shown now is not compared."""
    if bool(old.faults) != bool(new.faults):
        kind = "broken" if new.faults else "mended"
    elif old.actual_status != new.actual_status:
        kind = "status"
    elif old.answer_text and new.answer_text and old.answer_text != new.answer_text:
        kind = "text"
    else:
        return None
    return CaseChange.model_validate(
        {
            "id": new.id,
            "question": new.question,
            "before": old.actual_status,
            "after": new.actual_status,
            "kind": kind,
            "faults_before": old.faults,
            "faults_after": new.faults,
        }
    )


def _only(one: CaseScore, kind: str) -> CaseChange:
    added = kind == "added"
    return CaseChange.model_validate(
        {
            "id": one.id,
            "question": one.question,
            "before": None if added else one.actual_status,
            "after": one.actual_status if added else None,
            "kind": kind,
            "faults_before": () if added else one.faults,
            "faults_after": one.faults if added else (),
        }
    )
