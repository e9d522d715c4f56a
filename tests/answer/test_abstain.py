"""Insufficient evidence -> what was found and what is missing."""

from __future__ import annotations

from localrag.answer.abstain import explain
from tests.answer.making import package, passage, plan

NOTICE = passage("Appeals may be submitted after a notice. They are free.", title="Appeals Policy")
ASKED = plan(("What is the deadline for an appeal?", "deadline"), about=("filing", "appeal"))
MISSING = "the deadline for filing an appeal"


def test_what_was_found_is_cited_together_with_what_is_missing() -> None:
    found = package(
        [NOTICE],
        sufficiency="insufficient",
        missing_information=(MISSING,),
    )
    sentence = explain(ASKED, found).sentences[0]
    assert sentence.text == f"Appeals may be submitted after a notice, but {MISSING} is not stated."
    assert sentence.quotes[0].evidence_id == "E1"


def test_with_nothing_found_only_the_missing_is_named() -> None:
    other = passage("Vehicles are washed on Fridays.")
    found = package([other], sufficiency="insufficient", missing_information=(MISSING,))
    draft = explain(ASKED, found)
    assert [one.text for one in draft.sentences] == [f"The documents found do not state {MISSING}."]
    assert draft.sentences[0].quotes == ()


def test_neighbours_are_named_by_title_only() -> None:
    draft = explain(
        ASKED, package([NOTICE, passage("Other.", 2, title="Manual")], sufficiency="insufficient")
    )
    assert draft.notices == ("Nearest documents: Appeals Policy; Manual.",)
    assert "Appeals may" not in " ".join(one.text for one in draft.sentences)


def test_without_any_evidence_no_document_is_named() -> None:
    assert explain(ASKED, package([], sufficiency="insufficient")).notices == ()


def test_a_sentence_on_another_topic_is_not_quoted() -> None:
    tea = passage("They do not accept anything beyond a cup of tea.")
    lacking = package(
        [tea],
        sufficiency="insufficient",
        missing_information=("the date of the World Cup",),
    )
    draft = explain(plan(("When was the World Cup?", "date"), about=("World", "Cup")), lacking)
    assert [one.text for one in draft.sentences] == [
        "The documents found do not state the date of the World Cup."
    ]


def test_a_sentence_with_a_value_of_the_kind_asked_for_is_not_quoted() -> None:
    other = passage("Appeals against penalties take 28 days.")
    lacking = package(
        [other],
        sufficiency="insufficient",
        missing_information=(MISSING,),
    )
    assert "28" not in explain(ASKED, lacking).sentences[0].text


def test_what_nobody_approved_and_what_happened_in_a_case_is_not_quoted_in_place_of_an_answer() -> None:
    for authority in ("user_upload", "draft", "case_record"):
        other = NOTICE.model_copy(update={"authority": authority})
        draft = explain(ASKED, package([other], sufficiency="insufficient", missing_information=(MISSING,)))
        assert draft.sentences[0].quotes == ()
