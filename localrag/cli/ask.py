"""``ask``: a question, or a file of them -> answers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.cli.typed import Day, text_argument
from localrag.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from localrag.records.answer import RagAnswer
    from localrag.records.explanation import Explanation
    from localrag.records.request import GeneratorChoice, RiskLevel

_EXIT_CODES = {
    "answered": 0,
    "insufficient_evidence": 3,
    "needs_clarification": 4,
    "conflicting_evidence": 5,
    "refused": 6,
    "redirected": 7,
    "escalated": 7,
}
_EXAMPLES = """
localrag ask "What is the deadline to appeal an enforcement notice?"
localrag ask "Can we close case 8842 without escalation?" --as-of 2025-06-30 --json
localrag ask "What is the deadline to appeal?" --explain
localrag ask "and for contractors?" --conversation permits
localrag ask --batch questions.jsonl > answers.jsonl
"""


@command(
    "ask",
    help="Answer a question from the indexed documents. QUESTION may be - to read it from standard input."
    " Exit code: 0 answered, 3 insufficient evidence, 4 needs clarification, 5 conflicting evidence,"
    " 6 refused, 7 redirected or escalated; a batch that ran is 0.",
    example=_EXAMPLES,
)
@click.argument("question", required=False)
@click.option("--as-of", type=Day(), metavar="DATE", help="Answer by the rules of this day (YYYY-MM-DD).")
@click.option("--case", "case_id", metavar="ID", help="The case that the question is about.")
@click.option(
    "--conversation",
    "conversation_id",
    metavar="ID",
    help="Keep this in a conversation, so that later questions may lean on it: a name of your choice, or"
    " new to have one chosen.",
)
@click.option(
    "--no-history",
    is_flag=True,
    help="Take the question by itself, whatever was asked before in the conversation.",
)
@click.option(
    "--risk",
    "risk_level",
    type=click.Choice(["low", "medium", "high"]),
    default="low",
    help="How much depends on the answer (default: low).",
)
@click.option(
    "--generator",
    type=click.Choice(["auto", "extractive", "llm"]),
    default="auto",
    help="Who words the answer: extractive quotes sentences, llm lets a language model word them, auto does"
    " so where one was added that passed its self-test.",
)
@click.option(
    "--explain",
    is_flag=True,
    help="Tell how the answer came about: plan, candidates and why they were left out, sufficiency, claims,"
    " timings; with --json as the key explanation.",
)
@click.option(
    "--batch",
    metavar="FILE",
    help="Answer a JSONL file (- for standard input) of {id, question, as_of?, case_id?, as?, risk_level?,"
    " locale?, conversation?}, a line each, in order.",
)
def command_ask(
    invocation: Invocation,
    question: str | None,
    as_of: date | None,
    case_id: str | None,
    conversation_id: str | None,
    no_history: bool,
    risk_level: RiskLevel,
    generator: GeneratorChoice,
    explain: bool,
    batch: str | None,
) -> int:
    """Answer; the exit code is the answer's status."""
    case_id = None if case_id is None else text_argument(case_id)
    conversation_id = None if conversation_id is None else text_argument(conversation_id)
    if batch is not None:
        if question is not None:
            raise UsageError("QUESTION and --batch exclude each other.", "See: localrag ask --help")
        from localrag.cli.batch import Defaults, ask_lines

        with invocation.open_assistant(will_ask=True) as assistant:
            defaults = Defaults(
                as_of, case_id, risk_level, explain, conversation_id, not no_history, generator
            )
            ask_lines(batch, assistant, defaults)
        return 0
    asked = _question(question)
    explanations: list[Explanation] = []
    with invocation.open_assistant(will_ask=True) as assistant:
        answer = assistant.ask(
            asked,
            as_of=as_of,
            case_id=case_id,
            conversation_id=conversation_id,
            with_history=not no_history,
            risk_level=risk_level,
            generator=generator,
            channel="cli",
            on_explained=explanations.append if explain else None,
        )
    if invocation.json:
        output.write_json(output.enclosed(answer.model_dump_json(), explanations))
    else:
        output.write("\n".join(_lines(answer, explanations)))
    return _EXIT_CODES[answer.status]


def _lines(answer: RagAnswer, explanations: Sequence[Explanation]) -> Iterator[str]:
    from localrag.cli.answer_text import answer_lines
    from localrag.cli.terminal import terminal_of

    terminal = terminal_of(sys.stdout)
    yield from answer_lines(answer, terminal)
    for explanation in explanations:
        from localrag.text.explained import explained

        for told in explained(explanation):
            text = terminal.style(told.text, told.style) if told.style else told.text
            yield from terminal.wrap(text, told.first, told.rest)


def _question(typed: str | None) -> str:
    if typed is None:
        raise UsageError(
            "There is no question.",
            'Ask one: localrag ask "What is ...?" (or localrag ask - to read it from standard input)',
        )
    if typed != "-":
        return text_argument(typed)
    from localrag.cli.stdin import read_question

    return read_question()
