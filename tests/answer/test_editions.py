"""Versions side by side, validated."""

from __future__ import annotations

from datetime import date

from localrag.answer.drafting import Drafting
from localrag.answer.editions import editions
from localrag.records.answer import Draft
from localrag.records.evidence import EditionRow, EvidencePackage, Finding
from localrag.records.retrieval import EvidenceCandidate
from localrag.validate.validate import validate
from tests.answer.making import finding, package, passage


def version(number: int, fee: int, first: date, last: date | None) -> EvidenceCandidate:
    one = passage(f"The fee is EUR {fee}.", number, version=str(number), valid_from=first)
    return one.model_copy(update={"valid_to": last})


def side_by_side(*wordings: tuple[EvidenceCandidate, ...]) -> EvidencePackage:
    told = tuple(tuple(_said(one) for one in wording) for wording in wordings)
    candidates = [one for wording in wordings for one in wording]
    row = EditionRow(part=0, wordings=told)
    return package(candidates, [one for wording in told for one in wording], editions=(row,))


def _said(candidate: EvidenceCandidate) -> Finding:
    return finding(candidate, candidate.text, "edition")


ONE = version(1, 45, date(2022, 1, 1), date(2023, 12, 31))
TWO = version(2, 45, date(2024, 1, 1), date(2024, 12, 31))
THREE = version(3, 60, date(2025, 1, 1), None)


def test_a_line_says_on_which_day_the_wording_turned_and_the_table_shows_both() -> None:
    told, table = editions(side_by_side((ONE, TWO), (THREE,)), 0, Drafting(package([])))
    assert told.sentences[0].text == (
        "Manual changed on 1 January 2025: versions 1 to 2 (1 January 2022 to 31 December 2024), then"
        " version 3 (since 1 January 2025)."
    )
    assert [cell.text for cell in table.sentences] == ["The fee is EUR 45.", "The fee is EUR 60."]
    assert len(table.columns) == 2


def test_versions_that_say_the_same_are_told_in_one_line() -> None:
    (block,) = editions(side_by_side((ONE, TWO)), 0, Drafting(package([])))
    assert [one.text for one in block.sentences] == [
        "The fee is EUR 45.",
        "Manual says the same throughout: versions 1 to 2 (1 January 2022 to 31 December 2024).",
    ]


def test_the_line_is_made_again_from_the_documents_it_cites() -> None:
    packed = side_by_side((ONE, TWO), (THREE,))
    draft = Draft(blocks=tuple(editions(packed, 0, Drafting(packed))))
    assert validate(draft, packed, page_text=lambda chunk: _text(packed, chunk)).holds


def test_another_day_of_turning_is_rejected() -> None:
    packed = side_by_side((ONE, TWO), (THREE,))
    told, table = editions(packed, 0, Drafting(packed))
    wrong = told.sentences[0].model_copy(
        update={"text": told.sentences[0].text.replace("1 January 2025", "2 May 2025")}
    )
    draft = Draft(blocks=(told.model_copy(update={"sentences": (wrong,)}), table))
    checked = validate(draft, packed, page_text=lambda chunk: _text(packed, chunk))
    assert wrong.claim_id in {
        claim.claim_id for claim in checked.claims if claim.support_status != "supported"
    }


def _text(packed: EvidencePackage, chunk: str) -> str:
    return next(one.text for one in packed.selected_evidence if one.chunk_id == chunk)
