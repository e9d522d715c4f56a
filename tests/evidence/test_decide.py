"""Whether the evidence is enough, why, and what is missing."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.evidence.decide import decide
from localrag.records.plan import AnswerKind, QuestionPart
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import findings_of, judged, pack, passage, question, said

APPEAL = question("What is the deadline to appeal a parking notice?", "deadline", "appeal", "parking notice")
WITH_DEADLINE = passage(
    "An appeal against a parking notice must be lodged within 14 days after it was received.",
    title="Appeals Policy",
)
WITHOUT_DEADLINE = passage(
    "Appeals may be submitted after a parking notice was received. The panel hears both sides.",
    title="Appeals Policy",
)
DOG_RULES = passage(
    "Dogs are kept on a lead in the park. A dog that bites is reported to the warden within 2 days.",
    title="Park Rules",
)


def test_a_deadline_about_the_thing_asked_is_sufficient() -> None:
    found = judged(APPEAL, WITH_DEADLINE, DOG_RULES)
    assert found.sufficiency == "sufficient"
    assert found.answerability >= 0.5
    assert found.missing_information == ()


def test_a_policy_on_appeals_without_a_deadline_names_the_deadline_as_missing() -> None:
    found = judged(APPEAL, WITHOUT_DEADLINE, DOG_RULES)
    assert found.sufficiency == "insufficient"
    assert found.missing_information == ("the deadline to appeal a parking notice",)


def test_what_was_found_instead_is_said_and_stays_a_finding() -> None:
    found = judged(APPEAL, WITHOUT_DEADLINE)
    assert "Appeals may be submitted after a parking notice was received." in found.reasons[-1]
    assert "no deadline is stated" in found.reasons[-1]
    assert said(found, "answer") != []


def test_a_question_about_something_else_is_insufficient() -> None:
    plan = question("Who won the 1998 World Cup?", "person", "won", "1998", "World Cup")
    found = judged(plan, WITH_DEADLINE, WITHOUT_DEADLINE, DOG_RULES)
    assert found.sufficiency == "insufficient"
    assert found.answerability < 0.45


def test_another_things_deadline_does_not_answer() -> None:
    plan = question("What is the deadline to report a lost dog?", "deadline", "report", "lost dog")
    assert judged(plan, WITH_DEADLINE).sufficiency == "insufficient"


def test_a_thing_told_apart_by_a_letter_has_to_be_the_one_asked_about() -> None:
    limits = passage("| Class A vehicles | 30 km/h |\n| Class C vehicles | 50 km/h |", title="Speed Limits")
    asked_b = question("What is the limit for Class B vehicles?", "amount", "limit", "Class B vehicles")
    asked_c = question("What is the limit for Class C vehicles?", "amount", "limit", "Class C vehicles")
    assert judged(asked_b, limits).sufficiency == "insufficient"
    assert judged(asked_c, limits).sufficiency == "sufficient"


def test_without_evidence_it_is_insufficient_and_says_what_was_asked() -> None:
    found = judged(APPEAL)
    assert (found.sufficiency, found.answerability) == ("insufficient", 0.0)
    assert found.missing_information == ("the deadline to appeal a parking notice",)


def test_a_source_the_question_binds_itself_to_is_named_where_it_is_missing() -> None:
    found = decide(APPEAL, findings_of(APPEAL, WITH_DEADLINE), missing_sources=("Harbour Code",))
    assert found.sufficiency == "insufficient"
    assert "Harbour Code" in found.missing_information[0]


def test_an_identifier_no_passage_has_is_insufficient() -> None:
    plan = question(
        "What does POL-999 say?", "statement", identifiers=("POL-999",), query_type="exact_lookup"
    )
    found = judged(plan, WITH_DEADLINE)
    assert found.sufficiency == "insufficient"
    assert "POL-999" in found.missing_information[0]


def test_an_identifier_in_the_title_counts() -> None:
    plan = question("What does POL-212 say on appeals?", "statement", "appeals", identifiers=("POL-212",))
    named = passage("An appeal is made in writing.", title="Appeals (POL-212)")
    assert judged(plan, named).sufficiency == "sufficient"


def test_two_cases_that_fit_equally_well_are_asked_back() -> None:
    records = [
        passage("- 2026-05-02: Inspection held at the north gate.", document=f"case-{number}",
                case=f"case-{number}", authority="case_record")
        for number in (7, 9)
    ]  # fmt: skip
    plan = question("When was the inspection held?", "date", "inspection", "held")
    found = judged(plan, *records)
    assert found.sufficiency == "ambiguous"
    assert found.clarification_question == "Which case do you mean: case-7 or case-9?"


def test_of_two_parts_the_answered_one_is_kept_and_the_other_named_as_missing() -> None:
    plan = APPEAL.model_copy(
        update={
            "parts": (
                *APPEAL.parts,
                QuestionPart(
                    text="Who won the 1998 World Cup?", kind="person", about=("won", "1998", "World Cup")
                ),
            )
        }
    )
    found = judged(plan, WITH_DEADLINE, DOG_RULES)
    assert found.sufficiency == "sufficient"
    assert {finding.part for finding in found.findings} == {0}
    assert len(found.missing_information) == 1
    assert "World Cup" in found.missing_information[0]


@pytest.mark.parametrize(
    ("kind", "text", "about", "answer", "other"),
    [
        (
            "amount",
            "How much is the fee for a mooring permit?",
            ("fee", "mooring permit"),
            "The fee for a mooring permit is EUR 45.",
            "The fee for a mooring permit is paid at the kiosk.",
        ),
        (
            "number",
            "How many members does the tree council have?",
            ("members", "tree council"),
            "The tree council has seven members.",
            "The members of the tree council meet in public.",
        ),
        (
            "duration",
            "How long is a mooring permit valid?",
            ("mooring permit", "valid"),
            "A mooring permit is valid for two years.",
            "A mooring permit is valid on all quays.",
        ),
        (
            "person",
            "Who signs the felling order?",
            ("signs", "felling order"),
            "The head forester signs the felling order.",
            "",
        ),
        (
            "place",
            "Where is the tree register kept?",
            ("tree register", "kept"),
            "The tree register is kept in the town hall at Ambry.",
            "",
        ),
        (
            "definition",
            "What is a protected tree?",
            ("protected tree",),
            "A protected tree is a tree whose trunk measures more than 80 cm around.",
            "A fine is due for each protected tree that was cut.",
        ),
        (
            "reason",
            "Why was the north quay closed?",
            ("north quay", "closed"),
            "The north quay was closed because its wall had cracked.",
            "The north quay was closed in spring.",
        ),
    ],
)
def test_the_kind_of_thing_asked_for_decides(
    kind: AnswerKind, text: str, about: tuple[str, ...], answer: str, other: str
) -> None:
    plan = question(text, kind, *about)
    assert judged(plan, passage(answer), DOG_RULES).sufficiency == "sufficient"
    if other:
        assert judged(plan, passage(other), DOG_RULES).sufficiency == "insufficient"


def test_every_verdict_has_a_reason() -> None:
    packages: list[tuple[EvidenceCandidate, ...]] = [(), (WITH_DEADLINE,), (WITHOUT_DEADLINE,), (DOG_RULES,)]
    assert all(judged(APPEAL, *candidates).reasons for candidates in packages)


def test_a_package_that_was_never_read_is_insufficient() -> None:
    assert decide(APPEAL, pack(APPEAL, [WITH_DEADLINE])).sufficiency == "insufficient"


def test_a_dated_passage_near_to_a_word_that_is_not_asked_of_it_is_judged_all_the_same() -> None:
    plan = question("Fill in the fee for a mooring permit in March 2024.", "amount", "fee", "mooring permit")
    part = plan.parts[0].model_copy(update={"timeless": "How much was the fee for a mooring permit?"})
    fee = passage("The fee for a mooring permit is EUR 45: complete the form.", valid_from=date(2023, 1, 1))
    assert judged(plan.model_copy(update={"parts": (part,)}), fee).sufficiency == "sufficient"
