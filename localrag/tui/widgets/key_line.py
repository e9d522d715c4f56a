"""The keys that do something now, at the bottom of a screen."""

from __future__ import annotations

from textual.widgets import Footer


class KeyLine(Footer):
    """Textual's footer, which keeps every key it ever showed: 36 widgets, 0.8 MB, a question.

    Measured 2026-11-30 with Textual 8.2.8 by scripts/measure_tui.py.
    """

    async def recompose(self) -> None:
        """Show the keys of now, and let go of those before."""
        await super().recompose()
        # Setting it again has Textual look through who waits for a change and drop what is gone.
        self.mutate_reactive(Footer.compact)
