"""A source as a question names it, and a document's id and title -> whether the one is the other."""

from __future__ import annotations

from localrag.text.terms import terms


def is_named(source: str, *, document_id: str, title: str) -> bool:
    """Whether a source is given by a document's id or by words of its title, in any order and inflection."""
    wanted = set(terms(source))
    return document_id == source or (bool(wanted) and wanted <= set(terms(title)))
