"""What every language model promises, the fake included."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from localrag.ports import LanguageModel
from localrag.records.generation import Generation, Prompt, PromptPiece, Sampling
from tests.adapters.language_weights import small_model
from tests.fakes.scripted_model import ScriptedModel

PROMPT = Prompt(
    (PromptPiece("<|im_start|>system\nReply.<|im_end|>\n", True),), (PromptPiece("Hello?", False),)
)
WORDS = Sampling('root ::= "say " [a-z]{1,8}', 40, 60.0)


class GaveUpError(Exception):
    """Whoever asked no longer wants it."""


@pytest.fixture(params=["scripted", pytest.param("small", marks=pytest.mark.weights)], scope="module")
def model(request: pytest.FixtureRequest) -> Iterator[LanguageModel]:
    if request.param == "scripted":
        yield ScriptedModel("say hello", context_tokens=1024)
    else:
        real = small_model()
        yield real
        real.close()


def written(model: LanguageModel, told: list[str] | None = None) -> Generation:
    heard: list[str] = [] if told is None else told
    return model.generate(PROMPT, WORDS, on_text=heard.append)


def test_it_says_who_it_is_and_what_it_reads(model: LanguageModel) -> None:
    assert model.identity.name
    assert len(model.identity.sha256) == 64
    assert model.context_tokens == 1024


def test_no_text_has_no_tokens_and_more_text_has_more(model: LanguageModel) -> None:
    nothing, some, more = model.count_tokens(["", "one two", "one two three four five"])
    assert nothing == 0
    assert 0 < some < more


def test_the_pieces_that_are_told_make_the_whole(model: LanguageModel) -> None:
    told: list[str] = []
    made = written(model, told)
    assert "".join(told) == made.text
    assert made.stopped_by == "end"
    assert made.text.startswith("say ")


def test_the_same_prompt_gets_the_same_words(model: LanguageModel) -> None:
    assert written(model).text == written(model).text


def test_raising_while_it_works_cancels_and_the_next_request_works(model: LanguageModel) -> None:
    def give_up(text: str) -> None:
        if text:
            raise GaveUpError

    with pytest.raises(GaveUpError):
        model.generate(PROMPT, WORDS, on_text=give_up)
    assert written(model).text.startswith("say ")
