"""Whole matches with random packs and options. Nothing crashes, no match gets stuck, and no card is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules.edge_of_darkness.board import cubes, deck
from rules.edge_of_darkness.content import load as content
from rules.edge_of_darkness.state.actions import EndTurn
from rules.edge_of_darkness.state.state import STREET, EdgeMatch
from rules.edge_of_darkness.state.steps import FreeStep
from tests.conformance.conservation import edge_of_darkness as conserved
from tests.conformance.random_packs import check_reload, check_texts, play_at_random
from tests.edge_of_darkness.random_packs import random_options, write
from tests.edge_of_darkness.table import GAME
from tests.game_helpers import sample_numbers

#: The number of packs in `make test` and in `make soak`.
PACKS, MANY = 8, 48


def check_nothing_due(match: EdgeMatch) -> None:
    """If the active player is free to act, check that no refill and no attack is outstanding."""
    state = match.state
    if not isinstance(state.stack[-1], FreeStep):
        return
    cards = [card for card in state.street if card]
    assert state.street == cards + [""] * (STREET - len(cards)), "a hole in the Street"
    assert len(cards) == STREET or not state.deck, "a Street space waits beside a stack"
    assert all(state.tower) or deck.is_depleted(state), "a tower spot waits although the deck is not depleted"
    full = cubes.full_trays(state)
    assert not any(state.tower[spot] for spot in full), "an attack waits"
    assert state.options.empty_spot_waits or not full
    assert state.turn.battle >= 0


def play(match: EdgeMatch, rng: random.Random) -> None:
    for number in play_at_random(match, rng, EndTurn(), 0.15):
        conserved(match)
        check_nothing_due(match)
        if number % 29 == 0:
            check_reload(match)
            check_texts(match)


@pytest.mark.parametrize("number", sample_numbers(PACKS, MANY))
def test_a_random_pack_under_random_options_plays_to_the_end(number, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    rng = random.Random(f"pack {number}")
    monkeypatch.setattr(content.PACKS, "added", {})
    GAME.add_pack("odd", write(rng, tmp_path / "odd"))
    match = GAME.new(rng.choice([2, 3, 4]), f"odd {number}", {**random_options(rng), "pack": "odd"})
    play(match, rng)
    conserved(match)
    assert match.result is not None
