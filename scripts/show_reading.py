"""A question and an index -> its plan, the sentences that were weighed with their features, and the verdict.

    python -m scripts.show_reading --home HOME QUESTION [--as-of DATE] [--case ID] [--as NAME] [--sentences 6]

For looking at one question closely; it prints what each stage made of it and shows no answer.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

from localrag import pipeline
from localrag.evidence import decide as decision
from localrag.evidence import read as reading
from localrag.evidence import relevance
from localrag.evidence.asked import Asked
from localrag.evidence.relevance import FEATURES, Match
from localrag.records.evidence import EvidencePackage
from localrag.records.plan import QueryPlan
from localrag.wiring import open_assistant


class Seen:
    """What passed between the stages while one question was answered."""

    plan: QueryPlan | None = None
    package: EvidencePackage | None = None

    def __init__(self) -> None:
        """Nothing yet."""
        self.matches: list[tuple[Asked, list[Match]]] = []


@contextmanager
def watching(seen: Seen) -> Iterator[None]:
    """Note what reading weighs and what the decision says, for as long as the block runs."""
    weighed, decided = relevance.match, decision.decide

    def match(wanted: Asked, *rest: Any, **named: Any) -> list[Match]:
        found = weighed(wanted, *rest, **named)
        seen.matches.append((wanted, found))
        return found

    def decide(plan: QueryPlan, package: EvidencePackage, **named: Any) -> EvidencePackage:
        seen.plan, seen.package = plan, decided(plan, package, **named)
        return seen.package

    vars(reading)["match"], vars(pipeline)["decide"] = match, decide
    try:
        yield
    finally:
        vars(reading)["match"], vars(pipeline)["decide"] = weighed, decided


def show(seen: Seen, sentences: int) -> None:
    """Print it."""
    if seen.plan is None or seen.package is None:
        print("The question ended before any evidence was weighed.")
        return
    print(f"{seen.plan.query_type}, {seen.plan.retrieval_mode}; {seen.plan.temporal.basis}")
    for subquery in seen.plan.subqueries:
        print(f"  looks for ({subquery.role}) {subquery.text}")
    for part in seen.plan.parts:
        print(f"  part: {part.text!r} is {part.kind}, about {', '.join(part.about)}")
    for one in seen.package.selected_evidence:
        dense = f"{one.dense_score:.2f}" if one.dense_score is not None else "-"
        print(
            f"  {one.evidence_id} rank {one.rank} meant {dense} {one.label} > {' > '.join(one.heading_path)}"
        )
    for wanted, matches in seen.matches:
        print(
            f"\n{wanted.text}\n  "
            + ", ".join(
                f"{wanted.written.get(key, key)} {weight:.1f}" for key, weight in wanted.weights.items()
            )
        )
        for found in matches[:sentences]:
            said = ", ".join(
                f"{name} {value:.2f}" for name, value in zip(FEATURES, found.features, strict=True) if value
            )
            text = " ".join(found.unit.text.split())[:160]
            print(f"  {found.score:.2f} E{found.unit.at + 1} {text}\n       {said}")
    print(f"\n{seen.package.sufficiency}, {seen.package.answerability:.2f}")
    for finding in seen.package.findings:
        quote = " ".join(finding.quote.split())[:120]
        print(f"  {finding.role} {finding.evidence_id} {finding.score:.2f} {quote}")
    print("\n".join(f"  {reason}" for reason in seen.package.reasons))


def main() -> int:
    """Ask one question and print what was weighed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("question")
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--as-of", type=date.fromisoformat)
    parser.add_argument("--case")
    parser.add_argument("--as", dest="as_user")
    parser.add_argument("--sentences", type=int, default=6)
    options = parser.parse_args()
    seen = Seen()
    with (
        tempfile.TemporaryDirectory() as state,
        open_assistant(options.home, state=Path(state)) as assistant,
        watching(seen),
    ):
        assistant.ask(options.question, as_of=options.as_of, case_id=options.case, as_user=options.as_user)
    show(seen, options.sentences)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
