"""Settings -> a home that is indexed, purged, checked or mended by whoever may administer it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from localrag.access.policy import FILE_NAME, Policy, load_policy, read_policy
from localrag.access.resolve import resolve, rights_of
from localrag.adapters.account import SystemAccount
from localrag.adapters.clock import SystemClock
from localrag.adapters.sqlite_traces import SqliteTraces
from localrag.errors import AccessError, BusyError, IndexMissingError, IndexUnusableError, NotFoundError
from localrag.index.reader import open_corpus
from localrag.index.schema import DATABASE
from localrag.kept import blanked
from localrag.ports import OnProgress
from localrag.records.ids import SourceId
from localrag.records.index import AS_USUAL, IndexOptions, IndexSummary, Progress, PurgeSummary, RepairSummary
from localrag.records.trace import TraceCheck
from localrag.settings import Settings, load_settings
from localrag.stores import CorpusWriter
from localrag.wiring import default_home, default_state, load_embedder

if TYPE_CHECKING:
    from localrag.records.policy import PolicyReport, ReadingExplanation
    from localrag.records.security import DocumentAccess


def index(
    paths: Sequence[Path],
    *,
    home: Path | None = None,
    on_progress: OnProgress,
    options: IndexOptions = AS_USUAL,
) -> IndexSummary:
    """Bring the index up to date with files.

    Args:
        paths: Folders or files; none refreshes every known source.
        home: Index home, made where it does not exist.
        on_progress: Told of each step; raising from it stops the run, losing nothing.
        options: How the run is meant; a dry run writes nothing and needs no lock.

    Raises:
        AccessError: The account may not administer this home.
        UsageError: A path is missing, or overlaps a known source.
        BusyError: Another run is writing.
    """
    from localrag.index.onlooker import open_onlooker
    from localrag.index.writer import open_writer
    from localrag.ingest.run import index as run

    home = home or default_home()
    settings = load_settings(home)
    has_policy = administered(home, settings, changing=not options.dry_run) is not None
    on_progress(Progress(phase="open"))
    embedder = load_embedder(settings.embedder)
    with contextlib.ExitStack() as undo:
        if not options.dry_run and not (home / DATABASE).exists():
            # A slip of the pen must not leave an empty index behind, which would then answer nothing.
            undo.callback(_discard_if_empty, home, settings)
        if options.dry_run:
            writer: CorpusWriter = undo.enter_context(open_onlooker(home))
        else:
            writer = undo.enter_context(
                open_writer(
                    home, under_policy=has_policy, group=settings.access.group, re_embed=options.re_embed
                )
            )
        return run(
            paths,
            writer,
            embedder,
            settings=settings.index,
            classifications=settings.access.classifications,
            clock=SystemClock(),
            has_policy=has_policy,
            options=options,
            on_progress=on_progress,
        )


def purge(
    names: Sequence[str] = (),
    *,
    home: Path | None = None,
    state: Path | None = None,
    allow_empty: bool = False,
    on_progress: OnProgress = lambda _: None,
) -> PurgeSummary:
    """Take documents out for good: of what is removed, no byte stays in the home or in this account's state.

    Questions to other homes stay, whatever they found. Killed in between, it is done by running it again.

    Args:
        names: Document ids, ``document_id@version``, ``SOURCE_ID/uri``, chunk ids or source ids; none
            stands for everything that is no longer in its folder.
        home: Index home.
        state: This account's traces and conversations.
        allow_empty: Without names: whether a folder that is missing or empty has lost its documents.
        on_progress: Told of each step.

    Raises:
        AccessError: The account may not administer this home.
        NotFoundError: A name stands for nothing on record; nothing was purged.
        BusyError: Another process writes, or still holds what was purged.
    """
    from localrag.index.writer import open_writer
    from localrag.ingest.gone import gone_files, still_there

    home = home or default_home()
    settings = load_settings(home)
    policy = administered(home, settings)
    if not (home / DATABASE).is_file():
        raise IndexMissingError(home)
    warnings: list[str] = []
    embedder = load_embedder(settings.embedder)
    with open_writer(home, under_policy=policy is not None, group=settings.access.group) as writer:
        sources = {source.source_id: source for source in writer.sources()}
        if names:
            places = [place for name in names for place in _named(writer.named(name), name)]
        else:
            places = list(gone_files(writer, allow_empty=allow_empty, warnings=warnings))
        places = sorted(set(places))
        for source_id, uri in places:
            writer.remove(source_id, uri)
        forgotten = [SourceId(name) for name in names if name in sources]
        scrubbed = writer.scrub(embedder, on_progress, forgotten=forgotten)
    there = [f"{source_id}/{uri}" for source_id, uri in places if still_there(sources[source_id], uri)]
    if there:
        warnings.append(
            f"{len(there)} of these files still lie in their folders, {there[0]} first: the next index run"
            " reads them again. Remove the files, too"
        )
    gone = blanked(state or default_state(), scrubbed)
    return PurgeSummary(
        purged=tuple(f"{source_id}/{uri}" for source_id, uri in places),
        passages=scrubbed.passages,
        **gone._asdict(),
        warnings=tuple(warnings),
    )


def _named(places: list[tuple[SourceId, str]], name: str) -> list[tuple[SourceId, str]]:
    if not places:
        raise NotFoundError(
            f"There is no document {name}; nothing was purged.", "Find its name with: localrag search WORDS"
        )
    return places


def verify(home: Path | None = None, *, full: bool = False) -> tuple[str, ...]:
    """What is wrong with an index, in words; empty where nothing is."""
    from localrag.index.repair import verify as run

    home = home or default_home()
    administered(home, load_settings(home), to="check", changing=False)
    return run(home, full)


def repair(home: Path | None = None, *, dry_run: bool = False) -> RepairSummary:
    """Mend an index from corpus.db, encoding nothing that it still holds; or tell what that would do."""
    from localrag.index.repair import repair as run

    home = home or default_home()
    settings = load_settings(home)
    administered(home, settings, changing=not dry_run)
    return run(home, load_embedder(settings.embedder), dry_run=dry_run)


def policy_check(home: Path | None = None) -> PolicyReport:
    """What the policy of a home does, and what of it somebody should look at.

    A policy that cannot be used says nothing of who administers; whoever the system lets write it sees then
    what is wrong with it.

    Raises:
        AccessError: The account may not administer this home.
        PolicyError: The policy cannot be used, and this account may not write it.
    """
    from localrag.access.check import check_policy

    home = home or default_home()
    settings = load_settings(home)
    read = read_policy(home, settings.access.classifications)
    if read is None or read.policy is not None or not os.access(home / FILE_NAME, os.W_OK):
        administered(home, settings, to="see who may read what in")
    try:
        corpus = open_corpus(home)
    except IndexMissingError:
        return check_policy(home, read, None, needs_policy=False)
    with contextlib.closing(corpus):
        return check_policy(home, read, corpus.accesses(), needs_policy=corpus.built_under_policy)


def policy_explain(user: str, name: str, home: Path | None = None) -> tuple[ReadingExplanation, ...]:
    """Why a user may read a document or may not, for each version that the name stands for.

    Args:
        user: An account's name, with an entry of its own or without.
        name: A document id, ``document_id@version`` or ``SOURCE_ID/uri``.
        home: Index home.

    Raises:
        AccessError: The account that asks may not administer this home, or there is no policy.
        NotFoundError: The user has no rights at all, or there is no such document.
    """
    from localrag.access.explain import explain_reading

    home = home or default_home()
    policy = administered(home, load_settings(home), to="see who may read what in")
    if policy is None:
        raise AccessError(
            "This home has no policy.toml: whoever the system lets open it may read all of it.",
            "Write one to give people different rights.",
        )
    found = rights_of(policy, user)
    if found is None:
        raise NotFoundError(
            f"The account {user} has no entry in the access policy, and there is none for others.",
            "It is refused everything. See the entries with: localrag policy check",
        )
    with contextlib.closing(open_corpus(home)) as corpus:
        documents = [one for one in corpus.accesses() if name in one.names]
    if not documents:
        raise NotFoundError(f"There is no document {name}.", "Use its document id or SOURCE/path.")
    return tuple(explain_reading(*found, document) for document in documents)


def accesses(home: Path) -> list[DocumentAccess]:
    """Every indexed document version by place, without text.

    Raises:
        AccessError: The account may not administer this home.
    """
    administered(home, load_settings(home), to="see the documents of", changing=False)
    with contextlib.closing(open_corpus(home)) as corpus:
        return corpus.accesses()


def verify_traces(state: Path | None = None) -> TraceCheck:
    """What is wrong with the chain of this account's traces."""
    return SqliteTraces(state or default_state()).check()


