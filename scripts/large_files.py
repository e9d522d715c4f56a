"""Large files that a person might well have, ten of each of six kinds."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from email.message import EmailMessage

from openpyxl.workbook import Workbook
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from localrag.text.word_sets import word_set
from tests.ingest.office_files import docx, p, tbl, xlsx

_WORDS = sorted(
    word_set("the officer must file a report within thirty days after an inspection of site and keep it")
)
_HEADING = '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>'


def large_files() -> Iterator[tuple[str, bytes]]:
    """Sixty of them, a name and the bytes each; every size grows with its number."""
    for number in range(10):
        chance = random.Random(number)
        yield f"manual-{number}.pdf", _pdf(100 * (number + 1), chance)
        yield f"manual-{number}.docx", _docx(400 * (number + 1), chance)
        yield f"list-{number}.xlsx", _xlsx(2_000 * (number + 1), chance)
        yield f"list-{number}.csv", _csv(10_000 * (number + 1), chance)
        yield f"page-{number}.html", _html(2_000 * (number + 1), chance)
        yield f"mail-{number}.eml", _eml(number, chance)


def _sentence(chance: random.Random) -> str:
    return " ".join(chance.choices(_WORDS, k=14)).capitalize() + "."


def _pdf(pages: int, chance: random.Random) -> bytes:
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=A4, invariant=1, pageCompression=1)
    for page in range(pages):
        for line in range(40):
            canvas.drawString(60, 760 - 17 * line, _sentence(chance))
        canvas.drawString(280, 40, str(page + 1))
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def _docx(paragraphs: int, chance: random.Random) -> bytes:
    parts = []
    for number in range(paragraphs):
        if number % 20 == 0:
            parts.append(p(f"Section {number}", "H"))
        parts.append(p(" ".join(_sentence(chance) for _ in range(5))))
        if number % 50 == 0:
            parts.append(tbl(*[(f"Class {row}", f"EUR {row * 10}") for row in range(20)]))
    return docx("".join(parts), styles=_HEADING)


def _xlsx(rows: int, chance: random.Random) -> bytes:
    def fill(workbook: Workbook) -> None:
        sheet = workbook.worksheets[0]
        sheet.append(["Permit", "Holder", "Fee", "Remark"])
        for row in range(rows):
            sheet.append([f"P-{row}", f"Holder {row}", row * 1.5, _sentence(chance)])

    return xlsx(fill)


def _csv(rows: int, chance: random.Random) -> bytes:
    lines = (f"P-{row};Holder {row};{row * 1.5};{_sentence(chance)}" for row in range(rows))
    return "\n".join(["Permit;Holder;Fee;Remark", *lines]).encode()


def _html(paragraphs: int, chance: random.Random) -> bytes:
    parts = (f"<h2>Part {number}</h2><p>{_sentence(chance)}</p>" for number in range(paragraphs))
    return f"<!doctype html><title>Rules</title><body>{''.join(parts)}</body>".encode()


def _eml(number: int, chance: random.Random) -> bytes:
    made = EmailMessage()
    made["From"] = "office@agency.example"
    made["Subject"] = f"Documents {number}"
    made.set_content("\n".join(_sentence(chance) for _ in range(1_000)))
    attached = ((_pdf(20 * (number + 1), chance), "a.pdf"), (_xlsx(500 * (number + 1), chance), "b.xlsx"))
    for data, name in attached:
        made.add_attachment(data, maintype="application", subtype="octet-stream", filename=name)
    return made.as_bytes()
