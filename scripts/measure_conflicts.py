"""Hand-written authority and conflict cases -> share judged rightly, by kind.

    scripts/measure_conflicts.py [--verbose]

Thirty things of scripts/conflict_cases.toml, each in four corpora made here: a higher source against a lower
one, two equals, a statement under another condition, the same value in other words. Around them stand the
sentences of the other things, so that what is asked has to be found. Each question goes through the whole
assistant, with the shipped encoder.
"""

from __future__ import annotations

import argparse
import tempfile
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Literal, NamedTuple

from localrag.administration import index
from localrag.records.answer import RagAnswer
from localrag.records.authority import Authority
from localrag.wiring import open_assistant

CASES = Path(__file__).with_name("conflict_cases.toml")
Kind = Literal["higher wins", "equals conflict", "another condition", "same value"]
_PAIRS: tuple[tuple[Authority, Authority], ...] = (
    ("official_policy", "approved_procedure"),
    ("official_policy", "faq"),
    ("approved_procedure", "faq"),
    ("official_policy", "user_upload"),
    ("faq", "user_upload"),
    ("approved_procedure", "user_upload"),
    ("official_policy", "case_record"),
)
_EQUALS: tuple[Authority, ...] = ("official_policy", "approved_procedure", "faq")
"""What two documents of one authority are taken from in turn."""


class Statement(NamedTuple):
    """What one document says."""

    text: str
    authority: Authority


class Case(NamedTuple):
    """Two statements and a question about them."""

    kind: Kind
    split: str
    question: str
    value: str
    """What the answer has to say."""
    same: str
    """Or this, which is the same."""
    other: str
    """What it must not say, or what it has to say beside it where equals conflict; may be empty."""
    statements: tuple[Statement, Statement]


def cases(path: Path = CASES) -> list[Case]:
    """Four cases a topic, in the file's order; authorities go round."""
    found: list[Case] = []
    pairs, equals = cycle(_PAIRS), cycle(_EQUALS)
    for topic in tomllib.loads(path.read_text(encoding="utf-8"))["topic"]:
        split, question = topic["split"], topic["question"]
        value, other = topic["value"], topic["other"]
        first, second = topic["higher"].format, topic["lower"].format
        above, below = next(pairs)
        found.append(
            Case("higher wins", split, question, value, value, other,
                 (Statement(first(value), above), Statement(second(other), below)))
        )  # fmt: skip
        same = next(equals)
        found.append(
            Case("equals conflict", split, question, value, value, other,
                 (Statement(first(value), same), Statement(second(other), same)))
        )  # fmt: skip
        found.append(
            Case("another condition", split, question, value, value, "",
                 (Statement(first(value), same), Statement(topic["condition"], same)))
        )  # fmt: skip
        found.append(
            Case("same value", split, question, value, topic["same"], "",
                 (Statement(first(value), same), Statement(second(topic["same"]), same)))
        )  # fmt: skip
    return found


def corpus(case: Case, others: Sequence[str], folder: Path) -> None:
    """Write a case's two documents, and a handbook with what the others say."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "_source.toml").write_text(
        'source_id = "made"\ntenant_id = "local"\ntrust_front_matter = true\n', encoding="utf-8"
    )
    for number, statement in enumerate(case.statements, 1):
        (folder / f"document-{number}.md").write_text(
            f'+++\ntitle = "Document {number}"\nauthority = "{statement.authority}"\n'
            f'status = "active"\n+++\n# Document {number}\n\n{statement.text}\n',
            encoding="utf-8",
        )
    paragraphs = "\n\n".join(f"## Section {number}\n\n{text}" for number, text in enumerate(others, 1))
    (folder / "handbook.md").write_text(
        '+++\ntitle = "Handbook"\nauthority = "official_policy"\nstatus = "active"\n+++\n'
        f"# Handbook\n\n{paragraphs}\n",
        encoding="utf-8",
    )


def faults(case: Case, answer: RagAnswer) -> Iterator[str]:
    """What is wrong with an answer to a case, in words; nothing where it is right."""
    said = answer.answer_markdown
    expected = "conflicting_evidence" if case.kind == "equals conflict" else "answered"
    if answer.status != expected:
        yield f"status is {answer.status}"
    if case.value not in said and case.same not in said:
        yield f"does not say {case.value}"
    match case.kind:
        case "higher wins":
            if case.other in said:
                yield f"says {case.other}"
            if not any(one.winner for one in answer.conflicts):
                yield "reports no conflict"
            if not any(case.other in notice for notice in answer.notices):
                yield "no notice names the loser"
        case "equals conflict":
            if case.other not in said:
                yield f"does not show {case.other}"
            if not any(one.winner is None and len(one.sides) > 1 for one in answer.conflicts):
                yield "reports no open conflict"
        case _:
            if answer.conflicts:
                yield f"reports a conflict of {[side.value for side in answer.conflicts[0].sides]}"


def ask(case: Case, others: Sequence[str], folder: Path) -> RagAnswer:
    """The whole assistant's answer to a case, over its corpus in an empty folder."""
    corpus(case, others, folder / "documents")
    index([folder / "documents"], home=folder / "home", on_progress=lambda _: None)
    with open_assistant(folder / "home", state=folder / "state") as assistant:
        return assistant.ask(case.question)


def main() -> int:
    """Print the shares by kind and split."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--verbose", action="store_true", help="print each case that went wrong")
    options = parser.parse_args()
    found = cases()
    right: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    for number, case in enumerate(found):
        others = [one.statements[0].text for one in found[::4] if one.question != case.question]
        with tempfile.TemporaryDirectory() as folder:
            wrong = list(faults(case, ask(case, others, Path(folder))))
        total[case.kind, case.split] += 1
        right[case.kind, case.split] += not wrong
        if wrong and options.verbose:
            print(f"{number} {case.kind}: {case.question} {[one.text for one in case.statements]}: {wrong}")
    for kind in dict.fromkeys(case.kind for case in found):
        shares = ", ".join(
            f"{split} {right[kind, split]} of {total[kind, split]}" for split in ("development", "report")
        )
        print(f"{kind:18} {shares}")
    print(f"all                {sum(right.values())} of {sum(total.values())}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
