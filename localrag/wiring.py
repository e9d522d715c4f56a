"""Settings -> a ready assistant or indexer: the only file that sees stages and adapters."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from localrag.access.policy import Policy, load_policy
from localrag.access.resolve import resolve
from localrag.adapters.account import SystemAccount
from localrag.adapters.clock import SystemClock
from localrag.adapters.loading import LoadingEmbedder
from localrag.adapters.places import index_home, user_state
from localrag.adapters.sqlite_sessions import SqliteSessions
from localrag.adapters.sqlite_traces import SqliteTraces
from localrag.api import Assistant
from localrag.errors import AccessError, IndexMismatchError, PolicyError
from localrag.index.catalog import ReadableCatalog
from localrag.index.reader import open_corpus
from localrag.plan.glossary import load_glossary
from localrag.ports import Account, Clock, Corpus, Embedder, OnProgress
from localrag.records.index import IndexSummary
from localrag.records.security import SecurityContext
from localrag.settings import EmbedderSettings, Settings, load_settings


def default_home() -> Path:
    """Where the index is unless a command says otherwise."""
    return index_home()


def default_state() -> Path:
    """Where this account's traces and sessions are."""
    return user_state()


def open_assistant(
    home: Path | None = None,
    *,
    as_user: str | None = None,
    state: Path | None = None,
    will_ask: bool = True,
    account: Account | None = None,
    clock: Clock | None = None,
) -> Assistant:
    """An assistant that answers from one home, with the rights of whoever runs this process.

    Args:
        home: Index home; ``LOCALRAG_HOME`` or the platform's folder where left out.
        as_user: Somebody to see through, within the policy's act_as.
        state: Where traces and conversations go; ``LOCALRAG_STATE`` or the platform's folder where left out.
        will_ask: Whether the model should start loading now; where not, the first question waits for it.
        account: In place of the operating system's word on who this is; for tests.
        clock: In place of the machine's clock; for tests.

    Raises:
        SettingsError: ``localrag.toml`` or ``glossary.toml`` cannot be used.
        IndexMissingError, IndexDamagedError: There is nothing to answer from.
        PolicyError: The policy is broken, or missing where the index was built under one.
        AccessError: The account has no entry, or may not act as that user.
    """
    home = home or default_home()
    settings, glossary = load_settings(home), load_glossary(home)
    # Started first: the model loads while the index is opened and the question planned.
    embedder = LoadingEmbedder(lambda: _embedder(settings.embedder), at_once=will_ask)
    with contextlib.ExitStack() as undo:
        corpus = open_corpus(home, expect_dense=will_ask)
        undo.callback(corpus.close)
        policy = _policy_for(home, settings, corpus)
        account_name = (account or SystemAccount()).name()

        def rights(as_user: str | None) -> SecurityContext:
            return resolve(policy, account_name, as_user=as_user, may_write_home=os.access(home, os.W_OK))

        assistant = Assistant(
            corpus=corpus,
            catalog=lambda security: ReadableCatalog(corpus, security),
            embedder=lambda: _that_built(corpus, embedder()),
            traces=SqliteTraces(state or default_state()) if settings.trace.enabled else None,
            sessions=SqliteSessions(state or default_state()),
            clock=clock or SystemClock(),
            settings=settings,
            glossary=glossary,
            rights=rights,
            as_user=as_user,
        )
        undo.pop_all()
        return assistant


def index(
    paths: Sequence[Path],
    *,
    home: Path | None = None,
    on_progress: OnProgress,
    re_embed: bool = False,
) -> IndexSummary:
    """Bring the index up to date with files.

    Args:
        paths: Folders or files; none refreshes every known source.
        home: Index home, made where it does not exist.
        on_progress: Told of each step; raising from it stops the run, losing nothing.
        re_embed: Encode everything again, with the embedder that the settings name now.

    Raises:
        AccessError: The account may not administer this home.
        UsageError: A path is missing, or overlaps a known source.
        BusyError: Another run is writing.
    """
    from localrag.index.writer import open_writer
    from localrag.ingest.run import index as run

    home = home or default_home()
    settings = load_settings(home)
    policy = administered(home, settings)
    embedder = _embedder(settings.embedder)
    with open_writer(
        home, under_policy=policy is not None, group=settings.access.group, re_embed=re_embed
    ) as writer:
        return run(
            paths,
            writer,
            embedder,
            settings=settings.index,
            classifications=settings.access.classifications,
            clock=SystemClock(),
            has_policy=policy is not None,
            on_progress=on_progress,
        )


def verify(home: Path | None = None, *, full: bool = False) -> tuple[str, ...]:
    """What is wrong with an index, in words; empty where nothing is."""
    from localrag.index.repair import verify as run

    home = home or default_home()
    administered(home, load_settings(home))
    return run(home, full)


def repair(home: Path | None = None) -> tuple[str, ...]:
    """Mend an index from corpus.db, encoding nothing that it still holds; gives what was done, in words."""
    from localrag.index.repair import repair as run

    home = home or default_home()
    settings = load_settings(home)
    administered(home, settings)
    return run(home, _embedder(settings.embedder))


def administered(home: Path, settings: Settings) -> Policy | None:
    """The policy of a home that this account may change.

    Raises:
        AccessError: It may not.
    """
    policy = load_policy(home, settings.access.classifications)
    may_write = os.access(home if home.exists() else _nearest_existing(home), os.W_OK)
    security = resolve(policy, SystemAccount().name(), may_write_home=may_write)
    if not security.may_administer:
        raise AccessError(
            f"The account {security.user_id} may not change the index at {home}.",
            "Ask whoever prepared this laptop, or choose another home with --home.",
        )
    return policy


def _policy_for(home: Path, settings: Settings, corpus: Corpus) -> Policy | None:
    policy = load_policy(home, settings.access.classifications)
    if policy is None and corpus.built_under_policy:
        raise PolicyError(home / "policy.toml", "is missing, and the index was built under one")
    return policy


def _that_built(corpus: Corpus, embedder: Embedder) -> Embedder:
    known = corpus.embedder
    if known is not None and known != embedder.identity:
        raise IndexMismatchError(
            built_with=f"{known.model_id} ({known.sha256[:12]})",
            loaded=f"{embedder.identity.model_id} ({embedder.identity.sha256[:12]})",
        )
    return embedder


def shipped_embedder() -> Embedder:
    """The encoder that the default settings name; for measuring."""
    return _embedder(EmbedderSettings())


def _embedder(settings: EmbedderSettings) -> Embedder:
    from localrag.adapters.model_files import SHIPPED_EMBEDDER, find_model

    folder = Path(settings.folder) if settings.folder else find_model(SHIPPED_EMBEDDER)
    threads = settings.threads or os.cpu_count() or 1
    if settings.kind == "sentence-transformers":
        from localrag.adapters.sentence_transformers_embedder import SentenceTransformersEmbedder

        return SentenceTransformersEmbedder(folder, threads=threads)
    from localrag.adapters.onnx_embedder import OnnxEmbedder

    return OnnxEmbedder(folder, threads=threads)


def _nearest_existing(path: Path) -> Path:
    return next(parent for parent in path.absolute().parents if parent.exists())
