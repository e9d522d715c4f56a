"""Secrets in an index: who is told them, and that a leak would be seen."""

from __future__ import annotations

from typing import Any

from localrag.errors import NotFoundError
from localrag.evaluate.leaks import MOST_KINDS, Canary, canaries, kinds_of, probe
from localrag.ports import OnExplained
from localrag.records.answer import RagAnswer
from localrag.records.ids import AclPolicyId, TenantId
from localrag.records.index import DocumentView
from localrag.records.retrieval import SearchResult
from localrag.records.security import AccessTuple, SecurityContext
from tests.builders import asker
from tests.fakes.scripted_backend import answer, explanation, hit


def access(acl: str | None = "staff", classification: str | None = "internal") -> AccessTuple:
    return AccessTuple(
        tenant_id=TenantId("local"),
        acl_policy_id=AclPolicyId(acl) if acl else None,
        classification=classification,
        source_type=None,
    )


class Person:
    """Reads the staff's documents; is told a secret in one place."""

    def __init__(self, secret: str = "", where: str = "answer") -> None:
        self._secret, self._where = secret, where

    def _told(self, where: str) -> str:
        return self._secret if where == self._where else "Nothing."

    def ask(self, question: str, *, on_explained: OnExplained | None = None) -> RagAnswer:
        if on_explained is not None:
            on_explained(explanation(self._told("explanation")))
        return answer(question, answer_markdown=self._told("answer"))

    def search(self, query: str) -> SearchResult:
        return SearchResult(query=query, hits=(hit(text=self._told("search")),))

    def show(self, name: str) -> DocumentView:
        raise NotFoundError(f"There is no document {name}.", self._told("error"))

    def security(self) -> SecurityContext:
        return asker("staff")


STAFF, BOARD = canaries([access(), access("board")])


def figures(made: list[Canary], **people: Any) -> tuple[int, int, int, int]:
    found = probe(made, people, kinds=len(made))
    return found.forbidden, len(found.leaks), found.permitted, found.told


def test_each_kind_of_access_that_can_be_granted_has_a_canary_of_its_own() -> None:
    kinds = [access(), access(), access("board"), access(None), access(classification=None)]
    made = canaries(kinds)
    assert [one.access for one in made] == [access(), access("board")]
    assert len({one.secret for one in made}) == kinds_of(kinds) == 2


def test_a_canary_says_whose_it_is() -> None:
    canary, *_ = canaries([access('st"aff\x7f')])
    files = canary.files
    assert r'acl_policy_id = "st\"aff\u007f"' in files[f"{canary.source_id}/_source.toml"]
    assert canary.secret in files[f"{canary.source_id}/register.md"]


def test_nothing_told_is_no_leak_and_no_control() -> None:
    assert figures([STAFF, BOARD], me=Person()) == (7, 0, 1, 0)


def test_a_secret_that_may_be_read_is_the_control() -> None:
    assert figures([STAFF], me=Person(STAFF.secret)) == (0, 0, 1, 1)


def test_a_leak_is_seen_wherever_it_is() -> None:
    """The control of the zero that a sound index gives."""
    for where, times in {"answer": 5, "explanation": 5, "search": 1, "error": 1}.items():
        assert figures([BOARD], me=Person(BOARD.secret, where)) == (7, times, 0, 0)


def test_kinds_that_are_too_many_are_counted() -> None:
    kinds = [access(f"acl-{number}") for number in range(MOST_KINDS + 3)]
    made = canaries(kinds)
    assert probe(made, {}, kinds=kinds_of(kinds)).left_out == 3
