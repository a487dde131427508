"""A chain of effects may be cut short anywhere: nothing is lost, and every match still ends."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.engine import match as engine
from rules.kernel.engine.match import Match
from tests.conformance import conservation
from tests.conformance.random_packs import check_reload
from tests.conformance.random_play import fewest_seats, new, walk
from tests.game_helpers import rule, sample_numbers

GAMES = ["edge_of_darkness", "dark_providence", "aevum_haeresis"]


@rule("EOD-GEN.12", "DP-GEN.9", "AH-GEN.19")
@pytest.mark.parametrize("number", sample_numbers(1, 30))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("limit", [1, 4])
def test_effects_that_are_cut_short_lose_nothing(
    game: str, number: int, limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "CHAIN_LIMIT", limit)
    match: Match[Any] = new(game, fewest_seats(game), 2 * number)
    cut: list[Any] = []
    put = Match.emit
    monkeypatch.setattr(Match, "emit", lambda match, to, body: (cut.append(body.kind), put(match, to, body)))
    for decision, _ in enumerate(walk(match, number)):
        getattr(conservation, game)(match)
        if decision % 40 == 0:
            check_reload(match)
    assert match.result is not None
    # In some matches, no chain of effects has more than four steps.
    assert limit > 1 or "cut_short" in cut
