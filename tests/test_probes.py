"""Probes over a real small home under a policy: what is told, and that nothing of them is left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localrag.adapters.account import SystemAccount
from localrag.administration import index
from localrag.cli.main import run
from tests.builders import untold

POLICY = """
version = "7"
[accounts.ME]
tenant_id = "local"
roles = ["staff"]
act_as = ["chief"]
may_administer = true
[accounts.chief]
tenant_id = "local"
roles = ["staff", "board"]
[roles.staff]
acl_policy_ids = ["staff"]
classifications = ["internal"]
[roles.board]
acl_policy_ids = ["board"]
classifications = ["internal"]
"""
CASE = {
    "id": "appeal",
    "question": "Within what time must an appeal be filed?",
    "disposition": "answer",
    "must_contain": ["14 days"],
}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a home, a case file and a state folder to be made."""
    for name, text in {
        "staff": "# Appeals\n\nAn appeal must be filed within 14 days.\n",
        "board": "# Pay\n\nThe pay of the director is EUR 100.\n",
    }.items():
        folder = tmp_path / name
        folder.mkdir()
        (folder / "text.md").write_text(text)
        (folder / "_source.toml").write_text(
            f'[defaults]\nacl_policy_id = "{name}"\nclassification = "internal"\n'
            'authority = "official_policy"\n'
        )
    home = tmp_path / "home"
    home.mkdir()
    (home / "policy.toml").write_text(POLICY.replace("ME", json.dumps(SystemAccount().name())))
    index([tmp_path / "staff", tmp_path / "board"], home=home, on_progress=untold)
    (tmp_path / "cases.jsonl").write_text(json.dumps(CASE))
    monkeypatch.setenv("LOCALRAG_STATE", str(tmp_path / "state"))
    return tmp_path


def test_secrets_are_kept_instructions_are_not_obeyed_and_nothing_is_left(
    desk: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run(["eval", str(desk / "cases.jsonl"), "--probes", "--json", "--home", str(desk / "home")])
    found = json.loads(capsys.readouterr().out)["probes"]
    assert found["leak"]["askers"][:2] == ["yourself", "chief"]
    assert (found["leak"]["canaries"], found["leak"]["forbidden"]) == (2, 7)
    assert found["leak"]["leaks"] == []
    assert found["leak"]["told"] == found["leak"]["permitted"]
    assert (found["injection"]["questions"], found["injection"]["reached"]) == (1, 1)
    assert {path.name for path in (desk / "state").iterdir()} <= {"evaluations", "traces.db", "traces.head"}
    assert not any(b"probe-" in path.read_bytes() for path in (desk / "home").rglob("*") if path.is_file())


def test_who_may_not_administer_gets_no_probe(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy = desk / "home" / "policy.toml"
    policy.write_text(policy.read_text().replace("may_administer = true", ""))
    code = run(["eval", str(desk / "cases.jsonl"), "--probes", "--json", "--home", str(desk / "home")])
    assert (code, json.loads(capsys.readouterr().out)["error"]["code"]) == (2, "not_allowed")
