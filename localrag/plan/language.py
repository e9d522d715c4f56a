"""Words of a question -> the language they are in, as far as so few words tell."""

from __future__ import annotations

from collections.abc import Sequence

from localrag.text.word_sets import word_set

_FUNCTION_WORDS = {
    "en": word_set(
        "the of and to is are what which who when where how why for an in on may can must do does"
        " it be with we i my our this that if from by or not have has was were should any there"
    ),
    "de": word_set(
        "der die das und ist sind wie wann wer wo warum welche welcher für ein eine einen muss"
        " darf kann wir ich nicht mit zu den dem des im bei auf nach wird werden was es sich vom"
        " zur zum"
    ),
    "fr": word_set(
        "le la les et est sont quel quelle quand qui où pourquoi comment pour un une des du de"
        " dans nous je ne pas avec doit peut que ce cette au aux il elle"
    ),
    "es": word_set(
        "el la los las y es son qué cuál cuándo quién dónde cómo para un una de del en nosotros"
        " yo no con debe puede que por se lo al"
    ),
    "it": word_set(
        "il lo la gli le e è sono che quale quando chi dove come per un una di del nel noi io non"
        " con deve può si da al"
    ),
    "nl": word_set(
        "de het een en is zijn wat wanneer wie waar hoe waarom voor van in op wij ik niet met"
        " moet mag kan te dat er aan bij"
    ),
}
_SCRIPTS = (
    ("\u3040", "\u30ff", "ja"),
    ("\uac00", "\ud7af", "ko"),
    ("\u4e00", "\u9fff", "zh"),
    ("\u0400", "\u04ff", "ru"),
    ("\u0600", "\u06ff", "ar"),
    ("\u0590", "\u05ff", "he"),
    ("\u0900", "\u097f", "hi"),
    ("\u0e00", "\u0e7f", "th"),
    ("\u0370", "\u03ff", "el"),
)


def language_of(text: str, words: Sequence[str]) -> str | None:
    """ISO 639-1, or null where the words do not tell; other scripts give their most common language.

    Args:
        text: The question.
        words: Its words in lower case.
    """
    if not text.isascii():
        found = [name for first, last, name in _SCRIPTS if any(first <= char <= last for char in text)]
        if found:
            return found[0]
    counts = {name: sum(word in known for word in words) for name, known in _FUNCTION_WORDS.items()}
    best, second = sorted(counts.values(), reverse=True)[:2]
    if best == 0 or best == second:
        return None
    return max(counts, key=lambda name: counts[name])
