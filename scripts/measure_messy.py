"""Real files from parsers' own test suites -> what becomes of each, and how much of its text is found.

    scripts/measure_messy.py --data ../shared/data/messy

Every file goes through the product's own reading: looked at, parsed in the limited child, cut into passages.
One line a file: outcome, reason or warnings, seconds, and two recalls where they can be had.

- ``recall``: share of another library's words (pypdf, openpyxl's raw cells, the tags of python-docx's XML,
  BeautifulSoup-free tag stripping for HTML) or of the reference text that stand in ours, each as often.
- ``searched``: share of our words that stand in a passage; the rest are running heads and the like.

Silent loss: a file that counts as read, holds less than half of the other library's words, and has no warning
or listed reason. Exit code 1 where a file crashed the parser, hung, or was lost silently.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from other_texts import other_text

from localrag.adapters.onnx_embedder import OnnxEmbedder
from localrag.ingest.metadata import Resolved, finish
from localrag.ingest.parser_process import ParserProcess
from localrag.ingest.passages import passages
from localrag.ingest.reading import Failed, Parsed, read
from localrag.ingest.scan import FoundFile
from localrag.records.ids import SourceId, TenantId

MODEL = Path(__file__).resolve().parents[1] / "models" / "all-MiniLM-L6-v2"
MAX_BYTES = 200_000_000
LOST = 0.5


class Line(NamedTuple):
    """What became of one file."""

    outcome: str
    detail: str
    seconds: float
    recall: float | None = None
    searched: float | None = None


def main() -> int:
    """Print the table and its sums."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--data", type=Path, required=True, help="folder with manifest.jsonl")
    options.add_argument("--only", default="", help="files whose path holds this")
    data, only = (chosen := options.parse_args()).data, chosen.only
    embedder = OnnxEmbedder(MODEL, threads=1)
    sums: Counter[str] = Counter()
    recalls: dict[str, list[float]] = {}
    bad = 0
    with ParserProcess() as parser:
        for entry in map(json.loads, (data / "manifest.jsonl").read_text(encoding="utf-8").splitlines()):
            if only not in entry["file"]:
                continue
            line = _line(data, entry["file"], parser, embedder)
            kind = entry["file"].split("/")[0]
            sums[line.outcome] += 1
            if line.recall is not None:
                recalls.setdefault(kind, []).append(line.recall)
            lost = line.outcome == "read" and line.recall is not None and line.recall < LOST
            mark = "LOST" if lost and not line.detail else ""
            bad += bool(mark) or line.outcome in ("failed:crashed", "failed:timeout")
            print(
                f"{entry['file'][:62]:62} {line.outcome:22} {line.seconds:5.2f} s "
                f"recall {_share(line.recall)} searched {_share(line.searched)} "
                f"{mark} [{entry['expect'][:40]}] {line.detail[:150]}",
                flush=True,
            )
    print()
    for outcome, count in sorted(sums.items()):
        print(f"{outcome}: {count}")
    for kind, values in sorted(recalls.items()):
        ordered = sorted(values)
        print(
            f"{kind}: recall of words over {len(values)} files: mean {sum(values) / len(values):.3f},"
            f" median {ordered[len(ordered) // 2]:.3f}, lowest {ordered[0]:.3f}"
        )
    print(f"{sums.total()} files, {bad} crashed, hung or lost silently")
    return 1 if bad else 0


def _line(data: Path, name: str, parser: ParserProcess, embedder: OnnxEmbedder) -> Line:
    path = data / name
    size = path.stat().st_size
    started = time.perf_counter()
    found = read(
        data.resolve(),
        FoundFile(name, tuple(name.split("/")), size, 0, 0),
        parser,
        max_bytes=MAX_BYTES,
        known_hash=None,
        named=True,
    )
    seconds = time.perf_counter() - started
    if isinstance(found, Failed):
        return Line(f"failed:{found.reason}", found.detail, seconds)
    assert isinstance(found, Parsed)
    metadata = finish(
        Resolved(()),
        source_id=SourceId("messy"),
        tenant_id=TenantId("local"),
        uri=name,
        where=name,
        media_type=found.media_type,
        content_hash=found.content_hash,
        fallback_title=path.stem,
    )
    cut = passages(found.extract, metadata, embedder, title="", target_tokens=200, overlap_tokens=30)
    ours = _words(found.extract.text)
    other = other_text(found.media_type, path, data / "truth" / f"{path.stem}.txt")
    theirs = _words(other) if other is not None else None
    recall = _covered(theirs, ours) if theirs else None
    searched = _covered(ours, _words("\n".join(one.text for one in cut)))
    return Line("read" if cut else "failed:no_text", "; ".join(found.warnings), seconds, recall, searched)


def _words(text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", text.casefold()))


def _covered(wanted: Counter[str], found: Counter[str]) -> float:
    return (wanted & found).total() / max(1, wanted.total())


def _share(value: float | None) -> str:
    return "    -" if value is None else f"{value:.3f}"


if __name__ == "__main__":
    raise SystemExit(main())
