"""A text -> the identifiers in it: cases, sections, document and form numbers, dotted numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from localrag.text.word_sets import word_set

IdentifierKind = Literal["case", "section", "code", "dotted"]


class Identifier(NamedTuple):
    """One identifier as written, and in the forms it is compared and searched in."""

    start: int
    end: int
    """Span in the text, end exclusive, the word that names its kind included (``Case No. 8842``)."""
    text: str
    kind: IdentifierKind
    canonical: str
    """``case-8842``, ``section 4.2(b)``; a code in capitals (``POL-358``)."""
    searched: str
    """What a passage that holds it holds: ``8842``, ``4.2(b)``, ``section 4``, ``POL-358``."""


def canonical_case(name: str) -> str:
    """``case-8842`` for ``8842``, ``case-8842``, ``Case 8842`` or ``Case No. 8842``.

    Other ids keep their letters: ``HR-17`` gives ``case-hr-17``. Surrounding white space is dropped; an
    empty name stays empty.
    """
    bare = re.sub(
        r"^case[\s_-]*(?:file|no\.?|number|id|ref\.?)?[\s:#_-]*(?=\w)", "", name.strip(), flags=re.I
    )
    return f"case-{bare.lower()}" if bare else ""


def find_identifiers(text: str) -> tuple[str, ...]:
    """What a passage must hold for the identifiers of a text, each once, in order of appearance.

    Empty for a text without any. See ``Identifier.searched``.
    """
    return tuple(dict.fromkeys(one.searched for one in identifier_mentions(text)))


def identifier_mentions(text: str) -> list[Identifier]:
    """The identifiers of a text, in order of appearance, none inside another.

    Cases (``case 8842``, ``Case No. 8842``, ``cases 8842 and 8843``; a bare ``8842`` where the text speaks
    of a case), places in a document (``section 4.2(b)``, ``§ 12(3)``, ``Annex B``), codes (``POL-358``,
    ``ISO 27001``, ``form 27B``) and dotted numbers (``38.101``). Amounts, dates and years are none. Time
    is linear in the text.
    """
    if not any(char.isdigit() for char in text):
        # Compiling a pattern costs more than reading a question: only for words that may need it.
        lower = text.lower()
        if not any(word in lower for word in _LETTERED) or not _lettered().search(text):
            return []
    found = sorted(_all(text), key=lambda one: (one.start, -one.end))
    kept: list[Identifier] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def bare_numbers(text: str) -> list[str]:
    """Whole numbers of three to eight digits that stand alone and are no year, amount or date.

    A question may mean a case by one ("Is 8842 closed?"); whether it does is for the caller to find out.
    """
    if not any(char.isdigit() for char in text):
        return []
    return [match[1] for match in _bare_number().finditer(text) if _stands_for_itself(text, match)]


def _all(text: str) -> Iterator[Identifier]:
    """Each kind in turn; what one has taken is not read again as another."""
    taken = bytearray(len(text))
    for pattern, read in _READERS:
        if read is _bare_cases and not re.search(r"\bcases?\b", text, re.I):
            continue
        for match in pattern().finditer(text):
            for one in read(text, match):
                if not any(taken[one.start : one.end]):
                    taken[one.start : one.end] = b"\1" * (one.end - one.start)
                    yield one


def _cases(text: str, match: re.Match[str]) -> Iterator[Identifier]:
    # "cases 8842 and 8843": each number is one, the first with the word before it.
    for at, number in enumerate(re.finditer(_CASE_ID, match["ids"])):
        start, end = (match.start("ids") + place for place in number.span())
        doubtful = at > 0 or len(number[0]) < 3
        if doubtful and (_is_year(number[0]) or _is_amount(text, start, end) or match["in"]):
            return
        yield _case_id(text, start if at else match.start("case"), end, number[0])


def _sections(_text: str, match: re.Match[str]) -> Iterator[Identifier]:
    written = match["word"] if match["word"] else "§"
    word = _SECTION_WORDS.get(written.lower().rstrip("."), written.lower())
    number = re.sub(r"\s+", "", match["number"])
    is_precise = written == "§" or "." in number or "(" in number
    searched = number if is_precise else f"{written} {number}"
    yield Identifier(match.start(), match.end(), match[0], "section", f"{word} {number.lower()}", searched)


def _named_codes(text: str, match: re.Match[str]) -> Iterator[Identifier]:
    number = match["number"]
    # "report 3 incidents", "notice 2024", "record 12/03/2024" name nothing.
    if not match["no"] and (
        (number.isdigit() and len(number) < 3)
        or _is_year(number)
        or re.fullmatch(r"\d+([./-])\d+\1\d+", number)
        or _is_amount(text, match.start("number"), match.end("number"))
    ):
        return
    canonical = f"{match['word']} {number}".upper()
    searched = number if len(number) > 3 else f"{match['word']} {number}"
    yield Identifier(match.start(), match.end(), match[0], "code", canonical, searched)


def _bare_cases(text: str, match: re.Match[str]) -> Iterator[Identifier]:
    if _stands_for_itself(text, match):
        yield _case_id(text, match.start(1), match.end(1), match[1])


def _codes(text: str, match: re.Match[str]) -> Iterator[Identifier]:
    if _is_code(text, match):
        yield Identifier(match.start(), match.end(), match[0], "code", match[0].upper(), match[0])


def _dotted_numbers(text: str, match: re.Match[str]) -> Iterator[Identifier]:
    if not _is_amount(text, *match.span()) and not re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{4}", match[0]):
        yield Identifier(match.start(), match.end(), match[0], "dotted", match[0].lower(), match[0])


def _case_id(text: str, start: int, end: int, number: str) -> Identifier:
    return Identifier(start, end, text[start:end], "case", canonical_case(number), number)


def _is_year(number: str) -> bool:
    return len(number) == 4 and number.isdigit() and 1900 <= int(number) < 2100


def _stands_for_itself(text: str, match: re.Match[str]) -> bool:
    return not _is_year(match[1]) and not _is_amount(text, match.start(1), match.end(1))


def _is_amount(text: str, start: int, end: int) -> bool:
    """Whether a unit, a currency or a month stands beside a number."""
    before = re.search(r"(\w+|[€$£¥%])\s*$", text[max(0, start - 16) : start])
    after = re.match(r"\s*(%|€|\$|£|°|[A-Za-z]+)", text[end : end + 20])
    return bool(
        (before and before[1].lower() in _MEASURED_AFTER) or (after and after[1].lower() in _MEASURED_BEFORE)
    )


def _is_code(text: str, match: re.Match[str]) -> bool:
    code = match[0]
    letters = re.match(r"[A-Za-z]*", code)
    head = letters[0].lower() if letters else ""
    if head in _NO_CODE_HEADS or not any(char.isdigit() for char in code):
        return False
    if " " in code:
        # "IN 14 DAYS" shouted is no code; "ISO 27001" in running text is one.
        is_shouted = text.isupper() and text.count(" ") > 3
        return not is_shouted and head not in _COMMON_CAPITALS and not _is_year(code.split()[-1])
    return not (head and _is_amount(text, match.start(), match.end()) and code[0].isdigit())


_SECTION_WORDS = {
    "sec": "section",
    "sections": "section",
    "sect": "section",
    "art": "article",
    "articles": "article",
    "para": "paragraph",
    "paras": "paragraph",
    "paragraphs": "paragraph",
    "§§": "§",
    "cl": "clause",
    "clauses": "clause",
    "ch": "chapter",
    "chapters": "chapter",
    "app": "appendix",
}
_MEASURED_AFTER = word_set(
    "€ $ £ ¥ eur euro euros usd gbp chf jpy rs inr version v about approximately nearly"
)
_MEASURED_BEFORE = word_set(
    "% € $ £ ° eur euro euros usd gbp chf dollars pounds percent per tonnes tonne tons ton kg g mg lb"
    " km m cm mm mile miles metres meters feet ft inches litre litres liters l ml hours hour hrs h"
    " minutes min seconds days day weeks week months month years year calendar working business points"
    " times people persons words pages copies units items million billion thousand hundred k am pm o"
    " degrees characters employees metre square cubic kw kwh mb gb kb volts watts january february march"
    " april may june july august september october november december jan feb mar apr jun jul aug sep"
    " sept oct nov dec"
)
_NO_CODE_HEADS = word_set(
    "case cases mid pre post non top early late q h fy fiscal year am pm january february march april"
    " may june july august september october november december jan feb mar apr jun jul aug sep sept oct"
    " nov dec"
)
_COMMON_CAPITALS = word_set(
    "a i an the in on at by of to for and or is if it as be do we my no not may can must any all from"
    " with fy q h am pm eur usd gbp chf jan feb mar apr jun jul aug sep oct nov dec who how why what"
    " when where"
)


_LETTERED = ("annex", "appendix", "schedule", "exhibit", "part ", "table ", "figure ")
_CASE_ID = r"(?:[A-Za-z]{1,4}[-/])?\d[\w/]*(?:-\w+)*"


# Compiled on first use: a question without digits or annexes never pays for them.
@cache
def _lettered() -> re.Pattern[str]:
    return re.compile(r"\b(?:annex|appendix|schedule|exhibit|part|table|figure)\s+[A-Z]\b", re.I)


@cache
def _case() -> re.Pattern[str]:
    return re.compile(
        r"(?P<in>\bin\s+)?(?P<case>\bcases?)(?:\s+(?:file|files|numbers?|nos?\.?|nr\.?|id|ref\.?|reference))*"
        rf"[\s:#_–-]*(?P<ids>{_CASE_ID}(?:(?:\s*,\s*(?:and\s+|or\s+)?"
        rf"|\s+(?:and|or|vs\.?|versus|with|to)\s+(?:case\s+)?){_CASE_ID})*)",
        re.I,
    )


@cache
def _section() -> re.Pattern[str]:
    below = r"(?:\s?\((?:\d{1,3}|[A-Za-z]{1,4})\))*"
    return re.compile(
        r"(?<!\w)(?:(?P<word>(?i:sections?|sect?\.?|articles?|art\.|clauses?|cl\.|paragraphs?|paras?\.?"
        r"|chapters?|ch\.|rules?|annex|appendix|app\.|schedule|exhibit|part|table|figure)(?=\s)|§§?)\s*"
        rf"(?P<number>[A-Za-z]?\d+(?:\.\d+)*[a-z]?{below}"
        rf"|(?<=[xXeEtTdDrR]\s)[A-Z]{below})(?![\w(]|\.\d))"
    )


@cache
def _named_code() -> re.Pattern[str]:
    return re.compile(
        r"\b(?P<word>(?i:form|regulation|directive|circular|ordinance|bulletin|memo|standard|ticket|incident"
        r"|permit|licen[cs]e|invoice|contract|file|record|reference|ref|notice|order|policy|procedure"
        r"|document|act|application|report|complaint|account|serial|model|batch|lot|asset|badge|vehicle"
        r"|equipment|error|fault|alarm))\.?\s+(?P<no>(?i:no\.?|number|nr\.?|id)\s*\#?|\#)?\s*"
        r"(?P<number>(?:[A-Z]{1,4}[-/]?)?\d[\w/.-]*(?<![./-])(?<!\dst)(?<!\dnd)(?<!\drd)(?<!\dth))"
    )


@cache
def _code() -> re.Pattern[str]:
    return re.compile(
        r"(?<![\w./@-])(?:"
        r"[A-Za-z][A-Za-z0-9]{0,11}(?:[-_/][A-Za-z0-9]{1,12})*[-_/](?=[A-Za-z]*\d)[A-Za-z0-9]{1,16}(?:[-_/.:][A-Za-z0-9]+)*"
        r"|[A-Z]{2,8}\d{2,}[A-Z0-9]*(?:-[A-Z0-9]+)*"
        r"|[A-Z]\d{3,}[A-Z0-9]*"
        r"|[A-Z]{2,6}(?:/[A-Z]{2,6})?\s\d[\d.:-]*\d"
        r"|\d{1,4}[A-Z]{1,3}(?:-\d+)?"
        r"|[12]\d{3}/\d{3,4}"
        r")(?![\w@])"
    )


@cache
def _dotted() -> re.Pattern[str]:
    return re.compile(
        r"(?<![\w.,/€$£-])\d{1,4}(?:\.\d{1,4})+(?:\s?\((?:\d{1,3}|[A-Za-z]{1,4})\))*(?![\w%/]|[.,-]\d)"
    )


@cache
def _bare_number() -> re.Pattern[str]:
    return re.compile(r"(?<![\w.,/#€$£§-])#?(\d{3,8})(?![\w%/(]|[.,-]\d)")


_READERS = (
    (_case, _cases),
    (_section, _sections),
    (_named_code, _named_codes),
    (_bare_number, _bare_cases),
    (_code, _codes),
    (_dotted, _dotted_numbers),
)
