"""Python 3.11 or newer with pip -> .venv beside this folder, ready to run or to test localrag.

    python set_up.py runtime|tests STAMP

The launchers call it. STAMP is their word for what is to be installed, kept in ``.venv`` when all is done. It
may be interrupted at any moment and started twice at once. Everything it says goes to standard error.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
UNFINISHED = VENV / "localrag-unfinished"
"""There while packages are being installed; what it is found with cannot be trusted."""
WHAT = {"runtime": "", "tests": "[st,llm,dev]"}
"""Level -> extras; a level holds those before it."""


def main() -> int:
    """Set up one level; the exit code."""
    level, stamp = sys.argv[1], sys.argv[2]
    try:
        with locked(ROOT / ".venv.lock"):
            if not is_ready(level, stamp):
                set_up(level, stamp)
    except subprocess.CalledProcessError as error:
        say(f"Setting up {VENV} failed at: {' '.join(map(str, error.cmd))}")
        say("The same command tries again; it needs a package index, or a folder of wheels that pip knows.")
        return 1
    except KeyboardInterrupt:
        say("Interrupted; the same command starts again.")
        return 130
    return 0


def is_ready(level: str, stamp: str) -> bool:
    """Whether this was set up before, by us or by whom we waited for."""
    try:
        return stamp_of(level).read_text(encoding="utf-8").strip() == stamp.strip() and PYTHON.exists()
    except OSError:
        return False


def set_up(level: str, stamp: str) -> None:
    """Install a level; CalledProcessError where a step fails, leaving what the next try begins with."""
    began = time.monotonic()
    takes = "a minute or more" if level == "runtime" else "15 minutes where llama.cpp has to be compiled"
    say(f"Setting up {VENV}, which takes {takes} ...")
    if UNFINISHED.exists() or not works():
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir(exist_ok=True)
        UNFINISHED.touch()
        make_environment()
    UNFINISHED.touch()
    for other in WHAT:
        stamp_of(other).unlink(missing_ok=True)
    install(level)
    UNFINISHED.unlink()
    for held in list(WHAT)[: list(WHAT).index(level) + 1]:
        stamp_of(held).write_text(stamp + "\n", encoding="utf-8")
    say(f"Ready after {time.monotonic() - began:.0f} s.")


def stamp_of(level: str) -> Path:
    """Where it is kept that a level is ready."""
    return VENV / f"localrag-{level}.stamp"


def works() -> bool:
    """Whether the environment's Python runs and is new enough."""
    try:
        return succeeds([PYTHON, "-c", "import sys; sys.exit(sys.version_info < (3, 11))"])
    except OSError:
        return False


def make_environment() -> None:
    """Make an environment, with its own pip where this Python can do that."""
    without_pip = [] if succeeds([sys.executable, "-c", "import ensurepip"]) else ["--without-pip"]
    run([sys.executable, "-m", "venv", *without_pip, VENV])


def install(level: str) -> None:
    """Install this checkout, editable, with a level's packages in the versions of ``constraints.txt``."""
    pip: list[str | Path] = [PYTHON, "-m", "pip"]
    if not succeeds([*pip, "--version"]):
        pip = [sys.executable, "-m", "pip", "--python", PYTHON]
    quiet = ["--quiet", "--no-input", "--disable-pip-version-check", "--no-user", "--prefer-binary"]
    wanted: list[str | Path] = [
        "--constraint",
        ROOT / "constraints.txt",
        "--editable",
        f"{ROOT}{WHAT[level]}",
    ]
    if level == "tests" and not has_compiler():
        say("No C++ compiler was found: llama-cpp-python is compiled unless pip has a wheel of it.")
        say("Debian: apt install build-essential; macOS: xcode-select --install; Windows: VS Build Tools.")
    # Without this machine's own instructions: one wheel serves every machine, as build_llama_wheel.py has it.
    os.environ.setdefault("CMAKE_ARGS", "-DGGML_NATIVE=OFF")
    run([*pip, "install", *quiet, *wanted])
    if level == "tests":
        run([*pip[:1], ROOT / "scripts" / "fetch_models.py"])


def has_compiler() -> bool:
    """Whether a C++ compiler can be called by name."""
    return any(shutil.which(name) for name in ("c++", "g++", "clang++", "cl"))


def run(command: list[str | Path]) -> None:
    """Run a step, silent unless it fails; then its talk goes out, and CalledProcessError is raised."""
    # Left open: the lock, so that a step that outlives this process goes on holding it.
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        close_fds=False,
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout.decode(errors="replace"))
        done.check_returncode()


def succeeds(command: list[str | Path]) -> bool:
    """Whether a command ends well; what it says is dropped."""
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold a lock that ends with this process and the steps it started, however they end."""
    with path.open("a+b") as stream:
        if sys.platform == "win32":
            lock_on_windows(stream.fileno())
        else:
            import fcntl

            try:
                fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Waiting for another set-up to finish ...")
                fcntl.flock(stream, fcntl.LOCK_EX)
            except OSError as error:
                say(f"This file system has no locks ({error.strerror}); do not set up twice at once.")
            os.set_inheritable(stream.fileno(), True)
        yield


def lock_on_windows(descriptor: int) -> None:
    """Lock the first byte of a file, waiting for it."""
    if sys.platform == "win32":
        import msvcrt

        told = False
        while True:
            try:
                msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
            except OSError:
                if not told:
                    say("Waiting for another set-up to finish ...")
                    told = True
                time.sleep(0.2)
            else:
                return


def say(text: str) -> None:
    """Tell whoever waits."""
    print(f"localrag: {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
