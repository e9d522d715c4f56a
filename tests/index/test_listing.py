"""The list of documents: only what may be read, with the validity that readable successors leave."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from localrag.errors import NotFoundError
from localrag.index.reader import open_corpus
from localrag.records.ids import ChunkId
from tests.builders import asker, build_home, document


def test_versions_come_together_oldest_first_and_end_where_the_next_one_starts(tmp_path: Path) -> None:
    versions = [
        document(
            "new", uri="b.md", document_id="EPM", version="2", valid_from="2026-01-01", supersedes=["EPM@1"]
        ),
        document("old", uri="a.md", document_id="EPM", version="1", valid_from="2023-01-01"),
    ]
    with open_corpus(build_home(tmp_path, versions)) as corpus:
        listed = corpus.documents(asker("staff"))
    assert [(one.version, one.valid_from, one.valid_to) for one in listed] == [
        ("1", date(2023, 1, 1), date(2025, 12, 31)),
        ("2", date(2026, 1, 1), None),
    ]


def test_what_may_not_be_read_is_neither_listed_nor_ends_anything(tmp_path: Path) -> None:
    versions = [
        document("old", uri="a.md", document_id="EPM", version="1", valid_from="2023-01-01"),
        document(
            "new",
            uri="b.md",
            document_id="EPM",
            version="2",
            valid_from="2026-01-01",
            supersedes=["EPM@1"],
            acl_policy_id="board",
        ),
    ]
    with open_corpus(build_home(tmp_path, versions)) as corpus:
        staff = corpus.documents(asker("staff"))
        both = corpus.documents(asker("staff", "board"))
    assert [(one.version, one.valid_to) for one in staff] == [("1", None)]
    assert len(both) == 2


def test_an_empty_right_lists_nothing(tmp_path: Path) -> None:
    with open_corpus(build_home(tmp_path, [document()])) as corpus:
        assert corpus.documents(asker("nobody")) == ()


def test_a_page_of_a_passage_that_may_not_be_read_is_not_found(tmp_path: Path) -> None:
    with open_corpus(build_home(tmp_path, [document()])) as corpus, pytest.raises(NotFoundError):
        corpus.page_text(ChunkId("nobody's"), asker("staff"))
