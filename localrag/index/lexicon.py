"""Passages -> sorted vocabulary, postings and lengths of one segment; a term -> the rows that hold it."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from localrag.text.terms import terms

_MAX_COUNT = 65_535
"""A term's count in one passage is kept in 16 bits."""
_FOUR_BYTES = "I" if array("I").itemsize == np.dtype(np.uint32).itemsize else "L"


class IndexedPassage(NamedTuple):
    """What a segment keeps of one passage."""

    passage_key: int
    document_key: int
    scored_text: str


class Postings(NamedTuple):
    """Where one term stands."""

    rows: NDArray[np.uint32]
    """Rising, each once."""
    counts: NDArray[np.uint16]
    """How often it stands in each of them."""


NOWHERE = Postings(np.empty(0, dtype=np.uint32), np.empty(0, dtype=np.uint16))


def lexicon_arrays(passages: Iterable[IndexedPassage]) -> dict[str, NDArray[np.generic]]:
    """The arrays of a segment's lexical file; rows are numbered in the order given."""
    numbers: dict[str, int] = {}
    # Machine numbers side by side: an object a passage took four times the room (2026-12-01).
    found_terms, found_counts = array(_FOUR_BYTES), array("H")
    columns = tuple(array(_FOUR_BYTES) for _ in range(4))
    for passage in passages:
        counts = Counter(terms(passage.scored_text))
        found_terms.extend(numbers.setdefault(term, len(numbers)) for term in counts)
        found_counts.extend(min(count, _MAX_COUNT) for count in counts.values())
        row = (passage.passage_key, passage.document_key, counts.total(), len(counts))
        for column, value in zip(columns, row, strict=True):
            column.append(value)
    passage_keys, document_keys, lengths, distinct = (np.frombuffer(one, dtype=np.uint32) for one in columns)
    arrays = _sorted_vocabulary(
        numbers, np.frombuffer(found_terms, np.uint32), np.frombuffer(found_counts, np.uint16), distinct
    )
    return arrays | {"passage": passage_keys, "document": document_keys, "length": lengths}


def _sorted_vocabulary(
    numbers: dict[str, int],
    found_terms: NDArray[np.uint32],
    found_counts: NDArray[np.uint16],
    distinct: NDArray[np.uint32],
) -> dict[str, NDArray[np.generic]]:
    encoded = sorted((term.encode("utf-8", "surrogatepass"), number) for term, number in numbers.items())
    place = np.empty(len(encoded), dtype=np.uint32)
    place[[number for _, number in encoded]] = np.arange(len(encoded), dtype=np.uint32)
    term_of = place[found_terms]
    row_of = np.repeat(np.arange(len(distinct), dtype=np.uint32), distinct)
    # Stable: within a term the rows stay in rising order.
    order = np.argsort(term_of, kind="stable")
    starts = np.zeros(len(encoded) + 1, dtype=np.uint64)
    starts[1:] = np.cumsum(np.bincount(term_of, minlength=len(encoded)), dtype=np.uint64)
    words = b"".join(word + b"\n" for word, _ in encoded)
    word_starts = np.zeros(len(encoded) + 1, dtype=np.uint32)
    word_starts[1:] = np.cumsum([len(word) + 1 for word, _ in encoded], dtype=np.uint32)
    return {
        "words": np.frombuffer(words, dtype=np.uint8),
        "word_start": word_starts,
        "posting_start": starts,
        "posting_row": row_of[order],
        "posting_count": found_counts[order],
    }


class Lexicon:
    """One segment's vocabulary and postings, read in place."""

    def __init__(self, arrays: dict[str, NDArray[np.generic]]) -> None:
        self.passages = cast(NDArray[np.uint32], arrays["passage"])
        """Passage key of each row."""
        self.documents = cast(NDArray[np.uint32], arrays["document"])
        """Document key of each row."""
        self.lengths = cast(NDArray[np.uint32], arrays["length"])
        """Terms in each row, repeats counted."""
        self._words = arrays["words"].data
        self._word_start = cast(NDArray[np.uint32], arrays["word_start"])
        self._posting_start = cast(NDArray[np.uint64], arrays["posting_start"])
        self._rows = cast(NDArray[np.uint32], arrays["posting_row"])
        self._counts = cast(NDArray[np.uint16], arrays["posting_count"])

    def postings(self, term: str) -> Postings:
        """Where a term stands; nowhere if it is unknown."""
        wanted = term.encode("utf-8", "surrogatepass")
        low, high = 0, len(self._word_start) - 1
        while low < high:
            middle = (low + high) // 2
            if self._word(middle) < wanted:
                low = middle + 1
            else:
                high = middle
        if low == len(self._word_start) - 1 or self._word(low) != wanted:
            return NOWHERE
        return self._postings_at(low)

    def postings_within(self, part: str) -> Iterator[Postings]:
        """Where each longer term stands that holds this one inside, in the vocabulary's order."""
        wanted = part.encode("utf-8", "surrogatepass")
        words = bytes(self._words)
        seen = -1
        place = words.find(wanted)
        while place >= 0:
            number = int(np.searchsorted(self._word_start, place, side="right")) - 1
            if number != seen:
                seen = number
                yield self._postings_at(number)
            place = words.find(wanted, place + 1)

    def _word(self, number: int) -> bytes:
        return bytes(self._words[int(self._word_start[number]) : int(self._word_start[number + 1]) - 1])

    def _postings_at(self, number: int) -> Postings:
        start, end = int(self._posting_start[number]), int(self._posting_start[number + 1])
        return Postings(self._rows[start:end], self._counts[start:end])
