"""What leaves: rights of every citation, markings, personal data, control characters."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

import pytest

from localrag.guard.policy import GuardPolicy
from localrag.guard.release import masked, release
from localrag.records.answer import RagAnswer
from localrag.records.ids import ChunkId
from tests.builders import asker
from tests.fakes.scripted_backend import QUOTE, answer, citation, evidence
from tests.guard.policies import policy_of, shipped

MASK = "[output]\nmask = [\"email\"]\n[patterns]\nemail = '[\\w.]+@[\\w.]+\\w'\n"
WITHHELD = '[output]\nwithheld_classifications = ["internal"]\nmessage = "no"\n'
MAILED = "Send it to jo.doe@site.org within 14 days."


def _all(chunks: Collection[ChunkId]) -> Collection[ChunkId]:
    return chunks


def _mailed() -> RagAnswer:
    return answer(
        "Who is jo.doe@site.org?",
        answer_markdown=f"{MAILED} [E1]",
        citations=(citation(quote=MAILED),),
        evidence=(evidence(text=MAILED),),
    )


def test_an_answer_that_may_be_shown_leaves_as_it_is() -> None:
    assert release(answer(), asker(), shipped(), readable=_all) == answer()


@pytest.mark.parametrize("gone", ["by the index", "by rights"])
def test_a_citation_that_may_not_be_read_takes_the_whole_answer_along(gone: str) -> None:
    closed = evidence(acl_policy_id="board")
    given = answer(evidence=(closed,), retrieved_chunk_ids=(closed.chunk_id,))
    security = asker() if gone == "by the index" else asker("staff")
    readable = (lambda _: ()) if gone == "by the index" else _all
    left = release(given, security, shipped(), readable=readable)
    assert (left.status, left.guard_triggers) == ("insufficient_evidence", ("output:rights",))
    assert QUOTE not in left.model_dump_json()
    assert closed.chunk_id not in left.model_dump_json()


def test_a_withheld_classification_refuses_with_the_message(tmp_path: Path) -> None:
    left = release(answer(), asker(), policy_of(tmp_path, WITHHELD), readable=_all)
    assert (left.status, left.disposition, left.message) == ("refused", "block", "Not here.")
    assert QUOTE not in left.model_dump_json()


@pytest.mark.parametrize(("word", "status"), [("lodged", "refused"), ("LODGED", "answered")])
def test_withheld_words_refuse_as_they_are_written(tmp_path: Path, word: str, status: str) -> None:
    policy = policy_of(tmp_path, f'[output]\nwithheld_words = ["{word}"]\nmessage = "no"\n')
    assert release(answer(), asker(), policy, readable=_all).status == status


def test_personal_data_is_masked_wherever_a_document_speaks_and_spans_stay_true(tmp_path: Path) -> None:
    left = release(_mailed(), asker(), policy_of(tmp_path, MASK), readable=_all)
    veil = "Send it to XX.XXX@XXXX.XXX within 14 days."
    assert left.answer_markdown == f"{veil} [E1]"
    assert (left.citations[0].quote, left.evidence[0].text) == (veil, veil)
    assert left.question == "Who is jo.doe@site.org?"
    assert left.guard_triggers == ("output:masked email",)


def test_without_the_mask_the_same_data_is_shown() -> None:
    assert MAILED in release(_mailed(), asker(), shipped(), readable=_all).answer_markdown


def test_control_characters_are_replaced_one_for_one() -> None:
    given = answer(answer_markdown="With\x1bin \u202e14 days. [E1]")
    left = masked(given, shipped())
    assert left.answer_markdown == "With\ufffdin \ufffd14 days. [E1]"
    assert left.guard_triggers == ("output:control characters",)


@pytest.mark.parametrize(
    ("kind", "text", "other"),
    [
        ("email_address", "write to a.b-c@x-y.org.", "at @home or a@b"),
        ("phone_number", "call +44 20 7946 0958", "form 2024-10-11 of 12 pages"),
        ("bank_account", "IBAN DE89 3704 0044 0532 0130 00", "POL-212 of AB12"),
        ("payment_card", "card 4111 1111 1111 1111", "case 4111-1111"),
        ("uk_national_insurance", "AB 12 34 56 C", "AB 12 34"),
        ("us_social_security", "078-05-1120", "2026-05-11"),
    ],
)
def test_the_shipped_patterns_match_what_they_name(kind: str, text: str, other: str) -> None:
    policy: GuardPolicy = shipped()
    masking = policy.model_copy(update={"output": policy.output.model_copy(update={"mask": (kind,)})})
    assert masking.masks[kind].search(text)
    assert not masking.masks[kind].search(other)
