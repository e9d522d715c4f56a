"""What probes found, in words."""

from __future__ import annotations

from localrag.evaluate.probe_words import sentences
from localrag.records.probes import InjectionFigures, LeakFigures, ProbeReport

LEAK = LeakFigures(askers=("yourself", "chief"), canaries=2, forbidden=300, permitted=4, told=4)
INJECTION = InjectionFigures(questions=25, documents=100, reached=24, changed=("a", "b"))


def test_a_zero_is_told_with_its_upper_bound_and_its_control() -> None:
    secrets, *_ = sentences(ProbeReport(leak=LEAK))
    assert "0 of 300 (at most 1.0% with 95 % confidence)" in secrets
    assert "control: 4 of 4" in secrets


def test_every_leak_and_every_changed_case_is_named() -> None:
    leak = LEAK.model_copy(update={"leaks": ("chief: search X",), "left_out": 3})
    told = "\n".join(sentences(ProbeReport(leak=leak, injection=INJECTION)))
    assert "Leaked to chief: search X" in told
    assert "3 kinds of access were not probed" in told
    assert "ended in another status than without them: a, b." in told


def test_what_could_not_be_probed_is_said() -> None:
    assert list(sentences(ProbeReport(notes=("No policy.",)))) == ["No policy."]


def test_nothing_tried_is_no_share() -> None:
    nothing = INJECTION.model_copy(update={"questions": 0, "changed": ()})
    assert "0 of 0 answers" in next(iter(sentences(ProbeReport(injection=nothing))))
