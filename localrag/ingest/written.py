"""Bytes of a Markdown or text file -> its text, blocks and front matter."""

from __future__ import annotations

from dataclasses import replace

from localrag.adapters.markdown import parse_markdown
from localrag.ingest.decode import MAX_TEXT_CHARS, decode
from localrag.ingest.front_matter import part
from localrag.ingest.plain_text import parse_text
from localrag.records.extract import Extract, UnparsableError


def parse_written(media: str, data: bytes) -> Extract:
    """What a Markdown or text file holds; its front matter is not part of its text.

    Raises:
        UnparsableError: ``empty`` (no letter in it), ``too_large``, or ``damaged`` (no text at all).
    """
    if not data.strip():
        raise UnparsableError("empty", "the file is empty")
    decoded = decode(data)
    if len(decoded.text) > MAX_TEXT_CHARS:
        raise UnparsableError("too_large", f"more than {MAX_TEXT_CHARS:,} characters of text")
    front_matter, body = part(decoded.text)
    if not body.strip():
        raise UnparsableError("empty", "nothing but front matter" if front_matter else "the file is empty")
    parse = parse_markdown if media == "markdown" else parse_text
    return replace(parse(body, front_matter), warnings=decoded.warnings)
