from __future__ import annotations

import math
from datetime import date
from pathlib import Path

import pytest

from localrag.errors import IndexMismatchError
from localrag.index.bm25 import K1, B
from localrag.index.reader import PublishedCorpus, open_corpus
from localrag.index.scope import IN_HEADINGS
from localrag.ports import Scope, Scored
from localrag.records.documents import ParsedDocument
from localrag.records.ids import DocumentId
from localrag.records.retrieval import RetrievalFilters
from localrag.text.terms import terms
from tests.builders import EVERYTHING, asker, build_home, document
from tests.fakes.hash_embedder import HashEmbedder

HASH = HashEmbedder()


def over(tmp_path: Path, *texts: str) -> Scope:
    documents = [document(text, uri=f"{n}.md", title="") for n, text in enumerate(texts)]
    return open_corpus(build_home(tmp_path, documents)).scope(asker(), EVERYTHING)


def texts(scope: Scope, hits: list[Scored]) -> list[str]:
    return [one.text for one in scope.fetch([hit.chunk_id for hit in hits])]


def lexical(scope: Scope, query: str, limit: int = 9) -> list[str]:
    return texts(scope, scope.lexical(terms(query), limit))


def containing(scope: Scope, identifier: str) -> list[str]:
    return sorted(texts(scope, scope.containing(identifier, 50)))


def test_scores_are_those_of_the_formula(tmp_path: Path) -> None:
    scope = over(tmp_path, "ramp ramp lift", "ramp grid", "grid grid grid grid")
    rarity = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    average = 9 / 3

    def expected(count: int, length: int) -> float:
        return rarity * count * (K1 + 1) / (count + K1 * (1 - B + B * length / average))

    assert [hit.score for hit in scope.lexical(["ramp"], 9)] == pytest.approx(
        [expected(2, 3), expected(1, 2)]
    )


def test_a_repeated_query_term_counts_as_often(tmp_path: Path) -> None:
    scope = over(tmp_path, "ramp", "grid")
    once, twice = scope.lexical(["ramp"], 1)[0].score, scope.lexical(["ramp", "ramp"], 1)[0].score
    assert twice == pytest.approx(2 * once)


def test_passages_without_a_term_are_left_out(tmp_path: Path) -> None:
    assert lexical(over(tmp_path, "lorry", "gate"), "lorry ramp") == ["lorry"]


def test_equal_scores_are_ordered_by_chunk_id_also_where_the_list_is_cut(tmp_path: Path) -> None:
    scope = over(tmp_path, *["ramp"] * 30)
    every = scope.lexical(["ramp"], 50)
    assert len(every) == 30
    assert [hit.chunk_id for hit in every] == sorted(hit.chunk_id for hit in every)
    assert scope.lexical(["ramp"], 7) == every[:7]
    near = scope.dense(HASH.embed(["\nramp"])[0], 50)
    assert scope.dense(HASH.embed(["\nramp"])[0], 7) == near[:7]


def test_dense_search_finds_the_nearest_by_cosine(tmp_path: Path) -> None:
    scope = over(tmp_path, "appeal period", "lorry weight", "gate code")
    best = scope.dense(HASH.embed(["\nlorry weight"])[0], 2)
    assert texts(scope, best)[0] == "lorry weight"
    assert best[0].score == pytest.approx(1.0, abs=1e-3)


@pytest.mark.parametrize("query", ["Dienstanweisung", "dienstanweisungen"[:-2], "DIENSTANWEISUNG"])
def test_a_compound_is_found_by_the_word_inside_it(tmp_path: Path, query: str) -> None:
    scope = over(tmp_path, "Die Reisedienstanweisung gilt.", "Etwas anderes.")
    assert lexical(scope, query) == ["Die Reisedienstanweisung gilt."]


def test_a_word_that_is_there_is_not_looked_for_inside_others(tmp_path: Path) -> None:
    scope = over(tmp_path, "Die Reisedienstanweisung gilt.", "Die Dienstanweisung gilt.")
    assert lexical(scope, "Dienstanweisung") == ["Die Dienstanweisung gilt."]


def test_a_hidden_word_does_not_stop_the_search_inside_compounds(tmp_path: Path) -> None:
    home = build_home(
        tmp_path,
        [
            document("Reisedienstanweisung", uri="a.md"),
            document("Dienstanweisung", uri="b.md", acl_policy_id="board"),
        ],
    )
    assert lexical(open_corpus(home).scope(asker("staff"), EVERYTHING), "Dienstanweisung") == [
        "Reisedienstanweisung"
    ]


