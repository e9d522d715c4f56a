"""``localrag.toml`` -> frozen settings, one small class a stage."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from localrag.errors import SettingsError
from localrag.records.authority import AUTHORITY_ORDER, Authority


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AccessSettings(_Section):
    """How rights are read."""

    classifications: tuple[str, ...] = ("public", "internal", "confidential", "restricted")
    """Lowest first."""
    authority_order: tuple[Authority, ...] = AUTHORITY_ORDER
    """Highest first."""
    group: str | None = None
    """Account group that may read index files (0640); null: the owner alone (0600)."""


class EmbedderSettings(_Section):
    """Which model turns text into vectors."""

    kind: str = Field(default="onnx", pattern="^(onnx|sentence-transformers)$")
    folder: str | None = None
    """Null: the model shipped with localrag."""
    threads: int | None = Field(default=None, ge=1)
    """Null: one a core."""


class IndexSettings(_Section):
    """How files become passages."""

    max_file_bytes: int = Field(default=200_000_000, ge=1)
    """Guess: far above any manual, below what would exhaust a laptop's memory."""
    target_tokens: int = Field(default=200, ge=1)
    """Size of a passage where a section has to be cut; never more than the embedder's window.

    Measured 2026-11-30, scripts/measure_passages.py, development questions, sizes 100 / 150 / 200: answers
    within 1,500 tokens of evidence .943 / .938 / .934 (timeqa_hard, 227 questions), nDCG@10 .686 / .671 /
    .678 (mtrag_govt): no difference beyond chance, and 200 has a third fewer passages to encode than 100.
    """
    overlap_tokens: int = Field(default=32, ge=0)
    """Only where a section is cut. Guess: two sentences."""


class RetrieveSettings(_Section):
    """How passages are found."""

    top_k: int = Field(default=8, ge=1, le=1000)
    candidate_k: int = Field(default=60, ge=1, le=10_000)
    list_depth: int = Field(default=300, ge=1, le=10_000)
    """Passages of each list that are fused. Lists of 60 in place of 300 lost half a point of nDCG@10 on the
    development questions of scifact and mtrag_govt, 2026-11-30."""
    lexical_weight: float = Field(default=0.25, ge=0, le=1)
    """Share of the lexical score in the fused one; the dense score has the rest. Best of .2, .25, .33, .4
    and .5 by mean nDCG@10 on the development questions of scifact and mtrag_govt, 2026-11-30."""
    policy_k: int = Field(default=3, ge=0)
    """Places kept for official policy, beside top_k. Guess."""
    official_policy_boost: float = 0.15
    """Share of the fused score's range; design value."""
    active_boost: float = 0.10
    """Share of the fused score's range; design value."""
    named_source_boost: float = 0.5
    """For a source that the question names; half of it where the source is only preferred. Guess."""


class EvidenceSettings(_Section):
    """How much evidence an answer gets."""

    token_budget: int = Field(default=1500, ge=64)
    policy_token_budget: int = Field(default=600, ge=64)
    """Of policy passages that stand beside a redirected question. Guess: three passages of full size."""
    policy_similarity: float = Field(default=0.3, ge=-1, le=1)
    """Cosine similarity from which on a policy passage stands beside a redirected question (guess)."""
    considered: int = Field(default=24, ge=1)
    """Candidates looked at for each subquery, best first, official policy beside them. Three times what the
    budget holds of full passages; looking at 60 for one took two thirds of a warm question, 2026-11-30."""


class GeneratorSettings(_Section):
    """Who words an answer."""

    kind: str = Field(default="auto", pattern="^(auto|extractive)$")
    """``auto``: a language model where one was added and passed its self-test, else quotes."""
    model: str | None = None
    """Null: the one added last."""
    threads: int | None = Field(default=None, ge=1)
    """Null: one less than there are cores. Two threads on two busy cores gave 1.3 tokens a second where one
    gave 20 (one prompt of SmolLM2-135M, 2026-12-01)."""
    context_tokens: int = Field(default=4096, ge=256)
    """Guess: the evidence of a long answer and two attempts."""
    batch_tokens: int = Field(default=128, ge=16)
    """Evaluated at once; a stop waits for one batch. Guess."""
    max_tokens: int = Field(default=320, ge=16)
    """Of one attempt. Guess: four sentences."""
    max_seconds: float = Field(default=90.0, gt=0)
    """Of all attempts. Guess."""
    attempts: int = Field(default=3, ge=1, le=3)


class CaseSettings(_Section):
    """How a case's days are counted."""

    holidays: tuple[date, ...] = ()
    """No working days, beside Saturdays and Sundays; TOML dates."""


class TraceSettings(_Section):
    """What is kept of questions."""

    enabled: bool = True
    keep_days: int = Field(default=365, ge=1)
    """Guess: a year's audit."""


class Settings(_Section):
    """Everything that ``localrag.toml`` may set."""

    locale: str = "en_GB"
    """Decides how 02/03/2024 is read."""
    financial_year_first_month: int = Field(default=4, ge=1, le=12)
    """April, as in en_GB public administration."""
    access: AccessSettings = AccessSettings()
    embedder: EmbedderSettings = EmbedderSettings()
    index: IndexSettings = IndexSettings()
    retrieve: RetrieveSettings = RetrieveSettings()
    evidence: EvidenceSettings = EvidenceSettings()
    generator: GeneratorSettings = GeneratorSettings()
    cases: CaseSettings = CaseSettings()
    trace: TraceSettings = TraceSettings()


def load_settings(home: Path) -> Settings:
    """The settings of a home; defaults where it has no ``localrag.toml``.

    Raises:
        SettingsError: The file does not parse, or holds an unknown key or a value out of range.
    """
    path = home / "localrag.toml"
    try:
        raw = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(path, str(error)) from error
    try:
        return Settings.model_validate(tomllib.loads(raw))
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(path, str(error)) from error
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(step) for step in first["loc"])
        raise SettingsError(path, f"{key}: {first['msg']}") from error
