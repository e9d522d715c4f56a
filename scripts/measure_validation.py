"""Public sentences and claims -> how well validation tells backed sentences from changed ones.

    python scripts/measure_validation.py --data DIR --split dev [--embedder]

Prints (a) how many sentences with a changed number, unit, date, negation or name are rejected, (b) how many
faithful quotes are found again in page text with the artefacts of PDF, and (c) balanced accuracy of
"supported" on three public sets of claims beside a lexical-overlap baseline whose threshold is chosen on
the development split.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from localrag.records.answer import Draft, DraftBlock, DraftQuote, DraftSentence
from localrag.records.evidence import EvidencePackage
from localrag.records.ids import ChunkId, ClaimId, DocumentId, EvidenceId, RequestId, SourceId, TenantId
from localrag.records.retrieval import EvidenceCandidate
from localrag.text.modality import modals
from localrag.text.reading import one_line
from localrag.text.sentences import segments
from localrag.text.terms import content_terms
from localrag.text.values import values
from localrag.validate.claims import check
from localrag.validate.meaning import Similarity
from localrag.validate.reading import reading
from localrag.validate.validate import validate

PASSAGE_SETS = ("mtrag_govt", "squad2", "clapnq", "conditionalqa")
PER_KIND = 200
"""Changed sentences of each kind; promise C2 asks for 200 in all."""
SEED = 20261130
CLAIM_SETS = ("attributionbench", "wice", "scifact")


class Claim(NamedTuple):
    claim: str
    evidence: str
    supported: bool
    label: str


def in_split(identifier: str, split: str) -> bool:
    """Development where the first hex digit of sha1(id) is below 8, else report."""
    is_dev = int(hashlib.sha1(identifier.encode()).hexdigest()[0], 16) < 8
    return is_dev == (split == "dev")


def rows(path: Path) -> Iterator[dict[str, object]]:
    """The objects of a JSONL file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def public_sentences(data: Path, split: str) -> list[tuple[str, str]]:
    """(sentence, its passage) pairs of prose, 40 to 300 characters, each sentence once, shuffled."""
    found: dict[str, str] = {}
    for name in PASSAGE_SETS:
        path = data / name / "corpus.jsonl"
        if not path.exists():
            continue
        for row in rows(path):
            if not in_split(str(row["id"]), split):
                continue
            passage = str(row["text"])
            for segment in segments(passage):
                sentence = passage[segment.start : segment.end]
                if segment.kind == "prose" and 40 <= len(sentence) <= 300 and sentence.endswith("."):
                    found.setdefault(sentence, passage)
    pairs = list(found.items())
    random.Random(SEED).shuffle(pairs)
    return pairs


# --- changes -----------------------------------------------------------------------------------------------


def change_number(sentence: str, rng: random.Random, _names: Sequence[str]) -> str | None:
    """Another digit in a number that is no date."""
    spots = [
        place
        for value in values(sentence)
        if value.kind != "date"
        for place in range(value.start, value.end)
        if sentence[place].isdigit()
    ]
    if not spots:
        return None
    place = rng.choice(spots)
    digit = rng.choice([one for one in "123456789" if one != sentence[place]])
    return sentence[:place] + digit + sentence[place + 1 :]


_UNITS = [
    ("billion", "million"),
    ("days", "weeks"), ("weeks", "months"), ("months", "years"), ("years", "months"), ("hours", "minutes"),
    ("minutes", "hours"), ("day", "month"), ("year", "month"), ("month", "year"), ("week", "month"),
    ("kilometers", "miles"), ("miles", "kilometres"), ("km", "miles"), ("feet", "metres"), ("meters", "feet"),
    ("metres", "feet"), ("pounds", "euros"), ("dollars", "euros"), ("million", "billion"),
    ("percent", "percentage points"), ("kilograms", "tonnes"), ("acres", "hectares"), ("inches", "feet"),
    ("hour", "day"), ("century", "decade"), ("kg", "g"), ("mi", "km"),
]  # fmt: skip


def change_unit(sentence: str, rng: random.Random, _names: Sequence[str]) -> str | None:
    """Another unit behind a number, or another currency before one."""
    options = []
    for value in values(sentence):
        if value.kind not in ("duration", "quantity", "money", "percent", "number"):
            continue
        written = sentence[value.start : value.end]
        for old, new in _UNITS:
            changed = re.sub(rf"\b{old}\b", new, written)
            if changed != written:
                options.append(sentence[: value.start] + changed + sentence[value.end :])
        for old, new in (("$", "€"), ("£", "$"), ("€", "$"), ("%", " kg")):
            if old in written:
                options.append(sentence[: value.start] + written.replace(old, new) + sentence[value.end :])
    return rng.choice(options) if options else None


