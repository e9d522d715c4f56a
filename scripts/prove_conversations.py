"""Conversations over documents that are withdrawn or closed -> how many are used or shown again (0 is right).

    scripts/prove_conversations.py [--documents 50]

Each document holds one name that stands nowhere else. One question a document is asked in one conversation;
then a third of the files is deleted, a third expires, and a third is taken from the asker's role. The same
questions, the conversation as shown and exported, the traces, and the bytes of ``sessions.db`` are searched
for the names. A control counts how many names the first answers, and the conversation, did hold.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from localrag import administration, wiring
from localrag.adapters.account import SystemAccount
from localrag.api import Assistant
from localrag.records.index import Progress
from localrag.sessions.export import markdown

_SOURCE = """
source_id = "rooms"
tenant_id = "local"
trust_front_matter = true
[defaults]
acl_policy_id = "open"
classification = "internal"
authority = "official_policy"
[[match]]
glob = "closed/**"
acl_policy_id = "rooms"
"""
_FIRST = ["bal", "cor", "dun", "fel", "gar", "hol", "jem", "kit", "lor", "mun"]
_LAST = ["ton", "wick", "ford", "by", "ham", "ley", "mere", "stow", "gate", "field"]
_WAYS = ("deleted", "expired", "closed")


def main() -> int:
    """Print the counts; 1 where a name came back or a control holds none."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=50)
    count = parser.parse_args().documents
    with tempfile.TemporaryDirectory() as folder:
        return _run(Path(folder), count)


def _run(folder: Path, count: int) -> int:
    files, home, state = folder / "files", folder / "home", folder / "state"
    names = {number: f"Ospreytown{number:03d}" for number in range(100, 100 + count)}
    for way in _WAYS:
        (files / way).mkdir(parents=True)
    (files / "_source.toml").write_text(_SOURCE, encoding="utf-8")
    for number, name in names.items():
        place = _place(number)
        text = f"# {place} depot\n\nThe key of the {place} depot is kept by {name}.\n"
        (_folder(files, number) / f"room-{number}.md").write_text(text, encoding="utf-8")
    home.mkdir()
    _policy(home, '"open", "rooms"')
    administration.index([files], home=home, on_progress=_untold)
    questions = [f"Who keeps the key of the {_place(number)} depot?" for number in names]

    with wiring.open_assistant(home, state=state) as assistant:
        said = "".join(_asked(assistant, question) for question in questions)
        shown = assistant.session("c").model_dump_json()
    controls = _held(said, names), _held(shown, names)
    stored = _bytes(state)

    for number in names:
        file = _folder(files, number) / f"room-{number}.md"
        if number % 3 == 0:
            file.unlink()
        elif number % 3 == 1:
            beside = file.with_name(f"{file.name}.meta.toml")
            beside.write_text("valid_to = 2020-12-31\n", encoding="utf-8")
    administration.index([files], home=home, on_progress=_untold)
    _policy(home, '"open"')
    with wiring.open_assistant(home, state=state) as assistant:
        again = "".join(_asked(assistant, question) for question in questions)
        session = assistant.session("c")
        expired = {number: name for number, name in names.items() if number % 3 == 1}
        gone = {number: name for number, name in names.items() if number % 3 != 1}
        kept = session.model_dump_json() + markdown(session)
        traced = "".join(trace.model_dump_json() for trace in assistant.traces(10_000))
        assistant.delete_session("c")
    questions_left = _bytes(state).count("Who keeps the key")
    found = {
        "used in a later answer": _held(again, names),
        "shown or exported, of those deleted or closed": _held(kept, gone),
        "in a trace": _held(traced, names),
        "in the bytes of sessions.db while it kept their answers": _held(stored, names),
    }
    told, seen = controls
    print(f"control: {told} of {count} names answered and {seen} shown while all were there")
    for what, number in found.items():
        print(f"{number} of {count} names {what}")
    print(f"(an expired one may still be read, as it was: {_held(kept, expired)} of {len(expired)} shown)")
    print(f"{questions_left} questions left in the bytes of sessions.db after deleting the conversation")
    return 1 if any(found.values()) or questions_left or not all(controls) else 0


def _asked(assistant: Assistant, question: str) -> str:
    return assistant.ask(question, conversation_id="c").model_dump_json()


def _held(text: str, names: dict[int, str]) -> int:
    return sum(name in text for name in names.values())


def _bytes(state: Path) -> str:
    return b"".join(path.read_bytes() for path in state.glob("sessions.db*")).decode("utf-8", "replace")


def _place(number: int) -> str:
    """A name of its own for each document, so that no answer rests on several."""
    return _FIRST[number % len(_FIRST)].title() + _LAST[number // len(_FIRST) % len(_LAST)]


def _folder(files: Path, number: int) -> Path:
    return files / _WAYS[number % 3]


def _policy(home: Path, acls: str) -> None:
    account = SystemAccount().name()
    (home / "policy.toml").write_text(
        f'version = "1"\n[accounts."{account}"]\ntenant_id = "local"\n'
        'roles = ["staff"]\nmay_administer = true\n'
        f'[roles.staff]\nacl_policy_ids = [{acls}]\nclassifications = ["internal"]\n',
        encoding="utf-8",
    )


def _untold(_: Progress) -> None:
    """Nobody is told of progress."""


if __name__ == "__main__":
    raise SystemExit(main())
