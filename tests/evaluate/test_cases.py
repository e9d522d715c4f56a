"""Lines of a case file: what is a case, and what is said of a line that is none."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.evaluate.cases import read_cases, written
from localrag.records.evaluation import EvalCase

LEAST = {"id": "1", "question": "When?", "disposition": "answer"}


def line(**changes: Any) -> bytes:
    return json.dumps({**LEAST, **changes}).encode()


def problem(raw: bytes) -> str:
    found = read_cases([raw])
    assert found.cases == ()
    return found.faults[0].problem


def test_a_case_has_what_its_line_says() -> None:
    raw = line(status="answered", as_of="2026-01-31", tags=["a"], must_contain="14 days", **{"as": "chief"})
    (found,) = read_cases([raw]).cases
    assert (found.as_user, found.as_of, found.must_contain) == ("chief", date(2026, 1, 31), ("14 days",))


def test_a_status_gives_the_disposition() -> None:
    raw = json.dumps({"id": 7, "question": "When?", "status": "refused"}).encode()
    (found,) = read_cases([raw]).cases
    assert (found.id, found.disposition) == ("7", "block")


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"{", "not a JSON object"),
        (b"[1]", "not a JSON object"),
        (b'{"id": "\xff"}', "UTF-8"),
        (b"[" * 100_000, "not a JSON object"),
        (line(question=None), "question is missing"),
        (line(id=" "), "id is empty"),
        (line(id=True), "id is not text"),
        (line(disposition=None), "neither disposition nor status"),
        (line(disposition="refuse"), "is one of answer, block, redirect, abstain"),
        (line(status="refused"), "the status refused is the disposition block, not answer"),
        (line(status="ok"), "status is 'ok'"),
        (line(as_of="31.01.2026"), "write it as YYYY-MM-DD"),
        (line(tags=[1]), "tags is not a list of texts"),
        (line(mustContain=["x"]), "is 'must_contain' meant?"),
    ],
)
def test_a_line_that_is_no_case_says_why(raw: bytes, said: str) -> None:
    assert said in problem(raw)


def test_a_bad_line_names_itself_and_loses_nothing_else() -> None:
    found = read_cases([b"\xef\xbb\xbf" + line(id="a"), b"", b"oops", line(id="b"), line(id="a")])
    assert [one.id for one in found.cases] == ["a", "b"]
    assert [(one.line, "before" in one.problem) for one in found.faults] == [(3, False), (5, True)]


def test_a_key_that_is_not_known_is_said_once() -> None:
    found = read_cases([line(id="a", weight=1), line(id="b", weight=2)])
    assert found.notes == ("line 1: weight is not known and was left aside",)
    assert len(found.cases) == 2


TEXT = st.text(alphabet=st.characters(exclude_categories=["Cs"]))


@given(
    st.builds(
        EvalCase,
        id=st.text(st.characters(categories=["L", "N"]), min_size=1),
        question=TEXT,
        as_user=st.none() | TEXT,
        as_of=st.none() | st.dates(),
        disposition=st.sampled_from(["answer", "block", "redirect", "abstain"]),
        status=st.none(),
        must_contain=st.lists(TEXT).map(tuple),
        tags=st.lists(TEXT).map(tuple),
        note=st.none() | TEXT,
    )
)
def test_a_case_that_was_written_is_read_back(made: EvalCase) -> None:
    assert read_cases([written(made).encode()]).cases == (made,)
