"""Two hundred texts of many kinds, the same in every run."""

from __future__ import annotations

import random

_SUBJECTS = ("The inspector", "A contractor", "The appeals panel", "Any officer", "The licence holder")
_VERBS = ("must record", "may refuse", "should review", "has to close", "shall not accept")
_OBJECTS = ("the notice", "an incomplete checklist", "each site visit", "the penalty", "a late appeal")
_TIMES = (
    "within 14 calendar days",
    "before 2 March 2024",
    "unless told otherwise",
    "at any time",
    "twice a year",
)
_ODD = (
    "",
    " ",
    "\n\t\r\n",
    "\x00",
    "nul\x00in the middle",
    "lone \ud800 surrogate \udfff",
    "🙂🚒👩‍👩‍👧‍👦 🇩🇪",
    "Die Behörde muß die Frist von vierzehn Tagen einhalten; Überschreitungen sind zu melden.",
    "执法通知的上诉期限为十四天。",
    "이의 신청 기한은 14일입니다.",
    "Срок подачи апелляции составляет 14 дней.",
    "مهلة الاستئناف أربعة عشر يوما.",
    "Ａｐｐｅａｌ ｗｉｔｈｉｎ １４ ｄａｙｓ",
    "10² m², ½ litre, 3 × 10⁻⁶, €1,250.00, 12:30–14:45",
    "case-8842; ref. EPM/2026/§4.2(b); form A-17/b",
    "x" * 300,
    "-" * 500,
    "<a href='https://example.org/?q=1&r=2'>link</a> {\"key\": [1, 2, 3]}",
    "[CLS] a text that [SEP] names special tokens [MASK] [PAD]",
    "e\u0301te\u0301 été \u200b\u200d\ufeff\u202e",
)


def varied_texts(count: int = 200) -> list[str]:
    """Odd texts first, then sentences, tables of numbers and passages up to twice the embedder's window."""
    draw = random.Random(2026)
    texts = list(_ODD)
    while len(texts) < count:
        kind = len(texts) % 8
        if kind < 3:
            texts.append(_sentence(draw))
        elif kind < 5:
            texts.append(" ".join(_sentence(draw) for _ in range(draw.randrange(2, 12))))
        elif kind < 7:
            rows = (
                f"{draw.randrange(2000, 2030)} | {draw.random() * 1e4:.2f} | {draw.randrange(100)} %"
                for _ in range(9)
            )
            texts.append("\n".join(rows))
        else:
            texts.append(" ".join(_sentence(draw) for _ in range(draw.randrange(12, 45))))
    return texts[:count]


def _sentence(draw: random.Random) -> str:
    return f"{draw.choice(_SUBJECTS)} {draw.choice(_VERBS)} {draw.choice(_OBJECTS)} {draw.choice(_TIMES)}."