def administered(
    home: Path, settings: Settings, *, to: str = "change the index at", changing: bool = True
) -> Policy | None:
    """The policy of a home that this account may change.

    Args:
        home: Index home.
        settings: Of the home.
        to: What it may not do otherwise, for the message.
        changing: Whether something is written; where not, and where no policy ever was, whoever may read
            the home may look into it, on read-only media too.

    Raises:
        AccessError: It may not.
    """
    policy = load_policy(home, settings.access.classifications)
    may_write = os.access(home if home.exists() else _nearest_existing(home), os.W_OK)
    if policy is None and not changing and not may_write:
        may_write = _is_open_to_all(home)
    security = resolve(policy, SystemAccount().name(), may_write_home=may_write)
    if not security.may_administer:
        raise AccessError(
            f"The account {security.user_id} may not {to} {home}.",
            "Ask whoever prepared this laptop, or choose another home with --home.",
        )
    return policy


def _is_open_to_all(home: Path) -> bool:
    """Whether a home is known never to have had a policy."""
    try:
        with contextlib.closing(open_corpus(home)) as corpus:
            return not corpus.built_under_policy
    except IndexUnusableError:
        return False


def _discard_if_empty(home: Path, settings: Settings) -> None:
    from localrag.adapters.files import modes_for
    from localrag.index.discard import discard_if_empty

    with contextlib.suppress(BusyError):
        discard_if_empty(home, modes_for(settings.access.group))


def _nearest_existing(path: Path) -> Path:
    return next(parent for parent in path.absolute().parents if parent.exists())
