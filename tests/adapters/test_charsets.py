"""Texts of other scripts are known by their bytes."""

from __future__ import annotations

import pytest

from localrag.adapters.charsets import likely_encoding


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Срок подачи жалобы составляет 14 дней.", "cp1251"),
        ("Срок подачи жалобы составляет 14 дней.", "koi8_r"),
        ("Η προθεσμία είναι 14 ημέρες", "cp1253"),
        ("名前,年齢,住所\n佐藤太郎,30,東京", "cp932"),
        ("上诉期限为十四天。逾期不予受理。", "gb18030"),
        ("항소 기한은 14일입니다.", "euc_kr"),
        ("Müller zahlt 10 € für die Größe – “sofort”.", "cp1252"),
        ("Café", "cp1252"),
    ],
)
def test_a_script_is_known(text: str, encoding: str) -> None:
    assert text.encode(encoding).decode(likely_encoding(text.encode(encoding))) == text
