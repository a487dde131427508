"""Decks of a pack that is identified by its hash can be used only in matches with this pack."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules.aevum_haeresis.content.load import PACKS
from rules.kernel.content.decks import DeckError
from rules.kernel.content.pack_snapshots import folder_of
from rules.kernel.content.packs import frozen_name
from rules.kernel.words.translation import Translator


@pytest.fixture
def name() -> Iterator[str]:
    """The name of a custom pack with the same cards as the base pack."""
    pack = PACKS.freeze(Path("data") / "aevum_haeresis")
    held = PACKS.open(pack.digest, folder_of(pack.data))
    yield frozen_name("ours", pack.digest)
    del held
    PACKS._recent.clear()


def test_the_decks_of_a_pack_are_offered_and_read_at_its_tables_alone(name: str) -> None:
    decks = rules.GAMES["aevum_haeresis"].decks
    assert decks is not None
    offered = [one.deck for one in decks.ready(Translator(pack=name)) if one.deck.pack == name]
    assert offered
    assert not [one for one in decks.ready(Translator()) if one.deck.pack == name]
    assert decks.faults(Translator(), offered[0]) == []
    text = decks.write(Translator(pack=name), offered[0])
    assert "Pack: ours\n" in text
    assert name not in text
    assert decks.read(text, name) == offered[0]
    with pytest.raises(DeckError, match="is not installed"):
        decks.read(text)
