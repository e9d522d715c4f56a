"""A question -> what has to be asked back before anything can be looked for; null where nothing has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from localrag.plan.asked import Asked, about, asked, is_generic
from localrag.plan.question import Clause, Question, is_english
from localrag.plan.vocabulary import (
    ASKING_WORDS,
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    FUNCTION_WORDS,
    PERMISSION,
    PREPOSITIONS,
)
from localrag.plan.words import Phrases
from localrag.ports import Catalog, TitledDocument
from localrag.text.word_sets import word_set

Reason = Literal["empty", "nothing_named", "unclear_reference", "which_case", "which_document"]

WHAT = "What would you like to know?"
MAX_NAMED = 5
"""Candidates named in a question back. Guess: what a reader takes in at a glance."""


class Ambiguity(NamedTuple):
    """Why a question cannot be looked for, and what to ask back."""

    reason: Reason
    ask: str
    candidates: tuple[str, ...] = ()
    """Case ids or titles that are named in ``ask``."""


def ambiguity(question: Question, *, has_subject: bool = False) -> Ambiguity | None:
    """Whether the words of a question leave nothing to hold on to.

    Args:
        question: As read.
        has_subject: Whether something outside its words gives it a subject: a case it is asked in, a
            source, a day. Then only an empty question is unclear.

    Returns:
        Null for a question with a subject of its own. A pronoun is one where it refers to something named
        before it in the question, or to what follows ("is it allowed to ..."). Questions that are not
        English are given the benefit of the doubt.
    """
    if not question.words:
        return Ambiguity("empty", WHAT)
    if has_subject or question.identifiers or not is_english(question):
        return None
    left_out = question.covered((one.lead, one.end) for one in question.dates)
    clauses = [clause for clause in question.clauses if clause.asks] or list(question.clauses)
    read = [(clause, asked(question, clause.opens, clause.end, clause.form)) for clause in clauses]
    subject = [
        word
        for clause in question.clauses
        for word in about(question, clause.start, clause.end, _used(read, clause), left_out)
    ]
    is_dated = bool(question.dates) and (bool(subject) or _asks_for_a_noun(question, read))
    if is_generic(subject) and not is_dated and not _LETTERED.search(question.text):
        return _nothing_named(question, read, subject)
    if len(question.words) < 4 and len(subject) == 1 and question.lows[0] in ("who", "when", "where", "why"):
        told = question.text.rstrip(" ?.!")
        return Ambiguity("nothing_named", f"{told} what? Please name the matter it concerns.")
    pronoun = unresolved_pronoun(question)
    return _unclear_pronoun(question, pronoun) if pronoun is not None else None


def speaks_of_a_case(question: Question) -> int | None:
    """The word "case" where one certain case is meant without being named: "may we close this case?"

    Null where a case is named, and where cases are spoken of in general ("when a case is closed").
    """
    if any(one.kind == "case" for one in question.identifiers):
        return None
    for hit in _THIS_CASE.find(question.lows):
        at = next(place for place in range(hit.start, len(question.lows)) if question.lows[place] == "case")
        before = question.lows[at - 1] if at else ""
        following = question.lows[at + 1] if at + 1 < len(question.lows) else ""
        if following in _CASE_COMPOUNDS or before in _NO_CASES or at - hit.start > _MAX_CASE_NAME:
            continue
        if hit.name == "this" or _is_of_the_asker(question, at):
            return at
    return None


def which_case(catalog: Catalog, fitting: Sequence[str] = ()) -> Ambiguity:
    """Ask which case is meant, naming those that fit, or a few that the asker may read."""
    cases = list(fitting) or (catalog.cases() if catalog.has_index else [])
    named = tuple(cases[:MAX_NAMED])
    ask = "Which case do you mean?"
    if named:
        more = ", or another one" if len(cases) > len(named) else ""
        ask += f" For example {_listed(named)}{more}." if not fitting else f" {_listed(named)}?"
    return Ambiguity("which_case", ask, named)


def which_document(phrase: str, documents: Iterable[TitledDocument]) -> Ambiguity:
    """Ask which of several documents is meant that a name fits equally well."""
    titles = tuple(dict.fromkeys(document.title for document in documents))[:MAX_NAMED]
    return Ambiguity("which_document", f'Which "{phrase}" do you mean: {_listed(titles)}?', titles)


def unresolved_pronoun(question: Question) -> int | None:
    """The first word that refers to something said nowhere in the question; null where there is none."""
    lows = question.lows
    told = question.covered(question.span(one.start, one.end) for one in question.clauses if not one.asks)
    asks = len(told) < len(lows)
    for at, word in enumerate(lows):
        if word not in _REFERRING or (asks and at in told):
            continue
        following = lows[at + 1] if at + 1 < len(lows) else ""
        if word in ("this", "that", "these", "those", "one", "such"):
            before = lows[at - 1] if at else ""
            ends = at + 2 >= len(lows) or question.follows_comma(at + 2)
            if word in ("this", "that") and following == "one" and not _is_named_before(question, at):
                return at
            is_judged = word in ("this", "that") and before in AUXILIARIES and ends
            is_last = not following or following in _AFTER_PRONOUN or question.follows_comma(at + 1)
            stands_alone = is_judged or is_last
            is_linking = word == "that" and following and before not in AUXILIARIES | PREPOSITIONS | _DOING
            if not stands_alone or is_linking or (word == "one" and before not in ("this", "that", "which")):
                continue
        if word == "it" and _stands_for_what_follows(lows, at):
            continue
        if not _is_named_before(question, at):
            return at
    return None


def _asks_for_a_noun(question: Question, read: Sequence[tuple[Clause, Asked]]) -> bool:
    """Whether a noun names what is asked for, as in "what was the limit in 2024?"."""
    return any(question.lows[at] not in FUNCTION_WORDS | PERMISSION for _, one in read for at in one.used)


def _used(read: Sequence[tuple[Clause, Asked]], clause: Clause) -> frozenset[int]:
    return next((one.used for other, one in read if other == clause), frozenset())


def _nothing_named(
    question: Question, read: Sequence[tuple[Clause, Asked]], subject: Sequence[str]
) -> Ambiguity:
    pronoun = unresolved_pronoun(question)
    if pronoun is not None:
        return _unclear_pronoun(question, pronoun)
    nouns = [
        question.words[at].text
        for _, one in read
        for at in sorted(one.used)
        if question.lows[at] not in FUNCTION_WORDS | PERMISSION and question.lows[at].isalpha()
    ]
    named = [*subject, *nouns]
    if not named or not any(clause.asks for clause, _ in read):
        return Ambiguity("nothing_named", WHAT + " Please name the matter it concerns.")
    return Ambiguity("nothing_named", f'"{named[-1]}" of what? Please name the matter it concerns.')


def _unclear_pronoun(question: Question, at: int) -> Ambiguity:
    word = question.words[at].text
    return Ambiguity("unclear_reference", f'What does "{word}" refer to? Please name it.')


def _is_named_before(question: Question, at: int) -> bool:
    """Whether a noun stands before a pronoun that it can refer to: not the verb that governs it."""
    lows = question.lows
    for place in range(at):
        word = lows[place]
        if word in _NO_REFERENTS or not word[0].isalnum() or (place and lows[place - 1] == "how"):
            continue
        if lows[at] in ("they", "them", "these", "those") and not _may_be_they(word):
            continue
        is_its_verb = place == at - 1 or (
            place < at - 1 and all(lows[k] in PREPOSITIONS | {"not"} for k in range(place + 1, at))
        )
        if not is_its_verb:
            return True
        before = lows[place - 1] if place else ""
        if before in DETERMINERS or question.follows_comma(at):
            return True
    return False


def _may_be_they(noun: str) -> bool:
    """Whether "they" can mean it: several things, or a person ("the contractor ... they")."""
    return noun.endswith(
        ("s", "er", "or", "ee", "ist", "ant", "ent", "man", "woman", "child", "ian", "staff", "people")
    )


def _stands_for_what_follows(lows: Sequence[str], at: int) -> bool:
    """``is it allowed to ...``, ``how long does it take to ...``, ``it is ...``."""
    rest = lows[at + 1 : at + 7]
    if not any(word in _EXPLETIVE for word in rest[:3]):
        return False
    for place, word in enumerate(rest):
        if word in ("to", "that", "if", "when", "for", "whether", "without") or word.endswith("ing"):
            following = lows[at + 2 + place :]
            return (
                word.endswith("ing")
                or len(following) > 1
                or any(one not in FUNCTION_WORDS for one in following)
            )
    return False


def _is_of_the_asker(question: Question, at: int) -> bool:
    """Whether "the case" is a certain one: the asker acts on it, or something was done to it."""
    lows = question.lows
    clause = next((one for one in question.clauses if one.start <= at < one.end), None)
    if clause is None or not clause.asks:
        return False
    window = lows[clause.opens : at + 3]
    acts = any(word in ("i", "we", "my", "our") for word in window)
    happened = any(word in ("was", "were", "did", "had", "has") for word in window)
    is_conditional = any(
        word in ("if", "when", "once", "before", "after", "unless") for word in lows[clause.opens + 1 : at]
    )
    first = lows[clause.opens]
    is_act = first in (
        "can",
        "may",
        "should",
        "must",
        "could",
        "shall",
        "might",
        "is",
        "does",
        "has",
        "was",
        "did",
    )
    return (
        (acts or happened or first in ("is", "has", "was", "did"))
        and (is_act or happened)
        and not is_conditional
    )


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


_LETTERED = re.compile(r"\b[A-Za-z][a-z]{2,} (?:[B-HJ-Z]\b(?!['’.])|A(?=\s*(?:[?!.,;)]|$)))")
"""A thing told by its letter: "form A", "zone B"; it names a matter however general the noun is."""
_REFERRING = word_set("it this that these those they them he she him one such")
_AFTER_PRONOUN = (
    AUXILIARIES
    | PREPOSITIONS
    | CONJUNCTIONS
    | PERMISSION
    | word_set(
        "still apply applies work works mean means happen happens cost costs take takes not again"
        " now too also count valid required possible"
    )
)
_NO_REFERENTS = FUNCTION_WORDS | PERMISSION | ASKING_WORDS
_DOING = word_set("do does did doing done apply apply use get have has had make take about")
_EXPLETIVE = PERMISSION | word_set(
    "case free hard easy difficult legal illegal dangerous risky useful cheaper worthwhile late early"
    " reasonable bad possible fine true correct enough sufficient advisable important safe better"
    " best take takes took cost costs mean matter require requires need needs is was be help make"
    " makes normal usual common worth good"
)
_CASE_COMPOUNDS = word_set(
    "that officer officers record records file files law manager managers number numbers closure"
    " worker workers study studies management handling type types system load work category"
    " categories report reports procedure procedures escalation review reviews of"
)
_NO_CASES = word_set("worst best test use business edge general normal usual special in any")
_MAX_CASE_NAME = 4
"""Words from the determiner to "case". Guess: a place or a party, as in "the Harbour Street case"."""
_THIS_CASE = Phrases(
    """
    this: this|that|my|our enforcement|open|current|pending? case
    this: the current|present|selected|open|same case
    this: my|our|this *? case > is|be|has|without|yet|now
    the: the *? *? *? > case
    """,
    {},
)
