"""Publishing on the way of a long run."""

from __future__ import annotations

import pytest

from localrag.ingest import rounds
from localrag.ingest.rounds import Rounds
from localrag.records.index import Progress
from localrag.stores import Published
from tests.ingest.desk import Desk


def test_publications_add_up_and_wait_for_their_time() -> None:
    moments = iter([0.0, 5.0, 31.0, 32.0, 40.0])
    kept = Rounds(lambda: Published("g", 7, 2, 0.5), seconds=30, now=lambda: next(moments))
    kept.between_files()
    kept.between_files()
    kept.between_files()
    assert kept.finish() == Published("g", 7, 4, 1.0)


def test_a_long_run_that_is_stopped_has_published_what_it_read(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds.Rounds.__init__, "__kwdefaults__", {"seconds": 0.0, "now": lambda: 0.0})
    for number in range(8):
        desk.write(f"{number}.md", f"Text {number}.")

    def stop(step: Progress) -> None:
        if step.phase == "read" and step.done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        desk.index(desk.folder, on_progress=stop)
    assert len(desk.writer.documents) == 3
    assert desk.index(desk.folder).embedded == 5
