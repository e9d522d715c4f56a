"""Bytes of a PDF -> whether its streams unpack to no more than a parser may be given."""

from __future__ import annotations

import re
import zlib

from localrag.ingest.archive import MAX_UNPACKED_BYTES
from localrag.records.extract import UnparsableError

_STREAM = re.compile(rb"stream\r?\n")
_DICTIONARY_BYTES = 2_000
"""Before the word ``stream``: where its filters are named (guess)."""
_FILTERS = re.compile(rb"/Filter\s*(\[[^\]]{0,400}\]|/\w+)")
_DEFLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")
_MOST_DEFLATE = 1_032
"""Times a stream may unpack to at most; a property of the format."""
_PIECE = 1 << 20


def check_streams(data: bytes) -> None:
    """Look into the streams that could unpack to too much: large ones, and those packed several times.

    Pictures are left to the reader, which never draws them.

    Raises:
        UnparsableError: ``too_large_when_unpacked`` beyond ``MAX_UNPACKED_BYTES`` for one stream.
    """
    for match in _STREAM.finditer(data):
        end = data.find(b"endstream", match.end())
        end = end if end >= 0 else len(data)
        dictionary = data[max(0, match.start() - _DICTIONARY_BYTES) : match.start()]
        dictionary = dictionary[dictionary.rfind(b" obj") + 1 :]
        filters = _FILTERS.findall(dictionary)
        layers = len(_DEFLATE.findall(filters[-1])) if filters else 0
        if layers and (end - match.end()) * _MOST_DEFLATE**layers > MAX_UNPACKED_BYTES:
            _unpack(data[match.end() : end], layers)


def _unpack(packed: bytes, layers: int) -> None:
    for _ in range(layers):
        inflated = bytearray()
        left = packed
        unpacker = zlib.decompressobj()
        try:
            while left and not unpacker.eof:
                inflated += unpacker.decompress(left, _PIECE)
                left = unpacker.unconsumed_tail
                if len(inflated) > MAX_UNPACKED_BYTES:
                    raise UnparsableError(
                        "too_large_when_unpacked",
                        f"a stream of it unpacks to more than {MAX_UNPACKED_BYTES:,} bytes",
                    )
        except zlib.error:
            # Locked or damaged: the reader will say so.
            return
        packed = bytes(inflated)
