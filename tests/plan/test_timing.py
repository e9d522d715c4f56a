"""The day that matters: --as-of, the question's dates, a case's events, today."""

from __future__ import annotations

from datetime import date

import pytest

from localrag.settings import Settings
from tests.plan.asking import TODAY, ask


def days(question: str, **how: object) -> str:
    temporal = ask(question, **how).temporal  # type: ignore[arg-type]
    first, last = temporal.effective_policy_date, temporal.effective_policy_end
    return f"{first}" if last is None else f"{first}..{last}"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was the limit for noise on 12 March 2024?", "2024-03-12"),
        ("What was the limit for noise in March 2024?", "2024-03-01..2024-03-31"),
        ("What was the limit for noise in Q1 2024?", "2024-01-01..2024-03-31"),
        ("What was the limit for noise in FY2024?", "2024-04-01..2025-03-31"),
        ("What was the limit for noise in 2024?", "2024-01-01..2024-12-31"),
        ("What was the 2024 limit for noise?", "2024-01-01..2024-12-31"),
        ("What is last year's fee for a permit?", "2025-01-01..2025-12-31"),
        ("What was the limit for noise last June?", "2026-06-01..2026-06-30"),
        ("What was the limit for noise two weeks ago?", "2026-11-16"),
        ("As of July 7, 2017, what was the limit for noise?", "2017-07-07"),
        ("What was the limit for noise at the end of 2025?", "2025-12-31"),
        ("What will the renewal fee be in January 2027?", "2027-01-01..2027-01-31"),
        ("Which rules applied between March 2024 and June 2024 to drones?", "2024-03-01..2024-06-30"),
        ("What has the limit for noise been since March 2024?", "2024-03-01..2026-11-30"),
        ("The notice was served on 12 March 2024. When must an appeal be filed?", "2024-03-12"),
        ("What does the 2023 manual say about drones?", "2023-01-01..2023-12-31"),
        ("Which policy applied to cases opened before 2026?", "2025-12-31"),
    ],
)
def test_a_date_in_the_question_decides(question: str, expected: str) -> None:
    planned = ask(question)
    assert days(question) == expected
    assert planned.temporal.basis == "date in the question"
    assert planned.temporal.event_date == planned.temporal.effective_policy_date


@pytest.mark.parametrize(
    "question",
    [
        "What is the limit for noise?",
        "Who won the 1998 World Cup?",
        "What does the Data Protection Act 2018 require?",
        "What are the rules for permits issued before 2020?",
        "Do buildings built after 1990 need a sprinkler?",
        "Can I file the report by 31 December?",
        "Until when can a contractor bill us for last month's work?",
        "May we close case 8842?",
        'Who wrote "The limit in 2019 was too low"?',
        "Is a permit needed for POL-2019-04?",
    ],
)
def test_otherwise_the_rules_of_today_count(question: str) -> None:
    planned = ask(question)
    assert planned.temporal.effective_policy_date == TODAY
    assert planned.temporal.basis == "asked on"
    assert not planned.wants_history


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What was the noise limit a few years ago?", '"a few years ago" tells no days'),
        ("What was the noise limit during the pandemic?", '"during the pandemic" tells no days'),
        ("What was the noise limit at Christmas 2024?", '"at Christmas 2024" tells no days'),
        ("What was the noise limit in '24?", '"\'24" tells no days'),
        ("What was the noise limit?", "The question speaks of the past and tells no day"),
    ],
)
def test_a_time_that_tells_no_day_never_passes_for_today_in_silence(question: str, said: str) -> None:
    planned = ask(question)
    assert planned.temporal.effective_policy_date == TODAY
    assert [one.startswith(said) for one in planned.assumptions] == [True]


@pytest.mark.parametrize(
    "question",
    ["What is the noise limit?", "Who was fined?", "What was the noise limit two weeks ago?"],
)
def test_of_a_question_about_now_or_about_a_day_nothing_is_said(question: str) -> None:
    assert not any("tells no day" in one for one in ask(question).assumptions)


def test_as_of_comes_before_a_date_in_the_question() -> None:
    planned = ask("What was the limit for noise in 2023?", as_of=date(2024, 5, 1))
    assert planned.temporal.effective_policy_date == date(2024, 5, 1)
    assert planned.temporal.event_date == date(2023, 1, 1)
    assert planned.temporal.basis == "--as-of"


@pytest.mark.parametrize(
    ("question", "expected", "basis"),
    [
        ("Which policy applied when case 8842 was opened?", "2024-03-12", "opening date of case-8842"),
        ("What was the limit when it was opened in case 8842?", "2024-03-12", "opening date of case-8842"),
        (
            "What was the limit at the time of the second inspection in case 8842?",
            "2026-06-19",
            "date of the second inspection in case-8842",
        ),
        (
            "In case 8842, what was the deadline on the day the notice was served?",
            "2026-07-01",
            "date of the notice served in case-8842",
        ),
        (
            "Which rule held at the time of the last inspection of case 8842?",
            "2026-06-19",
            "date of the last inspection in case-8842",
        ),
    ],
)
def test_the_time_of_an_event_comes_from_the_case_record(question: str, expected: str, basis: str) -> None:
    assert days(question) == expected
    assert ask(question).temporal.basis == basis


