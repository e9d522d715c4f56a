"""What the sample corpus promises to everybody who reads it or tests with it."""

import json
import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import get_args

import pypdfium2
import pytest

from localrag.access.policy import Policy, load_policy
from localrag.access.resolve import resolve
from localrag.records.authority import Authority, AuthorityMetadata, Status, is_in_force
from localrag.records.ids import AclPolicyId, TenantId
from localrag.records.security import AccessTuple, may_read
from tests.corpus.catalogue import CORPUS, Entry, documents, folded, pdf_pages

LEVELS = ("public", "internal", "confidential", "restricted")
MANUALS = CORPUS / "agency" / "manuals"
MANUAL_2026 = MANUALS / "enforcement-policy-manual-2026.pdf"
MANUAL_2023 = MANUALS / "enforcement-policy-manual-2023.pdf"
HANDBOOK = CORPUS / "agency" / "guides" / "inspector-training-handbook.pdf"
QUESTIONS = [json.loads(line) for line in (CORPUS / "questions.jsonl").read_text("utf-8").splitlines()]
DISPOSITIONS = {"answered": "answer", "refused": "block", "redirected": "redirect", "escalated": "redirect"}


def _named(name: str, tenant: str = "vcsi") -> Entry:
    [entry] = [one for one in documents() if one.name == name and one.metadata["tenant_id"] == tenant]
    return entry


@pytest.fixture(scope="module")
def policy(tmp_path_factory: pytest.TempPathFactory) -> Policy:
    home = tmp_path_factory.mktemp("home")
    shutil.copyfile(CORPUS / "demo_policy.toml", home / "policy.toml")
    loaded = load_policy(home, LEVELS)
    assert loaded is not None
    return loaded


def _readable(policy: Policy, user: str | None) -> set[str]:
    security = resolve(policy, "whoever", as_user=user)
    return {
        f"{entry.metadata['tenant_id']}/{entry.name}"
        for entry in documents()
        if may_read(
            security,
            AccessTuple(
                tenant_id=TenantId(str(entry.metadata["tenant_id"])),
                acl_policy_id=AclPolicyId(str(entry.metadata["acl_policy_id"])),
                classification=str(entry.metadata["classification"]),
                source_type=str(entry.metadata["source_type"]),
            ),
        )
    }


def _standing(entry: Entry) -> AuthorityMetadata:
    keys = ("authority", "status", "valid_from", "valid_to")
    return AuthorityMetadata.model_validate({key: entry.metadata.get(key) for key in keys})


@pytest.mark.parametrize("entry", documents(), ids=lambda entry: entry.path.name)
def test_every_document_has_usable_metadata(entry: Entry) -> None:
    assert entry.metadata["authority"] in get_args(Authority)
    assert entry.metadata["status"] in get_args(Status)
    assert entry.metadata["classification"] in LEVELS
    assert all(entry.metadata[key] for key in ("acl_policy_id", "source_type", "tenant_id", "language"))
    first, last = entry.metadata.get("valid_from"), entry.metadata.get("valid_to")
    assert not (isinstance(first, date) and isinstance(last, date)) or first <= last


def test_no_two_documents_of_a_tenant_share_id_and_version() -> None:
    names = [(entry.metadata["tenant_id"], entry.name) for entry in documents()]
    assert len(names) == len(set(names))


def test_every_superseded_version_named_exists() -> None:
    named = {str(old) for entry in documents() for old in _list(entry.metadata.get("supersedes"))}
    assert named == {"EPM@2023", "POL-212@2"}
    assert named <= {entry.name for entry in documents()}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


@pytest.mark.parametrize(
    ("day", "edition"), [(date(2024, 3, 12), "EPM@2023"), (date(2026, 6, 19), "EPM@2026")]
)
def test_one_edition_of_the_manual_is_in_force_on_a_day(day: date, edition: str) -> None:
    editions = [entry for entry in documents() if entry.metadata["document_id"] == "EPM"]
    assert [entry.name for entry in editions if is_in_force(_standing(entry), day)] == [edition]


