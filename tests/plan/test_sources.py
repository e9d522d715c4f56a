"""Documents that a question binds its answer to."""

from __future__ import annotations

import pytest

from tests.fakes.listed_catalog import ListedCatalog
from tests.plan.asking import ask, library


@pytest.mark.parametrize(
    ("question", "required"),
    [
        ("According to the closure procedure, who signs the form?", "closure procedure"),
        ("Under the appeals policy, how long do I have to appeal?", "appeals policy"),
        ("What does the enforcement policy manual say about repeat offenders?", "enforcement policy manual"),
        ("What is the limit in the training handbook?", "training handbook"),
        ("As stated in the closure procedure, what evidence is needed?", "closure procedure"),
        ("Does the appeals policy allow late appeals?", "appeals policy"),
        ("Based on the closure procedure, may we close a case by phone?", "closure procedure"),
        ('What does "Inspector Training Handbook" say on drones?', "Inspector Training Handbook"),
        ('As of July 7, 2017, fill in the blank from "Appeals Policy": "Within ____ days"', "Appeals Policy"),
        ("Which steps does the closure procedure require?", "closure procedure"),
        ("What is the appeal deadline per the FAQ?", "FAQ"),
        ("What is the appeal deadline, as per the FAQ?", "FAQ"),
    ],
)
def test_a_binding_phrase_makes_a_source_required(question: str, required: str) -> None:
    planned = ask(question)
    assert planned.required_sources == (required,)
    assert planned.preferred_sources == ()


@pytest.mark.parametrize(
    "question",
    [
        "What is the appeal deadline, see the FAQ?",
        "Preferably from the FAQ, what is the appeal deadline?",
    ],
)
def test_a_lighter_phrase_only_prefers_a_source(question: str) -> None:
    planned = ask(question)
    assert planned.required_sources == ()
    assert planned.preferred_sources == ("FAQ",)


@pytest.mark.parametrize(
    "question",
    [
        "As per policy, who signs the form?",
        "According to our supervisor, may we close a case by phone?",
        "What must the inspection report say about drones?",
        "Under which conditions may a fine be waived?",
        "What is the appeals policy on drones?",
        "In what order are documents filed?",
    ],
)
def test_what_any_document_would_answer_to_binds_nothing(question: str) -> None:
    planned = ask(question)
    assert (planned.required_sources, planned.preferred_sources) == ((), ())


def test_a_required_source_that_is_not_there_is_kept_by_name() -> None:
    assert ask("According to the lunar procedure, who signs?").required_sources == ("lunar procedure",)


def test_two_sources_that_fit_equally_well_are_asked_back_by_title() -> None:
    planned = ask("According to the site procedure, may visitors enter?")
    assert planned.query_type == "ambiguous"
    assert planned.clarification_question is not None
    assert "Site Access Procedure" in planned.clarification_question
    assert "Site Safety Procedure" in planned.clarification_question


def test_the_rest_of_the_question_may_decide_between_two_sources() -> None:
    planned = ask("According to the site procedure, is a safety helmet needed?")
    assert planned.required_sources == ("procedures/site-safety",)


def test_a_document_is_found_by_a_code_in_its_id() -> None:
    catalog = ListedCatalog({"pol-358": "Use of Drones"}, words="limit")
    assert ask("What is the limit under POL-358?", catalog=catalog).required_sources == ("pol-358",)


def test_a_code_that_is_no_document_is_left_to_the_identifiers() -> None:
    planned = ask("What is the limit under POL-358?")
    assert planned.required_sources == ()
    assert planned.identifiers == ("POL-358",)


def test_sources_are_looked_up_only_where_one_is_named() -> None:
    catalog = library()
    ask("What is the appeal deadline for contractors?", catalog=catalog)
    assert "documents_named" not in catalog.asked
    ask("According to the appeals policy, what is the deadline for contractors?", catalog=catalog)
    assert "documents_named" in catalog.asked


def test_without_an_index_nothing_is_looked_up() -> None:
    catalog = ListedCatalog(has_index=False)
    planned = ask(
        "According to the closure procedure, may we close this case?", case_id="8842", catalog=catalog
    )
    assert catalog.asked == []
    assert planned.required_sources == ("closure procedure",)


def test_an_upload_with_the_title_of_a_policy_does_not_jam_its_name() -> None:
    titles = {"POL-1": "Appeals Policy", "uploads/mine": "Appeals Policy"}
    asked = "According to the appeals policy, what is the deadline?"
    planned = ask(asked, catalog=ListedCatalog(titles, uploads=["uploads/mine"]))
    assert planned.required_sources == ("POL-1",)
    assert ask(asked, catalog=ListedCatalog(titles)).query_type == "ambiguous"
