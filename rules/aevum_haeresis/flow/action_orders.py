"""Standing orders for a player's next action in the Plot phase, and for teams (AH-PBP.9, PBP.10, PBP.36)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from rules.aevum_haeresis.board.card_lookup import controlled, eligible
from rules.aevum_haeresis.flow.manoeuvre import chosen
from rules.aevum_haeresis.state.actions import Announce, Done, Join, Pass, UseHeresy
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.steps import TeamStep
from rules.kernel.data.actions import Action
from rules.kernel.data.order_parts import arguments

#: The argument of the order to pass until the phase ends.
PASSING = "pass"


# -- the next action ------------------------------------------------------------------------------------------


def is_action_coming(match: Haeresis) -> bool:
    """Return whether the next actions are those of this Round's Plot phase, with all characters in play for it."""
    state = match.state
    return state.phase == "plot" or (state.phase == "enlistment" and state.window == "enlistment_end")


def ready_characters(match: Haeresis, seat: int) -> list[str]:
    """Return the characters that a seat's next action can use. Members of its current team become Spent."""
    man = match.state.man
    team = {*man.teams[seat]} if man is not None else set[str]()
    if man is not None and man.initiator == seat:
        team |= {*man.plan}
    return [card for card in controlled(match, seat) if match.state.cards[card].ready and card not in team]


def action_moment(match: Haeresis, seat: int, action: str) -> str:
    """Return an identifier of the moment that an order for a seat's next action is given for.

    An order to pass is for the rest of the Plot phase. Any other order is for the seat's next action, as long as the
    seat's Ready characters, its used Heresies and the Location stay the same.
    """
    state = match.state
    if action == PASSING:
        return str(state.round)
    own = {card for card in state.heresies if card.partition("/")[0] in controlled(match, seat)}
    facts = (state.location, sorted(ready_characters(match, seat)), sorted(own))
    digest = blake2b(repr(facts).encode(), digest_size=6).hexdigest()
    return f"{state.round}.{state.tally.manoeuvres[seat]}.{digest}"


def next_action(orders: Sequence[str], offered: Sequence[Action]) -> Action | None:
    """Return the action that an order names for a seat's turn to act; None to ask the player (AH-PBP.36).

    A seat that can only pass isn't asked, because public facts show it (AH-PBP.6).
    """
    if len(offered) == 1:
        return offered[0]
    named = next(iter(arguments(orders, "act:")), "")
    if not named:
        return None
    action = Pass() if named == PASSING else UseHeresy(named) if "/" in named else Announce(named)
    return action if action in offered else None


# -- teams ------------------------------------------------------------------------------------------------------


def next_manoeuvre(match: Haeresis, seat: int) -> str:
    """Return the number of the seat's next manoeuvre that still needs a team, as text."""
    state = match.state
    man, top = state.man, state.stack[-1] if state.stack else None
    choosing = isinstance(top, TeamStep) and top.seat == seat
    needs_team = man is not None and man.initiator == seat and (choosing or not (man.teams[seat] or man.plan))
    return str(state.tally.manoeuvres[seat] + (not needs_team))


def team_member(match: Haeresis, step: TeamStep, orders: Sequence[str]) -> Action | None:
    """Return the next choice that forms the planned team, or the ordered refusal to block; None to ask the player.

    The player is asked if a member of the planned team can't join.
    """
    man = match.state.man
    if man is None:
        return None
    if step.blocking:
        return Done() if f"block:{man.type}@{match.state.round}" in orders else None
    named = arguments(orders, "team:")
    if not named or not set(named) <= set(eligible(match, step.seat, man.type)):
        return None
    team = chosen(man, step)
    if not set(team) <= set(named):
        return None  # the player has started to choose a different team
    missing = [card for card in named if card not in team]
    return Join(missing[0]) if missing else Done()
