"""Whether a document holds: by its own word, by others', by its validity."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from localrag.evidence.standing import standing
from localrag.records.evidence import EvidencePackage
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import findings_of, passage, question

TITLE = "Quay Directive 15-01"


def edition(
    text: str, label: str = "1", first: date | None = None, last: date | None = None
) -> EvidenceCandidate:
    one = passage(text, document="quay-15-01", title=TITLE, valid_from=first, valid_to=last)
    return one.model_copy(update={"version": label})


def settled(text: str, *read: EvidenceCandidate, known: Sequence[EvidenceCandidate] = ()) -> EvidencePackage:
    plan = question(text, "yes_no", "force")
    return standing(plan, findings_of(plan, *read), lambda _: known or read)


def told(package: EvidencePackage) -> list[str]:
    return [one.quote for one in package.findings if one.role == "record"]


def stands(package: EvidencePackage) -> list[str | None]:
    found = [package.evidence(one.evidence_id) for one in package.findings if one.role == "standing"]
    return [one.version for one in found if one]


ASKED = "Is Quay Directive 15-01 still in force?"


def test_a_documents_own_word_that_it_ended_settles_it() -> None:
    said = "This directive has been revoked."
    assert told(settled(ASKED, edition(f"{said} Boats are washed at the slipway."))) == [said]


def test_what_another_document_says_of_it_settles_it() -> None:
    said = "This directive supersedes Directive 15-01, which is hereby revoked."
    other = passage(said, document="quay-19-02", title="Quay Directive 19-02")
    assert told(
        settled(ASKED, edition("Boats are washed."), other, known=[edition("Boats are washed.")])
    ) == [said]


def test_without_a_word_on_it_the_validity_settles_it() -> None:
    old = edition("Boats are washed.", "1", date(2020, 1, 1), date(2023, 12, 31))
    new = edition("Boats are rinsed.", "2", date(2024, 1, 1))
    assert stands(settled(ASKED, new, known=[old, new])) == ["2"]
    asked = "Is version 1 of Quay Directive 15-01 still in force?"
    assert stands(settled(asked, new, known=[old, new])) == ["1", "2"]


def test_that_it_remains_in_force_is_not_believed_of_a_version_that_ended() -> None:
    old = edition(
        "It remains in force until another takes its place.", "1", date(2020, 1, 1), date(2023, 12, 31)
    )
    new = edition("Boats are rinsed.", "2", date(2024, 1, 1))
    package = settled("Is version 1 of Quay Directive 15-01 still in force?", new, known=[old, new])
    assert told(package) == []


def test_what_a_document_ends_is_quoted_from_it() -> None:
    said = "This directive supersedes Quay Order 7."
    assert told(settled("What does Quay Directive 15-01 supersede?", edition(said))) == [said]


def test_a_question_about_something_else_is_left_as_it_is() -> None:
    plan = question("Is my permit still valid?", "yes_no", "permit")
    package = findings_of(plan, passage("A permit is valid for four hours.", title="Permits"))
    assert standing(plan, package, lambda _: ()) == package


def test_a_part_of_a_document_is_not_settled_by_the_document() -> None:
    old = edition("Boats are washed.", "4", date(2020, 1, 1), date(2023, 12, 31))
    new = edition("Boats are rinsed.", "7", date(2024, 1, 1))
    package = settled("Is Action 4 of Quay Directive 15-01 still in force?", new, known=[old, new])
    assert stands(package) == []


def test_a_number_in_the_title_names_no_version() -> None:
    old = edition("Boats are washed.", "15", date(2020, 1, 1), date(2023, 12, 31))
    new = edition("Boats are rinsed.", "16", date(2024, 1, 1))
    assert stands(settled(ASKED, new, known=[old, new])) == ["16"]


def test_what_a_question_quotes_does_not_ask_whether_a_document_holds() -> None:
    asked = 'Fill in from Quay Directive 15-01: "You pay the then-currently applicable ____."'
    assert stands(settled(asked, edition("Boats are washed.", "1", date(2020, 1, 1)))) == []


def test_a_version_is_named_by_its_mark_too() -> None:
    old = edition("Boats are washed.", "1", date(2020, 1, 1), date(2023, 12, 31))
    new = edition("Boats are rinsed.", "2", date(2024, 1, 1))
    plan = question("Is quay-15-01@1 still in force?", "yes_no", "force")
    plan = plan.model_copy(update={"required_sources": ("quay-15-01",)})
    assert stands(standing(plan, findings_of(plan, new), lambda _: [old, new])) == ["1", "2"]


def test_of_a_version_that_is_not_there_nothing_is_said() -> None:
    new = edition("Boats are rinsed.", "2", date(2024, 1, 1))
    package = settled("Is version 9 of Quay Directive 15-01 still in force?", new, known=[new])
    assert package.findings == ()


def test_an_archived_document_without_days_is_told_to_stand_no_more() -> None:
    old = edition("Boats are washed.").model_copy(update={"status": "archived"})
    assert stands(settled(ASKED, old, known=[old])) == ["1"]


def test_what_else_was_looked_through_answers_only_where_it_is_in_force() -> None:
    plan = question("Is a permit still valid for four hours?", "yes_no", "permit", "hours")
    ended = passage("A permit is valid for four hours.", title="Permits", valid_to=date(2020, 1, 1))
    found = findings_of(plan, ended)
    assert found.findings
    assert standing(plan, found, lambda _: ()).findings == ()
