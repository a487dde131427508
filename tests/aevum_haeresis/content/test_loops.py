"""Whole matches with abilities that trigger each other endlessly. Each match ends, and no card is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules.aevum_haeresis.content import load as content
from rules.aevum_haeresis.content.effects import Passive
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Pass
from rules.kernel.content.card_language import kinds
from tests.aevum_haeresis.ability_loops import NEVER, abilities, of_card, vary
from tests.aevum_haeresis.random_packs import write
from tests.conformance.conservation import aevum_haeresis as conserved
from tests.conformance.loop_matches import check_kinds, limit_chains, looping_kinds, play
from tests.game_helpers import rule

#: The number of packs to play in `make soak`.
MANY = 40


def pack(number: int, folder: Path) -> Path:
    return write(random.Random(f"loops {number}"), folder / f"odd{number}", 1.0, vary)


def cut_short(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play a match with the pack of this number to its end. Return how many times effects were cut short."""
    rng = random.Random(f"loop {number}")
    monkeypatch.setattr(content.PACKS, "added", {})
    limit_chains(monkeypatch, number)
    GAME.add_pack("odd", pack(number, folder))
    match = GAME.new(2, f"loop {number}", {"pack": "odd", "pace": rng.choice(["trust", "ask_all", "uniform"])})
    return play(match, rng, Pass(), conserved, Pass())


@rule("AH-GEN.19")
def test_abilities_that_never_end_are_cut_short_as_the_log_tells(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert any(cut_short(number, tmp_path, monkeypatch) for number in range(MANY))


@pytest.mark.soak
@rule("AH-GEN.19")
@pytest.mark.parametrize("number", range(MANY))
def test_abilities_of_every_kind_that_set_each_other_off_end(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_short(number, tmp_path, monkeypatch)


def test_every_kind_of_ability_stands_in_a_loop(tmp_path: Path) -> None:
    cards = [card for number in range(2) for card in content.load(pack(number, tmp_path)).cards.values()]
    check_kinds(abilities(), NEVER, map(of_card, cards))
    beside = {type(passive) for card in cards if looping_kinds(of_card(card)) for passive in card.passives}
    assert beside == {*kinds(Passive)}
