"""UserRequest + earlier turns -> QueryPlan of a question that stands alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from localrag.plan.ambiguity import which_case
from localrag.plan.follow_up import standalone
from localrag.plan.glossary import Glossary
from localrag.plan.normalise import normalise
from localrag.plan.plan import PlanSettings, plan
from localrag.ports import Catalog
from localrag.records.conversation import Turn
from localrag.records.plan import QueryPlan
from localrag.records.request import UserRequest


def plan_in_conversation(
    request: UserRequest,
    previous: Sequence[Turn],
    *,
    today: date,
    settings: PlanSettings,
    catalog: Catalog,
    glossary: Glossary,
    is_word: Callable[[str], bool],
) -> QueryPlan:
    """The plan of a question, completed from what was asked before where it leans on it.

    Args:
        request: As it came in.
        previous: Earlier turns, oldest first; none for a question by itself. What the last one was asked
            back is worked out again, from the documents that the asker may read now.
        today: The day of asking, where the asker is.
        settings: Locale and financial year.
        catalog: What the asker's readable documents are called.
        glossary: The agency's abbreviations and synonyms.
        is_word: Whether the language has a word.

    Returns:
        As ``plan``; its ``normalized_query`` stands alone.
    """

    if previous:
        *earlier, last = previous
        if last.status == "needs_clarification":
            back = asked_back(
                last, request, today=today, settings=settings, catalog=catalog, glossary=glossary
            )
            last = last.model_copy(update={"clarification_question": back})
        understood = standalone(request.raw_query, [*earlier, last], today=today)
        if understood.leans_on != "nothing":
            changes: dict[str, object] = {"raw_query": understood.text}
            changes["case_id"] = request.case_id or understood.case_id
            if understood.leans_on == "clarification":
                changes["as_of"] = request.as_of or last.as_of
            request = request.model_copy(update=changes)
    return plan(
        request,
        normalise(request, locale=request.locale or settings.locale, today=today),
        today=today,
        settings=settings,
        catalog=catalog,
        glossary=glossary,
        is_word=is_word,
    )


def asked_back(
    turn: Turn,
    request: UserRequest,
    *,
    today: date,
    settings: PlanSettings,
    catalog: Catalog,
    glossary: Glossary,
) -> str:
    """What an earlier turn has to be asked back about, naming what the asker may read now.

    Args:
        turn: One that needed clarification.
        request: A question of the same asker.
        today: The day of asking, where the asker is.
        settings: Locale and financial year.
        catalog: What the asker's readable documents are called.
        glossary: The agency's abbreviations and synonyms.
    """
    changes = {"raw_query": turn.understood_as, "as_of": turn.as_of, "case_id": turn.case_id}
    asked = request.model_copy(update=changes)
    planned = plan(
        asked,
        normalise(asked, locale=asked.locale or settings.locale, today=today),
        today=today,
        settings=settings,
        catalog=catalog,
        glossary=glossary,
    )
    # Where planning had no doubt, the evidence spoke of several cases.
    return planned.clarification_question or which_case(catalog).ask
