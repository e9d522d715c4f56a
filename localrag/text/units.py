"""Names of units and currencies -> what they measure, and a normal form of an amount in them."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Literal, NamedTuple, cast

from localrag.text.numbers import decimal_text

UnitKind = Literal["duration", "money", "percent", "quantity"]


class Unit(NamedTuple):
    """What a unit's name stands for: so many of a base unit."""

    kind: UnitKind
    base: str
    factor: Fraction = Fraction(1)


_WORDS = """
duration second 1       second seconds sec secs
duration second 60      minute minutes min mins
duration second 3600    hour hours hr hrs h
duration day 1          day days
duration night 1        night nights
duration day 7          week weeks wk wks
duration day 14         fortnight fortnights
duration month 1        month months mth mths
duration month 3        quarters
duration month 12       year years yr yrs annum
duration month 120      decade decades
duration month 1200     century centuries
money EUR 1             euro euros
money USD 1             dollar dollars us_dollar us_dollars
money GBP 1             pound pounds pound_sterling pounds_sterling
money CHF 1             franc francs swiss_franc swiss_francs
money JPY 1             yen
money INR 1             rupee rupees
money CNY 1             yuan
money cent 1            cent cents euro_cent euro_cents
money penny 1           penny pennies pence
percent % 1             percent per_cent
percent pp 1            percentage_point percentage_points percentage-point percentage-points
quantity kg 1/1000000   milligram milligrams milligramme milligrammes
quantity kg 1/1000      gram grams gramme grammes
quantity kg 1           kilogram kilograms kilogramme kilogrammes kilo kilos
quantity kg 1000        ton tons tonne tonnes metric_ton metric_tons metric_tonnes
quantity lb 1           lb lbs
quantity oz 1           ounce ounces
quantity m 1000         kilometre kilometres kilometer kilometers
quantity m 1            metre metres meter meters
quantity m 1/100        centimetre centimetres centimeter centimeters
quantity m 1/1000       millimetre millimetres millimeter millimeters
quantity mile 1         mile miles
quantity yd 1           yard yards
quantity ft 1           foot feet
quantity inch 1         inch inches
quantity m² 1           square_metre square_metres square_meter square_meters
quantity m² 1000000     square_kilometre square_kilometres square_kilometer square_kilometers
quantity m² 10000       hectare hectares
quantity acre 1         acre acres
quantity ft² 1          square_foot square_feet
quantity l 1000         cubic_metre cubic_metres cubic_meter cubic_meters
quantity l 1            litre litres liter liters
quantity l 1/1000       millilitre millilitres milliliter milliliters
quantity gallon 1       gallon gallons
quantity pint 1         pint pints
quantity km/h 1         kilometres_per_hour kilometers_per_hour kilometres_an_hour kilometers_an_hour
quantity mph 1          miles_per_hour miles_an_hour mph
quantity °C 1           degrees_celsius degree_celsius degrees_centigrade degree_centigrade
quantity °F 1           degrees_fahrenheit degree_fahrenheit
quantity ° 1            degree degrees
quantity W 1            watt watts
quantity W 1000         kilowatt kilowatts
quantity W 1000000      megawatt megawatts
quantity V 1            volt volts
quantity A 1            ampere amperes amp amps
quantity dB 1           decibel decibels
quantity byte 1         byte bytes
quantity byte 1000      kilobyte kilobytes
quantity byte 1000000   megabyte megabytes
quantity byte 1000000000 gigabyte gigabytes
quantity ppm 1          ppm
quantity ppb 1          ppb
quantity bar 1          bar
quantity psi 1          psi
"""
"""Kind, base unit, factor, then English names in any case; ``_`` stands for white space."""

