"""Fixtures for tests that index."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ingest.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """An empty folder ``docs`` and an empty home."""
    (tmp_path / "docs").mkdir()
    return Desk(tmp_path.resolve() / "docs")
