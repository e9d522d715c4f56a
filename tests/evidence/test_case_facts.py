"""What a record says on a question of fact: never more than its entries do."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.cases.events import case_events
from localrag.evidence.case_facts import Told, told
from localrag.evidence.record_states import entries
from localrag.evidence.units import units
from localrag.records.ids import EvidenceId
from tests.evidence.making import passage

TODAY = date(2026, 11, 30)


def ask(question: str, record: str, *, today: date = TODAY) -> Told | None:
    found = passage(record, authority="case_record", case="case-5")
    events = case_events(record, "case-5", EvidenceId("E1"))
    return told(question, frozenset(), entries(units([found])), events, today)


def says(question: str, record: str, *, today: date = TODAY) -> str | None:
    found = ask(question, record, today=today)
    return found.says if found else None


@pytest.mark.parametrize(
    ("question", "entry", "expected"),
    [
        ("Has the fee been paid?", "Fee paid: EUR 30.", "yes"),
        ("Has the fee been paid?", "Fee invoiced: EUR 30.", None),
        ("Was a second visit made?", "Second visit: nobody was there.", "yes"),
        ("Was a second visit made?", "First visit: after a second complaint.", None),
        ("Was a second visit made?", "Fourth visit: after a second complaint.", None),
        ("Was a visit made?", "Visit: cancelled because of snow.", "depends"),
        ("Was a visit made?", "Visit planned: for the spring.", "depends"),
        ("Was a visit planned?", "Visit planned: for the spring.", "depends"),
        ("Was a leak found?", "Visit: no leak was found.", "depends"),
        ("Was a leak found?", "Visit: a leak was found, and no dust.", "yes"),
        (
            "Was the roof mended?",
            "Letter received: the owner wrote that the roof had been mended.",
            "depends",
        ),
        ("Was the roof mended?", "Visit: the roof had been mended in part only.", "depends"),
        ("Was the roof mended?", "Letter sent: the roof must be mended by May.", "depends"),
        (
            "Was the kiln lit?",
            "Complaint received from a neighbour, who said that the kiln was lit.",
            "depends",
        ),
        ("Was the flue rebuilt?", "Permit suspended until the flue is rebuilt.", "depends"),
        ("Was a hearing held?", "Hearing held. The owner did not appear.", "yes"),
        ("Did the owner appear?", "Hearing held. The owner did not appear.", "depends"),
        ("Was a deposit taken?", "Deposit returned: EUR 80.", None),
        ("Was the training held?", "Training arranged for the spring.", "depends"),
        ("Was the training held?", "Training held.", "yes"),
        ("Was damage reported?", "Damage reported: a crack.", "yes"),
        ("Have all fees been paid?", "Fee paid: EUR 30.", None),
        ("Has the fee not been paid?", "Fee paid: EUR 30.", "depends"),
        ("Was the fee paid on 3 May 2026?", "Fee paid: EUR 30.", "yes"),
        ("Was the fee paid before 3 May 2026?", "Fee paid: EUR 30.", "depends"),
        ("Was the fee paid after 2 May 2026?", "Fee paid: EUR 30.", "yes"),
    ],
)
def test_an_entry_says_what_it_says_and_no_more(question: str, entry: str, expected: str | None) -> None:
    assert says(question, f"- 2026-05-03: {entry}") == expected


def test_an_entry_of_a_day_to_come_has_not_happened() -> None:
    assert says("Was a visit made?", "- 2026-05-03: Visit.", today=date(2026, 5, 2)) == "depends"


@pytest.mark.parametrize(
    ("question", "item", "expected"),
    [
        ("Is the survey on file?", "Survey of the hull: present.", "yes"),
        ("Is the survey on file?", "Survey of the hull: missing.", "no"),
        ("Is the survey missing?", "Survey of the hull: missing.", "yes"),
        ("Is the survey signed?", "Survey of the hull: present.", None),
        ("Is the survey signed?", "Survey of the hull: signed.", "yes"),
        ("Is the survey signed?", "Survey of the hull: not signed.", "no"),
        ("Is the hull on file?", "Survey of the hull: missing.", None),
        ("Has the fee been received?", "Proof that the fee was received: missing.", None),
        ("Is the reply on file?", "Reply, or a note that none arrived: present.", "depends"),
    ],
)
def test_an_item_tells_only_of_the_thing_it_is_named_for(
    question: str, item: str, expected: str | None
) -> None:
    assert says(question, f"1. {item}\n2. Plan of the site: present.") == expected


def test_who_a_party_is_may_stand_in_the_record_under_its_part() -> None:
    record = "| Entry | Value |\n|---|---|\n"
    record += "| Owner | Marr Ltd |\n| Site | Quay 4 |\n\n- 2026-05-03: Reply received: Marr Ltd was away."
    assert says("Did the owner reply?", record) == "yes"


def test_a_record_without_such_an_entry_says_neither_yes_nor_no() -> None:
    assert ask("Was an appeal filed?", "- 2026-05-03: Fee paid.") is None
