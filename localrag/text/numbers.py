"""A text -> the numbers in it, in digits and in English words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from localrag.text.number_words import SCALES, spoken_numbers
from localrag.text.span import Span


class Number(NamedTuple):
    """A number as written: ``1,250.00``, ``fourteen``, ``3rd``, ``½``, ``10²``."""

    start: int
    end: int
    amount: Fraction
    is_ordinal: bool = False
    power: str = ""
    """A raised exponent as digits: 10² is amount 10, power ``2``."""

    @property
    def normal(self) -> str:
        """Digits without grouping or trailing zeros; ``1/3`` where no finite decimal exists."""
        return decimal_text(self.amount) + (f"^{self.power}" if self.power else "")


_SCALES_AFTER_DIGITS = {**SCALES, "hundred": 100, "mn": 10**6, "bn": 10**9}
_VULGAR = {
    "½": Fraction(1, 2), "⅓": Fraction(1, 3), "⅔": Fraction(2, 3), "¼": Fraction(1, 4), "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5), "⅖": Fraction(2, 5), "⅗": Fraction(3, 5), "⅘": Fraction(4, 5), "⅙": Fraction(1, 6),
    "⅛": Fraction(1, 8), "⅜": Fraction(3, 8), "⅝": Fraction(5, 8), "⅞": Fraction(7, 8),
}  # fmt: skip
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


_GROUP = "[ \u00a0\u2009\u202f'’,.]"
_DIGITS = re.compile(
    rf"(?P<number>\d{{1,3}}(?:{_GROUP}\d{{3}}(?!\d))+(?:[.,]\d+)?|\d+(?:[.,]\d+)?)"
    r"(?P<fraction>[ \u00a0]?[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞]|/\d+(?![\d/]))?(?P<power>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+|\^-?\d+)?"
    rf"(?P<ordinal>(?:st|nd|rd|th)\b)?(?:[ \u00a0-]?(?P<scale>{'|'.join(_SCALES_AFTER_DIGITS)})\b)?"
    r"|(?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅛⅜⅝⅞])"
)
_LETTER_BEFORE = re.compile(r"(?:[^\W\d]|[^\W\d][-/.#]|\d\.)$")
_CURRENCY_BEFORE = re.compile(r"\b(?:[A-Z]{3}|Rs\.?)$")


def decimal_text(amount: Fraction) -> str:
    """Digits with a decimal point, no grouping, no trailing zeros; ``1/3`` where that has no end."""
    denominator = amount.denominator
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    if denominator != 1:
        return f"{amount.numerator}/{amount.denominator}"
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount.numerator), amount.denominator)
    digits = []
    while rest:
        digit, rest = divmod(rest * 10, amount.denominator)
        digits.append(str(digit))
    return f"{sign}{whole}" + (f".{''.join(digits)}" if digits else "")


def numbers(text: str, taken: Sequence[Span] = ()) -> list[Number]:
    """Numbers in order, outside the spans taken; identifiers (``POL-358``, ``1.2.3``, ``12A``) are none.

    ``one`` counts only where it counts something ("one day", not "one of them"); ``second`` is an ordinal
    unless a number stands before it. ``1.250`` has a decimal point, ``1,250`` groups of three.
    """
    in_words = (
        Number(one.start, one.end, Fraction(one.amount), one.is_ordinal) for one in spoken_numbers(text)
    )
    found = sorted([*_in_digits(text), *in_words])
    if not taken:
        return found
    starts = [span.start for span in taken]
    return [number for number in found if not _overlaps(number, taken, starts)]


def _overlaps(number: Number, taken: Sequence[Span], starts: Sequence[int]) -> bool:
    before = bisect_right(starts, number.start) - 1
    inside = before >= 0 and number.start < taken[before].end
    return inside or (before + 1 < len(taken) and taken[before + 1].start < number.end)


def _in_digits(text: str) -> Iterator[Number]:
    for match in _DIGITS.finditer(text):
        start, end = match.span()
        if match["vulgar"]:
            yield Number(start, end, _VULGAR[match["vulgar"]])
            continue
        if _is_identifier(text, start, end):
            continue
        amount = _amount(match["number"])
        if amount is None:
            continue
        if match["fraction"]:
            fraction = match["fraction"].strip(" \u00a0")
            if fraction in _VULGAR:
                amount += _VULGAR[fraction]
            elif int(fraction[1:]) == 0:
                continue
            else:
                amount /= int(fraction[1:])
        if start and text[start - 1] in "-−–" and (start == 1 or text[start - 2] in " \t\n("):
            start, amount = start - 1, -amount
        if match["scale"]:
            amount *= _SCALES_AFTER_DIGITS[match["scale"].lower()]
        power = (match["power"] or "").lstrip("^").translate(_RAISED)
        yield Number(start, end, amount, bool(match["ordinal"]), power)


def _is_identifier(text: str, start: int, end: int) -> bool:
    before = text[max(0, start - 4) : start]
    if _LETTER_BEFORE.search(before[-2:]) and not _CURRENCY_BEFORE.search(before):
        return True
    return bool(re.match(r"\.\d|[A-Z]\d|[A-Z](?![A-Za-z])\b(?!/)", text[end : end + 3])) and not _is_symbol(
        text[end : end + 1]
    )


def _is_symbol(char: str) -> bool:
    """Capital letters that stand for a unit right behind a number: watt, volt, ampere, newton, kelvin."""
    return char in ("W", "V", "A", "N", "K", "J", "L", "C", "F", "M")


def _amount(written: str) -> Fraction | None:
    """The amount of digits with separators; null where they are no number (``1.2.3``, ``1,2,3``)."""
    bare = re.sub("[ \u00a0\u2009\u202f'’]", "", written)
    commas, points = bare.count(","), bare.count(".")
    if commas and points:
        decimal = max(bare.rfind(","), bare.rfind("."))
        return Fraction(re.sub("[.,]", "", bare[:decimal]) + "." + bare[decimal + 1 :])
    if points > 1 or commas > 1:
        return Fraction(re.sub("[.,]", "", bare))
    if commas:
        groups = re.fullmatch(r"[1-9]\d{0,2},\d{3}", bare)
        return Fraction(bare.replace(",", "") if groups else bare.replace(",", "."))
    return Fraction(bare)
