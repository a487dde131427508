"""Thirty cards as their owner would enter them, in a sheet and JSON: they load, and computers play them to the end."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.tools.simulation import greedily
from rules.aevum_haeresis.content import load as content
from rules.aevum_haeresis.flow.setup import in_turn, laid_out
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import Match

PACK = Path(__file__).parents[2] / "packs" / "aevum_haeresis" / "from_the_rulebook"
#: No match may take more decisions than this.
CAP = 3000


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Haeresis:
    monkeypatch.setattr(content.PACKS, "added", {})
    GAME.add_pack("own", PACK)
    deck = content.pack("own").decks["the_hollow_hill"]
    state = laid_out(2, "own", Options(pack="own"), (deck, deck), in_turn)
    match = Match[Any](GAME, state)
    match.start()
    return match


def test_sheet_and_json_make_thirty_cards_of_every_type(match: Haeresis):
    own = [card for name, card in match.content.cards.items() if name not in content.base().cards]
    assert len(own) == 30
    assert {card.type for card in own} == {"damned", "camp", "location", "heretic", "story", "event", "hunter"}


def test_computers_play_them_to_the_end(match: Haeresis):
    rng, heard = random.Random(7), Counter[str]()
    for _ in range(CAP):
        if match.over:
            break
        seat, decision = next(iter(sorted(match.decisions().items())))
        heard.update(event.body.kind for event in match.apply(seat, greedily(match, seat, decision, rng)))
    assert match.result is not None
    assert min(heard["set_off"], heard["countered"], heard["rolled"]) > 0
