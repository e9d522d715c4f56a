"""Guard policies for tests: the shipped one, and one from a few lines."""

from __future__ import annotations

from pathlib import Path

from localrag.guard.policy import SHIPPED, GuardPolicy, read_guard

LEVELS = ("public", "internal", "confidential", "restricted")
LEAST = 'version = "1"\n[messages]\nno = "Not here."\n'


def shipped() -> GuardPolicy:
    return read_guard(SHIPPED, LEVELS)


def policy_of(folder: Path, text: str) -> GuardPolicy:
    path = folder / "guard.toml"
    path.write_text(LEAST + text, encoding="utf-8")
    return read_guard(path, LEVELS)
