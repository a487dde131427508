"""The cultists' actions in the Great Old One's turn of solo play (DP-EX.40 to EX.45).

Each example starts at the end of the player's turn, with a given control card on top of the deck.
"""

from __future__ import annotations

from functools import partial

from rules.dark_providence.examples.position_builder import (
    PROVIDENCE_EXAMPLES,
    Moves,
    leave,
    mark,
    next_control,
    show,
    stand,
    turn,
)
from rules.dark_providence.state.actions import EndTurn
from rules.dark_providence.state.state import Providence
from rules.kernel.engine.match import arrange


def placing(supply: int) -> Providence:
    """Return a solo match where the first cultist, with `supply` markers left, must place 3 on a mythos card next.

    The first card of the row has a marker of this cultist. The second card has only a marker of the other cultist.
    """
    match = turn(1, old_one="dagon")
    with arrange(match):
        show(match, "silver_key", "shoggoth")
        mark(match, 1, "silver_key", 1)
        mark(match, 2, "shoggoth", 1)
        leave(match, 1, supply=supply)
        next_control(match, "whispers")
    return match


def hastur(old_one: str, control: str, player: int, first: int, second: int) -> Providence:
    """Return a solo match with this control card on top, and markers of the player and both cultists on Hastur."""
    match = turn(1, old_one=old_one)
    with arrange(match):
        show(match, "hastur", "shoggoth")
        for owner, count in enumerate((player, first, second)):
            mark(match, owner, "hastur", count)
        next_control(match, control)
    return match


def primary_assets() -> Providence:
    """Return a solo match just before the first cultist, in Charleston, uses its effect. New Orleans has no assets."""
    match = turn(1, old_one="hastur")
    with arrange(match) as state:
        stand(match, 1, "charleston")
        stack = state.places["new_orleans"].stack
        state.destroyed += stack
        stack.clear()
        next_control(match, "stars_align")
    return match


@PROVIDENCE_EXAMPLES.example("DP-EX.40", partial(placing, 18))
@PROVIDENCE_EXAMPLES.example("DP-EX.41", partial(placing, 2))
@PROVIDENCE_EXAMPLES.example("DP-EX.42", partial(hastur, "hastur", "stars_align", 2, 1, 3))
@PROVIDENCE_EXAMPLES.example("DP-EX.43", partial(hastur, "dagon", "revelation", 1, 3, 0))
@PROVIDENCE_EXAMPLES.example("DP-EX.44", partial(hastur, "hastur", "stars_align", 1, 3, 2))
@PROVIDENCE_EXAMPLES.example("DP-EX.45", primary_assets)
def the_player_ends_the_turn(_match: Providence) -> Moves:
    """End the player's turn; the Great Old One's turn follows."""
    yield 0, EndTurn()
