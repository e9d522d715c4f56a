"""Which model is in use, so that an index and its embedder cannot be mixed up."""

from __future__ import annotations

from localrag.records.record import Record


class EmbedderIdentity(Record):
    """What an index must remember of the embedder that built it."""

    model_id: str
    sha256: str
    """Of the weights file, in hexadecimal."""
    width: int
    """Dimensions of a vector."""
    normalised: bool
    """Whether rows have length one."""
    max_tokens: int
    """Content tokens of a text, special tokens aside."""
