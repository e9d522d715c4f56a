"""``index``: exit codes, the summary, and what it says while it works."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localrag.errors import BusyError
from localrag.ports import OnProgress
from localrag.records.ids import SourceId
from localrag.records.index import IndexSummary, PlannedChange, Progress, SkippedFile
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend, failed_file

BAD = failed_file("a\x1b[2J.pdf", "encrypted")


@pytest.mark.parametrize(
    ("summary", "code"),
    [
        (IndexSummary(added=3), 0),
        (IndexSummary(unchanged=3), 0),
        (IndexSummary(added=3, failed=(BAD,)), 9),
        (IndexSummary(unchanged=3, failed=(BAD,)), 9),
        (IndexSummary(), 10),
        (IndexSummary(failed=(BAD,)), 10),
        (IndexSummary(removed=3), 10),
    ],
)
def test_the_exit_code_tells_whole_partly_or_nothing(command: Run, summary: IndexSummary, code: int) -> None:
    backend = ScriptedBackend(summary=summary)
    assert command("index", "docs", backend=backend).code == code
    assert command("index", "docs", "--json", backend=backend).code == code


def test_the_summary_counts_and_lists_failures_with_reasons(command: Run) -> None:
    summary = IndexSummary(
        added=1200,
        removed=2,
        failed=(BAD,),
        warnings=("No ACL in x.md.",),
        passages=5,
        embedded=4,
        seconds=61,
    )
    outcome = command("index", "docs", backend=ScriptedBackend(summary=summary))
    assert outcome.out.splitlines() == [
        "1,200 added, 0 changed, 0 unchanged, 2 removed, 1 failed",
        "1 file could not be indexed:",
        "- agency/a␛[2J.pdf: encrypted",
        "Warning: No ACL in x.md.",
        "5 passages in the index, 4 encoded; 1 min 01 s",
    ]


def test_files_left_aside_are_named_up_to_ten(command: Run) -> None:
    skipped = tuple(
        SkippedFile(source_id=SourceId("s"), uri=f"{n}.png", reason="unsupported", detail="a picture")
        for n in range(12)
    )
    out = command("index", "d", backend=ScriptedBackend(summary=IndexSummary(added=1, skipped=skipped))).out
    assert "12 files left aside" in out
    assert out.count("a picture") == 10
    assert "and 2 more" in out


def test_json_is_exactly_the_record(command: Run) -> None:
    summary = IndexSummary(added=1, failed=(BAD,))
    outcome = command("index", "docs", "--json", backend=ScriptedBackend(summary=summary))
    assert IndexSummary.model_validate_json(outcome.out) == summary


def test_paths_reach_the_indexer_as_typed(command: Run) -> None:
    backend = ScriptedBackend()
    command("index", "a b", "caf\udce9", "--home", "/h", backend=backend)
    assert backend.indexed == [((Path("a b"), Path("caf\udce9")), Path("/h").absolute())]


def test_without_a_path_the_known_sources_are_refreshed(command: Run) -> None:
    backend = ScriptedBackend()
    assert command("index", backend=backend).code == 0
    assert backend.indexed == [((), Path("/nowhere/home"))]


def test_another_writer_is_an_error_of_its_own(command: Run) -> None:
    backend = ScriptedBackend(summary=BusyError("Process 12 has been indexing since 10:02."))
    outcome = command("index", "docs", "--json", backend=backend)
    assert (outcome.code, outcome.document["error"]["code"]) == (1, "busy")


def tell_one_step(tell: OnProgress) -> None:
    tell(Progress(phase="read", done=1, total=4, current="a\x1b[2J.md"))


def test_progress_goes_to_standard_error_alone(command: Run) -> None:
    outcome = command("index", "docs", backend=ScriptedBackend(during_index=tell_one_step))
    assert outcome.out.startswith("1 added")
    assert outcome.err == "localrag: Reading 1/4  a␛[2J.md\n"


def test_with_json_progress_is_json_lines_on_standard_error(command: Run) -> None:
    outcome = command("index", "docs", "--json", backend=ScriptedBackend(during_index=tell_one_step))
    (event,) = [json.loads(line) for line in outcome.err.splitlines()]
    assert event.pop("seconds") >= 0
    assert event == {"phase": "read", "done": 1, "total": 4, "current": "a\x1b[2J.md"}
    assert json.loads(outcome.out)["added"] == 1


def test_a_dry_run_lists_what_would_be_done(command: Run) -> None:
    planned = (
        PlannedChange(source_id=SourceId("s"), uri="new.md", change="add"),
        PlannedChange(source_id=SourceId("s"), uri="gone.md", change="remove"),
    )
    backend = ScriptedBackend(summary=IndexSummary(added=1, removed=1, dry_run=True, planned=planned))
    outcome = command("index", "docs", "--dry-run", backend=backend)
    assert outcome.code == 0
    assert outcome.out.splitlines() == [
        "Would add 1, change 0, remove 1 and leave 0 as they are; nothing was written",
        "- add s/new.md",
        "- remove s/gone.md",
    ]


def test_options_reach_the_indexer(command: Run) -> None:
    backend = ScriptedBackend()
    command("index", "--rehash", "--allow-empty", "--dry-run", backend=backend)
    assert backend.asked == [{"re_embed": False, "rehash": True, "allow_empty": True, "dry_run": True}]


def test_the_demonstration_is_never_indexed_into(
    command: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LOCALRAG_CHECKOUT", str(tmp_path))
    backend = ScriptedBackend(home=tmp_path / "none")
    command("index", "docs", backend=backend)
    assert backend.indexed == [((Path("docs"),), tmp_path / "none")]
