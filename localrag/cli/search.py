"""``search``: a query, or a file of them -> passages."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command
from localrag.cli.typed import text_argument
from localrag.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localrag.cli.terminal import Terminal
    from localrag.records.retrieval import SearchHit, SearchResult

_SNIPPET_CHARS = 300
"""About four lines of a terminal. Guess."""
_EXAMPLES = """
localrag search "escalation criteria" --top-k 5
localrag search --batch queries.jsonl > hits.jsonl
"""


@command(
    "search", help="Find passages, best first. QUERY may be anything; it has no syntax.", example=_EXAMPLES
)
@click.argument("query", required=False)
@click.option(
    "--top-k", type=click.IntRange(1, 1000), metavar="N", help="At most this many passages (up to 1000)."
)
@click.option(
    "--batch", metavar="FILE", help="Search for a JSONL file (- for standard input) of {id, query}, in order."
)
def command_search(invocation: Invocation, query: str | None, top_k: int | None, batch: str | None) -> int:
    """Search; 0 whether or not anything was found."""
    if (query is None) == (batch is None):
        raise UsageError(
            "QUERY and --batch exclude each other." if batch is not None else "There is no query.",
            'Search with: localrag search "words to find"',
        )
    with invocation.open_assistant(will_ask=True) as assistant:
        if batch is not None:
            from localrag.cli.batch import search_lines

            search_lines(batch, assistant, top_k)
            return 0
        found = assistant.search(text_argument(query or ""), top_k=top_k)
    if invocation.json:
        output.write_json(found.model_dump_json())
    else:
        from localrag.cli.terminal import terminal_of

        output.write("\n".join(_lines(found, terminal_of(sys.stdout))))
    return 0


def _lines(found: SearchResult, terminal: Terminal) -> Iterator[str]:
    from localrag.text.display import safe_line

    if not found.hits:
        yield "Nothing found."
    for hit in found.hits:
        yield from _hit_lines(hit, terminal)
    for notice in found.notices:
        yield from terminal.wrap(safe_line(notice), "Note: ", "  ")


def _hit_lines(hit: SearchHit, terminal: Terminal) -> Iterator[str]:
    from datetime import date

    from localrag.text.display import safe_line
    from localrag.text.wording import pages, shortened, validity

    number = f"{hit.rank}. "
    margin = " " * len(number)
    version = f", version {safe_line(hit.version)}" if hit.version else ""
    yield from terminal.wrap(terminal.style(safe_line(hit.title), "bold") + version, number)
    where = [
        safe_line(" > ".join(hit.heading_path)),
        pages(hit.page_start, hit.page_end, hit.page_label),
        hit.authority.replace("_", " "),
        validity(hit, date.today()),
        safe_line(f"{hit.source_id}/{hit.uri}"),
        safe_line(hit.chunk_id),
    ]
    yield from terminal.wrap(terminal.style("; ".join(part for part in where if part), "dim"), margin)
    yield from terminal.wrap(shortened(safe_line(hit.text), _SNIPPET_CHARS), margin)
    yield ""
