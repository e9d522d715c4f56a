"""Bytes of a CSV file -> its rows as a table, the delimiter and the encoding found out."""

from __future__ import annotations

import csv
import io
import sys
from collections import Counter
from collections.abc import Iterator

from localrag.ingest.composing import Composition
from localrag.ingest.decode import MAX_TEXT_CHARS, decode
from localrag.ingest.tables import MAX_CELLS, Row, has_header, lay_rows, trimmed
from localrag.records.extract import Extract, UnparsableError

_DELIMITERS = ",;\t|"
"""In order of preference where several fit."""
_SAMPLE_CHARS = 50_000
_SAMPLE_ROWS = 100
"""Looked at to find the delimiter (guess)."""


def parse_csv(data: bytes) -> Extract:
    """The rows of a CSV file, each under the names of its columns.

    Raises:
        UnparsableError: ``empty``, ``too_large`` or ``damaged``.
    """
    if not data.strip():
        raise UnparsableError("empty", "the file is empty")
    decoded = decode(data)
    if len(decoded.text) > MAX_TEXT_CHARS:
        raise UnparsableError("too_large", f"more than {MAX_TEXT_CHARS:,} characters of text")
    delimiter, text = _delimiter(decoded.text)
    rows = trimmed(list(_rows(text, delimiter)))
    composition = Composition()
    composition.warnings.extend(decoded.warnings)
    header = rows[0].cells if has_header(rows) else ()
    lay_rows(composition, header, rows[1:] if header else rows, below=0)
    return composition.extract()


def _rows(text: str, delimiter: str) -> Iterator[Row]:
    cells = 0
    try:
        for number, row in enumerate(_reader(text, delimiter), 1):
            cells += len(row)
            if cells > MAX_CELLS:
                raise UnparsableError("too_large", f"more than {MAX_CELLS:,} cells")
            yield Row(number, tuple(row))
    except csv.Error as error:
        raise UnparsableError("damaged", f"cannot be read as CSV: {error}") from error


def _reader(text: str, delimiter: str) -> Iterator[list[str]]:
    # The default stops at 131,072 characters; a C long is the most that every platform takes.
    csv.field_size_limit(min(sys.maxsize, 2**31 - 1))
    return csv.reader(io.StringIO(text, newline="\n"), delimiter=delimiter, skipinitialspace=True)


def _delimiter(text: str) -> tuple[str, str]:
    """The delimiter, and the text without the line by which Excel states it (``sep=;``)."""
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first.strip()) == 5:
        return first.strip()[-1], rest
    sample = text[:_SAMPLE_CHARS]
    if len(sample) < len(text):
        sample = sample[: sample.rfind("\n") + 1] or sample
    return max(_DELIMITERS, key=lambda delimiter: _fit(sample, delimiter)), text


def _fit(sample: str, delimiter: str) -> tuple[float, int]:
    """How evenly a delimiter divides the rows: share of rows of the commonest width, if above one; width."""
    widths: Counter[int] = Counter()
    for number, row in enumerate(_reader(sample, delimiter)):
        if number >= _SAMPLE_ROWS:
            break
        if row:
            widths[len(row)] += 1
    width, count = widths.most_common(1)[0] if widths else (1, 0)
    return (count / widths.total(), width) if width > 1 else (0.0, 0)
