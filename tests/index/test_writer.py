from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from localrag.errors import IndexMismatchError, StorageError
from localrag.index import build
from localrag.index.reader import open_corpus
from localrag.index.segments import FOLDER
from localrag.index.writer import IndexWriter, open_writer
from localrag.records.documents import ParsedDocument
from localrag.records.ids import SourceId
from localrag.records.index import Progress
from localrag.stores import Published
from localrag.text.terms import terms
from tests.builders import EVERYTHING, asker, build_home, document, file_of, source, untold
from tests.fakes.hash_embedder import HashEmbedder

RULES = SourceId("rules")


class CountingEmbedder(HashEmbedder):
    """Remembers what it encoded; stops the run after so many calls."""

    def __init__(self, *, stop_after: int | None = None) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._calls_left = stop_after

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self._calls_left is not None:
            if self._calls_left == 0:
                raise KeyboardInterrupt
            self._calls_left -= 1
        self.texts += texts
        return super().embed(texts)


def run(home: Path, *documents: ParsedDocument, embedder: HashEmbedder | None = None) -> Published:
    with open_writer(home, under_policy=False, group=None) as writer:
        stage(writer, *documents)
        return writer.publish(embedder or HashEmbedder(), untold)


def stage(writer: IndexWriter, *documents: ParsedDocument) -> None:
    writer.register(source())
    for parsed in documents:
        writer.put(parsed, file_of(parsed))


def found(home: Path, words: str) -> list[str]:
    with open_corpus(home) as corpus:
        scope = corpus.scope(asker(), EVERYTHING)
        return [one.text for one in scope.fetch([hit.chunk_id for hit in scope.lexical(terms(words), 9)])]


def test_what_is_staged_is_seen_only_after_publishing(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document("appeal one", uri="a.md")])
    with open_writer(home, under_policy=False, group=None) as writer:
        writer.put(document("appeal two", uri="b.md"), file_of(document(uri="b.md")))
        writer.remove(RULES, "a.md")
        writer.keep()
        assert found(home, "appeal") == ["appeal one"]
        writer.publish(HashEmbedder(), untold)
        assert found(home, "appeal") == ["appeal two"]


def test_a_second_run_over_the_same_files_changes_nothing(tmp_path: Path) -> None:
    documents = [document("appeal one", uri="a.md"), document("appeal two", uri="b.md")]
    first = run(tmp_path, *documents)
    second = run(tmp_path, *documents)
    assert second == first._replace(embedded=0, encode_seconds=0.0)


def test_a_changed_file_takes_the_place_of_what_it_held(tmp_path: Path) -> None:
    run(tmp_path, document("appeal within 30 days"))
    run(tmp_path, document("appeal within 45 days"))
    assert found(tmp_path, "appeal 30 45") == ["appeal within 45 days"]


def test_changed_metadata_counts_as_changed_and_encodes_nothing(tmp_path: Path) -> None:
    first = run(tmp_path, document("appeal", acl_policy_id="staff"))
    second = run(tmp_path, document("appeal", acl_policy_id="board"))
    assert second.generation != first.generation
    assert second.embedded == 0
    with open_corpus(tmp_path) as corpus:
        assert corpus.scope(asker("staff"), EVERYTHING).size == 0


def test_a_file_that_comes_back_before_publishing_is_not_withdrawn(tmp_path: Path) -> None:
    first = run(tmp_path, document("appeal"))
    with open_writer(tmp_path, under_policy=False, group=None) as writer:
        writer.remove(RULES, "manual.md")
        stage(writer, document("appeal"))
        assert writer.publish(HashEmbedder(), untold).generation == first.generation
    assert found(tmp_path, "appeal") == ["appeal"]


def test_a_file_that_fails_is_withdrawn_and_remembered(tmp_path: Path) -> None:
    run(tmp_path, document("appeal"))
    failed = file_of(document("appeal")).model_copy(update={"outcome": "failed", "reason": "damaged"})
    with open_writer(tmp_path, under_policy=False, group=None) as writer:
        writer.fail(failed)
        writer.publish(HashEmbedder(), untold)
        assert writer.files(RULES) == {"manual.md": failed}
    assert found(tmp_path, "appeal") == []
    with open_corpus(tmp_path) as corpus:
        assert corpus.failed() == [failed]


def test_noting_a_file_as_seen_makes_no_generation(tmp_path: Path) -> None:
    first = run(tmp_path, document("appeal"))
    touched = file_of(document("appeal")).model_copy(update={"mtime_ns": 77, "inode": 1 << 64})
    with open_writer(tmp_path, under_policy=False, group=None) as writer:
        writer.seen(touched)
        assert writer.publish(HashEmbedder(), untold).generation == first.generation
        assert writer.files(RULES)["manual.md"] == touched


