"""What was typed -> values, or an error that says what was expected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from localrag.text.characters import text_argument as text_argument

if TYPE_CHECKING:
    from datetime import date


class Day(click.ParamType["date"]):
    """A day as YYYY-MM-DD."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day; fails with click's BadParameter."""
        from datetime import date

        if isinstance(value, date):
            return value
        try:
            return day(str(value))
        except ValueError as error:
            self.fail(str(error), param, ctx)


def day(value: str) -> date:
    """YYYY-MM-DD as a date. ValueError says what was expected; ``20260101`` and week dates are refused."""
    from datetime import date

    try:
        found = date.fromisoformat(value.strip())
    except ValueError:
        found = None
    if found is None or found.isoformat() != value.strip():
        raise ValueError(f"{value!r} is not a day; write it as YYYY-MM-DD, as in 2026-01-31.")
    return found
