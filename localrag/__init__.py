"""Questions about policies and case records, answered offline with the passage behind every sentence.

From Python:

    import localrag

    with localrag.open_assistant("/srv/index") as assistant:
        answer = assistant.ask("What is the deadline to appeal an enforcement notice?")
        print(answer.status, answer.answer_markdown)
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from localrag.api import Assistant

__all__ = ["__version__", "open_assistant"]
__version__ = "0.1.0"


def open_assistant(home: str | Path | None = None, *, as_user: str | None = None) -> Assistant:
    """An assistant over one index home, with the rights of the account that runs this process.

    Args:
        home: Index home; ``LOCALRAG_HOME`` or the platform's data folder where left out.
        as_user: Somebody to see through, within the policy's act_as.

    Raises:
        LocalragError: The index, the policy or the settings cannot be used; says what to do next.
    """
    # Imported here, so that importing localrag costs nothing before it is used.
    from pathlib import Path

    from localrag import wiring

    return wiring.open_assistant(Path(home) if home is not None else None, as_user=as_user)
