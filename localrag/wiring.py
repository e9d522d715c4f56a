"""Settings -> a ready assistant: one of the few files that see stages and adapters."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from localrag.access.current import CurrentPolicy
from localrag.access.policy import FILE_NAME, Policy
from localrag.access.resolve import resolve
from localrag.adapters.account import SystemAccount
from localrag.adapters.clock import SystemClock
from localrag.adapters.loading import LoadingEmbedder
from localrag.adapters.mark_file import MarkFile
from localrag.adapters.places import index_home, user_state
from localrag.adapters.sqlite_sessions import SqliteSessions
from localrag.adapters.sqlite_traces import SqliteTraces
from localrag.api import Assistant
from localrag.errors import (
    IndexMismatchError,
    ModelMissingError,
    PolicyError,
)
from localrag.guard.policy import load_guard
from localrag.index.catalog import ReadableCatalog
from localrag.index.current import CurrentCorpus
from localrag.ingest.standing_files import StandingFiles
from localrag.plan.glossary import load_glossary
from localrag.ports import Account, Clock, Corpus, Embedder, LanguageModel, WordVectors
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
        SettingsError: ``localrag.toml``, ``glossary.toml`` or ``guard.toml`` cannot be used.
        IndexMissingError, IndexDamagedError: There is nothing to answer from.
        PolicyError: The policy is broken, or missing where the index was built under one.
        AccessError: The account has no entry, or may not act as that user.
    """
    home = home or default_home()
    settings, glossary = load_settings(home), load_glossary(home)
    # Started first: the model loads while the index is opened and the question planned.
    embedder = LoadingEmbedder(lambda: load_embedder(settings.embedder), at_once=will_ask)
    with contextlib.ExitStack() as undo:
        corpus = CurrentCorpus(home, expect_dense=will_ask, files=StandingFiles())
        undo.callback(corpus.close)
        policy = CurrentPolicy(home, settings.access.classifications)
        account_name = (account or SystemAccount()).name()

        def rights(as_user: str | None) -> SecurityContext:
            return resolve(
                _usable(home, policy(), corpus()),
                account_name,
                as_user=as_user,
                may_write_home=os.access(home, os.W_OK),
            )

        assistant = Assistant(
            corpus=corpus,
            catalog=lambda corpus, security: ReadableCatalog(corpus, security, settings.locale),
            embedder=lambda: _that_built(corpus(), embedder()),
            traces=_traces(state, settings),
            sessions=SqliteSessions(state or default_state()),
            marks=MarkFile(state or default_state()),
            clock=clock or SystemClock(),
            settings=settings,
            glossary=glossary,
            guard=load_guard(home, settings.access.classifications),
            rights=rights,
            language_model=_language_model(home, settings, state),
            words=_words(),
            as_user=as_user,
        )
        undo.pop_all()
        return assistant


def _language_model(home: Path, settings: Settings, state: Path | None) -> Callable[[], LanguageModel | None]:
    """Gives the model that words answers, one for all questions; a home without costs a look."""
    found: list[LanguageModel | None] = []

    def give() -> LanguageModel | None:
        if settings.generator.kind == "extractive" or not (home / "models.json").is_file():
            return None
        if not found:
            from localrag.language_models import language_model

            found.append(language_model(home, settings.generator, state or default_state()))
        return found[0]

    return give


def _usable(home: Path, policy: Policy | None, corpus: Corpus) -> Policy | None:
    if policy is None and corpus.built_under_policy:
        raise PolicyError(home / FILE_NAME, "is missing, and the index was built under one")
    return policy


def _traces(state: Path | None, settings: Settings) -> SqliteTraces | None:
    if not settings.trace.enabled:
        return None
    return SqliteTraces(state or default_state(), keep_days=settings.trace.keep_days)


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
    return load_embedder(EmbedderSettings())


def load_embedder(settings: EmbedderSettings) -> Embedder:
    """The encoder that settings name, loaded.

    Raises:
        ModelError: A file is missing, not the approved one, or cannot be loaded.
    """
    from localrag.adapters.model_files import SHIPPED_EMBEDDER, find_model

    folder = Path(settings.folder) if settings.folder else find_model(SHIPPED_EMBEDDER)
    threads = settings.threads or os.cpu_count() or 1
    if settings.kind == "sentence-transformers":
        from localrag.adapters.sentence_transformers_embedder import SentenceTransformersEmbedder

        return SentenceTransformersEmbedder(folder, threads=threads)
    from localrag.adapters.onnx_embedder import OnnxEmbedder

    return OnnxEmbedder(folder, threads=threads)


def _words() -> WordVectors | None:
    from localrag.adapters.model_files import SHIPPED_WORDS, find_model
    from localrag.adapters.word_vectors import StoredWordVectors

    try:
        return StoredWordVectors(find_model(SHIPPED_WORDS))
    except ModelMissingError:
        return None
