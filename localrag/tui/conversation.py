"""The conversation on the screen: its id, its turns, and which of them is looked at."""

from __future__ import annotations

import secrets
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from localrag.records.answer import RagAnswer
    from localrag.records.explanation import Explanation
    from localrag.records.session import Session, SessionTurn

_KEPT_TURNS = 100
"""Turns that can be gone back to; older ones are in the saved conversation. Guess."""

_EXPLAINED = 20
"""Latest answers whose explanation is held, some 100 kB each. Guess."""


class Conversation:
    """Kept in the user's state once something is asked in it."""

    def __init__(self, session: Session | None = None) -> None:
        """A new one, or one that goes on."""
        self.conversation_id = session.conversation_id if session else secrets.token_hex(4)
        self._turns: deque[SessionTurn] = deque(session.turns if session else (), maxlen=_KEPT_TURNS)
        self._place = len(self._turns) - 1
        self._explained: deque[tuple[str, Explanation]] = deque(maxlen=_EXPLAINED)
        """By trace id."""

    @property
    def explanation(self) -> Explanation | None:
        """How the answer that is looked at came about; null for a saved or an old one."""
        answer = self.current.answer if self.current else None
        return self.explanation_of(answer.trace_id) if answer else None

    def explanation_of(self, trace_id: str) -> Explanation | None:
        """How that answer of this conversation came about; null where it is not held."""
        return dict(self._explained).get(trace_id)

    @property
    def current(self) -> SessionTurn | None:
        """The turn that is looked at; null where nothing was asked yet."""
        return self._turns[self._place] if self._turns else None

    @property
    def place(self) -> str:
        """``Answer 2 of 3; ``, empty where there is one at most."""
        return f"Answer {self._place + 1} of {len(self._turns)}; " if len(self._turns) > 1 else ""

    def add(self, answer: RagAnswer, explanation: Explanation | None = None) -> bool:
        """Take a new answer in and look at it; false where it belongs to another conversation."""
        if answer.conversation_id not in (None, self.conversation_id):
            return False
        # Imported by whoever made the answer; the first picture does not wait for it.
        from localrag.records.session import SessionTurn

        self._turns.append(
            SessionTurn(
                asked_at=answer.asked_at,
                question=answer.question,
                understood_as=answer.understood_as,
                status=answer.status,
                answer=answer,
            )
        )
        self._place = len(self._turns) - 1
        if explanation is not None:
            self._explained.append((answer.trace_id, explanation))
        return True

    def judge_again(self, session: Session) -> None:
        """Take over what its owner may read now; turns that were not kept stay as they are."""
        now = {(turn.asked_at, turn.question): turn for turn in session.turns}
        for at, turn in enumerate(self._turns):
            self._turns[at] = now.get((turn.asked_at, turn.question), turn)

    def step(self, by: int) -> bool:
        """Look at an earlier or later turn; false where there is none."""
        if not 0 <= self._place + by < len(self._turns):
            return False
        self._place += by
        return True
