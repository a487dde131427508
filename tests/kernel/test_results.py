"""Points are written in the language's number format."""

from __future__ import annotations

import pytest

from rules.kernel.words.results import points
from rules.kernel.words.translation import Translator


@pytest.mark.parametrize(
    ("locale", "value", "text"),
    [
        ("en", 3, "3"),
        ("en", 2.5, "2½"),
        ("en", -3, "−3"),
        ("en", -2.5, "−2½"),
        ("en", -0.25, "−¼"),
        ("hu", -2.5, "−2,5"),
    ],
)
def test_a_negative_number_has_a_minus_before_its_whole_amount(locale: str, value: float, text: str) -> None:
    assert points(Translator(locale), value) == text
