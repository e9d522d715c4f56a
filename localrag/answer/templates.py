"""Turns of a talk -> prompt pieces, by the template of a model's family; a file's own template never runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from localrag.records.generation import PromptPiece, TemplateName

Role = Literal["system", "user", "assistant"]


class Turn(NamedTuple):
    """What one side says."""

    role: Role
    pieces: tuple[PromptPiece, ...]


class _Family(NamedTuple):
    """The markers of one family of models, as its makers publish them."""

    before: dict[Role, str]
    after: dict[Role, str]


_FAMILIES: dict[TemplateName, _Family] = {
    "chatml": _Family(
        {role: f"<|im_start|>{role}\n" for role in ("system", "user", "assistant")},
        dict.fromkeys(("system", "user", "assistant"), "<|im_end|>\n"),
    ),
    "llama3": _Family(
        {role: f"<|start_header_id|>{role}<|end_header_id|>\n\n" for role in ("system", "user", "assistant")},
        dict.fromkeys(("system", "user", "assistant"), "<|eot_id|>"),
    ),
    # Gemma and Mistral have no turn for the system: it opens the user's.
    "gemma": _Family(
        {"system": "<start_of_turn>user\n", "user": "", "assistant": "<start_of_turn>model\n"},
        {"system": "\n\n", "user": "<end_of_turn>\n", "assistant": "<end_of_turn>\n<start_of_turn>user\n"},
    ),
    "mistral": _Family(
        {"system": "[INST] ", "user": "", "assistant": ""},
        {"system": "\n\n", "user": " [/INST]", "assistant": "</s>[INST] "},
    ),
    "phi": _Family(
        {role: f"<|{role}|>\n" for role in ("system", "user", "assistant")},
        dict.fromkeys(("system", "user", "assistant"), "<|end|>\n"),
    ),
}
TEMPLATES: tuple[TemplateName, ...] = tuple(_FAMILIES)


def data(text: str) -> PromptPiece:
    """Text in which no control token may stand."""
    return PromptPiece(text, is_template=False)


def said(
    template: TemplateName, turns: Sequence[Turn], *, opens_reply: bool = False
) -> tuple[PromptPiece, ...]:
    """Turns one after the other, and the beginning of the model's reply where it is its turn."""
    family = _FAMILIES[template]
    pieces: list[PromptPiece] = []
    for turn in turns:
        pieces += [_marker(family.before[turn.role]), *turn.pieces, _marker(family.after[turn.role])]
    if opens_reply:
        pieces.append(_marker(family.before["assistant"]))
    return tuple(piece for piece in pieces if piece.text)


def _marker(text: str) -> PromptPiece:
    return PromptPiece(text, is_template=True)
