"""Every published version of real policies -> does the answer quote the version of the day asked about?

    scripts/measure_versions.py --data ../shared/data [--home DIR] [--documents N] [--own FILE] [--verbose]

Writes the versions of each set as files with metadata, indexes them all together, and asks through
``ask --batch``: once with the day in the question's words alone, once with ``as_of`` beside them. A home that
is there already is used as it is. ``--own`` takes questions of the reader's own, one JSON line each with id,
question, answer, wrong_time_answer and, where wanted, as_of.

Version questions count as right where the expected version is cited and no other of its document. Cloze
questions count as right where the answer's own text holds the value of that time and not that of the other
time; as ``wrong time`` where it holds the other one alone. The development half is what ``sha1(id)`` begins
with 0 to 7; faults were mended on it alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

SETS = ("policy_versions", "handbook18f")


class Asked(NamedTuple):
    """One question and what is expected of its answer."""

    id: str
    group: str
    question: str
    as_of: str
    gold: frozenset[str]
    """``document_id@version``; empty where only a value is expected."""
    answer: str | None
    wrong_time_answer: str | None


def main() -> int:
    """Print the shares by set, half and way of asking."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public sets")
    parser.add_argument("--home", type=Path, help="index to use, or to make; default: a temporary one")
    parser.add_argument("--documents", type=int, help="only so many documents of each set")
    parser.add_argument("--own", type=Path, action="append", default=[], help="questions of one's own, JSONL")
    parser.add_argument("--only", help="only groups whose name holds this")
    parser.add_argument("--verbose", action="store_true", help="print what went wrong")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        home = options.home or Path(temporary, "home")
        kept = {name: _documents(options.data / name, options.documents) for name in SETS}
        if not (home / "corpus.db").exists():
            folders = [_written(options.data / name, kept[name], home.parent / name) for name in SETS]
            _localrag(["index", *map(str, folders), "--home", str(home)], Path(temporary))
        asked = [
            one
            for name in SETS
            for one in _questions(options.data / name, kept[name])
            if not options.only or options.only in one.group
        ]
        asked += [one for path in options.own for one in _own(path)]
        for beside in (False, True):
            answers = _ask(asked, home, Path(temporary), beside=beside)
            print("\nday in the words" + (" and beside the question" if beside else " alone"))
            _report(asked, answers, verbose=options.verbose)
    return 0


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _documents(data: Path, at_most: int | None) -> set[str]:
    """The documents kept, those asked about first, then by name."""
    asked = {row["doc_id"] for row in _rows(data / "as_of.jsonl")}
    every = {row["doc_id"] for row in _rows(data / "versions.jsonl")}
    return set(sorted(every, key=lambda one: (one not in asked, one))[:at_most])


def _written(data: Path, kept: set[str], folder: Path) -> Path:
    """One Markdown file a version, its metadata in front matter that the source is trusted with."""
    folder.mkdir(parents=True, exist_ok=True)
    defaults = 'classification = "public"\nauthority = "official_policy"\n'
    (folder / "_source.toml").write_text(f"trust_front_matter = true\n\n[defaults]\n{defaults}", "utf-8")
    for row in _rows(data / "versions.jsonl"):
        if row["doc_id"] not in kept:
            continue
        facts = {
            "document_id": row["doc_id"],
            "version": str(row["version"]),
            "title": row["title"],
            "valid_from": row["valid_from"],
        }
        if row["valid_to"]:
            facts["valid_to"] = row["valid_to"]
        lines = [f"{key} = {json.dumps(value)}" for key, value in facts.items()]
        if row["version"] > 1:
            lines.append(f"supersedes = [{json.dumps(row['doc_id'] + '@' + str(row['version'] - 1))}]")
        matter = "\n".join(lines)
        tomllib.loads(matter)
        path = folder / row["doc_id"] / f"v{row['version']:03}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"+++\n{matter}\n+++\n{row['text']}", "utf-8")
    return folder


def _questions(data: Path, kept: set[str]) -> Iterator[Asked]:
    name = data.name
    for row in _rows(data / "as_of.jsonl"):
        if row["doc_id"] in kept:
            gold = frozenset([row["gold"].replace("@v", "@")])
            yield Asked(row["id"], f"{name} as_of", row["text"], row["as_of"], gold, None, None)
    for row in _rows(data / "facts.jsonl"):
        if row["doc_id"] in kept:
            gold = frozenset(one.replace("@v", "@") for one in row["gold_versions"])
            yield Asked(
                row["id"],
                f"{name} facts",
                row["text"],
                row["as_of"],
                gold,
                row["answer"],
                row["wrong_time_answer"],
            )


