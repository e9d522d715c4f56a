"""A question that leans on the one before it -> one that can stand alone."""

from __future__ import annotations

from datetime import date

from localrag.plan.ambiguity import unresolved_pronoun
from localrag.plan.asked import about, asked, is_generic
from localrag.plan.fragments import with_fragment
from localrag.plan.phrases import NounPhrase, is_attribute, is_plural, is_someone, things_said
from localrag.plan.question import Clause, Question, read_question
from localrag.plan.vocabulary import (
    AUXILIARIES,
    CLASSES,
    DETERMINERS,
    PREPOSITIONS,
    WH,
)
from localrag.plan.wording import as_question, definite, tail_of, with_topic, without_mark
from localrag.plan.words import Phrases
from localrag.text.word_sets import word_set


def complete(text: str, earlier: str, *, today: date) -> str | None:
    """``text`` with what it leaves to be understood from ``earlier``; null where it leaves nothing.

    Args:
        text: "and for contractors?", "Who signs it?", "What is the fee?"
        earlier: A question that can stand alone.
        today: For dates in either.

    Both normalised. Null as well where nothing in ``earlier`` fits, so that it is asked back. Where the two
    cannot be joined in grammar, the earlier subject is added in brackets.
    """
    question, before = (read_question(one, today=today) for one in (text, earlier))
    if not question.words or not before.words:
        return None
    lead = _LEADS.at(question.lows, 0)
    start = lead.end if lead else 0
    clause = question.clauses[0]
    if start >= len(question.words):
        return None
    if _is_remark(question):
        return as_question(f"{without_mark(before)} ({without_mark(question)})")
    is_told = lead is not None and lead.name != "and"
    if is_told or (clause.form == "none" and _is_phrase(question, start, has_lead=lead is not None)):
        return with_fragment(question, start, before, applies=lead is not None and lead.name == "applies")
    pronoun = unresolved_pronoun(question)
    takes_time = pronoun is not None and question.lows[pronoun + 1 : pronoun + 2] in (("take",), ("takes",))
    if takes_time and tail_of(before):
        # "how long does it take": not a thing, but what was to be done.
        return _with_subject(question, clause, before)
    if pronoun is None and question.lows[-1] == "one" and len(question.lows) > 2:
        # "how do I get one?"
        pronoun = len(question.lows) - 1
    if pronoun is None and clause.asks:
        # "when does it have to be renewed?"
        pronoun = next((at for at in range(clause.opens, clause.end) if question.lows[at] == "it"), None)
        if pronoun is not None and (len(about(question, 0, len(question.words))) > _MAX_ABOUT_IT):
            pronoun = None
    if pronoun is not None:
        return _with_pronoun(question, pronoun, before)
    if len(question.clauses) == 1 and _lacks_subject(question):
        return _with_subject(question, clause, before)
    if len(question.clauses) == 1 and _is_of_more(question):
        return with_topic(without_mark(question), before)
    return None


def _is_remark(question: Question) -> bool:
    """Whether something is only told: "I am in Graz.", "The regular one.", "I meant the other kind"."""
    if any(clause.asks for clause in question.clauses) or len(question.words) > _MAX_REMARK:
        return False
    told = about(question, 0, len(question.words))
    is_short = len(told) < 3 and question.lows[0] in ("i", "we", "it", "they", "he", "she")
    return is_short or question.lows[-1] in ("one", "ones")


def _is_phrase(question: Question, start: int, *, has_lead: bool) -> bool:
    """Whether words without a question are a mere phrase that leans on what was asked before.

    ``for contractors``, ``and kites``, ``kites?``; but "enterprise value" by itself is a new subject.
    """
    words = question.lows[start:]
    if len(words) > _MAX_FRAGMENT or any(word in AUXILIARIES | {"i", "we"} for word in words):
        return False
    is_led = has_lead or words[0] in PREPOSITIONS or bool(question.dates)
    return is_led or (len(words) < 4 and question.text.rstrip().endswith("?"))


def leans(question: Question) -> bool:
    """Whether a question needs another one to be understood."""
    return _lacks_subject(question) or unresolved_pronoun(question) is not None


def _lacks_subject(question: Question) -> bool:
    """``What is the fee?``, ``Who signs?``, ``Why?``: a question about nothing in particular."""
    clause = next((one for one in question.clauses if one.asks), None)
    if clause is None or question.identifiers:
        return clause is None and not question.words
    one = asked(question, clause.opens, clause.end, clause.form)
    subject = about(question, clause.start, clause.end, one.used)
    if is_generic(subject):
        return True
    words = question.lows[clause.opens : clause.end]
    is_bare_verb = len(subject) == 1 and len(words) <= 4 and words[0] in WH - {"what", "which"}
    return is_bare_verb and not any(word in DETERMINERS | PREPOSITIONS for word in words)


