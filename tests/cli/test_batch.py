"""``--batch``: a line in, a line out, whatever a line holds."""

from __future__ import annotations

import io
import json
import sys
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localrag.cli.batch import Defaults, ask_lines
from localrag.errors import AccessError, IndexDamagedError
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedAssistant, ScriptedBackend, answer, hit


def batch(tmp_path: Path, *lines: object) -> str:
    """A JSONL file; text and bytes are taken as they are."""
    path = tmp_path / "batch.jsonl"
    raw = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    path.write_bytes(b"\n".join(raw) + b"\n")
    return str(path)


def test_answers_come_in_the_order_of_the_questions_with_their_ids(command: Run, tmp_path: Path) -> None:
    lines = [{"id": "a", "question": "one"}, {"id": 2, "question": "two"}]
    outcome = command("ask", "--batch", batch(tmp_path, *lines))
    assert outcome.code == 0
    assert [(line["id"], line["question"]) for line in outcome.lines] == [("a", "one"), (2, "two")]


def test_a_line_is_the_record_plus_its_id(command: Run, tmp_path: Path) -> None:
    outcome = command("ask", "--batch", batch(tmp_path, {"id": "a", "question": "q"}))
    record = outcome.lines[0]
    assert record.pop("id") == "a"
    assert record == answer("q").model_dump(mode="json")


def test_every_key_of_a_line_reaches_the_assistant(command: Run, tmp_path: Path) -> None:
    backend = ScriptedBackend()
    line = {
        "id": "a",
        "question": "q",
        "as_of": "2025-01-31",
        "case_id": "8842",
        "as": "ann",
        "risk_level": "high",
        "locale": "en_US",
        "conversation": "c1",
    }
    command("ask", "--batch", batch(tmp_path, line), backend=backend)
    assert backend.asked == [
        {
            "question": "q",
            "as_of": date(2025, 1, 31),
            "case_id": "8842",
            "conversation_id": "c1",
            "with_history": True,
            "risk_level": "high",
            "generator": "auto",
            "locale": "en_US",
            "channel": "batch",
            "as_user": "ann",
        }
    ]


def test_options_count_for_lines_that_do_not_say_otherwise(command: Run, tmp_path: Path) -> None:
    backend = ScriptedBackend()
    lines = [{"id": 1, "question": "q"}, {"id": 2, "question": "q", "as_of": "2024-01-01"}]
    command("ask", "--batch", batch(tmp_path, *lines), "--as-of", "2025-01-01", backend=backend)
    assert [asked["as_of"] for asked in backend.asked] == [date(2025, 1, 1), date(2024, 1, 1)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "JSON"),
        (b"\xff\xfe", "UTF-8"),
        (b"[1]", "JSON object"),
        (b'{"id": "x"}', "question is missing"),
        (b'{"id": "x", "question": 5}', "question is not text"),
        (b'{"id": "x", "question": "q", "as_of": "soon"}', "as_of"),
        (b'{"id": "x", "question": "q", "risk_level": "vast"}', "risk_level"),
        (b'{"id": "x", "question": "q", "as-of": "2025-01-01"}', "'as_of' meant"),
        (b'{"question": "q"}', "id is missing"),
        (b'{"id": [1], "question": "q"}', "id is neither"),
        (b'{"id": 1e999, "question": "q"}', "too large"),
        (b'{"id": NaN, "question": "q"}', "NaN"),
        (b"[" * 100_000, "JSON"),
    ],
)
def test_a_bad_line_gets_an_error_and_the_next_line_its_answer(
    command: Run, tmp_path: Path, line: bytes, said: str
) -> None:
    outcome = command("ask", "--batch", batch(tmp_path, line, {"id": "good", "question": "q"}))
    assert outcome.code == 0
    bad, good = outcome.lines
    assert set(bad) == {"id", "error"}
    assert said in bad["error"]["message"]
    assert good["id"] == "good"
    assert good["status"] == "answered"


def test_a_bad_line_keeps_its_id_where_it_has_one(command: Run, tmp_path: Path) -> None:
    outcome = command("ask", "--batch", batch(tmp_path, {"id": 7}, {"question": "q"}))
    assert [line["id"] for line in outcome.lines] == [7, None]


def test_somebody_else_out_of_reach_is_that_lines_error(command: Run, tmp_path: Path) -> None:
    backend = ScriptedBackend(answers={"q": AccessError("You may not act as ann.")})
    outcome = command("ask", "--batch", batch(tmp_path, {"id": 1, "question": "q"}), backend=backend)
    assert outcome.code == 0
    assert outcome.lines[0]["error"]["code"] == "not_allowed"


