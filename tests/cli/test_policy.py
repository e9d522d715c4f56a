"""``policy check`` and ``policy explain``: what they print, how they end, who may call them."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.records.policy import PolicyFinding, PolicyReport
from tests.builders import build_home, document
from tests.cli.conftest import Run
from tests.cli.test_end_to_end import Place
from tests.fakes.scripted_backend import ScriptedBackend

POLICY = """version = "7"
[accounts."*"]
tenant_id = "local"
roles = ["staff"]
may_administer = true
[accounts.ben]
tenant_id = "local"
roles = ["board"]
[roles.staff]
acl_policy_ids = ["staff"]
classifications = ["internal"]
[roles.board]
acl_policy_ids = ["board"]
classifications = ["internal"]
"""
NASTY = PolicyReport(
    path="p",
    findings=(PolicyFinding(severity="error", message="The file \x1b[2J is wrong.", line=3),),
)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    build_home(tmp_path, [document(), document(uri="b.md", acl_policy_id="board")], under_policy=True)
    (tmp_path / "home" / "policy.toml").write_text(POLICY, encoding="utf-8")
    return Place(tmp_path)


def test_a_sound_policy_ends_with_0_and_tells_rights_role_by_role(place: Place) -> None:
    outcome = place.run("policy", "check")
    assert outcome.code == 0
    assert "ben (user ben, tenant local) reads 1 of 2 documents" in outcome.out
    assert "  - board: access lists board; classifications internal" in outcome.out


def test_a_finding_ends_with_1_and_names_its_line_without_escape_sequences(command: Run) -> None:
    outcome = command("policy", "check", backend=ScriptedBackend(report=NASTY))
    assert outcome.code == 1
    assert "error: line 3: The file " in outcome.out
    assert "\x1b" not in outcome.out
    assert (
        command("policy", "check", "--json", backend=ScriptedBackend(report=NASTY)).document["sound"] is False
    )


def test_an_explanation_names_the_role_or_what_it_lacks(place: Place) -> None:
    outcome = place.run("policy", "explain", "ben", "rules/manual.md")
    assert outcome.code == 0
    assert outcome.out.startswith("ben may not read rules/manual.md")
    assert "Role board: access list staff is not among board" in outcome.out
    (found,) = place.document("policy", "explain", "ben", "rules/b.md", "--json")["explanations"]
    assert found["may_read"] is True


def test_an_unknown_document_is_2(place: Place) -> None:
    assert place.run("policy", "explain", "ben", "nowhere").code == 2


@pytest.mark.parametrize("arguments", [("check",), ("explain", "ben", "rules/b.md")])
def test_only_who_may_administer_sees_who_may_read_what(place: Place, arguments: tuple[str, ...]) -> None:
    policy = place.root / "home" / "policy.toml"
    policy.write_text(POLICY.replace("may_administer = true\n", ""), encoding="utf-8")
    outcome = place.run("policy", *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert "may not see who may read what" in outcome.err


def test_a_broken_policy_is_explained_to_who_can_mend_it(place: Place) -> None:
    policy = place.root / "home" / "policy.toml"
    policy.write_text(POLICY.replace('["board"]', '["bord"]', 1), encoding="utf-8")
    outcome = place.run("policy", "check")
    assert outcome.code == 1
    assert "error: line 8: The file gives account ben the role 'bord'" in outcome.out
