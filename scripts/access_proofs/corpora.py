"""Folders of documents with rights, made for proofs: the sample corpus, and one written from a pattern."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from pathlib import Path
from typing import NamedTuple

from localrag import administration
from localrag.access.policy import load_policy
from localrag.access.resolve import resolve
from localrag.index.reader import open_corpus
from localrag.records.security import may_read
from localrag.settings import AccessSettings

SAMPLE = Path(__file__).resolve().parents[2] / "corpus"
LEVELS = AccessSettings().classifications
VAULT = """source_id = "{name}"
tenant_id = "{tenant}"
trust_front_matter = true
[defaults]
source_type = "policy"
authority = "official_policy"
classification = "internal"
acl_policy_id = "vault"
"""
POLICY = """version = "proof-1"
[accounts."*"]
tenant_id = "agency"
may_administer = true
[accounts.low]
tenant_id = "agency"
roles = ["reader"]
[accounts.middle]
tenant_id = "agency"
roles = ["reader", "officer"]
[accounts.high]
tenant_id = "agency"
roles = ["reader", "officer", "chief"]
act_as = ["low"]
[roles.reader]
acl_policy_ids = ["open"]
classifications = ["public", "internal"]
[roles.officer]
acl_policy_ids = ["staff"]
classifications = ["internal"]
[roles.chief]
acl_policy_ids = ["board"]
classifications = ["confidential"]
source_types = ["policy"]
"""
TOPICS = (
    "bund inspection", "waste manifest", "noise permit", "lorry wash", "tank cleaning", "odour complaint",
    "site visit", "permit renewal", "water sample", "fuel transfer", "fire drill", "key deposit",
    "visitor badge", "travel claim", "boat hire", "radio licence", "sick note", "parcel release",
    "tree felling", "road closure", "crane lift", "diving work", "scaffold check", "asbestos survey",
)  # fmt: skip
KINDS = ("open", "staff", "board", "vault", "open")


class Made(NamedTuple):
    """A corpus for a proof."""

    roots: list[Path]
    policy: str
    accounts: tuple[str, ...]
    questions: list[str]


def sample(folder: Path) -> Made:
    """The sample corpus, beside near-duplicates of its rules with other figures that nobody may read."""
    roots = [Path(shutil.copytree(SAMPLE / name, folder / name)) for name in ("agency", "uploads", "harbour")]
    vault = folder / "vault"
    vault.mkdir()
    (vault / "_source.toml").write_text(VAULT.format(name="vault", tenant="vcsi"), encoding="utf-8")
    for number, path in enumerate(sorted((folder / "agency").rglob("*.md"))):
        text = path.read_text(encoding="utf-8")
        body = text.split("+++", 2)[2] if text.startswith("+++") else text
        twin = re.sub(r"\d+", lambda found: str(int(found[0]) + 7), body)
        (vault / f"{number:03}-{path.name}").write_text(twin, encoding="utf-8")
    lines = (SAMPLE / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines]
    questions += ["Who are the informants?", "What reward may be paid to an informant?", "INT-01", "INT-02"]
    for path in sorted((folder / "agency").rglob("*.md")):
        questions += [f"What does {path.stem.replace('-', ' ')} say?", f"Show me {path.stem}."]
    policy = (SAMPLE / "demo_policy.toml").read_text(encoding="utf-8")
    return Made([*roots, vault], policy, ("anyone", "supervisor", "contractor"), questions)


def written(folder: Path) -> Made:
    """Rules on many topics, each in several versions with different readers and figures."""
    root = folder / "rules"
    root.mkdir(parents=True)
    header = VAULT.format(name="rules", tenant="agency").replace('"vault"', '"open"')
    (root / "_source.toml").write_text(header, encoding="utf-8")
    questions = []
    for number, topic in enumerate(TOPICS):
        for copy, acl in enumerate(KINDS):
            write_rule(root, topic, acl, days=5 + number + 9 * copy, name=f"{number:02}-{copy}")
        questions += [
            f"How many days may a {topic} take?",
            f"What is the deadline for a {topic}?",
            f"Who signs the {topic} form?",
            f"May a contractor sign a {topic}?",
            f"What is the confidential limit for a {topic}?",
            f"What changed in the {topic} rules?",
            f"RULE-{number:02}-3",
            f"What does the board say about a {topic}?",
            f"{topic} vault board annex",
        ]
    return Made([root], POLICY, ("low", "middle", "high"), questions)


def write_rule(root: Path, topic: str, acl: str, *, days: int, name: str, canary: str = "") -> Path:
    """One document on a topic; a canary goes into its name, id, title, heading and text."""
    mark = f" {canary}" if canary else ""
    level = "confidential" if acl == "board" else "internal"
    path = root / f"{name}{'-' + canary if canary else ''}.md"
    path.write_text(
        f'+++\ntitle = "{topic.title()} Rules {name}{mark}"\ndocument_id = "RULE-{name}{canary}"\n'
        f'acl_policy_id = "{acl}"\nclassification = "{level}"\n+++\n\n# {topic.title()}{mark}\n\n'
        f"A {topic} must be completed within {days} calendar days after the request was received.\n\n"
        f"## Signature\n\nThe {topic} form is signed by the duty officer of room {days}.{mark}\n\n"
        f"## Code\n\nThe release code for the {topic} is {canary or 'kept in the safe'}.\n",
        encoding="utf-8",
    )
    return path


def canary_of(text: str) -> str:
    """A word that stands nowhere else."""
    return "zq" + hashlib.sha256(text.encode()).hexdigest()[:12]


def readable_only(made: Made, home: Path, account: str, into: Path) -> list[Path]:
    """Copies of the folders without the files that an account may not read."""
    policy = load_policy(home, LEVELS)
    security = resolve(policy, account)
    with open_corpus(home) as corpus:
        hidden = {one.place for one in corpus.accesses() if not may_read(security, one.access)}
        ids = {one.source_id for one in corpus.accesses()}
    assert hidden, "nothing is hidden from this account, so the comparison would prove nothing"
    copies = []
    for root in made.roots:
        copy = Path(shutil.copytree(root, into / root.name))
        assert root.name in ids
        for path in sorted(copy.rglob("*")):
            if path.is_file() and f"{root.name}/{path.relative_to(copy).as_posix()}" in hidden:
                path.unlink()
                path.with_name(f"{path.name}.meta.toml").unlink(missing_ok=True)
        copies.append(copy)
    return copies


def reindex(home: Path) -> None:
    """Bring every known source of a home up to date."""
    administration.index([], home=home, on_progress=lambda _: None)
