"""Numbers -> the runs they form, in words."""

from __future__ import annotations

from collections.abc import Sequence


def number_ranges(numbers: Sequence[int]) -> str:
    """``3-6, 9`` for 3, 4, 5, 6 and 9; ascending numbers, empty for none."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