@pytest.mark.parametrize(
    ("identifier", "holding"),
    [
        ("POL-358", ["see POL-358.", "under pol-358 (2024)"]),
        ("pol-358", ["see POL-358.", "under pol-358 (2024)"]),
        ("38.101", ["rule 38.101 says"]),
        ("4.2(b)", ["as in 4.2(b), or", "as in 4.2(b)(i)"]),
        ("case-8842", ["case-8842's file"]),
        ("C++", ["written in C++"]),
        ("C", ["vitamin C is"]),
        ("§ 12(3)", ["nach § 12(3) gilt", "nach §12(3) gilt"]),
        ("don't", ["don't panic"]),
        ("AND", ["AND then"]),
        ("(", []),
        ("", []),
        ("\x00", []),
    ],
)
def test_identifiers_are_found_whole(tmp_path: Path, identifier: str, holding: list[str]) -> None:
    scope = over(
        tmp_path,
        "see POL-358.",
        "under pol-358 (2024)",
        "POL-3581, POL-358-A, XPOL-358",
        "rule 38.101 says",
        "rule 138.101 or 38.101.2 or 38.1012",
        "as in 4.2(b), or",
        "as in 4.2(b)(i)",
        "case-8842's file",
        "case-88421",
        "written in C++",
        "vitamin C is",
        "nach § 12(3) gilt",
        "nach §12(3) gilt",
        "don't panic",
        "AND then",
    )
    assert containing(scope, identifier) == sorted(holding)


def test_a_passage_under_a_title_with_the_identifier_comes_after_those_that_hold_it(tmp_path: Path) -> None:
    home = build_home(
        tmp_path,
        [document("lorries only", uri="a.md", title="POL-358 lorries"), document("see POL-358", uri="b.md")],
    )
    scope = open_corpus(home).scope(asker(), EVERYTHING)
    assert [hit.score for hit in scope.containing("POL-358", 9)] == [1.0, 0.5]
    assert texts(scope, scope.containing("POL-358", 9)) == ["see POL-358", "lorries only"]


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("步2 重跑gen-itgc后50条,悬空", "悬空"),
        ("步2 重跑gen-itgc后50条,悬空", "itgc"),
        ("ประกาศกรมการขนส่ง", "ขนส่ง"),
        ("مُحَمَّد", "محمد"),
        ("Fußgänger", "FUSSGANGER"),
        ("a\x00b", "b"),
    ],
)
def test_any_script_is_found(tmp_path: Path, text: str, query: str) -> None:
    assert lexical(over(tmp_path, text, "other"), query) == [text]


def test_a_query_of_a_megabyte_is_answered(tmp_path: Path) -> None:
    scope = over(tmp_path, "lorry")
    assert lexical(scope, "lorry " + "word-38.101 " * 80_000) == ["lorry"]


@pytest.fixture
def versions(tmp_path: Path) -> PublishedCorpus:
    return open_corpus(
        build_home(
            tmp_path,
            [
                official("old rule", version="1", valid_from="2023-01-01"),
                official("new rule", version="2", valid_from="2026-01-01", acl_policy_id="board"),
                document("faq rule", uri="3.md", authority="faq"),
                document("record rule", uri="4.md", case_id="case-1"),
                document("other rule", uri="5.md", case_id="case-2"),
                document("draft rule", uri="6.md", status="draft"),
            ],
        )
    )


def official(text: str, *, version: str, valid_from: str, acl_policy_id: str = "staff") -> ParsedDocument:
    return document(
        text,
        uri=f"{version}.md",
        document_id="POL-1",
        authority="official_policy",
        version=version,
        valid_from=valid_from,
        acl_policy_id=acl_policy_id,
    )


def rules(corpus: PublishedCorpus, *acls: str, **filters: object) -> list[str]:
    scope = corpus.scope(asker(*acls), RetrievalFilters.model_validate(filters))
    return sorted(lexical(scope, "rule"))


def test_without_a_day_everything_readable_is_in_scope(versions: PublishedCorpus) -> None:
    assert len(rules(versions)) == 6
    assert len(rules(versions, "staff")) == 5


def test_a_day_leaves_what_is_in_force_on_it(versions: PublishedCorpus) -> None:
    day = date(2026, 6, 1)
    assert rules(versions, in_force_on=day) == ["faq rule", "new rule", "other rule", "record rule"]


def test_a_successor_that_may_not_be_read_ends_nothing(versions: PublishedCorpus) -> None:
    assert "old rule" in rules(versions, "staff", in_force_on=date(2026, 6, 1))


