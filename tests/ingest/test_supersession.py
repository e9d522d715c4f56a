"""Documents that say they supersede each other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from localrag.ingest.supersession import Superseding, circles


def says(name: str, *names: str, version: str | None = None) -> Superseding:
    return Superseding(f"rules/{name}.md", name, version, names)


def test_two_documents_that_supersede_each_other_are_named() -> None:
    (told,) = circles([says("a", "b", version="1"), says("b", "a@1"), says("c", "a")])
    assert told.startswith("rules/a.md, rules/b.md: each says that it supersedes the other")


def test_another_version_than_the_one_named_makes_no_circle() -> None:
    assert circles([says("a", "b", version="2"), says("b", "a@1")]) == []


def test_a_circle_through_others_is_named_once() -> None:
    assert len(circles([says("a", "b"), says("b", "c"), says("c", "a")])) == 1


def test_a_chain_and_a_document_that_names_itself_are_no_circle() -> None:
    assert circles([says("a", "b"), says("b", "c"), says("c")]) == []
    assert circles([says("a", "a"), says("a", "a@1", version="2")]) == []


def test_two_versions_of_one_document_that_supersede_each_other_are_named() -> None:
    first = Superseding("rules/old.md", "a", "1", ("a@2",))
    second = Superseding("rules/new.md", "a", "2", ("a@1",))
    assert circles([first, second]) == [
        "rules/new.md, rules/old.md: each says that it supersedes the other; the later start decides"
    ]
    assert circles([first._replace(names=("a",)), second]) == []


@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.lists(st.sampled_from("abcd"), max_size=3)), max_size=6)
)
def test_the_order_of_documents_does_not_matter(drawn: list[tuple[str, list[str]]]) -> None:
    documents = [
        Superseding(f"rules/{at}.md", name, None, tuple(names)) for at, (name, names) in enumerate(drawn)
    ]
    assert circles(documents) == circles(documents[::-1])
