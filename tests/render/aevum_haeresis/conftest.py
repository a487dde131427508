"""A fixture that draws no emblems, for tests of the text in pictures. Emblems have no text but take the most time."""

import pytest
from PIL import Image

from render.aevum_haeresis import cards, deck_sheet, hand, location, middle_area, score_sheet, verge_cards
from render.pen import text_audit


@pytest.fixture
def plain(monkeypatch):
    """Draw cards without emblems, and remove these pictures from the caches afterwards."""
    for module in (cards, deck_sheet, hand, verge_cards, location, score_sheet, middle_area):
        monkeypatch.setattr(module, "emblem", lambda seed, kind, faction, wide, tall: Image.new("RGB", (wide, tall)))
    yield
    text_audit.forget()
