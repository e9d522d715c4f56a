"""``search``, ``show``, ``status``, ``trace``, ``verify``, ``repair``: what they print, how they end."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.errors import AccessError
from localrag.records.index import DocumentView
from localrag.records.trace import RagTrace
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend, failed_file, hit, trace

NASTY = "x\x1b]52;c;aGk=\x07\x9b2J\r\u202ey"
OBEYED = {"\x1b", "\x07", "\x9b", "\r", "\u202e"}


def test_search_json_gives_query_and_hits(command: Run) -> None:
    outcome = command("search", "appeal", "--json", backend=ScriptedBackend(hits=[hit(1), hit(2)]))
    assert outcome.code == 0
    assert outcome.document["query"] == "appeal"
    assert [found["rank"] for found in outcome.document["hits"]] == [1, 2]
    assert {"chunk_id", "document_id", "version", "source_id", "title", "uri", "page_start"} <= set(
        outcome.document["hits"][0]
    )


def test_search_that_finds_nothing_ran_all_the_same(command: Run) -> None:
    assert command("search", "x").out == "Nothing found.\n"
    outcome = command("search", "", "--json")
    assert (outcome.code, outcome.document["hits"]) == (0, [])


def test_search_prints_title_place_and_beginning(command: Run) -> None:
    long = hit(1, text="word " * 200)
    lines = command("search", "x", backend=ScriptedBackend(hits=[long])).out.splitlines()
    assert lines[:2] == [
        "1. Appeals Policy, version 2026",
        "   Appeals; p. 14, sheets 16-17; official policy; in force since 2026-01-01; "
        "agency/policies/appeals.pdf; chunk-1",
    ]
    assert lines[2].endswith("word ...")


@pytest.mark.parametrize("top_k", ["0", "1001", "many"])
def test_top_k_has_bounds(command: Run, top_k: str) -> None:
    assert command("search", "x", "--top-k", top_k).code == 2


def test_a_query_or_a_batch_is_needed_and_not_both(command: Run) -> None:
    assert command("search").code == 2
    assert command("search", "x", "--batch", "-").code == 2


VIEW = DocumentView(
    document_id="manual", version="2026", source_id="agency", title=NASTY, uri="m.md", text=f"a\n\tb {NASTY}"
)


def test_show_prints_the_text_and_keeps_its_lines(command: Run) -> None:
    out = command("show", "manual", backend=ScriptedBackend(document=VIEW)).out
    assert "manual@2026; agency/m.md" in out
    assert "\na\n\tb x" in out


def test_show_json_is_exactly_the_record(command: Run) -> None:
    outcome = command("show", "manual", "--json", backend=ScriptedBackend(document=VIEW))
    assert DocumentView.model_validate_json(outcome.out) == VIEW


def test_a_document_that_is_not_there_is_2(command: Run) -> None:
    outcome = command("show", NASTY, "--json")
    assert (outcome.code, outcome.document["error"]["code"]) == (2, "not_found")


def test_status_tells_counts_and_missing_folders(command: Run) -> None:
    out = command("status").out
    assert out.startswith("12 documents, 3,400 passages that you may read\n")
    assert "its folder is not there now" in out


@pytest.mark.parametrize(
    ("arguments", "loads"),
    [(("ask", "q"), True), (("search", "q"), True), (("status",), False), (("trace", "list"), False)],
)
def test_the_model_is_loaded_only_for_what_needs_it(
    command: Run, arguments: tuple[str, ...], loads: bool
) -> None:
    backend = ScriptedBackend()
    command(*arguments, backend=backend)
    assert backend.will_ask is loads


def test_status_failed_lists_files_with_reasons(command: Run) -> None:
    backend = ScriptedBackend(failed=[failed_file("bad.pdf", "no_text")])
    assert "- agency/bad.pdf: no text" in command("status", "--failed", backend=backend).out
    outcome = command("status", "--failed", "--json", backend=backend)
    assert outcome.document["documents"] == 12
    assert [file["uri"] for file in outcome.document["failed"]] == ["bad.pdf"]


def test_status_failed_is_refused_without_the_right(command: Run) -> None:
    outcome = command("status", "--failed", "--json", backend=ScriptedBackend(failed=AccessError("No.")))
    assert outcome.code == 2
    assert set(outcome.document) == {"error"}


def test_traces_are_listed_newest_first_up_to_the_limit(command: Run) -> None:
    backend = ScriptedBackend(traces=[trace("t2"), trace("t1", answer_status=None, error_code="busy")])
    outcome = command("trace", "list", backend=backend)
    assert [line.split()[0] for line in outcome.out.splitlines()] == ["t2", "t1"]
    assert "error: busy" in outcome.out
    assert len(command("trace", "--json", "list", "--limit", "1", backend=backend).document["traces"]) == 1


def test_no_trace_is_said(command: Run) -> None:
    assert command("trace", "list").out == "No trace is kept.\n"
    assert command("trace", "list", "--json").document == {"traces": []}


def test_a_trace_is_shown_in_full(command: Run) -> None:
    backend = ScriptedBackend(traces=[trace("t1")])
    assert "timings_ms:\n  plan: 1.5\n" in command("trace", "show", "t1", backend=backend).out
    shown = command("trace", "show", "t1", "--json", backend=backend).out
    assert RagTrace.model_validate_json(shown) == trace("t1")
    assert command("trace", "show", "t9", backend=backend).code == 2


def test_verify_is_1_where_it_finds_faults(command: Run) -> None:
    broken = ScriptedBackend(faults=("segments/a is cut short",))
    assert command("verify").code == 0
    assert command("verify", backend=broken).code == 1
    outcome = command("verify", "--full", "--json", backend=broken)
    assert outcome.document == {"sound": False, "faults": ["segments/a is cut short"]}
    assert broken.asked[-1]["full"] is True


def test_repair_tells_what_it_did_in_the_real_home(command: Run) -> None:
    backend = ScriptedBackend(faults=("search files built anew",), home=Path("/mine"))
    outcome = command("repair", backend=backend)
    assert (outcome.code, outcome.out) == (0, "Mended:\n- search files built anew\n")
    assert command("repair", "--json", backend=backend).document["done"] == ["search files built anew"]
    assert backend.asked[0] == {"home": Path("/mine"), "dry_run": False}
    assert command("repair").out == "Nothing needs mending.\n"


def test_repair_that_leaves_a_document_to_index_is_partly_done(command: Run) -> None:
    backend = ScriptedBackend(faults=("a.md withdrawn",), left=("a.md: run index",))
    outcome = command("repair", backend=backend)
    assert (outcome.code, outcome.out.splitlines()[-1]) == (9, "- a.md: run index")


def test_a_dry_repair_ends_as_a_check_that_found_faults(command: Run) -> None:
    outcome = command("repair", "--dry-run", backend=ScriptedBackend(faults=("encode 3 texts again",)))
    assert (outcome.code, outcome.out.splitlines()[0]) == (1, "Repair would, changing nothing now:")
    assert command("repair", "--dry-run").code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", NASTY),
        ("show", "x"),
        ("show", "x", f"--{NASTY}"),
        ("status", "--failed"),
        ("trace", "list"),
        ("trace", "show", "t1"),
        ("trace", "show", NASTY),
        ("verify",),
        ("repair",),
    ],
)
@pytest.mark.parametrize("json", [(), ("--json",)])
def test_nothing_foreign_reaches_the_terminal(
    command: Run, arguments: tuple[str, ...], json: tuple[str, ...]
) -> None:
    backend = ScriptedBackend(
        hits=[hit(1, title=NASTY, version=NASTY, uri=NASTY, heading_path=(NASTY,), text=NASTY)],
        document=VIEW,
        failed=[failed_file(NASTY, NASTY)],
        traces=[trace("t1", raw_query=NASTY, reasons=(NASTY,))],
        faults=(NASTY,),
    )
    outcome = command(*arguments, *json, backend=backend)
    assert not OBEYED & set(outcome.out + outcome.err)
    assert "aGk" in outcome.out + outcome.err
