"""One outcome, with what its case expects -> what is wrong with it, and its measures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from localrag.evaluate import ranking, texts
from localrag.records.authority import AUTHORITY_ORDER, Authority
from localrag.records.evaluation import CaseOutcome, CaseScore, EvalCase, Run

if TYPE_CHECKING:
    from localrag.records.answer import Citation, RagAnswer
    from localrag.records.ids import ChunkId
    from localrag.records.retrieval import EvidenceCandidate

RECALL_DEPTH = 8
"""Documents: as many as the passages that the settings ask retrieval for (top_k)."""
NDCG_DEPTH = 10
MEASURES = {
    "right": "right in all that is expected",
    "disposition": "disposition right",
    "status": "status right",
    "unnecessary_abstention": "unnecessary abstention (less is better)",
    "contains": "contains what it must",
    "forbidden": "says what it must not (less is better)",
    "exact": "exact answer",
    "token_f1": "token F1",
    f"recall@{RECALL_DEPTH}": f"recall@{RECALL_DEPTH} of gold documents",
    "mrr": "MRR",
    f"ndcg@{NDCG_DEPTH}": f"nDCG@{NDCG_DEPTH}",
    "citation_precision": "citation precision",
    "citation_recall": "citation recall",
    "gold_quote": "gold quote cited",
    "wrong_version": "wrong version (less is better)",
    "lower_authority": "lower authority (less is better)",
}
"""Names of measures and what they are called, in the order in which they are told."""

Authorities = Mapping[str, Authority]
"""Of documents, by each name that a case may call them."""


def scored(run: Run, *, may_show: Callable[[CaseOutcome], bool] = lambda _: True) -> list[CaseScore]:
    """Hold every outcome of a run against its case.

    Args:
        run: As it was made or kept.
        may_show: Whether the text of an outcome's answer may be shown to whoever looks now; asked of
            outcomes with an answer.
    """
    authorities = {
        name: one.authority for found in run.outcomes for one in found.ranked for name in one.names
    }
    scores = []
    for outcome in run.outcomes:
        found = score(outcome, authorities, authority_order=run.head.authority_order)
        hidden = outcome.answer is not None and not may_show(outcome)
        scores.append(found.model_copy(update={"answer_text": ""}) if hidden else found)
    return scores


def score(
    outcome: CaseOutcome,
    authorities: Authorities,
    *,
    authority_order: tuple[Authority, ...] = AUTHORITY_ORDER,
) -> CaseScore:
    """Hold one outcome against its case.

    Measures, each from 0 to 1 and left out where a case says nothing of it:
        right: nothing is wrong (1 or 0); disposition, status: it is the expected one.
        unnecessary_abstention: it abstained; of cases that expect an answer.
        contains: share of ``must_contain`` in what is shown; forbidden: whether any of
            ``must_not_contain`` is said.
        exact, token_f1: the answer, or a value that its quotes point at, against ``answers``.
        recall@8, mrr, ndcg@10: gold documents among the retrieved ones.
        citation_precision, citation_recall: cited documents against the gold ones; of answers alone.
        gold_quote: whether it stands in a cited quote or passage.
        wrong_version: a gold document is cited in another version alone; lower_authority: everything
            cited ranks below the highest gold document. Of answers alone.

    Args:
        outcome: What became of the case.
        authorities: Of the gold documents; one that is missing is not judged.
        authority_order: Highest first.
    """
    case, answer = outcome.case, outcome.answer
    values: dict[str, float] = {}
    faults: list[str]
    if answer is None:
        # What was not answered has earned nothing, wherever something was expected.
        faults = [f"could not be asked: {outcome.error}"]
        values = dict.fromkeys(_applicable(case), 0.0)
    else:
        faults = list(_faults(case, answer))
        values = dict(_values(outcome, answer, authorities, authority_order))
    return CaseScore(
        id=case.id,
        question=case.question,
        expected=case.disposition,
        expected_status=case.status,
        actual=answer.disposition if answer else None,
        actual_status=answer.status if answer else None,
        confidence=answer.confidence if answer and answer.disposition == "answer" else None,
        tags=case.tags + ((f"written_by:{case.written_by}",) if case.written_by else ()),
        faults=tuple(faults),
        values={"right": float(not faults), **values},
        milliseconds=outcome.milliseconds,
        trace_id=answer.trace_id if answer else None,
        answer_text=texts.said(answer) if answer else "",
    )


def _faults(case: EvalCase, answer: RagAnswer) -> Iterator[str]:
    if case.status is not None and answer.status != case.status:
        yield f"status {answer.status}, expected {case.status}"
    elif answer.disposition != case.disposition:
        yield f"disposition {answer.disposition}, expected {case.disposition}"
    shown = texts.shown(answer)
    yield from (f"lacks {text!r}" for text in case.must_contain if not texts.holds(shown, text))
    # Quotes and notices may hold what the answer may not: other cells of a row, the loser of a conflict.
    said = texts.said(answer) if answer.disposition == "answer" else shown
    yield from (f"says {text!r}" for text in case.must_not_contain if texts.holds(said, text))
    if case.gold_documents and case.disposition == "answer" == answer.disposition:
        cited = _cited(answer)
        if not any(names & set(case.gold_documents) for names in cited):
            labels = sorted(max(names, key=lambda name: ("@" in name, name)) for names in cited)
            yield f"cites {', '.join(labels) or 'nothing'}, expected {', '.join(case.gold_documents)}"


def _applicable(case: EvalCase) -> Iterator[str]:
    yield "disposition"
    if case.status is not None:
        yield "status"
    if case.must_contain:
        yield "contains"
    if case.answers:
        yield from ("exact", "token_f1")
    if case.gold_documents:
        yield from (f"recall@{RECALL_DEPTH}", "mrr", f"ndcg@{NDCG_DEPTH}")
    if case.gold_quote:
        yield "gold_quote"


def _values(
    outcome: CaseOutcome,
    answer: RagAnswer,
    authorities: Authorities,
    authority_order: tuple[Authority, ...],
) -> Iterator[tuple[str, float]]:
    case = outcome.case
    yield "disposition", float(answer.disposition == case.disposition)
    if case.disposition == "answer":
        yield "unnecessary_abstention", float(answer.disposition == "abstain")
    if case.status is not None:
        yield "status", float(answer.status == case.status)
    shown = texts.shown(answer)
    if case.must_contain:
        found = [texts.holds(shown, text) for text in case.must_contain]
        yield "contains", sum(found) / len(found)
    if case.must_not_contain:
        said = texts.said(answer) if answer.disposition == "answer" else shown
        yield "forbidden", float(any(texts.holds(said, text) for text in case.must_not_contain))
    if case.answers:
        given = [texts.said(answer), *texts.values(answer)] if answer.disposition == "answer" else []
        yield "exact", float(any(texts.matches(text, case.answers) for text in given))
        yield "token_f1", max((texts.token_f1(text, case.answers) for text in given), default=0.0)
    if case.gold_documents:
        ranked = ranking.documents(outcome.ranked)
        yield f"recall@{RECALL_DEPTH}", ranking.recall_at(RECALL_DEPTH, ranked, case.gold_documents)
        yield "mrr", ranking.reciprocal_rank(ranked, case.gold_documents)
        yield f"ndcg@{NDCG_DEPTH}", ranking.ndcg_at(NDCG_DEPTH, ranked, case.gold_documents)
    if case.gold_quote:
        cited = {citation.chunk_id for citation in answer.citations}
        passages = [one.text for one in answer.evidence if one.chunk_id in cited]
        quotes = [citation.quote for citation in answer.citations]
        yield "gold_quote", float(any(texts.holds(text, case.gold_quote) for text in (*quotes, *passages)))
    if case.gold_documents and answer.disposition == "answer":
        yield from _citation_values(case, answer, authorities, authority_order)


def _citation_values(
    case: EvalCase, answer: RagAnswer, authorities: Authorities, order: tuple[Authority, ...]
) -> Iterator[tuple[str, float]]:
    gold, cited = set(case.gold_documents), _cited(answer)
    hits = [names for names in cited if names & gold]
    yield "citation_precision", len(hits) / len(cited) if cited else 0.0
    yield "citation_recall", len(gold & frozenset[str]().union(*cited)) / len(gold)
    yield "wrong_version", float(any(_in_another_version(one, cited) for one in gold))
    best_gold = _highest((authorities[one] for one in gold if one in authorities), order)
    best_cited = _highest((one.authority for one in _behind(answer)), order)
    if best_gold is not None and best_cited is not None:
        yield "lower_authority", float(best_cited > best_gold)


def _behind(answer: RagAnswer) -> Iterator[EvidenceCandidate]:
    """The passages that the answer cites."""
    cited = {citation.chunk_id for citation in answer.citations}
    return (one for one in answer.evidence if one.chunk_id in cited)


def _cited(answer: RagAnswer) -> Collection[frozenset[str]]:
    """The cited documents, each once, each as the names that a case may call it by."""
    uris = {one.chunk_id: one.source_uri for one in answer.evidence}
    return list(dict.fromkeys(_names(citation, uris) for citation in answer.citations))


def _names(citation: Citation, uris: Mapping[ChunkId, str]) -> frozenset[str]:
    names = {str(citation.document_id)}
    if citation.version:
        names.add(f"{citation.document_id}@{citation.version}")
    if citation.chunk_id in uris:
        names.add(f"{citation.source_id}/{uris[citation.chunk_id]}")
    return frozenset(names)


def _in_another_version(gold: str, cited: Collection[frozenset[str]]) -> bool:
    document, at, _ = gold.rpartition("@")
    return (
        bool(at) and any(document in names for names in cited) and not any(gold in names for names in cited)
    )


def _highest(found: Iterator[Authority], order: Sequence[Authority]) -> int | None:
    """Place of the highest in the order, 0 for the first; null where there is none."""
    return min((order.index(one) for one in found), default=None)
