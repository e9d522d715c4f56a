from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from localrag.adapters.files import (
    OWNER_ONLY,
    Modes,
    check_room,
    create_file,
    make_folder,
    modes_for,
    modes_of,
    replace_file,
    write_new,
    writer_lock,
)
from localrag.errors import BusyError, StorageError
from tests.builders import build_home, document

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="modes and signals of POSIX systems")

HOLDER = (
    "import sys, time; from pathlib import Path\n"
    "from localrag.adapters.files import OWNER_ONLY, writer_lock\n"
    "with writer_lock(Path(sys.argv[1]), OWNER_ONLY):\n"
    "    print('held', flush=True); sys.stdin.read()"
)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(params=[0o000, 0o022, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> object:
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.mark.usefixtures("umask")
def test_files_and_folders_are_private_under_any_umask(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "home"
    make_folder(folder, OWNER_ONLY)
    create_file(folder / "a", OWNER_ONLY)
    write_new(folder / "b", [b"content"], OWNER_ONLY)
    replace_file(folder / "c", b"content", OWNER_ONLY)
    assert [mode(folder.parent), mode(folder)] == [0o700, 0o700]
    assert {mode(path) for path in folder.iterdir()} == {0o600}


@pytest.mark.usefixtures("umask")
def test_a_home_is_private_under_any_umask(tmp_path: Path) -> None:
    home = build_home(tmp_path, [document()])
    folders = [path for path in [home, *home.rglob("*")] if path.is_dir()]
    files = [path for path in home.rglob("*") if path.is_file()]
    assert {mode(path) for path in folders} == {0o700}
    assert {mode(path) for path in files} == {0o600}
    assert len(files) >= 5


def test_a_group_may_read_where_one_is_named(tmp_path: Path) -> None:
    import grp

    name = grp.getgrgid(os.getgid()).gr_name
    modes = modes_for(name)
    make_folder(tmp_path / "home", modes)
    create_file(tmp_path / "home" / "a", modes)
    assert [mode(tmp_path / "home"), mode(tmp_path / "home" / "a")] == [0o750, 0o640]
    assert modes_of(tmp_path / "home" / "a") == Modes(0o640, 0o750, os.getgid())


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(StorageError, match="no-such-group"):
        modes_for("no-such-group")


def test_an_existing_folder_keeps_its_mode(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make_folder(tmp_path, OWNER_ONLY)
    assert mode(tmp_path) == 0o755


def test_a_file_is_replaced_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    replace_file(tmp_path / "a", b"one", OWNER_ONLY)
    replace_file(tmp_path / "a", b"two", OWNER_ONLY)
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a", b"two")]


def test_a_failing_write_leaves_no_file(tmp_path: Path) -> None:
    def broken() -> object:
        yield b"half"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_new(tmp_path / "a", broken(), OWNER_ONLY)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_not_overwritten_by_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(StorageError):
        write_new(tmp_path / "a", [b"new"], OWNER_ONLY)
    assert (tmp_path / "a").read_bytes() == b"old"


def test_a_second_writer_is_told_who_holds_the_lock_and_since_when(tmp_path: Path) -> None:
    lock = tmp_path / "writer.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, lock], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with (
            pytest.raises(BusyError, match=rf"Process {holder.pid} .* since 20\d\d-"),
            writer_lock(lock, OWNER_ONLY),
        ):
            pass
        holder.kill()


def test_the_lock_of_a_killed_process_holds_nobody_up(tmp_path: Path) -> None:
    lock = tmp_path / "writer.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, lock], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    assert lock.read_bytes()
    with writer_lock(lock, OWNER_ONLY):
        assert str(os.getpid()) in lock.read_text()


def test_errors_inside_the_lock_are_not_taken_for_its_own(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), writer_lock(tmp_path / "writer.lock", OWNER_ONLY):
        (tmp_path / "nothing").read_bytes()


def test_a_disk_without_room_is_said_before_anything_is_written(tmp_path: Path) -> None:
    check_room(tmp_path, 1)
    with pytest.raises(StorageError, match="MB are free"):
        check_room(tmp_path, 1e18)
