"""Selection of evidence within a budget."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from localrag.records.plan import Subquery
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import pack, passage, question

ASK = question("Who may moor at the town quay?", "person", "moor", "town quay")


def texts(*words: str) -> list[EvidenceCandidate]:
    return [passage(word, document=f"d{number}") for number, word in enumerate(words)]


def test_evidence_is_labelled_in_the_candidates_order() -> None:
    packed = pack(ASK, texts("first here", "second there", "third where"))
    assert [(one.evidence_id, one.text) for one in packed.selected_evidence] == [
        ("E1", "first here"),
        ("E2", "second there"),
        ("E3", "third where"),
    ]


def test_what_does_not_fit_is_named_and_smaller_ones_still_fit() -> None:
    candidates = texts("one two three", "many " * 50, "four five six")
    packed = pack(ASK, candidates, budget=12)
    assert [one.text for one in packed.selected_evidence] == ["one two three", "four five six"]
    assert packed.omitted_candidate_ids == (candidates[1].chunk_id,)


def test_no_candidates_give_an_empty_package() -> None:
    packed = pack(ASK, [])
    assert (packed.selected_evidence, packed.total_tokens) == ((), 0)


def test_a_repetition_is_left_out() -> None:
    text = "The quay master assigns every berth at the town quay before noon."
    packed = pack(ASK, texts(text, text, "Boats leave by noon."))
    assert len(packed.selected_evidence) == 2


def test_of_two_equal_texts_the_one_of_higher_authority_stays() -> None:
    text = "The quay master assigns every berth at the town quay before noon."
    copy = passage(text, document="faq", authority="faq")
    original = passage(text, document="policy", authority="official_policy")
    assert [one.document_id for one in pack(ASK, [copy, original]).selected_evidence] == ["policy"]


def test_a_copy_with_another_number_or_another_word_stays() -> None:
    packed = pack(
        ASK,
        texts(
            "The quay master assigns every berth at the town quay within 14 calendar days.",
            "The quay master assigns every berth at the town quay within 21 calendar days.",
            "The quay master assigns every berth at the town quay within 14 working days.",
        ),
    )
    assert len(packed.selected_evidence) == 3


def test_two_versions_of_a_document_both_stay() -> None:
    text = "The quay master assigns every berth at the town quay before noon."
    old = passage(text, document="policy").model_copy(update={"version": "1"})
    new = passage(text, document="policy").model_copy(update={"version": "2"})
    assert len(pack(ASK, [old, new]).selected_evidence) == 2


def test_one_cases_record_never_stands_for_anothers() -> None:
    text = "- 2026-05-02: Berth inspected by the quay master, nothing found."
    one = passage(text, document="case-1", case="case-1", authority="case_record")
    other = passage(text, document="case-2", case="case-2", authority="case_record")
    assert len(pack(ASK, [one, other]).selected_evidence) == 2


def test_both_sides_of_a_comparison_are_represented_before_the_rest_fills_up() -> None:
    plan = question(
        "How do day berths and winter berths differ?",
        "statement",
        query_type="comparison",
        subqueries=(
            Subquery(text="day berths", role="side", side="day berths"),
            Subquery(text="winter berths", role="side", side="winter berths"),
        ),
    )
    day = [f"Day berths near pier {number} are let by the hour to visitors." for number in range(6)]
    candidates = texts(*day, "Winter berths are let from October to March.")
    packed = pack(plan, candidates, budget=30)
    assert any("Winter" in one.text for one in packed.selected_evidence)


def test_a_passage_that_repeats_most_of_another_gives_way_to_a_new_one() -> None:
    long = "The quay master assigns every berth at the town quay before noon and writes it down."
    candidates = texts(long, f"{long} On Sundays too.", "Visitors pay at the kiosk by the gate.")
    packed = pack(ASK, candidates, budget=28)
    assert [one.text[:8] for one in packed.selected_evidence] == ["The quay", "Visitors"]


@given(st.lists(st.text(alphabet="ab c", min_size=1, max_size=40), max_size=12), st.integers(0, 60))
def test_selected_and_omitted_together_are_the_candidates_within_the_budget(
    words: list[str], budget: int
) -> None:
    candidates = texts(*words)
    packed = pack(ASK, candidates, budget=budget)
    chosen = [one.chunk_id for one in packed.selected_evidence]
    assert sorted([*chosen, *packed.omitted_candidate_ids]) == sorted(one.chunk_id for one in candidates)
    assert packed.total_tokens <= budget
