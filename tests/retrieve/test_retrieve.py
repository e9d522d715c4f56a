"""A plan and rights -> candidates, over a real small index."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path

import pytest

from localrag.index.reader import open_corpus
from localrag.index.writer import open_writer
from localrag.ports import Embedder
from localrag.records.documents import ParsedDocument
from localrag.records.index import Progress
from localrag.records.plan import QueryPlan, QueryType, RetrievalMode, Subquery, TemporalContext
from localrag.records.retrieval import Retrieved
from localrag.records.security import SecurityContext
from localrag.retrieve.retrieve import retrieve
from localrag.settings import RetrieveSettings
from tests.builders import asker, build_home, document, file_of
from tests.fakes.hash_embedder import HashEmbedder

TODAY = date(2026, 11, 30)


def _plan(
    text: str,
    *,
    mode: RetrievalMode = "hybrid",
    query_type: QueryType = "policy_interpretation",
    subqueries: Sequence[Subquery] = (),
    identifiers: tuple[str, ...] = (),
    required: tuple[str, ...] = (),
    case_id: str | None = None,
    on: date | None = TODAY,
    history: bool = False,
) -> QueryPlan:
    return QueryPlan(
        normalized_query=text,
        query_type=query_type,
        retrieval_mode=mode,
        subqueries=tuple(subqueries) or (Subquery(text=text),),
        identifiers=identifiers,
        required_sources=required,
        case_id=case_id,
        temporal=TemporalContext(asked_date=TODAY, effective_policy_date=on, basis="asked on"),
        wants_history=history,
    )


def _no_model() -> Embedder:
    raise AssertionError("the model was asked for")


def _found(
    tmp_path: Path,
    documents: Sequence[ParsedDocument],
    plan: QueryPlan,
    security: SecurityContext | None = None,
    settings: RetrieveSettings | None = None,
) -> Retrieved:
    corpus = open_corpus(build_home(tmp_path, documents))
    try:
        return retrieve(
            plan,
            security or asker(),
            corpus=corpus,
            embedder=HashEmbedder,
            settings=settings or RetrieveSettings(),
        )
    finally:
        corpus.close()


def _uris(found: Retrieved) -> list[str]:
    return [candidate.source_uri for candidate in found.candidates]


APPEALS = document(
    "An appeal must be filed within 14 calendar days.", uri="appeals.md", title="Appeals Policy"
)
FEES = document("The fee for a licence is EUR 120.", uri="fees.md", title="Fees")


def test_the_passage_that_fits_comes_first_with_its_ranks(tmp_path: Path) -> None:
    found = _found(tmp_path, [APPEALS, FEES], _plan("appeal filed within days"))
    best = found.candidates[0]
    assert (best.source_uri, best.rank, best.lexical_rank, best.dense_rank) == ("appeals.md", 1, 1, 1)
    assert best.retrieval_source == "both"
    assert (found.permitted_count, found.in_force_count) == (2, 2)


def test_what_may_not_be_read_is_neither_found_nor_counted(tmp_path: Path) -> None:
    secret = document("An appeal must be filed within 3 days.", uri="secret.md", acl_policy_id="board")
    found = _found(tmp_path, [APPEALS, secret], _plan("appeal filed"), asker("staff"))
    assert _uris(found) == ["appeals.md"]
    assert found.permitted_count == 1


def test_a_version_out_of_force_is_left_out_unless_history_is_wanted(tmp_path: Path) -> None:
    old = document("An appeal: 60 days.", uri="old.md", version="1", document_id="A", valid_to="2025-12-31")
    new = document("An appeal: 90 days.", uri="new.md", version="2", document_id="A", valid_from="2026-01-01")
    assert _uris(_found(tmp_path / "a", [old, new], _plan("appeal days"))) == ["new.md"]
    past = _plan("appeal days", on=date(2025, 6, 1))
    assert _uris(_found(tmp_path / "b", [old, new], past)) == ["old.md"]
    earlier = _plan("appeal days", on=None, history=True)
    assert _uris(_found(tmp_path / "c", [old, new], earlier)) == ["old.md"]


def test_a_lexical_look_up_never_waits_for_the_model(tmp_path: Path) -> None:
    corpus = open_corpus(build_home(tmp_path, [document("Form POL-358 is due monthly.", uri="pol.md"), FEES]))
    plan = _plan("POL-358", mode="lexical", query_type="exact_lookup", identifiers=("POL-358",))
    found = retrieve(plan, asker(), corpus=corpus, embedder=_no_model, settings=RetrieveSettings())
    corpus.close()
    assert _uris(found) == ["pol.md"]
    assert found.candidates[0].retrieval_source == "exact"


def test_an_identifier_counts_once_however_many_subqueries_there_are(tmp_path: Path) -> None:
    form = document("Form POL-358 is due monthly.", uri="pol.md")
    one = _plan("when is POL-358 due", identifiers=("POL-358",))
    four = _plan(
        "when is POL-358 due",
        identifiers=("POL-358",),
        subqueries=[Subquery(text="when is POL-358 due") for _ in range(4)],
    )
    scores = [
        _found(tmp_path / name, [form, FEES], plan).candidates[0].score
        for name, plan in (("a", one), ("b", four))
    ]
    assert scores[0] == scores[1]


def test_a_lexical_look_up_without_a_hit_goes_on_by_meaning(tmp_path: Path) -> None:
    plan = _plan("XYZ-1", mode="lexical", query_type="exact_lookup", identifiers=("XYZ-1",))
    assert [one.retrieval_source for one in _found(tmp_path, [FEES], plan).candidates] == ["dense"]


def test_official_policy_is_at_hand_even_where_other_passages_match_better(tmp_path: Path) -> None:
    records = [
        document(f"Closing the case: entry {n} on closing the case.", uri=f"r{n}.md", authority="case_record")
        for n in range(6)
    ]
    rule = document("Formal review precedes closure.", uri="rule.md", authority="official_policy")
    settings = RetrieveSettings(candidate_k=4, list_depth=4)
    found = _found(tmp_path, [*records, rule], _plan("closing the case"), settings=settings)
    assert "rule.md" in _uris(found)


def test_another_case_stays_out_and_policies_stay_in(tmp_path: Path) -> None:
    mine = document("The case was opened.", uri="mine.md", authority="case_record", case_id="case-1")
    other = document("The case was opened.", uri="other.md", authority="case_record", case_id="case-2")
    rule = document("A case is opened by an officer.", uri="rule.md", authority="official_policy")
    found = _found(tmp_path, [mine, other, rule], _plan("case opened", case_id="case-1"))
    assert set(_uris(found)) == {"mine.md", "rule.md"}


def test_a_required_source_without_evidence_is_named(tmp_path: Path) -> None:
    plan = _plan("appeal filed", required=("Closure Procedure", "appeals policy"))
    assert _found(tmp_path, [APPEALS, FEES], plan).missing_sources == ("Closure Procedure",)


def test_the_same_words_in_two_places_are_one_candidate_that_names_both(tmp_path: Path) -> None:
    copy = document("An appeal must be filed within 14 calendar days.", uri="copy.md", title="Copy")
    found = _found(tmp_path, [APPEALS, copy], _plan("appeal filed"))
    (only,) = found.candidates
    assert {f"rules/{only.source_uri}", *only.also_in} == {"rules/appeals.md", "rules/copy.md"}


def test_nothing_readable_gives_no_candidates(tmp_path: Path) -> None:
    found = _found(tmp_path, [APPEALS], _plan("appeal"), asker("nobodys"))
    assert (found.candidates, found.permitted_count, found.in_force_count) == ((), 0, 0)


@pytest.mark.parametrize("mode", ["hybrid_rerank", "hybrid", "multi_source", "vector"])
def test_the_mode_that_really_ran_is_told(tmp_path: Path, mode: RetrievalMode) -> None:
    found = _found(tmp_path, [APPEALS], _plan("appeal", mode=mode))
    assert found.plan.mode == ("hybrid" if mode == "hybrid_rerank" else mode)


def test_a_draft_that_is_asked_for_by_name_is_found_and_put_first(tmp_path: Path) -> None:
    now = document(
        "Appeals: 90 days.", uri="now.md", version="1", document_id="A", authority="official_policy"
    )
    draft = document("Appeals: 120 days.", uri="draft.md", version="2", document_id="A", status="draft")
    plan = _plan("appeals days", history=True).model_copy(update={"wants_drafts": True})
    assert _uris(_found(tmp_path, [now, draft], plan)) == ["draft.md", "now.md"]


def test_it_is_said_while_passages_are_found_by_their_words_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("localrag.index.publish.WORDS_FIRST", 1)
    secret = document("appeal secretly", uri="secret.md", acl_policy_id="closed")
    home = build_home(tmp_path, [document("appeal first", uri="a.md", acl_policy_id="open"), secret])
    with open_writer(home, under_policy=True, group=None) as writer:
        late = document("appeal later", uri="late.md", acl_policy_id="open")
        writer.put(late, file_of(late))
        with pytest.raises(KeyboardInterrupt):
            writer.publish(HashEmbedder(), _stop_while_encoding)
    with open_corpus(home) as corpus:
        found = retrieve(
            _plan("appeal"), asker("open"), corpus=corpus, embedder=HashEmbedder, settings=RetrieveSettings()
        )
    assert sorted(_uris(found)) == ["a.md", "late.md"]
    assert any("1 of 2 passages have no vector yet" in notice for notice in found.notices)


def _stop_while_encoding(told: Progress) -> None:
    if told.phase == "embed":
        raise KeyboardInterrupt
