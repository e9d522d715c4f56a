"""Purging: of what was withdrawn, no byte stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.errors import BusyError
from localrag.index.purge import chunks_held
from localrag.index.reader import open_corpus
from localrag.index.repair import verify
from localrag.index.writer import open_writer
from localrag.records.documents import ParsedDocument
from localrag.records.ids import ChunkId, SourceId
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.terms import terms
from tests.builders import EVERYTHING, asker, build_home, document, untold
from tests.fakes.hash_embedder import HashEmbedder

RULES = SourceId("rules")


def documents() -> list[ParsedDocument]:
    return [
        document(f"canary{n} appeal of the board", uri=f"{n}.md", title=f"Rule {n}", document_id=f"R-{n}")
        for n in range(20)
    ]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return build_home(tmp_path, documents())


def purge(home: Path, *uris: str, forgotten: tuple[SourceId, ...] = ()) -> int:
    with open_writer(home, under_policy=False, group=None) as writer:
        for uri in uris:
            writer.remove(RULES, uri)
        return writer.scrub(HashEmbedder(), untold, forgotten=forgotten).passages


def places(home: Path, name: str) -> list[str]:
    with open_writer(home, under_policy=False, group=None) as writer:
        return [f"{source_id}/{uri}" for source_id, uri in writer.named(name)]


def bytes_of(home: Path) -> bytes:
    return b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def everything(home: Path) -> list[EvidenceCandidate]:
    with open_corpus(home) as corpus:
        scope = corpus.scope(asker(), EVERYTHING)
        return scope.fetch([hit.chunk_id for hit in scope.lexical(terms("board"), 99)])


def test_no_byte_of_a_purged_document_stays(home: Path) -> None:
    assert b"canary7 " in bytes_of(home)
    assert purge(home, "7.md") == 19
    assert b"canary7" not in bytes_of(home)
    texts = [one.text for one in everything(home)]
    assert len(texts) == 19
    assert not any("canary7 " in text for text in texts)
    assert verify(home, True) == ()


def test_what_an_earlier_run_withdrew_goes_too(home: Path) -> None:
    with open_writer(home, under_policy=False, group=None) as writer:
        writer.remove(RULES, "7.md")
        writer.publish(HashEmbedder(), untold)
    assert b"canary7\n" in bytes_of(home)
    purge(home)
    assert b"canary7" not in bytes_of(home)


def test_purging_nothing_keeps_the_generation(home: Path) -> None:
    with open_corpus(home) as corpus:
        before = corpus.generation
    purge(home)
    with open_corpus(home) as corpus:
        assert corpus.generation == before


def test_an_open_reader_keeps_its_answers_and_purge_says_that_it_is_not_done(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localrag.adapters.sqlite_writing._LET_GO_MILLISECONDS", 1)
    with open_corpus(home), pytest.raises(BusyError, match="still holds its bytes"):
        purge(home, "7.md")
    assert len(everything(home)) == 19
    purge(home)
    assert b"canary7" not in bytes_of(home)


def test_a_source_that_is_purged_is_forgotten(home: Path) -> None:
    uris = [place.removeprefix("rules/") for place in places(home, "rules")]
    assert len(uris) == 20
    assert purge(home, *uris, forgotten=(RULES,)) == 0
    with open_writer(home, under_policy=False, group=None) as writer:
        assert writer.sources() == []


@pytest.mark.parametrize("name", ["R-7", "rules/7.md"])
def test_a_document_is_named_by_id_or_place(home: Path, name: str) -> None:
    assert places(home, name) == ["rules/7.md"]


def test_a_version_is_named_with_its_document(tmp_path: Path) -> None:
    home = build_home(
        tmp_path,
        [document(f"v{n}", uri=f"{n}.md", document_id="R", version=str(n)) for n in (1, 2)],
    )
    assert places(home, "R") == ["rules/1.md", "rules/2.md"]
    assert places(home, "R@2") == ["rules/2.md"]
    assert places(home, "R@3") == []


def test_passages_are_held_until_they_are_purged(home: Path) -> None:
    gone = documents()[7].passages[0].chunk_id
    assert chunks_held(home, [gone, ChunkId("unknown")]) == {gone}
    purge(home, "7.md")
    assert chunks_held(home, [gone]) == set()
