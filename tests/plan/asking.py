"""A question typed by a plain user -> its plan; what the tests of planning share."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from localrag.plan.glossary import EMPTY, Glossary
from localrag.plan.normalise import normalise
from localrag.plan.plan import plan
from localrag.records.ids import RequestId, TenantId, UserId
from localrag.records.plan import QueryPlan
from localrag.records.request import UserRequest
from localrag.settings import Settings
from tests.fakes.listed_catalog import ListedCatalog

TODAY = date(2026, 11, 30)


def library() -> ListedCatalog:
    """A small library of an invented agency with two cases."""
    return ListedCatalog(
        {
            "policies/manual": "Enforcement Policy Manual",
            "policies/appeals": "Appeals Policy",
            "procedures/closure": "Case Closure Procedure",
            "procedures/site-safety": "Site Safety Procedure",
            "procedures/site-access": "Site Access Procedure",
            "guides/training": "Inspector Training Handbook",
            "faq/enforcement": "Enforcement FAQ",
            "cases/case-8842/record": "Record of case 8842: Harbour Street",
            "cases/case-9001/record": "Record of case 9001: Mill Lane",
        },
        cases=["case-8842", "case-9001"],
        events={
            "case-8842": [
                (date(2024, 3, 12), "Case opened after a complaint"),
                (date(2026, 5, 2), "Inspection: non-compliance found"),
                (date(2026, 6, 19), "Inspection: non-compliance found again"),
                (date(2026, 7, 1), "Enforcement notice served"),
            ]
        },
        words="enforcement notice appeal deadline permit contractor limit escalation case closure renew",
    )


def ask(
    question: str,
    *,
    case_id: str | None = None,
    as_of: date | None = None,
    locale: str | None = None,
    roles: tuple[str, ...] = (),
    catalog: ListedCatalog | None = None,
    settings: Settings | None = None,
    glossary: Glossary = EMPTY,
    is_word: Callable[[str], bool] | None = None,
) -> QueryPlan:
    """The plan for a question asked on 30 November 2026."""
    settings = settings or Settings()
    request = UserRequest(
        request_id=RequestId("r1"),
        tenant_id=TenantId("local"),
        user_id=UserId("u1"),
        user_roles=roles,
        raw_query=question,
        locale=locale,
        channel="cli",
        as_of=as_of,
        case_id=case_id,
    )
    normalized = normalise(request, locale=locale or settings.locale, today=TODAY)
    return plan(
        request,
        normalized,
        today=TODAY,
        settings=settings,
        catalog=catalog or library(),
        glossary=glossary,
        is_word=is_word,
    )
