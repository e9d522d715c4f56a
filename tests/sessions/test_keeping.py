"""Answers kept as references, and given back from the passages of now."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.records.ids import ChunkId
from localrag.records.retrieval import EvidenceCandidate
from localrag.sessions.keeping import Fetch, kept, restored
from tests.fakes.scripted_backend import QUOTE, answer, evidence


def _holding(*passages: EvidenceCandidate) -> Fetch:
    def fetch(chunks: Sequence[ChunkId]) -> list[EvidenceCandidate]:
        return [one for one in passages if one.chunk_id in chunks]

    return fetch


def _again(stored: str, *passages: EvidenceCandidate) -> object:
    return restored(stored, question="Q", understood_as="U", fetch=_holding(*passages))


def test_an_answer_comes_back_as_it_was() -> None:
    given = answer("Q", understood_as="U", marking=None, limitations=("Nothing of this is stored here.",))
    assert _again(kept(given, _holding(evidence())), evidence()) == given


def test_no_word_of_the_passages_is_stored() -> None:
    stored = kept(answer(), _holding(evidence()))
    assert not [
        word for word in (*QUOTE.split(), "Appeals", "policies", "agency") if len(word) > 2 and word in stored
    ]


def test_an_answer_whose_passage_is_gone_is_not_given_back() -> None:
    assert _again(kept(answer(), _holding(evidence()))) is None


def test_an_answer_whose_passage_was_changed_is_not_given_back() -> None:
    changed = evidence(text=QUOTE.replace("14", "30"))
    assert _again(kept(answer(), _holding(evidence())), changed) is None


def test_an_answer_whose_document_has_another_title_is_not_given_back() -> None:
    assert _again(kept(answer(), _holding(evidence())), evidence(source_title="Other")) is None


def test_a_neighbour_named_by_title_is_a_reference_too() -> None:
    neighbour = evidence("E7", source_title="Zebra Crossings")
    given = answer(
        evidence=(),
        citations=(),
        answer_markdown="",
        evidence_ids_used=(),
        notices=("Nearest documents: Zebra Crossings.",),
        retrieved_chunk_ids=(neighbour.chunk_id,),
    )
    stored = kept(given, _holding(neighbour))
    assert "Zebra" not in stored
    assert _again(stored) is None
    assert getattr(_again(stored, neighbour), "notices", ()) == given.notices


def test_what_another_version_kept_with_other_fields_is_not_given_back() -> None:
    stored = kept(answer(), _holding(evidence())).replace('"status"', '"state"')
    assert _again(stored, evidence()) is None
