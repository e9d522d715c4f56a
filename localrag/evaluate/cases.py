"""Lines of a case file -> cases, and for each line that is none what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from datetime import date
from typing import get_args

from pydantic import ValidationError

from localrag.records.answer import AnswerStatus, Disposition, disposition_of
from localrag.records.evaluation import CaseFault, CaseFile, EvalCase
from localrag.records.request import RiskLevel
from localrag.text.characters import text_argument

_TEXTS = ("id", "question", "as", "as_of", "case_id", "risk_level", "locale", "disposition", "status")
_TEXTS_TOO = ("gold_quote", "written_by", "note")
_LISTS = ("must_contain", "must_not_contain", "gold_documents", "without", "answers", "tags")
KEYS = (*_TEXTS, *_TEXTS_TOO, *_LISTS)
"""What a line may hold; others are left aside."""
_VALUES: Mapping[str, tuple[str, ...]] = {
    "disposition": get_args(Disposition),
    "status": get_args(AnswerStatus),
    "risk_level": get_args(RiskLevel),
}


def read_cases(lines: Iterable[bytes]) -> CaseFile:
    """The cases of a JSONL file, with what is wrong with the lines that are none.

    Args:
        lines: Without their ends; blank ones are skipped, a byte order mark before the first is, too.
    """
    cases: dict[str, EvalCase] = {}
    faults: list[CaseFault] = []
    notes: dict[str, str] = {}
    for number, raw in enumerate(lines, 1):
        line = raw.removeprefix(b"\xef\xbb\xbf") if number == 1 else raw
        if not line.strip():
            continue
        try:
            found, unknown = _case(line)
            if found.id in cases:
                raise ValueError(f"the id {found.id!r} was used before")
        except ValueError as error:
            faults.append(CaseFault(line=number, problem=str(error)))
            continue
        cases[found.id] = found
        for key in unknown:
            notes.setdefault(key, f"line {number}: {key} is not known and was left aside")
    return CaseFile(cases=tuple(cases.values()), faults=tuple(faults), notes=tuple(notes.values()))


def written(case: EvalCase) -> str:
    """A case as a line of a case file, without its line end."""
    kept = case.model_dump(mode="json", exclude_defaults=True)
    if "as_user" in kept:
        kept["as"] = kept.pop("as_user")
    ordered = {key: kept[key] for key in KEYS if key in kept}
    return json.dumps(ordered, ensure_ascii=False)


def _case(raw: bytes) -> tuple[EvalCase, list[str]]:
    """A case and the keys that were left aside; ValueError says what is wrong."""
    line = _object(raw)
    unknown = _unknown(line)
    fields: dict[str, object] = {}
    for key in (*_TEXTS, *_TEXTS_TOO):
        value = _text(line, key)
        if value is not None:
            fields["as_user" if key == "as" else key] = value
    for key in _LISTS:
        fields[key] = _texts(line, key)
    for key in ("id", "question"):
        if key not in fields:
            raise ValueError(f"{key} is missing")
    if not str(fields["id"]).strip():
        raise ValueError("id is empty")
    for key, allowed in _VALUES.items():
        if key in fields and fields[key] not in allowed:
            raise ValueError(f"{key} is {fields[key]!r}; it is one of {', '.join(allowed)}")
    if "as_of" in fields:
        fields["as_of"] = _day(str(fields["as_of"]))
    fields["disposition"] = _disposition(fields)
    try:
        return EvalCase.model_validate(fields), unknown
    except ValidationError as error:
        first = error.errors()[0]
        raise ValueError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def _object(raw: bytes) -> dict[str, object]:
    try:
        found = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not a JSON object in UTF-8: {error}") from error
    if not isinstance(found, dict):
        raise ValueError("not a JSON object")
    return found


def _unknown(line: Mapping[str, object]) -> list[str]:
    """Keys to leave aside. ValueError for one that is a known key misspelt: it would be missed silently."""
    plain = {key.replace("_", ""): key for key in KEYS}
    unknown = [key for key in line if key not in KEYS]
    for key in unknown:
        meant = plain.get(key.lower().replace("_", "").replace("-", "").replace(" ", ""))
        if meant is not None:
            raise ValueError(f"{key!r} is not known; is {meant!r} meant?")
    return unknown


def _text(line: Mapping[str, object], key: str) -> str | None:
    value = line.get(key)
    if value is None:
        return None
    if key == "id" and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if not isinstance(value, str):
        raise ValueError(f"{key} is not text")
    return text_argument(value)


def _texts(line: Mapping[str, object], key: str) -> tuple[str, ...]:
    value = line.get(key)
    if value is None:
        return ()
    many = [value] if isinstance(value, str) else value
    if not isinstance(many, list) or not all(isinstance(one, str) for one in many):
        raise ValueError(f"{key} is not a list of texts")
    return tuple(text_argument(one) for one in many)


def _day(value: str) -> date:
    try:
        found = date.fromisoformat(value)
    except ValueError:
        found = None
    if found is None or found.isoformat() != value:
        raise ValueError(f"as_of is {value!r}; write it as YYYY-MM-DD")
    return found


def _disposition(fields: Mapping[str, object]) -> Disposition:
    stated, status = fields.get("disposition"), fields.get("status")
    if status is None and stated is None:
        raise ValueError("neither disposition nor status is given")
    follows: object = stated if status is None else disposition_of(status)  # type: ignore[arg-type]
    if stated is not None and stated != follows:
        raise ValueError(f"the status {status} is the disposition {follows}, not {stated}")
    return follows  # type: ignore[return-value]
