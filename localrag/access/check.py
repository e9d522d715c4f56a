"""A policy file + the documents of its home -> rights as they come out, and what hardly was meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from localrag.access.policy import ANY_ACCOUNT, FILE_NAME, Policy, PolicyText, nearest
from localrag.access.resolve import rights_of
from localrag.records.policy import AccountRights, ClosedDocument, PolicyFinding, PolicyReport, RoleRights
from localrag.records.security import AccessTuple, DocumentAccess, SecurityContext, closed, may_read, unmet
from localrag.text.toml_lines import KeyPath, line_of, lines_of

_ORDER = ("error", "warning", "note")


def check_policy(
    home: Path, read: PolicyText | None, documents: Sequence[DocumentAccess] | None, *, needs_policy: bool
) -> PolicyReport:
    """What a policy does, and what of it somebody should look at.

    Args:
        home: The index home.
        read: Its policy file; null where it has none.
        documents: Every indexed document version; null where there is no index.
        needs_policy: Whether the index was built under one.
    """
    path = str(home / FILE_NAME)
    count = None if documents is None else len(documents)
    if read is None:
        return PolicyReport(path=path, findings=(_no_policy(needs_policy),), documents=count)
    if read.policy is None:
        mistakes = (
            PolicyFinding(
                severity="error",
                message=f"The file {one.problem}.",
                line=one.line,
                suggestion=one.suggestion,
            )
            for one in read.mistakes
        )
        return PolicyReport(path=path, findings=tuple(mistakes), documents=count)
    tuples = Counter(one.access for one in documents or ())
    accounts = tuple(_rights(read.policy, name, tuples) for name in read.policy.accounts)
    findings = _Findings(read.policy, lines_of(read.text))
    found = [*findings.of_names(), *findings.of_accounts(accounts, tuples if documents else None)]
    if documents:
        found += findings.of_documents(tuples)
    found.sort(key=lambda one: (_ORDER.index(one.severity), one.line or 0))
    return PolicyReport(
        path=path,
        version=read.policy.version,
        findings=tuple(found),
        accounts=accounts,
        documents=count,
        closed_documents=tuple(_closed_documents(documents or ())),
    )


def _no_policy(needs_policy: bool) -> PolicyFinding:
    if needs_policy:
        words = "There is no policy.toml, and the index was built under one: nothing is answered."
        return PolicyFinding(severity="error", message=words)
    words = "There is no policy.toml: whoever the system lets open this home may read all of it."
    return PolicyFinding(severity="note", message=words)


def _rights(policy: Policy, name: str, tuples: Mapping[AccessTuple, int]) -> AccountRights:
    found = rights_of(policy, name)
    assert found is not None
    security = found[1]
    account = policy.accounts[name]
    return AccountRights(
        account=name,
        user_id=security.user_id,
        tenant_id=security.tenant_id,
        may_administer=account.may_administer,
        act_as=account.act_as,
        roles=tuple(
            RoleRights(
                role=grant.role,
                acl_policy_ids=grant.acl_policy_ids,
                denied_acl_policy_ids=policy.roles[grant.role].denied_acl_policy_ids,
                classifications=grant.classifications,
                source_types=grant.source_types,
                documents=_readable(security.model_copy(update={"grants": (grant,)}), tuples),
            )
            for grant in security.grants
        ),
        documents=_readable(security, tuples),
    )


def _readable(security: SecurityContext, tuples: Mapping[AccessTuple, int]) -> int:
    return sum(count for access, count in tuples.items() if may_read(security, access))


def _closed_documents(documents: Sequence[DocumentAccess]) -> Iterator[ClosedDocument]:
    for one in sorted(documents, key=lambda one: (one.place, one.version or "")):
        missing = tuple(
            key for key in ("acl_policy_id", "classification") if getattr(one.access, key) is None
        )
        if missing:
            yield ClosedDocument(document=one, missing=missing)


class _Findings:
    """What of a usable policy should be looked at."""

    def __init__(self, policy: Policy, lines: Mapping[KeyPath, int]) -> None:
        self._policy, self._lines = policy, lines

    def of_names(self) -> Iterator[PolicyFinding]:
        """Roles that nobody has, that grant nothing, or that deny what they grant."""
        held = {role for account in self._policy.accounts.values() for role in account.roles}
        for name, role in self._policy.roles.items():
            place = ("roles", name)
            if name not in held:
                yield self._finding("warning", f"Nobody has the role {name}.", place, nearest(name, [*held]))
            if name in held and role.acl_policy_ids and not role.classifications:
                yield self._finding(
                    "warning", f"The role {name} grants nothing: it names no classification.", place
                )
            if name in held and role.classifications and not role.acl_policy_ids:
                yield self._finding(
                    "warning", f"The role {name} grants nothing: it names no access list.", place
                )
            for acl in sorted(set(role.acl_policy_ids) & set(role.denied_acl_policy_ids)):
                words = f"The role {name} both grants and denies the access list {acl}; the denial counts."
                yield self._finding("warning", words, place)

    def of_accounts(
        self, accounts: Sequence[AccountRights], tuples: Mapping[AccessTuple, int] | None
    ) -> Iterator[PolicyFinding]:
        """Accounts that can never read anything, and entries that reach far."""
        for one in accounts:
            place = ("accounts", one.account)
            usable = [role for role in one.roles if role.acl_policy_ids and role.classifications]
            if not usable:
                words = f"The account {one.account} can never read anything: "
                words += "none of its roles grants anything." if one.roles else "it has no role."
                yield self._finding("warning" if one.roles else "note", words, place)
            elif tuples is not None and one.documents == 0:
                words = f"The account {one.account} can read none of the documents of this index."
                tenants = sorted({str(access.tenant_id) for access in tuples})
                meant = None if str(one.tenant_id) in tenants else nearest(str(one.tenant_id), tenants)
                if str(one.tenant_id) not in tenants:
                    words = f"{words[:-1]}: none belongs to the tenant {one.tenant_id}."
                yield self._finding("warning", words, place, meant)
            if one.account == ANY_ACCOUNT and one.may_administer:
                words = "Every account of this machine without an entry of its own may administer this home."
                yield self._finding("note", words, (*place, "may_administer"))
        if not any(one.may_administer for one in accounts):
            yield self._finding("warning", "No account may administer this home.", ())

    def of_documents(self, tuples: Mapping[AccessTuple, int]) -> Iterator[PolicyFinding]:
        """Names in roles that no document bears, and documents that nobody may read."""
        known = {
            "acl_policy_ids": sorted({str(one.acl_policy_id) for one in tuples if one.acl_policy_id}),
            "denied_acl_policy_ids": sorted({str(one.acl_policy_id) for one in tuples if one.acl_policy_id}),
            "source_types": sorted({one.source_type for one in tuples if one.source_type}),
        }
        for name, role in self._policy.roles.items():
            for key, among in known.items():
                for written in getattr(role, key) or ():
                    if written not in among:
                        noun = "source type" if key == "source_types" else "access list"
                        words = f"The role {name} names the {noun} {written!r}, which no document has."
                        meant = nearest(written, among)
                        severity = "warning" if meant else "note"
                        yield self._finding(severity, words, ("roles", name, key), meant)
        askers = [found[1] for name in self._policy.accounts if (found := rights_of(self._policy, name))]
        for access, count in tuples.items():
            has_metadata = access.acl_policy_id is not None and access.classification is not None
            if not has_metadata or any(may_read(asker, access) for asker in askers):
                continue
            yield self._finding("warning", _unread(access, count), (), self._nearly(access))

    def _nearly(self, access: AccessTuple) -> str | None:
        """What would be needed of the role that comes nearest to granting a document."""
        tried = [
            (len(failed), grant.role, failed[0])
            for name in self._policy.accounts
            if (found := rights_of(self._policy, name)) and not closed(found[1], access)
            for grant in found[1].grants
            if (failed := unmet(grant, access))
        ]
        if not tried or min(tried)[0] > 1:
            return None
        _, role, condition = min(tried)
        return f"the role {role} lacks only {condition} {getattr(access, condition)!r}"

    def _finding(
        self, severity: str, message: str, place: Sequence[str], suggestion: str | None = None
    ) -> PolicyFinding:
        line = line_of(self._lines, place)
        return PolicyFinding.model_validate(
            {"severity": severity, "message": message, "line": line, "suggestion": suggestion}
        )


def _unread(access: AccessTuple, count: int) -> str:
    documents = "1 document" if count == 1 else f"{count:,} documents"
    kind = f", source type {access.source_type}" if access.source_type else ""
    return (
        f"No account may read {documents} of tenant {access.tenant_id}, access list {access.acl_policy_id}, "
        f"classification {access.classification}{kind}."
    )
