"""A claim and the quotes it cites -> whether they back it, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from localrag.text.reading import same_reading
from localrag.validate.conditions import check_conditions
from localrag.validate.copies import check_copy, check_order
from localrag.validate.coverage import HARDLY, Backing, backing, check_coverage, check_names
from localrag.validate.figures import check_identifiers, check_values
from localrag.validate.meaning import Similarity, check_meaning
from localrag.validate.polarity import check_negation, check_opposites
from localrag.validate.reading import Reading, read
from localrag.validate.strength import check_modality, check_quantifiers
from localrag.validate.verdict import Verdict, worst

WORD_FOR_WORD = Verdict("supported", "stands there word for word")


def check(claim: str, quotes: Sequence[str], similarity: Similarity | None = None) -> Verdict:
    """Judge a claim, however it was worded, by the passages it cites.

    Args:
        claim: One or more sentences, without citation marks.
        quotes: Whole sentences or passages; typography aside they are taken as they are.
        similarity: Of a claim to sentences: with it, words and meaning together tell whether the quotes say a
            claim, where without it the covered words alone do.

    Returns:
        ``supported`` where every sentence of the claim is said by the quotes: its values, units, dates,
        identifiers and names stand there, it denies, counts and obliges as they do, drops no condition of
        a rule, and its other words are covered, inflection and listed synonyms aside. ``contradicted``
        where the quotes say otherwise, ``unclear`` where they may, ``unsupported`` where they do not say
        it; the reason names the first thing found. An empty claim or no quote is unsupported.
    """
    stated = read(claim)
    if not stated:
        return Verdict("unsupported", "it says nothing")
    sources = [source for quote in quotes for source in read(quote)]
    if not sources:
        return Verdict("unsupported", "it cites nothing")
    if any(same_reading(claim, quote) for quote in quotes):
        return WORD_FOR_WORD
    # A question states nothing, so it backs nothing.
    stating = [source for source in sources if not source.text.endswith("?")]
    return worst([_judge(sentence, stating, similarity) for sentence in stated])


def _judge(claim: Reading, sources: Sequence[Reading], similarity: Similarity | None) -> Verdict:
    if any(claim.text == source.text for source in sources):
        return WORD_FOR_WORD
    backed = backing(claim, sources)
    if not backed.sources or not claim.words:
        return Verdict("unsupported", "the source does not say it")
    found = [verdict for verdict in _objections(claim, backed, sources, similarity) if verdict]
    if found:
        return worst(found)
    return Verdict("supported", "its words and values stand in the cited passage")


def _objections(
    claim: Reading, backed: Backing, sources: Sequence[Reading], similarity: Similarity | None
) -> Iterator[Verdict | None]:
    best = backed.sources[0]
    yield check_names(claim, backed)
    unsaid = check_meaning(claim, backed, sources, similarity) if similarity else check_coverage(backed)
    yield unsaid
    if unsaid and backed.covered < HARDLY:
        # The source is about something else, so what differs is no contradiction.
        return
    yield check_values(claim, backed.sources)
    yield check_identifiers(claim, sources)
    yield check_copy(claim, sources)
    yield check_negation(claim, backed.sources)
    yield check_opposites(claim, backed.sources)
    yield check_quantifiers(claim, best)
    yield check_modality(claim, best)
    yield check_order(claim, best)
    yield check_conditions(claim, best)
