"""JSONL of questions or queries -> JSONL of answers or hits, in the same order, each line at once."""

from __future__ import annotations

import gc
import json
import math
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING, NamedTuple, cast, get_args

from localrag.cli import output
from localrag.cli.backend import Assistant
from localrag.cli.faults import object_of
from localrag.cli.stdin import read_lines
from localrag.cli.typed import day, text_argument
from localrag.errors import IndexUnusableError, LocalragError, ModelError, PolicyError, UsageError
from localrag.records.request import GeneratorChoice, RiskLevel
from localrag.sessions.naming import conversation_id_of
from localrag.text.display import safe_line

if TYPE_CHECKING:
    from localrag.records.explanation import Explanation

_ASK_KEYS = ("id", "question", "as_of", "case_id", "as", "risk_level", "locale", "conversation")
_SEARCH_KEYS = ("id", "query", "as", "top_k")
MAX_TOP_K = 1000

Line = Mapping[str, object]


class Defaults(NamedTuple):
    """What counts for lines that do not say otherwise."""

    as_of: date | None
    case_id: str | None
    risk_level: RiskLevel
    explain: bool = False
    conversation_id: str | None = None
    with_history: bool = True
    generator: GeneratorChoice = "auto"


def ask_lines(name: str, assistant: Assistant, defaults: Defaults) -> None:
    """Answer each line of a file (``-``: of standard input); a bad line gets ``{"id", "error"}``.

    Raises:
        UsageError: The file cannot be read.
        IndexUnusableError, PolicyError, ModelError: No line can be answered any more.
    """

    # One new conversation for all lines, not one for each.
    conversation = None if defaults.conversation_id is None else conversation_id_of(defaults.conversation_id)

    def answer(line: Line) -> str:
        """The record that answers one line, as JSON."""
        as_of = _text(line, "as_of")
        risk = _text(line, "risk_level") or defaults.risk_level
        if risk not in get_args(RiskLevel):
            raise UsageError(f"risk_level is {risk!r}; it is one of {', '.join(get_args(RiskLevel))}.")
        explanations: list[Explanation] = []
        answered = assistant.ask(
            _required(line, "question"),
            as_of=_day(as_of) if as_of is not None else defaults.as_of,
            case_id=_text(line, "case_id") or defaults.case_id,
            conversation_id=_text(line, "conversation") or conversation,
            with_history=defaults.with_history,
            risk_level=cast(RiskLevel, risk),
            generator=defaults.generator,
            locale=_text(line, "locale"),
            channel="batch",
            as_user=_text(line, "as"),
            on_explained=explanations.append if defaults.explain else None,
        )
        return output.enclosed(answered.model_dump_json(), explanations)

    _run(name, _ASK_KEYS, answer)


def search_lines(name: str, assistant: Assistant, top_k: int | None) -> None:
    """Search for each line of a file (``-``: of standard input); a bad line gets ``{"id", "error"}``.

    Raises:
        As ``ask_lines``.
    """

    def find(line: Line) -> str:
        """The record of one line's hits, as JSON."""
        asked = line.get("top_k")
        if asked is not None and (
            not isinstance(asked, int) or isinstance(asked, bool) or not 1 <= asked <= MAX_TOP_K
        ):
            raise UsageError(f"top_k is {asked!r}; it is a number from 1 to {MAX_TOP_K}.")
        return assistant.search(
            _required(line, "query"), top_k=asked or top_k, as_user=_text(line, "as")
        ).model_dump_json()

    _run(name, _SEARCH_KEYS, find)


def _run(name: str, keys: tuple[str, ...], work: Callable[[Line], str]) -> None:
    gc.enable()
    for line_id, line in _parsed(name, keys):
        head = json.dumps(line_id, ensure_ascii=False)
        try:
            if isinstance(line, LocalragError):
                raise line
            record = work(line)
        except (IndexUnusableError, PolicyError, ModelError):
            raise
        except LocalragError as error:
            fault = json.dumps(object_of(error), ensure_ascii=False)
            output.write_json(f'{{"id":{head},"error":{fault}}}')
        else:
            output.write_json(f'{{"id":{head},{record[1:]}')


def _parsed(name: str, keys: tuple[str, ...]) -> Iterator[tuple[object, Line | UsageError]]:
    """Each line's id (null where it has none) with its keys, or with what is wrong with it."""
    noticed: set[str] = set()
    for number, raw in enumerate(read_lines(name), 1):
        if number == 1:
            raw = raw.removeprefix(b"\xef\xbb\xbf")
        if not raw.strip():
            continue
        line_id: object = None
        try:
            line = _object(raw)
            line_id = line.get("id")
            _check_id(line_id)
            for key in _unknown(line, keys):
                if key not in noticed:
                    noticed.add(key)
                    output.say(f"localrag: line {number}: {safe_line(key)} is not known and was left aside")
        except UsageError as error:
            yield _echoed(line_id), UsageError(f"Line {number}: {error.message}", error.hint)
        else:
            yield line_id, line


def _object(raw: bytes) -> dict[str, object]:
    try:
        found = json.loads(raw.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"not a JSON object in UTF-8: {error}.") from error
    if not isinstance(found, dict):
        raise UsageError("not a JSON object.")
    return found


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _check_id(line_id: object) -> None:
    if line_id is None:
        raise UsageError("id is missing.")
    if isinstance(line_id, bool) or not isinstance(line_id, str | int | float):
        raise UsageError("id is neither text nor a number.")
    if isinstance(line_id, float) and not math.isfinite(line_id):
        raise UsageError("id is too large a number.")


def _echoed(line_id: object) -> object:
    """The id of a bad line, or null where that is what is bad about it."""
    try:
        _check_id(line_id)
    except UsageError:
        return None
    return line_id


def _unknown(line: Line, keys: tuple[str, ...]) -> list[str]:
    """Keys to leave aside. UsageError for one that is a known key misspelt: it would be missed silently."""
    plain = {key.replace("_", ""): key for key in keys}
    unknown = [key for key in line if key not in keys]
    for key in unknown:
        meant = plain.get(key.lower().replace("_", "").replace("-", "").replace(" ", ""))
        if meant is not None:
            raise UsageError(f"{key!r} is not known; is {meant!r} meant?")
    return unknown


def _required(line: Line, key: str) -> str:
    found = _text(line, key)
    if found is None:
        raise UsageError(f"{key} is missing.")
    return found


def _text(line: Line, key: str) -> str | None:
    found = line.get(key)
    if found is None:
        return None
    if not isinstance(found, str):
        raise UsageError(f"{key} is not text.")
    # JSON can spell half a character.
    return text_argument(found)


def _day(value: str) -> date:
    try:
        return day(value)
    except ValueError as error:
        raise UsageError(f"as_of: {error}") from error
