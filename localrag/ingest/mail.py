"""Bytes of an e-mail -> its fields, its best body, and what is attached to it."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, TypeAlias

from localrag.ingest.composing import Composition
from localrag.ingest.decode import decode
from localrag.ingest.plain_text import parse_text
from localrag.ingest.sniff import HEAD_BYTES, sniff
from localrag.ingest.tables import row_line
from localrag.records.extract import Extract, UnparsableError

MAX_DEPTH = 20
"""Messages and parts inside each other; design value."""
_MAX_PARTS = 2_000
"""Of one file (guess)."""
_FIELDS = ("From", "To", "Cc", "Bcc", "Reply-To", "Date", "Subject")
_ENCRYPTED = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
_RICHER = 5
"""Times the words of the plain body, from where on the HTML one is taken: then the plain one only says that
there is another (guess)."""

Part: TypeAlias = "Message[Any, Any]"
"""Any: what a payload is depends on the part."""


def parse_eml(data: bytes) -> Extract:
    """A message: its fields as a table, its body, and each attachment as a section of its own.

    Attachments and messages inside are part of the document, so that whoever may read the message, and
    nobody else, may read them.

    Raises:
        UnparsableError: ``empty``, ``encrypted``, ``damaged``, ``nested_too_deeply``, ``too_large`` or
            ``no_text``.
    """
    if not data.strip():
        raise UnparsableError("empty", "the file is empty")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or data[1:2] == b"\x00":
        data = decode(data).text.encode("utf-8")
    message = email.message_from_bytes(data, policy=email.policy.compat32)
    if not message.keys():
        raise UnparsableError("damaged", "it has no header fields")
    reader = _MailReader()
    reader.message(message, 0)
    if not reader.has_body and reader.encrypted:
        raise UnparsableError("encrypted", "its content is encrypted")
    if not reader.has_body:
        reader.composition.warnings.append("the message has no text")
    return reader.composition.extract(_field(message, "Subject"))


class _MailReader:
    def __init__(self) -> None:
        self.composition = Composition()
        self.has_body = False
        self.encrypted = False
        self._parts = 0

    def message(self, message: Part, depth: int) -> None:
        """Add a message and what it holds."""
        lines = [row_line((name, value)) for name in _FIELDS if (value := _field(message, name))]
        self.composition.table("", lines)
        self._part(message, depth)

    def _part(self, part: Part, depth: int) -> None:
        self._parts += 1
        if depth > MAX_DEPTH:
            raise UnparsableError("nested_too_deeply", f"parts are nested more than {MAX_DEPTH} deep")
        if self._parts > _MAX_PARTS:
            raise UnparsableError("too_large", f"more than {_MAX_PARTS:,} parts")
        kind = part.get_content_type()
        if kind in _ENCRYPTED:
            self.encrypted = True
            self.composition.warnings.append("an encrypted part was not read")
        elif kind == "message/rfc822" and isinstance(inner := part.get_payload(), list):
            for message in inner:
                if isinstance(message, Message):
                    self._inner(message, depth)
        elif kind == "multipart/alternative":
            self._alternative(part, depth)
        elif part.is_multipart():
            for child in part.get_payload():
                if isinstance(child, Message):
                    self._part(child, depth + 1)
        elif _is_body(part):
            self._body(part)
        else:
            self._attachment(part)

    def _inner(self, message: Part, depth: int) -> None:
        self.composition.heading(1, f"Message: {_field(message, 'Subject') or 'without subject'}")
        self.message(message, depth + 1)

    def _alternative(self, part: Part, depth: int) -> None:
        """One of several forms of the same: the plain one, unless another says much more."""
        children = [child for child in part.get_payload() if isinstance(child, Message)]
        plain: Part | None = next(
            (child for child in children if child.get_content_type() == "text/plain"), None
        )
        others = [child for child in children if child.get_content_type() != "text/plain"]
        page: Part | None = next(
            (found for child in others for found in child.walk() if _is_html(found)), None
        )
        chosen = page
        if plain is not None and (page is None or not _says_more(page, plain)):
            chosen = plain
        if chosen is not None:
            self._body(chosen)
        for child in others:
            for found in child.walk():
                if not found.is_multipart() and not _is_body(found) and found is not chosen:
                    self._attachment(found)
        if chosen is None:
            for child in children:
                self._part(child, depth + 1)

    def _body(self, part: Part) -> None:
        text, warnings = _text(part)
        if not text.strip():
            return
        if _is_html(part):
            from localrag.ingest.web_page import parse_page

            try:
                extract = parse_page(text)
            except UnparsableError as error:
                if error.reason == "too_large":
                    raise
                return
        else:
            extract = parse_text(text.strip("\n"))
        self.composition.insert(extract, below=1)
        self.composition.warnings.extend(warnings)
        self.has_body = True

    def _attachment(self, part: Part) -> None:
        from localrag.ingest.kinds import parse

        data = _bytes(part)
        name = _file_name(part) or part.get_content_type()
        if not data.strip():
            return
        kind = sniff(data[:HEAD_BYTES], name)
        warnings = self.composition.warnings
        if kind.media_type is None:
            warnings.append(f"attachment {name} was not read: {kind.mismatch or kind.name}")
            return
        try:
            extract = parse(kind.media_type, data)
        except UnparsableError as error:
            if error.reason == "nested_too_deeply":
                raise
            self.composition.partial.append(f"attachment {name} could not be read: {error.detail}")
            return
        self.composition.heading(1, f"Attachment: {name}")
        self.composition.insert(extract, below=1)
        warnings.extend(f"attachment {name}: {warning}" for warning in extract.warnings)
        if extract.partial:
            self.composition.partial.append(f"attachment {name}: {extract.partial}")
        self.has_body = True


def _is_body(part: Part) -> bool:
    if part.get_content_maintype() != "text" or part.get_content_disposition() == "attachment":
        return False
    return part.get_content_type() in ("text/plain", "text/html") and not part.get_filename()


def _is_html(part: Part) -> bool:
    return part.get_content_type() == "text/html" and part.get_content_disposition() != "attachment"


def _says_more(page: Part, plain: Part) -> bool:
    words = len(_text(plain)[0].split())
    if words >= 50:
        return False
    from localrag.ingest.web_page import parse_page

    try:
        return len(parse_page(_text(page)[0]).text.split()) > _RICHER * max(1, words)
    except UnparsableError:
        return False


def _bytes(part: Part) -> bytes:
    try:
        payload = part.get_payload(decode=True)
    except (MessageError, ValueError, LookupError):
        payload = None
    return payload if isinstance(payload, bytes) else b""


def _text(part: Part) -> tuple[str, tuple[str, ...]]:
    try:
        declared = part.get_content_charset()
    except (MessageError, ValueError, LookupError):
        declared = None
    decoded = decode(_bytes(part), declared)
    return decoded.text, decoded.warnings


def _field(message: Part, name: str) -> str:
    """A header field, decoded and on one line; a date in ISO form where it is one."""
    try:
        raw = message.get(name)
    except (MessageError, ValueError):
        return ""
    if raw is None:
        return ""
    words = " ".join("".join(_decoded_words(str(raw) if isinstance(raw, str) else raw)).split())
    if name == "Date":
        try:
            return parsedate_to_datetime(words).isoformat(" ", "minutes")
        except (ValueError, TypeError, IndexError, OverflowError):
            return words
    return words


def _decoded_words(raw: object) -> Iterator[str]:
    try:
        pieces = decode_header(raw)  # type: ignore[arg-type]
    except (HeaderParseError, ValueError):
        yield str(raw)
        return
    for piece, charset in pieces:
        if isinstance(piece, bytes):
            declared = None if charset in (None, "unknown-8bit") else charset
            yield decode(piece, declared).text
        else:
            yield piece.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _file_name(part: Part) -> str:
    try:
        name = part.get_filename()
    except (MessageError, ValueError, LookupError):
        name = None
    words = " ".join("".join(_decoded_words(name or "")).split())
    return words.replace("\\", "/").rsplit("/", 1)[-1][:200]