def _with_pronoun(question: Question, at: int, before: Question) -> str | None:
    phrases = things_said(before)
    word = question.lows[at]
    if word in ("this", "that") and before.clauses[-1].form in ("aux", "if"):
        # It stands for the whole that was asked, not for a thing in it.
        return with_topic(without_mark(question), before)
    case = next((one for one in before.identifiers if one.kind == "case"), None)
    referent = _referent(question, at, before, phrases)
    if case is not None and word in ("it", "this", "that") and not _is_of_an_attribute(question):
        name = case.canonical
    elif not phrases:
        return with_topic(without_mark(question), before)
    elif referent is None:
        return None
    else:
        name = definite(before, referent)
        if before.lows[referent.end : referent.end + 1] and before.lows[referent.end] in AUXILIARIES:
            # "what training does a diver need?"
            place = question.words[at]
            told = f"{question.text[: place.start]}the {name}{question.text[place.end :]}"
            return with_topic(told.rstrip(" ?.!"), before)
        if is_attribute(before, referent):
            name += " " + before.slice(referent.end, before.clauses[-1].end)
    place = question.words[at]
    ending = "'s" if place.text.lower().endswith(("'s", "’s")) else ""
    return as_question(question.text[: place.start] + name.strip() + ending + question.text[place.end :])


def _referent(question: Question, at: int, before: Question, phrases: list[NounPhrase]) -> NounPhrase | None:
    if not phrases:
        return None
    word = question.lows[at]
    if word in ("they", "them", "these", "those"):
        plural = [one for one in phrases if is_plural(before.lows[one.head])]
        subject = plural[:1] if word == "they" else plural[-1:]
        return (subject or phrases[-1:])[0]
    attributes = [one for one in phrases if is_attribute(before, one)]
    things = [one for one in phrases if one not in attributes]
    if attributes and (_is_of_an_attribute(question) or not things):
        return attributes[0]
    if word in ("he", "she", "him", "her"):
        things = [one for one in things if is_someone(before.lows[one.head])]
    elif word in ("it", "it's", "it’s"):
        things = [one for one in things if not is_someone(before.lows[one.head])]
    singular = [one for one in things if not is_plural(before.lows[one.head])]
    if word == "one":
        singular = singular or things
    return singular[-1] if singular else None


def _is_of_an_attribute(question: Question) -> bool:
    """Whether what is said can only be said of a deadline, a fee or the like: "can it be extended"."""
    return any(word in _SAID_OF_ATTRIBUTES for word in question.lows)


def _with_subject(question: Question, clause: Clause, before: Question) -> str:
    """``What is the fee?`` after "How do I renew a permit?": the fee to renew a permit."""
    told = without_mark(question)
    words = question.lows[clause.opens : clause.end]
    if all(low in WH | PREPOSITIONS | {"not"} for low in words) and before.clauses[-1].form == "aux":
        opened = before.slice(before.clauses[-1].opens, before.clauses[-1].end)
        return as_question(f"{told} {opened[0].lower()}{opened[1:]}")
    tail = "" if words[0] in ("who", "whom", "why", "when") else tail_of(before)
    return as_question(f"{told} {tail}") if tail else with_topic(told, before)


def _is_of_more(question: Question) -> bool:
    """Whether it asks for more on the same matter: "is there an exam?", "what happens afterwards?"."""
    if len(question.words) > _MAX_FRAGMENT or question.identifiers:
        return False
    return _MORE.first(question.lows) is not None


_MAX_ABOUT_IT = 1
"""Content words beside "it" up to which it surely stands for the earlier matter. Guess."""
_MORE = Phrases(
    """
    more: ^ is|are|was|were there a|an|any? *? * $
    more: ^ and? what happens|comes|follows then|next|afterwards|after $
    more: ^ and? how many * are|is there $
    more: ^ and? what is|are still? missing|left|needed|required|outstanding|open $
    more: ^ and? up? to|in|by|from|for|within? what|which * $
    more: ^ and? how far|long|much|soon|often in? advance|beforehand|ahead $
    """,
    {},
)
_MAX_FRAGMENT = 7
"""Words. Guess: longer ones are sentences."""


_MAX_REMARK = 12
"""Words. Guess: longer ones are a subject of their own."""


_SAID_OF_ATTRIBUTES = word_set(
    "extend extended extension extending waive waived reduce reduced increase increased shorten"
    " shortened start starts begin begins end ends run runs expire expires expired counted count"
    " calculated calculate missed miss suspended longer shorter higher lower refunded refund paused"
    " pause set exceed exceeded pay paid repeat repeated send sent submit submitted fill"
)


_LEADS = Phrases(
    """
    about: and|or|but|so|ok? what|how about
    about: what|how about
    about: and|or|but? the? same question? > for
    about: is it|that|this the same > for|in|with
    applies: is|does|do that|this|it also|still? apply|valid|true|hold also? > for|to|in|with
    applies: does|do the same *? apply|hold > for|to|in|with
    about: and|but what? > if
    about: what > if
    and: and|or|but|also|then|so|plus then|also?
    and: and|or|but|also|then|so|plus
    """,
    CLASSES,
)
