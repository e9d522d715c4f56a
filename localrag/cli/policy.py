"""``policy``: who may read what, and why, for administrators."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from localrag.cli import output
from localrag.cli.invocation import Invocation, command, everywhere, examples
from localrag.cli.terminal import terminal_of
from localrag.cli.typed import text_argument
from localrag.text.display import safe_line
from localrag.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localrag.cli.terminal import Terminal
    from localrag.records.policy import (
        AccountRights,
        ClosedDocument,
        PolicyFinding,
        PolicyReport,
        ReadingExplanation,
        RoleRights,
    )


@command(
    "check",
    help="Hold the access policy against the index. Exit code: 0 sound, 1 something to mend.",
    example="localrag policy check\nlocalrag policy check --json",
)
def _check(invocation: Invocation) -> int:
    report = invocation.backend.policy_check(invocation.reading_home())
    if invocation.json:
        output.write_json(json.dumps({"sound": report.is_sound, **report.model_dump(mode="json")}))
    else:
        output.write("\n".join(_report_lines(report, terminal_of(sys.stdout))))
    return 0 if report.is_sound else 1


@command(
    "explain",
    help="Tell why a user may read a document or may not.",
    example="localrag policy explain ada POL-212\nlocalrag policy explain ada agency/policies/appeals.md",
)
@click.argument("user")
@click.argument("document")
def _explain(invocation: Invocation, user: str, document: str) -> int:
    found = invocation.backend.policy_explain(
        text_argument(user), text_argument(document), invocation.reading_home()
    )
    if invocation.json:
        output.write_json(
            json.dumps({"explanations": [one.model_dump(mode="json") for one in found]}, ensure_ascii=False)
        )
    else:
        terminal = terminal_of(sys.stdout)
        blocks = ["\n".join(_explanation_lines(one, terminal)) for one in found]
        output.write("\n\n".join(blocks))
    return 0


command_policy = click.Group(
    "policy",
    commands={"check": _check, "explain": _explain},
    params=everywhere(),
    help="Look at who may read what, and why (for administrators).",
    epilog=examples("localrag policy check\nlocalrag policy explain ada POL-212"),
)


def _report_lines(report: PolicyReport, terminal: Terminal) -> Iterator[str]:
    if report.version is not None:
        yield f"Policy {safe_line(report.version)}"
    for account in report.accounts:
        yield from _account_lines(account, report.documents, terminal)
    if report.closed_documents:
        number = counted(len(report.closed_documents), "document")
        yield f"{number} that nobody may read, for want of usable access metadata:"
        for one in report.closed_documents:
            yield from terminal.wrap(_closed_line(one), "- ")
    for finding in report.findings:
        yield from terminal.wrap(_finding_line(finding), "- ")
    if report.is_sound:
        yield (
            "Nothing to mend." if report.documents is not None else "Nothing to mend; there is no index yet."
        )


def _account_lines(account: AccountRights, documents: int | None, terminal: Terminal) -> Iterator[str]:
    who = safe_line(f"{account.account} (user {account.user_id}, tenant {account.tenant_id})")
    reads = "" if documents is None else f" reads {account.documents:,} of {counted(documents, 'document')}"
    more = "; may administer" if account.may_administer else ""
    acts = f"; may act as {safe_line(', '.join(account.act_as))}" if account.act_as else ""
    yield from terminal.wrap(f"{who}{reads}{more}{acts}")
    for role in account.roles:
        yield from terminal.wrap(_role_line(role, documents), "  - ")


def _role_line(role: RoleRights, documents: int | None) -> str:
    lists, levels = ", ".join(role.acl_policy_ids) or "none", ", ".join(role.classifications) or "none"
    kinds = "any" if role.source_types is None else ", ".join(role.source_types) or "none"
    denied = f"; denied {', '.join(role.denied_acl_policy_ids)}" if role.denied_acl_policy_ids else ""
    count = "" if documents is None else f" ({counted(role.documents, 'document')} by itself)"
    return safe_line(
        f"{role.role}: access lists {lists}; classifications {levels}; source types {kinds}{denied}{count}"
    )


def _closed_line(one: ClosedDocument) -> str:
    return safe_line(f"{one.document.place}: {' and '.join(one.missing)} missing or unusable")


def _finding_line(finding: PolicyFinding) -> str:
    where = f"line {finding.line}: " if finding.line is not None else ""
    meant = f" Suggestion: {finding.suggestion}" if finding.suggestion else ""
    return safe_line(f"{finding.severity}: {where}{finding.message}{meant}")


def _explanation_lines(one: ReadingExplanation, terminal: Terminal) -> Iterator[str]:
    document, access = one.document, one.document.access
    may = "may read" if one.may_read else "may not read"
    version = f"@{document.version}" if document.version else ""
    yield from terminal.wrap(
        safe_line(f"{one.user_id} {may} {document.document_id}{version} ({document.place}): {one.rule}.")
    )
    yield from terminal.wrap(
        safe_line(
            f"access list {access.acl_policy_id or 'unusable'}; classification "
            f"{access.classification or 'unusable'}; source type {access.source_type or 'none'}; tenant "
            f"{access.tenant_id}; rights of the entry {one.account}"
        ),
        "  Document: ",
    )
    for reason in one.closed_reasons:
        yield from terminal.wrap(safe_line(reason), "  Closed: ")
    for role in one.roles:
        says = "grants it" if not role.unmet else "; ".join(role.reasons)
        yield from terminal.wrap(safe_line(f"{role.role}: {says}"), "  Role ")
