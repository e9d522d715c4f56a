"""The program as a process: encodings, pipes, closed streams, Ctrl-C, and what it imports."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTED = (
    "from localrag.cli.main import main\n"
    "from tests.fakes.scripted_backend import ScriptedBackend, answer, hit\n"
    "main(ScriptedBackend(answers={'snow': answer('snow', answer_markdown='\\u96ea \\u279c \\xb15 \\u20ac')},"
    " hits=[hit(n) for n in range(1, 1001)]))\n"
)
HEAVY = {
    "faiss",
    "onnxruntime",
    "torch",
    "llama_cpp",
    "textual",
    "sqlite_utils",
    "rich",
    "platformdirs",
    "sentence_transformers",
    "tokenizers",
}

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="POSIX shells and signals")


def run(
    arguments: Sequence[str],
    *,
    program: str = SCRIPTED,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> subprocess.CompletedProcess[bytes]:
    """The program over a scripted backend, as a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )


def shell(line: str) -> subprocess.CompletedProcess[bytes]:
    """A shell line in which $LOCALRAG is the program over a scripted backend; its exit code with pipefail."""
    return subprocess.run(
        ["bash", "-c", f'set -o pipefail; localrag() {{ "$PYTHON" -c "$PROGRAM" "$@"; }}; {line}'],
        cwd=ROOT,
        env={**os.environ, "PYTHON": sys.executable, "PROGRAM": SCRIPTED},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "cp1252"},
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "utf-16-le"},
    ],
)
def test_no_encoding_stops_an_answer(environment: dict[str, str]) -> None:
    plain = run(["ask", "snow"], environment=environment)
    assert (plain.returncode, plain.stderr) == (0, b"")
    encoding = environment.get("PYTHONIOENCODING", "utf-8")
    as_json = run(["ask", "snow", "--json"], environment=environment)
    assert json.loads(as_json.stdout.decode(encoding))["answer_markdown"] == "雪 ➜ ±5 €"


def test_what_an_encoding_has_is_shown_and_the_rest_is_a_question_mark() -> None:
    assert "? ? ±5 €" in run(["ask", "snow"], environment={"PYTHONIOENCODING": "cp1252"}).stdout.decode(
        "cp1252"
    )


def test_a_question_arrives_whole_in_the_c_locale() -> None:
    surroundings = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    asked = run(["ask", "Wie lange läuft die Frist?", "--json"], environment=surroundings)
    assert json.loads(asked.stdout)["question"] == "Wie lange läuft die Frist?"


def test_a_reader_that_leaves_ends_the_program_quietly() -> None:
    done = shell("localrag search x --top-k 1000 | head -n 1")
    assert (done.returncode, done.stderr) == (141, b"")
    assert done.stdout.count(b"\n") == 1


def test_a_batch_stops_when_its_reader_leaves() -> None:
    questions = 'for n in $(seq 3000); do echo \'{"id": \'$n\', "question": "q"}\'; done'
    done = shell(f"({questions}) | localrag ask --batch - | head -n 1")
    assert (done.returncode, done.stderr) == (141, b"")
    assert json.loads(done.stdout)["id"] == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_said() -> None:
    done = shell("localrag ask q > /dev/full")
    assert done.returncode == 1
    assert done.stderr == b"localrag: The answer cannot be written: No space left on device.\n"


@pytest.mark.parametrize("closed", ["0<&-", ">&-", "2>&-", "0<&- >&- 2>&-"])
def test_closed_streams_stop_nothing(closed: str) -> None:
    assert shell(f"localrag ask q {closed}").returncode == 0


def test_a_question_from_a_closed_standard_input_is_refused() -> None:
    done = shell("localrag ask - 0<&-")
    assert done.returncode == 2
    assert b"closed" in done.stderr


def test_no_question_and_nothing_on_standard_input_does_not_wait() -> None:
    assert shell("localrag ask < /dev/null").returncode == 2


