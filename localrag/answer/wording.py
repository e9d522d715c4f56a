"""A quoted answer that holds -> the same answer in a model's words, as far as evidence backs them.

The model never decides what is said: every sentence of the quoted answer is either worded by a sentence that
was validated against it, or stands there as it is quoted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from localrag.answer.grammar import choice_grammar, claims_grammar
from localrag.answer.prompt import Shown, evidence_block, fitting, fixed_text, prompt
from localrag.answer.reply import Claim, Reply, read_reply
from localrag.ports import LanguageModel, OnText
from localrag.records.answer import Draft, DraftBlock, DraftQuote, DraftSentence, Validated
from localrag.records.evidence import EvidencePackage
from localrag.records.generation import Generation, Sampling
from localrag.records.ids import ClaimId, EvidenceId
from localrag.settings import GeneratorSettings
from localrag.text.quotes import even
from localrag.text.reading import one_line
from localrag.text.sentences import segments
from localrag.text.terms import content_terms

NOT_SUPPORTED = "The language model's draft was not supported by the evidence, so the answer is quoted."
NOT_WORDED = "An answer of this shape is composed from quotes and not worded by the language model."
TOO_LONG = "No passage fits the language model's context, so the answer is quoted."
_MARGIN_TOKENS = 64
"""For a template's markers and the labels (guess)."""
_RETRY_TEMPERATURE = 0.4
"""Of later attempts: the likeliest words failed (guess)."""

Judge = Callable[[Draft], Validated]


class Worded(NamedTuple):
    """What came of a model's attempts."""

    draft: Draft | None
    """Null where nothing of the model's was of use; the quoted answer stays."""
    notice: str | None = None
    refused: tuple[Validated, ...] = ()
    """Drafts that were not kept, as they were judged."""
    usage: tuple[Generation, ...] = ()
    """One an attempt."""


def may_word(draft: Draft) -> bool:
    """Whether an answer is made of plain quoted sentences alone."""
    return bool(draft.blocks) and all(
        block.kind in ("paragraph", "bullets")
        and block.title is None
        and all(_is_plain(sentence) for sentence in block.sentences)
        for block in draft.blocks
    )


def word(
    question: str,
    package: EvidencePackage,
    quoted: Draft,
    model: LanguageModel,
    *,
    judge: Judge,
    settings: GeneratorSettings,
    on_text: OnText = lambda _: None,
) -> Worded:
    """Word a quoted answer.

    Args:
        question: As understood.
        package: The evidence.
        quoted: The extractive answer, validated; ``may_word`` holds of it.
        model: Who writes.
        judge: Validates a draft.
        settings: Attempts and caps.
        on_text: See ``LanguageModel``.

    Returns:
        A draft of which the judge keeps everything, with every sentence of the quoted answer in words or as
        it is; or none, and why.

    Raises:
        ModelError: The model failed.
    """
    attempts = _Attempts(question, package, quoted, model, judge, settings, on_text)
    return attempts.chosen() if model.identity.mode == "select" else attempts.written()