_SYMBOLS = """
percent % 1             %
percent ‰ 1             ‰
quantity kg 1/1000000000 µg
quantity kg 1/1000000   mg
quantity kg 1/1000      g
quantity kg 1           kg
quantity kg 1000        t
quantity m 1000         km
quantity m 1            m
quantity m 1/100        cm
quantity m 1/1000       mm
quantity m 1/1000000    µm
quantity m 1/1000000000 nm
quantity ft 1           ft
quantity m² 1           m² m2 m^2
quantity m² 1000000     km² km2
quantity m² 10000       ha
quantity l 1000         m³ m3
quantity l 1            l L
quantity l 1/1000       ml mL
quantity °C 1           °C
quantity °F 1           °F
quantity ° 1            °
quantity km/h 1         km/h
quantity W 1            W
quantity W 1000         kW
quantity W 1000000      MW
quantity W 1000000000   GW
quantity Wh 1000        kWh
quantity Wh 1000000     MWh
quantity V 1            V
quantity V 1000         kV
quantity A 1            A
quantity A 1/1000       mA
quantity Hz 1           Hz
quantity Hz 1000        kHz
quantity Hz 1000000     MHz
quantity Hz 1000000000  GHz
quantity dB 1           dB
quantity byte 1000      kB KB
quantity byte 1000000   MB
quantity byte 1000000000 GB
quantity byte 1000000000000 TB
quantity Pa 1           Pa
quantity Pa 100         hPa
quantity Pa 1000        kPa
quantity Sv 1/1000      mSv
quantity cal 1000       kcal
money EUR 1             € EUR
money USD 1             $ US$ USD
money GBP 1             £ GBP
money JPY 1             ¥ JPY
money INR 1             ₹ INR
money AUD 1             A$ AUD
money CAD 1             C$ CAD
"""
"""As above, case counts."""
_CODES = "CHF CNY NZD SEK NOK DKK PLN CZK HUF RON BGN TRY ZAR BRL MXN SGD HKD KRW AED"


def _table(rows: str) -> dict[str, Unit]:
    units: dict[str, Unit] = {}
    for row in rows.strip().splitlines():
        kind, base, factor, *names = row.split()
        units |= dict.fromkeys(names, Unit(cast(UnitKind, kind), base, Fraction(factor)))
    return units


_BY_WORD = _table(_WORDS)
_BY_SYMBOL = _table(_SYMBOLS) | {code: Unit("money", code) for code in re.split(" ", _CODES)}
_NAME = re.compile(
    r"(?P<first>km/h|°[CF]?|[%‰€£¥₹$]|(?:US|A|C)\$|[^\W\d_]+(?:\^2|[²³23])?(?:-points?)?)(?![\w²³])"
    r"(?P<second>\s+[^\W\d_]+)?(?P<third>\s+[^\W\d_]+)?"
)
_NOT_MONEY = re.compile(r"\s+of\b")
_MONEY_BEFORE = re.compile(r"(?:(?:US|A|C)\$|[€$£¥₹]|\b[A-Z]{3})(?=[ \u00a0\u202f]?$)")


def unit_at(text: str, position: int) -> tuple[Unit, int] | None:
    """The unit whose name starts at a position, and where the name ends; null where none does."""
    match = _NAME.match(text, position)
    if match is None:
        return None
    for group in ("third", "second", "first"):
        if match[group] is None:
            continue
        end = match.end(group)
        name = text[position:end]
        unit = _BY_SYMBOL.get(name) or _BY_WORD.get("_".join(name.lower().split()))
        if unit and not (unit.base == "GBP" and name.startswith("pound") and _NOT_MONEY.match(text, end)):
            return unit, end
    return None


def currency_before(text: str, position: int) -> tuple[Unit, int] | None:
    """The currency written right before a position, and where its name starts; null where none is."""
    start = max(0, position - 5)
    match = _MONEY_BEFORE.search(text[start:position])
    unit = _BY_SYMBOL.get(match.group()) if match else None
    return (unit, start + match.start()) if match and unit and unit.kind == "money" else None


def normal_amount(amount: Fraction, unit: Unit) -> str:
    """An amount in one spelling: ``P14D``, ``PT24H``, ``P3M``, ``EUR 250.00``, ``87%``, ``7500 kg``.

    Weeks are seven days and years twelve months; days, months and hours are never turned into each other.
    """
    total = amount * unit.factor
    if unit.kind == "duration" and not total:
        return f"P0 {unit.factor} {unit.base}"
    if unit.kind == "duration":
        return _iso_duration(total, unit.base)
    if unit.kind == "money":
        return f"{unit.base} {_two_places(total)}"
    if unit.kind == "percent":
        return f"{decimal_text(total)}{unit.base}"
    return f"{decimal_text(total)} {unit.base}"


def _two_places(total: Fraction) -> str:
    text = decimal_text(total)
    if "/" in text:
        return text
    whole, _, cents = text.partition(".")
    return f"{whole}.{cents:0<2}"


def _iso_duration(total: Fraction, base: str) -> str:
    if base == "second":
        for size, letter in ((3600, "H"), (60, "M")):
            if total % size == 0 and total:
                return f"PT{decimal_text(total / size)}{letter}"
        return f"PT{decimal_text(total)}S"
    if base == "month":
        whole_years = total % 12 == 0 and total
        return f"P{decimal_text(total / 12)}Y" if whole_years else f"P{decimal_text(total)}M"
    return f"P{decimal_text(total)}{'D' if base == 'day' else 'N'}"
