"""A question for yes or no and the rule that fits it best -> what the rule comes to, where it is plain."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from localrag.evidence.asked import Asked
from localrag.evidence.words import content_keys
from localrag.records.evidence import Finding, Verdict, VerdictSays
from localrag.text.modality import Sense, modals

_ALL_OF_IT = 0.8
"""Share of what is asked about that the rule's own sentence must say (guess: a verdict is the costliest thing
to get wrong)."""
_CONDITION = re.compile(
    r"\b(?:if|unless|only|except|when(?:ever)?|where|until|before|after|within|provided|without|at most|up to"
    r"|other than|subject to|in the case of|during|as long as|most|some|usually|normally)\b",
    re.IGNORECASE,
)
_ASKS_PERMISSION = re.compile(
    r"^\s*(?:can|may|could|might)\b|\b(?:allowed|permitted|entitled|free) to\b", re.IGNORECASE
)
_ASKS_DUTY = re.compile(
    r"^\s*(?:must|shall|should)\b|^\s*(?:do|does)\b.*\b(?:have|need) to\b"
    r"|\b(?:required|obliged|necessary|mandatory)\b",
    re.IGNORECASE,
)
_TURNED = re.compile(
    r"\b(?:not|never|no|without|forbidden|prohibited|banned|illegal|instead)\b|n['’]t\b", re.IGNORECASE
)
_ANSWERS: dict[str, dict[Sense, VerdictSays]] = {
    "permission": {"prohibition": "no", "permission": "yes"},
    "duty": {"duty": "yes", "release": "no", "prohibition": "no"},
}


def verdict_of(wanted: Asked, rules: Sequence[tuple[int, Finding]]) -> Verdict | None:
    """Yes, no or "depends" from the rules that speak of all that is asked.

    Args:
        wanted: A part that asks for yes or no.
        rules: Positions and findings, best first.

    Returns:
        ``yes`` or ``no`` only where every rule that says all of what is asked has one plain sense, without
        a condition, and they agree; ``depends`` where one of them sets a condition; null where none speaks
        of it all, or the question itself denies something.
    """
    asks = _asks(wanted.text)
    if asks is None or _TURNED.search(wanted.text):
        return None
    fitting = [(at, one) for at, one in rules if _says_it_all(wanted, one.quote)]
    if not fitting:
        return None
    senses = [_sense(one.quote) for _, one in fitting]
    answers = [_ANSWERS[asks].get(sense) if sense else None for sense in senses]
    if None in answers or any(_CONDITION.search(one.quote) for _, one in fitting):
        return Verdict(says="depends", derived_from=(fitting[0][0],), reason="the rule sets a condition")
    says = {answer for answer in answers if answer is not None}
    if len(says) != 1:
        return None
    return Verdict(
        says=says.pop(),
        derived_from=(fitting[0][0],),
        reason=f"the rule is a plain {senses[0]}",
    )


def _asks(question: str) -> str | None:
    if _ASKS_PERMISSION.search(question):
        return "permission"
    return "duty" if _ASKS_DUTY.search(question) else None


def _says_it_all(wanted: Asked, quote: str) -> bool:
    said = content_keys(quote)
    total = math.fsum(wanted.weights[key] for key in wanted.about)
    return total > 0 and math.fsum(wanted.weights[key] for key in wanted.about & said) >= _ALL_OF_IT * total


def _sense(quote: str) -> Sense | None:
    """The one sense of a rule's words of duty; null where it has none or several. "Never" alone forbids."""
    senses: set[Sense] = {modal.sense for modal in modals(quote)}
    if not senses and re.search(r"\bnever\b", quote, re.IGNORECASE):
        senses.add("prohibition")
    return senses.pop() if len(senses) == 1 else None