_MONTHS = "January February March April May June July August September October November December"


def change_date(sentence: str, rng: random.Random, _names: Sequence[str]) -> str | None:
    """Another year, month or day in a date."""
    dates = [value for value in values(sentence) if value.kind == "date"]
    if not dates:
        return None
    value = rng.choice(dates)
    written = sentence[value.start : value.end]
    options = []
    for match in re.finditer(r"\d+", written):
        number = int(match.group())
        other = number + rng.choice([1, 2, 3]) if number < 26 or number > 31 else number - 2
        options.append(written[: match.start()] + str(other) + written[match.end() :])
    months = _MONTHS.split()
    for month in months:
        if month in written:
            options.append(written.replace(month, rng.choice([one for one in months if one != month])))
    options = [option for option in options if option != written]
    return sentence[: value.start] + rng.choice(options) + sentence[value.end :] if options else None


_AUXILIARY = re.compile(
    r"\b(is|are|was|were|has been|have been|must|may|can|could|should|will|would|does|do|did|has|have|had)\b"
    r"(?!\s+not|n't)"
)


def change_negation(sentence: str, rng: random.Random, _names: Sequence[str]) -> str | None:
    """A "not" taken out, or one put behind an auxiliary verb."""
    without = re.sub(r"\s+not\b(?! only)", "", sentence, count=1)
    without = re.sub(r"\b(\w+)n't\b", r"\1", without, count=1) if without == sentence else without
    without = (
        re.sub(r"\b[Nn]o\b(?![.,]| (?:later|more|less|longer|\d))", "some", without, count=1)
        if without == sentence
        else without
    )
    if without != sentence:
        return without
    spots = list(_AUXILIARY.finditer(sentence))
    if not spots:
        return None
    spot = rng.choice(spots)
    return f"{sentence[: spot.end()]} not{sentence[spot.end() :]}"


def change_name(sentence: str, rng: random.Random, names: Sequence[str]) -> str | None:
    """A name inside the sentence replaced by one from elsewhere."""
    own = [word for word in reading(one_line(sentence)).content if word.is_name and len(word.text) > 2]
    own = [word for word in own if sentence.count(word.text) == 1]
    if not own:
        return None
    word = rng.choice(own)
    strangers = [name for name in rng.sample(list(names), 20) if name.lower() not in sentence.lower()]
    return sentence.replace(word.text, strangers[0]) if strangers else None


def change_duty(sentence: str, rng: random.Random, _names: Sequence[str]) -> str | None:
    """Another word of duty or permission: must for may, may for must, should for either."""
    swaps = {"must": "may", "may": "must", "should": "must", "can": "must"}
    spots = list(re.finditer(r"\b(?:must|may|should|can)\b(?! not)", sentence))
    if not spots:
        return None
    spot = rng.choice(spots)
    return f"{sentence[: spot.start()]}{swaps[spot.group()]}{sentence[spot.end() :]}"


def change_quantifier(sentence: str, _rng: random.Random, _names: Sequence[str]) -> str | None:
    """All for some, some for all, a dropped only, a turned at least."""
    swaps = (
        (r"\ball\b", "some"), (r"\b[Ss]ome\b", "all"), (r"\b[Mm]ost\b", "all"), (r"\bonly ", ""),
        (r"\bat least\b", "at most"), (r"\bmore than\b", "less than"), (r"\bup to\b", "at least"),
        (r"\busually\b", "always"),
    )  # fmt: skip
    for pattern, other in swaps:
        changed = re.sub(pattern, other, sentence, count=1)
        if changed != sentence:
            return changed
    return None


def drop_condition(sentence: str, _rng: random.Random, _names: Sequence[str]) -> str | None:
    """A condition left out at the end of a sentence that lays down a duty or permission."""
    if not modals(sentence):
        return None
    match = re.search(
        r",?\s+(?:if|unless|except|until|before|after|only when|only if|provided that)\s[^,;]{12,}\.$",
        sentence,
    )
    return f"{sentence[: match.start()]}." if match and match.start() > 25 else None


Changes = dict[str, Callable[[str, random.Random, Sequence[str]], str | None]]
CHANGES: Changes = {
    "number": change_number,
    "unit": change_unit,
    "date": change_date,
    "negation": change_negation,
    "name": change_name,
}
NARROWING: Changes = {
    "duty": change_duty,
    "quantifier": change_quantifier,
    "condition": drop_condition,
}
"""Beyond the promise."""


