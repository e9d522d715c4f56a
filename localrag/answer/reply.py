"""A model's reply -> claims and ids, or why it cannot be used."""

from __future__ import annotations

import json
from typing import NamedTuple


class Claim(NamedTuple):
    """One sentence that a model wrote."""

    text: str
    evidence_ids: tuple[str, ...]


class Reply(NamedTuple):
    """What a model said."""

    answerable: bool
    claims: tuple[Claim, ...] = ()
    sentence_ids: tuple[str, ...] = ()


def read_reply(text: str) -> Reply | None:
    """A whole reply; null for anything else, a reply that was cut short included."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(told, dict) or not isinstance(told.get("answerable"), bool):
        return None
    if not told["answerable"]:
        return Reply(False)
    claims = [_claim(one) for one in _list(told.get("claims"))]
    chosen = tuple(dict.fromkeys(one for one in _list(told.get("sentences")) if isinstance(one, str)))
    if None in claims or not (claims or chosen):
        return None
    return Reply(True, tuple(one for one in claims if one), chosen)


def _claim(told: object) -> Claim | None:
    if not isinstance(told, dict) or not isinstance(text := told.get("text"), str) or not text.strip():
        return None
    ids = [one for one in _list(told.get("evidence")) if isinstance(one, str)]
    return Claim(" ".join(text.split()), tuple(dict.fromkeys(ids))) if ids else None


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
