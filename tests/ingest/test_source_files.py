"""``_source.toml``, read and checked."""

from __future__ import annotations

import pytest

from localrag.ingest.source_files import SourceFile, glob_pattern, read_source_file

LEVELS = ("public", "internal", "confidential", "restricted")


def read(text: str) -> SourceFile:
    return read_source_file(text.encode(), "rules/_source.toml", levels=LEVELS)


def final(file: SourceFile, uri: str) -> dict[str, object]:
    values: dict[str, object] = {}
    for layer in file.values_for(uri):
        values |= layer.usable
    return values


@pytest.mark.parametrize(
    ("glob", "fits", "misses"),
    [
        ("*.pdf", ["a.pdf"], ["b/a.pdf", "a.md"]),
        ("**/*.pdf", ["a.pdf", "b/a.pdf", "b/c/a.pdf"], ["a.md"]),
        ("cases/**", ["cases/a.md", "cases/b/a.md"], ["case/a.md", "old/cases/a.md"]),
        ("cases/*/notes.md", ["cases/a/notes.md"], ["cases/a/b/notes.md", "cases/notes.md"]),
        ("**/drafts/**", ["drafts/a", "x/drafts/b/c"], ["drafts"]),
        ("note-?.txt", ["note-1.txt"], ["note-12.txt", "note-/.txt"]),
        ("a[1].md", ["a[1].md"], ["a1.md"]),
    ],
)
def test_globs_keep_to_folders(glob: str, fits: list[str], misses: list[str]) -> None:
    pattern = glob_pattern(glob)
    assert [uri for uri in [*fits, *misses] if pattern.fullmatch(uri)] == fits


def test_the_last_match_wins_key_by_key() -> None:
    file = read(
        """
        [defaults]
        authority = "faq"
        category = "all"
        [[match]]
        glob = "**"
        authority = "official_policy"
        language = "en"
        [[match]]
        glob = "drafts/**"
        authority = "draft"
        """
    )
    assert final(file, "a.md") == {"authority": "official_policy", "category": "all", "language": "en"}
    assert final(file, "drafts/a.md")["authority"] == "draft"


def test_the_source_says_who_it_is() -> None:
    file = read('source_id = "rules"\ntenant_id = "vcsi"\ntrust_front_matter = true')
    assert (file.source_id, file.tenant_id, file.trusts_front_matter) == ("rules", "vcsi", True)
    assert final(file, "a.md") == {"tenant_id": "vcsi"}


def test_every_tenant_that_is_named_is_known() -> None:
    file = read('tenant_id = "a"\n[defaults]\ntenant_id = "b"\n[[match]]\nglob = "x"\ntenant_id = "c"')
    assert file.tenants == {"a", "b", "c"}


def test_a_byte_order_mark_does_no_harm() -> None:
    assert read('\ufeffsource_id = "rules"').source_id == "rules"


@pytest.mark.parametrize(
    "text",
    [
        "source_id = ",
        "valid_from = 2026-02-31",
        'source_id = "a/b"',
        "source_id = 3",
        'trust_front_matter = "yes"',
        "defaults = 1",
        "match = {}",
        "[[match]]\nclassification = 'restricted'",
        "[[match]]\nglob = 3",
        "a = " + "[" * 5000,
    ],
)
def test_a_file_whose_shape_is_wrong_is_broken_as_a_whole(text: str) -> None:
    file = read(text)
    assert file.broken
    assert file.values_for("a.md")[0].usable == {}
    assert "rules/_source.toml" in file.warnings[0]


def test_bytes_that_are_no_text_are_broken() -> None:
    assert read_source_file(b"\xff\xfe\x00", "w", levels=LEVELS).broken == "is not UTF-8"


def test_a_restriction_in_the_wrong_place_is_not_taken_for_none() -> None:
    file = read('classification = "restricted"\n[defaults]\nclassification = "public"')
    assert "classification" in file.defaults.broken
    assert "put it under [defaults]" in file.warnings[0]
