"""A trace -> its link in a chain of hashes that shows edits, deletions and reordering."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import NamedTuple

from localrag.records.trace import RagTrace

FREE_TEXT = ("raw_query", "normalized_query", "retrieval_plan")
"""Fields that hold what a person typed: the chain covers their salted hash, so that they can be blanked."""
GENESIS = "0" * 64
"""What the first link points back to."""


class Link(NamedTuple):
    """What is kept of one trace beside its free text."""

    body: str
    """The trace as JSON, without free text and hashes; keys sorted."""
    text: str
    """The free text as JSON; empty once blanked."""
    salt: str
    """Random, hexadecimal; empty once blanked, so that short texts cannot be guessed from their hash."""
    text_hash: str
    previous_hash: str
    hash: str


def link(trace: RagTrace, *, salt: str, previous_hash: str) -> Link:
    """The link that appends a trace to the chain ending in ``previous_hash``."""
    whole = trace.model_dump(mode="json", exclude={"hash", "previous_hash"})
    text = _json({key: whole.pop(key) for key in FREE_TEXT})
    body = _json(whole)
    text_hash = _sha256(salt, text)
    return Link(body, text, salt, text_hash, previous_hash, _sha256(previous_hash, body, text_hash))


def restore(kept: Link) -> RagTrace:
    """The trace that a link was made from; blanked text comes back empty."""
    text = (
        json.loads(kept.text)
        if kept.text
        else {"raw_query": "", "normalized_query": "", "retrieval_plan": None}
    )
    return RagTrace.model_validate_json(
        _json({**json.loads(kept.body), **text, "previous_hash": kept.previous_hash, "hash": kept.hash})
    )


def faults(links: Iterable[Link], *, head: str | None) -> list[str]:
    """What is wrong with a chain, in words; empty where nothing is.

    Args:
        links: In order of writing.
        head: Hash of a link that is known to have been written, kept apart; null where none is known.
            It may lie behind the newest link, since the two are written one after the other.
    """
    found = []
    previous, seen = GENESIS, set()
    for number, kept in enumerate(links, 1):
        if kept.previous_hash != previous:
            found.append(f"trace {number} does not follow the one before it")
        if kept.hash != _sha256(kept.previous_hash, kept.body, kept.text_hash):
            found.append(f"trace {number} was changed")
        if kept.text and kept.text_hash != _sha256(kept.salt, kept.text):
            found.append(f"the question of trace {number} was changed")
        previous = kept.hash
        seen.add(kept.hash)
    if head is not None and head not in seen:
        found.append("traces were cut off at the end")
    return found


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _sha256(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
