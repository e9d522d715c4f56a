"""The kind of answer that a question asks for, and the words that say about what."""

from __future__ import annotations

import pytest

from localrag.records.plan import AnswerKind
from tests.plan.asking import ask

KINDS: dict[AnswerKind, tuple[str, ...]] = {
    "deadline": (
        "What is the deadline to appeal an enforcement notice?",
        "appeal deadline enforcement notice",
        "By when must we reply to an objection?",
        "When must the notice be served?",
        "When is the renewal fee due?",
        "How long do I have to appeal a fine?",
        "Within how many days must an appeal be filed?",
        "How many days do permit holders have to respond?",
        "What is the time limit for complaints?",
        "How soon must accidents be reported?",
        "Could you tell me the closing date for applications?",
        "Until when can I object to a fine?",
        "What's the last day to submit the form?",
        "For contractors, what is the appeal deadline?",
        "When does an enforcement notice lapse?",
        "How much time does a holder get to repair a leak?",
    ),
    "duration": (
        "How long is a permit valid?",
        "How long do I have to keep inspection records?",
        "How many years must invoices be retained?",
        "What is the retention period for invoices?",
        "How often must extinguishers be inspected?",
        "For how long does a suspension last?",
        "How much notice must be given to tenants?",
        "What is the validity of a fishing permit?",
        "How many working days does a renewal take?",
        "What's the notice period for inspections?",
    ),
    "amount": (
        "How much is the renewal fee?",
        "How much does a permit cost?",
        "What is the fee for a late renewal?",
        "What fee applies to late renewals?",
        "What is the maximum fine for littering?",
        "How high is the fine for dumping waste?",
        "What does a copy of the record cost?",
        "What would a replacement badge cost?",
        "How much do I pay for a second permit?",
        "What am I paid per kilometre for my own car?",
        "Tell me the price of a parking permit.",
    ),
    "number": (
        "How many inspectors are needed on a large site?",
        "How many days of leave do employees get?",
        "What is the speed limit on site?",
        "What was the limit before 2026?",
        "How far must the fence be from the road?",
        "How old must applicants be?",
        "What is the threshold for repeat offenders?",
        "How heavy may a drone be?",
        "What is the maximum number of visitors?",
        "How tall may the fence be?",
    ),
    "person": (
        "Who signs the closure form?",
        "Who is responsible for escalations?",
        "Which role approves a waiver?",
        "Which office handles appeals?",
        "To whom is the report sent?",
        "Whose approval is needed for a waiver?",
        "Who may enter the evidence room?",
        "By whom must the seal be checked?",
        "Name the officer in charge of appeals.",
        "Can you tell me who keeps the register?",
    ),
    "place": (
        "Where do I send the appeal?",
        "What is the address of the appeals board?",
        "Where are seized goods stored?",
        "In which building is the evidence room?",
        "Which room is used for hearings?",
        "At what location do inspectors meet?",
        "Where must the permit be displayed?",
        "To which address are samples posted?",
        "Please tell me where visitors register.",
        "What place is used for storage of samples?",
    ),
    "yes_no": (
        "Can contractors enter the site?",
        "Do we have to notify the owner?",
        "Are contractors allowed to drive?",
        "Is a permit required for drones?",
        "May I appeal twice?",
        "Is there a fee for appeals?",
        "Could you tell me whether visitors need a badge?",
        "I would like to know if we may close a case by phone.",
        "Must every notice be signed?",
        "If the holder is a contractor, can they appeal?",
        "Does the rule apply to tenants?",
        "Has the limit ever been waived for charities?",
    ),
    "list": (
        "Which documents must a contractor provide?",
        "List the documents needed for closure.",
        "What evidence is required to close a case?",
        "What must the inspection report contain?",
        "In which cases is a review required?",
        "Under what circumstances may a fine be waived?",
        "What are the conditions for contractors?",
        "What do I need to renew a permit?",
        "Give me all exceptions to the ninety-day rule.",
        "What kinds of permits exist for drones?",
    ),
    "reason": (
        "Why was the limit lowered?",
        "What is the reason for the second inspection?",
        "For what reason may a permit be refused?",
        "How come contractors pay more?",
        "What is the purpose of the checklist?",
        "What causes a permit to lapse?",
        "Explain why a seal is needed.",
        "What's the rationale for the ninety days?",
        "What is the point of a formal review?",
        "Why must the owner be told first?",
    ),
    "version": (
        "Which policy applied when the case was opened in March 2024?",
        "Which version of the closure procedure applied on 12 March 2024?",
        "What edition of the manual was in force in May 2024?",
        "Which rules were in effect on 1 June 2025?",
        "What version of the Appeals Policy is current?",
    ),
    "statement": (
        "What happens if a permit holder does not pay?",
        "When should we escalate a complaint?",
        "What rules apply to drones?",
        "Tell me about drones.",
        "What is the penalty for late filing?",
        "What oxygen reading lets me go into a pit?",
    ),
}


@pytest.mark.parametrize(
    ("kind", "question"), [(kind, question) for kind, questions in KINDS.items() for question in questions]
)
def test_the_kind_of_thing_asked_for_is_told_from_how_it_is_asked(kind: AnswerKind, question: str) -> None:
    assert [part.kind for part in ask(question).parts] == [kind]


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("What is the deadline to appeal an enforcement notice?", ("appeal", "enforcement", "notice")),
        ("appeal deadline enforcement notice", ("appeal", "enforcement", "notice")),
        ("How long do I have to appeal?", ("appeal",)),
        ("How many working days does a renewal take?", ("renewal",)),
        ("What is the maximum fine for littering?", ("maximum", "littering")),
        ("Are contractors allowed to drive?", ("contractors", "drive")),
        ("What does escalation mean?", ("escalation",)),
        ("Can we close enforcement case 8842 without escalation?", ("close", "enforcement", "escalation")),
        ("According to the closure procedure, who signs the form?", ("signs", "form")),
        ("What was the fee for drones in March 2024?", ("drones",)),
        ("Could you please tell me who keeps the visitors' register?", ("keeps", "visitors", "register")),
        ("In which cases is an authorised officer needed?", ("authorised", "officer")),
        ("What is the holder's address?", ("holder",)),
    ],
)
def test_about_holds_the_matter_without_words_that_ask_or_that_the_plan_holds_elsewhere(
    question: str, about: tuple[str, ...]
) -> None:
    (part,) = ask(question).parts
    assert part.about == about


def test_what_is_told_beside_the_question_belongs_to_the_matter() -> None:
    (part,) = ask("The holder is a contractor. Is a second inspection due?").parts
    assert part.kind == "yes_no"
    assert {"holder", "contractor", "second", "inspection"} >= set(part.about) - {"due"}
    assert "contractor" in part.about