# --- artefacts of PDF --------------------------------------------------------------------------------------

_LIGATURES = (("ffi", "ﬃ"), ("ffl", "ﬄ"), ("fi", "ﬁ"), ("fl", "ﬂ"), ("ff", "ﬀ"))


def as_printed(passage: str, rng: random.Random, width: int = 72) -> str:
    """A passage as PDF text gives it: ligatures, line breaks, hyphens at line ends, NBSP, typography."""
    text = passage
    for plain, ligature in _LIGATURES:
        text = text.replace(plain, ligature) if rng.random() < 0.7 else text
    text = re.sub(r"(?<=\d) (?=\w)", "\u00a0", text)
    text = text.replace("'", "’") if rng.random() < 0.5 else text
    text = re.sub(r'"([^"]*)"', "“\\1”", text)
    text = re.sub(r"(?<=\w)-(?=\w)", rng.choice(["\u2011", "\u2010", "-"]), text)
    text = text.replace(" - ", " – ")
    lines: list[str] = [""]
    for word in text.split(" "):
        room = width - len(lines[-1]) - 1
        if len(word) <= room:
            lines[-1] += f" {word}" if lines[-1] else word
        elif word.isalpha() and len(word) > 6 and room > 4:
            hyphen = rng.choice(["-", "\u00ad", "-"])
            cut = min(room - 1, len(word) - 3)
            lines[-1] += f" {word[:cut]}{hyphen}"
            lines.append(word[cut:])
        else:
            lines.append(word)
    return rng.choice(["\n", "\n", "\r\n"]).join(lines)


# --- measuring ---------------------------------------------------------------------------------------------


def evidence(text: str) -> EvidencePackage:
    """A package of one passage."""
    candidate = EvidenceCandidate(
        evidence_id="E1", chunk_id=ChunkId("c1"), source_id=SourceId("s"), document_id=DocumentId("d"),
        tenant_id=TenantId("local"), text=text, source_title="T", source_uri="t.txt", start_char=0,
        end_char=len(text), score=1.0, rank=1, retrieval_source="both", authority="official_policy",
        status="active",
    )  # fmt: skip
    return EvidencePackage(
        request_id=RequestId("r"), query="", selected_evidence=(candidate,), total_tokens=0,
        context_policy_id="all", sufficiency="sufficient",
    )  # fmt: skip


def verdict(text: str, quote: str, passage: str, similarity: Similarity | None = None) -> tuple[str, str]:
    """Status and reason of one sentence that cites one quote of one passage, by the whole stage."""
    sentence = DraftSentence(
        claim_id=ClaimId("C1"), text=text, quotes=(DraftQuote(evidence_id=EvidenceId("E1"), quote=quote),)
    )
    draft = Draft(blocks=(DraftBlock(kind="paragraph", sentences=(sentence,)),))
    checked = validate(draft, evidence(passage), page_text=lambda _: passage, similarity=similarity)
    claim = checked.claims[0]
    return claim.support_status, claim.reason


def measure_changes(
    pairs: Sequence[tuple[str, str]],
    changes: Changes,
    *,
    whole_passage: bool,
    show: int,
    similarity: Similarity | None,
) -> None:
    """Print how many changed sentences are rejected, by kind of change."""
    rng = random.Random(SEED)
    names = sorted(
        {word.text for sentence, _ in pairs for word in reading(one_line(sentence)).content if word.is_name}
    )
    tried: Counter[str] = Counter()
    accepted: dict[str, list[tuple[str, str]]] = {kind: [] for kind in changes}
    for sentence, passage in pairs:
        for kind, change in changes.items():
            if tried[kind] >= PER_KIND:
                continue
            changed = change(sentence, rng, names)
            if changed is None or changed == sentence:
                continue
            tried[kind] += 1
            cited = passage if whole_passage else sentence
            status, _ = verdict(one_line(changed), cited, passage, similarity)
            if status == "supported":
                accepted[kind].append((sentence, changed))
    total = sum(tried.values())
    failed = sum(map(len, accepted.values()))
    named = "the whole passage" if whole_passage else "the sentence"
    print(f"changed sentences that cite {named}: {total - failed} of {total} rejected")
    for kind, count in tried.items():
        print(f"  {kind:9} {count - len(accepted[kind])} of {count} rejected")
        for before, after in accepted[kind][:show]:
            print(f"    accepted: {one_line(after)}\n        from: {one_line(before)}")


