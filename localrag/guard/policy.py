"""``guard.toml`` -> a guard policy that was checked from end to end, or SettingsError with the line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from localrag.errors import SettingsError
from localrag.guard.wording import Phrases, Uses, unknown_classes
from localrag.records.record import Record
from localrag.records.request import RiskLevel
from localrag.text.toml_lines import line_of, lines_of

FILE_NAME = "guard.toml"
SHIPPED = Path(__file__).with_name("default.toml")
"""Applies where a home has no file of its own."""

Below = Literal["abstain", "let_through"]


class InputRule(Record):
    """Requests that are not answered from the documents."""

    action: Literal["block", "redirect"]
    message: str
    """A key of ``messages``."""
    commands: tuple[str, ...] = ()
    """Phrases that decide where they are said to the assistant."""
    phrases: tuple[str, ...] = ()
    """Phrases that decide wherever they stand outside quotation marks."""
    near_examples: tuple[str, ...] = ()
    """Phrases that decide only where an example is near as well."""
    examples: tuple[str, ...] = ()
    """Requests of this kind; nearness to one never decides by itself."""
    looks_for: str | None = None
    """Of a redirect: what its policy passages are searched by; null: by the question."""
    sources: tuple[str, ...] = ()
    """Of a redirect: document ids or titles that its passages come from; left empty: any approved rule."""


class ContextRules(Record):
    """Wording by which a passage speaks to the assistant."""

    commands: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


class Similarity(Record):
    """When a request counts as near an example."""

    at_least: float = Field(default=0.6, ge=-1, le=1)
    """Cosine similarity (guess)."""


class ClassifierRules(Record):
    """When a classifier is asked, and what its labels do."""

    use: Literal["off", "ambiguous", "always"] = "off"
    """``ambiguous``: where wording or an example made a request suspicious and no rule decided."""
    labels: tuple[str, ...] = ()
    """All that it may give; any other abstains."""
    blocking: tuple[str, ...] = ()
    message: str | None = None
    """A key of ``messages``; needed where the use is not ``off``."""
    threshold: float = Field(default=0.8, ge=0, le=1)
    """Confidence from which on a label counts (guess); a decision input, no probability of being right."""
    below: Below = "abstain"


class Escalation(Record):
    """When an answer is drafted and somebody has to look at it."""

    from_risk: RiskLevel = "high"
    message: str
    """A key of ``messages``: who must look."""


class OutputRules(Record):
    """What an answer may not show."""

    withheld_classifications: tuple[str, ...] = ()
    """An answer that quotes a document of one of these is not given."""
    withheld_words: tuple[str, ...] = ()
    """An answer that quotes one of these is not given; capitals count."""
    message: str | None = None
    """A key of ``messages``; needed where something is withheld."""
    mask: tuple[str, ...] = ()
    """Keys of ``patterns``: what matches is shown with an X for every letter and digit."""


class GuardPolicy(Record):
    """What one home blocks, redirects, escalates, flags and masks."""

    version: str = Field(min_length=1)
    """Of the operator's choice; recorded with every answer that a guard decided on."""
    messages: dict[str, str]
    words: dict[str, tuple[str, ...]] = {}
    """Classes of words that phrases may name as ``@class``."""
    rules: dict[str, InputRule] = {}
    """Asked in the order of the file; the first that applies decides."""
    context: ContextRules = ContextRules()
    similarity: Similarity = Similarity()
    classifier: ClassifierRules = ClassifierRules()
    escalation: Escalation | None = None
    output: OutputRules = OutputRules()
    patterns: dict[str, str] = {}
    """Regular expressions of personal data, by name."""

    @cached_property
    def rule_uses(self) -> dict[str, Uses]:
        """How each rule is worded, ready to be looked for."""
        return {name: self._uses(rule.phrases, rule.commands) for name, rule in self.rules.items()}

    @cached_property
    def near_uses(self) -> dict[str, Uses]:
        """The wording that counts only beside an example."""
        return {name: self._uses(rule.near_examples, ()) for name, rule in self.rules.items()}

    @cached_property
    def context_uses(self) -> Uses:
        """How passages speak to the assistant."""
        return self._uses(self.context.phrases, self.context.commands)

    @cached_property
    def masks(self) -> dict[str, re.Pattern[str]]:
        """Patterns to mask, by name."""
        return {name: re.compile(self.patterns[name]) for name in self.output.mask}

    def _uses(self, phrases: Sequence[str], commands: Sequence[str]) -> Uses:
        return Uses(Phrases(phrases, self.words), Phrases(commands, self.words))


