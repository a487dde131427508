"""The lobby estimates how long a match will take when played by post."""

from __future__ import annotations

import pytest

import rules
from bot.table.lobby import duration_estimates
from rules.kernel.words.translation import LOCALES, Translator
from tests.discord.room import GAME, Room, message_text
from tests.game_helpers import each

ASSUMED = "This assumes two visits a day and turns planned ahead."


@each("game", rules.GAMES.values())
def test_every_game_is_measured_for_every_number_of_players(game: rules.kernel.game.AnyGame) -> None:
    for seats in game.seats:
        found = duration_estimates.estimate(game.id, seats)
        assert found is not None
        assert min(found) > 0
    assert duration_estimates.estimate(game.id, game.seats.stop) is None


@each("locale", LOCALES)
def test_the_figures_are_told_in_every_language(locale: str) -> None:
    told = duration_estimates.duration_line(Translator(locale), GAME, 4)
    days, visits = duration_estimates.estimate(GAME, 4) or (0, 0)
    assert all(str(number) in told for number in (4, days, visits))
    assert (locale == "en") == ("players, friendly pace" in told)


def test_of_a_game_that_was_never_measured_nothing_is_told() -> None:
    assert duration_estimates.duration_line(Translator(), "tiny", 2) == ""
    assert duration_estimates.duration_line(Translator(), "tiny", 2, 1) == ""


def test_computers_let_no_one_wait() -> None:
    days, visits = duration_estimates.longest_estimate(GAME, 2, 2) or (0, 0)
    assert (days, visits) < (duration_estimates.estimate(GAME, 4) or (0, 0))
    told = f"2 people with computers, friendly pace: at most {days} days, {visits} visits each. {ASSUMED}"
    assert duration_estimates.duration_line(Translator(), GAME, 2, 2) == told
    assert (
        duration_estimates.duration_line(Translator(), GAME, 1, 3) == "With computers only, you play at your own pace."
    )
    assert (
        duration_estimates.duration_line(Translator(), GAME, 1, 3, by_clock=True)
        == duration_estimates.duration_line(Translator(), GAME, 1)
        == ""
    )


@pytest.mark.parametrize(("players", "told"), [(1, 2), (2, 2), (3, 3)])
async def test_the_lobby_shows_them_for_its_players(room: Room, players: int, told: int) -> None:
    await room.open_lobby(players)
    days, visits = duration_estimates.estimate(room.game, told) or (0, 0)
    assert f"-# {told} players, friendly pace: about {days} days, {visits} visits each. {ASSUMED}" in message_text(
        room.lobby()
    )
