"""Pictures without emblems, for tests of the text only: emblems have none, and take most of the time."""

import pytest
from PIL import Image

from render.aevum_haeresis import cards, deck_sheet, hand, location, score, stage, verge_cards
from render.pen import text_audit


@pytest.fixture
def plain(monkeypatch):
    """Leave the pictures on cards empty, and drop them from the caches afterwards."""
    for module in (cards, deck_sheet, hand, verge_cards, location, score, stage):
        monkeypatch.setattr(module, "emblem", lambda seed, kind, faction, wide, tall: Image.new("RGB", (wide, tall)))
    yield
    text_audit.forget()