def test_the_archived_notice_is_in_force_on_no_day() -> None:
    notice = _standing(_named("N-2022-11@1"))
    assert not is_in_force(notice, date(2022, 12, 1))
    assert not is_in_force(notice, date(2026, 12, 1))


@pytest.mark.parametrize(
    ("path", "sheet", "days"), [(MANUAL_2026, 14, "90 calendar days"), (MANUAL_2023, 15, "60 calendar days")]
)
def test_the_escalation_rule_stands_on_its_page(path: Path, sheet: int, days: str) -> None:
    rule = f"Formal review is required when repeat non-compliance occurs within {days}."
    assert [number for number, text in enumerate(pdf_pages(path), 1) if rule in text] == [sheet]
    with pypdfium2.PdfDocument(path) as pdf:
        assert pdf.get_page_label(sheet - 1) == str(sheet)


def test_lists_keep_their_bullets_and_numbers() -> None:
    pages = pdf_pages(MANUAL_2026)
    assert "\u2022 a stop order was disobeyed;" in pages[13]
    assert "2. that a new enforcement notice is served" in pages[14]


def test_the_outline_names_the_escalation_criteria_under_their_chapter() -> None:
    chapter, found = "", []
    with pypdfium2.PdfDocument(MANUAL_2026) as pdf:
        for bookmark in pdf.get_toc():
            if bookmark.level == 0:
                chapter = bookmark.get_title()
            if bookmark.get_title() == "Escalation Criteria":
                found.append((chapter, bookmark.get_dest().get_index() + 1))
    assert found == [("Enforcement Lifecycle", 14)]


def test_the_handbook_counts_its_front_pages_in_roman_numerals() -> None:
    with pypdfium2.PdfDocument(HANDBOOK) as pdf:
        labels = [pdf.get_page_label(index) for index in range(len(pdf))]
    assert labels == ["i", "ii", "iii", "iv", "1", "2", "3"]
    assert "The practical assessment is passed with 70 points" in pdf_pages(HANDBOOK)[6]


@pytest.mark.parametrize("path", sorted(CORPUS.rglob("*.pdf")), ids=lambda path: path.name)
def test_pdf_text_has_only_characters_that_a_reader_sees(path: Path) -> None:
    for text in pdf_pages(path):
        assert re.fullmatch(r"[\x20-\x7e\u2022]*", text)
        assert len(text.split()) > 10


def _editions_table() -> list[list[str]]:
    section = (CORPUS / "README.md").read_text("utf-8").split("## The editions of the manual")[1]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_every_difference_between_the_editions_is_listed_and_stands_on_its_page() -> None:
    old_pages, new_pages = pdf_pages(MANUAL_2023), pdf_pages(MANUAL_2026)
    for rule, old, new, pages in _editions_table():
        old_page, new_page = (int(number) - 1 for number in pages.split(","))
        assert old in old_pages[old_page], rule
        assert new not in old_pages[old_page], rule
        assert new in new_pages[new_page], rule


def test_the_list_of_differences_is_complete() -> None:
    source = CORPUS.parent / "scripts" / "corpus_pdfs" / "enforcement-policy-manual.md"
    marked = source.read_text("utf-8").count("{{")
    sharing_a_row = 3  # document control: three more wordings say the same as its first and the covers
    assert len(_editions_table()) == marked - sharing_a_row


def test_pdfs_are_rebuilt_byte_for_byte_and_say_what_is_in_the_repository(tmp_path: Path) -> None:
    script = CORPUS.parent / "scripts" / "make_corpus_pdfs.py"
    for name in ("first", "second"):
        subprocess.run([sys.executable, script, "--out", tmp_path / name], check=True, capture_output=True)
    for path in sorted(CORPUS.rglob("*.pdf")):
        first = tmp_path / "first" / path.relative_to(CORPUS)
        assert first.read_bytes() == (tmp_path / "second" / path.relative_to(CORPUS)).read_bytes()
        assert pdf_pages(first) == pdf_pages(path)


