"""The small language model of the tests, where scripts/fetch_models.py has brought it."""

from __future__ import annotations

from pathlib import Path

import pytest

from localrag.adapters.llama_process import LlamaOptions, LlamaProcess
from localrag.records.generation import ModelInUse

FILE = Path(__file__).resolve().parents[2] / ".weights" / "SmolLM2-135M-Instruct.Q4_1.gguf"


def small_model(path: Path = FILE, kept_folder: Path | None = None) -> LlamaProcess:
    """The model, not started yet; the test is skipped where it cannot be."""
    pytest.importorskip("llama_cpp")
    if not FILE.is_file():
        pytest.skip("scripts/fetch_models.py has not been run")
    options = LlamaOptions(context_tokens=1024, batch_tokens=64, threads=1, kept_folder=kept_folder)
    return LlamaProcess(ModelInUse("small", "0" * 64, "chatml", "full"), path, options)
