"""The outcome of manoeuvres: a team's icons, success or failure, and the Consequence (sections 16 and 18)."""

from __future__ import annotations

from rules.aevum_haeresis.board.card_lookup import alter_passives, manoeuvre, passives, soul_number, stat
from rules.aevum_haeresis.board.decks_and_resources import change_gold, change_souls, mill, raise_execution
from rules.aevum_haeresis.board.ending import check
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.content.effects import Bar, Bounty
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import PLUNDER, Haeresis
from rules.kernel.data.events import EVERYONE


def icons_of(match: Haeresis, seat: int, planned: list[str] | None = None) -> int:
    """Return how many icons of the manoeuvre's type a team has, including icons added by effects (AH-CONFLICT.19)."""
    man = manoeuvre(match)
    team = man.teams[seat] if planned is None else planned
    if not team:
        return 0
    bonus = sum(mod.amount for mod in match.state.mods if mod.stat == "team" and mod.seat == seat)
    alters = alter_passives(match)
    return max(0, bonus + sum(stat(match, card, man.type, alters) for card in team))


def stakes(match: Haeresis, seat: int) -> list[tuple[str, Bounty | Bar]]:
    """Return the Bounties and Bars that apply to a seat's manoeuvres, each with the card it is on.

    A Bounty is a passive that gives successful manoeuvres a bonus; a Bar makes unopposed manoeuvres fail.
    """
    return [
        (card, passive)
        for card, placed, passive in passives(match, Bounty, Bar)
        if (
            placed.controller != seat
            if isinstance(passive, Bar)
            else passive.whose == "both" or placed.controller == seat
        )
    ]


def barred(match: Haeresis) -> bool:
    """Return whether the current manoeuvre will be unsuccessful if no one blocks it (AH-MAN.21)."""
    man = manoeuvre(match)
    return man.failed or any(
        isinstance(passive, Bar) and passive.manoeuvre == man.type for _, passive in stakes(match, man.initiator)
    )


def fail(match: Haeresis) -> None:
    """Report that the current manoeuvre failed without a Conflict, and queue the abilities that this triggers."""
    man = manoeuvre(match)
    match.emit(EVERYONE, events.Failed(man.initiator, man.type))
    queue_triggered(match, "failed", man.initiator, word=man.type)


def succeed(match: Haeresis, seat: int) -> None:
    """Count a success in the current manoeuvre for this seat, and queue the abilities that the outcome triggers."""
    man = manoeuvre(match)
    match.state.tally.successes[seat] += 1
    if man.blocked:
        queue_triggered(match, "won", seat, word=man.type)
    if seat != man.initiator:
        queue_triggered(match, "failed", man.initiator, word=man.type)


def consequence(match: Haeresis) -> None:
    """Carry out the Consequence of a successful manoeuvre (AH-CONS.1 to CONS.10)."""
    man = manoeuvre(match)
    seat, other = man.initiator, 1 - man.initiator
    number = soul_number(match) + man.extra[seat]
    match.emit(EVERYONE, events.Succeeded(seat, man.type))
    queue_triggered(match, "succeeded", seat, word=man.type)
    with_damned = match.state.players[seat].damned in man.teams[seat]
    bounties = [
        passive
        for _, passive in stakes(match, seat)
        if isinstance(passive, Bounty) and passive.manoeuvre == man.type
        and not (passive.without_damned and with_damned)
    ]  # fmt: skip
    if man.type == "recruit":
        change_souls(match, seat, number + sum(bounty.souls for bounty in bounties))
    elif man.type == "plunder":
        mill(match, other, PLUNDER + number + sum(bounty.cards for bounty in bounties))
        change_souls(match, seat, sum(bounty.souls for bounty in bounties))
    else:
        raise_execution(match, other, 1)
        change_souls(match, seat, sum(bounty.souls for bounty in bounties))
    change_gold(match, seat, sum(bounty.gold for bounty in bounties))
    check(match)
