"""A language model whose replies are written down beforehand; it keeps what it was asked."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.errors import ModelError
from localrag.ports import OnText
from localrag.records.generation import Generation, ModelInUse, Prompt, Sampling, WritingMode


class ScriptedModel:
    """Gives its replies one after the other, the last one again and again; a token is a word."""

    def __init__(self, *replies: str, mode: WritingMode = "full", context_tokens: int = 4096) -> None:
        self.identity = ModelInUse("scripted", "0" * 64, "chatml", mode)
        self.context_tokens = context_tokens
        self.prompts: list[Prompt] = []
        self.samplings: list[Sampling] = []
        self._replies = replies

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Words of each text."""
        return [len(text.split()) for text in texts]

    def generate(self, prompt: Prompt, sampling: Sampling, *, on_text: OnText) -> Generation:
        """The next reply; ModelError where there is none at all, as of a model that died."""
        self.prompts.append(prompt)
        self.samplings.append(sampling)
        if not self._replies:
            raise ModelError("The language model scripted failed: its process ended.")
        text = self._replies[min(len(self.prompts), len(self._replies)) - 1]
        on_text(text)
        return Generation(text, "end", prompt_tokens=10, completion_tokens=len(text.split()), seconds=0.1)

    @property
    def last_prompt(self) -> str:
        """All of the last prompt as text."""
        last = self.prompts[-1]
        return "".join(piece.text for piece in (*last.fixed, *last.pieces))
