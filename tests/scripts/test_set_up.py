"""``scripts/set_up.py``: what it does to an environment found finished, foreign, broken or half-made."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "set_up.py"


class Workplace:
    """``set_up.py`` at work in a folder of its own; installing is only noted."""

    def __init__(self, root: Path) -> None:
        spec = importlib.util.spec_from_file_location("set_up", SCRIPT)
        assert spec is not None
        assert spec.loader is not None
        self.script: ModuleType = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.script)
        self.venv = root / ".venv"
        python = self.venv / self.script.PYTHON.relative_to(self.script.VENV)
        settings = {
            "ROOT": root,
            "VENV": self.venv,
            "PYTHON": python,
            "UNFINISHED": self.venv / "localrag-unfinished",
        }
        self.installed: list[str] = []
        self.failure: BaseException | None = None
        vars(self.script).update(settings, make_environment=self._make, install=self._install)

    def _make(self) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", self.venv], check=True)

    def _install(self, level: str) -> None:
        assert self.script.UNFINISHED.exists()
        assert not list(self.venv.glob("*.stamp"))
        self.installed.append(level)
        if self.failure is not None:
            raise self.failure

    def set_up(self, level: str = "runtime", stamp: str = "1\n2") -> int:
        arguments, sys.argv = sys.argv, ["set_up.py", level, stamp]
        try:
            code: int = self.script.main()
        finally:
            sys.argv = arguments
        return code


@pytest.fixture
def workplace(tmp_path: Path) -> Workplace:
    return Workplace(tmp_path)


def test_a_fresh_checkout_gets_an_environment_and_its_stamp(workplace: Workplace) -> None:
    assert workplace.set_up() == 0
    assert workplace.script.works()
    assert (workplace.venv / "localrag-runtime.stamp").read_text() == "1\n2\n"
    assert not workplace.script.UNFINISHED.exists()


def test_a_finished_environment_is_left_alone(workplace: Workplace) -> None:
    workplace.set_up()
    workplace.set_up()
    assert workplace.installed == ["runtime"]


def test_another_stamp_installs_into_the_same_environment(workplace: Workplace) -> None:
    workplace.set_up()
    (workplace.venv / "mine").touch()
    workplace.set_up(stamp="3\n4")
    assert workplace.installed == ["runtime", "runtime"]
    assert (workplace.venv / "mine").exists()


def test_what_the_tests_need_holds_what_running_needs(workplace: Workplace) -> None:
    workplace.set_up("tests")
    workplace.set_up("runtime")
    assert workplace.installed == ["tests"]


def test_an_environment_made_by_hand_is_kept(workplace: Workplace) -> None:
    workplace._make()
    (workplace.venv / "mine").touch()
    workplace.set_up()
    assert (workplace.venv / "mine").exists()


@pytest.mark.parametrize("failure", [subprocess.CalledProcessError(1, ["pip"]), KeyboardInterrupt()])
def test_an_interrupted_installation_is_made_anew(workplace: Workplace, failure: BaseException) -> None:
    workplace.failure = failure
    assert workplace.set_up() in (1, 130)
    (workplace.venv / "half a package").touch()
    workplace.failure = None
    assert workplace.set_up() == 0
    assert not (workplace.venv / "half a package").exists()


def test_an_environment_whose_python_is_gone_is_made_anew(workplace: Workplace) -> None:
    workplace.set_up()
    workplace.script.PYTHON.unlink()
    assert workplace.set_up() == 0
    assert workplace.script.works()


def test_an_interruption_is_130_and_a_failure_1(workplace: Workplace) -> None:
    workplace.failure = KeyboardInterrupt()
    assert workplace.set_up() == 130
    workplace.failure = subprocess.CalledProcessError(1, ["pip"])
    assert workplace.set_up() == 1


def test_the_second_of_two_waits_and_finds_it_done(workplace: Workplace, tmp_path: Path) -> None:
    codes: list[int] = []
    with workplace.script.locked(tmp_path / ".venv.lock"):
        second = threading.Thread(target=lambda: codes.append(Workplace(tmp_path).set_up()))
        second.start()
        workplace.script.set_up("runtime", "1\n2")
        assert codes == []
    second.join(timeout=30)
    assert codes == [0]
    assert workplace.installed == ["runtime"]


def test_a_failing_step_shows_what_it_said(workplace: Workplace, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(subprocess.CalledProcessError):
        workplace.script.run([sys.executable, "-c", "print('no network'); raise SystemExit(3)"])
    assert "no network" in capsys.readouterr().err


def test_running_needs_no_language_model_and_testing_does(workplace: Workplace) -> None:
    assert "llm" not in workplace.script.WHAT["runtime"]
    assert "llm" in workplace.script.WHAT["tests"]


@pytest.mark.parametrize("compiler", ["c++", "g++", "clang++"])
def test_a_compiler_is_found_by_any_of_its_names(
    workplace: Workplace, monkeypatch: pytest.MonkeyPatch, compiler: str
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}" if name == compiler else None)
    assert workplace.script.has_compiler()
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert not workplace.script.has_compiler()
