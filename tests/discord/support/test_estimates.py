"""How long a match takes by post, as the lobby says it."""

from __future__ import annotations

import pytest

import rules
from bot.discord.support import estimates
from rules.kernel.words.text import LOCALES, Say
from tests.discord.room import Room, words
from tests.table import each


@each("game", rules.GAMES.values())
def test_every_game_is_measured_for_every_number_of_players(game: rules.kernel.game.AnyGame) -> None:
    for seats in game.seats:
        found = estimates.estimate(game.id, seats)
        assert found is not None
        assert min(found) > 0
    assert estimates.estimate(game.id, game.seats.stop) is None


@each("locale", LOCALES)
def test_the_figures_are_told_in_every_language(locale: str) -> None:
    told = estimates.line(Say(locale), "edge_of_darkness", 4)
    days, visits = estimates.estimate("edge_of_darkness", 4) or (0, 0)
    assert all(str(number) in told for number in (4, days, visits))
    assert (locale == "en") == ("players, friendly" in told)


def test_of_a_game_that_was_never_measured_nothing_is_told() -> None:
    assert estimates.line(Say(), "tiny", 2) == ""


@pytest.mark.parametrize(("players", "told"), [(1, 2), (2, 2), (3, 3)])
async def test_the_lobby_tells_them_for_those_who_sit_there(room: Room, players: int, told: int) -> None:
    await room.open_lobby(players)
    days, visits = estimates.estimate(room.game, told) or (0, 0)
    assert f"-# {told} players, friendly: about {days} days, {visits} visits each." in words(room.lobby())
