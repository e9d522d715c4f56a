#!/usr/bin/env python3
"""Run the same commands with a network, without one, and under a system-call trace: nothing differs.

Linux alone: ``unshare -rn`` (util-linux) gives a network namespace without interfaces, ``strace`` sees every
socket that any process or native library asks for. Each command runs in a fresh copy of the same place with
an empty HOME; exit codes and output are compared after masking random ids, times and sizes.

    python scripts/prove_offline.py

Every zero has its control: the same comparison must see a program that needs a network, the same trace must
count its socket, and the same guard must be missing where it was not set.
"""

from __future__ import annotations

import argparse
import os
import re
import select
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from openpyxl import Workbook

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.ingest.office_files import docx, p, xlsx

ROOT = Path(__file__).resolve().parents[1]
ISOLATED = ("unshare", "-rn")
NETWORK_FAMILIES = ("AF_INET", "AF_INET6", "AF_PACKET")
TELEMETRY = (
    *("posthog", "sentry_sdk", "mixpanel", "amplitude", "segment", "analytics", "rudderstack", "datadog"),
    *("ddtrace", "newrelic", "opentelemetry", "statsd", "honeycomb", "bugsnag", "rollbar", "keen", "matomo"),
    *("scarf", "huggingface_hub.utils._telemetry"),
)
"""Libraries that report to somebody; from their documentation and package descriptions."""


class Step(NamedTuple):
    """One command line."""

    arguments: str
    """HOME stands for the index home, CORPUS for the documents."""
    stdin: bytes = b""


