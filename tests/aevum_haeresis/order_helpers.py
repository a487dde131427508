"""Helpers for tests of standing orders."""

from __future__ import annotations

from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Waive
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.actions import Action
from rules.kernel.words.standing_orders import words_of
from rules.kernel.words.translation import Translator
from tests.aevum_haeresis.window_helpers import (
    minimal_action,
)
from tests.game_helpers import act, asked

SAY = Translator()


def ordered_action(match: Haeresis, seat: int, *orders: str) -> Action | None:
    return GAME.ordered(match, seat, orders)


def offered(match: Haeresis, seat: int) -> dict[str, str]:
    """Return every standing order that a seat can choose, with its text."""
    return words_of(GAME.order_groups(SAY, match, seat))


def only_order(match: Haeresis, seat: int, start: str) -> str:
    """Return the only standing order with this prefix that a seat can choose."""
    (found,) = [order for order in offered(match, seat) if order.startswith(start)]
    return found


def continue_to_half(match: Haeresis, seat: int) -> Haeresis:
    """Waive the open window until this seat is asked."""
    while asked(match)[0] != seat:
        act(match, Waive())
    return match


def is_standing(match: Haeresis, seat: int, order: str) -> bool:
    return GAME.standing(match, seat, [order]) == [order]


def act_minimally(match: Haeresis) -> None:
    """Take one action that does as little as possible."""
    act(match, minimal_action(match), next(iter(match.decisions())))
