"""One home and the account's state -> checks of encoder, settings, policy, index and traces."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from localrag.administration import verify, verify_traces
from localrag.api import Assistant
from localrag.doctor.installation import RESTORE
from localrag.errors import AccessError, IndexUnusableError, LocalragError
from localrag.ports import Embedder
from localrag.records.checkup import Check
from localrag.records.index import IndexStatus
from localrag.records.security import SecurityContext
from localrag.settings import EmbedderSettings, Settings, load_settings
from localrag.text.wording import ago, counted, moment
from localrag.wiring import load_embedder, open_assistant

_OLD = timedelta(days=30)
"""Guess: rules that changed within a month should be known."""
_NO_INDEX = "Build one with: localrag index FOLDER"


def settings_of(home: Path) -> tuple[Check, Settings | None]:
    """Whether ``localrag.toml`` can be used; null where it cannot."""
    try:
        found = load_settings(home)
    except LocalragError as error:
        return Check(name="settings", health="failed", says=error.message, mend=error.hint), None
    there = (home / "localrag.toml").exists()
    says = f"localrag.toml of {home}" if there else f"{home} has no localrag.toml: all settings are defaults"
    return Check(name="settings", health="ok", says=says), found


def encoder(settings: EmbedderSettings) -> tuple[Check, Embedder | None]:
    """Whether the encoder loads and encodes, and how long that takes; null where it does not."""
    began = time.perf_counter()
    try:
        embedder = load_embedder(settings)
        loaded = time.perf_counter()
        embedder.embed(["What is the deadline?"])
    except LocalragError as error:
        check = Check(name="encoder", health="failed", says=error.message, mend=error.hint or RESTORE)
        return check, None
    except ImportError as error:
        says = f"A library cannot be loaded: {error}."
        return Check(name="encoder", health="failed", says=says, mend=RESTORE), None
    encoded = time.perf_counter()
    says = f"loads in {loaded - began:.2f} s, encodes a question in {(encoded - loaded) * 1000:.0f} ms"
    return Check(name="encoder", health="ok", says=says), embedder


def opened(home: Path, state: Path | None, as_user: str | None) -> tuple[Check, Assistant | None]:
    """Whether index and policy let this account ask; the assistant where they do."""
    try:
        assistant = open_assistant(home, as_user=as_user, state=state, will_ask=False)
    except AccessError as error:
        mend = error.hint or "See: localrag policy check"
        return Check(name="policy", health="failed", says=error.message, mend=mend), None
    except IndexUnusableError as error:
        mend = error.hint or _NO_INDEX
        return Check(name="index", health="failed", says=error.message, mend=mend), None
    except LocalragError as error:
        mend = "See: localrag policy check" if error.code == "policy" else error.hint or RESTORE
        return Check(name=error.code, health="failed", says=error.message, mend=mend), None
    return _policy(assistant.security()), assistant


def index_checks(home: Path, assistant: Assistant, embedder: Embedder | None) -> Iterator[Check]:
    """Whether the index is sound, built with this encoder, fresh, and without failed files."""
    status = assistant.status()
    says = f"{counted(status.documents, 'document')}, {counted(status.passages, 'passage')} that you may read"
    if status.passages == 0:
        empty = "Index documents (localrag index FOLDER), or see why none is readable: localrag policy check"
        yield Check(name="index", health="warning", says=says, mend=empty)
    else:
        yield Check(name="index", health="ok", says=says)
    if assistant.security().may_administer:
        faults = verify(home)
        says = "; ".join(faults) or "no damage found; localrag verify --full reads every byte"
        mend = "Mend it with: localrag repair" if faults else None
        yield Check(name="damage", health="failed" if faults else "ok", says=says, mend=mend)
        failed = assistant.failed()
        says = f"{counted(len(failed), 'file')} could not be indexed" if failed else "no failed file"
        see = "See: localrag status --failed" if failed else None
        yield Check(name="files", health="warning" if failed else "ok", says=says, mend=see)
    else:
        yield Check(name="damage", health="note", says="only who may administer this home can check it")
    if embedder is not None and status.embedder is not None:
        same = status.embedder == embedder.identity
        says = f"built with {status.embedder.model_id} ({status.embedder.sha256[:12]})"
        says += ", the encoder that loads now" if same else ", another encoder than the one that loads now"
        choose = None if same else "Name that model in localrag.toml, or run: localrag index --re-embed"
        yield Check(name="embedder", health="ok" if same else "failed", says=says, mend=choose)
    yield from _freshness(status)


def traces(state: Path, settings: Settings) -> Check:
    """Whether traces are kept and their chain is whole."""
    if not settings.trace.enabled:
        return Check(name="traces", health="note", says="switched off in localrag.toml")
    try:
        found = verify_traces(state)
    except LocalragError as error:
        mend = f"Move traces.db and traces.head out of {state}."
        return Check(name="traces", health="failed", says=error.message, mend=mend)
    if found.faults:
        mend = "See: localrag trace verify"
        return Check(name="traces", health="failed", says="; ".join(found.faults), mend=mend)
    if not os.access(_nearest(state), os.W_OK):
        says = f"{state} cannot be written, so no trace is kept"
        mend = "Set LOCALRAG_STATE to a folder that this account may write."
        return Check(name="traces", health="warning", says=says, mend=mend)
    return Check(name="traces", health="ok", says=f"{counted(found.traces, 'trace')}, chain whole")


def _policy(security: SecurityContext) -> Check:
    if security.policy_version is None:
        says = "no policy.toml: whoever the system lets open this home may read all of it"
        return Check(name="policy", health="note", says=says)
    roles = ", ".join(security.roles) or "no role"
    says = f"version {security.policy_version}: you are {security.user_id} of {security.tenant_id} ({roles})"
    if security.may_administer:
        says += ", and may administer this home"
    if not security.grants:
        mend = "Ask whoever prepared this laptop for a role; see: localrag policy check"
        return Check(name="policy", health="warning", says=says, mend=mend)
    return Check(name="policy", health="ok", says=says)


def _freshness(status: IndexStatus) -> Iterator[Check]:
    now = datetime.now(UTC)
    for source in status.sources:
        name = f"source {source.source_id}"
        when = source.last_indexed_at
        says = f"looked at {moment(when)} ({ago(when, now)})" if when else "not looked at yet"
        if not source.reachable:
            mend = "Connect the medium it lies on and run: localrag index"
            says += "; its folder is not there now, its documents still answer"
            yield Check(name=name, health="warning", says=says, mend=mend)
        elif when is None or now - when > _OLD:
            yield Check(name=name, health="warning", says=says, mend="Bring it up to date: localrag index")
        else:
            yield Check(name=name, health="ok", says=says)


def _nearest(path: Path) -> Path:
    return path if path.exists() else next(parent for parent in path.absolute().parents if parent.exists())
