"""Paths -> an index brought up to date with the files there, and what was done."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from localrag.errors import UsageError
from localrag.ingest.parser_process import ParserProcess
from localrag.ingest.refresh import Refresh, Tools
from localrag.ingest.roots import Root, moved_from, new_source_id, roots
from localrag.ingest.rounds import Rounds
from localrag.ingest.scan import Listing, look, scan
from localrag.ingest.source_files import NAME
from localrag.ingest.source_metadata import SourceMetadata
from localrag.ingest.supersession import circles
from localrag.ingest.tally import Tally
from localrag.ports import Clock, Embedder, OnProgress
from localrag.records.documents import SourceRecord
from localrag.records.ids import TenantId
from localrag.records.index import IndexOptions, IndexSummary, Progress
from localrag.settings import IndexSettings
from localrag.stores import CorpusWriter, Published

PARSER_VERSION = "3"
"""Raised whenever the same file would give other passages: then every file is read again."""
_PARSERS = (
    "charset-normalizer",
    "markdown-it-py",
    "openpyxl",
    "pypdfium2",
    "python-docx",
    "selectolax",
)
LOCAL_TENANT = TenantId("local")


def index(
    paths: Sequence[Path],
    writer: CorpusWriter,
    embedder: Embedder,
    *,
    settings: IndexSettings,
    classifications: Sequence[str],
    clock: Clock,
    has_policy: bool,
    options: IndexOptions,
    on_progress: OnProgress,
) -> IndexSummary:
    """Bring the index up to date with the files under some paths.

    A file that cannot be read stops nothing: it is listed, and tried again when it, its metadata or the
    parser changes. A source whose folder is missing or suddenly empty keeps its documents, unless the
    options say that it has none any more. Running it twice changes nothing.

    Args:
        paths: Folders or files; none looks at every source on record.
        writer: Takes documents; what is staged becomes visible at the end, and in a long run also on its way.
        embedder: Counts tokens here, encodes in ``writer.publish``.
        settings: Sizes.
        classifications: Levels, lowest first.
        clock: When the files were seen.
        has_policy: Whether the home has an access policy; other tenants than ``local`` need one.
        options: How the run is meant; a dry run wants a writer that writes nothing.
        on_progress: Told of each step; raising from it stops the run, losing nothing.

    Raises:
        UsageError: A path is not there or overlaps another source, or a ``_source.toml`` cannot be used.
    """
    started = time.perf_counter()
    tally = Tally()
    planned = _planned(paths, writer, tally, classifications, options, on_progress)
    for plan in planned:
        _check(plan, has_policy)
    rounds = Rounds(lambda: writer.publish(embedder, on_progress))
    with ParserProcess() as parser:
        tools = Tools(
            writer=writer,
            embedder=embedder,
            parser=parser,
            settings=settings,
            clock=clock,
            on_progress=on_progress,
            parser_version=_parser_version(embedder, settings),
            options=options,
            rounds=rounds,
        )
        for plan in planned:
            tally.warnings.extend(plan.metadata.warnings)
            Refresh(plan.source, plan.listing, plan.metadata, tools, tally).run()
    tally.warnings.extend(circles(tally.superseding))
    published = rounds.finish()
    if has_policy:
        tally.warnings.extend(_closed(tally.closed))
    return _summary(tally, published, options, time.perf_counter() - started)


def _summary(tally: Tally, published: Published, options: IndexOptions, seconds: float) -> IndexSummary:
    return IndexSummary(
        added=tally.added,
        changed=tally.changed,
        unchanged=tally.unchanged,
        removed=tally.removed,
        failed=tuple(tally.failed),
        skipped=tuple(tally.skipped),
        warnings=tuple(dict.fromkeys(tally.warnings)),
        passages=published.passages,
        embedded=published.embedded,
        seconds=seconds,
        encode_seconds=published.encode_seconds,
        generation=published.generation,
        dry_run=options.dry_run,
        planned=tuple(tally.planned) if options.dry_run else (),
    )


class _Plan(NamedTuple):
    source: SourceRecord
    listing: Listing
    metadata: SourceMetadata
    is_new: bool


def _planned(
    paths: Sequence[Path],
    writer: CorpusWriter,
    tally: Tally,
    levels: Sequence[str],
    options: IndexOptions,
    on_progress: OnProgress,
) -> list[_Plan]:
    """Every source meant by the paths that is there; those that are not are counted as they are."""
    known = writer.sources()
    looked_at = roots(paths, known)
    planned: list[_Plan] = []
    for root in looked_at:
        on_progress(Progress(phase="scan", current=str(root.path)))
        listing = _listing(root, partial(_tell_found, on_progress, str(root.path)))
        if root.known is not None and (listing is None or listing.is_empty) and not options.allow_empty:
            _keep(root, writer, tally)
        else:
            planned.append(_plan(root, listing or Listing(), known, planned, levels))
    return planned


def _tell_found(on_progress: OnProgress, path: str, count: int) -> None:
    on_progress(Progress(phase="scan", done=count, current=path))


def _listing(root: Root, on_found: Callable[[int], None]) -> Listing | None:
    """What lies below a root; None where one that is on record is not there, or is a link by now."""
    if root.known is not None:
        return look(root, on_found)
    try:
        return scan(root.folder, root.only, on_found)
    except OSError as error:
        raise UsageError(
            f"{root.folder} cannot be read: {error.strerror}.", "Check its permissions."
        ) from error


def _plan(
    root: Root,
    listing: Listing,
    known: Sequence[SourceRecord],
    planned: Sequence[_Plan],
    levels: Sequence[str],
) -> _Plan:
    if root.known is not None:
        metadata = SourceMetadata(root.folder, listing, levels=levels, name=root.known.source_id)
        stated = metadata.root_file.source_id
        if stated is not None and stated != root.known.source_id and root.only is None:
            metadata.warn(
                f"{root.folder / NAME}: source_id is {stated!r} now; the source stays {root.known.source_id}"
            )
        return _Plan(_with_tenant(root.known, metadata), listing, metadata, is_new=False)
    file = SourceMetadata(root.folder, listing, levels=levels, name=root.folder.name).root_file
    taken = {plan.source.source_id for plan in planned}
    moved = moved_from(file.source_id, known) if root.only is None and file.source_id not in taken else None
    if moved is not None:
        source = moved.model_copy(update={"root": str(root.folder)})
    else:
        source = SourceRecord(
            source_id=new_source_id(root, file.source_id, known, taken),
            root=str(root.folder),
            single_file=root.only,
            tenant_id=LOCAL_TENANT,
        )
    metadata = SourceMetadata(root.folder, listing, levels=levels, name=source.source_id)
    return _Plan(_with_tenant(source, metadata), listing, metadata, is_new=moved is None)


def _with_tenant(source: SourceRecord, metadata: SourceMetadata) -> SourceRecord:
    file = metadata.root_file
    if file.broken:
        return source
    return source.model_copy(update={"tenant_id": TenantId(file.tenant_id or LOCAL_TENANT)})


def _check(plan: _Plan, has_policy: bool) -> None:
    file = plan.metadata.root_file
    path = Path(plan.source.root) / NAME
    if file.broken and plan.is_new:
        raise UsageError(f"{path} {file.broken}.", "Correct it: nothing of this folder was indexed.")
    others = sorted((file.tenants | {plan.source.tenant_id}) - {LOCAL_TENANT})
    if others and not has_policy:
        raise UsageError(
            f"{path} names the tenant {others[0]!r}, but this home has no access policy.",
            "Put a policy.toml into the home first, or leave tenant_id out.",
        )


def _keep(root: Root, writer: CorpusWriter, tally: Tally) -> None:
    """Count a source whose folder is gone or empty as it is on record: an unplugged drive deletes nothing."""
    assert root.known is not None
    for record in writer.files(root.known.source_id).values():
        if record.outcome == "failed":
            tally.failed.append(record)
        else:
            tally.unchanged += 1
    tally.warnings.append(
        f"source {root.known.source_id}: {root.path} is missing or empty; its documents still answer, from"
        " the last run. Once it is there again, run index; if it is gone for good, index --allow-empty takes"
        " them out"
    )


def _closed(documents: Sequence[str]) -> Iterator[str]:
    """A warning a source about documents that nobody may read under a policy."""
    by_source: dict[str, list[str]] = defaultdict(list)
    for where in documents:
        by_source[where.split("/", 1)[0]].append(where)
    for source_id, places in by_source.items():
        yield (
            f"source {source_id}: {len(places)} of its documents, {places[0]} first, have no acl_policy_id or"
            " no classification: nobody may read them under the policy"
        )


def _parser_version(embedder: Embedder, settings: IndexSettings) -> str:
    """Names everything that decides how a file is read and cut."""
    identity = embedder.identity
    libraries = "/".join(version(name) for name in _PARSERS)
    return (
        f"{PARSER_VERSION} {libraries} {identity.sha256[:12]}/{identity.max_tokens}"
        f" {settings.target_tokens}+{settings.overlap_tokens}"
    )
