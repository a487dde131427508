"""The buttons below a board in the channel."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord.emoji import NO_ICONS
from bot.discord.ui.controls import Style
from bot.discord.ui.locale import ReaderContext
from bot.matches.service_results import Position, Table
from bot.table.play import board_posts
from tests.discord.ui.test_limits import info_of
from tests.matches.tiny_game import TINY, Done


def style(computers: set[int], turns: int = 2) -> Style:
    """Return the style of *Your move* below the board of a match that waits for seat 0, or for secret bids."""
    match = TINY.new(2, "buttons", {"turns": turns})
    if turns == 1:
        match.apply(0, Done())
    info = info_of(TINY, 2, "en")
    seats = [replace(seat, computer="easy" if seat.seat in computers else None) for seat in info.seats]
    table = Table(replace(info, seats=tuple(seats)), Position.from_match(match, 1, ()))
    view = board_posts.controls_for(ReaderContext("en", info.names, NO_ICONS), table, shows=False)
    (move,) = view.children
    return move.style  # type: ignore[attr-defined]


@pytest.mark.parametrize(("computers", "blue"), [(set(), True), ({1}, True), ({0}, False), ({0, 1}, False)])
def test_your_move_is_blue_unless_the_match_waits_for_a_computer(computers: set[int], blue: bool) -> None:
    assert style(computers) is (Style.primary if blue else Style.secondary)


def test_your_move_is_blue_while_it_is_secret_who_must_decide() -> None:
    assert style({0}, turns=1) is Style.primary