def test_an_index_that_breaks_ends_the_batch(command: Run, tmp_path: Path) -> None:
    backend = ScriptedBackend(answers={"two": IndexDamagedError(Path("x.seg"), "is cut short")})
    lines = [{"id": n, "question": q} for n, q in enumerate(("one", "two", "three"))]
    outcome = command("ask", "--batch", batch(tmp_path, *lines), backend=backend)
    assert outcome.code == 8
    assert [set(line) == {"error"} for line in outcome.lines] == [False, True]


def test_unknown_keys_are_left_aside_and_said_once(command: Run, tmp_path: Path) -> None:
    lines = [{"id": n, "question": "q", "gold": "x"} for n in range(2)]
    outcome = command("ask", "--batch", batch(tmp_path, *lines))
    assert len(outcome.lines) == 2
    assert outcome.err.count("gold") == 1


def test_blank_lines_and_a_byte_order_mark_are_no_lines(command: Run, tmp_path: Path) -> None:
    first = b'\xef\xbb\xbf{"id": 1, "question": "q"}\r'
    outcome = command("ask", "--batch", batch(tmp_path, first, b"", b"  ", {"id": 2, "question": "q"}))
    assert [line["id"] for line in outcome.lines] == [1, 2]


def test_half_a_character_in_a_question_is_replaced(command: Run, tmp_path: Path) -> None:
    outcome = command("ask", "--batch", batch(tmp_path, b'{"id": "\\ud800", "question": "a\\ud800b"}'))
    assert outcome.lines[0]["id"] == "\ud800"
    assert outcome.lines[0]["question"] == "a\ufffdb"


def test_a_file_that_is_not_there_is_a_usage_error_in_json(command: Run, tmp_path: Path) -> None:
    outcome = command("ask", "--batch", str(tmp_path / "none.jsonl"))
    assert outcome.code == 2
    assert "cannot be read" in outcome.document["error"]["message"]


def test_a_question_and_a_batch_exclude_each_other(command: Run, tmp_path: Path) -> None:
    assert command("ask", "q", "--batch", batch(tmp_path)).code == 2


def test_each_answer_is_out_before_the_next_line_is_read(
    command: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    written = io.StringIO()

    class Conversation(io.BytesIO):
        closed = False

        def readline(self, size: int | None = -1, /) -> bytes:
            seen.append(written.getvalue().count("\n"))
            return super().readline(size)

    class Stdin:
        buffer = Conversation(b'{"id": 1, "question": "q"}\n{"id": 2, "question": "q"}\n')
        closed = False

    monkeypatch.setattr(sys, "stdin", Stdin())
    monkeypatch.setattr(sys, "stdout", written)
    command("ask", "--batch", "-")
    assert seen == [0, 1, 2]


def test_a_search_batch_gives_hits_under_each_id(command: Run, tmp_path: Path) -> None:
    backend = ScriptedBackend(hits=[hit(1), hit(2)])
    lines = [{"id": "a", "query": "appeal"}, {"id": "b"}, {"id": "c", "query": "x", "top_k": 5000}]
    outcome = command("search", "--batch", batch(tmp_path, *lines), "--top-k", "7", backend=backend)
    first, missing, too_many = outcome.lines
    assert (first["id"], first["query"], len(first["hits"])) == ("a", "appeal", 2)
    assert backend.asked == [{"query": "appeal", "top_k": 7, "as_user": None}]
    assert "query is missing" in missing["error"]["message"]
    assert "top_k" in too_many["error"]["message"]


def test_new_on_the_command_line_is_one_conversation_for_all_lines(command: Run, tmp_path: Path) -> None:
    backend = ScriptedBackend()
    lines = [{"id": name, "question": name} for name in "ab"]
    command("ask", "--batch", batch(tmp_path, *lines), "--conversation", "new", backend=backend)
    first, second = (asked["conversation_id"] for asked in backend.asked)
    assert first == second != "new"


@given(st.binary(max_size=60))
def test_any_bytes_give_one_parsable_line_a_line(raw: bytes) -> None:
    import contextlib
    import tempfile

    lines = [line for line in raw.split(b"\n") if line.strip().removeprefix(b"\xef\xbb\xbf").strip()]
    written = io.StringIO()
    with tempfile.NamedTemporaryFile() as file, contextlib.redirect_stdout(written):
        file.write(raw)
        file.flush()
        defaults = Defaults(as_of=None, case_id=None, risk_level="low")
        ask_lines(file.name, ScriptedAssistant(ScriptedBackend()), defaults)
    given_back = [json.loads(line) for line in written.getvalue().splitlines()]
    assert len(given_back) == len(lines)
    assert all("id" in line for line in given_back)
