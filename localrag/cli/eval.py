"""``eval``: cases asked and scored; runs shown, compared, reviewed; cases drafted."""

from __future__ import annotations

from localrag.cli.eval_new import new
from localrag.cli.eval_report import compare_runs, list_runs, show
from localrag.cli.eval_review import agreement, review
from localrag.cli.eval_run import run
from localrag.cli.grouping import GroupWithUsual
from localrag.cli.invocation import everywhere, examples


class _Eval(GroupWithUsual):
    usual = "run"


command_eval = _Eval(
    "eval",
    commands={
        "run": run,
        "show": show,
        "compare": compare_runs,
        "list": list_runs,
        "new": new,
        "review": review,
        "agreement": agreement,
    },
    params=everywhere(),
    help="Ask questions with known outcomes and tell how well they were answered: localrag eval CASES is"
    " short for localrag eval run CASES.",
    epilog=examples("localrag eval cases.jsonl --html report.html\nlocalrag eval compare RUN last"),
)
