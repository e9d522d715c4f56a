"""A question -> the documents it binds its answer to, found among those the asker may read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from localrag.plan.question import Question
from localrag.plan.vocabulary import (
    AUXILIARIES,
    CLASSES,
    DETERMINERS,
    EDITION_NOUNS,
    FUNCTION_WORDS,
    GENERIC_SOURCES,
    PREPOSITIONS,
    PRONOUNS,
    SOURCE_NOUNS,
    WEAK_SOURCES,
    WH,
)
from localrag.plan.words import Hit, Phrases
from localrag.ports import Catalog, TitledDocument
from localrag.text.date_spans import Days
from localrag.text.terms import terms
from localrag.text.word_sets import word_set


class NamedSource(NamedTuple):
    """A document as a question names it."""

    phrase: str
    start: int
    end: int
    """Words of the name itself, without "according to the"."""
    lead: int
    """First word of the whole expression."""
    is_required: bool
    is_looked_up: bool
    """Whether the document itself is asked for: "show me the closure procedure"."""
    is_certain: bool
    """Whether it is surely a document: a "closure procedure", not a "report" or a code like POL-358."""


class Sources(NamedTuple):
    """What binds an answer."""

    required: tuple[str, ...] = ()
    preferred: tuple[str, ...] = ()
    unclear: tuple[TitledDocument, ...] = ()
    """Several documents that a name fits equally well; empty where each is clear."""
    unclear_phrase: str = ""


def named_sources(question: Question) -> list[NamedSource]:
    """The documents that a question names, in order, by its words alone.

    "According to the closure procedure" and "per the FAQ" bind the answer to it; "preferably from" and "see"
    only prefer it. A name that any document would answer to ("the policy") is none.
    """
    found = [*_quoted_titles(question), *_codes_cited(question)]
    for hit in _CUES.find(question.lows):
        name = _name_after(question, hit)
        if name is None or any(name[0] < one.end and one.start < name[2] for one in found):
            continue
        start, head, end, phrase = name
        is_certain = question.lows[head] in SOURCE_NOUNS - WEAK_SOURCES
        is_required, is_looked_up = hit.name != "preferred", hit.name == "lookup"
        found.append(NamedSource(phrase, start, end, hit.start, is_required, is_looked_up, is_certain))
    return sorted(found, key=lambda one: one.start)


def _quoted_titles(question: Question) -> list[NamedSource]:
    """``from "Equipment"``, ``the document "Equipment"``: a quotation that stands where a title would."""
    found = []
    for span in question.quotations:
        inside = sorted(question.covered([span]))
        if not inside or len(inside) > _MAX_TITLE_WORDS or "__" in question.text[span.start : span.end]:
            continue
        lead = inside[0]
        while lead and question.lows[lead - 1] in SOURCE_NOUNS | DETERMINERS | _CALLED:
            lead -= 1
        is_led = lead and question.lows[lead - 1] in ("of", "from", "in", "under", "per", "does")
        if is_led or question.lows[inside[0] - 1] in SOURCE_NOUNS | _CALLED:
            phrase = question.text[span.start + 1 : span.end - 1].strip(" .,;:")
            found.append(NamedSource(phrase, inside[0], inside[-1] + 1, max(0, lead - 1), True, False, True))
    return found


def _codes_cited(question: Question) -> list[NamedSource]:
    """``under POL-358``, ``in HB-3220``: a source if a document goes by that name."""
    found = []
    for one in question.identifiers:
        places = sorted(question.covered([(one.start, one.end)])) if one.kind == "code" else []
        if places and places[0] and question.lows[places[0] - 1] in _CITING:
            found.append(
                NamedSource(one.searched, places[0], places[-1] + 1, places[0] - 1, True, False, False)
            )
    return found


def resolve_sources(
    named: Sequence[NamedSource], question: Question, catalog: Catalog, days: Days | None = None
) -> Sources:
    """Match names with the titles and ids of readable documents.

    A name that one title holds is kept as written; one that only a document id or another version's
    title explains is given as that document id; one that fits no document stays as written, so that it is
    missed by name. Where several documents fit equally well, the one in force on ``days`` is meant; where
    neither that nor the rest of the question decides, they are ``unclear``.
    """
    required: list[str] = []
    preferred: list[str] = []
    for source in named:
        fitting = _fitting(source, catalog)
        best = _best(source, fitting, question)
        if len(best) > 1 and days is not None:
            best = [
                one for one in best if catalog.is_in_force(one.document_id, days.first, days.last)
            ] or best
        # Whoever gives an upload the name of a policy does not make the policy's name unclear.
        best = [one for one in best if one.is_approved] or best
        if len(best) > 1 and source.is_required:
            return Sources(tuple(required), tuple(preferred), tuple(best), source.phrase)
        names: list[str]
        if len(best) == 1 and len(fitting) > 1:
            # The name alone would fit the others as well.
            names = [best[0].document_id]
        elif best:
            names = [_name_of(source, match) for match in best]
        else:
            names = [source.phrase] if source.is_certain else []
        (required if source.is_required else preferred).extend(names)
    return Sources(tuple(dict.fromkeys(required)), tuple(dict.fromkeys(preferred)))


def _fitting(source: NamedSource, catalog: Catalog) -> list[TitledDocument]:
    """Readable documents whose title or id holds every word of a name."""
    wanted = _key(source.phrase)
    candidates = catalog.documents_named(sorted(wanted)) if catalog.has_index and wanted else []
    return [one for one in candidates if wanted <= _called(one) | _key(one.document_id)]


def _best(source: NamedSource, fitting: list[TitledDocument], question: Question) -> list[TitledDocument]:
    """Of these the one whose title is the name, or that shares most with the rest of the question."""
    wanted = _key(source.phrase)
    exact = [one for one in fitting if wanted in (_key(one.title), _shortened(one.title))]
    if exact or len(fitting) < 2:
        return exact or fitting
    others = _key(" ".join(word.text for word in question.words)) - wanted
    most = max(len(others & _key(one.title)) for one in fitting)
    return [one for one in fitting if len(others & _key(one.title)) == most]


def _name_of(source: NamedSource, document: TitledDocument) -> str:
    is_named = _key(source.phrase) <= _key(document.title) and not document.has_other_titles
    return source.phrase if is_named else document.document_id


def _called(document: TitledDocument) -> set[str]:
    """The words a document goes by: its title's, and the initials of the title's words."""
    return _key(document.title) | _shortened(document.title)


def _shortened(title: str) -> set[str]:
    """ "Binding Operational Directive 15-01" as it is cited: ``bod 15-01``."""
    names = [word for word in title.split() if word[0].isupper()]
    others = [word for word in title.split() if not word[0].isupper()]
    return _key(" ".join(("".join(word[0] for word in names), *others))) if len(names) > 1 else set()


def _key(name: str) -> set[str]:
    return set(terms(name)) - _UNTOLD


def _name_after(question: Question, hit: Hit) -> tuple[int, int, int, str] | None:
    """Words of the name that a cue leads to, or that stands within it; null where it is none."""
    start, head, end = _noun_phrase(question, hit.end)
    if start >= end:
        return None
    words = question.lows[start:end]
    codes = question.covered((one.start, one.end) for one in question.identifiers if one.kind in _NAMING)
    names_code = any(at in codes for at in range(start, end))
    if question.lows[head] not in SOURCE_NOUNS | EDITION_NOUNS and not names_code:
        return None
    if all(word in GENERIC_SOURCES | EDITION_NOUNS | _UNTOLD | {"case"} for word in words) and not names_code:
        return None
    is_definite = question.lows[start - 1] in DETERMINERS or question.words[start].text[0].isupper()
    if hit.name == "lookup" and not (start and is_definite):
        return None
    if hit.name == "lookup" and end < len(question.words) and question.lows[end] in PREPOSITIONS:
        return None
    dated = question.covered((one.start, one.end) for one in question.dates)
    kept = [at for at in range(start, end) if question.lows[at] not in _UNTOLD and at not in dated]
    if not kept:
        return None
    return start, head, end, _VERSION_MARK.sub("", question.slice(kept[0], end))


def _noun_phrase(question: Question, place: int) -> tuple[int, int, int]:
    """First word, noun and end of a name from a place on, within one phrase."""
    words = question.lows
    start = place
    while start < len(words) and words[start] in DETERMINERS | _PARTICLES:
        start += 1
    end = last = start
    while (
        end < len(words)
        and end - start < _MAX_TITLE_WORDS
        and (end == start or not question.follows_comma(end))
    ):
        word = words[end]
        if word in WH or word in AUXILIARIES or word in PRONOUNS or word in _SAYING - _SAYING_NOUNS:
            break
        if word in PREPOSITIONS | DETERMINERS and not (last == end > start and word in ("of", "for", "on")):
            break
        if word in SOURCE_NOUNS or word in EDITION_NOUNS or any(char.isdigit() for char in word):
            last = end + 1
        end += 1
    head = last - 1
    # "the Policy on Appeals": a title goes on in capitals after its noun.
    if start < last < len(words) - 1 and words[last] in ("of", "for", "on"):
        end = last + 1
        while end < len(words) and question.words[end].text[0].isupper() and not question.follows_comma(end):
            end += 1
        last = end if end > last + 1 else last
    return start, head, last


_VERSION_MARK = re.compile(r"(?<=\w)@\d+(?:\.\d+)*\b")
"""Of "POL-212@2" the version, which belongs to no name."""
_NAMING = ("code", "thing")
"""Identifiers that may name a document: "notice 2022-11" is as often one as an entry of a register."""
_CITING = word_set("under in from per by to of")
_MAX_TITLE_WORDS = 12
"""Guess: longer phrases are sentences."""
_PARTICLES = word_set("me us only out down up")
_CALLED = word_set("titled called named entitled document file text page")
_SAYING_NOUNS = word_set("permit permits list lists state states cover covers")
_UNTOLD = FUNCTION_WORDS | word_set(
    "old older former previous earlier prior superseded archived expired outdated draft"
    " current new latest official internal present own applicable relevant existing agency's agency company"
    " confidential restricted secret public"
)
_SAYING = word_set(
    "say says state states require requires mandate mandates provide provides mean means allow allows permit"
    " permits mention mentions define defines describe describes tell tells prescribe prescribes apply"
    " applies applied list lists explain explains contain contains specify specifies cover covers"
)

_CUES = Phrases(
    """
    required: according to
    required: in accordance|line|compliance with
    required: pursuant to
    required: as stated|described|set|defined|laid|written|required|specified out|down? in|by|under
    required: stated|described|defined|written|specified|listed|mentioned|contained in|by
    required: as per
    required: per > the|our|this|its
    preferred: per
    preferred: preferably|ideally from|in|using|by
    preferred: if possible from|in|using
    preferred: see|cf
    required: use|using|consult only?
    required: based only? on
    required: only from|in|using
    required: what do|does > the|our|your|this|its ** @says
    required: what do|does > ** @says
    required: where in
    required: do|does|did > the|our|your|this ** @says
    required: version|edition of
    required: is|are|was|were > ** still|now|currently? in force|effect
    required: is|are|was|were > ** still|now|currently? valid|current|applicable|effective
    required: do|does|did > ** still|now|currently apply
    required: is|are|was|were|has|have > ** superseded|revoked|withdrawn|rescinded|repealed|replaced
    required: ^ what|who superseded|revoked|rescinded|repealed|replaced > **
    required: does|did > ** supersede|replace|revoke|rescind|repeal
    required: quote|cite from?
    required: under|in|from|by > the|our|this|its|current
    lookup: show|open|find|display|get|print|read|fetch|give|retrieve|see|have @me?
    lookup: pull|bring|look up
    lookup: look at|into|through
    lookup: where is|are|can @we? find? > the|our|a
    """,
    CLASSES | {"says": _SAYING},
)
