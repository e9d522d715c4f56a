"""What the evidence says on each part of a question."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.evidence.read import read
from tests.evidence.making import findings_of, marked, pack, passage, question, said

FEE = question("How much is the fee for a mooring permit?", "amount", "fee", "mooring permit")
FEES = passage(
    "Permits are issued at the desk. The fee for a mooring permit is EUR 45 for each season. Boats are washed"
    " at the slipway."
)


def test_the_answering_sentence_comes_first_with_its_value_marked_in_normal_form() -> None:
    best = findings_of(FEE, FEES).findings[0]
    assert best.quote == "The fee for a mooring permit is EUR 45 for each season."
    assert (marked(best), best.value) == ("EUR 45", "EUR 45.00")


def test_a_quote_is_the_passages_text_at_its_span() -> None:
    package = findings_of(FEE, FEES, passage("A mooring permit is green. The fee is paid in cash."))
    for finding in package.findings:
        source = package.evidence(finding.evidence_id)
        assert source is not None
        assert source.text[finding.span.start : finding.span.end] == finding.quote


def test_a_rule_comes_with_its_exception() -> None:
    plan = question("May dogs enter the reserve?", "yes_no", "dogs", "enter", "reserve")
    rules = passage("Dogs must not enter the reserve. This does not apply to guide dogs on a lead.")
    package = findings_of(plan, rules)
    assert said(package, "rule") == ["Dogs must not enter the reserve."]
    assert said(package, "exception") == ["This does not apply to guide dogs on a lead."]


def test_what_a_pronoun_points_back_to_is_given_as_context() -> None:
    plan = question("When does the lock close in winter?", "date", "close", "winter")
    text = passage("The lock at Ambry is old. It closes at 16:00 in winter.")
    assert said(findings_of(plan, text), "context") == ["The lock at Ambry is old."]


def test_steps_come_in_their_order_and_all_of_them() -> None:
    plan = question(
        "What are the steps to renew a permit?", "steps", "renew", "permit", query_type="procedural"
    )
    text = passage(
        "To renew a permit:\n\n1. Fill in the form.\n2. Pay at the kiosk.\n3. Fetch the new permit.\n",
        headings=("Renewing a permit",),
    )
    assert said(findings_of(plan, text), "step") == [
        "Fill in the form.",
        "Pay at the kiosk.",
        "Fetch the new permit.",
    ]


def test_the_items_of_the_list_asked_for_are_found_and_no_others() -> None:
    plan = question("Which documents are needed for a permit?", "list", "documents", "needed", "permit")
    text = passage(
        "These documents are needed for a permit:\n\n- Proof of address.\n- Survey of the hull.\n\n"
        "The office sells:\n\n- Postcards.\n- Maps.\n"
    )
    assert said(findings_of(plan, text), "item") == ["Proof of address.", "Survey of the hull."]


def test_a_table_row_is_found_by_its_own_cell_and_the_head_of_its_column() -> None:
    plan = question("How long is the longest stay at pier B?", "duration", "longest stay", "pier B")
    text = passage("| Pier | Longest stay |\n|---|---|\n| Pier A | 3 days |\n| Pier B | 14 days |\n")
    best = findings_of(plan, text).findings[0]
    assert marked(best) == "14 days"


def test_the_question_s_own_number_is_no_answer() -> None:
    plan = question("How many berths did pier 4 have in 1998?", "number", "berths", "pier 4", "1998")
    best = findings_of(plan, passage("In 1998 pier 4 had 22 berths.")).findings[0]
    assert marked(best) == "22"


def test_parts_are_read_one_by_one() -> None:
    both = FEE.model_copy(
        update={
            "parts": (*FEE.parts, *question("Where are permits issued?", "place", "permits", "issued").parts)
        }
    )
    found = findings_of(both, FEES).findings
    assert {finding.part for finding in found} == {0, 1}
    assert next(finding.quote for finding in found if finding.part == 1) == "Permits are issued at the desk."


def test_the_kind_of_value_asked_for_beats_more_shared_words() -> None:
    text = passage(
        "The fee for a mooring permit is shown on the board beside the mooring permit desk. For a mooring"
        " permit EUR 45 is charged as a fee."
    )
    assert marked(findings_of(FEE, text).findings[0]) == "EUR 45"


def test_meaning_decides_between_sentences_with_the_same_words() -> None:
    plan = question("Who keeps the key of the lock?", "statement", "keeps", "key", "lock")
    text = passage("The key of the lock is a heavy one. The warden has the key of the lock at night.")
    nearer = read(
        plan,
        pack(plan, [text]),
        similarity=lambda _, sentences: [0.9 if "warden" in one else 0.1 for one in sentences],
    )
    assert nearer.findings[0].quote.startswith("The warden")
    assert nearer.findings[0].similarity == pytest.approx(0.9)


def test_at_most_a_handful_of_sentences_is_compared_by_meaning() -> None:
    seen: list[int] = []

    def similarity(_: str, sentences: object) -> list[float]:
        count = len(list(sentences))  # type: ignore[call-overload]
        seen.append(count)
        return [0.5] * count

    text = passage(
        " ".join(f"The fee for permit number {number} is EUR {number}." for number in range(3, 40))
    )
    read(FEE, pack(FEE, [text]), similarity=similarity)
    assert seen
    assert max(seen) <= 6


def test_rare_words_count_more_where_frequencies_are_given() -> None:
    plan = question("Which permit is needed for kayaks?", "statement", "permit", "needed", "kayaks")
    text = passage("A permit is needed here. Kayaks go free.")
    package = read(
        plan,
        pack(plan, [text]),
        document_frequency=lambda term: 1 if term == "kayak" else 900,
        passages=1000,
    )
    assert package.findings[0].quote == "Kayaks go free."


def test_without_evidence_there_are_no_findings() -> None:
    assert findings_of(FEE).findings == ()


def test_reading_again_gives_the_same_findings() -> None:
    once = findings_of(FEE, FEES)
    assert read(FEE, once).findings == once.findings


def test_a_dated_passage_need_not_repeat_the_day_that_is_asked_about() -> None:
    plan = question(
        "How much was the fee for a mooring permit in March 2024?", "amount", "fee", "mooring permit"
    )
    without = plan.parts[0].model_copy(update={"timeless": "How much was the fee for a mooring permit?"})
    plan = plan.model_copy(update={"parts": (without,)})
    text = "The fee for a mooring permit is EUR 45 for each season."
    dated = findings_of(plan, passage(text, valid_from=date(2023, 1, 1))).findings[0]
    undated = findings_of(plan, passage(text)).findings[0]
    assert dated.score > undated.score
