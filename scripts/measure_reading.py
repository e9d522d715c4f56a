"""Public questions with their gold passage -> share of right sentences, and how answers are told from none.

    python scripts/measure_reading.py --data DIR --split dev [--sets squad2 clapnq] [--embedder] [--most N]

DIR holds one folder a set with corpus.jsonl and qa.jsonl. A question belongs to the development split where
the first hexadecimal digit of the SHA-1 of its id is below 8. Weights are chosen on ``dev`` alone.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import re
import string
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from localrag.answer.confidence import confidence_of
from localrag.evidence.conflicts import conflicts
from localrag.evidence.decide import decide
from localrag.evidence.meaning import Similarity
from localrag.evidence.package import package
from localrag.evidence.read import read
from localrag.evidence.units import units
from localrag.evidence.words import weigh_by_rarity
from localrag.plan.normalise import normalise
from localrag.plan.plan import plan
from localrag.ports import TitledDocument, WordVectors
from localrag.records.evidence import EvidencePackage
from localrag.records.ids import ChunkId, DocumentId, RequestId, SourceId, TenantId, UserId
from localrag.records.plan import QueryPlan, QuestionPart
from localrag.records.request import UserRequest
from localrag.records.retrieval import EvidenceCandidate
from localrag.settings import Settings
from localrag.text.terms import content_terms, terms

TODAY = date(2026, 11, 30)
ANSWERING = ("answer", "rule", "step", "item", "event")


class Example(NamedTuple):
    """One question with the passage it is to be answered from."""

    question: str
    passage: EvidenceCandidate
    is_answerable: bool
    spans: tuple[tuple[int, int], ...]
    """Of the gold answers in the passage."""
    answers: tuple[str, ...]


class QuestionSet(NamedTuple):
    """A set and the word counts of its passages."""

    name: str
    examples: list[Example]
    frequencies: Counter[str]
    passages: int


def load(folder: Path, split: str) -> QuestionSet:
    """One set's questions of a split, with document frequencies over all its passages."""
    corpus = {row["id"]: row for row in _rows(folder / "corpus.jsonl")}
    frequencies: Counter[str] = Counter()
    for row in corpus.values():
        frequencies.update(set(terms(row["text"])))
    examples = [
        _example(row, corpus[row["docid"]], folder.name)
        for row in _rows(folder / "qa.jsonl")
        if row["docid"] in corpus and split_of(row["id"]) == split
    ]
    return QuestionSet(folder.name, examples, frequencies, len(corpus))


def passages_of(folder: Path) -> Iterator[EvidenceCandidate]:
    """All passages of a set, as retrieval would give them."""
    for row in _rows(folder / "corpus.jsonl"):
        yield candidate(row["id"], row.get("title") or "", row["text"], folder.name)


def split_of(identifier: str) -> str:
    """``dev`` or ``report``, by the first digit of the id's SHA-1."""
    return "dev" if hashlib.sha1(identifier.encode()).hexdigest()[0] in "01234567" else "report"


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _example(row: dict[str, Any], document: dict[str, Any], name: str) -> Example:
    text = document["text"]
    spans: list[tuple[int, int]] = []
    for answer in row["answers"]:
        if "sentences" in answer:
            for sentence in answer["sentences"]:
                start = text.find(sentence)
                if start >= 0:
                    spans.append((start, start + len(sentence)))
        elif answer.get("start") is not None:
            spans.append((answer["start"], answer["start"] + len(answer["text"])))
    return Example(
        question=row["text"],
        passage=candidate(row["docid"], document.get("title") or "", text, name),
        is_answerable=row["answerable"],
        spans=tuple(spans),
        answers=tuple(answer["text"] for answer in row["answers"]),
    )


def candidate(identifier: str, title: str, text: str, source: str = "public") -> EvidenceCandidate:
    """A passage as retrieval would give it."""
    return EvidenceCandidate(
        chunk_id=ChunkId(identifier),
        source_id=SourceId(source),
        document_id=DocumentId(identifier),
        tenant_id=TenantId("local"),
        text=text,
        source_title=title,
        source_uri=identifier,
        start_char=0,
        end_char=len(text),
        score=1.0,
        rank=1,
        retrieval_source="both",
        authority="user_upload",
        status="active",
    )


class NoDocuments:
    """A catalog without titles and cases: the questions of a public set name none."""

    has_index = False

    def documents_named(self, words: Sequence[str]) -> list[TitledDocument]:
        """None."""
        del words
        return []

    def is_in_force(self, document_id: DocumentId, first: date, last: date) -> bool:
        """Every document on every day."""
        del document_id, first, last
        return True

    def cases(self) -> list[str]:
        """None."""
        return []

    def case_events(self, case_id: str) -> list[tuple[date, str]]:
        """None."""
        del case_id
        return []

    def knows(self, term: str) -> bool:
        """Every word, so that none is taken for a typing error."""
        del term
        return True


