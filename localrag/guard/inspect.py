"""A question + guard policy -> what is to be done with it, before anything is retrieved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from localrag.guard.policy import GuardPolicy, InputRule
from localrag.guard.wording import is_used
from localrag.ports import RequestClassifier
from localrag.records.answer import GuardDecision

SUSPICIOUS = "input:suspicious"
"""Noted, and no more: wording of an injection that no rule took for one."""


class Inspected(NamedTuple):
    """What the input guard decided."""

    decision: GuardDecision | None
    """Null where nothing was noticed."""
    message: str | None = None
    """For the asker, where the question is not answered."""
    rule: InputRule | None = None
    """That decided."""


def inspect(
    texts: Sequence[str],
    policy: GuardPolicy,
    *,
    is_suspicious: bool,
    nearness: Callable[[str, Sequence[str]], Sequence[float]],
    classifier: RequestClassifier | None = None,
) -> Inspected:
    """Decide on a question.

    Args:
        texts: The question in normal form, and as it stands alone where that differs; at least one.
        policy: Rules decide first, in the order of the file.
        is_suspicious: Whether planning noted wording of an injection.
        nearness: Cosine similarity of a text with some others, in their order; called only where wording
            that counts beside an example was found, or a classifier may be asked.
        classifier: Null: none is installed.

    Returns:
        ``answer`` with a trigger, or nothing at all, where the question goes on.
    """
    texts = list(dict.fromkeys(texts))
    for name, rule in policy.rules.items():
        if _applies(name, rule, texts, policy, nearness):
            decided = GuardDecision(
                stage="input",
                disposition="block" if rule.action == "block" else "redirect",
                triggers=(f"input:{name}",),
            )
            return Inspected(decided, policy.messages[rule.message], rule)
    asked = policy.classifier
    if classifier is not None and asked.use != "off":
        near = asked.use == "always" or is_suspicious or _is_near_an_example(texts, policy, nearness)
        if near:
            return _classified(texts[-1], policy, classifier)
    if is_suspicious:
        return Inspected(GuardDecision(stage="input", disposition="answer", triggers=(SUSPICIOUS,)))
    return Inspected(None)


def _applies(
    name: str,
    rule: InputRule,
    texts: Sequence[str],
    policy: GuardPolicy,
    nearness: Callable[[str, Sequence[str]], Sequence[float]],
) -> bool:
    if any(is_used(text, policy.rule_uses[name]) for text in texts):
        return True
    return any(
        is_used(text, policy.near_uses[name])
        and max(nearness(text, rule.examples), default=-1.0) >= policy.similarity.at_least
        for text in texts
    )


def _is_near_an_example(
    texts: Sequence[str], policy: GuardPolicy, nearness: Callable[[str, Sequence[str]], Sequence[float]]
) -> bool:
    examples = [example for rule in policy.rules.values() for example in rule.examples]
    if not examples:
        return False
    return any(max(nearness(text, examples)) >= policy.similarity.at_least for text in texts)


def _classified(text: str, policy: GuardPolicy, classifier: RequestClassifier) -> Inspected:
    asked = policy.classifier
    label, confidence = classifier.classify(text)
    message = policy.messages[asked.message] if asked.message else None

    def _decided(disposition: str, why: str) -> Inspected:
        decision = GuardDecision.model_validate(
            {
                "stage": "input",
                "disposition": disposition,
                "triggers": (f"classifier:{why}",),
                "label": label,
                "confidence": confidence,
            }
        )
        return Inspected(decision, None if disposition == "answer" else message)

    if label not in asked.labels:
        return _decided("abstain", "unsupported label")
    if confidence < asked.threshold:
        return _decided("abstain" if asked.below == "abstain" else "answer", "below threshold")
    return _decided("block" if label in asked.blocking else "answer", label)
