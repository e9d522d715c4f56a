"""An account of any name."""

from __future__ import annotations


class NamedAccount:
    """Who runs the process, as a test has it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def name(self) -> str:
        return self._name
