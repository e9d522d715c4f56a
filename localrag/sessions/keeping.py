"""An answer <-> what is stored of it: references to passages, never their words."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

from pydantic import ValidationError

from localrag.records.answer import RagAnswer
from localrag.records.ids import ChunkId
from localrag.records.retrieval import EvidenceCandidate
from localrag.sessions.references import Passages, Piece, joined

Fetch = Callable[[Sequence[ChunkId]], Iterable[EvidenceCandidate]]
"""Gives those of some passages that the asker may read now, whatever their validity."""

_TITLE = "title of "
"""Before a passage's id: its document's title alone."""
_PIECES = "~"
"""The one key of what stands for a text that was cut."""
_LEFT_OUT = {
    "evidence",
    "question",
    "understood_as",
    "follow_up_question",
    "retrieved_chunk_ids",
    "marking",
    "timings_ms",
}
"""Kept elsewhere, made anew (what was asked back names documents and cases), or no part of what is shown."""
_IDS = frozenset(
    ("chunk_id", "supporting_chunk_ids", "evidence_id", "evidence_ids_used", "cited_evidence_ids")
)
"""Names of passages, which say nothing of what they hold."""


def kept(answer: RagAnswer, fetch: Fetch) -> str:
    """An answer as JSON in which every word that a passage behind it holds is a reference to the passage.

    What is left as it is: the words that no passage holds, and values that were computed.

    Args:
        answer: As given.
        fetch: For the passages as they are stored, and the titles of neighbouring documents that it may name.
    """
    fields = answer.model_dump(mode="json", exclude=_LEFT_OUT, exclude_defaults=True)
    # As stored, not as shown: what an answer masks is masked again where it is shown again.
    stored = fetch([one.chunk_id for one in answer.evidence])
    texts = {str(one.chunk_id): _whole(one) for one in (*answer.evidence, *stored)}
    said = " ".join(_strings(fields))
    for one in fetch([chunk for chunk in answer.retrieved_chunk_ids if chunk not in texts]):
        if one.source_title in said:
            # Of what was only looked at, an answer names the title at most.
            texts.setdefault(_TITLE + one.chunk_id, one.source_title)
    passages = Passages(texts)
    body = {name: _cut(value, name, passages) for name, value in fields.items()}
    used = {*_references(body), *(one.chunk_id for one in answer.evidence)}
    return json.dumps(
        {
            "answer": body,
            "evidence": {one.evidence_id: one.chunk_id for one in answer.evidence},
            "passages": {name: _digest(text) for name, text in texts.items() if name in used},
        },
        ensure_ascii=False,
        separators=(",", ":"),
    )


def passages_behind(stored: str) -> set[ChunkId]:
    """Every passage that a stored answer refers to."""
    held = json.loads(stored)
    named = [*held.get("passages", ()), *held.get("evidence", {}).values()]
    return {ChunkId(name.removeprefix(_TITLE)) for name in named}


def restored(stored: str, *, question: str, understood_as: str, fetch: Fetch) -> RagAnswer | None:
    """The answer again, unmarked; null where a passage behind it is gone, changed or unreadable."""
    held = json.loads(stored)
    digests: dict[str, str] = held["passages"]
    readable = {one.chunk_id: one for one in fetch([ChunkId(name.removeprefix(_TITLE)) for name in digests])}
    texts = {}
    for name, digest in digests.items():
        found = readable.get(ChunkId(name.removeprefix(_TITLE)))
        text = None if found is None else found.source_title if name.startswith(_TITLE) else _whole(found)
        if text is None or _digest(text) != digest:
            return None
        texts[name] = text
    fields = {name: _joined(value, texts) for name, value in held["answer"].items()}
    evidence = tuple(
        readable[ChunkId(chunk)].model_copy(update={"evidence_id": label})
        for label, chunk in held["evidence"].items()
    )
    try:
        answer = RagAnswer.model_validate_json(
            json.dumps({**fields, "question": question, "understood_as": understood_as})
        )
    except ValidationError:
        # Another version of localrag kept it, with other fields.
        return None
    return answer.model_copy(update={"evidence": evidence})


def _whole(passage: EvidenceCandidate) -> str:
    """Everything that an answer may say of a passage."""
    return "\n".join(
        (
            passage.text,
            passage.source_title,
            *passage.heading_path,
            passage.document_id,
            passage.version or "",
            passage.source_id,
            passage.source_uri,
            passage.page_label or "",
        )
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _cut(value: object, name: str, passages: Passages) -> object:
    if name in _IDS:
        return value
    if isinstance(value, str):
        pieces = passages.cut(value)
        return value if not any(isinstance(piece, tuple) for piece in pieces) else {_PIECES: pieces}
    if isinstance(value, list):
        return [_cut(one, name, passages) for one in value]
    if isinstance(value, dict):
        return {key: _cut(one, key, passages) for key, one in value.items()}
    return value


def _joined(value: object, texts: Mapping[str, str]) -> object:
    if isinstance(value, list):
        return [_joined(one, texts) for one in value]
    if isinstance(value, dict):
        if _PIECES in value:
            return joined(cast("list[Piece]", value[_PIECES]), texts)
        return {key: _joined(one, texts) for key, one in value.items()}
    return value


def _references(value: object) -> Iterator[str]:
    """Names of the passages that are referred to."""
    if isinstance(value, dict):
        for key, one in value.items():
            if key == _PIECES:
                yield from (piece[0] for piece in one if not isinstance(piece, str))
            else:
                yield from _references(one)
    elif isinstance(value, list):
        for one in value:
            yield from _references(one)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _strings(one)
