"""Default deny (A3): broken access metadata is readable by nobody, a broken policy answers nobody."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from access_proofs.corpora import LEVELS, POLICY, canary_of
from access_proofs.desk import Desk, build, gate_open
from localrag.errors import UsageError
from localrag.ingest.source_files import read_source_file

GOOD = (
    'tenant_id = "agency"\ntrust_front_matter = true\n[defaults]\n'
    'classification = "internal"\nacl_policy_id = "open"\n'
)
TEXT = "# North gate\n\nThe code of the north gate is {canary}.\n"

Files = dict[str, bytes]
METADATA: dict[str, Files] = {
    "nothing at all": {},
    "no level": {"_source.toml": b'tenant_id = "agency"\n[defaults]\nacl_policy_id = "open"\n'},
    "no access list": {"_source.toml": b'tenant_id = "agency"\n[defaults]\nclassification = "internal"\n'},
    "empty access list": {"_source.toml": GOOD.replace('"open"', '""').encode()},
    "unknown level": {"_source.toml": GOOD.replace("internal", "secret").encode()},
    "misspelt level": {"_source.toml": GOOD.replace("internal", "internl").encode()},
    "homoglyph in the level": {"_source.toml": GOOD.replace("internal", "\u0456nternal").encode()},
    "homoglyph in the list": {"_source.toml": GOOD.replace("open", "\u043epen").encode()},
    "homoglyph in the tenant": {"_source.toml": GOOD.replace("agency", "agen\u0441y").encode()},
    "invisible space in the list": {"_source.toml": GOOD.replace("open", "op\u200ben").encode()},
    "byte order mark in the list": {"_source.toml": GOOD.replace("open", "open\ufeff").encode()},
    "misspelt list": {"_source.toml": GOOD.replace("open", "opne").encode()},
    "misspelt key in the source": {"_source.toml": (GOOD + 'clasification = "restricted"\n').encode()},
    "key out of its table": {"_source.toml": b'acl_policy_id = "board"\n' + GOOD.encode()},
    "source file that ends early": {"_source.toml": GOOD[:-8].encode()},
    "source file with NUL": {"_source.toml": GOOD.encode() + b"\0"},
    "source file in UTF-16": {"_source.toml": GOOD.encode("utf-16")},
    "two lists in one text": {"_source.toml": GOOD.replace('"open"', '"open, staff"').encode()},
    "a list of lists": {"_source.toml": GOOD.replace('"open"', '["open"]').encode()},
    "star for a list": {"_source.toml": GOOD.replace('"open"', '"*"').encode()},
    "source type that is a number": {"_source.toml": (GOOD + "source_type = 7\n").encode()},
    "match with an unknown level": {
        "_source.toml": (GOOD + '[[match]]\nglob = "*.md"\nclassification = "top"\n').encode()
    },
    "match without a glob": {"_source.toml": (GOOD + '[[match]]\nclassification = "restricted"\n').encode()},
    "sidecar with an unknown level": {
        "_source.toml": GOOD.encode(), "gate.md.meta.toml": b'classification = "secrt"\n',
    },
    "sidecar with a misspelt key": {
        "_source.toml": GOOD.encode(), "gate.md.meta.toml": b'clasification = "restricted"\n',
    },
    "sidecar with a mark and no TOML": {
        "_source.toml": GOOD.encode(), "gate.md.meta.toml": b"\xef\xbb\xbfclassification = restricted\n",
    },
    "sidecar that contradicts itself": {
        "_source.toml": GOOD.encode(),
        "gate.md.meta.toml": b'classification = "public"\nclassification = "restricted"\n',
    },
    "sidecar with a list for a level": {
        "_source.toml": GOOD.encode(), "gate.md.meta.toml": b'classification = ["public"]\n',
    },
    "sidecar that is not text": {"_source.toml": GOOD.encode(), "gate.md.meta.toml": b"\xff\xfe\x00"},
    "sidecar larger than any": {
        "_source.toml": GOOD.encode(), "gate.md.meta.toml": b"# " + b"x" * 1_100_000 + b"\n",
    },
    "sidecar nested without end": {
        "_source.toml": GOOD.encode(), "gate.md.meta.toml": b"a = " + b"[" * 20_000 + b"]" * 20_000,
    },
    "sidecar in other letters": {
        "_source.toml": GOOD.encode(), "GATE.MD.META.TOML": b'classification = "secrt"\n',
    },
    "front matter with an unknown level": {
        "_source.toml": GOOD.encode(), "gate.md": b'+++\nclassification = "secrt"\n+++\n',
    },
    "front matter that does not parse": {
        "_source.toml": GOOD.encode(), "gate.md": b"+++\nclassification = restricted\n+++\n",
    },
    "folder below with a broken file": {
        "_source.toml": GOOD.encode(), "inner/_source.toml": b"classification =", "inner/gate.md": b"",
    },
}  # fmt: skip
POLICIES: dict[str, bytes | None] = {
    "missing": None,
    "empty": b"",
    "not text": b"\xff\xfe",
    "UTF-16": POLICY.encode("utf-16"),
    "cut off": POLICY.encode()[:-12],
    "a key unknown": POLICY.replace("roles = [", "role = [").encode(),
    "a role unknown": POLICY.replace('["reader"]', '["raeder"]').encode(),
    "a homoglyph in a role": POLICY.replace('["reader"]', '["r\u0435ader"]').encode(),
    "a level unknown": POLICY.replace('"public", ', '"publc", ').encode(),
    "a table twice": POLICY.encode() + b'[accounts.low]\ntenant_id = "agency"\n',
    "no version": POLICY.split("\n", 1)[1].encode(),
    "a version that is a number": POLICY.replace('"proof-1"', "1").encode(),
    "a list for a table": POLICY.replace("[roles.reader]", "[[roles.reader]]").encode(),
    "a text for a list": POLICY.replace('["open"]', '"open"').encode(),
    "an empty tenant": POLICY.replace('"agency"', '""').encode(),
    "acting as nobody": POLICY.replace('act_as = ["low"]', 'act_as = ["lwo"]').encode(),
    "acting as anybody": POLICY.replace('act_as = ["low"]', 'act_as = ["*"]').encode(),
    "nested without end": b"a = " + b"[" * 20_000,
}
COMMANDS = (
    ("ask", "What is the code of the north gate?"),
    ("search", "code of the north gate", "--top-k", "1000"),
    ("show", "case-00/gate.md"),
    ("status",),
    ("trace", "list"),
)


def run(folder: Path, size: int, gate_off: bool) -> tuple[int, list[str]]:
    """Index a folder for each case and look for its canary as every account; then break the policy."""
    del size
    canaries, home = {}, folder / "home"
    for number, (name, files) in enumerate(METADATA.items()):
        root = folder / f"case-{number:02}"
        canaries[name] = canary_of(name)
        _write(root, files, TEXT.format(canary=canaries[name]))
    # The control of the test itself: a sound document that everybody finds.
    sound = canary_of("sound")
    _write(folder / "sound", {"_source.toml": GOOD.encode()}, TEXT.format(canary=sound))
    roots = {folder / f"case-{number:02}": files for number, files in enumerate(METADATA.values())}
    build(home, [folder / "sound", *(root for root, files in roots.items() if _parses(files))], POLICY)
    for root, files in roots.items():
        if not _parses(files):
            # What a run refuses as a whole is readable by nobody, too.
            with contextlib.suppress(UsageError):
                build(home, [root], POLICY)
    failures = []
    with Desk(home, folder / "state") as desk, gate_open(both=True) if gate_off else contextlib.nullcontext():
        seen = {account: _printed(desk, account) for account in ("low", "middle", "high")}
        failures += [
            f"{account} does not see the sound one" for account in seen if sound not in seen[account]
        ]
        for name, canary in canaries.items():
            readers = [account for account, printed in seen.items() if canary in printed]
            if readers:
                failures.append(f"{name}: readable by {', '.join(readers)}")
        desk.close()
        if not gate_off:
            failures += _with_broken_policies(desk, sound)
    return len(METADATA) + (0 if gate_off else len(POLICIES)), failures


def _parses(files: Files) -> bool:
    return not read_source_file(files.get("_source.toml", b""), "", levels=LEVELS).broken


def _write(root: Path, files: Files, text: str) -> None:
    root.mkdir(parents=True)
    documents = [name for name in files if name.endswith(".md")] or ["gate.md"]
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for name in documents:
        with (root / name).open("ab") as stream:
            stream.write(text.encode())


def _printed(desk: Desk, account: str) -> str:
    commands = [*COMMANDS, *(("show", f"case-{number:02}/gate.md") for number in range(len(METADATA)))]
    return "\n".join(desk.see(account, *command, "--json").out for command in commands)


def _with_broken_policies(desk: Desk, sound: str) -> Iterator[str]:
    path = desk.home / "policy.toml"
    for name, content in POLICIES.items():
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        for command in COMMANDS:
            seen = desk.see("low", *command)
            if seen.code != 8 or seen.out or sound in seen.err or "policy" not in seen.err:
                yield f"policy {name}: {command[0]} gives {seen.code}, {seen.out[:80]!r}, {seen.err[:80]!r}"
        desk.close()
