#!/usr/bin/env python3
"""Two writers and eight readers at once, again and again: no reader fails, no update is lost.

In each trial both writers add documents of their own to one home, trying again as long as the other holds the
lock, while eight readers open it and ask. Before each trial a lock file is left that names a process which is
gone. Every reader must get whole generations, every document must be there in the end. The control is a
writer that does not take the lock.

    python scripts/prove_writers.py --trials 200
"""

from __future__ import annotations

import argparse
import contextlib
import json
import multiprocessing
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from multiprocessing.synchronize import Event
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag.adapters.files import OWNER_ONLY
from localrag.errors import BusyError, LocalragError
from localrag.index import writer as writer_room
from localrag.index.reader import open_corpus
from localrag.index.repair import verify
from localrag.index.schema import LOCK
from localrag.index.writer import open_writer
from localrag.records.documents import ParsedDocument
from localrag.text.terms import terms
from tests.builders import EVERYTHING, asker, build_home, document, file_of, source, untold
from tests.fakes.hash_embedder import HashEmbedder

WRITERS, READERS = ("first", "second"), 8
RUNS, A_RUN = 3, 5
"""Runs of one writer in a trial, and documents of a run."""


def main() -> int:
    """Run the trials; fails where a reader failed, an update was lost or the control was not caught."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--trials", type=int, default=200)
    parser.add_argument("--control", type=int, default=10, help="trials without the lock")
    options = parser.parse_args()
    problems = [problem for _ in range(options.trials) for problem in _trial(lock=True)]
    bound = f" (95 % upper bound {3 / options.trials:.3f} a trial)" if not problems else ""
    print(f"{options.trials} trials of 2 writers and {READERS} readers: {len(problems)} problems{bound}")
    for problem in problems[:5]:
        print("  ", problem)
    caught = sum(bool(_trial(lock=False)) for _ in range(options.control))
    print(f"control (writers without a lock): caught in {caught} of {options.control} trials")
    return int(bool(problems) or not caught)


def _trial(*, lock: bool) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        home = build_home(Path(folder), [document("appeal rule of the board", uri="base.md")])
        (home / LOCK).write_text(json.dumps({"pid": 999_999_999, "since": "2026-01-01T00:00:00+00:00"}))
        context = multiprocessing.get_context("fork")
        stop = context.Event()
        writers = [context.Process(target=_write, args=(home, name, lock), name=name) for name in WRITERS]
        readers = [
            context.Process(target=_read, args=(home, stop, lock), name="reader") for _ in range(READERS)
        ]
        for process in (*readers, *writers):
            process.start()
        for process in writers:
            process.join()
        stop.set()
        for process in readers:
            process.join()
        problems = [f"{one.name} failed ({one.exitcode})" for one in (*writers, *readers) if one.exitcode]
        try:
            expected = 1 + len(WRITERS) * RUNS * A_RUN
            if (found := _found(home)) != expected:
                problems.append(f"{expected - found} of {expected} updates lost")
            problems += verify(home, full=True)
        except (LocalragError, AssertionError) as error:
            problems.append(str(error))
        return problems


def _write(home: Path, name: str, lock: bool) -> None:
    if not lock:
        vars(writer_room)["writer_lock"] = _no_lock
        _say_nothing()
    for run in range(RUNS):
        uris = [f"{name}{run}-{number}.md" for number in range(A_RUN)]
        _add(home, name, [document(f"appeal {name} {uri}", uri=uri, source_id=name) for uri in uris])


def _add(home: Path, name: str, documents: Sequence[ParsedDocument]) -> None:
    while True:
        try:
            with open_writer(home, under_policy=False, group=None) as writer:
                writer.register(source(name))
                for one in documents:
                    writer.put(one, file_of(one))
                writer.publish(HashEmbedder(), untold)
            return
        except BusyError as error:
            if "999999999" in error.message:
                raise
            time.sleep(0.005)


def _read(home: Path, stop: Event, lock: bool) -> None:
    if not lock:
        _say_nothing()
    while not stop.is_set():
        if _found(home) % A_RUN != 1:
            raise AssertionError("half a run is seen")


def _found(home: Path) -> int:
    with open_corpus(home) as corpus:
        scope = corpus.scope(asker(), EVERYTHING)
        hits = scope.lexical(terms("appeal"), 1000)
        near = scope.dense(HashEmbedder().embed(["appeal"])[0], 1000)
        texts = scope.fetch([hit.chunk_id for hit in hits])
        if not len(hits) == len(near) == len(texts) == scope.size:
            raise AssertionError(f"{len(hits)} by words, {len(near)} by meaning of {scope.size}")
        return scope.size


def _say_nothing() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)


@contextlib.contextmanager
def _no_lock(path: Path, modes: object = OWNER_ONLY) -> Iterator[None]:  # noqa: ARG001
    yield


if __name__ == "__main__":
    raise SystemExit(main())
