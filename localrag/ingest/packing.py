"""Pieces of a section -> groups of about the size aimed at, cut where it hurts least."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

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
    repeated = [_repeated(pieces, start, overlap) for start in range(len(pieces))]
    start = 0
    for end in _ends(pieces, repeated, target, room):
        tokens = sum(piece.tokens for piece in pieces[start:end])
        back = repeated[start]
        yield tuple(pieces[start - back.pieces if tokens + back.tokens <= room else start : end])
        start = end


class _Repeated(NamedTuple):
    """What of the pieces before a cut is said again behind it."""

    pieces: int
    tokens: int


def _ends(pieces: Sequence[Atom], repeated: Sequence[_Repeated], target: int, room: int) -> list[int]:
    """Index behind the last piece of each group."""
    size_costs = [((tokens - target) / target) ** 2 for tokens in range(room + 1)]
    cut_costs = [_cut_cost(pieces, start) for start in range(len(pieces))]
    cheapest = [0.0]
    begins = [0]
    for end in range(1, len(pieces) + 1):
        start = end - 1
        tokens = pieces[start].tokens
        best, best_start = cheapest[start] + size_costs[min(tokens, room)] + cut_costs[start], start
        while start and (tokens := tokens + pieces[start - 1].tokens) <= room:
            start -= 1
            if tokens + repeated[start].tokens <= room:
                cost = cheapest[start] + size_costs[tokens] + cut_costs[start]
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


def _cut_cost(pieces: Sequence[Atom], start: int) -> float:
    """Of a cut before the piece at ``start``."""
    if start == 0:
        return 0.0
    before, after = pieces[start - 1], pieces[start]
    if before.block_start == after.block_start:
        return _INSIDE_PROSE if after.kind == "prose" else _INSIDE_OTHER
    return _BEHIND_LEAD_IN if before.leads_in else 0.0


def _repeated(pieces: Sequence[Atom], start: int, overlap: int) -> _Repeated:
    """Whole sentences of the same paragraph before the piece at ``start``, at most ``overlap`` tokens."""
    count = tokens = 0
    if pieces[start].kind == "prose":
        for before in (pieces[at] for at in range(start - 1, -1, -1)):
            if before.block_start != pieces[start].block_start or tokens + before.tokens > overlap:
                break
            count, tokens = count + 1, tokens + before.tokens
    return _Repeated(count, tokens)
