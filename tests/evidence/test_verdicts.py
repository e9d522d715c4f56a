"""What plain rules come to for a question of yes or no."""

from __future__ import annotations

import pytest

from tests.evidence.making import findings_of, passage, question


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("May visitors feed the swans?", "Visitors must not feed the swans.", "no"),
        ("May visitors feed the swans?", "Visitors may feed the swans.", "yes"),
        ("May visitors feed the swans?", "Visitors never feed the swans.", "no"),
        ("Are visitors allowed to feed the swans?", "Visitors are not permitted to feed the swans.", "no"),
        ("Must visitors feed the swans?", "Visitors must feed the swans.", "yes"),
        ("Do visitors have to feed the swans?", "Visitors are not required to feed the swans.", "no"),
        ("May visitors feed the swans?", "Visitors may feed the swans only in winter.", "depends"),
        ("May visitors feed the swans?", "Visitors may feed the swans if a warden agrees.", "depends"),
        ("May visitors feed the swans?", "Visitors feed the swans.", "depends"),
        ("Must visitors feed the swans?", "Visitors may feed the swans.", "depends"),
    ],
)
def test_a_verdict_is_no_stronger_than_the_rule(text: str, rule: str, says: str) -> None:
    plan = question(text, "yes_no", "visitors", "feed", "swans")
    verdict = findings_of(plan, passage(rule)).verdict_on(0)
    assert verdict is not None
    assert verdict.says == says


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("May visitors feed the swans?", "Visitors must not feed the ducks."),
        ("May visitors not feed the swans?", "Visitors must not feed the swans."),
        ("Is it forbidden to feed the swans?", "Visitors must not feed the swans."),
    ],
)
def test_no_verdict_where_the_rule_is_on_something_else_or_the_question_denies(text: str, rule: str) -> None:
    plan = question(text, "yes_no", "visitors", "feed", "swans")
    assert findings_of(plan, passage(rule)).verdict_on(0) is None


def test_rules_that_disagree_give_no_verdict() -> None:
    plan = question("May visitors feed the swans?", "yes_no", "visitors", "feed", "swans")
    one = passage("Visitors must not feed the swans.", document="one")
    other = passage("Visitors may feed the swans.", document="other")
    assert findings_of(plan, one, other).verdict_on(0) is None
