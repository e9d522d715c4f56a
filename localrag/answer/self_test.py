"""A language model -> what it may do, by a few built-in questions with known answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from localrag.answer.grammar import choice_grammar, claims_grammar
from localrag.answer.prompt import Shown, prompt
from localrag.answer.reply import read_reply
from localrag.ports import LanguageModel
from localrag.records.generation import Generation, Sampling, TemplateName, WritingMode
from localrag.records.models import SelfTest

_MAX_TOKENS = 128
_MAX_SECONDS = 60.0
"""A question (guess)."""


class _Question(NamedTuple):
    text: str
    passages: tuple[str, ...]
    answer: int | None
    """Which passage answers, from 1; null: none does."""


_QUESTIONS = (
    _Question(
        "How long are visitor badges valid?",
        ("Meeting rooms are booked at the front desk.", "A visitor badge is valid for one working day."),
        2,
    ),
    _Question(
        "Who signs the fuel log?",
        ("The shift leader signs the fuel log every evening.", "Fuel is stored behind the workshop."),
        1,
    ),
    _Question(
        "What is the fee for a second parking permit?",
        (
            "The first parking permit is free of charge.",
            "Permits are renewed in January.",
            "A second parking permit costs 40 euros.",
        ),
        3,
    ),
    _Question(
        "Where are lost keys handed in?",
        ("Lost keys are handed in at the gatehouse.", "Keys must be labelled."),
        1,
    ),
    _Question(
        "How many days of leave does a trainee have?",
        ("Trainees wear a green badge.", "The canteen closes at 14:00."),
        None,
    ),
    _Question("What is the speed limit in the yard?", ("The yard is swept on Fridays.",), None),
)
_FULL_CITED = 3
"""Of four questions with an answer, before a model may write sentences of its own (guess); it must also
refuse both of those without one."""


def self_test(model: LanguageModel, template: TemplateName) -> SelfTest:
    """Ask the built-in questions; takes seconds for a small model, a minute or two for a large one.

    Raises:
        ModelError: The model failed.
    """
    parsed = cited = refused = tokens = 0
    seconds = 0.0
    chose = 0
    for question in _QUESTIONS:
        made = _asked(model, "full", template, question)
        tokens += made.completion_tokens
        seconds += max(made.seconds - made.first_token_seconds, 0.0)
        reply = read_reply(made.text)
        parsed += reply is not None
        if reply is None:
            continue
        if question.answer is None:
            refused += not reply.answerable
        elif reply.answerable:
            ids = {one for claim in reply.claims for one in claim.evidence_ids}
            cited += ids == {f"E{question.answer}"}
        chose += read_reply(_asked(model, "select", template, question).text) is not None
    answerable = sum(one.answer is not None for one in _QUESTIONS)
    unanswerable = len(_QUESTIONS) - answerable
    mode: WritingMode | None = "select" if chose >= answerable else None
    if parsed == len(_QUESTIONS) and cited >= _FULL_CITED and refused == unanswerable:
        mode = "full"
    return SelfTest(
        parsed=parsed,
        cited=cited,
        refused=refused,
        answerable=answerable,
        unanswerable=unanswerable,
        mode=mode,
        tokens_per_second=round(tokens / seconds, 1) if seconds else 0.0,
    )


def _asked(
    model: LanguageModel, mode: WritingMode, template: TemplateName, question: _Question
) -> Generation:
    letter = "E" if mode == "full" else "S"
    shown = [Shown(f"{letter}{number}", text) for number, text in enumerate(question.passages, 1)]
    labels: Sequence[str] = [one.label for one in shown]
    grammar = claims_grammar(labels) if mode == "full" else choice_grammar(labels)
    sampling = Sampling(grammar, _MAX_TOKENS, _MAX_SECONDS)
    return model.generate(prompt(mode, template, question.text, shown), sampling, on_text=lambda _: None)
