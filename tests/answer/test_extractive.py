"""Findings -> drafts in the shape of the question."""

from __future__ import annotations

from localrag.answer.compose import markdown
from localrag.answer.extractive import answer
from localrag.records.answer import Draft
from tests.answer.making import finding, package, passage, plan

APPEALS = passage(
    "An appeal must be filed within 14\ncalendar days after receiving the notice. It is free."
    " The deadline may be extended only if the appellant was in hospital. The day of receipt is not counted."
)
DEADLINE = "An appeal must be filed within 14\ncalendar days after receiving the notice."


def texts(draft: Draft) -> list[str]:
    return [sentence.text for sentence in draft.sentences]


def kinds(draft: Draft) -> list[str]:
    return [block.kind for block in draft.blocks]


def test_a_value_is_one_sentence_on_one_line_with_its_verbatim_quote() -> None:
    found = [
        finding(APPEALS, DEADLINE, marked="14\ncalendar days"),
        finding(APPEALS, "It is free.", score=0.88),
    ]
    draft = answer(plan(("What is the deadline?", "deadline")), package([APPEALS], found))
    assert texts(draft) == ["An appeal must be filed within 14 calendar days after receiving the notice."]
    assert draft.sentences[0].quotes[0].quote == DEADLINE


def test_a_rule_is_quoted_with_its_exception() -> None:
    limit = "The deadline may be extended only if the appellant was in hospital."
    found = [
        finding(APPEALS, DEADLINE),
        finding(APPEALS, limit, "exception"),
    ]
    draft = answer(plan(("What is the deadline?", "deadline")), package([APPEALS], found))
    assert len(draft.sentences) == 2
    assert "only if" in draft.sentences[1].text


def test_what_a_sentence_points_back_to_comes_before_it() -> None:
    found = [finding(APPEALS, "It is free."), finding(APPEALS, DEADLINE, "context", score=0.5)]
    draft = answer(plan(("What does it cost?", "amount")), package([APPEALS], found))
    assert texts(draft)[1] == "It is free."


def test_sentences_that_are_clearly_worse_are_no_answer() -> None:
    found = [finding(APPEALS, DEADLINE), finding(APPEALS, "The day of receipt is not counted.", score=0.5)]
    draft = answer(plan(("How do appeals work?", "statement")), package([APPEALS], found))
    assert len(draft.sentences) == 1


def test_steps_are_numbered_in_their_order() -> None:
    closure = passage("1. Write the summary.\n2. Send the file.\n3. Wait.")
    found = [finding(closure, text, "step") for text in ("Write the summary.", "Send the file.", "Wait.")]
    draft = answer(plan(("How do I close a case?", "steps")), package([closure], found))
    assert kinds(draft) == ["steps"]
    assert markdown(draft.blocks).splitlines()[1] == "2. Send the file. [E1]"


def test_items_follow_the_sentence_that_introduces_them() -> None:
    contents = passage("The appeal must contain:\n\n- the name;\n- the reasons.")
    found = [finding(contents, text, "item") for text in ("the name;", "the reasons.")]
    draft = answer(plan(("What must an appeal contain?", "list")), package([contents], found))
    assert kinds(draft) == ["paragraph", "bullets"]
    assert texts(draft) == ["The appeal must contain:", "the name;", "the reasons."]


def test_a_table_row_reads_with_its_header_and_cites_both() -> None:
    fees = passage("| Class | Fee |\n|---|---|\n| A | EUR 250 |\n| B | EUR 450 |")
    found = [finding(fees, "| B | EUR 450 |")]
    draft = answer(plan(("What is the fee for class B?", "amount")), package([fees], found))
    assert texts(draft) == ["Class: B; Fee: EUR 450"]
    assert [quote.quote for quote in draft.sentences[0].quotes] == ["| B | EUR 450 |", "| Class | Fee |"]


def test_of_a_wide_row_only_the_column_asked_for_is_read() -> None:
    fees = passage("| Service | Class A | Class B |\n|---|---|---|\n| Renewal | EUR 640 | EUR 420 |")
    found = [finding(fees, "| Renewal | EUR 640 | EUR 420 |", marked="EUR 640")]
    draft = answer(
        plan(("What does the renewal of a Class B licence cost?", "amount")), package([fees], found)
    )
    assert texts(draft) == ["Service: Renewal; Class B: EUR 420"]
    assert draft.sentences[0].quotes[0].answer_span is None


