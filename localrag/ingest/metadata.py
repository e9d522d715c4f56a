"""What a source, a sidecar and a file say about a document -> the metadata that counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import cast

from localrag.ingest.values import ACCESS_KEYS, DOCUMENT_KEYS, FORCE_KEYS, Values
from localrag.records.authority import AUTHORITY_ORDER, Authority, outranks
from localrag.records.documents import DocumentMetadata, MediaType
from localrag.records.ids import SourceId, TenantId

_BROKEN = object()
"""Stands for a value that was given and cannot be used."""
_FREE_KEYS = frozenset({"title", "language"})
"""What an untrusted file may set."""


@dataclass(slots=True)
class Resolved:
    """Values on their way to a document, weakest layer first."""

    levels: Sequence[str]
    """Classification levels, lowest first."""
    values: dict[str, object] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    def set_all(self, layer: Values) -> None:
        """Take a trusted layer over: its values, and what it leaves unusable."""
        self.values.update(layer.usable)
        self.values.update(dict.fromkeys(layer.broken, _BROKEN))

    def tighten(self, layer: Values, where: str, *, free: frozenset[str] = _FREE_KEYS) -> None:
        """Take from an untrusted layer what makes a document no more than it is.

        Args:
            layer: Its values.
            where: Names the file in warnings.
            free: Keys that it may set as it likes.
        """
        for key, value in layer.usable.items():
            if key in free:
                self.values[key] = value
            elif key == "authority":
                self._lower_authority(cast(Authority, value), where)
            elif key == "classification":
                self._raise_classification(str(value), where)
            elif self.values.get(key) != value:
                self._warn_ignored(where, key)
        if "classification" in layer.broken:
            self.values["classification"] = _BROKEN
        if "authority" in layer.broken:
            self.values["authority"] = _BROKEN

    def raise_by_mark(self, level: str, where: str) -> None:
        """Take a classification printed on the pages where it is higher than the source's, and say so."""
        current = self.values.get("classification")
        if current is None or current is _BROKEN:
            return
        if self.levels.index(level) > self.levels.index(str(current)):
            self.values["classification"] = level
            self.warnings.append(f"{where}: classified as {level}: its pages are marked so")

    def close(self, why: str) -> None:
        """Take it that something unreadable meant to restrict the document as far as it can be."""
        self.values["classification"] = _BROKEN
        self.values["authority"] = _BROKEN
        self.warnings.append(why)

    def close_force(self) -> None:
        """Take it that something unreadable meant to end the document's validity."""
        self.values["status"] = _BROKEN

    def _lower_authority(self, value: Authority, where: str) -> None:
        current = self.values.get("authority", "user_upload")
        if current is _BROKEN or value == current:
            return
        if outranks(cast(Authority, current), value):
            self.values["authority"] = value
        else:
            self._warn_ignored(where, "authority")

    def _raise_classification(self, value: str, where: str) -> None:
        current = self.values.get("classification")
        if current is _BROKEN or value == current:
            return
        level = self.levels.index(value)
        if current is None:
            # Nothing is opened by it: without an access list nobody may read it under a policy.
            may_raise = level > 0 and self.values.get("acl_policy_id") is None
        else:
            may_raise = level > self.levels.index(str(current))
        if may_raise:
            self.values["classification"] = value
        else:
            self._warn_ignored(where, "classification")

    def _warn_ignored(self, where: str, key: str) -> None:
        self.warnings.append(f"{where}: {key} is ignored: this file may not set it")


def finish(
    resolved: Resolved,
    *,
    source_id: SourceId,
    tenant_id: TenantId,
    uri: str,
    where: str,
    media_type: MediaType,
    content_hash: str,
    fallback_title: str,
) -> DocumentMetadata:
    """The metadata of a document; what cannot be used never opens it and never brings it into force.

    Unusable access metadata leaves the document without an access list; unusable validity makes it a
    draft; unusable authority gives it the lowest. Warnings say so.
    """
    values = {key: value for key, value in resolved.values.items() if value is not _BROKEN}
    broken = {key for key, value in resolved.values.items() if value is _BROKEN}
    if broken & ACCESS_KEYS:
        values["acl_policy_id"] = None
        resolved.warnings.append(
            f"{where}: nobody may read it under a policy: {_listed(broken & ACCESS_KEYS)} cannot be used"
        )
    start, end = values.get("valid_from"), values.get("valid_to")
    if isinstance(start, date) and isinstance(end, date) and end < start:
        resolved.warnings.append(f"{where}: valid_to ({end}) lies before valid_from ({start})")
        broken |= {"valid_from", "valid_to"}
    if broken & FORCE_KEYS:
        values["status"] = "draft"
        resolved.warnings.append(
            f"{where}: counts as a draft, in force on no day: {_listed(broken & FORCE_KEYS)} cannot be used"
        )
    if "authority" in broken:
        values["authority"] = AUTHORITY_ORDER[-1]
        resolved.warnings.append(f"{where}: has the lowest authority: authority cannot be used")
    values.setdefault("document_id", f"{source_id}/{uri}")
    values.setdefault("title", fallback_title)
    kept = {key: value for key, value in values.items() if key in DOCUMENT_KEYS}
    tenant = values.get("tenant_id", tenant_id)
    return DocumentMetadata.model_validate(
        {
            **kept,
            "source_id": source_id,
            "tenant_id": tenant,
            "uri": uri,
            "media_type": media_type,
            "content_hash": content_hash,
        }
    )


def _listed(keys: set[str] | frozenset[str]) -> str:
    return ", ".join(sorted(keys))
