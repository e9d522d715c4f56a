"""The report as a page: complete, self-contained, and nothing in it is markup that was not meant."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from localrag.evaluate.compare import compare
from localrag.evaluate.page import page
from localrag.evaluate.report import report
from localrag.evaluate.score import scored
from localrag.records.evaluation import CaseFault
from tests.evaluate.making import case, outcome, run_of
from tests.fakes.scripted_backend import answer

HOSTILE = '<script>alert(1)</script><img src="https://x.test/a.png" onerror=x>"\'&\x1b[2J\u202e'


class Seen(HTMLParser):
    """Tags and attributes of a page, and tags that were not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "rect", "line", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture
def hostile() -> str:
    """A page in which every text that comes from outside is hostile."""
    made = run_of(
        outcome(
            case(HOSTILE, question=HOSTILE, tags=[HOSTILE], must_contain=[HOSTILE]),
            answer(answer_markdown=HOSTILE),
        ),
        cases_file=HOSTILE,
        asker=HOSTILE,
        policy_version=HOSTILE,
    )
    scores = scored(made)
    told = report(made.head, scores, unread_lines=[CaseFault(line=1, problem=HOSTILE)])
    before = [one.model_copy(update={"faults": (HOSTILE,), "actual_status": "refused"}) for one in scores]
    after = [one.model_copy(update={"faults": ()}) for one in scores]
    return page(told, compare((made.head, before), (made.head, after)))


def test_a_page_is_well_formed(hostile: str) -> None:
    assert Seen(hostile).open == []


def test_hostile_texts_make_no_tag(hostile: str) -> None:
    assert not {"script", "img", "a", "link", "iframe", "object"} & set(Seen(hostile).tags)
    assert hostile.count("&lt;script&gt;") >= 9


def test_nothing_is_loaded_from_elsewhere(hostile: str) -> None:
    assert not {"src", "href", "onerror", "onload"} & {name for name, _ in Seen(hostile).attributes}
    assert not re.search(r"url\(|@import", hostile)
    assert "default-src &#x27;none&#x27;" in hostile or "default-src 'none'" in hostile


def test_control_characters_are_shown_as_marks(hostile: str) -> None:
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", hostile)


def test_matrix_measures_and_cases_are_on_it() -> None:
    made = run_of(outcome(case("first", must_contain=["14"])))
    text = page(report(made.head, scored(made)))
    assert 'aria-label="Confusion matrix"' in text
    assert "1.000 (0.000 to 1.000), 1 cases" in text
    assert "first: What is the deadline?" in text
