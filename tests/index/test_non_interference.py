"""What an asker gets is the same whether or not documents exist that they may not read."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from localrag.index import build
from localrag.index.reader import PublishedCorpus, open_corpus
from localrag.index.writer import open_writer
from localrag.records.documents import ParsedDocument
from localrag.records.retrieval import RetrievalFilters
from localrag.records.security import SecurityContext
from tests.builders import asker, document, file_of, source, untold
from tests.fakes.hash_embedder import HashEmbedder

WORDS = ("appeal", "notice", "days", "fourteen", "permit", "lorry", "pol-358", "dienstanweisung", "the")
ROLES = (asker("open"), asker("open", "staff"), asker("open", "staff", "secret", denied=["staff"]))
HIDDEN_FROM_ALL = "board"
QUERY = ("appeal", "days", "lorry", "the", "anweisung", "pol-358")
FILTERS = (
    RetrievalFilters(),
    RetrievalFilters(in_force_on=date(2024, 6, 1)),
    RetrievalFilters(in_force_on=date(2026, 1, 1), in_force_until=date(2026, 3, 31), case_id="case-1"),
)


class Step(NamedTuple):
    """One thing a writer does."""

    put: ParsedDocument
    publish: bool
    """Afterwards, so that the layout of segments varies."""


texts = st.lists(st.sampled_from([*WORDS, "\n\n"]), min_size=1, max_size=14).map(
    lambda words: " ".join(words).replace("reise dienst", "reisedienst")
)


@st.composite
def parsed_documents(draw: st.DrawFn, *, acls: Sequence[str], place: int) -> ParsedDocument:
    version = draw(st.sampled_from(["2023", "2026", None]))
    return document(
        draw(texts),
        uri=f"{place}.md",
        title=draw(st.sampled_from(["Appeals", "Reisedienstanweisung", "Lorry manual"])),
        document_id=draw(st.sampled_from([None, "POL-1", "POL-2"])),
        version=version,
        acl_policy_id=draw(st.sampled_from(acls)),
        authority=draw(st.sampled_from(["official_policy", "user_upload"])),
        status=draw(st.sampled_from(["active", "active", "superseded", "draft"])),
        valid_from=draw(st.sampled_from([None, "2023-01-01", "2026-01-01"])),
        valid_to=draw(st.sampled_from([None, "2025-12-31"])),
        supersedes=draw(st.sampled_from([(), ("POL-1",), ("POL-2@2023",)])),
        case_id=draw(st.sampled_from([None, "case-1", "case-2"])),
    )


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[Step], list[Step]]:
    """The steps over visible documents alone, and the same with hidden ones put in between."""
    count = draw(st.integers(1, 6))
    visible = [draw(parsed_documents(acls=("open", "staff", "secret"), place=n)) for n in range(count)]
    # Few places for many hidden documents: some take the place of others, whose rows stay behind as dead.
    hidden = [
        draw(parsed_documents(acls=(HIDDEN_FROM_ALL,), place=draw(st.integers(100, 102))))
        for _ in range(draw(st.integers(1, 6)))
    ]
    mixed = draw(st.permutations([*visible, *hidden, *draw(st.lists(st.sampled_from(visible), max_size=2))]))
    plain = [Step(one, draw(st.booleans())) for one in visible]
    return plain, [Step(one, draw(st.booleans())) for one in mixed]


@contextmanager
def corpus_after(steps: Sequence[Step]) -> Iterator[PublishedCorpus]:
    """A corpus built by the steps, each publication in a run of its own."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        waiting = list(steps)
        while waiting:
            with open_writer(home, under_policy=True, group=None) as writer:
                writer.register(source())
                while waiting:
                    step = waiting.pop(0)
                    writer.put(step.put, file_of(step.put))
                    if step.publish:
                        break
                writer.publish(HashEmbedder(), untold)
        with open_corpus(home) as corpus:
            yield corpus


def seen(corpus: PublishedCorpus, security: SecurityContext) -> list[object]:
    """Everything an asker can get out of a corpus, its random name aside."""
    found: list[object] = [
        corpus.status(security).model_copy(update={"generation": ""}),
        corpus.cases(security),
        corpus.documents_named(["appeals", "POL-1", "lorry"], security),
    ]
    for filters in FILTERS:
        scope = corpus.scope(security, filters)
        for limit in (1, 3, 50):
            lexical = scope.lexical(QUERY, limit)
            vector = HashEmbedder().embed(["appeal notice days"])[0]
            found += [scope.size, lexical, scope.dense(vector, limit), scope.containing("POL-358", limit)]
            found += scope.fetch([hit.chunk_id for hit in lexical])
        found += [scope.document_frequency(word) for word in WORDS]
        found += [corpus.neighbours(hit.chunk_id, security) for hit in scope.lexical(QUERY, 50)]
    return found


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(histories())
def test_hidden_documents_change_nothing_for_any_role(history: tuple[list[Step], list[Step]]) -> None:
    plain, mixed = history
    with corpus_after(plain) as without, corpus_after(mixed) as with_hidden:
        for security in ROLES:
            assert seen(with_hidden, security) == seen(without, security)


def test_the_comparison_catches_a_document_that_is_visible() -> None:
    shown = document("appeal days", uri="1.md", acl_policy_id="open")
    leaked = document("appeal lorry", uri="2.md", acl_policy_id="open")
    with (
        corpus_after([Step(shown, True)]) as without,
        corpus_after([Step(shown, True), Step(leaked, True)]) as more,
    ):
        assert seen(more, ROLES[0]) != seen(without, ROLES[0])


def test_scores_do_not_depend_on_where_segments_end(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [document(f"appeal {'days ' * (n % 5)}lorry {n}", uri=f"{n}.md") for n in range(40)]
    with corpus_after([Step(one, False) for one in documents]) as whole:
        expected = seen(whole, asker())
    monkeypatch.setattr(build, "MAX_SEGMENT_PASSAGES", 7)
    with corpus_after([Step(one, False) for one in documents]) as split:
        assert seen(split, asker()) == expected
