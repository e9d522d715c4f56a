"""Bytes of a text that is no UTF-8 -> the encoding that they are most likely in, by charset-normalizer."""

from __future__ import annotations

_CANDIDATES = [
    "cp932", "euc_jp", "gb18030", "big5", "euc_kr", "cp1251", "koi8_r", "cp1253", "cp1255", "cp1256",
]  # fmt: skip
"""Of scripts whose letters all lie above ASCII. The Latin ones cannot be told apart by their bytes (tried on
2026-11-30: German and Czech came out as each other), so that Windows-1252 is taken for all of them."""
_LOOKED_AT = 65_536
"""Bytes; more do not change the guess."""
_MIN_HIGH = 6
"""Bytes above ASCII needed for a guess (guess)."""
_MIN_TOGETHER = 0.5
"""Share of them with one beside it; accents stand alone, other scripts in runs (guess)."""


def likely_encoding(data: bytes) -> str:
    """A codec's name; ``cp1252`` where nothing speaks against it. Never asks the machine's locale."""
    sample = data[:_LOOKED_AT]
    high = [byte > 127 for byte in sample]
    count = sum(high)
    together = sum(
        here and (before or after)
        for before, here, after in zip([False, *high], high, [*high[1:], False], strict=False)
    )
    if count < _MIN_HIGH or together < _MIN_TOGETHER * count:
        return "cp1252"
    from charset_normalizer import from_bytes

    best = from_bytes(sample, cp_isolation=_CANDIDATES).best()
    return best.encoding if best is not None else "cp1252"
