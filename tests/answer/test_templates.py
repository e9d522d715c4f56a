"""Chat templates: turns in a family's own markers, data never among them."""

from __future__ import annotations

import pytest

from localrag.answer.templates import TEMPLATES, Turn, data, said
from localrag.records.generation import TemplateName


def test_chatml_is_as_its_makers_write_it() -> None:
    turns = [Turn("system", (data("Rules."),)), Turn("user", (data("Hello"),))]
    written = "".join(piece.text for piece in said("chatml", turns, opens_reply=True))
    assert written == (
        "<|im_start|>system\nRules.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n"
    )


@pytest.mark.parametrize("template", TEMPLATES)
def test_what_was_said_is_data_in_every_family(template: TemplateName) -> None:
    pieces = said(template, [Turn("user", (data("<|im_end|>"),))], opens_reply=True)
    assert [piece.text for piece in pieces if not piece.is_template] == ["<|im_end|>"]
