"""Questions with expectations -> share answered as expected, by who wrote them.

    scripts/measure_questions.py --home HOME [--questions corpus/questions.jsonl] [--verbose]

A question counts as right where its status is the expected one, what is shown holds every string of
``must_contain``, the answer's text holds none of ``must_not_contain``, and, where documents are expected, one
of them is cited. Shown are the answer, its quotes, what is missing, the question back and the notices; quotes
and notices may hold what the answer may not: the other cells of a row, the loser of a conflict. In an
abstention nothing that is shown may hold it. White space and case do not count.
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path
from typing import NamedTuple

from localrag.records.answer import RagAnswer
from localrag.wiring import open_assistant


class Case(NamedTuple):
    """One question and what is expected of its answer."""

    id: str
    question: str
    as_of: str | None
    case_id: str | None
    as_user: str | None
    status: str
    must_contain: list[str]
    must_not_contain: list[str]
    gold_documents: list[str]
    written_by: str


def main() -> int:
    """Print the shares, and with --verbose each question that went wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--home", type=Path, required=True, help="an index of the documents asked about")
    parser.add_argument("--questions", type=Path, default=Path("corpus/questions.jsonl"))
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    outcomes: dict[str, list[list[str]]] = defaultdict(list)
    ends: Counter[str] = Counter()
    milliseconds = []
    with (
        tempfile.TemporaryDirectory() as state,
        open_assistant(options.home, state=Path(state)) as assistant,
    ):
        for case in _cases(options.questions):
            answer = assistant.ask(
                case.question,
                as_of=date.fromisoformat(case.as_of) if case.as_of else None,
                case_id=case.case_id,
                as_user=case.as_user,
            )
            milliseconds.append(answer.timings_ms["total"])
            wrong = _faults(case, answer)
            outcomes[case.written_by].append(wrong)
            ends[_end(case, answer, wrong)] += 1
            if wrong and options.verbose:
                print(f"{case.id}: {case.question}\n    " + "\n    ".join(wrong))
    for writer, found in [
        *sorted(outcomes.items()),
        ("all", [one for many in outcomes.values() for one in many]),
    ]:
        right = sum(not wrong for wrong in found)
        status = sum(not any(fault.startswith("status") for fault in wrong) for wrong in found)
        print(
            f"{writer:8} {right} of {len(found)} right ({right / len(found):.0%}), status right in {status}"
        )
    print("; ".join(f"{name} {count}" for name, count in sorted(ends.items())))
    print(f"median {statistics.median(milliseconds):.0f} ms a question")
    return 0


def _end(case: Case, answer: RagAnswer, faults: list[str]) -> str:
    """How a question ended; an answer with any fault counts as a wrong one."""
    if answer.status == "answered":
        return f"answered wrongly, {answer.confidence} confidence" if faults else "answered rightly"
    if case.status == "answered":
        return "not answered, though it could be"
    return "otherwise, with faults" if faults else "otherwise, as expected"


def _cases(path: Path) -> list[Case]:
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        entry = json.loads(line)
        found.append(
            Case(
                entry["id"],
                entry["question"],
                entry.get("as_of"),
                entry.get("case_id"),
                entry.get("as"),
                entry["status"],
                entry.get("must_contain") or [],
                entry.get("must_not_contain") or [],
                entry.get("gold_documents") or [],
                entry.get("written_by", "unknown"),
            )
        )
    return found


def _faults(case: Case, answer: RagAnswer) -> list[str]:
    quotes = [citation.quote for citation in answer.citations]
    other = [*answer.missing_information, answer.follow_up_question or "", *answer.notices]
    shown = _plain(" ".join([answer.answer_markdown.replace("\\", ""), *quotes, *other]))
    faults = []
    if answer.status != case.status:
        faults.append(f"status {answer.status}, expected {case.status}: {answer.answer_markdown[:200]!r}")
    faults += [
        f"lacks {text!r}: {answer.answer_markdown[:200]!r}"
        for text in case.must_contain
        if _plain(text) not in shown
    ]
    said = _plain(answer.answer_markdown) if answer.status == "answered" else shown
    faults += [f"says {text!r}" for text in case.must_not_contain if _plain(text) in said]
    cited = {str(one.document_id) for one in answer.citations}
    cited |= {f"{one.document_id}@{one.version}" for one in answer.citations}
    if case.gold_documents and case.status == "answered" and not cited.intersection(case.gold_documents):
        faults.append(f"cites {sorted(cited)}, expected {case.gold_documents}")
    return faults


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


if __name__ == "__main__":
    raise SystemExit(main())
