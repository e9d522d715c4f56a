"""``models``: the language models that may word answers, listed, added, verified and removed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command, everywhere, examples
from localrag.cli.typed import text_argument
from localrag.text.display import safe_line

if TYPE_CHECKING:
    from localrag.records.generation import TemplateName
    from localrag.records.models import InstalledModel

_TEMPLATES = ("chatml", "llama3", "gemma", "mistral", "phi")
_MODES = {
    "full": "writes sentences of its own, each checked against the evidence",
    "select": "orders quoted sentences",
    None: "not used: it keeps to no form",
}


@command("list", help="List the language models of this home.", example="localrag models list")
def _list(invocation: Invocation) -> int:
    models = invocation.backend.models(invocation.reading_home()).all()
    if invocation.json:
        output.write_json(json.dumps({"models": [one.model_dump(mode="json") for one in models]}))
        return 0
    lines = [line for one in models for line in _lines(one)]
    output.write(
        "\n".join(lines) or "No language model; answers are quoted. Add one: localrag models add FILE"
    )
    return 0


@command(
    "add",
    help="Add a GGUF file: it is hashed, loaded and tested with a few questions, and from then on words"
    " answers as far as the test allows. The file stays where it is.",
    example="localrag models add ~/models/model.gguf --template chatml",
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--template",
    type=click.Choice(_TEMPLATES),
    default="chatml",
    help="The chat template of the model's family (default: chatml); a template in the file is never run.",
)
@click.option("--name", help="What to call it; else the file's name.")
def _add(invocation: Invocation, file: Path, template: TemplateName, name: str | None) -> int:
    name = None if name is None else text_argument(name)

    def tell(step: str) -> None:
        print(step, file=sys.stderr)

    added = invocation.backend.models(invocation.own_home()).add(file, template, name, tell)
    if invocation.json:
        output.write_json(added.model_dump_json())
    else:
        output.write("\n".join(("Added:", *_lines(added))))
    return 0


@command(
    "verify",
    help="Hash every model file in full. Exit code: 0 all are the known ones, 1 one is not.",
    example="localrag models verify",
)
def _verify(invocation: Invocation) -> int:
    faults = invocation.backend.models(invocation.reading_home()).verify()
    if invocation.json:
        output.write_json(json.dumps({"faults": faults}))
    else:
        output.write("\n".join(map(safe_line, faults)) or "Every model file is the one that was added.")
    return 1 if faults else 0


@command(
    "remove",
    help="Take a model off the list; its file stays.",
    example="localrag models remove SmolLM2-135M-Instruct.Q4_1",
)
@click.argument("name")
def _remove(invocation: Invocation, name: str) -> int:
    name = text_argument(name)
    invocation.backend.models(invocation.own_home()).remove(name)
    if invocation.json:
        output.write_json(json.dumps({"removed": name}))
    else:
        output.write(f"{safe_line(name)} is off the list.")
    return 0


def _lines(model: InstalledModel) -> list[str]:
    test = model.self_test
    return [
        f"{safe_line(model.name)}: {_MODES[test.mode]}",
        f"  {safe_line(model.path)}, {model.bytes // 1_000_000:,} MB, SHA-256 {model.sha256[:12]}…,"
        f" template {model.template}",
        f"  self-test: {test.parsed} of {test.answerable + test.unanswerable} replies in form, right passage"
        f" cited {test.cited} of {test.answerable}, refused {test.refused} of {test.unanswerable},"
        f" {test.tokens_per_second:g} tokens/s",
    ]


command_models = click.Group(
    "models",
    commands=[_list, _add, _verify, _remove],
    params=[*everywhere()],
    help="The language models that may word answers; without one, answers are quoted.",
    epilog=examples("localrag models list\nlocalrag models add ~/models/model.gguf"),
)
