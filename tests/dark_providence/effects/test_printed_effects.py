"""Every entry in the table of printed cards is put into a pack and played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.cli.lab.simulation import play
from bot.computers.policies import greedy_policy
from rules.dark_providence.content.load import PACKS, add_pack, pack
from rules.dark_providence.content.records import Agent, Asset, Mythos, OldOne, Side
from rules.dark_providence.game import GAME
from rules.dark_providence.words.card_language import Known, text_of
from rules.kernel.words.translation import LOCALES, Translator
from tests.dark_providence import printed_assets, printed_mythos
from tests.dark_providence.printed_cards import ENTRIES, NAME, SCENES, write
from tests.game_helpers import each

#: Imported only because these modules register scenes.
REGISTERED = (printed_assets, printed_mythos)
BOX = Path(__file__).parents[2] / "packs" / "dark_providence" / "known_of_the_box"


@pytest.fixture(scope="module", autouse=True)
def _pack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Install the pack with the printed cards."""
    add_pack(NAME, write(tmp_path_factory.mktemp("packs")))
    yield
    del PACKS.added[NAME]


def test_every_entry_of_the_table_is_played() -> None:
    assert set(SCENES) == set(ENTRIES)


@each("name", ENTRIES)
def test_an_effect_of_printed_cards_is_played_as_it_says(name: str) -> None:
    SCENES[name]()


def loaded(entry: Known) -> tuple[Asset | Mythos | OldOne, Asset | Mythos | OldOne]:
    """Return an entry's card twice: as written in the table, and as loaded from the pack."""
    content = pack(NAME)
    if entry.asset:
        return entry.asset, content.starting.get(entry.asset.id) or content.cards[entry.asset.id]
    if entry.mythos:
        return entry.mythos, content.mythos[entry.mythos.id]
    assert entry.old_one
    return entry.old_one, content.old_ones[entry.old_one.id]


@each("entry", ENTRIES.values())
def test_a_card_of_the_pack_says_in_three_languages_what_the_table_says(entry: Known) -> None:
    written, card = loaded(entry)
    said = [text_of(Translator(locale), pack(NAME), card) for locale in LOCALES]
    assert said == [text_of(Translator(locale), pack(NAME), written) for locale in LOCALES]
    assert len(set(said)) == len(LOCALES)


def finish(name: str, seats: int) -> None:
    match = GAME.new(seats, name, {"pack": name})
    play(match, greedy_policy, random.Random(seats))
    assert match.over
    assert match.result is not None


@pytest.mark.parametrize("seats", [1, 4])
def test_computers_play_the_table_to_its_end(seats: int) -> None:
    finish(NAME, seats)


def test_computers_play_what_is_known_of_the_box_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computer players can finish matches with the pack of known printed cards, which uses CSV and JSON files."""
    monkeypatch.setattr(PACKS, "added", {})
    add_pack("box", BOX)
    content = pack("box")
    assert content.assets["alice_ochs"].agent == Agent(
        original=Side(arcane=1), returned=Side(force=1, arcane=1), gift="double_influence"
    )
    assert (content.city_cards["rlyeh"].icons, content.city_cards["rlyeh"].uneasy) == ({"arcane": 3}, True)
    finish("box", 2)
