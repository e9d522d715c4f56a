"""Words and figures -> the shape of a date, and the days it stands for."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from localrag.text import date_readings as readings
from localrag.text.date_readings import Calendar, Reading
from localrag.text.date_spans import WEEKDAYS
from localrag.text.word_sets import word_set


class Token(NamedTuple):
    """A word, a figure or a mark of a text, in lower case."""

    text: str
    start: int
    end: int
    shape: str
    """One letter for what it can be in a date; see ``shape_of``."""


def tokens(text: str) -> list[Token]:
    """A text's words, figures and marks that can belong to a date; articles and "of" are left out."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        word = match[0].lower()
        if word in _SKIPPED:
            continue
        if word in _YEARLY and found and found[-1].text in _FINANCIAL:
            found[-1] = Token(f"{found[-1].text} year", found[-1].start, match.end(), "F")
            continue
        if word in _SUFFIXES and found and found[-1].shape == "D" and found[-1].end == match.start():
            found[-1] = found[-1]._replace(end=match.end())
            continue
        if word == "s" and found and found[-1].shape == "Y" and found[-1].end == match.start():
            found[-1] = Token(f"{found[-1].text}s", found[-1].start, match.end(), "Z")
            continue
        found.append(Token(word, *match.span(), shape_of(word)))
    return found


def shape_of(word: str) -> str:
    """D: one or two digits; Y: a year of four; N: other figures; Z: a decade; M: a month; or as below.

    A mark stands for itself, "x" for whatever never belongs to a date.
    """
    if word.isascii() and word.isdigit():
        if len(word) < 3:
            return "D"
        return "Y" if len(word) == 4 and word[0] in "12" else "N"
    return _SHAPES.get(word) or (word if word in "-/.,–'" else "'" if word == "’" else "x")


def forms_at(shape: str, at: int, *, relative: bool) -> list[str]:
    """The forms of dates that begin at a place of a shape, longest first."""
    forms = _STARTS.get(shape[at], ())
    return [form for form in forms if shape.startswith(form, at) and (relative or form not in _RELATIVE)]


def read(form: str, words: Sequence[str], calendar: Calendar) -> Reading | None:
    """What a form's words stand for; null where they are none of its dates after all."""
    try:
        return _FORMS[form](list(words), calendar)
    except (ValueError, OverflowError):
        return Reading("day", None, problem=f"{' '.join(words)} is out of range")


def is_relative(form: str) -> bool:
    """Whether a form's days depend on today."""
    return form in _RELATIVE


_TOKEN = re.compile(r"[A-Za-z]+|[0-9]+|[^\sA-Za-z0-9]")
_SKIPPED = word_set("of the calendar full whole")
_SUFFIXES = word_set("st nd rd th")
_FINANCIAL = word_set("financial fiscal tax budget")
_YEARLY = word_set("year years")
_MONTH_WORDS = word_set(
    "january february march april may june july august september october november december"
    " jan feb mar apr jun jul aug sep sept oct nov dec"
)
_SHAPES = {
    **dict.fromkeys(readings.COUNTS, "C"),
    **dict.fromkeys(readings.UNITS, "U"),
    **dict.fromkeys(("first", "second", "third", "fourth"), "O"),
    **dict.fromkeys(("quarter", "half"), "H"),
    **dict.fromkeys(("last", "previous", "past", "this", "current", "next", "coming"), "L"),
    **dict.fromkeys(WEEKDAYS, "W"),
    **dict.fromkeys(("yesterday", "today", "tomorrow"), "K"),
    **dict.fromkeys(("ago", "back"), "A"),
    **dict.fromkeys(("before", "after"), "b"),
    **dict.fromkeys(_MONTH_WORDS, "M"),
    **dict.fromkeys(readings.SEASONS, "S"),
    "fy": "F", "q": "Q", "h": "Q", "to": "t", "through": "t", "until": "t", "from": "g", "now": "n",
    "end": "E",
}  # fmt: skip
_Reader = Callable[[list[str], Calendar], "Reading | None"]


def _table(*rows: tuple[str, _Reader]) -> dict[str, _Reader]:
    return {form: reader for forms, reader in rows for form in forms.split()}


_RELATIVE = _table(
    ("K UbK", readings.read_near_day),
    ("DUA NUA CUA CCUA DUgn NUgn CUgn DUgK", readings.read_so_long_ago),
    ("LDU LNU LCU", readings.read_last_so_long),
    ("LU LH LF U H F", readings.read_near_unit),
    ("LM M", readings.read_near_month),
    ("LS", readings.read_near_season),
    ("LW", readings.read_near_weekday),
    ("DM MD", readings.read_day_month),
)
_FORMS = _RELATIVE | _table(
    ("Y-D-D Y/D/D Y.D.D", readings.read_iso),
    ("D.D.Y", readings.read_dotted),
    ("D/D/Y D-D-Y D/D/D", readings.read_numeric),
    ("DMY DM,Y D-M-Y D/M/Y D-M-D D/M/D DM.Y D-DMY D–DMY DtDMY D-DM,Y", readings.read_day_month_year),
    ("MDY MD,Y MD-D,Y MD–D,Y MD-DY M.DY M.D,Y", readings.read_day_month_year),
    ("DMtDMY DM-DMY DM–DMY MDtMDY MD-MDY MD–MDY MDtMD,Y MD-MD,Y MD–MD,Y", readings.read_day_to_day),
    ("MtMY M-MY M–MY", readings.read_month_to_month),
    ("DMD DM'D MD,D MD,'D MD'D", readings.read_short_year),
    ("M'D", readings.read_month_short_year),
    ("SY S,Y SY/D SY-D SY–D", readings.read_season),
    ("Z", readings.read_decade),
    ("MY M,Y M-Y M/Y M.Y", readings.read_month_year),
    ("QDY QD/Y QD-Y YQD Y-QD Y/QD QDFY OHY DHY LHY OHFY DHFY LHFY", readings.read_part_of_year),
    ("FY FY/D FY-D FY–D FY/Y FY-Y FY–Y FD FD/D FD-D", readings.read_financial),
    ("Y-D Y/D", readings.read_year_figure),
    ("D/Y", readings.read_figure_year),
    ("Y-Y Y–Y", readings.read_years),
    ("Y", readings.read_year),
)
"""By shape. A form of several words may hold any white space between them."""
_STARTS: dict[str, tuple[str, ...]] = {
    letter: tuple(sorted((form for form in _FORMS if form[0] == letter), key=lambda form: (-len(form), form)))
    for letter in {form[0] for form in _FORMS}
}
