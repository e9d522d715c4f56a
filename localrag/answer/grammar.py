"""Ids of evidence or sentences -> a grammar that bounds what a model can say, in GBNF."""

from __future__ import annotations

from collections.abc import Sequence

MOST_CLAIMS = 4
"""In one reply (guess: more sentences than a quoted answer has)."""
_MOST_CHARACTERS = 280
"""Of one claim (guess: a long sentence of a rule)."""


def claims_grammar(evidence_ids: Sequence[str]) -> str:
    """A reply of claims that cite these ids: no white space outside of text, no brackets or quotes in it."""
    return "\n".join(
        (
            'root ::= "{\\"answerable\\":" ("false}" | "true,\\"claims\\":[" claim ("," claim)'
            f'{{0,{MOST_CLAIMS - 1}}} "]}}")',
            'claim ::= "{\\"text\\":\\"" first char'
            f'{{1,{_MOST_CHARACTERS}}} "\\",\\"evidence\\":[" id ("," id){{0,2}} "]}}"',
            'first ::= [^"\\\\\\x00-\\x20\\x7f-\\xa0\\x5b\\x5d]',
            'char ::= [^"\\\\\\x00-\\x1f\\x7f-\\x9f\\x5b\\x5d]',
            _ids(evidence_ids),
        )
    )


def choice_grammar(sentence_ids: Sequence[str]) -> str:
    """A reply that names some of these sentences in order."""
    most = max(len(sentence_ids) - 1, 0)
    return "\n".join(
        (
            'root ::= "{\\"answerable\\":" ("false}" | "true,\\"sentences\\":[" id ("," id)'
            f'{{0,{most}}} "]}}")',
            _ids(sentence_ids),
        )
    )


def _ids(ids: Sequence[str]) -> str:
    return "id ::= " + " | ".join(f'"\\"{one}\\""' for one in ids)
