"""Every card of Edge of Darkness reads as in the golden files, which people have read."""

from __future__ import annotations

import pytest

from rules.kernel.words.text import LOCALES
from tests.goldens import compare


@pytest.mark.parametrize("locale", LOCALES)
def test_golden_text_of_every_card(locale: str) -> None:
    compare("edge_of_darkness", locale)
