"""A cell's value and number format -> the text that people see in it, days in ISO form."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal

_LITERAL = re.compile(r'"([^"]*)"|\\(.)|[_*].|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]')
"""Quoted text, an escaped sign, padding, a currency, and colours or conditions."""
_DIGITS = re.compile(r"[#0?][#0?,]*(?:\.[#0?]+)?")
_TOO_LONG = Decimal(10) ** 20
"""Nobody reads so many digits (guess)."""
_SIGNIFICANT = 11
"""Digits of a number without a format, as spreadsheet programs show them."""


def shown(value: object, number_format: str) -> str:
    """``0.05`` with ``0%`` is ``5%``; ``1250`` with ``#,##0.00 "EUR"`` is ``1,250.00 EUR``.

    A day is written 2026-05-01 whatever its format: 01/05/2026 would be read in two ways. Formats for
    fractions and powers of ten are shown as plain numbers.
    """
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case datetime():
            midnight = value.time() == time(0)
            return value.date().isoformat() if midnight else value.isoformat(" ", "minutes")
        case date():
            return value.isoformat()
        case time():
            return value.isoformat("minutes" if not value.second else "seconds")
        case timedelta():
            minutes, seconds = divmod(int(value.total_seconds()), 60)
            return f"{minutes // 60}:{minutes % 60:02}" + (f":{seconds:02}" if seconds else "")
        case int() | float() | Decimal():
            return _number(value, number_format)
        case _:
            return str(value)


def _number(value: int | float | Decimal, number_format: str) -> str:
    sections = _sections(number_format)
    amount = Decimal(repr(value) if isinstance(value, float) else str(value))
    if not amount.is_finite():
        return str(value)
    pattern, amount = _chosen(sections, amount)
    prefix, digits, suffix = _parts(pattern)
    if abs(amount) >= _TOO_LONG:
        return _general(amount)
    if digits is None or "E+" in pattern or "E-" in pattern or "/" in pattern:
        plain = pattern.strip().lower() in ("general", "@", "") or digits is not None
        return _general(amount) if plain else (prefix + suffix).strip() or _general(amount)
    percents = (prefix + suffix).count("%")
    amount *= 100**percents
    whole, _, decimals = digits.partition(".")
    while whole.endswith(","):
        whole, amount = whole[:-1], amount / 1000
    rounded = abs(amount).quantize(Decimal(1).scaleb(-len(decimals)), rounding=ROUND_HALF_UP)
    text = f"{rounded:,f}" if "," in whole else f"{rounded:f}"
    optional = len(decimals) - len(decimals.rstrip("#?"))
    for _ in range(optional):
        if text.endswith("0") and "." in text:
            text = text[:-1].rstrip(".") if text.endswith(".0") else text[:-1]
    least = whole.replace(",", "").count("0")
    head, dot, tail = text.partition(".")
    text = head.rjust(least, "0") + dot + tail
    sign = "-" if amount < 0 and rounded != 0 else ""
    return f"{sign}{prefix}{text}{suffix}".strip()


def _chosen(sections: list[str], amount: Decimal) -> tuple[str, Decimal]:
    """The section of a format that holds for an amount; a section of its own shows no minus by itself."""
    if amount == 0 and len(sections) >= 3 and sections[2].strip():
        return sections[2], amount
    if amount < 0 and len(sections) >= 2 and sections[1].strip():
        return sections[1], abs(amount)
    return sections[0], amount


def _sections(number_format: str) -> list[str]:
    parts = re.split(r';(?=(?:[^"]*"[^"]*")*[^"]*$)', number_format)
    return parts or [number_format]


def _parts(pattern: str) -> tuple[str, str | None, str]:
    """Text before the digits, the digits' pattern, and text behind; no digits in ``General``."""
    kept: list[str] = []

    def keep(match: re.Match[str]) -> str:
        if match[1] is None and match[2] is None and match[3] is None:
            return ""
        kept.append(next(part for part in match.groups() if part is not None))
        return "\x00"

    bare = _LITERAL.sub(keep, pattern)
    found = _DIGITS.search(bare)
    words = iter(kept)

    def words_in(part: str) -> str:
        return "".join(next(words) if sign == "\x00" else sign for sign in part)

    if found is None:
        return words_in(bare.replace("General", "")), None, ""
    return words_in(bare[: found.start()]), found.group(), words_in(bare[found.end() :])


def _general(amount: Decimal) -> str:
    if amount == amount.to_integral_value() and abs(amount) < 10**15:
        return f"{amount:.0f}"
    text = f"{float(amount):.{_SIGNIFICANT}g}"
    return f"{Decimal(text):f}" if "e" not in text else text
