"""Office files and messages for the tests: as small as they can be."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping

import openpyxl
from openpyxl.workbook import Workbook

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_R = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_NAMESPACES = (
    f'xmlns:w="{_W}" xmlns:r="{_R}" xmlns:v="urn:schemas-microsoft-com:vml"'
    ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
_TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml"


def zipped(members: Mapping[str, str | bytes]) -> bytes:
    """A ZIP archive of these members."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return target.getvalue()


def docx(body: str, **parts: str) -> bytes:
    """A Word document.

    Args:
        body: Inside of ``w:body``.
        parts: Inside of the root of ``styles``, ``numbering``, ``footnotes``, ``comments``, ``header``.
    """
    roots = {"header": "hdr", "footer": "ftr"}
    types = [
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    ]
    types.append(f'<Override PartName="/word/document.xml" ContentType="{_TYPES}.document.main+xml"/>')
    relations = []
    members: dict[str, str | bytes] = {}
    for number, (name, inside) in enumerate(parts.items()):
        root = roots.get(name, name)
        members[f"word/{name}.xml"] = f"<w:{root} {_NAMESPACES}>{inside}</w:{root}>"
        types.append(f'<Override PartName="/word/{name}.xml" ContentType="{_TYPES}.{name}+xml"/>')
        relations.append(f'<Relationship Id="r{number}" Type="{_R}/{name}" Target="{name}.xml"/>')
    package = "http://schemas.openxmlformats.org/package/2006"
    members["[Content_Types].xml"] = f'<Types xmlns="{package}/content-types">{"".join(types)}</Types>'
    members["_rels/.rels"] = (
        f'<Relationships xmlns="{package}/relationships"><Relationship Id="d" Type="{_R}/officeDocument"'
        ' Target="word/document.xml"/></Relationships>'
    )
    members["word/_rels/document.xml.rels"] = (
        f'<Relationships xmlns="{package}/relationships">{"".join(relations)}</Relationships>'
    )
    members["word/document.xml"] = f"<w:document {_NAMESPACES}><w:body>{body}</w:body></w:document>"
    return zipped(members)


def p(text: str, style: str = "", inside: str = "", run: str = "") -> str:
    """A paragraph of Word."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    look = f"<w:rPr>{run}</w:rPr>" if run else ""
    return f'<w:p>{properties}<w:r>{look}<w:t xml:space="preserve">{text}</w:t></w:r>{inside}</w:p>'


def tbl(*rows: tuple[str, ...]) -> str:
    """A table of Word."""
    lines = ("".join(f"<w:tc>{p(cell)}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{line}</w:tr>' for line in lines)}</w:tbl>"


def xlsx(fill: Callable[[Workbook], None]) -> bytes:
    """A workbook as openpyxl writes it: formulas without stored values."""
    workbook = openpyxl.Workbook()
    fill(workbook)
    target = io.BytesIO()
    workbook.save(target)
    return target.getvalue()
