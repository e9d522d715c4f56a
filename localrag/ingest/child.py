"""The parsing process: files as bytes on standard input -> what is in them, as JSON on standard output.

Runs in a process of its own, because a hostile file can hang or crash a parser. It opens no file and
imports little; whatever kills it, the parent starts another one.
"""

from __future__ import annotations

import faulthandler
import json
import sys
from dataclasses import asdict
from typing import BinaryIO

from localrag.adapters.network_guard import refuse_network
from localrag.ingest.kinds import parse
from localrag.records.extract import UnparsableError

MEMORY_BYTES = 768 * 1024 * 1024
"""Address space; design value."""
CPU_SECONDS = 20
"""A file; design value."""
LENGTH_BYTES = 8
"""Of the number before each answer, big-endian."""


def main(memory_bytes: int) -> None:
    """Answer until standard input ends.

    A request is a line of JSON (``media``, ``size``, ``wall_seconds``) and as many bytes; an answer is
    the length of a JSON text and the text.
    """
    refuse_network()
    _limit_memory(memory_bytes)
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while line := requests.readline():
        request = json.loads(line)
        data = requests.read(request["size"])
        if len(data) < request["size"]:
            return
        # Ends this process even where the parent is gone and a parser never comes back.
        faulthandler.dump_traceback_later(request["wall_seconds"], exit=True)
        _allow_cpu_time()
        answer = _answer(request["media"], data)
        faulthandler.cancel_dump_traceback_later()
        _send(answers, answer)


def _answer(media: str, data: bytes) -> dict[str, object]:
    try:
        return {"extract": asdict(parse(media, data))}
    except UnparsableError as error:
        return {"reason": error.reason, "detail": error.detail}
    except MemoryError:
        return {"reason": "too_large", "detail": "needs more memory than a parser may use"}
    except RecursionError:
        return {"reason": "damaged", "detail": "nested too deeply"}


def _send(answers: BinaryIO, answer: dict[str, object]) -> None:
    payload = json.dumps(answer, separators=(",", ":")).encode("ascii")
    answers.write(len(payload).to_bytes(LENGTH_BYTES, "big"))
    answers.write(payload)
    answers.flush()


def _limit_memory(memory_bytes: int) -> None:
    if sys.platform != "win32":
        import resource

        for limit, most in (
            (resource.RLIMIT_AS, memory_bytes),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, 0),
        ):
            try:
                resource.setrlimit(limit, (most, most))
            except (ValueError, OSError):
                continue


def _allow_cpu_time() -> None:
    """From now on, as much time on the processor as one file may take."""
    if sys.platform != "win32":
        import resource

        usage = resource.getrusage(resource.RUSAGE_SELF)
        most = int(usage.ru_utime + usage.ru_stime) + 1 + CPU_SECONDS
        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        if hard == resource.RLIM_INFINITY or most <= hard:
            resource.setrlimit(resource.RLIMIT_CPU, (most, hard))