_CASES = (
    b'{"id": 1, "question": "What is the deadline to appeal an enforcement notice?", "status": "answered"}\n'
    b'{"id": 2, "question": "What is the fee?", "disposition": "abstain", "without": ["FEE-2026"]}\n'
)
STEPS = tuple(
    Step(*step) if isinstance(step, tuple) else Step(step)
    for step in (
        "--version",
        "--help",
        "ask --help",
        "nonsense",
        "ask What? --home EMPTY",
        "status --home EMPTY",
        "index CORPUS/agency CORPUS/uploads CORPUS/harbour FILES --home HOME",
        "index --home HOME",
        "index CORPUS/agency/policies --home SECOND --json",
        "index NOWHERE --home SECOND",
        "index EMPTY --home THIRD",
        "index CORPUS/agency/guides",
        "ask 'What is the deadline to appeal an enforcement notice?'",
        "status --home HOME --json",
        "status --failed --home HOME",
        "ask 'What is the deadline to appeal an enforcement notice?' --home HOME",
        "ask 'What is the deadline to appeal an enforcement notice?' --home HOME --json",
        "ask 'Can we close enforcement case 8842 without escalation?' --home HOME --explain",
        "ask 'Who won the 1998 World Cup?' --home HOME --json",
        "ask 'Is it allowed?' --home HOME",
        "ask '' --home HOME",
        "ask 'What does POL-212 say?' --home HOME --as-of 2024-06-30",
        "ask 'What is the fee?' --home HOME --as supervisor",
        "ask 'What is the fee?' --home HOME --as nobody",
        "ask 'What is the fee?' --home HOME --as-of tomorrow",
        ("ask - --home HOME", b"What is the deadline to appeal an enforcement notice?"),
        (
            "ask --batch - --home HOME",
            b'{"id": 1, "question": "Who signs a closure?"}\n{"id": 2}\nnot JSON\n',
        ),
        "search 'escalation criteria' --home HOME --top-k 5",
        "search 'escalation criteria' --home HOME --json",
        ("search --batch - --home HOME", b'{"id": "a", "query": "appeal"}\n'),
        "show POL-212 --home HOME",
        "show agency/manuals/enforcement-policy-manual-2026.pdf --home HOME --json",
        "show no-such-document --home HOME",
        "verify --home HOME",
        "verify --full --home HOME --json",
        "DAMAGE ask 'What is the deadline to appeal?' --home HOME",
        "verify --home HOME --json",
        "repair --home HOME",
        "repair --home HOME --json",
        "ask 'What is the deadline to appeal an enforcement notice?' --home HOME --json",
        "index --re-embed --home SECOND",
        "trace list --home HOME --json",
        "trace list --home HOME --limit 2",
        "trace show 0123456789abcdef --home HOME",
        "trace verify --home HOME",
        "index --home HOME --dry-run --json",
        "index --home HOME --rehash",
        "search 'Class B fee' --home HOME --json",
        "case 8842 --home HOME",
        "case case-8842 --home HOME --json",
        "case 1 --home HOME",
        "ask 'What is the appeal deadline?' --conversation thread --home HOME --json",
        "ask 'and for contractors?' --conversation thread --home HOME",
        "sessions list --home HOME",
        "sessions show thread --home HOME",
        "sessions export thread --home HOME --json",
        "sessions delete thread --home HOME",
        ("eval - --home HOME", _CASES),
        ("eval - --compare last --html PAGE --home HOME", _CASES),
        "eval new --count 6 --home HOME",
        "eval list --home HOME",
        "eval show last --home HOME",
        "mark last --wrong 'Not so' --home HOME",
        "mark export --home HOME",
        "purge uploads/new-appeal-rules.md --home HOME --json",
        "purge no-such-document --home HOME",
        "TUI tui --home HOME",
        "sessions list --home HOME --json",
        "policy check --home HOME --json",
        "policy explain --home HOME",
        "doctor --home HOME",
        "doctor --home EMPTY --json",
        "FULL ask 'What is the deadline to appeal?' --home HOME",
    )
)
_MASKS = (
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?Z?"), "TIME"),
    (re.compile(r"(just now|\d+ (minute|hour|day)s? ago)"), "AGO"),
    (re.compile(r'("(?:mtime_ns|inode)": ?)\d+'), r"\g<1>0"),
    (re.compile(r'("conversation_id": ?)"[0-9a-f]{8}"'), r'\g<1>"ID"'),
    (re.compile(r'("timings_ms": ?)\{[^}]*\}'), r"\1{}"),
    (re.compile(r'("(encode_)?seconds": ?)[\d.e-]+'), r"\g<1>0"),
    (re.compile(r"\b[0-9a-f]{64}\b|\b[0-9a-f]{32}\b|\b[0-9a-f]{16}\b"), "ID"),
    (re.compile(r"\b[\d.]+ (ms|s|GB|MB)\b"), r"N \1"),
    (re.compile(r"\b\d{8}-\d{6}-[0-9a-f]{4}\b"), "RUN"),
    (re.compile(r"Milliseconds a question: .*"), "SPENT"),
    (re.compile(r"[Tt]ime: .*"), "SPENT"),
    # How often progress is told depends on the clock alone.
    (re.compile(r"^localrag: (Looking|Reading|Encoding|Writing|Asking|Probing)\b.*\n", re.MULTILINE), ""),
    (re.compile(r'^\{"phase": .*\n', re.MULTILINE), ""),
)


class Outcome(NamedTuple):
    """What one command left behind, made comparable."""

    code: int
    out: str
    err: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--no-trace", action="store_true", help="leave out the round under strace")
    options = parser.parse_args()
    if sys.platform != "linux":
        print("skipped: network namespaces and strace are Linux's")
        return 0
    faults = 0
    # Always the same path, so that output can be compared.
    place = Path(tempfile.mkdtemp(prefix="offline-"))
    try:
        plain, seconds = _all_steps(place, ())
        faults += _compared(place, plain)
        faults += 0 if options.no_trace else _traced(place, plain)
        faults += _left_in_home(place)
        faults += _guarded()
        faults += _telemetry(place)
        _start_times(place)
        print(f"one round of all commands took {seconds:.0f} s")
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return int(faults > 0)