def load_guard(home: Path, classifications: Sequence[str]) -> GuardPolicy:
    """The guard policy of a home; the shipped one where it has no ``guard.toml``.

    Args:
        home: The index home.
        classifications: Known levels.

    Raises:
        SettingsError: The file cannot be read, does not parse, or names what does not exist. One mistake
            anywhere refuses the whole file.
    """
    path = home / FILE_NAME
    if not path.exists() and not path.is_symlink():
        path = SHIPPED
    return read_guard(path, classifications)


def read_guard(path: Path, classifications: Sequence[str]) -> GuardPolicy:
    """As ``load_guard``, from one file that has to be there."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        table = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError(path, str(error)) from error
    lines = lines_of(text)

    def at(place: Sequence[int | str]) -> str:
        line = line_of(lines, place)
        return f"line {line}: " if line else ""

    try:
        policy = GuardPolicy.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(step) for step in first["loc"])
        problem = "unknown key" if first["type"] == "extra_forbidden" else first["msg"]
        raise SettingsError(path, f"{at(first['loc'])}{key}: {problem}") from error
    for place, problem in _mistakes(policy, classifications):
        raise SettingsError(path, f"{at(place)}{'.'.join(place)}: {problem}")
    return policy


def _mistakes(policy: GuardPolicy, classifications: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str]]:
    """What hangs in the air, each with the path of its key."""
    for name, rule in policy.rules.items():
        yield from _unknown_message(policy, rule.message, ("rules", name, "message"))
        if not (rule.commands or rule.phrases or rule.near_examples):
            yield ("rules", name), "has no phrases, so it can never apply"
        if rule.near_examples and not rule.examples:
            yield ("rules", name, "near_examples"), "counts only beside examples, and there are none"
        if rule.action == "block" and (rule.looks_for or rule.sources):
            yield ("rules", name), "looks_for and sources belong to a redirect"
        for key in ("commands", "phrases", "near_examples"):
            yield from _bad_phrases(policy, getattr(rule, key), ("rules", name, key))
    for key in ("commands", "phrases"):
        yield from _bad_phrases(policy, getattr(policy.context, key), ("context", key))
    asked = policy.classifier
    if asked.use != "off":
        yield from _unknown_message(policy, asked.message, ("classifier", "message"))
    for label in asked.blocking:
        if label not in asked.labels:
            yield ("classifier", "blocking"), f"{label!r} is not among the labels"
    if policy.escalation is not None:
        yield from _unknown_message(policy, policy.escalation.message, ("escalation", "message"))
    said = policy.output
    if said.withheld_classifications or said.withheld_words:
        yield from _unknown_message(policy, said.message, ("output", "message"))
    for level in said.withheld_classifications:
        if level not in classifications:
            yield ("output", "withheld_classifications"), f"{level!r} is no known classification"
    for name in said.mask:
        if name not in policy.patterns:
            yield ("output", "mask"), f"{name!r} is not among the patterns"
    for name, pattern in policy.patterns.items():
        try:
            matches_nothing = re.compile(pattern).search("") is not None
        except re.error as error:
            yield ("patterns", name), f"is no regular expression: {error}"
        else:
            if matches_nothing:
                yield ("patterns", name), "matches the empty text, so it would mask everything"


def _unknown_message(
    policy: GuardPolicy, name: str | None, place: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    if name is None:
        yield place[:-1], "needs a message"
    elif name not in policy.messages:
        yield place, f"{name!r} is not among the messages"


def _bad_phrases(
    policy: GuardPolicy, phrases: Sequence[str], place: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str]]:
    for name in unknown_classes(phrases, policy.words):
        yield place, f"@{name} is not among the words"
    for phrase in phrases:
        first = phrase.split()[:1]
        if not first or first[0].startswith("*"):
            yield place, f"{phrase!r} has to begin with a word"
