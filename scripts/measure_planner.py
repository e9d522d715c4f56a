"""Phrasings with what they mean (JSONL) -> how often planning reads them so, and what it takes them for.

    scripts/measure_planner.py FILE... [--home DIR] [--misses]

A line says by its keys what it measures:

- ``question``, ``type`` (and ``case_id``): the query type; printed as a confusion table.
- ``previous_question``, ``follow_up``, ``understood_as``: the stand-alone question; right where it has the
  same words as the expected one, the function words aside.
- ``question``, ``parts``: several things asked, or the sides of a comparison; right where there are as many,
  and each has at least four in five of the expected one's words.

Without ``--home`` planning has no documents to look things up in. ``--misses`` prints what went wrong: for
phrasings written to develop with, never for those held back.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag import wiring
from localrag.errors import LocalragError
from localrag.index.catalog import ReadableCatalog
from localrag.index.reader import open_corpus
from localrag.plan.follow_up import standalone
from localrag.plan.normalise import normalise
from localrag.plan.plan import plan
from localrag.ports import Catalog
from localrag.records.conversation import Turn
from localrag.records.ids import RequestId, TenantId, UserId
from localrag.records.plan import QueryPlan
from localrag.records.request import UserRequest
from localrag.records.security import SecurityContext
from localrag.settings import Settings
from localrag.text.terms import content_terms
from tests.fakes.listed_catalog import ListedCatalog

TODAY = date(2026, 11, 30)
ENOUGH = 0.8
"""Share of an expected part's words. Guess: one word in five may be said otherwise."""

Line = dict[str, object]


def main() -> int:
    """Print a table or a line for each file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--home", type=Path, help="index whose documents planning may ask about")
    parser.add_argument("--tenant", default="local", help="whose documents (default: local)")
    parser.add_argument("--misses", action="store_true", help="print each miss")
    options = parser.parse_args()
    catalog: Catalog = ListedCatalog(has_index=False)
    is_word: Callable[[str], bool] | None = None
    if options.home:
        reader = SecurityContext(
            tenant_id=TenantId(options.tenant), user_id=UserId("measure"), reads_everything=True
        )
        catalog = ReadableCatalog(open_corpus(options.home), reader)
        embedder = wiring.shipped_embedder()
        is_word = lambda word: len(embedder.token_spans(word)) == 1  # noqa: E731

    def planned(line: Line) -> QueryPlan:
        request = UserRequest(
            request_id=RequestId("measure"),
            tenant_id=TenantId(options.tenant),
            user_id=UserId("measure"),
            raw_query=str(line["question"]),
            channel="api",
            case_id=str(line["case_id"]) if line.get("case_id") else None,
        )
        settings = Settings()
        normalized = normalise(request, locale=settings.locale, today=TODAY)
        return plan(request, normalized, today=TODAY, settings=settings, catalog=catalog, is_word=is_word)

    for path in options.files:
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        print(f"{path.name}: {len(lines)} lines")
        types = [line for line in lines if "type" in line]
        follow_ups = [line for line in lines if "follow_up" in line]
        parts = [line for line in lines if "parts" in line]
        misses = [*_types(types, planned), *_follow_ups(follow_ups), *_parts(parts, planned)]
        if options.misses:
            print("\n".join(misses))
    return 0


def _types(lines: Sequence[Line], planned: Callable[[Line], QueryPlan]) -> list[str]:
    """Print the confusion table: a row an expected type, a column what planning said."""
    if not lines:
        return []
    said = [str(planned(line).query_type) for line in lines]
    counts = Counter(zip((str(line["type"]) for line in lines), said, strict=True))
    names = sorted({name for pair in counts for name in pair})
    print(f"  {'expected':22}" + "".join(f"{name[:9]:>10}" for name in names))
    for name in names:
        print(f"  {name:22}" + "".join(f"{counts[name, other] or '.':>10}" for other in names))
    right = sum(counts[name, name] for name in names)
    print(f"  types right: {right}/{len(lines)}")
    return [
        f"  {line['type']} -> {found}: {line['question']}"
        for line, found in zip(lines, said, strict=True)
        if line["type"] != found
    ]


def _follow_ups(lines: Sequence[Line]) -> list[str]:
    misses = []
    for line in lines:
        before = str(line["previous_question"])
        turn = Turn(question=before, understood_as=before, status="answered")
        found = standalone(str(line["follow_up"]), [turn], today=TODAY).text
        if set(content_terms(found)) != set(content_terms(str(line["understood_as"]))):
            misses.append(f"  {line['follow_up']} -> {found}\n      expected: {line['understood_as']}")
    if lines:
        print(f"  follow-ups right: {len(lines) - len(misses)}/{len(lines)}")
    return misses


def _parts(lines: Sequence[Line], planned: Callable[[Line], QueryPlan]) -> list[str]:
    misses, kinds, wrong = [], Counter[str](), Counter[str]()
    for line in lines:
        wanted = [str(part) for part in line["parts"]]  # type: ignore[attr-defined]
        try:
            found = _asked(planned(line), kind := str(line.get("kind", "multi_part")))
        except LocalragError as error:
            found = [error.message]
        kinds[kind] += 1
        if len(found) != len(wanted) or any(
            _share(part, text) < ENOUGH for part, text in zip(wanted, found, strict=True)
        ):
            wrong[kind] += 1
            misses.append(f"  {line['question']}\n      {found}\n      expected: {wanted}")
    for kind, count in kinds.items():
        print(f"  {kind.replace('_', ' ')} right: {count - wrong[kind]}/{count}")
    return misses


def _asked(found: QueryPlan, kind: str) -> list[str]:
    """The things asked, or the sides' searches of a comparison."""
    if kind == "comparison":
        return [one.text for one in found.subqueries if one.role == "side"]
    return [part.text for part in found.parts]


def _share(wanted: str, found: str) -> float:
    expected = set(content_terms(wanted))
    return len(expected & set(content_terms(found))) / max(1, len(expected))


if __name__ == "__main__":
    raise SystemExit(main())
