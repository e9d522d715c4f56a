"""``examine`` finds what is wrong with an installation and a home, and says what mends it."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from localrag.adapters.model_files import SHIPPED_EMBEDDER, find_model
from localrag.adapters.sqlite_traces import SqliteTraces
from localrag.doctor import installation, machine
from localrag.doctor.examine import examine
from localrag.records.checkup import Check
from localrag.wiring import shipped_embedder
from tests.builders import build_home, document
from tests.fakes.scripted_backend import trace

POLICY = """
version = "7"
[accounts."*"]
user_id = "officer"
tenant_id = "local"
roles = ["staff"]
[roles.staff]
acl_policy_ids = ["staff"]
classifications = ["internal"]
"""
SECRET = document("The limit is 40.", uri="limit.md", acl_policy_id="board", classification="confidential")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound home; tests change copies of it."""
    return build_home(tmp_path_factory.mktemp("built"), [document()], embedder=shipped_embedder())


@pytest.fixture
def home(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "home"))


@pytest.fixture(autouse=True)
def guarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """As under the command line; the guard itself would stay in this process for good."""
    monkeypatch.setattr(installation, "is_refused", lambda: True)


def checks_of(home: Path) -> dict[str, Check]:
    """By name; whatever failed says how it is mended."""
    found = {check.name: check for check in examine(home, state=home.parent / "state", as_user=None)}
    assert all(check.mend for check in found.values() if check.health == "failed")
    return found


def failed(home: Path) -> set[str]:
    return {name for name, check in checks_of(home).items() if check.health == "failed"}


def test_a_sound_home_passes_every_check(home: Path) -> None:
    found = checks_of(home)
    assert not [name for name, check in found.items() if check.health == "failed"]
    assert found["encoder"].says.startswith("loads in")
    assert {"python", "weights", "network", "index", "damage", "embedder", "traces"} <= set(found)


def _no_index(home: Path) -> None:
    shutil.rmtree(home)


def _damaged(home: Path) -> None:
    for path in (home / "segments").iterdir():
        path.write_bytes(path.read_bytes()[:-4])


def _broken_policy(home: Path) -> None:
    (home / "policy.toml").write_text("version = ")


def _broken_settings(home: Path) -> None:
    (home / "localrag.toml").write_text("[index]\ntarget = 5")


def _other_weights(home: Path) -> None:
    shipped = find_model(SHIPPED_EMBEDDER)
    models = home.parent / "models"
    shutil.copytree(shipped, models / shipped.name)
    shutil.copy(shipped.parent / "manifest.toml", models)
    with (models / shipped.name / "tokenizer.json").open("a") as tokenizer:
        tokenizer.write(" ")
    (home / "localrag.toml").write_text(f"[embedder]\nfolder = '{models / shipped.name}'")


def _changed_trace(home: Path) -> None:
    traces = SqliteTraces(home.parent / "state")
    traces.record(trace())
    (home.parent / "state" / "traces.head").write_text("0")


@pytest.mark.parametrize(
    ("harm", "names", "mend"),
    [
        (_no_index, {"index"}, "localrag index"),
        (_damaged, {"index"}, "localrag repair"),
        (_broken_policy, {"policy"}, "localrag policy check"),
        (_broken_settings, {"settings"}, "Correct the file"),
        (_other_weights, {"weights", "encoder"}, "Restore"),
        (_changed_trace, {"traces"}, "localrag trace verify"),
    ],
)
def test_what_is_broken_is_named_with_what_mends_it(
    home: Path, harm: Callable[[Path], None], names: set[str], mend: str
) -> None:
    harm(home)
    found = checks_of(home)
    wrong = {name for name, check in found.items() if check.health == "failed"}
    assert names <= wrong
    assert any(mend in (found[name].mend or "") for name in names)


def test_an_index_of_another_encoder_is_named(tmp_path: Path) -> None:
    assert "embedder" in failed(build_home(tmp_path, [document()]))


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
@pytest.mark.parametrize(
    ("name", "mode", "check"), [("corpus.db", 0o644, "home modes"), ("policy.toml", 0o666, "home modes")]
)
def test_files_that_others_can_open_or_change_are_named(home: Path, name: str, mode: int, check: str) -> None:
    if name == "policy.toml":
        (home / name).write_text(POLICY)
    (home / name).chmod(mode)
    found = checks_of(home)[check]
    assert found.health == "failed"
    assert "chmod" in (found.mend or "")
    assert name in found.says


@pytest.mark.skipif(sys.platform == "win32", reason="modes are POSIX")
def test_a_state_that_others_can_open_is_named(home: Path) -> None:
    SqliteTraces(home.parent / "state").record(trace())
    (home.parent / "state").chmod(0o755)
    assert "state modes" in failed(home)


def test_who_may_not_administer_sees_nothing_of_what_may_not_be_read(tmp_path: Path) -> None:
    told = []
    for folder, documents in (("without", [document()]), ("with", [document(), SECRET])):
        home = build_home(tmp_path / folder, documents, embedder=shipped_embedder(), under_policy=True)
        (home / "policy.toml").write_text(POLICY)
        found = checks_of(home)
        told.append([found[name].says for name in ("policy", "index", "damage", "embedder")])
    assert told[0] == told[1]
    assert "only who may administer" in told[0][2]


def test_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "free_bytes", lambda _: 5_000_000)
    assert machine.room_on_disk("disk", tmp_path).health == "failed"
    monkeypatch.setattr(machine, "free_bytes", lambda _: 500_000_000)
    assert machine.room_on_disk("disk", tmp_path).health == "warning"


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "_NEEDED", ("click", "no-such-package"))
    check = installation.needed_packages()
    assert (check.health, check.says) == ("failed", "missing: no-such-package")


def test_a_guard_that_does_not_refuse_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "proved_refusal", lambda: False)
    assert installation.network_guard().health == "failed"
