"""``doctor``: one line a check, a command under what is wrong, and the limits that no check can mend."""

from __future__ import annotations

from localrag.records.checkup import Check
from tests.cli.conftest import Run
from tests.fakes.scripted_backend import ScriptedBackend

SOUND = Check(name="python", health="ok", says="Python 3.12")
BROKEN = Check(name="index", health="failed", says="It is damaged.", mend="Mend it with: localrag repair")
AGED = Check(name="source rules", health="warning", says="looked at long ago", mend="localrag index")


def test_all_well_is_0(command: Run) -> None:
    outcome = command("doctor", backend=ScriptedBackend(checks=[SOUND, AGED]))
    assert outcome.code == 0
    assert "ok    python: Python 3.12" in outcome.out
    assert "Nothing failed." in outcome.out


def test_something_failed_is_1_with_what_mends_it(command: Run) -> None:
    outcome = command("doctor", backend=ScriptedBackend(checks=[SOUND, BROKEN]))
    assert outcome.code == 1
    assert "FAIL  index: It is damaged.\n      -> Mend it with: localrag repair" in outcome.out


def test_the_limits_are_said_even_where_all_is_well(command: Run) -> None:
    assert "Files can be opened." in command("doctor").out


def test_in_json_it_is_one_document(command: Run) -> None:
    outcome = command("doctor", "--json", backend=ScriptedBackend(checks=[SOUND, BROKEN]))
    assert outcome.code == 1
    assert outcome.document["sound"] is False
    assert [check["name"] for check in outcome.document["checks"]] == ["python", "index"]
    assert outcome.document["limits"]


def test_names_of_files_are_shown_and_never_obeyed(command: Run) -> None:
    nasty = Check(name="source \x1b[2J", health="failed", says="\x9b2J", mend="rm \x1b]0;x\x07")
    assert not {"\x1b", "\x9b", "\x07"} & set(command("doctor", backend=ScriptedBackend(checks=[nasty])).out)
