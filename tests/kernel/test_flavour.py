"""A card's flavour text is one short line in every language, without rule icons."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import TypeAdapter, ValidationError

from bot.table.play import lookup_menus
from rules.edge_of_darkness.game import GAME
from rules.kernel.content.records import MOST_FLAVOUR, Flavoured
from rules.kernel.words.translation import Translator

LINE = {"en": "Nobody asks twice.", "hu": "Senki sem kérdez kétszer.", "es": "Nadie pregunta dos veces."}
RECORD = TypeAdapter(Flavoured)


def test_a_card_may_have_one_or_none() -> None:
    assert RECORD.validate_python({}).flavour is None
    assert Translator("es").flavour(RECORD.validate_python({"flavour": LINE}).flavour) == LINE["es"]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ({"en": "Only English."}, "hu"),
        ({**LINE, "hu": "x" * (MOST_FLAVOUR + 1)}, "at most 160 characters \\(hu\\)"),
        ({**LINE, "es": "Ganas 2{coin}."}, "one line without signs in braces \\(es\\)"),
        ({**LINE, "en": "Two\nlines."}, "one line"),
    ],
)
def test_what_is_no_line_of_mood_is_refused(line: dict[str, str], fault: str) -> None:
    with pytest.raises(ValidationError, match=fault):
        RECORD.validate_python({"flavour": line})


def test_it_is_told_apart_from_the_text_and_can_not_pass_for_markup() -> None:
    entry = next(entry for entry in GAME.look_up(Translator()) if entry.id == "the_forge_contact")
    assert entry.flavour
    assert entry.flavour not in entry.text
    lines = lookup_menus.entry_text(GAME, Translator(), replace(entry, flavour="**Gain** 2 Coins")).splitlines()
    assert r"*\*\*Gain\*\* 2 Coins*" in lines
    assert lookup_menus.alt_text(entry).endswith(entry.flavour)
