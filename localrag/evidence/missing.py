"""A part of a question that the evidence does not answer -> the words for what is missing."""

from __future__ import annotations

import re

from localrag.records.plan import AnswerKind, QuestionPart

KIND_NOUNS: dict[AnswerKind, str] = {
    "date": "date",
    "deadline": "deadline",
    "duration": "length of time",
    "amount": "amount",
    "number": "number",
    "person": "person or role",
    "place": "place",
    "yes_no": "rule",
    "list": "list",
    "definition": "definition",
    "steps": "steps",
    "reason": "reason",
    "statement": "statement",
    "version": "version that applied",
}
_WHAT_IS = re.compile(
    r"(?:what|which)(?:\s+(?:is|are|was|were)|['’]s)\s+(?P<thing>(?:the|an?|our|my|your|their)?\s*\S.*)", re.I
)
_TELLS = re.compile(
    r"(?:please\s+)?(?:tell|give|show|list|explain|name|describe)(?:\s+(?:me|us))?\s+(?P<thing>.+)", re.I
)
_AUXILIARY = "is|are|was|were|do|does|did|can|could|may|might|must|shall|should|will|would|has|have|had|am"
_ASKS_FIRST = re.compile(
    rf"(?P<word>when|where|why|how(?:\s+(?:long|often|many|much|far|old|soon"
    rf"|late))?(?:\s+[\w-]+)?|who|whom|by when"
    rf"|(?:in|at|on|from|to|by|for|with|within)?\s*(?:what|which)\s+[\w-]+(?:\s+[\w-]+)?)\s+(?P<rest>(?:{_AUXILIARY})\b.+)",
    re.IGNORECASE,
)
_YES_NO = re.compile(rf"(?P<rest>(?:{_AUXILIARY})\b.+)", re.IGNORECASE)


def thing_asked(part: QuestionPart) -> str:
    """A noun phrase for what a part asks: "the deadline to appeal an enforcement notice".

    Questions that cannot be turned into one are named with the kind of thing in front: "the person or
    role: who signs the notice".
    """
    text = " ".join(part.text.split()).rstrip(" ?.!")
    if found := _WHAT_IS.fullmatch(text):
        return _lowered(found["thing"])
    if part.kind == "definition":
        return f"a definition of {' '.join(part.about) or _lowered(text)}"
    if found := _TELLS.fullmatch(text):
        return _lowered(found["thing"])
    if part.kind == "yes_no" and _YES_NO.fullmatch(text):
        return f"a rule that settles: {_lowered(text)}"
    noun = KIND_NOUNS[part.kind]
    if part.kind == "statement":
        return f"an answer to: {_lowered(text)}"
    article = "" if part.kind == "steps" else "the "
    return f"{article or 'the '}{noun}: {_lowered(text)}"


def found_instead(part: QuestionPart) -> str:
    """What to say of a sentence on the subject that lacks the kind of thing asked for."""
    noun = KIND_NOUNS[part.kind]
    if part.kind in ("steps",):
        return "no steps are stated"
    return f"no {noun} is stated"


def _lowered(text: str) -> str:
    """The first letter small, unless the first word is a name or an abbreviation."""
    first = text.split(" ", 1)[0]
    if first[:1].isupper() and first[1:] == first[1:].lower() and first.lower() in _SENTENCE_STARTS:
        return text[:1].lower() + text[1:]
    return text


_SENTENCE_STARTS = frozenset(
    (
        *_AUXILIARY.split("|"),
        "the", "a", "an", "who", "what", "when", "where", "why", "how", "which", "whose", "whom", "in", "at",
        "on", "by", "from", "to", "for", "with", "within", "our", "my", "your", "their", "all", "any", "if",
    )
)  # fmt: skip
