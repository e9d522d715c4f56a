"""Which sources some paths mean."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from localrag.errors import UsageError
from localrag.ingest.roots import Root, new_source_id, roots
from localrag.records.documents import SourceRecord
from localrag.records.ids import SourceId, TenantId


def known(folder: Path, source_id: str = "known", only: str | None = None) -> SourceRecord:
    return SourceRecord(
        source_id=SourceId(source_id), root=str(folder), single_file=only, tenant_id=TenantId("local")
    )


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    top = tmp_path.resolve() / "docs"
    (top / "sub").mkdir(parents=True)
    (top / "a.md").write_text("a")
    (top / "b.md").write_text("b")
    (top.parent / "docs-old").mkdir()
    return top


def test_a_folder_and_a_file_are_roots(tree: Path) -> None:
    assert roots([tree], []) == [Root(tree, None, None)]
    assert roots([tree / "a.md"], []) == [Root(tree, "a.md", None)]


def test_no_paths_mean_every_known_source(tree: Path) -> None:
    record = known(tree)
    assert roots([], [record]) == [Root(tree, None, record)]


def test_the_same_path_again_is_the_known_source(tree: Path) -> None:
    record = known(tree)
    assert roots([tree / "sub" / ".."], [record])[0].known is record
    assert len(roots([tree, tree], [])) == 1


def test_siblings_with_the_same_prefix_do_not_overlap(tree: Path) -> None:
    assert len(roots([tree, tree.parent / "docs-old"], [])) == 2


def test_two_files_of_one_folder_do_not_overlap(tree: Path) -> None:
    assert len(roots([tree / "a.md", tree / "b.md"], [known(tree, only="c.md")])) == 2


@pytest.mark.parametrize("order", [0, 1])
def test_nested_paths_are_refused_with_words(tree: Path, order: int) -> None:
    for inner in (tree / "sub", tree / "a.md"):
        paths = [tree, inner] if order else [inner, tree]
        with pytest.raises(UsageError, match="lies within") as caught:
            roots(paths, [])
        assert str(inner) in (caught.value.hint or "")


def test_a_path_inside_a_known_source_says_what_to_do(tree: Path) -> None:
    for inner in (tree / "sub", tree / "a.md"):
        with pytest.raises(UsageError, match="already indexed as known") as caught:
            roots([inner], [known(tree)])
        assert f"localrag index {tree}" in (caught.value.hint or "")


def test_a_path_around_a_known_source_is_refused(tree: Path) -> None:
    for record in (known(tree / "sub"), known(tree, only="a.md")):
        with pytest.raises(UsageError, match="holds"):
            roots([tree], [record])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="links as on POSIX")
def test_a_link_means_what_it_leads_to(tree: Path) -> None:
    (tree.parent / "link").symlink_to(tree)
    assert roots([tree.parent / "link"], [])[0].folder == tree
    with pytest.raises(UsageError, match="already indexed"):
        roots([tree.parent / "link" / "sub"], [known(tree)])


def test_a_path_that_is_not_there_is_a_usage_error(tree: Path) -> None:
    with pytest.raises(UsageError, match="There is no file or folder"):
        roots([tree / "missing"], [])


def test_a_known_source_whose_drive_is_gone_is_no_error(tree: Path) -> None:
    record = known(tree.parent / "stick")
    assert roots([tree.parent / "stick"], [record])[0].known is record


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="FIFOs as on POSIX")
def test_a_pipe_is_refused(tree: Path) -> None:
    os.mkfifo(tree / "pipe")
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        roots([tree / "pipe"], [])


def test_a_source_is_named_after_its_folder_and_made_unique(tree: Path) -> None:
    root = Root(tree, None, None)
    assert new_source_id(root, None, [], set()) == "docs"
    assert new_source_id(root, None, [known(tree, "docs")], {"docs-2"}) == "docs-3"
    assert new_source_id(Root(Path("/my files (old)"), None, None), None, [], set()) == "my-files-old"
    assert new_source_id(Root(Path("/"), None, None), None, [], set()) == "source"


def test_a_stated_id_that_is_taken_is_refused(tree: Path) -> None:
    with pytest.raises(UsageError, match="rules"):
        new_source_id(Root(tree, None, None), "rules", [known(tree / "sub", "rules")], set())
