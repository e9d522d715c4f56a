from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from localrag.adapters import sqlite_reading
from localrag.errors import IndexDamagedError, IndexMissingError, NotFoundError, StorageError
from localrag.index.reader import PublishedCorpus, open_corpus
from localrag.index.schema import DATABASE, IndexVersionError
from localrag.index.writer import open_writer
from localrag.ports import Corpus, TitledDocument
from localrag.records.ids import ChunkId, DocumentId
from localrag.text.terms import terms
from tests.builders import EVERYTHING, SEEN_AT, asker, build_home, document, file_of, source, untold
from tests.fakes.hash_embedder import HashEmbedder

STAFF, BOARD = asker("staff"), asker("board")


def chunk(corpus: Corpus, words: str) -> ChunkId:
    return corpus.scope(asker(), EVERYTHING).lexical(terms(words), 1)[0].chunk_id


def test_no_index_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(IndexMissingError):
        open_corpus(tmp_path)


def test_an_index_that_never_published_is_missing(tmp_path: Path) -> None:
    with open_writer(tmp_path, under_policy=False, group=None) as writer:
        writer.register(source())
        writer.put(document(), file_of(document()))
    with pytest.raises(IndexMissingError):
        open_corpus(tmp_path)


@pytest.mark.parametrize("content", [b"not a database at all" * 100, b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_file_that_is_no_database_is_damaged(tmp_path: Path, content: bytes) -> None:
    (tmp_path / DATABASE).write_bytes(content)
    with pytest.raises(IndexDamagedError):
        open_corpus(tmp_path)


def test_an_index_of_another_format_is_refused(tmp_path: Path) -> None:
    import sqlite3

    home = build_home(tmp_path, [document()])
    with sqlite3.connect(home / DATABASE) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(IndexVersionError, match="99"):
        open_corpus(home)


def test_an_open_reader_sees_its_generation_while_writers_come_and_go(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document("appeal one", uri="a.md")])
    with open_corpus(home) as before:
        for number in range(3):
            build_home(tmp_path, [document(f"appeal anew {number}", uri="a.md")])
        scope = before.scope(STAFF, EVERYTHING)
        assert [one.text for one in scope.fetch([hit.chunk_id for hit in scope.lexical(["appeal"], 9)])] == [
            "appeal one"
        ]
        assert scope.dense(HashEmbedder().embed(["appeal"])[0], 9)
    with open_corpus(home) as after:
        assert after.generation != before.generation


def test_opening_and_asking_for_the_status_loads_no_heavy_library(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document()])
    code = (
        "import sys; from pathlib import Path; from localrag.index.reader import open_corpus\n"
        "from localrag.records.security import SecurityContext\n"
        "from localrag.records.retrieval import RetrievalFilters\n"
        "who = SecurityContext(tenant_id='local', user_id='me', reads_everything=True)\n"
        f"corpus = open_corpus(Path({str(home)!r})); assert corpus.status(who).passages == 1\n"
        "assert corpus.scope(who, RetrievalFilters()).lexical(['appeal'], 3)\n"
        "print([name for name in ('faiss', 'sqlite_utils', 'onnxruntime') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_faiss_is_loaded_beside_other_work_where_dense_search_is_expected(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document()])
    code = (
        "import sys, threading; from pathlib import Path\n"
        "from localrag.index.reader import open_corpus\n"
        f"open_corpus(Path({str(home)!r}), expect_dense=True)\n"
        "[thread.join() for thread in threading.enumerate() if thread.daemon]\n"
        "print('faiss' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


def test_a_home_that_cannot_be_written_is_read_without_helper_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = build_home(tmp_path, [document("appeal")])
    before = sorted(path.name for path in home.iterdir())
    monkeypatch.setattr(sqlite_reading, "is_writable", lambda _: False)
    with open_corpus(home) as corpus:
        assert corpus.scope(STAFF, EVERYTHING).size == 1
        assert sorted(path.name for path in home.iterdir()) == before


def test_a_frozen_home_that_is_rewritten_meanwhile_gives_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = build_home(tmp_path, [document("appeal")])
    monkeypatch.setattr(sqlite_reading, "is_writable", lambda _: False)
    with open_corpus(home) as corpus:
        build_home(tmp_path, [document("permit", uri="b.md")])
        with pytest.raises(StorageError, match="rewritten"):
            corpus.status(STAFF)


def test_an_unmerged_log_is_read_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = build_home(tmp_path, [document("secret appeal", uri="a.md")])
    with open_corpus(home), open_writer(home, under_policy=False, group=None) as writer:
        writer.put(
            document("secret appeal", uri="a.md", acl_policy_id="board"), file_of(document(uri="a.md"))
        )
        writer.publish(HashEmbedder(), untold)
        assert (home / f"{DATABASE}-wal").stat().st_size
        monkeypatch.setattr(sqlite_reading, "is_writable", lambda _: False)
        with open_corpus(home) as corpus:
            assert corpus.scope(STAFF, EVERYTHING).size == 0


def test_the_log_is_merged_and_emptied_after_a_clean_close(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document()])
    log = home / f"{DATABASE}-wal"
    assert not log.exists() or log.stat().st_size == 0


@pytest.fixture
def corpus(tmp_path: Path) -> PublishedCorpus:
    return open_corpus(
        build_home(
            tmp_path,
            [
                document(
                    pages=["first page", "second page goes", "on here"],
                    uri="book.pdf",
                    title="Appeals manual",
                    document_id="POL-1",
                    version="2023",
                    valid_from="2023-01-01",
                    status="superseded",
                ),
                document(
                    "first rule\n\nsecond rule\n\nthird rule",
                    uri="new.md",
                    title="Appeals handbook",
                    document_id="POL-1",
                    version="2026",
                    valid_from="2026-01-01",
                ),
                document(
                    "board minutes",
                    uri="minutes.md",
                    title="Appeals minutes",
                    acl_policy_id="board",
                    source_id="closed",
                    case_id="case-7",
                ),
                document("case entry", uri="case.md", title="Case record", case_id="case-8842"),
            ],
        )
    )


@pytest.mark.parametrize(
    ("name", "version"),
    [("POL-1", "2026"), ("POL-1@2023", "2023"), ("rules/book.pdf", "2023"), ("POL-1@2026", "2026")],
)
def test_a_document_is_shown_by_any_of_its_names(corpus: PublishedCorpus, name: str, version: str) -> None:
    assert corpus.show(name, STAFF).version == version


def test_a_document_is_shown_by_the_id_of_a_passage(corpus: PublishedCorpus) -> None:
    assert corpus.show(chunk(corpus, "third"), STAFF).uri == "new.md"


def test_not_there_and_not_yours_look_the_same(corpus: PublishedCorpus) -> None:
    messages = []
    for name in ("closed/minutes.md", "closed/nothing.md"):
        with pytest.raises(NotFoundError) as caught:
            corpus.show(name, STAFF)
        messages.append(str(caught.value).replace(name, "X"))
    assert messages[0] == messages[1]


def test_page_text_is_that_of_the_page_a_passage_stands_on(corpus: PublishedCorpus) -> None:
    assert corpus.page_text(chunk(corpus, "goes"), STAFF) == "second page goes"


def test_page_text_of_a_file_without_pages_is_all_of_it(corpus: PublishedCorpus) -> None:
    assert corpus.page_text(chunk(corpus, "third"), STAFF).startswith("first rule")


def test_neighbours_stand_before_and_after(corpus: PublishedCorpus) -> None:
    first = corpus.scope(STAFF, EVERYTHING).lexical(terms("handbook first"), 1)[0].chunk_id
    assert corpus.neighbours(first, STAFF) == ("", "second rule")


@pytest.mark.parametrize("method", ["page_text", "neighbours"])
def test_reading_around_a_passage_needs_the_right_to_it(corpus: PublishedCorpus, method: str) -> None:
    minutes = chunk(corpus, "minutes")
    with pytest.raises(NotFoundError):
        getattr(corpus, method)(minutes, STAFF)
    assert getattr(corpus, method)(minutes, BOARD)


def test_documents_are_found_by_the_title_of_any_version(corpus: PublishedCorpus) -> None:
    named = corpus.documents_named(["the", "appeals", "manual"], STAFF)
    assert named == [TitledDocument(DocumentId("POL-1"), "Appeals manual", None, True, is_approved=False)]


def test_documents_are_found_by_their_id(corpus: PublishedCorpus) -> None:
    assert [one.document_id for one in corpus.documents_named(["pol-1"], STAFF)] == ["POL-1"]


def test_cases_and_status_name_only_what_is_readable(corpus: PublishedCorpus) -> None:
    assert corpus.cases(STAFF) == ["case-8842"]
    assert corpus.cases(BOARD) == ["case-7"]
    status = corpus.status(STAFF)
    assert [(one.source_id, one.documents, one.passages, one.reachable) for one in status.sources] == [
        ("rules", 3, 7, False)
    ]
    assert (status.documents, status.passages, status.indexed_at) == (3, 7, SEEN_AT)


def test_somebody_who_may_read_nothing_gets_empty_answers(corpus: PublishedCorpus) -> None:
    nobody = asker("nothing")
    assert corpus.status(nobody).documents == 0
    assert corpus.indexed_at(nobody) is None
    assert corpus.documents_named(["appeals"], nobody) == []


def test_which_passages_are_readable_now_is_judged_by_rights_alone(corpus: PublishedCorpus) -> None:
    old, closed = chunk(corpus, "goes"), chunk(corpus, "minutes")
    assert corpus.readable([old, closed, ChunkId("unknown")], STAFF) == {old}


def test_a_closed_corpus_says_so(corpus: PublishedCorpus) -> None:
    corpus.close()
    corpus.close()
    with pytest.raises(StorageError, match="closed"):
        corpus.status(STAFF)


def test_the_editions_of_a_document_are_its_readable_versions_by_first_day(tmp_path: Path) -> None:
    later = document("Sixty days.", uri="b.md", document_id="A", version="2", valid_from="2025-01-01")
    first = document("Ninety days.", uri="c.md", document_id="A", version="1", valid_from="2024-01-01")
    hidden = document("Ten days.", uri="d.md", document_id="A", version="3", acl_policy_id="board")
    other = document("No days.", uri="e.md", document_id="B")
    corpus = open_corpus(build_home(tmp_path, [later, first, hidden, other]))
    assert [one.version for one in corpus.editions(DocumentId("A"), STAFF)] == ["1", "2"]
    assert "3" in [one.version for one in corpus.editions(DocumentId("A"), BOARD)]
    assert corpus.editions(DocumentId("C"), STAFF) == []


def test_a_document_is_said_to_have_other_titles_where_a_readable_version_has_one(tmp_path: Path) -> None:
    old = document("Ninety.", uri="a.md", document_id="A", version="1", title="Business Addendum")
    new = document("Sixty.", uri="b.md", document_id="A", version="2", title="Cloud Addendum")
    hidden = document("Ten.", uri="c.md", document_id="B", title="Quay Addendum", acl_policy_id="board")
    plain = document("Ten.", uri="d.md", document_id="B", title="Quay Rules", version="2")
    corpus = open_corpus(build_home(tmp_path, [old, new, hidden, plain]))
    found = {
        one.document_id: one.has_other_titles for one in corpus.documents_named(["addendum", "quay"], STAFF)
    }
    assert found == {"A": True, "B": False}


def test_a_document_is_named_by_the_title_that_says_least_besides(tmp_path: Path) -> None:
    old = document("Ninety.", uri="a.md", document_id="A", version="1", title="A guide to renting quays")
    new = document("Sixty.", uri="b.md", document_id="A", version="2", title="Renting quays")
    (found,) = open_corpus(build_home(tmp_path, [old, new])).documents_named(["renting", "quays"], STAFF)
    assert found.title == "Renting quays"


def test_words_that_come_as_stems_find_the_same_title(tmp_path: Path) -> None:
    old = document("Ninety.", uri="a.md", document_id="A", version="1", title="Business Cloud Addendum")
    new = document("Sixty.", uri="b.md", document_id="A", version="2", title="Enterprise Cloud Addendum")
    corpus = open_corpus(build_home(tmp_path, [old, new]))
    for words in (["enterprise", "cloud", "addendum"], terms("enterprise cloud addendum")):
        assert [one.title for one in corpus.documents_named(words, STAFF)] == ["Enterprise Cloud Addendum"]


def test_a_document_of_which_only_uploads_may_be_read_is_not_approved(tmp_path: Path) -> None:
    rule = document("Ninety.", uri="a.md", document_id="A", title="Quays", authority="official_policy")
    upload = document("Sixty.", uri="b.md", document_id="B", title="Quays", authority="user_upload")
    found = open_corpus(build_home(tmp_path, [rule, upload])).documents_named(["quays"], STAFF)
    assert {one.document_id: one.is_approved for one in found} == {"A": True, "B": False}
