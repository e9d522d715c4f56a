"""``scripts/localrag``: sets up when it has to, then gives way to the program with unchanged arguments."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
INTERPRETER = """#!/bin/sh
# Stands in for .venv's Python: tells how it was started, and ends as it is told.
printf '%s\\n' "$@" "cwd=$PWD" "checkout=$LOCALRAG_CHECKOUT" "cache=${PYTHONDONTWRITEBYTECODE-kept}"
exit ${ENDS_WITH:-0}
"""
PYTHON_ON_PATH = """#!/bin/sh
# Stands in for Python on PATH: passes for new enough, and sets up by leaving a stamp.
case $1 in -c) exit 0 ;; esac
echo set-up >&2
[ -z "$SETTING_UP_FAILS" ] || exit 1
printf '%s\\n' "$3" >"${1%/scripts/set_up.py}/.venv/localrag-$2.stamp"
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell script")


def executable(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "a checkout"
    (root / "scripts").mkdir(parents=True)
    for name in ("localrag", "set-up"):
        shutil.copy(SCRIPTS / name, root / "scripts" / name)
    (root / "pyproject.toml").write_text("[project]\n")
    (root / "constraints.txt").write_text("click==8\n")
    executable(root / ".venv" / "bin" / "python", INTERPRETER)
    executable(tmp_path / "path" / "python3.13", PYTHON_ON_PATH)
    return root


def start(
    checkout: Path, *arguments: str, launcher: Path | None = None, path: str | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    found = path if path is not None else f"{checkout.parent / 'path'}:/usr/bin:/bin"
    return subprocess.run(
        [launcher or checkout / "scripts" / "localrag", *arguments],
        cwd=checkout.parent,
        env={**os.environ, "PATH": found, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_first_start_sets_up_and_the_second_does_not(checkout: Path) -> None:
    assert start(checkout).stderr == "set-up\n"
    assert start(checkout).stderr == ""


def test_arguments_folder_and_exit_code_pass_through(checkout: Path) -> None:
    done = start(checkout, "ask", "two words", "", "*", "--json", ENDS_WITH="3")
    assert done.returncode == 3
    assert done.stdout.splitlines() == [
        "-P",
        "-m",
        "localrag",
        "ask",
        "two words",
        "",
        "*",
        "--json",
        f"cwd={checkout.parent}",
        f"checkout={checkout}",
        "cache=kept",
    ]


@pytest.mark.parametrize("name", ["pyproject.toml", "constraints.txt"])
def test_a_changed_list_of_packages_sets_up_again(checkout: Path, name: str) -> None:
    start(checkout)
    (checkout / name).write_text("other\n")
    os.utime(checkout / name, (0, 0))
    assert start(checkout).stderr == "set-up\n"
    assert start(checkout).stderr == ""


def test_a_moved_checkout_sets_up_again(checkout: Path) -> None:
    start(checkout)
    moved = checkout.rename(checkout.parent / "elsewhere")
    assert start(moved).stderr == "set-up\n"


def test_an_environment_without_python_sets_up_again(checkout: Path) -> None:
    start(checkout)
    (checkout / ".venv" / "bin" / "python").unlink()
    assert "set-up" in start(checkout).stderr


def test_a_failed_set_up_ends_the_start(checkout: Path) -> None:
    done = start(checkout, SETTING_UP_FAILS="yes")
    assert (done.returncode, done.stdout) == (1, "")


def test_no_python_is_said(checkout: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    tools.mkdir()
    for name in ("cksum", "sh"):
        (tools / name).symlink_to(shutil.which(name) or name)
    done = start(checkout, path=str(tools))
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr


def test_links_lead_to_the_checkout(checkout: Path, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "one").symlink_to("../a checkout/scripts/localrag")
    (tmp_path / "bin" / "two").symlink_to("one")
    assert f"checkout={checkout}" in start(checkout, launcher=tmp_path / "bin" / "two").stdout


def test_a_stamp_in_the_environment_of_the_caller_does_not_count(checkout: Path) -> None:
    assert start(checkout, first="1", second="2").stderr == "set-up\n"


def test_scripts_are_executable_and_windows_gets_its_line_ends() -> None:
    names: Sequence[str] = ("localrag", "set-up", "test", "check")
    assert all(os.access(SCRIPTS / name, os.X_OK) for name in names)
    lines = (SCRIPTS / "localrag.cmd").read_bytes().splitlines(keepends=True)
    assert all(line.endswith(b"\r\n") for line in lines)