def test_where_the_question_names_no_column_the_marked_value_chooses_it() -> None:
    people = passage("| Document | Signed by | Limit |\n|---|---|---|\n| Order | Head | EUR 500 |")
    found = [finding(people, "| Order | Head | EUR 500 |", marked="Head")]
    draft = answer(plan(("Who is responsible for an order?", "person")), package([people], found))
    assert texts(draft) == ["Document: Order; Signed by: Head"]


def test_a_sentence_ending_in_a_colon_brings_its_list() -> None:
    grounds = passage("It may be extended only if:\n\n(a) the portal was out of order; or\n\n(b) he was ill.")
    found = [finding(grounds, "It may be extended only if:")]
    draft = answer(plan(("When may it be extended?", "statement")), package([grounds], found))
    assert texts(draft) == ["It may be extended only if:", "the portal was out of order; or", "he was ill."]


def test_a_symptom_brings_its_cause_and_remedy_and_nobody_elses() -> None:
    guide = passage(
        "Symptom: it shows E4.\n\nRemedy: replace the disc. Then switch it on.\n\n"
        "Symptom: it shows E7.\n\nRemedy: wait."
    )
    found = [finding(guide, "Symptom: it shows E4.")]
    draft = answer(
        plan(("It shows E4. What now?", "steps"), query_type="troubleshooting"), package([guide], found)
    )
    assert texts(draft) == ["Symptom: it shows E4.", "Remedy: replace the disc.", "Then switch it on."]


def test_a_comparison_has_one_column_a_side() -> None:
    notices = passage("A notice must be in writing.", 1, headings=("Enforcement notice",))
    warnings = passage("A warning may be oral.", 2, headings=("Warning",))
    found = [
        finding(warnings, "A warning may be oral.", part=0),
        finding(notices, "A notice must be in writing.", part=0),
    ]
    wanted = plan(
        ("What is the difference between a notice and a warning?", "statement"),
        query_type="comparison",
        sides=("notice", "warning"),
    )
    draft = answer(wanted, package([notices, warnings], found))
    assert draft.blocks[0].kind == "table"
    assert draft.blocks[0].columns == ("notice", "warning")
    assert texts(draft) == ["A notice must be in writing.", "A warning may be oral."]


def test_a_comparison_without_one_of_its_sides_is_no_table() -> None:
    notices = passage("A notice must be in writing.")
    wanted = plan(("Compare", "statement"), query_type="comparison", sides=("notice", "warning"))
    draft = answer(wanted, package([notices], [finding(notices, "A notice must be in writing.")]))
    assert kinds(draft) == ["paragraph"]


def test_parts_are_answered_one_by_one_under_their_questions() -> None:
    found = [finding(APPEALS, DEADLINE, part=0), finding(APPEALS, "It is free.", part=1)]
    wanted = plan(("What is the deadline?", "deadline"), ("What does it cost?", "amount"))
    draft = answer(wanted, package([APPEALS], found))
    assert [block.title for block in draft.blocks] == ["What is the deadline?", "What does it cost?"]


def test_a_part_without_an_answer_is_named() -> None:
    wanted = plan(("What is the deadline?", "deadline"), ("Who decides?", "person"))
    found = package([APPEALS], [finding(APPEALS, DEADLINE)], missing_information=("who decides",))
    assert texts(answer(wanted, found))[-1] == "The documents found do not state who decides."


def test_one_sentence_that_answers_two_parts_is_said_once() -> None:
    found = [finding(APPEALS, DEADLINE, part=0), finding(APPEALS, DEADLINE, part=1)]
    wanted = plan(("What is the deadline?", "deadline"), ("From when?", "date"))
    assert len(answer(wanted, package([APPEALS], found)).sentences) == 1


def test_without_findings_there_is_nothing_to_say() -> None:
    assert answer(plan(("What?", "statement")), package([APPEALS])).blocks == ()
