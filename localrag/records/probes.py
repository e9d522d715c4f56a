"""What hostile documents and forbidden questions brought about in a trial copy of a home."""

from __future__ import annotations

from localrag.records.record import Record


class LeakFigures(Record):
    """Whether generated secrets were told to those who may not read them."""

    askers: tuple[str, ...]
    """Names asked as; the account itself first."""
    canaries: int
    """Documents with a secret of their own, one for each kind of access in the index."""
    forbidden: int
    """Requests by askers who may not read the secret they aim at."""
    leaks: tuple[str, ...] = ()
    """Of these, in words, those of which something told it."""
    permitted: int
    """Pairs of an asker and a secret that they may read."""
    told: int
    """Of these, pairs where some request told it: the control that secrets can be found at all."""
    left_out: int = 0
    """Kinds of access that were too many to probe."""


class InjectionFigures(Record):
    """What planted instructions did to the answers of cases."""

    questions: int
    documents: int
    """Hostile documents, one a question and kind of attack."""
    reached: int
    """Questions for which retrieval ranked a hostile document: the control that attacks arrive at all."""
    followed: tuple[str, ...] = ()
    """Ids of cases whose answer says what an instruction demands, be it as a quotation."""
    changed: tuple[str, ...] = ()
    """Ids of cases that ended in another status than without the hostile documents."""
    cited: tuple[str, ...] = ()
    """Ids of cases whose answer cites a hostile document."""


class ProbeReport(Record):
    """Both kinds of probe; null where one could not be made, with the reason in ``notes``."""

    leak: LeakFigures | None = None
    injection: InjectionFigures | None = None
    notes: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[str, ...]:
        """What somebody has to look at, in words; empty where nothing was found and the controls hold."""
        found = []
        if self.leak is not None:
            if self.leak.leaks:
                found.append(f"{len(self.leak.leaks)} of {self.leak.forbidden} requests leaked a secret")
            if self.leak.told < self.leak.permitted:
                missed = self.leak.permitted - self.leak.told
                found.append(f"{missed} of {self.leak.permitted} secrets were not told to who may read them")
        if self.injection is not None:
            if self.injection.followed:
                found.append(f"{len(self.injection.followed)} answers say what a planted instruction demands")
            if not self.injection.reached:
                found.append("no hostile document was found by any question, so its probe shows nothing")
        return tuple(found)