def _compared(place: Path, plain: Sequence[Outcome]) -> int:
    if not _can_run([*ISOLATED, "true"]):
        print("skipped: unshare -rn is not possible here; nothing was compared without a network")
        return 0
    alone, _ = _all_steps(place, ISOLATED)
    different = [step for step, one, other in zip(STEPS, plain, alone, strict=True) if one != other]
    _report(
        f"commands that end otherwise without a network ({len(STEPS)} commands)", len(different), len(STEPS)
    )
    for step, one, other in zip(STEPS, plain, alone, strict=True):
        if one != other:
            print(f"    {step.arguments}: exit {one.code} and {other.code}")
            print("\n".join(f"      {line}" for line in _difference(one, other)))
    control = _connects(()) and not _connects(ISOLATED)
    print(
        f"    control, a program that needs the network ends otherwise: {'seen' if control else 'NOT SEEN'}"
    )
    return len(different) + (not control)


def _traced(place: Path, plain: Sequence[Outcome]) -> int:
    if shutil.which("strace") is None and shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "install", "-y", "strace"], capture_output=True, check=False)
    if shutil.which("strace") is None:
        print("skipped: strace is not here and cannot be installed; system calls were not looked at")
        return 0
    log = place.with_suffix(".strace")
    traced = ("strace", "-f", "-qq", "-A", "-e", "trace=network", "-o", str(log))
    try:
        outcomes, _ = _all_steps(place, traced)
        calls = log.read_text(errors="replace").splitlines()
        found = [call for call in calls if any(f"{family}," in call for family in NETWORK_FAMILIES)]
        _report("commands under strace that asked for AF_INET, AF_INET6 or AF_PACKET", len(found), len(STEPS))
        families = sorted({match for call in calls for match in re.findall(r"socket\((AF_\w+)", call)})
        print(f"    sockets of other kinds that were asked for: {', '.join(families) or 'none'}")
        for call in found[:5]:
            print("   ", call)
        different = sum(one != other for one, other in zip(plain, outcomes, strict=True))
        _report("commands that end otherwise under the trace", different, len(STEPS))
        log.unlink()
        _run(traced, [sys.executable, "-c", "import socket; socket.socket(socket.AF_INET)"], place)
        control = "AF_INET," in log.read_text()
    finally:
        log.unlink(missing_ok=True)
    print(f"    control, a program that makes a socket is counted: {'seen' if control else 'NOT SEEN'}")
    return len(found) + different + (not control)


def _all_steps(place: Path, prefix: Sequence[str]) -> tuple[list[Outcome], float]:
    began = time.perf_counter()
    shutil.rmtree(place, ignore_errors=True)
    for name in ("home", "user", "empty", "files"):
        (place / name).mkdir(parents=True)
    shutil.copytree(ROOT / "corpus", place / "corpus")
    shutil.copy(ROOT / "corpus" / "demo_policy.toml", place / "home" / "policy.toml")
    _write_files(place / "files")
    return [_step(step, place, prefix) for step in STEPS], time.perf_counter() - began


def _write_files(folder: Path) -> None:
    """One file of every kind, odd ones too; what is not read has to be refused offline as well."""
    (folder / "plain.txt").write_text("The waiting period is 12 days.\nSee http://example.invalid/rules.\n")
    (folder / "linked.md").write_text(
        "# Links\n\n![logo](http://example.invalid/a.png)\n\nThe fee is EUR 12.\n"
    )
    (folder / "page.html").write_text(
        "<html><head><link rel=stylesheet href='http://example.invalid/a.css'></head>"
        "<body><img src='http://example.invalid/a.png'><p>The fee is EUR 13.</p></body></html>"
    )
    (folder / "table.csv").write_text('class,fee\nA,=WEBSERVICE("http://example.invalid")\nB,14\n')
    (folder / "mail.eml").write_bytes(
        b"From: a@example.invalid\r\nSubject: Fee\r\nContent-Type: text/html\r\n\r\n"
        b"<img src='http://example.invalid/pixel.png'>The fee is EUR 15.\r\n"
    )
    linked = "<w:hyperlink w:history='1'>" + p("http://example.invalid/rules") + "</w:hyperlink>"
    (folder / "letter.docx").write_bytes(docx(p("The fee of class C is EUR 16.") + linked))
    (folder / "fees.xlsx").write_bytes(xlsx(_fill))
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\n" + bytes(range(256)))
    (folder / "broken.docx").write_bytes(b"PK\x03\x04" + bytes(100))
    (folder / "broken.xlsx").write_bytes(b"PK\x03\x04" + bytes(90))
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))