def test_the_same_text_in_two_places_is_encoded_once(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    run(tmp_path, document("appeal", uri="a.md"), document("appeal", uri="b.md"), embedder=embedder)
    assert embedder.texts == ["Manual\nappeal"]


def test_an_interrupted_run_keeps_what_was_encoded(tmp_path: Path) -> None:
    documents = [document(f"rule number {n}", uri=f"{n}.md") for n in range(150)]
    with pytest.raises(KeyboardInterrupt):
        run(tmp_path, *documents, embedder=CountingEmbedder(stop_after=2))
    second = CountingEmbedder()
    run(tmp_path, embedder=second)
    assert len(second.texts) == 150 - 128
    assert len(found(tmp_path, "rule")) == 9


def test_cancelling_from_progress_leaves_readers_as_they_were(tmp_path: Path) -> None:
    run(tmp_path, document("appeal", uri="a.md"))

    def cancel(progress: Progress) -> None:
        if progress.phase == "write":
            raise KeyboardInterrupt

    def cancelled_run() -> None:
        with open_writer(tmp_path, under_policy=False, group=None) as writer:
            stage(writer, document("appeal again", uri="b.md"))
            writer.publish(HashEmbedder(), cancel)

    with pytest.raises(KeyboardInterrupt):
        cancelled_run()
    assert found(tmp_path, "appeal") == ["appeal"]


def test_progress_names_phases_and_ends_complete(tmp_path: Path) -> None:
    told: list[Progress] = []
    with open_writer(tmp_path, under_policy=False, group=None) as writer:
        stage(writer, document("appeal"))
        writer.publish(HashEmbedder(), told.append)
    assert [(one.phase, one.done, one.total) for one in told] == [
        ("embed", 0, 1),
        ("embed", 1, 1),
        ("write", 0, 1),
        ("write", 1, 1),
    ]


def test_another_embedder_is_refused(tmp_path: Path) -> None:
    run(tmp_path, document("appeal"))
    with pytest.raises(IndexMismatchError, match="other-model"):
        run(tmp_path, document("permit"), embedder=HashEmbedder(model_id="other-model"))
    assert found(tmp_path, "appeal permit") == ["appeal"]


def test_re_embedding_replaces_every_vector(tmp_path: Path) -> None:
    run(tmp_path, document("appeal", uri="a.md"), document("permit", uri="b.md"))
    other = HashEmbedder(width=32, model_id="other-model")
    with open_writer(tmp_path, under_policy=False, group=None, re_embed=True) as writer:
        assert writer.publish(other, untold).embedded == 2
    with open_corpus(tmp_path) as corpus:
        assert corpus.embedder == other.identity
        scope = corpus.scope(asker(), EVERYTHING)
        best = scope.dense(other.embed(["Manual\npermit"])[0], 1)
        assert best[0].score == pytest.approx(1.0, abs=1e-3)


def test_an_index_once_built_under_a_policy_says_so_for_good(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document()], under_policy=True)
    build_home(tmp_path, [document("more", uri="b.md")], under_policy=False)
    with open_corpus(home) as corpus:
        assert corpus.built_under_policy


def test_an_empty_run_publishes_an_empty_index(tmp_path: Path) -> None:
    assert run(tmp_path).passages == 0
    with open_corpus(tmp_path) as corpus:
        scope = corpus.scope(asker(), EVERYTHING)
        assert (scope.size, scope.lexical(["x"], 5), scope.containing("x", 5)) == (0, [], [])
        assert scope.dense(HashEmbedder().embed(["x"])[0], 5) == []


def test_many_small_runs_leave_few_segments(tmp_path: Path) -> None:
    for number in range(20):
        run(tmp_path, document(f"appeal number {number}", uri=f"{number}.md"))
    with open_writer(tmp_path, under_policy=False, group=None):
        pass
    files = list((tmp_path / FOLDER).iterdir())
    assert len(files) <= 2 * 4
    with open_corpus(tmp_path) as corpus:
        assert len(corpus.scope(asker(), EVERYTHING).lexical(terms("appeal"), 50)) == 20


def test_a_segment_of_mostly_withdrawn_passages_is_built_anew(tmp_path: Path) -> None:
    run(tmp_path, *(document(f"canary{n} appeal", uri=f"{n}.md") for n in range(8)))
    with open_writer(tmp_path, under_policy=False, group=None) as writer:
        for number in range(4):
            writer.remove(RULES, f"{number}.md")
        writer.publish(HashEmbedder(), untold)
    with open_writer(tmp_path, under_policy=False, group=None):
        pass
    content = b"".join(path.read_bytes() for path in (tmp_path / FOLDER).iterdir())
    assert b"canary7" in content
    assert b"canary0" not in content


def test_a_large_index_is_split_into_segments_of_whole_documents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "MAX_SEGMENT_PASSAGES", 5)
    run(tmp_path, *(document("one\n\ntwo\n\nthree", uri=f"{n}.md") for n in range(4)))
    assert len(list((tmp_path / FOLDER).glob("*.lexical"))) == 2
    assert len(found(tmp_path, "two")) == 4


def test_leftovers_of_killed_runs_are_swept(tmp_path: Path) -> None:
    run(tmp_path, document("appeal"))
    leftover = tmp_path / FOLDER / "0123456789abcdef.dense"
    leftover.write_bytes(b"half a segment")
    with open_writer(tmp_path, under_policy=False, group=None):
        assert not leftover.exists()
    assert found(tmp_path, "appeal") == ["appeal"]


def test_sources_are_listed_as_registered(tmp_path: Path) -> None:
    with open_writer(tmp_path, under_policy=False, group=None) as writer:
        writer.register(source("rules"))
        writer.register(source("cases"))
        writer.register(source("rules").model_copy(update={"root": "/elsewhere"}))
        assert [(one.source_id, one.root) for one in writer.sources()] == [
            ("cases", "/nowhere/cases"),
            ("rules", "/elsewhere"),
        ]


def test_what_has_no_room_is_refused_before_it_is_encoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localrag.index.publish._BYTES_A_PASSAGE", 1e18)
    embedder = CountingEmbedder()
    with pytest.raises(StorageError, match="MB are free"):
        run(tmp_path, document("appeal"), embedder=embedder)
    assert embedder.texts == []
