"""Revocation (A5): what is tightened, expired or deleted is not used from the next question on."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from access_proofs.corpora import POLICY, VAULT, canary_of, reindex
from access_proofs.desk import SOON, Desk, build
from localrag.api import Assistant
from tests.fakes.standing_clock import StandingClock

WAYS = ("list", "level", "expired", "deleted", "gone", "policy", "clock")
THINGS = (
    "anchor", "barrel", "candle", "drill", "engine", "funnel", "gasket", "hammer", "ignition", "jacket",
    "kettle", "ladder", "magnet", "needle", "oven", "pulley", "quilt", "ratchet", "saddle", "turbine",
    "umbrella", "valve", "winch", "yoke", "zipper",
)  # fmt: skip
PLACES = ("north", "south")


def run(folder: Path, documents: int, gate_off: bool) -> tuple[int, list[str]]:
    """Ask for each document's fact, withdraw it in its way, and ask again everywhere.

    With the gate off nothing is withdrawn, so every use afterwards must be found.
    """
    root, home = folder / "rules", folder / "home"
    root.mkdir(parents=True)
    header = VAULT.format(name="rules", tenant="agency").replace('"vault"', '"open"')
    (root / "_source.toml").write_text(header, encoding="utf-8")
    names = [f"{place} {thing}" for thing in THINGS for place in PLACES][:documents]
    ways = {name: WAYS[number % len(WAYS)] for number, name in enumerate(names)}
    for name in names:
        _write(root, name, ways[name])
    build(home, [root], POLICY.replace('acl_policy_ids = ["open"]', 'acl_policy_ids = ["open", "policy"]'))
    clock, failures = StandingClock(SOON), []
    with Desk(home, folder / "state", clock=clock) as desk:
        held = desk.assistant("low")
        for name in names:
            answer = held.ask(_question(name))
            if canary_of(name) not in answer.model_dump_json():
                failures.append(f"{name}: not answered beforehand, so nothing is proved: {answer.status}")
        if not gate_off:
            _withdraw(root, home, ways)
            clock.moment = SOON + timedelta(days=60)
        with contextlib.closing(desk.fresh("low")) as fresh:
            for name in names:
                for label, assistant in (("held open", held), ("opened anew", fresh)):
                    uses = _uses(assistant, name)
                    if uses:
                        failures.append(f"{name} ({ways[name]}), {label}: {', '.join(uses)}")
    return 2 * len(names), failures


def _question(name: str) -> str:
    return f"What is the release code for the {name}?"


def _write(root: Path, name: str, way: str, **changes: str) -> None:
    metadata = {"title": f"The {name} rule", "classification": "internal", "acl_policy_id": "open"}
    if way == "policy":
        metadata["acl_policy_id"] = "policy"
    metadata |= changes
    lines = [f'{key} = "{value}"' for key, value in metadata.items()]
    if way == "clock":
        lines.append(f"valid_to = {(SOON + timedelta(days=30)).date()}")
    path = root / f"{name.replace(' ', '-')}.md"
    path.write_text(
        "+++\n" + "\n".join(lines) + f"\n+++\n\n# The {name}\n\nThe release code for the {name} is "
        f"{canary_of(name)}.\n",
        encoding="utf-8",
    )


def _withdraw(root: Path, home: Path, ways: dict[str, str]) -> None:
    """Each document in its way: by an index run, by the policy, by the clock, or by losing its file."""
    by_a_run: dict[str, Callable[[str], None]] = {
        "list": lambda name: _write(root, name, "list", acl_policy_id="board"),
        "level": lambda name: _write(root, name, "level", classification="restricted"),
        "expired": lambda name: _write(root, name, "expired", valid_to="2020-01-31"),
        "deleted": lambda name: (root / f"{name.replace(' ', '-')}.md").unlink(),
    }
    for name, way in ways.items():
        if way in by_a_run:
            by_a_run[way](name)
    reindex(home)
    for name, way in ways.items():
        if way == "gone":
            (root / f"{name.replace(' ', '-')}.md").unlink()
    (home / "policy.toml").write_text(POLICY, encoding="utf-8")


def _uses(assistant: Assistant, name: str) -> list[str]:
    """Where the fact, or a passage that holds it, still comes up."""
    canary = canary_of(name)
    found = []
    answer = assistant.ask(_question(name))
    if canary in answer.model_dump_json():
        found.append(f"used in an answer ({answer.status})")
    if any(canary in hit.text for hit in assistant.search(f"release code {name}", top_k=1000).hits):
        found.append("found by a search")
    return found
