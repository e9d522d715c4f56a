"""Sources on record -> the files on record that are no longer there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from localrag.ingest.roots import root_of
from localrag.ingest.scan import look, under
from localrag.records.documents import SourceRecord
from localrag.records.ids import SourceId
from localrag.stores import CorpusWriter


def gone_files(
    writer: CorpusWriter, *, allow_empty: bool, warnings: list[str]
) -> Iterator[tuple[SourceId, str]]:
    """Source and uri of every file on record that its folder does not list any more; nothing is read.

    A folder that is missing, suddenly empty or cannot be listed has lost nothing: an unplugged drive
    deletes no document.

    Args:
        writer: Knows the sources and their files.
        allow_empty: Whether a missing or empty folder has lost everything.
        warnings: Extended by what was passed over.
    """
    for source in writer.sources():
        listing = look(root_of(source))
        if (listing is None or listing.is_empty) and not allow_empty:
            warnings.append(
                f"source {source.source_id}: {root_of(source).path} is missing or empty; its documents stay."
                " If it is gone for good: localrag purge --deleted --allow-empty"
            )
            continue
        there = {file.uri for file in listing.documents} if listing else set()
        unlisted = listing.unlisted if listing else []
        for uri in sorted(writer.files(source.source_id)):
            if uri not in there and uri not in unlisted and not under(uri, unlisted):
                yield source.source_id, uri


def still_there(source: SourceRecord, uri: str) -> bool:
    """Whether a file that is purged lies where it was: then the next ``index`` reads it again."""
    try:
        return (Path(source.root) / uri).is_file()
    except (OSError, ValueError):
        return False