def plan_for(question: str) -> QueryPlan:
    """What the product plans for a question; one that it would ask back is read as it stands."""
    request = UserRequest(
        request_id=RequestId("measure"),
        tenant_id=TenantId("local"),
        user_id=UserId("measure"),
        raw_query=question,
        channel="batch",
    )
    normalized = normalise(request, locale="en_GB", today=TODAY)
    made = plan(request, normalized, today=TODAY, settings=Settings(), catalog=NoDocuments())
    parts = made.parts or (QuestionPart(text=question, kind="statement"),)
    return made.model_copy(update={"parts": parts, "identifiers": (), "case_id": None})


def placed(example: Example, similarity: Similarity | None) -> EvidenceCandidate:
    """The passage with its similarity, as dense retrieval would give it."""
    if similarity is None:
        return example.passage
    score = similarity(example.question, [example.passage.text])[0]
    return example.passage.model_copy(update={"dense_score": score})


def packed(planned: QueryPlan, passages: Sequence[EvidenceCandidate]) -> EvidencePackage:
    """All passages as evidence."""
    return package(RequestId("measure"), planned, passages, count_tokens=len, budget=10**9)


class Outcome(NamedTuple):
    """What the chain made of one question."""

    example: Example
    package: EvidencePackage
    overlap: float
    """Best share of a sentence in the question's words by rarity: the baseline for telling answers."""
    overlap_span: tuple[int, int]
    """The sentence that has it: the baseline for choosing one."""
    seconds: float

    @property
    def chosen(self) -> tuple[int, int] | None:
        """Place of the sentence that would be quoted."""
        for finding in self.package.findings:
            if finding.role in ANSWERING:
                return finding.span.start, finding.span.end
        return None

    @property
    def marked(self) -> str:
        """The text that would be marked in it, empty where none is."""
        for finding in self.package.findings:
            if finding.role in ANSWERING and finding.answer_span is not None:
                return finding.quote[finding.answer_span.start : finding.answer_span.end]
        return ""


def sampled(questions: QuestionSet, most: int | None) -> QuestionSet:
    """At most so many questions, evenly over the set."""
    examples = questions.examples
    if most is None or len(examples) <= most:
        return questions
    step = len(examples) / most
    return questions._replace(examples=[examples[int(number * step)] for number in range(most)])


def run(questions: QuestionSet, similarity: Similarity | None) -> list[Outcome]:
    """Read and judge every question with its passage."""
    weigh = weigh_by_rarity([], questions.frequencies.__getitem__, questions.passages)
    vectors = word_vectors()
    outcomes = []
    for example in questions.examples:
        planned = plan_for(example.question)
        passage = placed(example, similarity)
        started = time.perf_counter()
        found = read(
            planned,
            packed(planned, [passage]),
            document_frequency=questions.frequencies.__getitem__,
            passages=questions.passages,
            similarity=similarity,
            vectors=vectors,
        )
        found = decide(
            planned,
            conflicts(planned, found),
            document_frequency=questions.frequencies.__getitem__,
            passages=questions.passages,
            vectors=vectors,
        )
        seconds = time.perf_counter() - started
        wanted = set(content_terms(example.question))
        total = sum(map(weigh, wanted)) or 1.0
        best = max(
            ((sum(weigh(term) for term in wanted & set(terms(unit.text))) / total, -unit.start, unit.end)
             for unit in units([example.passage])),
            default=(0.0, 0, 0),
        )  # fmt: skip
        outcomes.append(Outcome(example, found, best[0], (-best[1], best[2]), seconds))
    return outcomes


def contains(span: tuple[int, int] | None, golds: Sequence[tuple[int, int]]) -> bool:
    """Whether a sentence holds one of the gold answers; of grounding sentences more than half of one."""
    if span is None:
        return False
    return any(
        min(span[1], end) - max(span[0], start) > 0.5 * min(end - start, span[1] - span[0])
        and ((span[0] <= start and end <= span[1]) or end - start > 60)
        for start, end in golds
    )


