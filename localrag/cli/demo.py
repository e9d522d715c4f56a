"""A checkout's sample corpus -> the demonstration home, built on first use."""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from localrag.cli import output
from localrag.cli.progress import show_progress
from localrag.errors import StorageError
from localrag.text.display import safe_line

if TYPE_CHECKING:
    from localrag.cli.backend import Backend

FOLDER = ".demo-home"
_BUILDING = "building-"
_MADE_OF = ("corpus/**/*", "models/manifest.toml", "localrag/ingest/*.py", "localrag/index/*.py")
"""The documents, and what decides how an index of them looks."""


def demonstration_home(checkout: Path, backend: Backend) -> tuple[Path, Path | None]:
    """The demonstration home of a checkout and its state folder (null where LOCALRAG_STATE names one).

    It lies in ``.demo-home`` under a name that changes with what it is made of and where, so an
    outdated one is never used. It is built beside and renamed into place: two first uses at once both
    build, and one of them wins.

    Raises:
        StorageError: It cannot be built in this checkout.
    """
    corpus = checkout / "corpus"
    try:
        home = checkout / FOLDER / _fingerprint(checkout)
        if not home.is_dir():
            _build(corpus, home, backend)
    except OSError as error:
        raise StorageError(
            f"The demonstration home cannot be built in {checkout}: {error.strerror or error}.",
            "Build an index of your own: localrag index FOLDER",
        ) from error
    output.say(
        f"localrag: no index of your own yet; this is the sample agency's, from {safe_line(str(home))}."
        " Build yours with: localrag index FOLDER"
    )
    return home, None if os.environ.get("LOCALRAG_STATE") else home / "state"


def _fingerprint(checkout: Path) -> str:
    """Names what the index is made of as it is now: a hash over places, sizes and times of files."""
    digest = hashlib.sha256(os.fsencode(checkout))
    for file in sorted(path for pattern in _MADE_OF for path in checkout.glob(pattern) if path.is_file()):
        seen = file.stat()
        digest.update(os.fsencode(file))
        digest.update(f"\0{seen.st_size} {seen.st_mtime_ns}\0".encode())
    return digest.hexdigest()[:16]


def _build(corpus: Path, home: Path, backend: Backend) -> None:
    from localrag.records.index import IndexOptions

    sources = sorted(settings.parent for settings in corpus.glob("*/_source.toml"))
    if not sources:
        raise StorageError(
            f"{corpus} has no sample documents.", "Build an index of your own: localrag index FOLDER"
        )
    # Whoever may write here decides who may read what: the owner's alone, whatever the umask.
    home.parent.mkdir(mode=0o700, exist_ok=True)
    home.parent.chmod(0o700)
    output.say("localrag: indexing the sample documents (once) ...")
    beside = home.parent / f"{_BUILDING}{secrets.token_hex(4)}"
    try:
        beside.mkdir(mode=0o700)
        beside.chmod(0o700)
        policy = beside / "policy.toml"
        policy.touch(mode=0o600)
        policy.write_bytes((corpus / "demo_policy.toml").read_bytes())
        with show_progress() as on_progress:
            backend.index(sources, home=beside, on_progress=on_progress, options=IndexOptions())
        _put_in_place(beside, home)
    finally:
        shutil.rmtree(beside, ignore_errors=True)
    for outdated in home.parent.iterdir():
        if outdated != home and not outdated.name.startswith(_BUILDING):
            shutil.rmtree(outdated, ignore_errors=True)


def _put_in_place(beside: Path, home: Path) -> None:
    try:
        beside.rename(home)
    except OSError:
        # Another first use was faster; its home is as good.
        if not home.is_dir():
            raise
