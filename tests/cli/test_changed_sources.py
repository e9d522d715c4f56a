"""What is asked after a file was edited, deleted or unplugged, without another index run."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.test_end_to_end import Place, filled

QUESTION = "What is the deadline to appeal an enforcement notice?"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = filled(tmp_path / "place")
    assert made.run("index", "documents").code == 0
    return made


def test_a_file_that_was_edited_is_still_quoted_and_the_answer_says_so(place: Place) -> None:
    path = place.documents / "appeals.md"
    path.write_text(path.read_text().replace("14 calendar", "45 calendar"))
    answer = place.document("ask", QUESTION)
    assert answer["status"] == "answered"
    assert any("was changed after it was indexed" in notice for notice in answer["notices"])


def test_a_file_that_was_deleted_is_used_by_neither_answer_nor_search(place: Place) -> None:
    (place.documents / "appeals.md").unlink()
    answer = place.document("ask", QUESTION)
    assert "14 calendar days" not in str(answer)
    assert answer["status"] == "insufficient_evidence"
    assert any("its file is gone" in notice for notice in answer["notices"])
    hits = place.document("search", "appeal deadline")["hits"]
    assert "appeals.md" not in {hit["uri"] for hit in hits}


def test_a_medium_that_was_unplugged_still_answers_under_the_indexs_date(place: Place) -> None:
    shutil.move(place.documents, place.root / "elsewhere")
    answer = place.document("ask", QUESTION)
    assert answer["status"] == "answered"
    assert any("cannot be reached now: quoted from the index of" in one for one in answer["notices"])
