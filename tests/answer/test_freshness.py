"""What a reader must know of the files behind an answer."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from localrag.answer.freshness import with_freshness
from localrag.records.documents import FileState
from localrag.records.ids import ChunkId
from tests.fakes.scripted_backend import answer, evidence

CHUNK = ChunkId("chunk-E1")


def test_an_answer_from_files_as_they_were_indexed_says_nothing() -> None:
    assert with_freshness(answer(), {CHUNK: "as_indexed"}) == answer()


@pytest.mark.parametrize(
    ("state", "words"),
    [("changed", "was changed after it was indexed"), ("unreachable", "cannot be reached")],
)
def test_a_quote_of_something_else_than_is_there_now_names_the_indexs_date(
    state: FileState, words: str
) -> None:
    (notice,) = with_freshness(answer(), {CHUNK: state}).notices
    assert words in notice
    assert "quoted from the index of 2026-06-01" in notice


def test_two_passages_of_one_source_that_is_not_there_give_one_notice() -> None:
    both = answer(evidence=(evidence("E1"), evidence("E2")))
    states: dict[ChunkId, FileState] = {CHUNK: "unreachable", ChunkId("chunk-E2"): "unreachable"}
    assert len(with_freshness(both, states).notices) == 1


def test_a_clock_before_the_last_index_run_is_said() -> None:
    early = answer(indexed_at=datetime(2026, 6, 2, tzinfo=UTC))
    (notice,) = with_freshness(early, {}).notices
    assert "clock says 2026-06-01 12:00" in notice