def test_an_officer_reads_neither_restricted_nor_confidential_nor_harbour_documents(policy: Policy) -> None:
    readable = _readable(policy, None)
    hidden = {f"{one.metadata['tenant_id']}/{one.name}" for one in documents()} - readable
    assert {name for name in hidden if name.startswith("vcsi/")} == {
        "vcsi/INT-01@3",
        "vcsi/INT-02@1",
        "vcsi/SUP-04@2",
        "vcsi/case-9105",
    }
    assert not any(name.startswith("ellory-harbour/") for name in readable)


def test_each_other_user_reads_what_the_role_is_for(policy: Policy) -> None:
    officer = _readable(policy, None)
    assert _readable(policy, "supervisor") - officer == {"vcsi/SUP-04@2", "vcsi/case-9105"}
    assert _readable(policy, "intelligence") - officer == {"vcsi/INT-01@3", "vcsi/INT-02@1"}
    assert "vcsi/POL-358@2" in _readable(policy, "contractor")
    assert not any("case" in name for name in _readable(policy, "contractor"))
    assert all(name.startswith("ellory-harbour/") for name in _readable(policy, "harbour-officer"))


def test_the_uploaded_policy_does_not_become_a_policy() -> None:
    [upload] = [entry for entry in documents() if entry.path.name == "new-appeal-rules.md"]
    assert upload.name == "uploads/new-appeal-rules.md"
    assert upload.metadata["authority"] == "user_upload"


def test_one_note_has_windows_line_ends_and_one_is_latin_1() -> None:
    notes = CORPUS / "agency" / "field-notes"
    windows = (notes / "8842-2026-05-02.txt").read_bytes()
    assert windows.count(b"\r\n") == windows.count(b"\n") > 10
    with pytest.raises(UnicodeDecodeError):
        (notes / "7719-2025-05-17.txt").read_bytes().decode("utf-8")


def test_case_8842_has_two_instances_48_days_apart_and_no_decision() -> None:
    record = _named("case-8842").path.read_text("utf-8")
    found = re.findall(r"^- (\d{4}-\d\d-\d\d): Non-compliance recorded:", record, re.MULTILINE)
    first, second = map(date.fromisoformat, found)
    assert (second - first).days == 48
    assert re.findall(r"^(\d)\. .*: missing\.$", record, re.MULTILINE) == ["5"]
    assert "decision" not in record.lower()


def test_events_of_each_case_are_in_order_of_their_dates() -> None:
    for entry in documents():
        if entry.metadata["authority"] == "case_record" and entry.path.suffix == ".md":
            dates = re.findall(r"^- (\d{4}-\d\d-\d\d): \S", entry.path.read_text("utf-8"), re.MULTILINE)
            assert len(dates) >= 4
            assert dates == sorted(dates)


def test_the_readme_names_every_document() -> None:
    readme = (CORPUS / "README.md").read_text("utf-8")
    assert [entry.name for entry in documents() if str(entry.metadata["document_id"]) not in readme] == []


def test_the_corpus_is_small() -> None:
    assert sum(path.stat().st_size for path in CORPUS.rglob("*") if path.is_file()) < 1_000_000


def test_question_ids_are_unique_and_dispositions_follow_the_status() -> None:
    assert len({question["id"] for question in QUESTIONS}) == len(QUESTIONS)
    for question in QUESTIONS:
        assert question["disposition"] == DISPOSITIONS.get(question["status"], "abstain"), question["id"]


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: str(question["id"]))
def test_what_an_answer_must_contain_stands_in_a_gold_document(question: dict[str, list[str]]) -> None:
    tenant = "ellory-harbour" if str(question.get("as")) == "harbour-officer" else "vcsi"
    gold = [_named(name, tenant) for name in question["gold_documents"]]
    text = folded(" ".join(f"{entry.metadata.get('title')} {entry.text}" for entry in gold))
    assert [part for part in question["must_contain"] if part not in text] == []
    assert bool(gold) == (str(question["status"]) in {"answered", "conflicting_evidence"})
