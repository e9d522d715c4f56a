"""Names for the kinds of identifier, so that one is never passed for another."""

from __future__ import annotations

from typing import NewType

RequestId = NewType("RequestId", str)
TraceId = NewType("TraceId", str)
TenantId = NewType("TenantId", str)
UserId = NewType("UserId", str)
SourceId = NewType("SourceId", str)
DocumentId = NewType("DocumentId", str)
ChunkId = NewType("ChunkId", str)
"""Derived from content and place, never from a counter: hidden rows must not move it."""
EvidenceId = NewType("EvidenceId", str)
"""``E1`` to ``En``, best first, within one evidence package."""
ClaimId = NewType("ClaimId", str)
AclPolicyId = NewType("AclPolicyId", str)
