"""Whoever is about to lift a veil is told so beforehand: only then can the panel ask whether it is meant."""

from __future__ import annotations

import random

import pytest

from rules.kernel.words.text import Say
from tests.edge_of_darkness.table import GAME, new

SAY = Say("en", ["Ana", "Bo", "Cy", "Di"])


@pytest.mark.parametrize("number", range(15))
def test_what_cannot_be_taken_back_freely_says_so(number):
    rng = random.Random(number)
    match = new(2 + number % 3, f"veil {number}", setup="random", guilds="chosen", draw_allows_skip=number % 2 == 1)
    while not match.over:
        offers = match.decisions()
        seat = rng.choice(sorted(offers))
        action = rng.choice(offers[seat].actions)
        warned = GAME.action_text(SAY, match.view(seat), action).reveals
        epoch = match.epoch + (match.state.last_seat != seat)
        match.apply(seat, action)
        assert warned or match.epoch == epoch, f"{action} brought something to light without a warning"
