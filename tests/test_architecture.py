"""Who may import whom: the tree of the design, held against the code."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "localrag"

STAGES = {"guard", "plan", "retrieve", "evidence", "answer", "validate", "trace"}
SHARED = {"records", "errors", "text", "ports", "settings", "stores"}
"""What every stage may import."""
CALLERS = {"cli", "tui"}
WIRING = {"wiring", "administration", "kept", "language_models", "trial"}
"""See every room but the front ends."""

MAY_IMPORT: dict[str, set[str]] = {
    "records": set(),
    "errors": {"records"},
    "settings": {"records", "errors"},
    "ports": {"records"},
    "stores": {"records", "ports"},
    "text": {"records", "errors"},
    "access": {"records", "errors", "text"},
    "cases": {"records", "errors", "ports", "text"},
    "evidence": SHARED | {"cases"},
    "ingest": SHARED | {"cases", "adapters"},
    "index": SHARED | {"adapters", "cases"},
    "adapters": SHARED | {"trace"},
    "pipeline": SHARED | STAGES | {"guarding"},
    "guarding": SHARED | STAGES | {"pipeline"},
    "sessions": SHARED,
    "evaluate": SHARED,
    "search": SHARED | {"pipeline", "retrieve"},
    "assessment": SHARED,
    "api": SHARED | {"assessment", "cases", "guard", "pipeline", "plan", "search", "sessions"},
    "__init__": {"wiring", "api"},
    "__main__": {"cli"},
    "doctor": SHARED | {"adapters", "api", "wiring", "administration"},
    "cli": SHARED | {"api", "assessment", "doctor", "evaluate", "sessions", "tui"} | WIRING,
    "tui": SHARED | {"api", "sessions"},
}
"""Room -> rooms it may import, its own aside; a stage may what all stages share."""

EXCEPTIONS = {"cli": {"localrag.adapters.network_guard"}}
"""The guard stands before anything else of the program is imported."""

LIBRARIES = {
    "charset_normalizer": "adapters",
    "docx": "adapters",
    "faiss": "adapters",
    "llama_cpp": "adapters",
    "lxml": "adapters",
    "onnxruntime": "adapters",
    "openpyxl": "adapters",
    "pypdfium2": "adapters",
    "selectolax": "adapters",
    "sentence_transformers": "adapters",
    "sqlite_utils": "adapters",
    "tokenizers": "adapters",
    "torch": "adapters",
    "textual": "tui",
    "click": "cli",
}
NETWORK = {"socket", "ssl", "http", "urllib", "ftplib", "smtplib", "requests", "httpx", "asyncio", "xmlrpc"}


def imports(source: str) -> set[str]:
    """Dotted names of all modules imported anywhere in a source text; a relative import is ``.``."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add("." if node.level else node.module or "")
            if node.module == "localrag":
                found |= {f"localrag.{alias.name}" for alias in node.names if alias.name != "__version__"}
    return found


def faults(room: str, source: str) -> list[str]:
    """What a module of a room may not import, in words."""
    allowed = MAY_IMPORT.get(room, SHARED if room in STAGES else None)
    found = []
    for name in sorted(imports(source)):
        top, *rest = name.split(".")
        if name == ".":
            found.append("a relative import")
        elif top in NETWORK:
            found.append(f"{top}: localrag opens no socket")
        elif top in LIBRARIES and LIBRARIES[top] != room:
            found.append(f"{top}, whose room is {LIBRARIES[top]}/")
        elif name in EXCEPTIONS.get(room, ()):
            continue
        elif top == "localrag" and rest and allowed is not None and rest[0] not in {*allowed, room}:
            found.append(f"localrag.{rest[0]}")
        elif top == "localrag" and rest and rest[0] in CALLERS and room not in {*CALLERS, "__main__"}:
            found.append(f"localrag.{rest[0]}: nothing below the front ends knows them")
    return found


MODULES = sorted(path for path in PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_imports_only_what_its_room_may(module: Path) -> None:
    room = module.relative_to(PACKAGE).parts[0].removesuffix(".py")
    assert faults(room, module.read_text(encoding="utf-8")) == []


def test_every_room_has_a_rule() -> None:
    rooms = {path.relative_to(PACKAGE).parts[0].removesuffix(".py") for path in MODULES}
    assert rooms <= {*MAY_IMPORT, *STAGES, *WIRING}


@pytest.mark.parametrize(
    ("room", "source", "fault"),
    [
        ("plan", "from localrag.retrieve.fuse import fuse", "localrag.retrieve"),
        ("plan", "def f():\n    import localrag.index.reader", "localrag.index"),
        ("records", "from localrag import errors", "localrag.errors"),
        ("retrieve", "import faiss", "faiss, whose room is adapters/"),
        ("text", "from .terms import terms", "a relative import"),
        ("adapters", "import urllib.request", "urllib: localrag opens no socket"),
        (
            "wiring",
            "from localrag.cli.main import main",
            "localrag.cli: nothing below the front ends knows them",
        ),
    ],
)
def test_the_check_catches_a_bad_example(room: str, source: str, fault: str) -> None:
    assert faults(room, source) == [fault]
