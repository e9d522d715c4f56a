"""Pieces of an earlier question -> the words in which a later one takes them up."""

from __future__ import annotations

from localrag.plan.asked import asked
from localrag.plan.phrases import NounPhrase, is_attribute, noun_phrases
from localrag.plan.question import Question
from localrag.plan.vocabulary import FUNCTION_WORDS, PREPOSITIONS


def tail_of(before: Question) -> str:
    """What can follow a noun to say of what: "to appeal an enforcement notice", "for permit holders"."""
    clause = before.clauses[-1]
    attribute = next((one for one in noun_phrases(before, clause) if is_attribute(before, one)), None)
    if attribute is not None:
        modifiers = [
            at for at in range(attribute.start, attribute.head) if before.lows[at] not in FUNCTION_WORDS
        ]
        tail = before.slice(attribute.end, clause.end)
        if modifiers:
            tail = f"for {before.slice(modifiers[0], attribute.head)} {tail}"
        if (
            tail
            and before.lows[attribute.end : attribute.end + 1]
            and tail.split()[0] in PREPOSITIONS | {"to"}
        ):
            return tail.strip()
    if asked(before, clause.opens, clause.end, clause.form).kind == "steps":
        verb = next(
            (
                at
                for at in range(clause.opens + 1, clause.end)
                if before.lows[at] in ("i", "we", "you", "one", "to")
            ),
            None,
        )
        if verb is not None and verb + 1 < clause.end:
            return f"to {before.slice(verb + 1, clause.end)}"
    return ""


def with_topic(text: str, before: Question) -> str:
    """A text with the earlier matter in brackets, where the two cannot be joined in grammar."""
    matter = topic(before)
    return capitalised(f"{text} (about {matter})?" if matter else f"{text}?")


def topic(question: Question) -> str:
    """The matter of a question without the words that ask; empty where it has none."""
    clause = question.clauses[-1] if question.clauses else None
    if clause is None:
        return ""
    one = asked(question, clause.opens, clause.end, clause.form)
    kept = [
        at
        for at in range(clause.opens, clause.end)
        if at not in one.used and question.lows[at] not in FUNCTION_WORDS
    ]
    return question.slice(kept[0], kept[-1] + 1) if kept else ""


def definite(question: Question, phrase: NounPhrase) -> str:
    """``an enforcement notice`` mentioned again is "the enforcement notice"."""
    text = question.slice(phrase.start, phrase.end)
    if question.lows[phrase.start] in ("a", "an", "any", "some", "each", "every"):
        return f"the {question.slice(phrase.start + 1, phrase.end)}"
    return text


def with_phrase(question: Question, start: int, end: int, phrase: str) -> str:
    """A question with a phrase in place of its words ``start`` to ``end``."""
    span = question.span(start, end)
    return as_question(question.text[: span.start] + phrase + question.text[span.end :])


def without_mark(question: Question) -> str:
    """A question's text without the mark at its end."""
    return question.text.rstrip(" ?.!")


def capitalised(text: str) -> str:
    """A text whose first letter is large."""
    return text[:1].upper() + text[1:]


def as_question(text: str) -> str:
    """A text as one question: white space collapsed, one question mark."""
    return capitalised(" ".join(text.split()).rstrip(" ?.!,")) + "?"
