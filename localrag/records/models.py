"""Which model is in use, so that an index and its embedder cannot be mixed up."""

from __future__ import annotations

from localrag.records.generation import TemplateName, WritingMode
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


class SelfTest(Record):
    """How a language model did on a few built-in questions."""

    parsed: int
    """Replies that were whole and in the required form."""
    cited: int
    """Of ``answerable``, those that cited the right passage alone."""
    refused: int
    """Of ``unanswerable``, those that said so."""
    answerable: int
    unanswerable: int
    mode: WritingMode | None
    """What the model may do; null: nothing, it keeps to no form."""
    tokens_per_second: float
    """Of writing, on the machine that tested."""


class InstalledModel(Record):
    """A language model that the operator of a home has added."""

    name: str
    path: str
    """Absolute; the file stays where it is."""
    sha256: str
    bytes: int
    mtime_ns: int
    inode: int
    """With size and time: while all three are the same, the file is not hashed again."""
    template: TemplateName
    self_test: SelfTest
