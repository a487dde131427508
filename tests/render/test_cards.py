"""Look-up pictures are legible on a phone in all languages."""

from __future__ import annotations

from typing import Any

import pytest

import render
import rules
from render.pen import text_audit
from render.sheets import lookup_pictures
from rules.kernel.words.translation import LOCALES, Translator

#: Sizes in points: the width of a picture in a message on a phone, and the height of the smallest legible text.
WIDE, LETTERS = 300, 11


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
def test_every_card_is_read_on_a_phone(unpainted: None, game: rules.AnyGame, locale: str) -> None:
    # Sheets of whole decks are left out: they show all cards of a deck, so players enlarge them anyway.
    cards = [entry for entry in game.look_up(Translator(locale)) if not entry.id.startswith("deck_")]
    for card in cards:
        with text_audit.audit() as found:
            image = render.card(game.id, card.id, locale)
        assert (found.cuts, found.overflows) == ([], []), card.id
        assert min(found.sizes) * WIDE / image.width >= LETTERS, card.id
        # Discord would shrink a taller picture to fit the window, which would make the text too small.
        assert image.height <= 2.8 * image.width, card.id


@pytest.mark.parametrize("game", rules.GAMES.values(), ids=lambda game: game.id)
def test_a_line_of_mood_stands_under_its_card(game: rules.AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def write(image: Any, x: int, y: int, text: str, *style: Any) -> int:
        written.append(text)
        return draw(image, x, y, text, *style)

    draw = lookup_pictures.write
    monkeypatch.setattr(lookup_pictures, "write", write)
    card = next((entry for entry in game.look_up(Translator("hu")) if entry.flavour), None)
    if card is None:
        return  # the game has no flavour texts
    render.card(game.id, card.id, "hu")
    assert " ".join(written) == card.flavour