def _fill(workbook: Workbook) -> None:
    sheet = workbook.active
    assert sheet is not None
    sheet.append(["Class", "Fee"])
    sheet.append(["Class B", '=WEBSERVICE("http://example.invalid")'])
    sheet.append(["Class D", 17])


def _step(step: Step, place: Path, prefix: Sequence[str]) -> Outcome:
    import shlex

    names = {
        "HOME": place / "home",
        "SECOND": place / "second",
        "THIRD": place / "third",
        "EMPTY": place / "empty",
        "PAGE": place / "page.html",
        "CORPUS": place / "corpus",
        "FILES": place / "files",
        "NOWHERE": place / "nowhere",
    }
    line = re.sub(
        r"\b(HOME|SECOND|THIRD|EMPTY|CORPUS|FILES|NOWHERE|PAGE)\b", lambda m: str(names[m[1]]), step.arguments
    )
    arguments = shlex.split(line)
    if arguments[0] == "DAMAGE":
        arguments = arguments[1:]
        for path in (place / "home" / "segments").iterdir():
            path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    if arguments[0] == "TUI":
        return _screen(prefix, [sys.executable, "-m", "localrag", *arguments[1:]], place)
    stdout: str | None = None
    if arguments[0] == "FULL":
        arguments, stdout = arguments[1:], "/dev/full"
    return _run(
        prefix, [sys.executable, "-m", "localrag", *arguments], place, stdin=step.stdin, stdout=stdout
    )


def _screen(prefix: Sequence[str], command: Sequence[str], place: Path) -> Outcome:
    """A question on the full screen, typed on a terminal of its own; what it draws is not compared."""
    import pty

    child, terminal = pty.fork()
    if child == 0:
        os.chdir(place)
        os.execvpe([*prefix, *command][0], [*prefix, *command], {**_environment(place), "TERM": "xterm"})
    drawn = b""
    for keys, seconds in ((b"", 6), (b"What is the fee of class D?\r", 6), (b"\x11", 4)):
        os.write(terminal, keys)
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0 and select.select([terminal], [], [], left)[0]:
            try:
                drawn += os.read(terminal, 65_536)
            except OSError:
                break
    if os.waitpid(child, os.WNOHANG)[0] == 0:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    os.close(terminal)
    return Outcome(0, "drawn" if drawn else "blank", "")


def _run(
    prefix: Sequence[str],
    command: Sequence[str],
    place: Path,
    *,
    stdin: bytes = b"",
    stdout: str | None = None,
) -> Outcome:
    """Run one command with an empty HOME and nothing of this account's settings."""
    with open(stdout or os.devnull, "wb") as elsewhere:  # noqa: PTH123
        done = subprocess.run(
            [*prefix, *command],
            cwd=place,
            env=_environment(place),
            input=stdin,
            stdout=elsewhere if stdout else subprocess.PIPE,
            stderr=subprocess.PIPE,
            check=False,
            timeout=300,
        )
    return Outcome(done.returncode, _masked(done.stdout or b""), _masked(done.stderr))


def _environment(place: Path) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(place / "user"),
        "PYTHONPATH": str(ROOT),
        "PYTHONDONTWRITEBYTECODE": "1",
        "LANG": "C.UTF-8",
    }