class _Attempts:
    """Up to so many attempts at one answer."""

    def __init__(
        self,
        question: str,
        package: EvidencePackage,
        quoted: Draft,
        model: LanguageModel,
        judge: Judge,
        settings: GeneratorSettings,
        on_text: OnText,
    ) -> None:
        self._question, self._package, self._quoted = question, package, quoted
        self._model, self._judge, self._settings, self._on_text = model, judge, settings, on_text
        self._deadline = time.monotonic() + settings.max_seconds
        self._usage: list[Generation] = []
        self._refused: list[Validated] = []

    def written(self) -> Worded:
        """In sentences of the model's own."""
        cited = dict.fromkeys(quote.evidence_id for one in self._quoted.sentences for quote in one.quotes)
        blocks = [evidence_block(one) for label in cited if (one := self._package.evidence(label))]
        shown = self._fitting(blocks)
        if not shown:
            return Worded(None, TOO_LONG)
        grammar = claims_grammar([block.label for block in shown])
        best: Draft | None = None
        earlier: list[tuple[str, str]] = []
        for number in range(self._settings.attempts):
            reply = self._reply(shown, grammar, earlier, number)
            if reply is not None and not reply.answerable:
                break
            problems = "it is no complete JSON"
            if reply is not None:
                draft, problems = self._tried(reply.claims)
                best = _better(best, draft)
            if not problems or time.monotonic() > self._deadline:
                break
            earlier = [(self._usage[-1].text, problems)]
        return self._result(best, [block for block in blocks if block not in shown])

    def chosen(self) -> Worded:
        """In quoted sentences, ordered as the model has it."""
        sentences = {f"S{number}": one for number, one in enumerate(self._quoted.sentences, 1)}
        shown = self._fitting([Shown(label, one.text) for label, one in sentences.items()])
        if len(shown) < len(sentences) or len(sentences) < 2:
            # One sentence leaves nothing to choose.
            return Worded(None, TOO_LONG if len(sentences) > 1 else None)
        for number in range(self._settings.attempts):
            reply = self._reply(shown, choice_grammar([*sentences]), [], number)
            if reply is not None:
                known = [one for one in reply.sentence_ids if one in sentences]
                ordered = [sentences[one] for one in dict.fromkeys([*known, *sentences])]
                return self._result(self._drafted(ordered) if known else None, [])
        return self._result(None, [])

    def _fitting(self, blocks: Sequence[Shown]) -> tuple[Shown, ...]:
        mode = self._model.identity.mode
        fixed, asked = self._model.count_tokens([fixed_text(mode), self._question])
        room = self._model.context_tokens - fixed - asked - _MARGIN_TOKENS
        # A failed reply and the complaint about it have to fit as well.
        return fitting(blocks, room - 2 * self._settings.max_tokens, self._model.count_tokens)

    def _reply(
        self, shown: Sequence[Shown], grammar: str, earlier: Sequence[tuple[str, str]], number: int
    ) -> Reply | None:
        mode, template = self._model.identity.mode, self._model.identity.template
        sampling = Sampling(
            grammar,
            self._settings.max_tokens,
            max(0.0, self._deadline - time.monotonic()),
            temperature=_RETRY_TEMPERATURE if number else 0.0,
            seed=number,
        )
        made = self._model.generate(
            prompt(mode, template, self._question, shown, earlier), sampling, on_text=self._on_text
        )
        self._usage.append(made)
        return read_reply(made.text)

    def _tried(self, claims: Sequence[Claim]) -> tuple[Draft | None, str]:
        """What of the claims holds, made whole with quotes; and what was wrong."""
        proposed = [_sentence(number, claim, self._package) for number, claim in enumerate(claims, 1)]
        checked = self._judge(self._drafted(proposed))
        reasons = {one.claim_id: one.reason for one in checked.claims}
        held = [one for one in proposed if one.claim_id not in checked.unsupported_claims]
        problems = [f"{one.text!r}: {reasons[one.claim_id]}" for one in proposed if one not in held]
        if problems:
            self._refused.append(checked)
        worded = _made_whole(held, self._quoted.sentences)
        if worded is None:
            return None, "; ".join(problems) or "it leaves out what answers the question"
        return self._drafted(worded), "; ".join(problems)

    def _drafted(self, sentences: Sequence[DraftSentence]) -> Draft:
        kind = self._quoted.blocks[0].kind if len(self._quoted.blocks) == 1 else "paragraph"
        numbered = tuple(
            one.model_copy(update={"claim_id": ClaimId(f"C{number}")})
            for number, one in enumerate(sentences, 1)
        )
        block = DraftBlock(kind=kind, sentences=numbered)
        return Draft(blocks=(block,), generator="llm", model=self._model.identity.name)

    def _result(self, draft: Draft | None, left_out: Sequence[Shown]) -> Worded:
        refused, usage = tuple(self._refused), tuple(self._usage)
        if draft is None:
            return Worded(None, NOT_SUPPORTED, refused, usage)
        checked = self._judge(draft)
        if checked.unsupported_claims:
            return Worded(None, NOT_SUPPORTED, (*refused, checked), usage)
        notice = None
        if left_out:
            labels = ", ".join(block.label for block in left_out)
            notice = f"The language model's context had no room for {labels}; what they say is quoted."
        return Worded(draft, notice, refused, usage)


def _is_plain(sentence: DraftSentence) -> bool:
    return (
        sentence.computation is None
        and not sentence.derived_from
        and len(sentence.quotes) == 1
        and "|" not in sentence.quotes[0].quote
    )


def _sentence(number: int, claim: Claim, package: EvidencePackage) -> DraftSentence:
    """A claim with the sentence of each cited passage that shares most with it."""
    wanted = frozenset(content_terms(claim.text))
    quotes = []
    for label in claim.evidence_ids:
        candidate = package.evidence(label)
        if candidate is None:
            continue
        texts = [candidate.text[one.start : one.end] for one in segments(candidate.text)]
        if texts:
            nearest = max(texts, key=lambda text: len(wanted & frozenset(content_terms(text))))
            quotes.append(DraftQuote(evidence_id=EvidenceId(label), quote=nearest))
    return DraftSentence(claim_id=ClaimId(f"C{number}"), text=claim.text, quotes=tuple(quotes))


def _made_whole(held: Sequence[DraftSentence], quoted: Sequence[DraftSentence]) -> list[DraftSentence] | None:
    """Every quoted sentence in the words that hold for it, or as it is; null where no words serve."""
    made: list[DraftSentence] = []
    is_worded = False
    for sentence in quoted:
        words = next((one for one in held if _words(one, sentence)), None)
        is_worded = is_worded or words is not None
        used = words or sentence
        if used not in made:
            made.append(used)
    return made if is_worded else None


def _words(claim: DraftSentence, sentence: DraftSentence) -> bool:
    """Whether a claim says a quoted sentence: it rests on it, and the value asked for stands in it."""
    first = sentence.quotes[0]
    rests = any(
        quote.evidence_id == first.evidence_id and even(quote.quote) == even(first.quote)
        for quote in claim.quotes
    )
    if not rests:
        return False
    span = first.answer_span
    value = first.quote[span.start : span.end] if span else ""
    return even(one_line(value)).casefold() in even(claim.text).casefold()


def _better(best: Draft | None, draft: Draft | None) -> Draft | None:
    """The shorter of two whole answers: fewer sentences had to be quoted beside the model's."""
    if best is None or draft is None:
        return best or draft
    return min(best, draft, key=lambda one: len(one.sentences))