def area_under_curve(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Chance that an answerable question scores above an unanswerable one, ties counting half."""
    ranked = np.concatenate([np.asarray(positive), np.asarray(negative)])
    if not len(positive) or not len(negative):
        return math.nan
    order = ranked.argsort(kind="stable")
    ranks = np.empty(len(ranked))
    ranks[order] = np.arange(1, len(ranked) + 1)
    for value in np.unique(ranked):
        same = ranked == value
        ranks[same] = ranks[same].mean()
    top = ranks[: len(positive)].sum() - len(positive) * (len(positive) + 1) / 2
    return float(top / (len(positive) * len(negative)))


def span_scores(marked: str, golds: Sequence[str]) -> tuple[float, float]:
    """Exact match and F1 of a marked value against the best gold answer, as SQuAD counts them."""
    best = (0.0, 0.0)
    for gold in golds:
        one, other = _bare(marked), _bare(gold)
        shared = sum((Counter(one) & Counter(other)).values())
        f1 = 2 * shared / (len(one) + len(other)) if shared else 0.0
        best = max(best, (float(one == other), f1))
    return best


def _bare(text: str) -> list[str]:
    text = "".join(char for char in text.lower() if char not in string.punctuation)
    return re.sub(r"\b(?:a|an|the)\b", " ", text).split()


def wrong_at(outcomes: Sequence[Outcome], share: float) -> float:
    """Share of wrong answers among those given, where the threshold answers a share of the answerable."""
    scored = [(one.package.answerability, one) for one in outcomes]
    answerable = sorted((score for score, one in scored if one.example.is_answerable), reverse=True)
    if not answerable:
        return math.nan
    threshold = answerable[min(len(answerable) - 1, int(share * len(answerable)))]
    given = [one for score, one in scored if score >= threshold]
    wrong = [one for one in given if not contains(one.chosen, one.example.spans)]
    return len(wrong) / len(given)


def print_reliability(outcomes: Sequence[Outcome]) -> None:
    """How often answers of each confidence are right, beside the mean score that they were given."""
    given = [one for one in outcomes if one.package.sufficiency == "sufficient"]
    for band in ("low", "medium", "high"):
        own = [one for one in given if confidence_of(one.package.answerability) == band]
        if own:
            score = np.mean([one.package.answerability for one in own])
            right = np.mean([contains(one.chosen, one.example.spans) for one in own])
            print(f"  confidence {band:6} {len(own):4} answers, mean score {score:.2f}, right {right:.2f}")


def report(questions: QuestionSet, outcomes: Sequence[Outcome]) -> None:
    """Print one set's figures."""
    answerable = [one for one in outcomes if one.example.is_answerable and one.example.spans]
    rest = [one for one in outcomes if not one.example.is_answerable]
    right = sum(contains(one.chosen, one.example.spans) for one in answerable)
    plain = sum(contains(one.overlap_span, one.example.spans) for one in answerable)
    spans = [span_scores(one.marked, one.example.answers) for one in answerable if one.marked]
    print(f"\n{questions.name}: {len(answerable)} answerable, {len(rest)} not")
    count = len(answerable)
    print(f"  sentence holds the answer   {right / count:.3f}   by overlap {plain / count:.3f}")
    if spans:
        exact, f1 = np.mean(spans, axis=0)
        print(f"  marked in {len(spans)} answers: exact {exact:.3f}, F1 {f1:.3f}")
    if rest:
        score = area_under_curve(
            [one.package.answerability for one in answerable], [one.package.answerability for one in rest]
        )
        base = area_under_curve([one.overlap for one in answerable], [one.overlap for one in rest])
        print(f"  area under the curve        {score:.3f}   by overlap {base:.3f}")
        said = sum(one.package.sufficiency == "sufficient" for one in answerable) / len(answerable)
        fooled = sum(one.package.sufficiency == "sufficient" for one in rest) / len(rest)
        print(f"  called sufficient           {said:.3f} of answerable, {fooled:.3f} of unanswerable")
        at = ", ".join(f"{share:.0%}: {wrong_at(outcomes, share):.3f}" for share in (0.7, 0.8, 0.9))
        print(f"  wrong among given answers, answering that share of the answerable: {at}")
    print_reliability(outcomes)
    print(f"  median {1000 * np.median([one.seconds for one in outcomes]):.1f} ms a question")


def embedder_similarity() -> Similarity:
    """Similarity by the shipped embedder."""
    from localrag.adapters.model_files import find_model
    from localrag.adapters.onnx_embedder import OnnxEmbedder

    embedder = OnnxEmbedder(find_model("all-MiniLM-L6-v2"), threads=2)

    def similarity(question: str, sentences: Sequence[str]) -> list[float]:
        vectors = embedder.embed([question, *sentences])
        return [float(one) for one in vectors[1:] @ vectors[0]]

    return similarity


def word_vectors() -> WordVectors:
    """The shipped vectors of words."""
    from localrag.adapters.model_files import find_model
    from localrag.adapters.word_vectors import StoredWordVectors

    return StoredWordVectors(find_model("all-MiniLM-L6-v2-words"))


def main() -> int:
    """Print figures for each set."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--split", choices=("dev", "report"), default="dev")
    parser.add_argument("--sets", nargs="*", default=["squad2", "xquad", "clapnq"])
    parser.add_argument("--embedder", action="store_true", help="compare the best few by meaning too")
    parser.add_argument("--most", type=int, help="questions of a set at most, evenly taken")
    arguments = parser.parse_args()
    similarity = embedder_similarity() if arguments.embedder else None
    for name in arguments.sets:
        questions = sampled(load(arguments.data / name, arguments.split), arguments.most)
        report(questions, run(questions, similarity))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
