"""A package and the findings that may stay -> the package with every position in it set right."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from localrag.records.evidence import Computation, EvidencePackage, Finding, Requirement


def keep(package: EvidencePackage, positions: Collection[int]) -> EvidencePackage:
    """Leave out all findings but those at ``positions``, and what derives from any that went.

    Computations and a verdict that rest on a finding left out are left out too, as are requirements whose
    demand went; a requirement whose entry went stays, with no entry.
    """
    return arrange(package, [at for at in range(len(package.findings)) if at in positions])


def arrange(package: EvidencePackage, stay: Sequence[int]) -> EvidencePackage:
    """As ``keep``, with the findings in the order of ``stay``, in which each position stands once."""
    new = {old: number for number, old in enumerate(stay)}
    findings: tuple[Finding, ...] = tuple(package.findings[at] for at in stay)
    computations: list[Computation] = []
    for computation in package.computations:
        if all(at in new for at in computation.derived_from):
            derived = tuple(new[at] for at in computation.derived_from)
            computations.append(computation.model_copy(update={"derived_from": derived}))
    requirements: list[Requirement] = []
    for requirement in package.requirements:
        if requirement.finding in new:
            entry = new.get(requirement.entry) if requirement.entry is not None else None
            state = requirement.state if requirement.entry is None or entry is not None else "no_entry"
            requirements.append(Requirement(finding=new[requirement.finding], state=state, entry=entry))
    verdicts = tuple(
        verdict.model_copy(update={"derived_from": tuple(new[at] for at in verdict.derived_from)})
        for verdict in package.verdicts
        if all(at in new for at in verdict.derived_from)
    )
    return package.model_copy(
        update={
            "findings": findings,
            "computations": tuple(computations),
            "requirements": tuple(requirements),
            "verdicts": verdicts,
        }
    )
