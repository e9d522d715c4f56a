"""A finished answer -> the same answer as far as it may be shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from localrag.guard.policy import GuardPolicy
from localrag.records.answer import GuardDecision, RagAnswer, disposition_of
from localrag.records.ids import ChunkId
from localrag.records.record import Record
from localrag.records.security import SecurityContext, may_read

R = TypeVar("R", bound=Record)

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f]")
_SHOWN = frozenset(
    (
        *("answer_markdown", "quote", "quotes", "text", "value", "operands", "result"),
        *("about", "rule", "reason", "reasons", "missing_information", "assumptions"),
        *("next_actions", "limitations", "notices", "follow_up_question"),
        *("source_title", "title", "heading_path"),
    )
)
"""Fields whose text comes from documents; ids, places and the asker's own words stay as they are."""
_SAYS_NOTHING = {
    "answer_markdown": "",
    "citations": (),
    "claims": (),
    "conflicts": (),
    "missing_information": (),
    "assumptions": (),
    "follow_up_question": None,
    "next_actions": (),
    "limitations": (),
    "evidence_ids_used": (),
    "evidence": (),
    "retrieved_chunk_ids": (),
    "supporting_chunk_ids": (),
    "unsupported_claims": (),
    "marking": None,
    "notices": (),
    "answerability": 0.0,
    "confidence": "low",
    "grounding_supported": None,
}


def release(
    answer: RagAnswer,
    security: SecurityContext,
    policy: GuardPolicy,
    *,
    readable: Callable[[Collection[ChunkId]], Collection[ChunkId]],
) -> RagAnswer:
    """The answer as it may leave.

    Args:
        answer: Validated.
        security: The asker's rights.
        policy: What is withheld and masked.
        readable: Those of some passages that the asker may read by the index itself.

    Returns:
        Without a word of any document where one that it names may not be read (then as if nothing were
        found) or is withheld by the policy (then refused, with its message). Otherwise with personal data
        and control characters replaced one for one, so that every span stays true. The decisions are added
        to ``guards``.
    """
    named = {one.chunk_id for one in answer.evidence} | {one.chunk_id for one in answer.citations}
    open_to_asker = all(may_read(security, one.access) for one in answer.evidence)
    if named and not (open_to_asker and named <= set(readable(named))):
        return _emptied(answer, "insufficient_evidence", "output:rights", None)
    withheld = _withheld(answer, policy)
    if withheld is not None:
        assert policy.output.message is not None
        return _emptied(answer, "refused", withheld, policy.messages[policy.output.message])
    return masked(answer, policy)


def masked(answer: RagAnswer, policy: GuardPolicy) -> RagAnswer:
    """An answer without personal data of the policy's classes and without control characters."""
    shown, triggers = veiled(answer, policy)
    if not triggers:
        return answer
    decision = GuardDecision(stage="output", disposition="answer", triggers=triggers)
    return with_guards(shown, decision)


def veiled(record: R, policy: GuardPolicy) -> tuple[R, tuple[str, ...]]:
    """A record with what may not be shown replaced, and the triggers, sorted; itself where nothing is."""
    found: set[str] = set()
    body = _veil(record.model_dump(), "", policy.masks, found)
    return (type(record).model_validate(body), tuple(sorted(found))) if found else (record, ())


def with_guards(answer: RagAnswer, *decisions: GuardDecision | None) -> RagAnswer:
    """An answer that tells of further decisions of guards."""
    guards = (*answer.guards, *(one for one in decisions if one is not None))
    triggers = tuple(dict.fromkeys(trigger for one in guards for trigger in one.triggers))
    return answer.model_copy(update={"guards": guards, "guard_triggers": triggers})


def _veil(value: object, name: str, masks: Mapping[str, re.Pattern[str]], found: set[str]) -> object:
    if isinstance(value, dict):
        return {key: _veil(one, key, masks, found) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_veil(one, name, masks, found) for one in value]
    if not isinstance(value, str) or name not in _SHOWN:
        return value
    shown, controls = _CONTROLS.subn("\ufffd", value)
    if controls:
        found.add("output:control characters")
    for kind, pattern in masks.items():
        shown, count = pattern.subn(lambda match: re.sub(r"[^\W_]", "X", match[0]), shown)
        if count:
            found.add(f"output:masked {kind}")
    return shown


def _withheld(answer: RagAnswer, policy: GuardPolicy) -> str | None:
    """The trigger that withholds an answer; null where none does."""
    rules = policy.output
    for one in answer.evidence:
        if one.classification in rules.withheld_classifications:
            return "output:withheld classification"
    said = "\n".join((answer.answer_markdown, *(one.quote for one in answer.citations), *_sides(answer)))
    if any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", said) for word in rules.withheld_words):
        return "output:withheld words"
    return None


def _sides(answer: RagAnswer) -> list[str]:
    return [side.quote for conflict in answer.conflicts for side in conflict.sides]


def _emptied(answer: RagAnswer, status: str, trigger: str, message: str | None) -> RagAnswer:
    bare = RagAnswer.model_validate(
        {
            **answer.model_dump(),
            **_SAYS_NOTHING,
            "status": status,
            "disposition": "block" if status == "refused" else "abstain",
            "message": message,
        }
    )
    assert bare.disposition == disposition_of(bare.status)
    return with_guards(bare, GuardDecision(stage="output", disposition=bare.disposition, triggers=(trigger,)))
