"""Which drafts are made of a corpus."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from localrag.evaluate.drafting import draft_cases
from localrag.records.evaluation import EvalCase
from localrag.records.index import DocumentEntry
from tests.fakes.scripted_backend import hit
from tests.fakes.scripted_home import entry

RULE = "The {thing} must be returned within {days} days after the visit."


def of(texts: Mapping[DocumentEntry, str], *, elsewhere: str = "", **changes: Any) -> list[EvalCase]:
    options: dict[str, Any] = {"today": date(2026, 6, 1), "count": 10, "seed": 1, **changes}
    found = [hit(text=elsewhere, document_id="other")] if elsewhere else []
    by_name = {one.label: text for one, text in texts.items()}
    return draft_cases(list(texts), text_of=lambda one: by_name[one.label], search=lambda _: found, **options)


def document(name: str, thing: str, days: int = 7, **changes: Any) -> tuple[DocumentEntry, str]:
    return entry(document_id=name, **changes), RULE.format(thing=thing, days=days)


def test_half_of_the_documents_are_left_out_for_questions_without_an_answer() -> None:
    cases = of(dict([document("a", "key"), document("b", "badge")]))
    (known,) = [case for case in cases if case.disposition == "answer"]
    (unknown,) = [case for case in cases if case.disposition == "abstain"]
    assert {known.gold_documents[0].partition("@")[0], *unknown.without} == {"a", "b"}
    assert known.must_contain == ("7 days",)


def test_what_stands_elsewhere_has_an_answer() -> None:
    texts = dict([document("a", "key"), document("b", "badge")])
    for text in ("It takes 7 days.", "The key, badge must be returned within 9 weeks after the visit."):
        assert {case.disposition for case in of(texts, elsewhere=text)} == {"answer"}
    assert len(of(texts, elsewhere="The key is red.")) == 2


def test_only_what_is_in_force_is_asked_about() -> None:
    texts = dict(
        [
            document("a", "key", valid_from=date(2027, 1, 1)),
            document("b", "badge", status="draft"),
            document("c", "card", valid_to=date(2026, 5, 31)),
        ]
    )
    assert of(texts) == []


def test_a_single_document_is_never_left_out() -> None:
    assert [case.disposition for case in of(dict([document("a", "key")]))] == ["answer"]


def test_who_may_not_leave_documents_out_gets_answerable_drafts_alone() -> None:
    texts = dict([document("a", "key"), document("b", "badge")])
    assert [case.disposition for case in of(texts, held_out=False)] == ["answer", "answer"]


def test_the_same_seed_gives_the_same_drafts_and_no_more_than_asked() -> None:
    texts = dict(document(f"d{n}", f"key of room{chr(97 + n)}") for n in range(12))
    assert of(texts, count=6) == of(texts, count=6)
    assert len(of(texts, count=6)) == 6
    assert len({case.id for case in of(texts)}) == len(of(texts))
    assert of(texts, seed=2) != of(texts)