def test_a_span_leaves_what_is_in_force_on_any_of_its_days(versions: PublishedCorpus) -> None:
    found = rules(versions, in_force_on=date(2025, 12, 31), in_force_until=date(2026, 1, 1))
    assert {"old rule", "new rule"} <= set(found)


def test_a_case_keeps_its_own_documents_and_those_of_no_case(versions: PublishedCorpus) -> None:
    assert "other rule" not in rules(versions, case_id="case-1")
    assert {"record rule", "faq rule"} <= set(rules(versions, case_id="case-1"))


def test_authorities_and_document_ids_narrow_the_scope(versions: PublishedCorpus) -> None:
    assert rules(versions, authorities=("faq",)) == ["faq rule"]
    assert rules(versions, document_ids=(DocumentId("POL-1"),)) == ["new rule", "old rule"]


def test_the_end_of_validity_is_that_of_the_readable_successor(versions: PublishedCorpus) -> None:
    ends: dict[tuple[str, ...], date | None] = {}
    askers: tuple[tuple[str, ...], ...] = ((), ("staff",))
    for acls in askers:
        scope = versions.scope(asker(*acls), RetrievalFilters(in_force_on=date(2024, 1, 1)))
        found = scope.fetch([hit.chunk_id for hit in scope.lexical(terms("old"), 1)])
        ends[acls] = found[0].valid_to
    assert ends == {(): date(2025, 12, 31), ("staff",): None}


def test_fetching_keeps_the_order_and_leaves_out_what_is_not_in_scope(versions: PublishedCorpus) -> None:
    every = versions.scope(asker(), EVERYTHING)
    ids = [hit.chunk_id for hit in every.lexical(terms("rule"), 9)][::-1]
    hidden = {one.chunk_id for one in every.fetch(ids) if one.acl_policy_id == "board"}
    found = versions.scope(asker("staff"), EVERYTHING).fetch(ids)
    assert [one.chunk_id for one in found] == [chunk_id for chunk_id in ids if chunk_id not in hidden]
    assert [one.rank for one in found] == [1, 2, 3, 4, 5]


def test_other_places_of_a_text_are_named_only_where_they_may_be_read(tmp_path: Path) -> None:
    home = build_home(
        tmp_path,
        [
            document("same text", uri="a.md", title="A"),
            document("same text", uri="b.md", title="B"),
            document("same text", uri="c.md", title="C", acl_policy_id="board"),
        ],
    )
    scope = open_corpus(home).scope(asker("staff"), EVERYTHING)
    found = scope.fetch([hit.chunk_id for hit in scope.lexical(terms("same"), 9)])
    assert {one.source_uri: one.also_in for one in found} == {
        "a.md": ("rules/b.md",),
        "b.md": ("rules/a.md",),
    }


def test_document_frequency_counts_the_scope_alone(versions: PublishedCorpus) -> None:
    (term,) = terms("rule")
    assert versions.scope(asker("board"), EVERYTHING).document_frequency(term) == 1


def test_three_open_documents_are_found_among_many_hidden_near_duplicates(tmp_path: Path) -> None:
    hidden = [document(f"lorry ramp rule {n}", uri=f"h{n}.md", acl_policy_id="board") for n in range(300)]
    shown = [document(f"lorry ramp note {n}", uri=f"o{n}.md") for n in range(3)]
    scope = open_corpus(build_home(tmp_path, [*hidden, *shown])).scope(asker("staff"), EVERYTHING)
    assert len(lexical(scope, "lorry ramp rule", 3)) == 3
    assert len(scope.dense(HASH.embed(["lorry ramp rule"])[0], 3)) == 3


def test_a_vector_of_another_width_is_refused(versions: PublishedCorpus) -> None:
    with pytest.raises(IndexMismatchError, match="64 dimensions"):
        versions.scope(asker(), EVERYTHING).dense(HashEmbedder(width=32).embed(["rule"])[0], 5)


def test_a_file_name_that_is_its_title_is_found_though_it_is_not_embedded(tmp_path: Path) -> None:
    parsed = document("Leave is granted.", title="POL-358 leave", uri="POL-358 leave.txt")
    untitled = parsed.passages[0].model_copy(update={"context": ""})
    home = build_home(tmp_path, [parsed.model_copy(update={"passages": (untitled,)})])
    with open_corpus(home) as corpus:
        scope = corpus.scope(asker(), EVERYTHING)
        assert len(scope.lexical(terms("pol-358"), 5)) == 1
        assert [hit.score for hit in scope.containing("POL-358", 5)] == [IN_HEADINGS]
