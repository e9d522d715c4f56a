#!/usr/bin/env python3
"""Forty ways out of a folder that is indexed: nothing outside is read, and nothing waits for ever.

Every escape lays its own folder beside one with a secret and indexes it in a process of its own: links of
all kinds, siblings whose names begin alike, devices, FIFOs, sockets, names that mean something on Windows,
files that name others, and things that become links while the run goes on. The secret must be in nothing
that was put into the index or said; the one honest file beside it must be there. Hard links are left out:
they are the file itself. The controls are a program that follows links, and one that waits for a FIFO.

    python scripts/prove_paths.py
"""

from __future__ import annotations

import io
import multiprocessing
import os
import socket
import stat
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from localrag.errors import UsageError
from localrag.ingest import opening
from localrag.records.index import Progress
from tests.ingest.desk import Desk

SECRET = "quicksilver heron"
HONEST = "ordinary sparrow"
_SECONDS = 60
"""A run may take on a busy machine before it counts as one that hangs."""
_WAITS = 5

Lay = Callable[[Path, Path], None]
"""Lays an escape into a folder, given the folder and the one outside."""


def _links() -> dict[str, Lay]:
    def loop(root: Path, _: Path) -> None:
        (root / "a.md").symlink_to("b.md")
        (root / "b.md").symlink_to("a.md")

    def chain(root: Path, outside: Path) -> None:
        (root / "a.md").symlink_to("b.md")
        (root / "b.md").symlink_to(outside / "secret.md")

    def inner(root: Path, outside: Path) -> None:
        (root / "folder").mkdir()
        (root / "folder" / "up").symlink_to("../../outside")
        (outside / "more.md").write_text(SECRET)

    return {
        "a link to a file": lambda root, out: (root / "a.md").symlink_to(out / "secret.md"),
        "a relative link": lambda root, _: (root / "a.md").symlink_to("../outside/secret.md"),
        "a link to a folder": lambda root, out: (root / "a").symlink_to(out),
        "a link to a folder, named as a file": lambda root, out: (root / "a.md").symlink_to(out),
        "a link to a sibling that begins alike": lambda root, _: (root / "a").symlink_to("../root-evil"),
        "a chain of links": chain,
        "links in a circle": loop,
        "a link to itself": lambda root, _: (root / "a.md").symlink_to("a.md"),
        "a link upwards, in a folder": inner,
        "a link to the folder above": lambda root, _: (root / "up").symlink_to(".."),
        "a link to the top of the system": lambda root, _: (root / "top").symlink_to("/"),
        "a link to the accounts": lambda root, _: (root / "a.txt").symlink_to("/etc/passwd"),
        "a link to a process's own files": lambda root, _: (root / "a.txt").symlink_to("/proc/self/environ"),
        "a link to standard input": lambda root, _: (root / "a.txt").symlink_to("/dev/stdin"),
        "a link whose target is too long": lambda root, _: (root / "a.md").symlink_to("a/" * 2000 + "b"),
        "a link to nothing": lambda root, _: (root / "a.md").symlink_to("../nowhere.md"),
        "a link beside a document, as metadata": lambda root, out: (root / "honest.md.meta.toml").symlink_to(
            out / "secret.md"
        ),
        "a link as _source.toml": lambda root, out: (root / "_source.toml").symlink_to(out / "secret.toml"),
    }


def _devices() -> dict[str, Lay]:
    def listens(root: Path, _: Path) -> None:
        one = socket.socket(socket.AF_UNIX)
        here = Path.cwd()
        os.chdir(root)
        one.bind("a.md")
        os.chdir(here)

    def device(root: Path, _: Path) -> None:
        try:
            os.mknod(root / "a.md", 0o600 | stat.S_IFCHR, os.makedev(1, 5))
        except PermissionError:
            (root / "a.md").symlink_to("/dev/zero")

    return {
        "a FIFO": lambda root, _: os.mkfifo(root / "a.md"),
        "a FIFO beside a document, as metadata": lambda root, _: os.mkfifo(root / "honest.md.meta.toml"),
        "a FIFO in a folder, as _source.toml": lambda root, _: _fifo_below(root),
        "a socket": listens,
        "a device without end": device,
        "a link to a device": lambda root, _: (root / "a.md").symlink_to("/dev/zero"),
    }


def _fifo_below(root: Path) -> None:
    (root / "folder").mkdir()
    os.mkfifo(root / "folder" / "_source.toml")


def _names() -> dict[str, Lay]:
    names = (
        "..\\outside\\secret.md",
        "C:\\outside\\secret.md",
        "\\\\outside\\secret.md",
        "honest.md:stream",
        "%2e%2e%2foutside%2fsecret.md",
        "..\u2215outside\u2215secret.md",
        "CON.md",
    )

    def named(name: str) -> Lay:
        def lay(root: Path, _: Path) -> None:
            (root / name).write_text("A file of an odd name.\n", encoding="utf-8")

        return lay

    return {f"a file named {name!r}": named(name) for name in names}


