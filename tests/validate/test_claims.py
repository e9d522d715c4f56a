"""Claims in any words against the passages they cite."""

from __future__ import annotations

import pytest

from localrag.validate.claims import check

RULE = "An appeal must be filed within 14 calendar days after receiving the enforcement notice."


@pytest.mark.parametrize(
    "claim",
    [
        RULE,
        "Appeals must be filed within fourteen calendar days after the enforcement notice is received.",
        "An appeal has to be submitted within fourteen (14) calendar days after receiving the enforcement"
        " notice.",
    ],
)
def test_a_faithful_claim_is_supported(claim: str) -> None:
    assert check(claim, [RULE]).status == "supported"


@pytest.mark.parametrize(
    ("written", "changed", "status"),
    [
        ("14", "15", "contradicted"),
        ("calendar", "working", "contradicted"),
        ("calendar ", "", "contradicted"),
        ("days", "weeks", "contradicted"),
        ("must", "may", "contradicted"),
        ("must", "should", "contradicted"),
        ("must", "must not", "contradicted"),
        ("within", "after at least", "contradicted"),
        ("after receiving", "before receiving", "contradicted"),
        (" after receiving the enforcement notice", "", "unsupported"),
        ("An appeal", "Every appeal", "unsupported"),
        ("An appeal", "Only an appeal", "unsupported"),
        ("An appeal", "An appeal to Judge Holt", "unsupported"),
        ("An appeal must be filed", "Smith must file an appeal", "unsupported"),
    ],
)
def test_a_changed_claim_is_not_supported(written: str, changed: str, status: str) -> None:
    assert check(RULE.replace(written, changed), [RULE]).status == status


@pytest.mark.parametrize("claim", ["The capital of Italy is Rome.", ""])
def test_another_claim_is_unsupported(claim: str) -> None:
    assert check(claim, [RULE]).status == "unsupported"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        (
            "A case may be closed without item 5.",
            "A case may be closed without item 5 only if the site is empty.",
        ),
        ("The bund was tight.", "The bund was not tight."),
        ("The fine is paid.", "The fine is unpaid."),
        ("Entry is allowed.", "Entry is forbidden."),
        ("The fee is at most EUR 250.", "The fee is at least EUR 250."),
        ("The fee is EUR 250.", "The fee is at least EUR 250."),
        ("Some officers may enter.", "No officers may enter."),
        ("Officers enter tanks.", "Officers may enter tanks."),
        ("See form 27B.", "See form 27C."),
        (
            "The fee for class B is EUR 250.",
            "The fee for class A is EUR 250 and the fee for class B is EUR 450.",
        ),
        ("Holt paid Marr.", "Marr paid Holt."),
        ("Inspector Vance signed it.", "Inspector Holt signed it. Inspector Vance was away."),
        ("It weighs 10² kg.", "It weighs 102 kg."),
    ],
)
def test_what_the_source_turns_or_narrows_is_not_supported(claim: str, source: str) -> None:
    assert check(claim, [source]).status != "supported"


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The limit is 7,500 kg.", "The limit is 7.5 tonnes."),
        ("The ﬁne was 1\u00a0250 euros.", "The fine was EUR 1,250.00."),
        ("She was appointed on 2 May 2026.", "She was appointed on 2026-05-02."),
        ("The fine is not paid.", "The fine is unpaid."),
        ("Ellory is a port in Europe.", "Ellory is a European port."),
    ],
)
def test_the_same_in_other_words_is_supported(claim: str, source: str) -> None:
    assert check(claim, [source]).status == "supported"


def test_every_sentence_of_a_claim_counts() -> None:
    assert check(f"{RULE} It costs EUR 50.", [RULE]).status == "unsupported"


def test_a_claim_may_draw_on_two_quotes() -> None:
    assert check(f"{RULE} It is free.", [RULE, "It is free."]).status == "supported"


def test_a_question_backs_nothing() -> None:
    assert check("Payments will change.", ["Will payments change? No."]).status == "unsupported"


def test_a_claim_without_a_quote_is_unsupported() -> None:
    assert check(RULE, []).reason == "it cites nothing"


def test_the_reason_names_both_values() -> None:
    reason = check(RULE.replace("14", "15"), [RULE]).reason
    assert "15 calendar days" in reason
    assert "14 calendar days" in reason
