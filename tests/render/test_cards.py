"""Pictures of what is looked up: read on a phone, in all languages."""

from __future__ import annotations

import pytest

import render
import rules
from render.pen import audit
from rules.kernel.words.text import LOCALES, Say

#: The points a phone has for a picture's width in a message, and the smallest letters that are read there.
WIDE, LETTERS = 300, 11


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
def test_every_card_is_read_on_a_phone(unpainted: None, game: rules.AnyGame, locale: str) -> None:
    # A deck's sheet shows all its cards at once, to be enlarged.
    cards = [entry for entry in game.look_up(Say(locale)) if not entry.id.startswith("deck_")]
    for card in cards:
        with audit.audit() as found:
            image = render.card(game.id, card.id, locale)
        assert (found.cuts, found.overflows) == ([], []), card.id
        assert min(found.sizes) * WIDE / image.width >= LETTERS, card.id
        # Not so tall that a window which shows it whole makes it narrow.
        assert image.height <= 2.8 * image.width, card.id
