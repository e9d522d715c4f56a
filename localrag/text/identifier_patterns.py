"""The forms that identifiers are written in, each compiled on first use: most texts need none of them."""

from __future__ import annotations

import re
from functools import cache

CASE_ID = r"(?:[A-Za-z]{1,4}[-/])?\d[\w/]*(?:-\w+)*"


SECTION_WORDS = (
    "sec", "art", "cl", "para", "ch", "rule", "annex", "app", "schedule", "exhibit", "part", "table",
    "figure", "§",
)  # fmt: skip
"""One of these stands in any text that ``section`` matches, in lower case."""
CODE_WORDS = (
    "form", "regulation", "directive", "circular", "ordinance", "bulletin", "memo", "standard", "ticket",
    "incident", "permit", "licen", "invoice", "contract", "file", "rec", "ref", "notice", "order", "policy",
    "procedure", "document", "act", "application", "report", "complaint", "account", "serial", "model",
    "batch", "lot", "asset", "badge", "vehicle", "equipment", "error", "fault", "alarm",
)  # fmt: skip
"""One of these stands in any text that ``named_code`` matches, in lower case."""


@cache
def lettered() -> re.Pattern[str]:
    """Places named by a letter alone: ``Annex B``."""
    return re.compile(r"\b(?:annex|appendix|schedule|exhibit|part|table|figure)\s+[A-Z]\b", re.I)


@cache
def case() -> re.Pattern[str]:
    """``case 8842``, ``Case No. 8842``, ``cases 8842 and 8843``."""
    return re.compile(
        r"(?P<in>\bin\s+)?(?P<case>\bcases?)(?:\s+(?:file|files|numbers?|nos?\.?|nr\.?|id|ref\.?|reference))*"
        rf"[\s:#_–-]*(?P<ids>{CASE_ID}(?:(?:\s*,\s*(?:and\s+|or\s+)?"
        rf"|\s+(?:and|or|vs\.?|versus|with|to)\s+(?:case\s+)?){CASE_ID})*)",
        re.I,
    )


@cache
def section() -> re.Pattern[str]:
    """``section 4.2(b)``, ``§ 12(3)``, ``Annex B``."""
    below = r"(?:\s?\((?:\d{1,3}|[A-Za-z]{1,4})\))*"
    return re.compile(
        r"(?<!\w)(?:(?P<word>(?i:sections?|sect?\.?|articles?|art\.|clauses?|cl\.|paragraphs?|paras?\.?"
        r"|chapters?|ch\.|rules?|annex|appendix|app\.|schedule|exhibit|part|table|figure)(?=\s)|§§?)\s*"
        rf"(?P<number>[A-Za-z]?\d+(?:\.\d+)*[a-z]?{below}"
        rf"|(?<=[xXeEtTdDrR]\s)[A-Z]{below})(?![\w(]|\.\d))"
    )


@cache
def named_code() -> re.Pattern[str]:
    """``form 27B``, ``Regulation no. 12``, ``permit 4471``."""
    return re.compile(
        r"\b(?P<word>(?i:form|regulation|directive|circular|ordinance|bulletin|memo|standard|ticket|incident"
        r"|permit|licen[cs]e|invoice|contract|file|record|reference|ref|notice|order|policy|procedure"
        r"|document|act|application|report|complaint|account|serial|model|batch|lot|asset|badge|vehicle"
        r"|equipment|error|fault|alarm))\.?\s+(?P<no>(?i:no\.?|number|nr\.?|id)\s*\#?|\#)?\s*"
        r"(?P<number>(?:[A-Z]{1,4}[-/]?)?\d[\w/.-]*(?<![./-])(?<!\dst)(?<!\dnd)(?<!\drd)(?<!\dth))"
    )


@cache
def code() -> re.Pattern[str]:
    """``POL-358``, ``ISO 27001``, ``INC0012345``, ``27B``, ``2016/679``, the first part of ``POL-358@2``."""
    return re.compile(
        r"(?<![\w./@-])(?:"
        r"[A-Za-z][A-Za-z0-9]{0,11}(?:[-_/][A-Za-z0-9]{1,12})*[-_/](?=[A-Za-z]*\d)[A-Za-z0-9]{1,16}(?:[-_/.:][A-Za-z0-9]+)*"
        r"|[A-Z]{2,8}\d{2,}[A-Z0-9]*(?:-[A-Z0-9]+)*"
        r"|[A-Z]\d{3,}[A-Z0-9]*"
        r"|[A-Z]{2,6}(?:/[A-Z]{2,6})?\s\d[\d.:-]*\d"
        r"|\d{1,4}[A-Z]{1,3}(?:-\d+)?"
        r"|[12]\d{3}/\d{3,4}"
        r")(?!\w|@(?!\d+(?:\.\d+)*(?![\w-])))"
    )


@cache
def dotted() -> re.Pattern[str]:
    """``38.101``, ``4.2.1(b)``."""
    return re.compile(
        r"(?<![\w.,/€$£-])\d{1,4}(?:\.\d{1,4})+(?:\s?\((?:\d{1,3}|[A-Za-z]{1,4})\))*(?![\w%/]|[.,-]\d)"
    )


@cache
def bare_number() -> re.Pattern[str]:
    """Three to eight digits by themselves."""
    return re.compile(r"(?<![\w.,/#€$£§-])#?(\d{3,8})(?![\w%/(]|[.,-]\d)")
