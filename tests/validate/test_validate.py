"""Drafts -> what of them holds."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.records.answer import Draft, DraftBlock, DraftQuote, DraftSentence, Validated
from localrag.records.evidence import Computation, EvidencePackage, Requirement, Verdict
from localrag.records.ids import ChunkId, ClaimId, EvidenceId
from localrag.text.composed import NEUTRAL_VERDICT, but_not_stated, no_entry, not_stated
from localrag.validate.validate import validate
from tests.answer.making import draft, finding, package, passage

RULE = "Formal review is required when repeat non-compliance occurs within 90 calendar days."
MANUAL = passage(f"{RULE} No officer may waive it.\n\n| Class | Fee |\n|---|---|\n| A | EUR 250 |")
EVENTS = passage("- 2026-05-02: Non-compliance recorded.\n- 2026-06-19: Non-compliance recorded.", 2)
PACKAGE = package([MANUAL, EVENTS])


def judge(proposed: Draft, found: EvidencePackage = PACKAGE, page: str | None = None) -> Validated:
    texts = {one.chunk_id: one.text for one in found.selected_evidence}
    return validate(proposed, found, page_text=lambda chunk: texts[chunk] if page is None else page)


def status(proposed: Draft, found: EvidencePackage = PACKAGE, page: str | None = None) -> str:
    return judge(proposed, found, page).claims[0].support_status


def test_a_verbatim_sentence_holds_with_its_page_and_quote() -> None:
    checked = judge(draft(RULE, ("E1", RULE)))
    assert checked.holds
    assert (checked.citations[0].chunk_id, checked.citations[0].page_start) == (ChunkId("chunk-1"), 3)
    assert checked.citations[0].quote == RULE


def test_a_sentence_without_a_citation_falls() -> None:
    checked = judge(draft(RULE))
    assert not checked.holds
    assert checked.unsupported_claims == (ClaimId("C1"),)
    assert checked.citations == ()


@pytest.mark.parametrize(("label", "quote"), [("E7", RULE), ("E1", "Formal review is free."), ("E2", RULE)])
def test_an_unknown_id_or_a_quote_from_elsewhere_falls(label: str, quote: str) -> None:
    assert status(draft(RULE, (label, quote))) == "unsupported"


def test_a_quote_that_left_the_stored_page_falls() -> None:
    assert status(draft(RULE, ("E1", RULE)), page="The page says something else now.") == "unsupported"


def test_a_quote_stands_through_the_artefacts_of_a_page() -> None:
    printed = (
        "Formal review is re-\nquired when repeat non\u2011compliance occurs within 90\u00a0calendar\ndays."
    )
    assert status(draft(RULE, ("E1", RULE)), page=printed) == "supported"


def test_a_part_of_a_sentence_is_read_with_the_whole() -> None:
    assert status(draft("officer may waive it.", ("E1", "officer may waive it."))) != "supported"


def test_a_table_row_holds_with_its_header_only_as_written() -> None:
    quotes = (("E1", "| A | EUR 250 |"), ("E1", "| Class | Fee |"))
    assert status(draft("Class: A; Fee: EUR 250", *quotes)) == "supported"
    assert status(draft("Class: A; Fee: EUR 450", *quotes)) != "supported"


def test_other_words_are_held_against_the_quote() -> None:
    claim = "Formal review is required if repeat non-compliance occurs within {} calendar days."
    assert status(draft(claim.format(90), ("E1", RULE))) == "supported"
    assert status(draft(claim.format(60), ("E1", RULE))) == "contradicted"


def test_without_a_verifier_grounding_is_not_claimed() -> None:
    assert judge(draft(RULE, ("E1", RULE))).grounding_supported is None


# --- computed and composed sentences


def events(*, result: str = "48", last: date = date(2026, 7, 31), holds: bool = True) -> EvidencePackage:
    found = [
        finding(MANUAL, RULE, "rule"),
        finding(EVENTS, "2026-05-02: Non-compliance recorded.", "event"),
        finding(EVENTS, "2026-06-19: Non-compliance recorded.", "event"),
    ]
    computation = Computation(
        name="days_between",
        operands=("2026-05-02", "2026-06-19"),
        result=result,
        relation="within",
        limit="90 calendar days",
        last_day=last,
        holds=holds,
        derived_from=(1, 2, 0),
        text="2026-05-02 to 2026-06-19 is 48 days, within 90 calendar days.",
    )
    verdict = Verdict(says="no", derived_from=(0,), reason="")
    return package([MANUAL, EVENTS], found, computations=(computation,), verdicts=(verdict,))


def sentences(found: EvidencePackage) -> list[DraftSentence]:
    return [
        DraftSentence(
            claim_id=ClaimId(f"C{number}"),
            text=one.quote,
            quotes=(DraftQuote(evidence_id=one.evidence_id, quote=one.quote),),
        )
        for number, one in enumerate(found.findings, 2)
    ]


def computed(found: EvidencePackage, **fields: object) -> Validated:
    computation = found.computations[0]
    sentence = DraftSentence(
        claim_id=ClaimId("C1"),
        text=computation.text,
        derived_from=(ClaimId("C3"), ClaimId("C4"), ClaimId("C2")),
        computation=computation.name,
        operands=computation.operands,
    ).model_copy(update=fields)
    block = DraftBlock(kind="reasons", sentences=(sentence, *sentences(found)))
    return judge(Draft(blocks=(block,)), found)


def test_a_computed_sentence_is_computed_again() -> None:
    assert computed(events()).claims[0].support_status == "supported"


@pytest.mark.parametrize(
    "found",
    [events(result="47"), events(last=date(2026, 6, 1)), events(holds=False)],
    ids=["days", "end", "holds"],
)
def test_a_computation_that_comes_out_otherwise_falls(found: EvidencePackage) -> None:
    assert computed(found).claims[0].support_status == "contradicted"


def test_a_computed_sentence_in_other_words_falls() -> None:
    assert computed(events(), text="It is 48 days.").claims[0].support_status == "unsupported"


def test_a_computed_sentence_falls_with_what_it_derives_from() -> None:
    assert computed(events(), derived_from=(ClaimId("C9"),)).claims[0].support_status == "unsupported"


def verdict(text: str, found: EvidencePackage) -> str:
    sentence = DraftSentence(
        claim_id=ClaimId("C1"), text=text, derived_from=(ClaimId("C2"),), computation="verdict"
    )
    block = DraftBlock(kind="verdict", sentences=(sentence, *sentences(found)))
    return judge(Draft(blocks=(block,)), found).claims[0].support_status


def test_a_verdict_holds_only_as_it_follows_from_its_rule() -> None:
    assert verdict("No, not on the evidence found: a rule requires otherwise.", events()) == "supported"
    assert verdict("Yes, on the evidence found: a rule allows it.", events()) == "contradicted"
    assert verdict(NEUTRAL_VERDICT, events()) == "supported"


def test_a_missing_entry_is_said_only_of_a_requirement_found_missing() -> None:
    found = events().model_copy(update={"requirements": (Requirement(finding=0, state="no_entry"),)})
    proposed = draft(no_entry(RULE), ("E1", RULE), computation="no_entry")
    assert status(proposed, found) == "supported"
    assert status(proposed, events()) == "unsupported"


def test_what_is_not_stated_is_said_only_where_the_evidence_lacks_it() -> None:
    missing = ("the deadline",)
    lacking = package([MANUAL], sufficiency="insufficient", missing_information=missing)
    said = draft(not_stated(missing), computation="not_stated", operands=missing)
    both = draft(
        but_not_stated(RULE, "the deadline"), ("E1", RULE), computation="but_not_stated", operands=missing
    )
    assert status(said, lacking) == status(both, lacking) == "supported"
    assert status(said) == status(both) == "unsupported"


def test_an_unknown_computation_falls() -> None:
    assert status(draft("It follows.", computation="magic")) == "unsupported"


def test_a_circle_of_derivations_holds_nothing() -> None:
    one = DraftSentence(
        claim_id=ClaimId("C1"), text=NEUTRAL_VERDICT, derived_from=(ClaimId("C2"),), computation="verdict"
    )
    other = one.model_copy(update={"claim_id": ClaimId("C2"), "derived_from": (ClaimId("C1"),)})
    checked = judge(Draft(blocks=(DraftBlock(kind="verdict", sentences=(one, other)),)))
    assert not checked.holds


def test_a_table_that_lost_a_cell_is_gone_whole() -> None:
    good = draft(RULE, ("E1", RULE)).sentences[0]
    bad = good.model_copy(update={"claim_id": ClaimId("C2"), "text": RULE.replace("90", "60")})
    table = DraftBlock(kind="table", sentences=(good, bad), columns=("a", "b"))
    checked = judge(Draft(blocks=(table,)))
    assert checked.blocks == ()
    assert checked.citations == ()


def test_only_what_fails_is_dropped() -> None:
    good = draft(RULE, ("E1", RULE)).sentences[0]
    bad = good.model_copy(update={"claim_id": ClaimId("C2"), "text": RULE.replace("90", "60")})
    checked = judge(Draft(blocks=(DraftBlock(kind="bullets", sentences=(good, bad)),)))
    assert [one.claim_id for block in checked.blocks for one in block.sentences] == ["C1"]
    assert checked.unsupported_claims == ("C2",)


def test_an_answer_of_which_only_its_gaps_are_left_is_none() -> None:
    found = package([MANUAL], missing_information=("the fee",))
    lacking = DraftSentence(
        claim_id=ClaimId("C2"), text=not_stated(("the fee",)), computation="not_stated", operands=("the fee",)
    )
    wrong = draft("Formal review is free.", ("E1", RULE)).sentences[0]
    assert not judge(Draft(blocks=(DraftBlock(kind="paragraph", sentences=(wrong, lacking)),)), found).holds
    right = draft(RULE, ("E1", RULE)).sentences[0]
    assert (
        len(
            judge(Draft(blocks=(DraftBlock(kind="paragraph", sentences=(right, lacking)),)), found)
            .blocks[0]
            .sentences
        )
        == 2
    )


def test_evidence_ids_of_other_packages_are_unknown() -> None:
    quote = DraftQuote(evidence_id=EvidenceId("E2"), quote="2026-05-02: Non-compliance recorded.")
    proposed = draft("2026-05-02: Non-compliance recorded.").model_copy()
    sentence = proposed.sentences[0].model_copy(update={"quotes": (quote,)})
    only_manual = package([MANUAL])
    assert (
        status(Draft(blocks=(DraftBlock(kind="paragraph", sentences=(sentence,)),)), only_manual)
        == "unsupported"
    )
