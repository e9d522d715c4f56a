"""The whole program over a folder of its own: index, ask, look things up, and survive what users do."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from localrag.cli.main import run
from tests.cli.conftest import Outcome

ROOT = Path(__file__).resolve().parents[2]
HEAVY = {"faiss", "onnxruntime", "torch", "llama_cpp", "textual", "sqlite_utils", "rich", "platformdirs"}
APPEALS = """# Appeals Policy

## Deadline

An appeal must be lodged within 14 calendar days after receiving the enforcement notice.

## Form

Appeals are lodged in writing, on form AP-7.
"""
PARKING = """# Parking

Visitors park behind the east wing. The gate closes at 19:00.
"""


class Place(NamedTuple):
    """A folder of documents, a home and a state folder, all in one temporary folder."""

    root: Path

    @property
    def documents(self) -> Path:
        return self.root / "documents"

    def run(self, *arguments: str, stdin: bytes = b"") -> Outcome:
        """One command line, run in this process with the real program behind it."""
        out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
            patch.delenv("LOCALRAG_CHECKOUT", raising=False)
            patch.setenv("LOCALRAG_HOME", str(self.root / "home"))
            patch.setenv("LOCALRAG_STATE", str(self.root / "state"))
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            patch.chdir(self.root)
            code = run(arguments)
        return Outcome(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))

    def document(self, *arguments: str) -> Any:
        """Standard output of one command line as JSON."""
        return self.run(*arguments, "--json").document


def filled(root: Path) -> Place:
    place = Place(root)
    place.documents.mkdir(parents=True)
    (place.documents / "appeals.md").write_text(APPEALS)
    (place.documents / "parking.md").write_text(PARKING)
    return place


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Place:
    place = filled(tmp_path_factory.mktemp("place"))
    done = place.run("index", "documents")
    assert done.code == 0, done.err
    return place


def test_a_question_is_answered_with_its_passage(indexed: Place) -> None:
    answer = indexed.document("ask", "What is the deadline to appeal an enforcement notice?")
    assert answer["status"] == "answered"
    quoted = " ".join(citation["quote"] for citation in answer["citations"])
    assert "14 calendar days" in quoted
    assert {citation["evidence_id"] for citation in answer["citations"]} <= {
        evidence["evidence_id"] for evidence in answer["evidence"]
    }


def test_people_read_the_answer_its_source_and_how_fresh_it_is(indexed: Place) -> None:
    done = indexed.run("ask", "What is the deadline to appeal an enforcement notice?")
    assert done.code == 0
    assert done.err == ""
    assert done.out.startswith("Answered\n")
    assert "»14 calendar days«" in done.out
    assert "[E1] Appeals Policy" in done.out
    assert "Index of " in done.out


@pytest.mark.parametrize(
    ("question", "code"), [("Who won the 1998 World Cup?", 3), ("", 4), ("Can it?", 4), ("   ", 4)]
)
def test_what_cannot_be_answered_ends_with_its_own_code(indexed: Place, question: str, code: int) -> None:
    assert indexed.run("ask", question).code == code
    assert indexed.run("ask", question, "--json").code == code


def test_a_question_of_a_megabyte_ends_in_order(indexed: Place) -> None:
    done = indexed.run("ask", "-", "--json", stdin=b"deadline " * 116_509)
    assert done.code in (0, 2, 3, 4)
    assert isinstance(done.document, dict)


def test_indexing_again_changes_nothing(indexed: Place) -> None:
    before = indexed.document("status")
    summary = indexed.document("index", "documents")
    assert (summary["unchanged"], summary["added"], summary["embedded"]) == (2, 0, 0)
    after = indexed.document("status")
    assert [after[name] for name in ("generation", "documents", "passages", "indexed_at")] == [
        before[name] for name in ("generation", "documents", "passages", "indexed_at")
    ]


def test_search_show_and_trace_find_what_was_indexed(indexed: Place) -> None:
    hits = indexed.document("search", "visitors park", "--top-k", "1")["hits"]
    assert "east wing" in hits[0]["text"]
    shown = indexed.document("show", f"{hits[0]['source_id']}/{hits[0]['uri']}")
    assert hits[0]["text"] in shown["text"]
    asked = indexed.document("ask", "When does the gate close?")
    listed = indexed.document("trace", "list", "--limit", "1")["traces"]
    assert [trace["trace_id"] for trace in listed] == [asked["trace_id"]]
    assert indexed.document("trace", "show", asked["trace_id"])["answer_status"] == asked["status"]


def test_a_sound_index_verifies(indexed: Place) -> None:
    assert indexed.document("verify", "--full") == {"sound": True, "faults": []}


def test_a_batch_answers_in_order(indexed: Place, tmp_path: Path) -> None:
    lines = [
        {"id": 1, "question": "When does the gate close?"},
        {"id": 2},
        {"id": 3, "question": "q", "as": "nobody"},
    ]
    batch = tmp_path / "batch.jsonl"
    batch.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = indexed.run("ask", "--batch", str(batch))
    answers = done.lines
    assert done.code == 0
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert ["error" in answer for answer in answers] == [False, True, True]


def test_status_loads_nothing_heavy(indexed: Place) -> None:
    listing = (
        "import os, sys\n"
        "leave = os._exit\n"
        "def tell(code):\n"
        "    print(*sys.modules, file=sys.stderr, flush=True)\n"
        "    leave(code)\n"
        "os._exit = tell\n"
        "from localrag.cli.main import main\n"
        "main()\n"
    )
    done = process(["-c", listing, "status"], indexed.root, LOCALRAG_HOME=str(indexed.root / "home"))
    assert done.returncode == 0
    modules = {name.split(".")[0] for name in done.stderr.split()}
    assert "sqlite3" in modules
    assert not modules & HEAVY


def test_no_index_is_8_and_says_how_to_build_one(tmp_path: Path) -> None:
    done = filled(tmp_path).run("ask", "q")
    assert done.code == 8
    assert "localrag index" in done.err


def test_a_damaged_index_is_8_and_says_how_to_mend_it(tmp_path: Path) -> None:
    place = filled(tmp_path)
    place.run("index", "documents")
    (dense,) = (place.root / "home" / "segments").glob("*.dense")
    dense.chmod(0o600)
    dense.write_bytes(dense.read_bytes()[:-100])
    done = place.run("ask", "What is the deadline to appeal?")
    assert done.code == 8
    assert "localrag repair" in done.err
    assert place.run("verify").code == 1
    assert place.run("repair").code == 0
    assert place.run("verify", "--full").code == 0
    assert place.run("ask", "What is the deadline to appeal?").code == 0


def test_a_bad_file_among_good_ones_is_9_until_it_is_mended(tmp_path: Path) -> None:
    place = filled(tmp_path)
    (place.documents / "bad.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(100)))
    done = place.run("index", "documents")
    assert done.code == 9
    assert "bad.pdf" in done.out
    assert place.run("index").code == 9
    failed = place.document("status", "--failed")["failed"]
    assert [file["uri"] for file in failed] == ["bad.pdf"]
    assert place.run("ask", "When does the gate close?").code == 0
    (place.documents / "bad.pdf").unlink()
    assert place.run("index").code == 0


def test_a_folder_with_nothing_readable_is_10(tmp_path: Path) -> None:
    place = Place(tmp_path)
    place.documents.mkdir()
    assert place.run("index", "documents").code == 10


def test_a_path_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    done = Place(tmp_path).run("index", "nowhere")
    assert done.code == 2
    assert "nowhere" in done.err


def test_a_checkout_answers_from_its_sample_corpus(tmp_path: Path) -> None:
    checkout = tmp_path / "checkout"
    sample, agency = ROOT / "corpus", checkout / "corpus" / "agency"
    agency.mkdir(parents=True)
    shutil.copy(sample / "demo_policy.toml", agency.parent)
    shutil.copy(sample / "agency" / "_source.toml", agency)
    shutil.copytree(sample / "agency" / "policies", agency / "policies")
    question = "What is the deadline to appeal an enforcement notice?"
    done = process(["-m", "localrag", "ask", question], tmp_path, LOCALRAG_CHECKOUT=str(checkout))
    assert done.returncode == 0, done.stderr
    assert "14 calendar days" in done.stdout
    assert "sample" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["checkout"]


def process(arguments: Sequence[str], home: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, for somebody whose home folder this is."""
    chosen = ("LOCALRAG_HOME", "LOCALRAG_STATE", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "CI")
    surroundings = {name: value for name, value in os.environ.items() if name not in chosen}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=home,
        env={**surroundings, "HOME": str(home), "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
