"""Bytes of a Word document -> its paragraphs and tables in order, notes and running lines, by python-docx.

Tracked changes are taken as accepted; comments and hidden text are left out and counted.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from localrag.adapters.docx_content import WordContent, WordParagraph, WordTable
from localrag.adapters.docx_numbering import Numbering
from localrag.adapters.docx_styles import Styles
from localrag.records.extract import UnparsableError

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_LEFT_OUT = frozenset(f"{_W}{name}" for name in ("del", "moveFrom", "instrText", "delText", "pPr", "rPr"))
_SIGNS = {
    f"{_W}tab": "\t",
    f"{_W}br": "\n",
    f"{_W}cr": "\n",
    f"{_W}noBreakHyphen": "-",
    f"{_W}ptab": "\t",
}
_OFF = ("0", "false", "off")


def read_docx(archive: zipfile.ZipFile) -> WordContent:
    """The content of a Word document whose archive was checked.

    Raises:
        UnparsableError: ``damaged``.
    """
    from docx.opc.exceptions import OpcError
    from docx.package import Package
    from lxml.etree import LxmlError

    try:
        assert archive.fp is not None
        package = Package.open(archive.fp)
        main = package.main_document_part
        content = WordContent(title=_property_title(package))
        _Reader(main, content).read()
    except (OpcError, LxmlError, KeyError, ValueError, AttributeError, TypeError, IndexError,
            zipfile.BadZipFile, OSError, EOFError) as error:  # fmt: skip
        raise UnparsableError("damaged", f"cannot be read as Word: {type(error).__name__}") from error
    return content


# Any from here on: elements of lxml, and parts of python-docx that ship no types.
def _property_title(package: Any) -> str | None:
    try:
        return str(package.core_properties.title) or None
    except (KeyError, ValueError, AttributeError):
        return None


def _root(part: Any) -> Any:
    from docx.oxml.parser import parse_xml

    return part.element if hasattr(part, "element") else parse_xml(part.blob)


class _Reader:
    """Walks the main part, and its notes where they are referred to."""

    def __init__(self, main: Any, content: WordContent) -> None:
        self._content = content
        self._main = _root(main)
        related: dict[str, list[Any]] = {}
        for relation in main.rels.values():
            if not relation.is_external:
                kind = relation.reltype.rsplit("/", 1)[-1]
                related.setdefault(kind, []).append(relation.target_part)
        self._related = related
        self._styles = Styles(self._first("styles"))
        self._numbering = Numbering(self._first("numbering"))
        self._notes = {kind: self._notes_of(f"{kind}s") for kind in ("footnote", "endnote")}

    def _first(self, kind: str) -> Any:
        parts = self._related.get(kind)
        return _root(parts[0]) if parts else None

    def _notes_of(self, kind: str) -> dict[str, Any]:
        root = self._first(kind)
        return {} if root is None else {note.get(f"{_W}id"): note for note in root}

    def read(self) -> None:
        """Fill the content in."""
        body = self._main.find(f"{_W}body")
        if body is None:
            raise UnparsableError("damaged", "it has no body")
        content = self._content
        content.items.extend(self._blocks(body))
        lines: dict[str, None] = {}
        for kind in ("header", "footer"):
            for part in self._related.get(kind, ()):
                for item in self._blocks(_root(part)):
                    for line in _lines_of(item):
                        lines.setdefault(line)
        content.running = list(lines)
        comments = self._first("comments")
        content.comments = 0 if comments is None else len(comments.findall(f"{_W}comment"))
        content.insertions = _count(self._main, "ins", "moveTo")
        content.deletions = _count(self._main, "del", "moveFrom")
        content.embedded = len(self._related.get("package", ())) + len(self._related.get("oleObject", ()))
        content.embedded += len(self._related.get("aFChunk", ()))

    def _blocks(self, parent: Any) -> Iterator[WordParagraph | WordTable]:
        for element in _unfolded(parent):
            if element.tag == f"{_W}p":
                yield from self._paragraph(element)
            elif element.tag == f"{_W}tbl":
                yield from self._table(element)

    def _paragraph(self, element: Any) -> Iterator[WordParagraph | WordTable]:
        run = _Run()
        self._inline(element, run)
        text = "".join(run.pieces).strip()
        look = self._styles.look(element)
        numbered = self._numbering.marker(element, self._styles) if text else None
        if text:
            marker, indent = numbered or ("", 0)
            if look.level and marker not in ("", "-"):
                text, marker = f"{marker} {text}", ""
            yield WordParagraph(
                text,
                look.level,
                "" if look.level else marker,
                indent,
                run.letters > 0 and run.bold_letters == run.letters,
                look.is_title,
            )
        for box in run.boxes:
            yield from self._blocks(box)
        for name, note in run.notes:
            words = " ".join(line for item in self._blocks(note) for line in _lines_of(item))
            if words:
                yield WordParagraph(f"{name}: {words}")

    def _inline(self, parent: Any, run: _Run) -> None:
        for element in parent:
            tag = element.tag
            if not isinstance(tag, str) or tag in _LEFT_OUT:
                continue
            if tag == f"{_W}r":
                self._of_run(element, run)
            elif tag in (f"{_W}footnoteReference", f"{_W}endnoteReference"):
                self._note(element, run)
            elif tag in (f"{_W}t", f"{_MATH}t"):
                run.add(element.text or "")
            elif tag in _SIGNS:
                is_page = element.get(f"{_W}type") in ("page", "column")
                run.add(" " if is_page else _SIGNS[tag])
            elif tag == f"{_W}sym":
                run.add(_symbol(element.get(f"{_W}char")))
            elif tag == f"{_W}txbxContent":
                run.boxes.append(element)
            elif tag == f"{_MC}AlternateContent":
                chosen = next((part for part in element if part.tag == f"{_MC}Choice"), None)
                fallback = element.find(f"{_MC}Fallback")
                has_box = chosen is not None and (
                    chosen.find(f".//{_W}txbxContent") is not None or fallback is None
                )
                picked = chosen if has_box else fallback
                if picked is not None:
                    self._inline(picked, run)
            elif tag not in (f"{_W}p", f"{_W}tbl"):
                self._inline(element, run)

    def _of_run(self, element: Any, run: _Run) -> None:
        properties = element.find(f"{_W}rPr")
        if _is_on(properties, "vanish") and not _is_on(properties, "specVanish"):
            self._content.hidden_characters += sum(len(text.text or "") for text in element.iter(f"{_W}t"))
            return
        before = run.letters
        self._inline(element, run)
        if _is_on(properties, "b"):
            run.bold_letters += run.letters - before

    def _note(self, element: Any, run: _Run) -> None:
        kind = element.tag[len(_W) :].removesuffix("Reference")
        note = self._notes[kind].pop(element.get(f"{_W}id"), None)
        if note is not None:
            run.notes.append((kind.capitalize(), note))

    def _table(self, element: Any) -> Iterator[WordParagraph | WordTable]:
        grid: list[list[str]] = []
        contents: list[list[WordParagraph | WordTable]] = []
        header_rows = 0
        for row in _unfolded(element, wanted=f"{_W}tr"):
            properties = row.find(f"{_W}trPr")
            if properties is not None and properties.find(f"{_W}del") is not None:
                continue
            cells: list[str] = [""] * _number(properties, "gridBefore", 0)
            for cell in _unfolded(row, wanted=f"{_W}tc"):
                inside = list(self._blocks(cell))
                contents.append(inside)
                text = " ".join(line for item in inside for line in _lines_of(item))
                style = cell.find(f"{_W}tcPr")
                merged = style.find(f"{_W}vMerge") if style is not None else None
                if merged is not None and merged.get(f"{_W}val") != "restart" and not text and grid:
                    text = grid[-1][len(cells)] if len(cells) < len(grid[-1]) else ""
                cells += [text] * min(_number(style, "gridSpan", 1), _MAX_SPAN)
            if _is_on(properties, "tblHeader") and header_rows == len(grid):
                header_rows += 1
            grid.append(cells)
        width = max(map(len, grid), default=0)
        if width == 1 or len(contents) == 1:
            # A frame around text, not a table.
            for inside in contents:
                yield from inside
        elif width:
            rows = tuple(tuple(cells + [""] * (width - len(cells))) for cells in grid)
            yield WordTable(rows, header_rows)


_MAX_SPAN = 200
"""Columns that one cell may span (guess)."""


@dataclass(slots=True)
class _Run:
    """What was found in one paragraph."""

    pieces: list[str] = field(default_factory=list)
    boxes: list[Any] = field(default_factory=list)
    notes: list[tuple[str, Any]] = field(default_factory=list)
    letters: int = 0
    bold_letters: int = 0

    def add(self, text: str) -> None:
        self.pieces.append(text)
        self.letters += sum(map(str.isalnum, text))


def _unfolded(parent: Any, wanted: str | None = None) -> Iterator[Any]:
    """Children, and those of content controls, insertions and custom XML around them."""
    for element in parent:
        tag = element.tag
        if not isinstance(tag, str) or tag in _LEFT_OUT:
            continue
        if tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}customXml", f"{_W}smartTag", f"{_W}ins",
                   f"{_W}moveTo", f"{_MC}AlternateContent", f"{_MC}Choice"):  # fmt: skip
            yield from _unfolded(element, wanted)
        elif wanted is None or tag == wanted:
            yield element


def _lines_of(item: WordParagraph | WordTable) -> Iterator[str]:
    """An item as lines of text: for cells, notes and running heads."""
    if isinstance(item, WordTable):
        for row in item.rows:
            if words := "; ".join(dict.fromkeys(cell for cell in row if cell)):
                yield words
    else:
        marker = f"{item.marker} " if item.marker else ""
        yield marker + " ".join(item.text.split())


def _is_on(properties: Any, name: str) -> bool:
    if properties is None:
        return False
    found = properties.find(f"{_W}{name}")
    return found is not None and found.get(f"{_W}val") not in _OFF


def _number(properties: Any, name: str, fallback: int) -> int:
    found = properties.find(f"{_W}{name}") if properties is not None else None
    value = found.get(f"{_W}val", "") if found is not None else ""
    return int(value) if re.fullmatch(r"\d{1,4}", value) else fallback


def _count(root: Any, *names: str) -> int:
    return sum(1 for name in names for _ in root.iter(f"{_W}{name}"))


def _symbol(code: str | None) -> str:
    """A sign of a symbol font; those of private use are bullets and arrows for the eye only."""
    if code is None or not re.fullmatch(r"[0-9A-Fa-f]{1,4}", code):
        return ""
    sign = chr(int(code, 16))
    return "" if "\ue000" <= sign <= "\uf8ff" else sign
