"""A text -> the identifiers in it: cases, sections, document and form numbers, dotted numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from localrag.text import identifier_patterns as patterns
from localrag.text.word_sets import word_set

IdentifierKind = Literal["case", "section", "code", "thing", "dotted"]
"""``thing``: one of many in a register, as in "permit 4471"; a ``code`` names a document or a rule."""


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
    """What a passage that holds it holds: ``8842``, ``section 4``, ``POL-358``; of ``4.2(b)`` only ``4.2``,
    since (b) may stand as a list item of its own, but ``12(3)`` whole."""


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
        if not any(word in lower for word in patterns.SECTION_WORDS) or not patterns.lettered().search(text):
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
    return [match[1] for match in patterns.bare_number().finditer(text) if _stands_for_itself(text, match)]


def _all(text: str) -> Iterator[Identifier]:
    """Each kind in turn; what one has taken is not read again as another."""
    taken = bytearray(len(text))
    lower = text.lower()
    for pattern, read, hints in _READERS:
        if hints and not any(hint in lower for hint in hints):
            continue
        if read is _bare_cases and not re.search(r"\bcases?\b", lower):
            continue
        for match in pattern().finditer(text):
            for one in read(text, match):
                if not any(taken[one.start : one.end]):
                    taken[one.start : one.end] = b"\1" * (one.end - one.start)
                    yield one


def _cases(text: str, match: re.Match[str]) -> Iterator[Identifier]:
    # "cases 8842 and 8843": each number is one, the first with the word before it.
    for at, number in enumerate(re.finditer(patterns.CASE_ID, match["ids"])):
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
    searched = _without_item(number) if is_precise else f"{written} {number}"
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
    kind: IdentifierKind = "thing" if match["word"].lower() in _REGISTERED else "code"
    yield Identifier(match.start(), match.end(), match[0], kind, canonical, searched)


def _bare_cases(text: str, match: re.Match[str]) -> Iterator[Identifier]:
    if _stands_for_itself(text, match):
        yield _case_id(text, match.start(1), match.end(1), match[1])


def _codes(text: str, match: re.Match[str]) -> Iterator[Identifier]:
    if _is_code(text, match):
        yield Identifier(match.start(), match.end(), match[0], "code", match[0].upper(), match[0])


def _dotted_numbers(text: str, match: re.Match[str]) -> Iterator[Identifier]:
    if not _is_amount(text, *match.span()) and not re.fullmatch(r"\d{1,2}\.\d{1,2}\.\d{4}", match[0]):
        searched = _without_item(match[0])
        yield Identifier(match.start(), match.end(), match[0], "dotted", match[0].lower(), searched)


def _without_item(number: str) -> str:
    """``4.2`` of ``4.2(b)``."""
    base = number.partition("(")[0].rstrip()
    return base if "." in base else number


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
_REGISTERED = word_set(
    "ticket incident permit licence license invoice contract file record notice order application report"
    " complaint account serial model batch lot asset badge vehicle equipment"
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


_READERS = (
    (patterns.case, _cases, ("case",)),
    (patterns.section, _sections, patterns.SECTION_WORDS),
    (patterns.named_code, _named_codes, patterns.CODE_WORDS),
    (patterns.bare_number, _bare_cases, ("case",)),
    (patterns.code, _codes, ()),
    (patterns.dotted, _dotted_numbers, (".",)),
)
"""Pattern, reader, and what a text must hold for the pattern to be worth compiling."""
