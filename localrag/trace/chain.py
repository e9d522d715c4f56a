"""A trace -> its link in a chain of hashes that shows edits, deletions and reordering."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from localrag.records.trace import RagTrace

FREE_TEXT = ("raw_query", "normalized_query", "case_id", "retrieval_plan")
"""Fields that hold what a person typed: the chain covers their salted hash, so that they can be blanked."""
GENESIS = "0" * 64
"""What the first link points back to."""
_BLANK = {"raw_query": "", "normalized_query": "", "case_id": None, "retrieval_plan": None}


class Link(NamedTuple):
    """What is kept of one trace beside its free text, or of something done to the chain."""

    body: str
    """The trace as JSON, without free text and hashes; keys sorted. Of an act: what was done."""
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
    return _linked(_json(whole), text, salt, previous_hash)


def blanking(hashes: Sequence[str], *, at: datetime, previous_hash: str) -> Link:
    """The link that says of which traces, named by their hashes, the free text was taken out."""
    return _act({"act": "blanked", "asked_at": at.isoformat(), "hashes": list(hashes)}, previous_hash)


def shortening(floor: str, removed: int, *, at: datetime, previous_hash: str) -> Link:
    """The link that says that the oldest links were removed; what is left starts after the hash ``floor``."""
    return _act(
        {"act": "shortened", "asked_at": at.isoformat(), "floor": floor, "removed": removed}, previous_hash
    )


def restore(kept: Link) -> RagTrace:
    """The trace that a link was made from; blanked text comes back empty. ValueError where it was changed."""
    text = json.loads(kept.text) if kept.text else _BLANK
    return RagTrace.model_validate_json(
        _json({**json.loads(kept.body), **text, "previous_hash": kept.previous_hash, "hash": kept.hash})
    )


def faults(links: Sequence[Link], *, head: str | None) -> list[str]:
    """What is wrong with a chain, in words; empty where nothing is.

    Args:
        links: In order of writing.
        head: Hash of a link that is known to have been written, kept apart; null where none is known.
            It may lie behind the newest link, since the two are written one after the other.
    """
    floor, blanked = _acts(links)
    found = []
    previous, seen = floor, set()
    for number, kept in enumerate(links, 1):
        if kept.previous_hash != previous:
            found.append(f"trace {number} does not follow the one before it")
        if kept.hash != _sha256(kept.previous_hash, kept.body, kept.text_hash):
            found.append(f"trace {number} was changed")
        if bool(kept.text) != bool(kept.salt):
            found.append(f"trace {number} was changed")
        if kept.text:
            if kept.text_hash != _sha256(kept.salt, kept.text):
                found.append(f"the question of trace {number} was changed")
        elif kept.text_hash and kept.hash not in blanked:
            found.append(f"the question of trace {number} was taken out")
        previous = kept.hash
        seen.add(kept.hash)
    if head is not None and head not in seen:
        found.append("traces were cut off at the end")
    return found


def is_act(kept: Link) -> bool:
    """Whether a link says what was done to the chain, and is no trace."""
    return kept.body.startswith('{"act":')


def _acts(links: Iterable[Link]) -> tuple[str, set[str]]:
    """Where the chain starts, and whose text was taken out, as the chain itself says."""
    floor, blanked = GENESIS, set()
    for kept in links:
        if is_act(kept):
            try:
                done = json.loads(kept.body)
            except ValueError:
                # Its hash tells that it was changed.
                continue
            floor = done.get("floor", floor)
            blanked.update(done.get("hashes", ()))
    return floor, blanked


def _act(body: dict[str, object], previous_hash: str) -> Link:
    return _linked(_json(body), "", "", previous_hash)


def _linked(body: str, text: str, salt: str, previous_hash: str) -> Link:
    text_hash = _sha256(salt, text) if text else ""
    return Link(body, text, salt, text_hash, previous_hash, _sha256(previous_hash, body, text_hash))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _sha256(*parts: str) -> str:
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
