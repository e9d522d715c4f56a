"""Bytes of a Word document -> its text with headings, lists and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from localrag.adapters.docx import read_docx
from localrag.adapters.docx_content import WordContent, WordParagraph, WordTable
from localrag.ingest.archive import checked_archive
from localrag.ingest.composing import Composition
from localrag.ingest.pdf_headings import sane_property_title
from localrag.ingest.plain_text import MAX_HEADING_CHARS
from localrag.ingest.tables import MAX_CELLS, Row, has_header, head_lines, merged_names, row_line, trimmed
from localrag.records.extract import Extract, UnparsableError

_MAX_RUNNING = 50
"""Lines of page headers and footers that are kept (guess)."""


def parse_docx(data: bytes) -> Extract:
    """The paragraphs and tables of a Word document, in order.

    Page headers and footers come last, as asides, unless they hold more than the body does. Text boxes and
    notes follow the paragraph that they hang on.

    Raises:
        UnparsableError: ``encrypted``, ``damaged``, ``wrong_kind``, ``unsafe_xml``,
            ``too_large_when_unpacked``, ``too_large`` or ``no_text``.
    """
    content = read_docx(checked_archive(data, holds="word/", kind="Word document"))
    cells = sum(len(row) for item in content.items if isinstance(item, WordTable) for row in item.rows)
    if cells > MAX_CELLS:
        raise UnparsableError("too_large", f"more than {MAX_CELLS:,} cells")
    composition = Composition()
    _lay(composition, content.items)
    running = "\n".join(content.running[:_MAX_RUNNING])
    composition.add("aside" if len(composition) > len(running) else "prose", running)
    composition.marks.extend(content.running[:_MAX_RUNNING])
    composition.warnings.extend(_warnings(content))
    return composition.extract(_title(content))


def _title(content: WordContent) -> str | None:
    paragraphs = [item for item in content.items if isinstance(item, WordParagraph)]
    named = next((item.text for item in paragraphs if item.is_title), None)
    first = next((item.text for item in paragraphs[:1] if item.level == 1), None)
    return named or sane_property_title(content.title) or first


def _warnings(content: WordContent) -> Iterator[str]:
    if content.comments:
        yield f"{content.comments} comments were left out"
    if content.insertions or content.deletions:
        changes = f"{content.insertions} insertions, {content.deletions} deletions"
        yield f"tracked changes were taken as accepted: {changes}"
    if content.hidden_characters:
        yield f"{content.hidden_characters} characters of hidden text were left out"
    if content.embedded:
        yield f"{content.embedded} embedded files or objects were not read"


def _lay(composition: Composition, items: Sequence[WordParagraph | WordTable]) -> None:
    styled = any(isinstance(item, WordParagraph) and item.level and not item.is_title for item in items)
    listed: list[str] = []

    def end_list() -> None:
        composition.add("list", "\n".join(listed))
        listed.clear()

    for item in items:
        if isinstance(item, WordParagraph) and item.marker:
            listed.append(f"{'  ' * item.indent}{item.marker} {' '.join(item.text.split())}")
            continue
        if listed:
            end_list()
        if isinstance(item, WordTable):
            _lay_table(composition, item)
        elif item.level:
            composition.heading(item.level, item.text)
        elif not styled and _looks_like_heading(item):
            composition.heading(1, item.text)
        else:
            composition.add("prose", item.text)
    if listed:
        end_list()


def _looks_like_heading(item: WordParagraph) -> bool:
    """Whether a paragraph of a document without heading styles stands for one: short and all bold."""
    text = item.text
    return item.bold and "\n" not in text and len(text) <= MAX_HEADING_CHARS and text[-1] not in ".,;:"


def _lay_table(composition: Composition, table: WordTable) -> None:
    rows = trimmed([Row(number, cells) for number, cells in enumerate(table.rows, 1)])
    if not rows:
        return
    marked = sum(row.number <= table.header_rows for row in rows)
    if not 0 < marked < len(rows):
        marked = 1 if has_header(rows) else 0
    head = head_lines(merged_names(rows[:marked])) if marked else ""
    composition.table(head, [row_line(row.cells) for row in rows[marked:]])
