"""Questions with expectations -> share answered as expected, by who wrote them.

    scripts/measure_questions.py --home HOME [--questions corpus/questions.jsonl] [--verbose]

The few lines of ``localrag eval`` that are looked at after every change; what counts as right stands in
docs/evaluation.md. Nothing is kept, and the traces go to a temporary folder.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

from localrag.evaluate.cases import read_cases
from localrag.evaluate.run import run
from localrag.evaluate.score import scored
from localrag.records.evaluation import CaseScore, Run
from localrag.wiring import open_assistant


def main() -> int:
    """Print the shares, and with --verbose each question that went wrong."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--home", type=Path, required=True, help="an index of the documents asked about")
    parser.add_argument("--questions", type=Path, default=Path("corpus/questions.jsonl"))
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    read = read_cases(options.questions.read_bytes().splitlines())
    for fault in read.faults:
        print(f"line {fault.line}: {fault.problem}")
    with (
        tempfile.TemporaryDirectory() as state,
        open_assistant(options.home, state=Path(state)) as assistant,
    ):
        head = assistant.assessment.run_head(options.questions.name, "", len(read.cases))
        scores = scored(Run(head=head, outcomes=tuple(run(read.cases, lambda _: assistant))))
    by_writer: dict[str, list[CaseScore]] = defaultdict(list)
    for case, score in zip(read.cases, scores, strict=True):
        by_writer[case.written_by or "unknown"].append(score)
        if score.faults and options.verbose:
            print("\n    ".join((f"{case.id}: {case.question}", *score.faults, score.answer_text[:200])))
    for writer, found in [*sorted(by_writer.items()), ("all", scores)]:
        right = sum(not one.faults for one in found)
        status = sum(int(one.values.get("status", one.values["disposition"])) for one in found)
        print(
            f"{writer:8} {right} of {len(found)} right ({right / len(found):.0%}), status right in {status}"
        )
    print("; ".join(f"{name} {count}" for name, count in sorted(Counter(map(_end, scores)).items())))
    print(f"median {statistics.median(one.milliseconds for one in scores):.0f} ms a question")
    return 0


def _end(score: CaseScore) -> str:
    """How a question ended; an answer with any fault counts as a wrong one."""
    if score.actual == "answer":
        return f"answered wrongly, {score.confidence} confidence" if score.faults else "answered rightly"
    if score.expected == "answer":
        return "not answered, though it could be"
    return "otherwise, with faults" if score.faults else "otherwise, as expected"


if __name__ == "__main__":
    raise SystemExit(main())
