"""The sample corpus -> metadata and text of each document, read without the product's own ingestion."""

import re
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pypdfium2
import yaml

CORPUS = Path(__file__).parents[2] / "corpus"
SOURCES = ("agency", "uploads", "harbour")
_LATIN_1 = "field-notes/7719-2025-05-17.txt"

Value = str | bool | date | list[str]


class Entry(NamedTuple):
    """One document file with the metadata that its source, sidecar and front matter give it."""

    path: Path
    metadata: dict[str, Value]
    text: str
    "White space folded; pages of a PDF joined."

    @property
    def name(self) -> str:
        """``document_id@version``, or the id alone where there is no version."""
        version = self.metadata.get("version")
        return f"{self.metadata['document_id']}@{version}" if version else str(self.metadata["document_id"])


def folded(text: str) -> str:
    """The text with every run of white space made one blank."""
    return re.sub(r"\s+", " ", text)


def pdf_pages(path: Path) -> list[str]:
    """The text of each page, white space folded, in order."""
    with pypdfium2.PdfDocument(path) as pdf:
        return [folded(page.get_textpage().get_text_range()) for page in pdf]


def _front_matter(text: str) -> dict[str, Value]:
    found = re.match(r"(\+\+\+|---)\n(.*?)\n\1\n", text, re.DOTALL)
    if found is None:
        return {}
    table = tomllib.loads(found[2]) if found[1] == "+++" else yaml.safe_load(found[2])
    assert isinstance(table, dict)
    return table


def _entry(path: Path, root: Path, source: dict[str, Value], matches: list[dict[str, Value]]) -> Entry:
    within = path.relative_to(root)
    metadata = dict(source)
    for match in matches:
        if within.match(str(match["glob"]).replace("**", "*")):
            metadata |= match
    if path.suffix == ".pdf":
        text, own = " ".join(pdf_pages(path)), {}
    else:
        raw = path.read_bytes().decode("latin-1" if within.as_posix() == _LATIN_1 else "utf-8")
        text, own = folded(raw), _front_matter(raw)
    sidecar = path.with_name(f"{path.name}.meta.toml")
    if sidecar.exists():
        own |= tomllib.loads(sidecar.read_text(encoding="utf-8"))
    if source["trust_front_matter"]:
        metadata |= own
    metadata.setdefault("document_id", f"{source['source_id']}/{within.as_posix()}")
    return Entry(path, metadata, text)


def _read() -> Iterator[Entry]:
    for name in SOURCES:
        root = CORPUS / name
        table = tomllib.loads((root / "_source.toml").read_text(encoding="utf-8"))
        matches = table.pop("match", [])
        source = table.pop("defaults") | table
        for path in sorted(root.rglob("*")):
            if path.suffix in {".md", ".txt", ".pdf"}:
                yield _entry(path, root, source, matches)


@cache
def documents() -> tuple[Entry, ...]:
    """Every document of the three sources, by source, then by path."""
    return tuple(_read())
