"""What stands between fences at the start of a text."""

from __future__ import annotations

from localrag.ingest.front_matter import part


def test_toml_between_plus_signs_is_taken_off() -> None:
    parted = part('+++\ntitle = "A"\nvalid_from = 2026-01-31\n+++\nBody.\n')
    assert parted.body == "Body.\n"
    assert parted.front_matter is not None
    assert parted.front_matter.values == {"title": "A", "valid_from": "2026-01-31"}


def test_yaml_between_hyphens_is_taken_off() -> None:
    parted = part("---\ntitle: A\nsupersedes: [a, b@2]\n---\nBody.")
    assert parted.body == "Body."
    assert parted.front_matter is not None
    assert parted.front_matter.values == {"title": "A", "supersedes": ["a", "b@2"]}


def test_without_a_closing_fence_it_is_text() -> None:
    text = "---\ntitle: A\n\nBody."
    assert part(text) == (None, text)


def test_two_rules_around_prose_are_text() -> None:
    parted = part("---\nJust a sentence.\n---\nBody.")
    assert parted.body.startswith("---")
    assert parted.front_matter is not None
    assert parted.front_matter.mentioned == ()


def test_a_broken_block_is_text_and_what_it_mentions_is_kept() -> None:
    text = "+++\nclassification = restricted\nstatus = 'draft'\n+++\nBody."
    parted = part(text)
    assert parted.body == text
    assert parted.front_matter is not None
    assert parted.front_matter.values == {}
    assert parted.front_matter.mentioned == ("classification", "status")


def test_fences_further_down_are_text() -> None:
    assert part("Intro\n---\na: 1\n---\n").front_matter is None


def test_a_text_of_fences_alone_is_read_quickly() -> None:
    assert part("---\n" * 100_000).body.startswith("---")