def measure_quotes(pairs: Sequence[tuple[str, str]], show: int, similarity: Similarity | None) -> None:
    """Print how many faithful quotes are accepted against page text with the artefacts of PDF."""
    rng = random.Random(SEED)
    accepted = 0
    sample = pairs[: PER_KIND * 2]
    for sentence, passage in sample:
        status, reason = verdict(one_line(sentence), sentence, as_printed(passage, rng), similarity)
        accepted += status == "supported"
        if status != "supported" and show > 0:
            show -= 1
            print(f"    rejected ({reason}): {sentence}")
    print(f"faithful quotes against page text with artefacts: {accepted} of {len(sample)} accepted")


def claims_of(data: Path, name: str, split: str) -> list[Claim]:
    """The claims of one set and split; rows without evidence are left out."""
    found = []
    for row in rows(data / name / "claims.jsonl"):
        if name == "attributionbench":
            chosen = row["split"] == ("dev" if split == "dev" else "test")
            text = str(row["evidence"])
        else:
            chosen = in_split(str(row["id"]), split)
            pieces = row["evidence_sentences" if name == "wice" else "sentences"]
            assert isinstance(pieces, list)
            text = "\n".join(map(str, pieces))
        if chosen and text.strip():
            claim = re.sub(r"\s*\[\d+\]", "", str(row["claim"]))
            label = str(row["label"])
            found.append(Claim(claim, text, label == "supported", label))
    return found


def balanced_accuracy(pairs: Sequence[tuple[bool, bool]]) -> float:
    """Mean of the shares right among supported and among other claims; pairs are (said, gold)."""
    right = [said for said, gold in pairs if gold]
    wrong = [not said for said, gold in pairs if not gold]
    return (sum(right) / len(right) + sum(wrong) / len(wrong)) / 2


def overlap(claim: Claim) -> float:
    """Baseline: share of the claim's content terms that the evidence holds."""
    own = set(content_terms(claim.claim))
    return len(own & set(content_terms(claim.evidence))) / len(own) if own else 0.0


def best_threshold(scored: Sequence[tuple[float, bool]]) -> float:
    """The threshold with the best balanced accuracy; the lowest of equals."""
    return max(
        sorted({score for score, _ in scored}),
        key=lambda least: balanced_accuracy([(score >= least, gold) for score, gold in scored]),
    )


def measure_claims(data: Path, split: str, similarity: Similarity | None) -> None:
    """Print balanced accuracy of "supported" on the claim sets, beside the baseline."""
    for name in CLAIM_SETS:
        threshold = best_threshold([(overlap(one), one.supported) for one in claims_of(data, name, "dev")])
        found = claims_of(data, name, split)
        base = balanced_accuracy([(overlap(one) >= threshold, one.supported) for one in found])
        started = time.perf_counter()
        statuses = [check(one.claim, [one.evidence], similarity).status for one in found]
        each = (time.perf_counter() - started) / len(found) * 1000
        said = [(status == "supported", one.supported) for status, one in zip(statuses, found, strict=True)]
        accepted = [gold for supported, gold in said if supported]
        precision = sum(accepted) / len(accepted) if accepted else 0.0
        print(
            f"{name:17} N={len(found):5} balanced accuracy {balanced_accuracy(said):.3f}"
            f" (overlap baseline {base:.3f}), of {len(accepted)} accepted {precision:.3f} right,"
            f" {each:.1f} ms each"
        )
        if name == "scifact":
            by_label = Counter((one.label, status) for one, status in zip(found, statuses, strict=True))
            for (label, status), count in sorted(by_label.items()):
                print(f"    {label:16} {status:13} {count}")


def main() -> None:
    """Print all three measurements."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="folder of the public data sets")
    parser.add_argument("--split", choices=("dev", "report"), default="dev")
    parser.add_argument("--show", type=int, default=0, help="wrong cases to print of each kind")
    parser.add_argument(
        "--embedder", action="store_true", help="compare by meaning too, as an answer's check does"
    )
    options = parser.parse_args()
    similarity = None
    if options.embedder:
        from measure_reading import embedder_similarity

        similarity = embedder_similarity()
    pairs = public_sentences(options.data, options.split)
    print(f"split {options.split}, {len(pairs)} public sentences")
    for changes, whole_passage in ((CHANGES, False), (CHANGES, True), (NARROWING, False)):
        measure_changes(pairs, changes, whole_passage=whole_passage, show=options.show, similarity=similarity)
    measure_quotes(pairs, options.show, similarity)
    measure_claims(options.data, options.split, similarity)


if __name__ == "__main__":
    main()