def _contents() -> dict[str, Lay]:
    def page(root: Path, outside: Path) -> None:
        uri = (outside / "secret.md").as_uri()
        (root / "a.html").write_text(f"<p>One</p><iframe src='{uri}'></iframe><object data='{uri}'></object>")

    def mail(root: Path, outside: Path) -> None:
        (root / "a.eml").write_text(
            "From: a@example.org\nSubject: One\nMIME-Version: 1.0\n"
            f'Content-Type: message/external-body; access-type=local-file; name="{outside}/secret.md"\n\n'
            "Content-Type: text/plain\n\n"
        )

    def entity(root: Path, outside: Path) -> None:
        body = f'<!DOCTYPE w [<!ENTITY e SYSTEM "{(outside / "secret.md").as_uri()}">]><w>&e;</w>'
        (root / "a.docx").write_bytes(_archive({"[Content_Types].xml": body, "word/document.xml": body}))

    def member(root: Path, _: Path) -> None:
        (root / "a.docx").write_bytes(
            _archive(
                {"[Content_Types].xml": "<a/>", "word/document.xml": "<w/>", "../outside/secret.md": "x"}
            )
        )

    return {
        "a page that frames a file": page,
        "a message whose body is a file": mail,
        "an entity that is a file": entity,
        "an archive's member above it": member,
    }


def _archive(members: dict[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    return content.getvalue()


def _swaps() -> dict[str, Lay]:
    """What becomes a link once its folder was listed."""

    def file(root: Path, outside: Path) -> None:
        (root / "a.md").unlink()
        (root / "a.md").symlink_to(outside / "secret.md")

    def folder(root: Path, outside: Path) -> None:
        (root / "folder").rename(root.parent / "moved")
        (root / "folder").symlink_to(outside)

    def metadata(root: Path, outside: Path) -> None:
        (root / "a.md.meta.toml").unlink()
        (root / "a.md.meta.toml").symlink_to(outside / "secret.toml")

    def top(root: Path, outside: Path) -> None:
        root.rename(root.parent / "moved")
        root.symlink_to(outside)

    def fifo(root: Path, _: Path) -> None:
        (root / "a.md").unlink()
        os.mkfifo(root / "a.md")

    return {
        "a file that becomes a link": file,
        "a folder that becomes a link": folder,
        "metadata that becomes a link": metadata,
        "a root that becomes a link": top,
        "a file that becomes a FIFO": fifo,
    }


def main() -> int:
    """Try every escape; fails where a secret got in, a run hung, or a control was not seen."""
    still = {**_links(), **_devices(), **_names(), **_contents()}
    faults = [f"{name}: {fault}" for name, lay in still.items() if (fault := _tried(lay, swap=False))]
    swaps = _swaps()
    faults += [f"{name}: {fault}" for name, lay in swaps.items() if (fault := _tried(lay, swap=True))]
    count = len(still) + len(swaps)
    bound = f" (95 % upper bound {3 / count:.3f})" if not faults else ""
    print(f"{count} escapes: {len(faults)} read what is outside, hung or lost the honest file{bound}")
    for fault in faults:
        print("   ", fault)
    followed = _tried(swaps["a file that becomes a link"], swap=True, before=_follow_links)
    waited = _tried(swaps["a file that becomes a FIFO"], swap=True, before=_follow_links, seconds=_WAITS)
    print(f"control, a program that follows links: {followed or 'NOT SEEN'}")
    print(f"control, a program that waits for a FIFO: {waited or 'NOT SEEN'}")
    return int(bool(faults) or followed != "read what is outside" or waited != "hung")


def _tried(
    lay: Lay, *, swap: bool, before: Callable[[], None] = lambda: None, seconds: float = _SECONDS
) -> str | None:
    """What went wrong with one escape, in a process that is ended where it hangs."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name).resolve()
        context = multiprocessing.get_context("fork")
        answers = context.SimpleQueue()

        def work() -> None:
            before()
            answers.put(_index(place, lay, swap=swap))

        child = context.Process(target=work)
        child.start()
        child.join(seconds)
        if child.is_alive():
            child.kill()
            child.join()
            return "hung"
        fault: str | None = answers.get() if child.exitcode == 0 else f"ended with {child.exitcode}"
        return fault


def _index(place: Path, lay: Lay, *, swap: bool) -> str | None:
    root, outside, sibling = (place / name for name in ("root", "outside", "root-evil"))
    for folder in (root, outside, sibling, root / "folder"):
        folder.mkdir()
    for path in (outside / "secret.md", sibling / "secret.md", outside / "a.md"):
        path.write_text(f"{SECRET}\n")
    (outside / "secret.toml").write_text(f'title = "{SECRET}"\n')
    (root / "honest.md").write_text(f"{HONEST}\n")
    if swap:
        for path in (root / "a.md", root / "folder" / "secret.md"):
            path.write_text("Harmless.\n")
        (root / "a.md.meta.toml").write_text('title = "Harmless"\n')
    else:
        (root / "folder").rmdir()
        lay(root, outside)
    left = [lay] if swap else []

    def told(progress: Progress) -> None:
        # Once all folders were listed, and before any file is opened.
        if left and progress.phase == "scan" and progress.done >= (3 if (root / "folder").is_dir() else 2):
            left.pop()(root, outside)

    desk = Desk(root)
    try:
        said = desk.index(root, on_progress=told)
    except UsageError as error:
        # Metadata of the root that cannot be read: nothing of the folder is indexed, and it is said.
        return "read what is outside" if SECRET in str(error) else None
    held = repr(vars(desk.writer)) + said.model_dump_json()
    if SECRET in held or "root:x:0" in held:
        return "read what is outside"
    is_whole = HONEST in held or root.is_symlink()
    if left:
        return "the escape was never laid"
    return None if is_whole else "lost the honest file"


def _follow_links() -> None:
    vars(opening)["_open_stepwise"] = lambda root, parts: os.open(root.joinpath(*parts), os.O_RDONLY)


if __name__ == "__main__":
    raise SystemExit(main())
