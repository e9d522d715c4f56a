"""A lower source's answer beside a higher rule in other words: both are shown, none wins in silence."""

from __future__ import annotations

import pytest

from localrag.evidence.doubtful import things_asked
from localrag.records.authority import Authority
from localrag.records.plan import QueryPlan
from localrag.records.retrieval import EvidenceCandidate
from tests.evidence.making import judged, passage, question, said

KEEP = question("How long may I keep a wheelchair?", "duration", "keep", "wheelchair")
LENT = "A wheelchair may be borrowed for at most 12 weeks."
LOWER: tuple[Authority, ...] = ("faq", "draft", "user_upload")


def kept(weeks: str, authority: Authority = "faq") -> EvidenceCandidate:
    return passage(
        f"You can keep a wheelchair for {weeks}.", document="tips", title="Tips", authority=authority
    )


def policy(
    text: str, document: str = "policy", authority: Authority = "official_policy"
) -> EvidenceCandidate:
    return passage(text, document=document, title=document.title(), authority=authority)


@pytest.mark.parametrize("authority", LOWER)
@pytest.mark.parametrize("higher", ["official_policy", "approved_procedure"])
def test_a_higher_rule_in_other_words_stands_beside_the_lower_answer(
    authority: Authority, higher: Authority
) -> None:
    found = judged(KEEP, kept("20 weeks", authority), policy(LENT, authority=higher))
    assert found.sufficiency == "conflicting"
    assert [side.value for side in found.conflicts[0].sides] == ["12 weeks", "20 weeks"]
    assert found.conflicts[0].winner is None
    assert "if both speak of the same thing" in found.conflicts[0].rule


def test_the_same_value_in_other_words_is_no_conflict() -> None:
    assert not judged(KEEP, kept("12 weeks"), policy(LENT)).conflicts


def test_another_sort_of_value_is_no_conflict() -> None:
    found = judged(KEEP, kept("20 weeks"), policy("A deposit of 50 EUR is asked for a wheelchair."))
    assert found.sufficiency == "sufficient"
    assert not found.conflicts


def test_a_rule_on_another_thing_is_no_conflict() -> None:
    found = judged(KEEP, kept("20 weeks"), policy("A bicycle may be borrowed for at most 3 weeks."))
    assert found.sufficiency == "sufficient"
    assert not found.conflicts


def test_a_rule_under_a_condition_nobody_asked_about_is_no_conflict() -> None:
    found = judged(KEEP, kept("20 weeks"), policy("For visitors, a wheelchair may be borrowed for 2 days."))
    assert not [one for one in found.conflicts if one.winner is None]


def test_equals_in_other_words_are_not_doubted() -> None:
    found = judged(KEEP, kept("20 weeks", "official_policy"), policy(LENT, "by-law"))
    assert "if both speak of the same thing" not in "".join(one.rule for one in found.conflicts)


def test_a_question_that_asks_drafts_is_answered_from_the_draft() -> None:
    plan = KEEP.model_copy(update={"wants_drafts": True})
    assert said(judged(plan, kept("20 weeks", "draft"), policy(LENT)), "answer")


def test_an_answer_that_only_a_faq_gives_says_so() -> None:
    found = judged(KEEP, kept("20 weeks"))
    assert found.sufficiency == "sufficient"
    assert found.notes == ("Only Tips says this, and a FAQ makes no rules: a policy may word it otherwise.",)


def test_an_answer_of_a_policy_says_nothing_of_a_faq() -> None:
    assert not judged(KEEP, policy("You can keep a wheelchair for 20 weeks.")).notes


@pytest.mark.parametrize(
    ("plan", "things"),
    [
        (KEEP, {"wheelchair"}),
        (question("How long can a book be kept?", "duration", "book", "kept"), {"book"}),
        (question("How many visitors can I bring?", "number", "visitors", "bring"), {"visit"}),
        (question("How long do I have to appeal?", "duration", "appeal"), {"appeal"}),
    ],
)
def test_the_things_asked_about_are_those_that_something_is_done_with(
    plan: QueryPlan, things: set[str]
) -> None:
    assert things_asked(plan.parts[0]) == things
