from __future__ import annotations

import random
from datetime import date
from pathlib import Path

import pytest

from localrag.errors import IndexDamagedError, IndexUnusableError
from localrag.index import segments
from localrag.index.reader import open_corpus
from localrag.index.repair import repair, verify
from localrag.index.schema import DATABASE, SEAL
from localrag.index.segments import FOLDER
from localrag.ports import Scope
from localrag.records.documents import ParsedDocument
from localrag.records.index import RepairSummary
from localrag.records.retrieval import RetrievalFilters
from localrag.text.terms import terms
from tests.builders import EVERYTHING, asker, build_home, document
from tests.fakes.hash_embedder import HashEmbedder
from tests.index.test_writer import CountingEmbedder

KINDS = ("*.dense", "*.lexical", DATABASE, SEAL)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return build_home(tmp_path, documents())


@pytest.fixture(autouse=True)
def _checks_anew() -> None:
    segments._checked.clear()


def documents() -> list[ParsedDocument]:
    return [document(f"appeal rule {n} of the board", uri=f"{n}.md", title=f"Rule {n}") for n in range(30)]


def the_file(home: Path, pattern: str) -> Path:
    return next(path for path in (home / FOLDER if "*" in pattern else home).glob(pattern))


def flip_bit(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place // 8] ^= 1 << place % 8
    path.write_bytes(content)


def answers(home: Path) -> list[object]:
    with open_corpus(home) as corpus:
        scope: Scope = corpus.scope(asker(), EVERYTHING)
        lexical = scope.lexical(terms("appeal board"), 40)
        dense = scope.dense(HashEmbedder().embed(["appeal rule 7"])[0], 40)
        return [lexical, dense, scope.fetch([hit.chunk_id for hit in dense])]


def test_a_sound_index_has_no_problems(home: Path) -> None:
    assert verify(home, False) == verify(home, True) == ()


@pytest.mark.parametrize("pattern", KINDS)
def test_every_flipped_bit_is_found_by_a_full_check(home: Path, pattern: str) -> None:
    path = the_file(home, pattern)
    whole = path.read_bytes()
    draw = random.Random(pattern)
    for place in (draw.randrange(len(whole) * 8) for _ in range(12)):
        flip_bit(path, place)
        assert verify(home, True), f"bit {place} of {path.name}"
        path.write_bytes(whole)
    assert verify(home, True) == ()


@pytest.mark.parametrize("pattern", ["*.dense", "*.lexical"])
def test_no_answer_is_served_from_a_damaged_segment(home: Path, pattern: str) -> None:
    path = the_file(home, pattern)
    flip_bit(path, path.stat().st_size * 4)
    with pytest.raises(IndexDamagedError, match=path.name):
        answers(home)
    assert verify(home, False) == (f"{path.name} does not match its checksum",)


@pytest.mark.parametrize("pattern", ["*.dense", "*.lexical", DATABASE])
def test_a_file_cut_in_half_is_refused(home: Path, pattern: str) -> None:
    path = the_file(home, pattern)
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(IndexUnusableError):
        answers(home)


def test_a_passage_that_is_not_what_was_indexed_is_not_quoted(home: Path) -> None:
    path = home / DATABASE
    content = path.read_bytes()
    assert content.count(b"appeal rule 7 of") == 2
    path.write_bytes(content.replace(b"appeal rule 7 of", b"appeal rule 9 of"))
    with pytest.raises(IndexDamagedError, match="not what was indexed"):
        answers(home)


@pytest.mark.parametrize("pattern", ["*.dense", "*.lexical"])
@pytest.mark.parametrize("lost", [True, False])
def test_repair_rebuilds_segments_without_encoding_a_text(home: Path, pattern: str, lost: bool) -> None:
    before = answers(home)
    path = the_file(home, pattern)
    if lost:
        path.unlink()
    else:
        flip_bit(path, 4000)
    embedder = CountingEmbedder()
    assert repair(home, embedder).done
    assert embedder.texts == []
    assert answers(home) == before
    assert verify(home, True) == ()


def test_a_sound_index_is_left_alone_by_repair(home: Path) -> None:
    with open_corpus(home) as corpus:
        generation = corpus.generation
    assert repair(home, HashEmbedder()) == RepairSummary()
    with open_corpus(home) as corpus:
        assert corpus.generation == generation


def test_a_damaged_vector_in_the_database_is_encoded_again(home: Path) -> None:
    before = answers(home)
    vector = HashEmbedder().embed(["Rule 7\nappeal rule 7 of the board"])[0].astype("<f2").tobytes()
    path = home / DATABASE
    content = path.read_bytes()
    assert content.count(vector[-24:]) == 1
    path.write_bytes(content.replace(vector[-24:], bytes(24)))
    embedder = CountingEmbedder()
    assert "1 damaged vector dropped" in repair(home, embedder).done
    assert embedder.texts == ["Rule 7\nappeal rule 7 of the board"]
    assert answers(home) == before


def test_a_damaged_document_is_withdrawn_and_read_again_by_the_next_run(tmp_path: Path, home: Path) -> None:
    before = answers(home)
    path = home / DATABASE
    path.write_bytes(path.read_bytes().replace(b"appeal rule 7 of", b"appeal rule 9 of"))
    foreseen = repair(home, HashEmbedder(), dry_run=True)
    assert foreseen.done[0] == "withdraw rules/7.md, whose stored text is damaged"
    mended = repair(home, HashEmbedder())
    assert mended.done[0] == "rules/7.md withdrawn"
    assert mended.left == foreseen.left
    assert "read it again with: localrag index" in mended.left[0]
    with open_corpus(home) as corpus:
        assert [(file.uri, file.reason) for file in corpus.failed()] == [("7.md", "damaged_in_index")]
    assert len(answers(home)[2]) == 29  # type: ignore[arg-type]
    assert verify(home, True) == ()
    build_home(tmp_path, documents())
    assert answers(home) == before


def test_a_broken_database_is_beyond_repair_and_says_what_to_do(home: Path) -> None:
    path = home / DATABASE
    content = path.read_bytes()
    path.write_bytes(content[:4096] + bytes(len(content) - 4096))
    assert verify(home, True)
    with pytest.raises(IndexUnusableError, match="beyond repair"):
        repair(home, HashEmbedder())


def test_a_run_that_changes_nothing_keeps_the_seal(tmp_path: Path, home: Path) -> None:
    before = (home / SEAL).stat().st_mtime_ns
    repair(home, HashEmbedder())
    assert (home / SEAL).stat().st_mtime_ns == before
    build_home(tmp_path, [document("more", uri="more.md")])
    assert (home / SEAL).stat().st_mtime_ns != before
    assert verify(home, True) == ()


@pytest.mark.parametrize(
    ("stored", "damaged"),
    [(b"user_uploadactive", b"user_uploadactjve"), (b'["rules/x.md"]', b'["rules/x.md"}')],
)
def test_a_value_that_was_never_stored_is_damage_and_no_crash(
    tmp_path: Path, stored: bytes, damaged: bytes
) -> None:
    home = build_home(tmp_path, [document("appeal rule of the board", supersedes=("rules/x.md",))])
    path = home / DATABASE
    content = path.read_bytes()
    assert stored in content
    path.write_bytes(content.replace(stored, damaged))
    with open_corpus(home) as corpus, pytest.raises(IndexDamagedError):
        corpus.scope(asker(), RetrievalFilters(in_force_on=date(2026, 1, 1)))
    assert verify(home, True)


def test_a_dry_repair_changes_nothing(home: Path) -> None:
    path = the_file(home, "*.lexical")
    flip_bit(path, 4000)
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    foreseen = repair(home, HashEmbedder(), dry_run=True)
    assert foreseen == RepairSummary(dry_run=True, done=("build the search files anew from corpus.db",))
    assert all(path.read_bytes() == content for path, content in before.items())


def test_a_database_that_names_its_tables_in_noise_is_damage_and_no_crash(home: Path) -> None:
    path = home / DATABASE
    content = path.read_bytes()
    place = content.index(b"CREATE TABLE sources")
    path.write_bytes(content[:place] + b"CREATE T\xeeBLE" + content[place + 12 :])
    with pytest.raises(IndexUnusableError):
        answers(home)
    assert verify(home, True)


def test_a_passage_that_is_lost_from_the_database_is_not_passed_over(home: Path) -> None:
    with open_corpus(home) as corpus:
        chunk = corpus.scope(asker(), EVERYTHING).lexical(terms("appeal board"), 1)[0].chunk_id
    path = home / DATABASE
    content = path.read_bytes()
    path.write_bytes(content.replace(chunk.encode(), b"0" * len(chunk), 1))
    with pytest.raises(IndexDamagedError, match="has lost a passage"):
        answers(home)
