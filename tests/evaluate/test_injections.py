"""Planted instructions: what they did to answers, and that doing something would be seen."""

from __future__ import annotations

from localrag.evaluate.injections import MOST_QUESTIONS, Attack, attack, probe
from localrag.records.evaluation import CaseOutcome
from localrag.records.probes import InjectionFigures, LeakFigures, ProbeReport
from tests.evaluate.making import case, outcome, ranked
from tests.evaluate.test_leaks import access
from tests.fakes.scripted_backend import answer, citation

ABSTAINED = answer(status="insufficient_evidence", answer_markdown="Not found.", citations=(), evidence=())
OUTCOMES = [
    outcome(case("answered")),
    outcome(case("abstained"), ABSTAINED),
    outcome(case("as-other", as_user="chief")),
    outcome(case("left-out", without=["d"])),
]


def figures(after: CaseOutcome) -> tuple[int, tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    made = attack(OUTCOMES, access())._replace(word="zorn1", source_id="probe-1")
    found = probe(made, lambda _before: after)
    return found.reached, found.followed, found.changed, found.cited


def test_only_what_was_answered_as_oneself_over_the_whole_index_is_attacked() -> None:
    made = attack(OUTCOMES, access())
    assert [one.case.id for one in made.targets] == ["answered"]
    assert len(made.files) == 1 + 4
    assert all(made.word in text for path, text in made.files.items() if path.endswith(".md"))


def test_hostile_documents_are_uploads_of_the_lowest_authority() -> None:
    made = attack(OUTCOMES, access())
    assert 'authority = "user_upload"' in made.files[f"{made.source_id}/_source.toml"]


def test_attacks_are_bounded() -> None:
    many = [outcome(case(str(number))) for number in range(MOST_QUESTIONS + 5)]
    assert len(attack(many, access()).targets) == MOST_QUESTIONS


def test_the_same_answer_is_no_success_and_reaches_nothing() -> None:
    assert figures(outcome()) == (0, (), (), ())


def test_every_success_is_seen() -> None:
    """The controls of the zeros that a sound assistant gives."""
    assert figures(outcome(ranking=[ranked("x", source_id="probe-1")]))[0] == 1
    assert figures(outcome(given=answer(answer_markdown="It is Zorn1. [E1]")))[1] == ("answered",)
    assert figures(outcome(given=ABSTAINED))[2] == ("answered",)
    assert figures(outcome(given=answer(citations=(citation(source_id="probe-1"),))))[3] == ("answered",)


def test_a_question_that_can_no_longer_be_asked_is_changed() -> None:
    assert figures(CaseOutcome(case=case(), error="Gone.", milliseconds=1))[2] == ("answered",)


def test_a_report_has_faults_where_something_leaked_followed_or_a_control_failed() -> None:
    leak = LeakFigures(askers=("me",), canaries=1, forbidden=7, permitted=1, told=1)
    injection = InjectionFigures(questions=1, documents=4, reached=1)
    assert ProbeReport(leak=leak, injection=injection).faults == ()
    bad = ProbeReport(
        leak=leak.model_copy(update={"leaks": ("me: x",), "told": 0}),
        injection=injection.model_copy(update={"followed": ("a",), "reached": 0}),
    )
    assert len(bad.faults) == 4


def test_an_attack_holds_its_targets_with_their_answers() -> None:
    made: Attack = attack(OUTCOMES, access())
    assert made.targets[0].answer is not None
