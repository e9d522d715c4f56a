"""Pieces of a section -> groups of about the size aimed at, cut where it hurts least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from localrag.ingest.atoms import Atom

_INSIDE_PROSE = 0.6
_INSIDE_OTHER = 0.3
_BEHIND_LEAD_IN = 0.5
"""What a cut costs inside a paragraph, inside a table or list, and behind "... if:", where a passage that
is half as long as aimed at costs 0.25 (guesses; the order matters more than the figures)."""


def pack(pieces: Sequence[Atom], *, target: int, room: int, overlap: int) -> Iterator[tuple[Atom, ...]]:
    """Groups of consecutive pieces, in order, of at most ``room`` tokens each.

    The division is the cheapest one: each group costs the square of its relative distance from
    ``target``, and each cut what it separates. A section that fits ``room`` and is not larger than
    ``target`` stays whole. Behind a cut between sentences, up to ``overlap`` tokens of the paragraph are
    repeated where they fit.

    Args:
        pieces: Of one section; none of more than ``room`` tokens.
        target: In tokens, at least 1.
        room: In tokens, at least ``target``.
        overlap: In tokens; 0 repeats nothing.
    """
    start = 0
    for end in _ends(pieces, target, room):
        first = _with_overlap(pieces, start, end, room, overlap)
        yield tuple(pieces[first:end])
        start = end


def _ends(pieces: Sequence[Atom], target: int, room: int) -> list[int]:
    """Index behind the last piece of each group."""
    cheapest = [0.0]
    begins = [0]
    for end in range(1, len(pieces) + 1):
        best, best_start, tokens = float("inf"), end - 1, 0
        for start in range(end - 1, -1, -1):
            tokens += pieces[start].tokens
            if tokens > room and start < end - 1:
                break
            cost = cheapest[start] + _size_cost(tokens, target) + _cut_cost(pieces, start)
            if cost < best:
                best, best_start = cost, start
        cheapest.append(best)
        begins.append(best_start)
    ends = []
    end = len(pieces)
    while end:
        ends.append(end)
        end = begins[end]
    return ends[::-1]


def _size_cost(tokens: int, target: int) -> float:
    return ((tokens - target) / target) ** 2


def _cut_cost(pieces: Sequence[Atom], start: int) -> float:
    """Of a cut before the piece at ``start``."""
    if start == 0:
        return 0.0
    before, after = pieces[start - 1], pieces[start]
    if before.block_start == after.block_start:
        return _INSIDE_PROSE if after.kind == "prose" else _INSIDE_OTHER
    return _BEHIND_LEAD_IN if before.leads_in else 0.0


def _with_overlap(pieces: Sequence[Atom], start: int, end: int, room: int, overlap: int) -> int:
    """Index of the first piece of the group, with what is repeated of the one before."""
    if start == 0 or pieces[start].kind != "prose":
        return start
    tokens = sum(piece.tokens for piece in pieces[start:end])
    first, repeated = start, 0
    while first > 0 and pieces[first - 1].block_start == pieces[start].block_start:
        repeated += pieces[first - 1].tokens
        if repeated > overlap or tokens + repeated > room:
            break
        first -= 1
    return first