WAITING = (
    "import time\n"
    "from localrag.cli.main import main\n"
    "from tests.fakes.scripted_backend import ScriptedBackend\n"
    "def work(on_progress):\n"
    "{work}\n"
    "main(ScriptedBackend(during_index=work))\n"
)
ORDERLY = """
    print('working', flush=True)
    time.sleep(30)
"""
STUBBORN = """
    while True:
        try:
            print('working', flush=True)
            time.sleep(30)
        except KeyboardInterrupt:
            pass
"""


@pytest.mark.parametrize("work", [ORDERLY, STUBBORN], ids=["orderly", "stubborn"])
@pytest.mark.parametrize("as_json", [False, True])
def test_ctrl_c_ends_at_once_with_one_line(work: str, as_json: bool) -> None:
    arguments = ["index", "x", *(["--json"] if as_json else [])]
    with subprocess.Popen(
        [sys.executable, "-c", WAITING.format(work=work), *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"working\n"
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=10)
    # The promise is one second; a busy machine gets more before this test complains.
    assert time.monotonic() - began < 3.0
    assert process.returncode == 130
    if as_json and work is ORDERLY:
        assert json.loads(out)["error"]["code"] == "interrupted"
    else:
        assert err == b"localrag: Interrupted.\n"


def test_a_background_job_that_ignores_ctrl_c_goes_on_ignoring_it() -> None:
    program = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from tests.fakes.scripted_backend import ScriptedBackend\n"
        "from localrag.cli.main import main\n"
        "main(ScriptedBackend(during_index=lambda _: signal.raise_signal(signal.SIGINT)))\n"
    )
    assert run(["index", "x"], program=program).returncode == 0


FAULTY = (
    "from localrag.cli.main import main\n"
    "from tests.fakes.scripted_backend import ScriptedBackend\n"
    "main(ScriptedBackend(answers={'q': ZeroDivisionError('by \\x1b]0;zero')}))\n"
)


def test_a_fault_of_ours_is_two_lines_without_a_traceback() -> None:
    done = run(["ask", "q"], program=FAULTY)
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == [
        "localrag: This is a fault in localrag: ZeroDivisionError: by ␛]0;zero",
        "  Run it again with --debug for what its maintainers need.",
    ]


def test_a_fault_of_ours_in_json_is_one_document() -> None:
    done = run(["ask", "q", "--json"], program=FAULTY)
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout)["error"]["code"] == "internal"


def test_debug_shows_where_a_fault_of_ours_is() -> None:
    assert b"Traceback" in run(["ask", "q", "--debug"], program=FAULTY).stderr


def loaded(arguments: Sequence[str], program: str) -> set[str]:
    """Top-level modules that a command line leaves in the process."""
    listing = (
        "import os, sys\n"
        "leave = os._exit\n"
        "def tell(code):\n"
        "    print(*sys.modules, file=sys.stderr, flush=True)\n"
        "    leave(code)\n"
        "os._exit = tell\n"
    )
    done = run(arguments, program=listing + program)
    return {name.split(".")[0] for name in done.stderr.decode().split()}


@pytest.mark.parametrize("arguments", [["--help"], ["ask", "--help"], ["index", "--help"], ["nope"]])
def test_help_and_slips_load_nothing_heavy(arguments: list[str]) -> None:
    modules = loaded(arguments, "from localrag.cli.main import main; main()\n")
    assert "click" in modules
    assert not modules & {*HEAVY, "pydantic", "numpy"}


def test_a_plain_ask_brings_no_heavy_library_of_its_own() -> None:
    modules = loaded(["ask", "snow"], SCRIPTED)
    assert "pydantic" in modules
    assert not modules & HEAVY


def test_a_stop_that_a_library_turns_into_another_error_is_still_a_stop() -> None:
    code = (
        "import os, signal, sys, time\n"
        "from localrag.cli.main import main\n"
        "from tests.fakes.scripted_backend import ScriptedBackend\n"
        "class Stopped(ScriptedBackend):\n"
        "    def verify(self, home, full):\n"
        "        try:\n"
        "            os.kill(os.getpid(), signal.SIGINT); time.sleep(5)\n"
        "        except KeyboardInterrupt:\n"
        "            raise ImportError('stopped half-way')\n"
        "sys.argv = ['localrag', 'verify']\n"
        "main(Stopped())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 130
    assert b"Interrupted" in done.stderr
