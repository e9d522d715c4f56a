"""What is put to a language model, and what it gave."""

from __future__ import annotations

from typing import Literal, NamedTuple

StoppedBy = Literal["end", "tokens", "seconds", "repetition", "context"]
"""``end``: of its own accord; ``context``: the prompt alone does not fit."""
TemplateName = Literal["chatml", "llama3", "gemma", "mistral", "phi"]
WritingMode = Literal["full", "select"]
"""``full``: it writes sentences of its own; ``select``: it chooses among quoted sentences."""


class PromptPiece(NamedTuple):
    """Part of a prompt."""

    text: str
    is_template: bool
    """Whether control tokens may stand in it; in a piece of data they are plain characters."""


class Prompt(NamedTuple):
    """A prompt whose beginning is the same for every question."""

    fixed: tuple[PromptPiece, ...]
    """Evaluated once, then kept."""
    pieces: tuple[PromptPiece, ...]


class Sampling(NamedTuple):
    """How a model is to write, and how much at most."""

    grammar: str
    """GBNF, beginning at ``root``."""
    max_tokens: int
    max_seconds: float
    temperature: float = 0.0
    """Unitless; 0 takes the likeliest token."""
    seed: int = 0


class Generation(NamedTuple):
    """One text from a model."""

    text: str
    stopped_by: StoppedBy
    prompt_tokens: int = 0
    kept_tokens: int = 0
    """Of the prompt, those that were not evaluated again."""
    completion_tokens: int = 0
    first_token_seconds: float = 0.0
    """From the request to the first token."""
    seconds: float = 0.0


class ModelInUse(NamedTuple):
    """Which model words answers."""

    name: str
    sha256: str
    template: TemplateName
    mode: WritingMode
