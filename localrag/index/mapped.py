"""The segment files of one generation, held open; checked and read on first use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from localrag.adapters.faiss_index import FaissIndex
from localrag.adapters.sqlite_reading import Row
from localrag.index.lexicon import Lexicon
from localrag.index.segments import DENSE, FOLDER, LEXICAL, MappedFile, SegmentFile, unpacked

SEGMENT_FILES = "SELECT segment, kind, bytes, crc32, sha256 FROM segment_files ORDER BY segment, kind"


class Segment:
    """One segment's files."""

    def __init__(self, folder: Path, files: Sequence[SegmentFile]) -> None:
        """Map the files; see MappedFile for the errors."""
        self.files = {listed.kind: MappedFile(folder, listed) for listed in files}
        self._lexicon: Lexicon | None = None
        self._dense: FaissIndex | None = None

    def lexicon(self) -> Lexicon:
        """Vocabulary, postings and the columns of the rows. IndexDamagedError."""
        if self._lexicon is None:
            self._lexicon = Lexicon(unpacked(self.files[LEXICAL].content()))
        return self._lexicon

    @property
    def has_vectors(self) -> bool:
        """Whether its texts were encoded when it was built."""
        return DENSE in self.files

    def dense(self) -> FaissIndex:
        """The vectors of the rows. IndexDamagedError."""
        if self._dense is None:
            self._dense = FaissIndex(self.files[DENSE].content())
        return self._dense


def listed_files(rows: Sequence[Row]) -> dict[str, list[SegmentFile]]:
    """Rows of SEGMENT_FILES by segment."""
    files: dict[str, list[SegmentFile]] = defaultdict(list)
    for segment, kind, size, crc32, sha256 in rows:
        name = cast(str, segment)
        files[name].append(
            SegmentFile(name, cast(str, kind), cast(int, size), cast(int, crc32), cast(str, sha256))
        )
    return files


def open_segments(home: Path, rows: Sequence[Row]) -> list[Segment]:
    """The segments that rows of SEGMENT_FILES list, by name; see MappedFile for the errors."""
    return [Segment(home / FOLDER, files) for files in listed_files(rows).values()]
