"""Figures -> charts as SVG inside a page, drawn with the page's own colours."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from localrag.records.evaluation import Estimate

_CELL = 92
"""Pixels; the numbers of a chart are pixels of its own grid, chosen by eye."""
_LABEL = 290
_ROW = 26
_WIDE = 360


def heat(names: Sequence[str], counts: Sequence[Sequence[int]]) -> str:
    """A matrix of counts, rows expected and columns actual, each row shaded by its share of the row.

    Args:
        names: Of rows and columns alike.
        counts: As many rows and columns as names.
    """
    parts = []
    for row, name in enumerate(names):
        parts.append(_text(_LABEL - 10, _y(row) + _CELL / 3 + 5, name, "end"))
        parts.append(_text(_LABEL + (row + 0.5) * _CELL, 44, name, "middle"))
        total = sum(counts[row])
        for column, count in enumerate(counts[row]):
            shade = count / total if total else 0.0
            x, y = _LABEL + column * _CELL, _y(row)
            outline = "var(--ink)" if row == column else "var(--line)"
            parts.append(
                f'<rect x="{x + 2}" y="{y + 2}" width="{_CELL - 4}" height="{_CELL * 2 / 3 - 4:.1f}" rx="4"'
                f' style="fill: rgba(var(--heat), {0.08 + 0.55 * shade:.2f}); stroke: {outline}"/>'
            )
            parts.append(_text(x + _CELL / 2, y + _CELL / 3 + 5, str(count), "middle"))
    parts.append(_text(_LABEL - 10, 20, "expected", "end"))
    parts.append(_text(_LABEL + len(names) * _CELL / 2, 20, "actual", "middle"))
    return _svg(_LABEL + len(names) * _CELL + 10, _y(len(names)) + 10, parts, "Confusion matrix")


def bars(rows: Sequence[tuple[str, float]], *, what: str) -> str:
    """A bar a row for values from 0 to 1, with the value at its end."""
    parts = []
    for place, (name, value) in enumerate(rows):
        y = place * _ROW
        parts.append(_text(_LABEL - 10, y + 18, name, "end"))
        parts.append(
            f'<rect x="{_LABEL}" y="{y + 5}" width="{value * _WIDE:.1f}" height="{_ROW - 10}" rx="3"'
            ' style="fill: var(--bar)"/>'
        )
        parts.append(_text(_LABEL + value * _WIDE + 8, y + 18, f"{what} {value:.3f}", "start"))
    return _svg(_LABEL + _WIDE + 110, len(rows) * _ROW + 6, parts, f"{what} of each disposition")


def whiskers(rows: Sequence[tuple[str, Estimate]]) -> str:
    """A row a mean from 0 to 1: a point, a line over its interval, and the numbers beside it."""
    right = _LABEL + _WIDE
    parts = []
    for tenth in range(0, 11, 2):
        x = _LABEL + tenth / 10 * _WIDE
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="20" y2="{len(rows) * _ROW + 24}"'
            ' style="stroke: var(--line)"/>'
        )
        parts.append(_text(x, 14, f"{tenth / 10:.1f}", "middle"))
    for place, (name, one) in enumerate(rows):
        y = place * _ROW + 36
        low, high, mean = (_LABEL + _WIDE * _bounded(value) for value in (one.low, one.high, one.value))
        parts.append(_text(_LABEL - 10, y + 4, name, "end"))
        parts.append(
            f'<line x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"'
            ' style="stroke: var(--bar); stroke-width: 3"/>'
        )
        parts.append(f'<circle cx="{mean:.1f}" cy="{y}" r="5" style="fill: var(--bar)"/>')
        told = f"{one.value:.3f} ({one.low:.3f} to {one.high:.3f}), {one.cases} cases"
        parts.append(_text(right + 14, y + 4, told, "start"))
    return _svg(right + 270, len(rows) * _ROW + 32, parts, "Measures with their intervals")


def _y(row: int) -> float:
    return 54 + row * _CELL * 2 / 3


def _bounded(value: float) -> float:
    return min(1.0, max(0.0, value))


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(width: float, height: float, parts: Sequence[str], title: str) -> str:
    return (
        f'<svg role="img" aria-label="{escape(title)}" width="{width:.0f}" height="{height:.0f}"'
        f' viewBox="0 0 {width:.0f} {height:.0f}">{"".join(parts)}</svg>'
    )
