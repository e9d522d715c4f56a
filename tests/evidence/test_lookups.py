"""What stands under an identifier, and which version applied, are findings of their own."""

from __future__ import annotations

from datetime import date

from localrag.evidence.lookups import looked_up
from localrag.evidence.versions import applied_versions
from localrag.records.authority import Authority
from localrag.records.evidence import EvidencePackage
from localrag.records.ids import ChunkId, DocumentId, EvidenceId, RequestId, SourceId, TenantId
from localrag.records.plan import AnswerKind, QueryPlan, QueryType, QuestionPart, Subquery, TemporalContext
from localrag.records.retrieval import EvidenceCandidate


def _candidate(
    text: str, number: int = 1, *, document_id: str = "HB", authority: Authority = "official_policy"
) -> EvidenceCandidate:
    return EvidenceCandidate(
        evidence_id=EvidenceId(f"E{number}"),
        chunk_id=ChunkId(f"c{number}"),
        source_id=SourceId("rules"),
        document_id=DocumentId(document_id),
        version="2",
        tenant_id=TenantId("local"),
        text=text,
        source_title=f"{document_id} Handbook",
        source_uri=f"{document_id}.md",
        start_char=0,
        end_char=len(text),
        score=1.0,
        rank=number,
        retrieval_source="exact",
        authority=authority,
        status="active",
        valid_from=date(2024, 1, 1),
    )


def _plan(
    text: str, *, identifiers: tuple[str, ...] = (), kind: AnswerKind = "statement", query_type: QueryType
) -> QueryPlan:
    return QueryPlan(
        normalized_query=text,
        query_type=query_type,
        retrieval_mode="lexical",
        subqueries=(Subquery(text=text),),
        parts=(QuestionPart(text=text, kind=kind),),
        identifiers=identifiers,
        temporal=TemporalContext(
            asked_date=date(2026, 11, 30), effective_policy_date=date(2026, 11, 30), basis="asked on"
        ),
    )


def _package(*candidates: EvidenceCandidate) -> EvidencePackage:
    return EvidencePackage(
        request_id=RequestId("r"),
        query="q",
        selected_evidence=candidates,
        total_tokens=0,
        context_policy_id="best-first-1500",
    )


def _looked_up(identifier: str, *candidates: EvidenceCandidate) -> list[str]:
    plan = _plan(f"What does {identifier} say?", identifiers=(identifier,), query_type="exact_lookup")
    return [finding.quote for finding in looked_up(plan, _package(*candidates)).findings]


def test_the_rule_that_opens_with_the_number_is_quoted_and_no_other() -> None:
    text = "12.1 Look first. See also 12.3.\n\n12.3 Knock twice. Then wait for an answer.\n\n12.30 Leave."
    assert _looked_up("12.3", _candidate(text)) == ["12.3 Knock twice. Then wait for an answer."]


def test_a_number_inside_a_longer_number_is_another_number() -> None:
    assert _looked_up("12.3", _candidate("12.30 Leave. 112.3 Stay.")) == []


def test_without_an_opening_the_sentences_that_mention_it_are_quoted() -> None:
    text = "Fill in form F-7 in ink. Sign it. Form F-7 is kept for a year."
    assert _looked_up("F-7", _candidate(text)) == ["Fill in form F-7 in ink.", "Form F-7 is kept for a year."]


def test_a_documents_own_id_gives_its_first_sentences() -> None:
    later = _candidate("Later part.", 1, document_id="POL-9").model_copy(update={"start_char": 90})
    start = _candidate("# Title\n\nThis policy is about doors. It binds everybody.", 2, document_id="POL-9")
    assert _looked_up("pol-9", later, start) == ["This policy is about doors.", "It binds everybody."]


def test_a_question_of_another_type_keeps_its_findings() -> None:
    plan = _plan("May I knock under 12.3?", identifiers=("12.3",), query_type="policy_interpretation")
    assert looked_up(plan, _package(_candidate("12.3 Knock."))).findings == ()


def test_the_version_of_the_document_that_is_named_is_the_answer() -> None:
    plan = _plan(
        "Which version of the HB Handbook applied?", kind="version", query_type="policy_interpretation"
    )
    package = _package(_candidate("Doors.", 1, document_id="POL"), _candidate("Windows.", 2))
    (finding,) = applied_versions(plan, package).findings
    assert (finding.evidence_id, finding.value, finding.role) == ("E2", "2", "version")


def test_without_a_name_the_official_documents_are_meant_each_once() -> None:
    plan = _plan("Which policy applied then?", kind="version", query_type="policy_interpretation")
    package = _package(
        _candidate("Doors.", 1, document_id="POL"),
        _candidate("Windows.", 2, document_id="POL"),
        _candidate("Gossip.", 3, document_id="FAQ", authority="faq"),
    )
    assert [finding.evidence_id for finding in applied_versions(plan, package).findings] == ["E1"]


def _found(
    text: str, identifiers: tuple[str, ...], *candidates: EvidenceCandidate, case: str | None = None
) -> list[str]:
    plan = _plan(text, identifiers=identifiers, query_type="exact_lookup").model_copy(
        update={"case_id": case}
    )
    return [finding.quote for finding in looked_up(plan, _package(*candidates)).findings]


RULE = _candidate(
    "4.2 A guest may see\n\n(a) the plan;\n\n(b) the last bill; and\n\n(c) the map.\n\n4.3 Guests eat.",
    document_id="POL-9",
)
ELSEWHERE = _candidate("4.2 Doors are green.", 2, document_id="HB")


def test_a_place_is_looked_up_in_the_document_that_is_named_with_the_items_it_introduces() -> None:
    assert _found("POL-9 section 4.2", ("POL-9", "4.2"), ELSEWHERE, RULE) == [
        "4.2 A guest may see",
        "(a) the plan;",
        "(b) the last bill; and",
        "(c) the map.",
    ]


def test_of_several_items_the_one_asked_for_is_given() -> None:
    found = _found("POL-9 section 4.2(b)", ("POL-9", "4.2"), ELSEWHERE, RULE)
    assert found == ["4.2 A guest may see", "(b) the last bill; and"]


def test_a_place_that_the_named_document_lacks_is_not_taken_from_another() -> None:
    assert _found("POL-9 section 7.7", ("POL-9", "7.7"), RULE, _candidate("7.7 Knock.", 2)) == []


def test_a_cases_number_gives_the_first_entries_of_its_record() -> None:
    record = _candidate(
        "# Case 12\n\n| Entry | Value |\n|---|---|\n| Site | Old Mill |\n| Status | open |\n",
        document_id="case-12",
        authority="case_record",
    ).model_copy(update={"case_id": "case-12"})
    found = _found("12", ("12",), record, case="case-12")
    assert found == ["| Site | Old Mill |", "| Status | open |"]