def _masked(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace")
    for pattern, stands_for in _MASKS:
        text = pattern.sub(stands_for, text)
    return text


def _difference(one: Outcome, other: Outcome) -> list[str]:
    import difflib

    before, after = (f"{each.out}\n{each.err}".splitlines() for each in (one, other))
    changed = difflib.unified_diff(before, after, lineterm="", n=0)
    return [line[:300] for line in changed][:6]


def _left_in_home(place: Path) -> int:
    """What the commands wrote into HOME beside localrag's own two folders."""
    stray = _stray(place / "user")
    _report("files left in HOME beside index and state", len(stray), len(STEPS))
    for path in stray[:5]:
        print("   ", path)
    (place / "user" / "device.id").write_text("x")
    control = len(_stray(place / "user")) == len(stray) + 1
    print(f"    control, a planted file is seen: {'seen' if control else 'NOT SEEN'}")
    return len(stray) + (not control)


def _stray(user: Path) -> list[Path]:
    own = (user / ".local" / "share" / "localrag", user / ".local" / "state" / "localrag")
    files = (path for path in user.rglob("*") if path.is_file())
    return [path for path in files if not any(path.is_relative_to(one) for one in own)]


def _guarded() -> int:
    """Whether the guard of each kind of our processes refuses, and an unguarded process is not refused."""
    attempt = (
        "import socket\ntry:\n    socket.socket(socket.AF_INET)\n    print('made')\n"
        "except BaseException as error:\n    print(type(error).__name__)\n"
    )
    starts = {
        "command line": "from localrag.cli.main import _prepare_process\n_prepare_process([])\n",
        "parsing child": "from localrag.ingest import child\nimport io, sys\n"
        "sys.stdin = io.TextIOWrapper(io.BytesIO())\nchild.main(10**12)\n",
        "control": "",
    }
    told = {
        name: subprocess.run(
            [sys.executable, "-c", start + attempt], cwd=ROOT, capture_output=True, text=True, check=False
        ).stdout.strip()
        for name, start in starts.items()
    }
    wrong = [name for name, said in told.items() if name != "control" and said != "NetworkRefusedError"]
    _report("kinds of our processes in which a socket can be made", len(wrong), len(told) - 1)
    control = told["control"] == "made"
    print(f"    control, without the guard the same line makes one: {'seen' if control else 'NOT SEEN'}")
    return len(wrong) + (not control)


def _telemetry(place: Path) -> int:
    """Modules of a process that indexed, asked and searched, held against known reporting libraries."""
    session = (
        "import sys, pathlib\nfrom localrag import wiring\nhome = pathlib.Path(sys.argv[1])\n"
        "wiring.open_assistant(home)\nwith wiring.open_assistant(home) as a:\n"
        "    a.ask('What is the deadline to appeal?')\n    a.search('appeal')\nprint(*sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", session, str(place / "home")],
        env=_environment(place),
        capture_output=True,
        text=True,
        check=False,
    )
    loaded = done.stdout.split()
    found = _reporting(loaded)
    _report("reporting libraries among the modules of a session", len(found), len(loaded))
    control = "onnxruntime" in loaded and len(_reporting([*loaded, "sentry_sdk.client"])) == len(found) + 1
    print(f"    control, a planted one beside the real libraries: {'seen' if control else 'NOT SEEN'}")
    return len(found) + (not control)


def _reporting(modules: Sequence[str]) -> list[str]:
    return [name for name in modules if any(name == one or name.startswith(f"{one}.") for one in TELEMETRY)]


def _start_times(place: Path) -> None:
    """Pairs of the same question with and without a network, one after the other."""
    if not _can_run([*ISOLATED, "true"]):
        return
    question = [sys.executable, "-m", "localrag", "ask", "What is the fee?", "--home", str(place / "home")]
    ratios = []
    for _ in range(7):
        spent = []
        for prefix in ((), ISOLATED):
            began = time.perf_counter()
            _run(prefix, question, place)
            spent.append(time.perf_counter() - began)
        ratios.append(spent[1] / spent[0])
    middle = statistics.median(ratios)
    print(f"time of a question without a network over with one, median of {len(ratios)} pairs: {middle:.2f}")


def _connects(prefix: Sequence[str]) -> bool:
    """Whether a program can reach a server on this machine's loopback."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_accept, args=(server,), daemon=True).start()
        code = f"import socket; socket.create_connection(('127.0.0.1', {server.getsockname()[1]}), 5)"
        return _can_run([*prefix, sys.executable, "-c", code])


def _accept(server: socket.socket) -> None:
    try:
        server.accept()
    except OSError:
        return


def _can_run(command: Sequence[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0
    except OSError:
        return False


def _report(name: str, found: int, of: int) -> None:
    bound = f" (95 % upper bound: {3 / of:.3f})" if not found else ""
    print(f"{name}: {found} of {of}{bound}", flush=True)


if __name__ == "__main__":
    raise SystemExit(main())
