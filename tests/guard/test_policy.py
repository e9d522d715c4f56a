"""guard.toml is read from end to end, and every mistake is named with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.errors import SettingsError
from localrag.guard.policy import load_guard
from tests.guard.policies import LEAST, LEVELS, policy_of, shipped

RULE = '[rules.one]\naction = "block"\nmessage = "no"\n'


def test_a_home_without_a_file_has_the_shipped_policy(tmp_path: Path) -> None:
    assert load_guard(tmp_path, LEVELS) == shipped()


def test_a_file_in_the_home_takes_the_place_of_the_shipped_one(tmp_path: Path) -> None:
    (tmp_path / "guard.toml").write_text(LEAST, encoding="utf-8")
    assert load_guard(tmp_path, LEVELS).rules == {}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (RULE + 'comands = ["stop"]\n', "line 7: rules.one.comands: unknown key"),
        (RULE, "line 4: rules.one: has no phrases"),
        (RULE.replace('"no"', '"nope"') + 'phrases = ["stop"]\n', "line 6: rules.one.message: 'nope'"),
        (RULE + 'phrases = ["@verb it"]\n', "line 7: rules.one.phrases: @verb is not among the words"),
        (RULE + 'phrases = ["** it"]\n', "has to begin with a word"),
        (
            RULE + 'near_examples = ["write"]\n',
            "rules.one.near_examples: counts only beside examples",
        ),
        (RULE + 'phrases = ["stop"]\nsources = ["POL-1"]\n', "belong to a redirect"),
        ('[output]\nmask = ["mail"]\n', "line 5: output.mask: 'mail' is not among the patterns"),
        ('[output]\nwithheld_classifications = ["top"]\nmessage = "no"\n', "no known classification"),
        ('[output]\nwithheld_words = ["SECRET"]\n', "needs a message"),
        ('[patterns]\nmail = "("\n', "line 5: patterns.mail: is no regular expression"),
        ('[patterns]\nmail = "x*"\n', "matches the empty text"),
        ('[classifier]\nuse = "always"\n', "line 4: classifier: needs a message"),
        ('[classifier]\nuse = "sometimes"\n', "line 5: classifier.use"),
        ('[classifier]\nblocking = ["bad"]\n', "'bad' is not among the labels"),
        ('[escalation]\nmessage = "who"\n', "line 5: escalation.message: 'who'"),
        ("[rules\n", "line 4"),
    ],
)
def test_a_mistake_refuses_the_file_and_names_its_line(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(SettingsError) as raised:
        policy_of(tmp_path, text)
    assert problem in raised.value.problem


def test_a_link_that_leads_nowhere_is_no_home_without_a_policy(tmp_path: Path) -> None:
    try:
        (tmp_path / "guard.toml").symlink_to(tmp_path / "gone.toml")
    except OSError:
        pytest.skip("this system makes no links")
    with pytest.raises(SettingsError):
        load_guard(tmp_path, LEVELS)
