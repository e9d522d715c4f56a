from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from localrag.index.reader import open_corpus
from localrag.index.repair import verify
from localrag.index.writer import open_writer
from localrag.records.index import Progress
from localrag.records.security import SecurityContext
from localrag.text.terms import terms
from tests.builders import EVERYTHING, asker, document, file_of, source, untold
from tests.fakes.hash_embedder import HashEmbedder

QUERY = HashEmbedder().embed(["appeal"])[0]


@pytest.fixture(autouse=True)
def _few_texts_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("localrag.index.publish.WORDS_FIRST", 3)
    monkeypatch.setattr("localrag.index.publish.TEXTS_A_BATCH", 2)


def _stop_while_encoding(told: Progress) -> None:
    if told.phase == "embed" and told.done:
        raise KeyboardInterrupt


def _run(home: Path, first: int, last: int, *, stopped: bool = False, acl: str = "open") -> None:
    with open_writer(home, under_policy=True, group=None) as writer:
        writer.register(source())
        for number in range(first, last):
            parsed = document(f"appeal{number} within {number} days", uri=f"{number}.md", acl_policy_id=acl)
            writer.put(parsed, file_of(parsed))
        if stopped:
            with pytest.raises(KeyboardInterrupt):
                writer.publish(HashEmbedder(), _stop_while_encoding)
        else:
            writer.publish(HashEmbedder(), untold)


def _seen(home: Path, security: SecurityContext) -> tuple[int, int, int, int]:
    """Passages in scope, of those without a vector, found by a word, found by a vector."""
    with open_corpus(home) as corpus:
        scope = corpus.scope(security, EVERYTHING)
        by_word = len(scope.lexical(terms("days"), 99))
        return scope.size, scope.without_vectors, by_word, len(scope.dense(QUERY, 99))


def test_what_is_read_is_found_by_its_words_while_it_is_encoded(tmp_path: Path) -> None:
    _run(tmp_path, 0, 5, stopped=True)
    assert _seen(tmp_path, asker("open")) == (5, 5, 5, 0)


def test_a_killed_run_is_finished_by_the_next_one_without_encoding_again(tmp_path: Path) -> None:
    _run(tmp_path, 0, 5, stopped=True)
    with open_writer(tmp_path, under_policy=True, group=None) as writer:
        published = writer.publish(HashEmbedder(), untold)
    assert published.embedded == 3
    assert _seen(tmp_path, asker("open")) == (5, 0, 5, 5)


def test_a_finished_index_is_the_same_whether_words_came_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _run(tmp_path / "stopped", 0, 5, stopped=True)
    _run(tmp_path / "stopped", 0, 5)
    monkeypatch.setattr("localrag.index.publish.WORDS_FIRST", 99)
    _run(tmp_path / "whole", 0, 5)
    with open_corpus(tmp_path / "stopped") as one, open_corpus(tmp_path / "whole") as other:
        scopes = [each.scope(asker("open"), EVERYTHING) for each in (one, other)]
        assert scopes[0].lexical(terms("days"), 9) == scopes[1].lexical(terms("days"), 9)
        assert scopes[0].dense(QUERY, 9) == scopes[1].dense(QUERY, 9)


def test_encoded_passages_are_found_by_meaning_beside_those_that_wait(tmp_path: Path) -> None:
    _run(tmp_path, 0, 5)
    _run(tmp_path, 5, 9, stopped=True)
    assert _seen(tmp_path, asker("open")) == (9, 4, 9, 5)
    with open_corpus(tmp_path) as corpus:
        scope = corpus.scope(asker("open"), EVERYTHING)
        texts = [one.text for one in scope.fetch([hit.chunk_id for hit in scope.dense(QUERY, 99)])]
        nearest = HashEmbedder().embed(texts) @ QUERY
        assert np.all(np.diff(nearest) <= 1e-3)


def test_what_waits_is_counted_over_what_the_asker_may_read(tmp_path: Path) -> None:
    _run(tmp_path, 0, 2)
    _run(tmp_path, 2, 9, stopped=True, acl="closed")
    assert _seen(tmp_path, asker("open")) == (2, 0, 2, 2)
    assert _seen(tmp_path, asker("closed")) == (7, 7, 7, 0)


def test_an_unfinished_index_is_no_damaged_one(tmp_path: Path) -> None:
    _run(tmp_path, 0, 5, stopped=True)
    assert verify(tmp_path, full=True) == ()


def test_few_new_texts_are_published_with_their_vectors_alone(tmp_path: Path) -> None:
    _run(tmp_path, 0, 2)
    with open_corpus(tmp_path) as corpus:
        before = corpus.generation
    _run(tmp_path, 2, 4, stopped=True)
    with open_corpus(tmp_path) as corpus:
        assert corpus.generation == before
