"""Title and headings -> the line that goes before a passage when it is embedded or scored."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Spans = Callable[[str], list[tuple[int, int]]]
"""Character spans of a text's tokens; ``Embedder.token_spans``."""

_SEPARATOR = " > "
_LEFT_OUT = "…"


def context_line(title: str, heading_path: Sequence[str], spans: Spans, most_tokens: int) -> str:
    """``Title > Heading > Sub``, in at most ``most_tokens`` tokens.

    Too long: the outer headings go first, then the title's end, then the innermost heading's. Empty
    where not even a token of it fits.
    """
    parts = [part for part in (title, *heading_path) if part]
    for dropped in range(len(parts) - 1):
        kept = parts if not dropped else [parts[0], _LEFT_OUT, *parts[1 + dropped :]]
        line = _SEPARATOR.join(kept)
        if len(spans(line)) <= most_tokens:
            return line
    if len(parts) > 1:
        # The innermost heading says more about the passage than the title: it gets the larger half.
        heading = shortened(parts[-1], spans, max(1, most_tokens * 2 // 3))
        left = most_tokens - len(spans(_SEPARATOR + heading))
        line = shortened(parts[0], spans, left) + _SEPARATOR + heading if left > 0 else heading
        if len(spans(line)) <= most_tokens:
            return line
        return shortened(parts[-1], spans, most_tokens)
    return shortened(parts[0], spans, most_tokens) if parts else ""


def shortened(text: str, spans: Spans, most_tokens: int) -> str:
    """The longest beginning of a text that has at most ``most_tokens`` tokens, ``…`` included."""
    found = spans(text)
    if len(found) <= most_tokens:
        return text
    for count in range(most_tokens - 1, 0, -1):
        cut = text[: found[count - 1][1]].rstrip() + _LEFT_OUT
        if len(spans(cut)) <= most_tokens:
            return cut
    return ""
