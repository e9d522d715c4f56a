"""Looking at a home as a writer would, without writing."""

from __future__ import annotations

from pathlib import Path

from localrag.index.onlooker import open_onlooker
from localrag.records.ids import SourceId
from tests.builders import build_home, document, file_of, source, untold
from tests.fakes.hash_embedder import HashEmbedder


def test_a_home_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    with open_onlooker(tmp_path / "home") as writer:
        assert (writer.sources(), writer.files(SourceId("rules"))) == ([], {})
        assert writer.publish(HashEmbedder(), untold).passages == 0
    assert list(tmp_path.iterdir()) == []


def test_it_knows_what_the_index_holds_and_changes_nothing(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document()])
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    with open_onlooker(home) as writer:
        assert writer.sources() == [source()]
        assert list(writer.files(SourceId("rules"))) == ["manual.md"]
        more = document("more", uri="more.md")
        writer.register(source("cases"))
        writer.put(more, file_of(more))
        writer.fail(file_of(more))
        writer.seen(file_of(more))
        writer.remove(SourceId("rules"), "manual.md")
        assert writer.publish(HashEmbedder(), untold).passages == 1
    after = {path: path.read_bytes() for path in home.rglob("*") if path.is_file() and path.stat().st_size}
    assert {path: content for path, content in before.items() if content} == {
        path: content for path, content in after.items() if not path.name.endswith("-shm")
    }
