"""Why somebody may read a document: the gate's verdict, and its conditions in words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from localrag.access.explain import explain_reading
from localrag.records.ids import AclPolicyId, DocumentId, SourceId, TenantId, UserId
from localrag.records.security import AccessTuple, DocumentAccess, RoleGrant, SecurityContext, may_read

LISTS, LEVELS, KINDS = ("staff", "board", "open"), ("public", "internal"), ("policy", "memo")


def _some(names: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(names), unique=True, max_size=len(names)).map(tuple)


grants = st.builds(
    RoleGrant,
    role=st.sampled_from(["officer", "chief"]),
    acl_policy_ids=_some(LISTS),
    classifications=_some(LEVELS),
    source_types=st.none() | _some(KINDS),
)
askers = st.builds(
    SecurityContext,
    tenant_id=st.sampled_from(["agency", "harbour"]),
    user_id=st.just("ada"),
    grants=st.lists(grants, max_size=3).map(tuple),
    denied_acl_policy_ids=_some(LISTS),
)
accesses = st.builds(
    AccessTuple,
    tenant_id=st.sampled_from(["agency", "harbour"]),
    acl_policy_id=st.none() | st.sampled_from(LISTS),
    classification=st.none() | st.sampled_from([*LEVELS, "secret"]),
    source_type=st.none() | st.sampled_from(KINDS),
)


def _document(access: AccessTuple) -> DocumentAccess:
    return DocumentAccess(
        document_id=DocumentId("POL-1"), source_id=SourceId("rules"), uri="a.md", title="A", access=access
    )


@given(askers, accesses)
def test_the_explanation_says_what_the_gate_says(security: SecurityContext, access: AccessTuple) -> None:
    found = explain_reading("ada", security, _document(access))
    assert found.may_read == may_read(security, access)
    by_its_parts = not found.closed and any(not role.unmet for role in found.roles)
    assert by_its_parts == found.may_read


@given(askers, accesses)
def test_what_is_refused_is_refused_by_a_named_condition(
    security: SecurityContext, access: AccessTuple
) -> None:
    found = explain_reading("ada", security, _document(access))
    assert found.may_read or found.closed or all(role.unmet and role.reasons for role in found.roles)


@given(askers, accesses)
def test_a_condition_that_fails_is_the_one_that_would_open_it(
    security: SecurityContext, access: AccessTuple
) -> None:
    found = explain_reading("ada", security, _document(access))
    if found.closed:
        return
    for grant, role in zip(security.grants, found.roles, strict=True):
        widened = grant.model_copy(update=dict(_granting(role.unmet, access)))
        alone = security.model_copy(update={"grants": (widened,)})
        assert may_read(alone, access)


def _granting(unmet: tuple[str, ...], access: AccessTuple) -> list[tuple[str, tuple[str | None, ...]]]:
    keys = {"acl_policy_id": "acl_policy_ids", "classification": "classifications"}
    return [(keys.get(one, "source_types"), (getattr(access, one),)) for one in unmet]


def test_the_deciding_role_is_named() -> None:
    grant = RoleGrant(role="chief", acl_policy_ids=(AclPolicyId("board"),), classifications=("internal",))
    security = SecurityContext(tenant_id=TenantId("agency"), user_id=UserId("ada"), grants=(grant,))
    access = AccessTuple(
        tenant_id=TenantId("agency"),
        acl_policy_id=AclPolicyId("board"),
        classification="internal",
        source_type=None,
    )
    assert explain_reading("ada", security, _document(access)).rule.startswith("role chief alone grants")
