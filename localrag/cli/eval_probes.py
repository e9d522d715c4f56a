"""``eval CASES --probes``: a run over a home -> secrets and hostile documents tried on a trial copy of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from localrag.errors import AccessError
from localrag.records.security import may_read

if TYPE_CHECKING:
    from localrag.cli.backend import Assistant, Backend
    from localrag.cli.invocation import Invocation
    from localrag.evaluate.leaks import Asker
    from localrag.ports import OnProgress
    from localrag.records.evaluation import Run
    from localrag.records.probes import InjectionFigures, LeakFigures, ProbeReport
    from localrag.records.security import AccessTuple
    from localrag.trial import Trial


class _Place(NamedTuple):
    """The home that is probed, by whom, and where its copies lie."""

    backend: Backend
    home: Path
    state: Path | None
    as_user: str | None


def kinds_of_access(invocation: Invocation) -> list[AccessTuple]:
    """What there is to probe; asked for before a run, so that nobody waits for it in vain.

    Raises:
        AccessError: The account may not administer the home.
    """
    found = invocation.backend.accesses(invocation.reading_home())
    return list(dict.fromkeys(one.access for one in found))


def probes(
    invocation: Invocation, made: Run, kinds: list[AccessTuple], on_progress: OnProgress
) -> ProbeReport:
    """Make both probes over the home that a run was made over."""
    from localrag.records.index import Progress
    from localrag.records.probes import ProbeReport

    place = _Place(invocation.backend, invocation.reading_home(), invocation.state(), invocation.as_user)
    notes: list[str] = []
    on_progress(Progress(phase="probe", done=0, total=2, current="secrets"))
    leak = _leak(place, kinds, notes)
    on_progress(Progress(phase="probe", done=1, total=2, current="hostile documents"))
    injection = _injection(place, kinds, made, notes)
    on_progress(Progress(phase="probe", done=2, total=2))
    return ProbeReport(leak=leak, injection=injection, notes=tuple(notes))


def _leak(place: _Place, kinds: list[AccessTuple], notes: list[str]) -> LeakFigures | None:
    from localrag.evaluate import leaks

    names = [one.account for one in place.backend.policy_check(place.home).accounts]
    if not names:
        notes.append("Without an access policy everybody may read everything, so there is no secret to leak.")
        return None
    made = leaks.canaries(kinds)
    files = {path: text for canary in made for path, text in canary.files.items()}
    with (
        place.backend.trial(place.home, state=place.state, added=files) as trial,
        ExitStack() as undo,
    ):
        askers = dict(_askers(place, trial, names, undo))
        return leaks.probe(made, askers, kinds=leaks.kinds_of(kinds))


def _askers(place: _Place, trial: Trial, names: list[str], undo: ExitStack) -> Iterator[tuple[str, Asker]]:
    """The account itself, then everybody whom it may act as."""
    for name in (place.as_user, *names):
        try:
            yield name or "yourself", undo.enter_context(_open(place, trial, name))
        except AccessError:
            continue


def _injection(
    place: _Place, kinds: list[AccessTuple], made: Run, notes: list[str]
) -> InjectionFigures | None:
    from localrag.evaluate import injections
    from localrag.evaluate.run import run

    with _open(place, None, place.as_user) as assistant:
        security = assistant.security()
    readable = [one for one in kinds if may_read(security, one)]
    if not readable:
        notes.append("You may read no document, so none can mislead you.")
        return None
    attack = injections.attack(made.outcomes, readable[0])
    if not attack.targets:
        notes.append("No case was answered as yourself, so no answer can be attacked.")
        return None
    with (
        place.backend.trial(place.home, state=place.state, added=attack.files) as trial,
        _open(place, trial, place.as_user) as assistant,
    ):
        return injections.probe(attack, lambda before: next(run([before.case], lambda _: assistant)))


def _open(place: _Place, trial: Trial | None, as_user: str | None) -> Assistant:
    """An assistant over a trial copy, or, for null, over the home itself."""
    home, state = trial or (place.home, place.state)
    return place.backend.open_assistant(home, as_user=as_user, state=state, will_ask=trial is not None)