def _own(path: Path) -> Iterator[Asked]:
    for row in _rows(path):
        yield Asked(
            row["id"],
            f"{path.stem} {row.get('group', '')}".strip(),
            row["question"],
            row.get("as_of") or row.get("expected_as_of", ""),
            frozenset(),
            row["answer"],
            row["wrong_time_answer"],
        )


def _ask(asked: Iterable[Asked], home: Path, temporary: Path, *, beside: bool) -> dict[str, dict[str, Any]]:
    batch = temporary / "batch.jsonl"
    with batch.open("w", encoding="utf-8") as lines:
        for one in asked:
            line = {"id": one.id, "question": one.question}
            lines.write(json.dumps(line | ({"as_of": one.as_of} if beside and one.as_of else {})) + "\n")
    said = _localrag(["ask", "--batch", str(batch), "--home", str(home)], temporary)
    return {row["id"]: row for row in map(json.loads, said.splitlines())}


def _localrag(words: list[str], state: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "localrag", *words],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
        env=os.environ | {"LOCALRAG_STATE": str(state / "state")},
    )
    if done.returncode:
        raise SystemExit(f"localrag {words[0]} ended with {done.returncode}: {done.stdout[:2000]}")
    return done.stdout


def _outcome(one: Asked, answer: dict[str, Any]) -> str:
    """What became of a question, in one word or two."""
    if "error" in answer:
        return "error"
    if answer["status"] != "answered":
        return "abstained" if answer["status"] == "insufficient_evidence" else str(answer["status"])
    if one.answer is None:
        (document,) = {label.rpartition("@")[0] for label in one.gold}
        of_it = {label for label in _cited(answer) if label.rpartition("@")[0] == document}
        return "right" if of_it == one.gold else "wrong version" if of_it else "other document"
    text = _plain(answer["answer_markdown"])
    right, wrong = (_holds(text, value or "") for value in (one.answer, one.wrong_time_answer))
    if right and wrong:
        # One value may be a part of the other: "Agency" of "Agency's".
        return "both"
    return "right" if right else "wrong time" if wrong else "other value"


def _cited(answer: dict[str, Any]) -> set[str]:
    return {f"{one['document_id']}@{one['version']}" for one in answer["citations"]}


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[\\*_`]", "", text).replace("’", "'").split()).casefold()


def _holds(text: str, value: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(_plain(value))}(?!\w)(?!'s\b)", text) is not None


def _is_development(name: str) -> bool:
    return hashlib.sha1(name.encode(), usedforsecurity=False).hexdigest()[0] < "8"


def _report(asked: Iterable[Asked], answers: dict[str, dict[str, Any]], *, verbose: bool) -> None:
    outcomes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    golden: Counter[tuple[str, str]] = Counter()
    cited = stale = 0
    for one in asked:
        outcome = _outcome(one, answers[one.id])
        half = "development" if _is_development(one.id) else "held out"
        outcomes[one.group, half][outcome] += 1
        answer = answers[one.id]
        found = {f"{e['document_id']}@{e['version']}" for e in answer.get("evidence", ())}
        golden[one.group, half] += bool(one.gold & found)
        quoted = _days_cited(answer) if answer.get("status") == "answered" and one.as_of else []
        cited += len(quoted)
        stale += sum(not first <= one.as_of <= last for first, last in quoted)
        if verbose and outcome != "right" and half == "development":
            print(
                f"{outcome}: {one.id}\n    {one.question}\n    expected {one.answer} {sorted(one.gold)[:2]}"
            )
            print(f"    {answer.get('answer_markdown', answer)!r:.400}")
    for (group, half), counted in sorted(outcomes.items()):
        total = counted.total()
        shares = ", ".join(f"{name} {count} ({count / total:.1%})" for name, count in counted.most_common())
        print(f"{group}, {half}, {total}: {shares}; expected version in evidence {golden[group, half]}")
    print(f"{stale} of {cited} citations in answers are of a version not in force on the day asked about")


def _days_cited(answer: dict[str, Any]) -> list[tuple[str, str]]:
    """First and last day of every version cited, as written in ISO."""
    by_id = {one["evidence_id"]: one for one in answer["evidence"]}
    used = [by_id[citation["evidence_id"]] for citation in answer["citations"]]
    return [(one["valid_from"] or "", one["valid_to"] or "9999-12-31") for one in used]


if __name__ == "__main__":
    raise SystemExit(main())
