"""A file -> its text as a library that the product does not use for it gives it: to compare with."""

from __future__ import annotations

import email
import html
import logging
import re
import zipfile
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from xml.etree import ElementTree

_XML_TEXT = {"docx": "t", "xlsx": "t"}


def other_text(media: str, path: Path, reference: Path) -> str | None:
    """The reference where there is one, else the other library's text; None where it fails on the file."""
    if reference.exists():
        return reference.read_text(encoding="utf-8")
    try:
        match media:
            case "pdf":
                return _pdf(path)
            case "docx":
                return _raw_xml(path, "word/document.xml", "t")
            case "xlsx":
                return _raw_xml(path, "xl/sharedStrings.xml", "t")
            case "html":
                return _tags_stripped(path.read_bytes())
            case "eml":
                return _mail(path)
            case _:
                return None
    except Exception as error:
        logging.getLogger(__name__).debug("%s: %s", path, error)
        return None


def _pdf(path: Path) -> str:
    import pypdf

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(path).pages)


def _raw_xml(path: Path, member: str, tag: str) -> str:
    with zipfile.ZipFile(path) as archive:
        root = ElementTree.fromstring(archive.read(member))
    pieces = []
    for element in root.iter():
        name = element.tag.rsplit("}", 1)[-1]
        if name == tag:
            pieces.append(element.text or "")
        elif name in ("p", "si", "tab", "br"):
            pieces.append("\n")
    return "".join(pieces)


def _tags_stripped(data: bytes) -> str:
    text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8", "replace")
    text = re.sub(r"(?is)<(script|style|head|nav|svg|noscript|template)\b.*?</\1\s*>|<!--.*?-->", " ", text)
    return html.unescape(re.sub(r"<[^>]+>", " ", text))


def _mail(path: Path) -> str | None:
    message = email.message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain", "html"))
    if body is None:
        return str(message["subject"] or "")
    text = str(body.get_content())
    if body.get_content_subtype() == "html":
        text = _tags_stripped(text.encode())
    return f"{message['subject'] or ''}\n{text}"
