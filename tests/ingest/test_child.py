"""The parsing process imports little."""

from __future__ import annotations

import json
import subprocess
import sys

HEAVY = {
    "pydantic",
    "numpy",
    "pypdfium2",
    "yaml",
    "markdown_it",
    "docx",
    "lxml",
    "openpyxl",
    "selectolax",
    "charset_normalizer",
    "email",
    "localrag.ports",
    "localrag.settings",
}


def loaded(statement: str) -> set[str]:
    code = f"import sys, json; {statement}; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(json.loads(done.stdout))


def test_it_starts_without_anything_heavy() -> None:
    assert not loaded("import localrag.ingest.child") & HEAVY


def test_a_text_loads_no_parser_of_other_kinds() -> None:
    parsing = "from localrag.ingest.child import parse; parse('text', b'Some text.')"
    assert not loaded(parsing) & HEAVY


def test_a_pdf_loads_no_records() -> None:
    assert "pydantic" not in loaded("import localrag.ingest.pdf_layout")
