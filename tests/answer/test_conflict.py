"""Conflicting evidence -> side by side."""

from __future__ import annotations

from datetime import date

from localrag.answer.conflict import side_by_side
from localrag.records.evidence import Conflict, ConflictSide
from localrag.records.ids import EvidenceId
from tests.answer.making import package, passage, plan

OLD = passage("The fee is EUR 10.", 1, title="Fees", version="1", valid_from=date(2025, 1, 1))
NEW = passage("The fee is EUR 20.", 2, title="Tariff")
RULE = "Both are official policies in force; the Policy Desk decides."


def conflict(winner: EvidenceId | None = None) -> Conflict:
    def side(number: int, quote: str, day: date | None) -> ConflictSide:
        return ConflictSide(
            evidence_id=EvidenceId(f"E{number}"),
            value="",
            quote=quote,
            authority="official_policy",
            valid_from=day,
        )

    sides = (side(1, "The fee is EUR 10.", date(2025, 1, 1)), side(2, "The fee is EUR 20.", None))
    return Conflict(about="the fee", sides=sides, rule=RULE, winner=winner)


def test_both_quotes_stand_side_by_side_with_date_authority_and_rule() -> None:
    draft = side_by_side(plan(("What is the fee?", "amount")), package([OLD, NEW], conflicts=(conflict(),)))
    table, rule = draft.blocks
    assert table.columns == (
        "Fees, version 1 (official policy, in force from 2025-01-01)",
        "Tariff (official policy)",
    )
    assert [one.text for one in table.sentences] == ["The fee is EUR 10.", "The fee is EUR 20."]
    assert rule.sentences[0].text == RULE


def test_a_conflict_that_authority_decided_is_not_shown_here() -> None:
    found = package([OLD, NEW], conflicts=(conflict(EvidenceId("E1")),))
    assert side_by_side(plan(("What is the fee?", "amount")), found).blocks == ()
