"""The text of every card of Aevum Haeresis matches the proofread golden file, in every language."""

from __future__ import annotations

import pytest

from tests.golden_files import TRANSLATED, compare_english, compare_translation


def test_golden_text_of_every_card() -> None:
    compare_english("aevum_haeresis")


@pytest.mark.parametrize("locale", TRANSLATED)
def test_golden_text_is_translated(locale: str) -> None:
    compare_translation("aevum_haeresis", locale)
