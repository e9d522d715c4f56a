"""What planning may ask of one asker's documents."""

from __future__ import annotations

from pathlib import Path

from localrag.index.catalog import ReadableCatalog
from localrag.index.reader import open_corpus
from tests.builders import asker, build_home, document


def test_a_word_is_known_in_any_of_its_forms_where_a_readable_passage_holds_one(tmp_path: Path) -> None:
    corpus = open_corpus(build_home(tmp_path, [document("Evidence is stored in sealed boxes.")]))
    words = ("evidence", "storing", "box", "zebra")
    known = [word for word in words if ReadableCatalog(corpus, asker("staff")).knows(word)]
    assert known == ["evidence", "storing", "box"]
    assert not any(ReadableCatalog(corpus, asker("board")).knows(word) for word in words)
    corpus.close()
