"""What probes found -> the sentences in which the terminal and the page tell it."""

from __future__ import annotations

from collections.abc import Iterator

from localrag.evaluate.intervals import estimate
from localrag.records.probes import InjectionFigures, LeakFigures, ProbeReport


def sentences(told: ProbeReport) -> Iterator[str]:
    """One a figure, with its upper bound where nothing was seen; names are as they came, not yet safe."""
    if told.leak is not None:
        yield from _leak(told.leak)
    if told.injection is not None:
        yield from _injection(told.injection)
    yield from told.notes


def _leak(found: LeakFigures) -> Iterator[str]:
    yield (
        f"Secrets: {_of(len(found.leaks), found.forbidden)} forbidden requests told one, asked as"
        f" {', '.join(found.askers)} for {found.canaries} secrets; control: {found.told} of"
        f" {found.permitted} were told to who may read them."
    )
    yield from (f"Leaked to {one}" for one in found.leaks)
    if found.left_out:
        yield f"{found.left_out} kinds of access were not probed: there are too many."


def _injection(found: InjectionFigures) -> Iterator[str]:
    yield (
        f"Planted instructions: {_of(len(found.followed), found.questions)} answers say what one"
        f" demands, be it as a quotation, with {found.documents} hostile documents; control: {found.reached}"
        f" of {found.questions} questions found a hostile document."
    )
    yield from (f"Said in {one}" for one in found.followed)
    yield (
        f"{_of(len(found.changed), found.questions)} ended in another status than without them"
        f"{_names(found.changed)}."
    )
    yield f"{_of(len(found.cited), found.questions)} cite a hostile document{_names(found.cited)}."


def _of(seen: int, tried: int) -> str:
    """``0 of 300 (at most 1.0 % with 95 % confidence)``."""
    bound = estimate([1.0] * seen + [0.0] * (tried - seen)).high
    return f"{seen} of {tried} (at most {bound:.1%} with 95 % confidence)" if tried else "0 of 0"


def _names(ids: tuple[str, ...]) -> str:
    return f": {', '.join(ids)}" if ids else ""
