"""Pictures without emblems, for tests of the text only: emblems have none, and take most of the time."""

import pytest
from PIL import Image

from render.aevum_haeresis import cards, deck, hand, pieces, place, score, stage
from render.pen import audit


@pytest.fixture
def plain(monkeypatch):
    """Leave the pictures on cards empty, and drop them from the caches afterwards."""
    for module in (cards, deck, hand, pieces, place, score, stage):
        monkeypatch.setattr(module, "emblem", lambda seed, kind, faction, wide, tall: Image.new("RGB", (wide, tall)))
    yield
    audit.forget()
