"""Pictures without their emblems, for tests that only judge words: emblems bear none, and take most of the time."""

import pytest
from PIL import Image

from render.aevum_haeresis import cards, deck, hand, pieces, place, score, stage
from render.pen import audit


@pytest.fixture
def plain(monkeypatch):
    """Leave the pictures on cards empty; what was drawn so is forgotten afterwards."""
    for module in (cards, deck, hand, pieces, place, score, stage):
        monkeypatch.setattr(module, "emblem", lambda seed, kind, faction, wide, tall: Image.new("RGB", (wide, tall)))
    yield
    audit.forget()