def test_the_opening_of_a_selected_case_decides_where_it_is_asked_about() -> None:
    planned = ask("Which policy applied when the case was opened in March 2024?", case_id="8842")
    assert planned.temporal.effective_policy_date == date(2024, 3, 12)
    assert planned.temporal.basis == "opening date of case-8842"


def test_without_the_case_the_month_in_the_question_decides() -> None:
    assert days("Which policy applied when the case was opened in March 2024?") == "2024-03-01..2024-03-31"


def test_an_event_of_an_unnamed_case_is_asked_back() -> None:
    planned = ask("Which policy applied when the case was opened?")
    assert planned.clarification_question is not None
    assert planned.clarification_question.startswith("Which case do you mean?")


def test_an_event_with_two_dates_is_asked_back_with_both() -> None:
    planned = ask("What was the limit at the time of the inspection?", case_id="8842")
    assert planned.clarification_question is not None
    assert "2 May 2026 or 19 June 2026" in planned.clarification_question


def test_an_event_that_the_record_lacks_is_asked_back() -> None:
    planned = ask("What was the limit when the bridge was inspected by divers?", case_id="9001")
    assert planned.clarification_question is not None
    assert planned.clarification_question.startswith("The record of case-9001 has no dated entry")


@pytest.mark.parametrize(
    "question",
    ["When was case 8842 opened?", "What must we do when a case is opened?", "May we close case 8842?"],
)
def test_an_event_that_is_not_a_time_asked_about_leaves_today(question: str) -> None:
    assert days(question) == str(TODAY)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was the limit for noise before 2026?", "2025-12-31"),
        ("What was the limit for noise before the 2026 manual?", "2025-12-31"),
        ("What was the limit for noise until the end of 2025?", "2025-12-31"),
        ("What was the limit for noise prior to 12 March 2024?", "2024-03-11"),
    ],
)
def test_what_held_before_a_date_is_history_on_the_day_before(question: str, expected: str) -> None:
    assert days(question) == expected
    assert ask(question).wants_history


@pytest.mark.parametrize(
    "question",
    [
        "What was the previous limit for noise?",
        "What does the superseded manual say about noise?",
        "What is the noise limit in the draft of the next manual?",
        "What did the old edition say about noise?",
        "What was the limit for noise before the new manual?",
        "What used to be the limit for noise?",
    ],
)
def test_superseded_and_draft_text_is_wanted_where_the_question_asks_for_it(question: str) -> None:
    planned = ask(question)
    assert planned.wants_history
    assert planned.temporal.effective_policy_date is None


@pytest.mark.parametrize(
    "question",
    [
        "Do previous convictions count as a violation?",
        "May we use an old vehicle for inspections?",
        "Is prior approval of the owner needed?",
        "Can an inspector draft a letter to the holder?",
        "Does the history of violations matter for a fine?",
    ],
)
def test_such_words_about_other_things_ask_for_no_history(question: str) -> None:
    assert not ask(question).wants_history


def test_a_past_day_needs_no_history_since_something_was_in_force_then() -> None:
    assert not ask("What was the limit for noise in March 2024?").wants_history


@pytest.mark.parametrize(
    "question", ["What is the noise limit on 31 February 2024?", "Limit for noise on 2024-02-30"]
)
def test_a_day_that_does_not_exist_is_asked_back(question: str) -> None:
    planned = ask(question)
    assert planned.clarification_question is not None
    assert "does not exist" in planned.clarification_question


def test_how_a_season_was_read_is_said() -> None:
    planned = ask("What was the noise limit in summer 2025?")
    assert planned.temporal.effective_policy_date == date(2025, 6, 1)
    assert planned.assumptions == ('"summer 2025" was read as 1 June to 31 August 2025 (northern).',)


def test_how_a_date_in_figures_was_read_is_said() -> None:
    british, american = (ask("Noise limit on 02/03/2024?", locale=one) for one in ("en_GB", "en_US"))
    assert british.temporal.effective_policy_date == date(2024, 3, 2)
    assert american.temporal.effective_policy_date == date(2024, 2, 3)
    assert british.assumptions == ("02/03/2024 was read as 2 March 2024 (day first).",)
    assert american.assumptions == ("02/03/2024 was read as 3 February 2024 (month first).",)


def test_the_settings_decide_where_a_financial_year_begins() -> None:
    settings = Settings(financial_year_first_month=10)
    assert days("What was the noise limit in FY2024?", settings=settings) == "2023-10-01..2024-09-30"


@pytest.mark.parametrize(
    "question", ["What was the limit for noise in March 2024?", "Noise limit two weeks ago"]
)
def test_past_rules_are_no_reason_to_prefer_the_current_ones(question: str) -> None:
    assert not ask(question).temporal.prefer_current
    assert ask("What is the limit for noise?").temporal.prefer_current
