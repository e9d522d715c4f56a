"""The newest generation, whatever writers do while a home is held open."""

from __future__ import annotations

from pathlib import Path

from localrag.index.current import CurrentCorpus
from localrag.index.writer import open_writer
from tests.builders import asker, build_home, document, source, untold
from tests.fakes.hash_embedder import HashEmbedder


def test_the_same_generation_is_given_while_nothing_is_written(tmp_path: Path) -> None:
    current = CurrentCorpus(build_home(tmp_path, [document()]), expect_dense=False)
    assert current() is current()
    current.close()


def test_what_was_withdrawn_is_gone_from_the_next_call_on(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document(uri="a.md"), document(uri="b.md")])
    current = CurrentCorpus(home, expect_dense=False)
    before = current()
    assert before.status(asker()).documents == 2
    with open_writer(home, under_policy=False, group=None) as writer:
        writer.remove(source().source_id, "a.md")
        writer.publish(HashEmbedder(), untold)
    assert current().status(asker()).documents == 1
    assert before.status(asker()).documents == 2
    current.close()
