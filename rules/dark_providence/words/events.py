"""The log: one line for what happened. An event knows no match, so names come from the installed packs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.board.agents import is_cultist
from rules.dark_providence.state import events
from rules.dark_providence.words.events_pieces import PIECE_LINES
from rules.dark_providence.words.events_solo import SOLO_LINES
from rules.dark_providence.words.names import (
    COLOURS,
    agent_name,
    allegiance_name,
    card_name,
    card_names,
    city_name,
    owner_name,
    target_name,
)
from rules.kernel.data.events import Event
from rules.kernel.words.text import N_, Say

_PAID = {
    "influence": N_("{player} played {cards} for Influence."),
    "recover": N_("{player} played {cards} for Recovery."),
    "buy": N_("{player} played {cards} for Wealth, to buy influence."),
    "travel": N_("{player} played {cards} for Wealth, to travel."),
    "track": N_("{player} played {cards} to meddle."),
}
_USED = {
    "action": N_("{player} used the action of {card}."),
    "bonus": N_("{player} used the bonus action of {card}."),
    "reaction": N_("{player} used the reaction of {card}."),
}
_REVEALED = {
    "action": N_("{player} revealed the allegiance to end the game: {allegiance}."),
    "assassination": N_("{player} had to reveal the allegiance after the assassination: {allegiance}."),
    "madness": N_("{player} had to reveal the allegiance in madness: {allegiance}."),
    "card": N_("{player} had to reveal the allegiance because of a card: {allegiance}."),
    "old_one_madness": N_(
        "{player} had to reveal the allegiance because of the Great Old One's madness: {allegiance}."
    ),
    "end": N_("{player}'s allegiance was: {allegiance}."),
}
_ENDINGS = {
    "threshold": N_("{player} has reached the VP that end the game."),
    "madness": N_("The madness of {player} ends the game."),
    "assassination": N_("The death of a lead agent ends the game."),
    "ritual": N_("The ritual has reached its last space: the game ends."),
    "investigation": N_("The investigation has reached its last space: the game ends."),
    "deep_ones": N_("All 8 Deep Ones are on the map and {player} called for more: the game ends."),
    "old_one_madness": N_("The Great Old One has its last Madness token: the game ends."),
}


# -- before the first turn and between turns --------------------------------------------------------------------


def _chose_colour(say: Say, body: events.ChoseColour) -> str:
    return say.t("{player}: {colour}.", player=owner_name(say, body.owner), colour=say.t(COLOURS[body.colour]))


def _chose_lead(say: Say, body: events.ChoseLead) -> str:
    return say.t("{player} leads {agent}.", player=say.seat(body.seat), agent=agent_name(say, body.lead))


def _began(say: Say, body: events.Began) -> str:
    return say.t("The match begins; {player} is the starting player.", player=say.seat(body.seat))


def _got_allegiance(say: Say, body: events.GotAllegiance) -> str:
    return say.t("Your allegiance: {allegiance}.", allegiance=allegiance_name(say, body.allegiance))


def _turn_began(say: Say, body: events.TurnBegan) -> str | None:
    return None  # who is called, and the headline of the board, say it


def _passed(say: Say, body: events.Passed) -> str:
    return say.t("{player} passed.", player=say.seat(body.seat))


def _gained_actions(say: Say, body: events.GainedActions) -> str:
    player = say.seat(body.seat)
    return say.n("{player} has {n} more action.", "{player} has {n} more actions.", body.count, player=player)


# -- cards ------------------------------------------------------------------------------------------------------


def _paid_with(say: Say, body: events.PaidWith) -> str | None:
    if body.use not in _PAID:  # the deed itself names them
        return None
    return say.t(_PAID[body.use], player=say.seat(body.seat), cards=card_names(say, body.cards))


def _used(say: Say, body: events.Used) -> str:
    return say.t(_USED[body.timing], player=say.seat(body.seat), card=card_name(say, body.card))


def _searched_stock(say: Say, body: events.SearchedStock) -> str:
    return say.n(
        "{player} looked at {n} card of the secret stock.", "{player} looked at {n} cards of the secret stock.",
        body.count, player=say.seat(body.seat),
    )  # fmt: skip


def _saw_stock(say: Say, body: events.SawStock) -> str:
    return say.t("In the secret stock you see: {cards}.", cards=card_names(say, body.cards))


# -- influence, locks, tracks, VP -------------------------------------------------------------------------------


def _vp(say: Say, body: events.Vp) -> str:
    sign, player = "+" if body.amount > 0 else "−", owner_name(say, body.seat)
    return say.t(
        "{player}: {change} VP, now {total}.", player=player, change=f"{sign}{abs(body.amount)}", total=body.total
    )


# -- cities, agents, gates --------------------------------------------------------------------------------------


def _acquired(say: Say, body: events.Acquired) -> str:
    name = target_name(say, body.target)
    if body.seat < 0:
        return say.t("A cultist acquired {target}.", target=name)
    if body.city:
        city = city_name(say, body.city)
        return say.t("{player} acquired {target} in {city}.", player=say.seat(body.seat), target=name, city=city)
    return say.t("{player} acquired {target}.", player=say.seat(body.seat), target=name)


def _assassinated(say: Say, body: events.Assassinated) -> str:
    victim = agent_name(say, body.victim)
    if body.owner >= 0 and not is_cultist(body.victim):
        victim = f"{victim} ({owner_name(say, body.owner)})"
    line = say.t(
        "Assassination in {city}: {actor} against {victim}.",
        actor=agent_name(say, body.actor), city=city_name(say, body.city), victim=victim,
    )  # fmt: skip
    if body.cards:
        line += " " + say.t("Force from {cards}.", cards=card_names(say, body.cards))
    return line


def _lead_spared(say: Say, body: events.LeadSpared) -> str:
    agent = agent_name(say, body.agent)
    return say.t("{player} is a cultist: {agent} survives.", player=say.seat(body.seat), agent=agent)


# -- sanity and allegiances -------------------------------------------------------------------------------------


def _took_token(say: Say, body: events.TookToken) -> str:
    if body.seat < 0:
        if not body.madness:
            return say.t("A cultist's sanity test: no Madness.")
        return say.t("A cultist's sanity test: Madness. The Great Old One has {n}.", n=body.total)
    if not body.madness:
        return say.t("Sanity test of {player}: no Madness.", player=say.seat(body.seat))
    return say.t("Sanity test of {player}: Madness, now {n}.", player=say.seat(body.seat), n=body.total)


def _went_mad(say: Say, body: events.WentMad) -> str:
    return say.t("{player} went mad.", player=say.seat(body.seat))


def _revealed(say: Say, body: events.Revealed) -> str:
    allegiance = allegiance_name(say, body.allegiance)
    return say.t(_REVEALED[body.cause], player=say.seat(body.seat), allegiance=allegiance)


def _reveal_failed(say: Say, body: events.RevealFailed) -> str:
    return say.t(
        "{player} showed the allegiance ({allegiance}), but it does not end the game.",
        player=say.seat(body.seat), allegiance=allegiance_name(say, body.allegiance),
    )  # fmt: skip


def _looked_at(say: Say, body: events.LookedAt) -> str:
    return say.t(
        "{player} looked in secret at the allegiance of {other}.",
        player=say.seat(body.seat), other=say.seat(body.other),
    )  # fmt: skip


def _saw_allegiance(say: Say, body: events.SawAllegiance) -> str:
    return say.t(
        "You saw the allegiance of {other}: {allegiance}.",
        other=say.seat(body.other), allegiance=allegiance_name(say, body.allegiance),
    )  # fmt: skip


# -- solo play and the end --------------------------------------------------------------------------------------


def _end_called(say: Say, body: events.EndCalled) -> str | None:
    if body.trigger not in _ENDINGS:  # a goal that was reached has said so
        return None
    return say.t(_ENDINGS[body.trigger], player=owner_name(say, body.seat))


def _excluded(say: Say, body: events.Excluded) -> str:
    return say.t("{player} is excluded: that side has the lowest total.", player=say.seat(body.seat))


def _match_ended(say: Say, body: events.MatchEnded) -> str:
    if not body.winners:
        return say.t("The match is over. The Great Old One wins.")
    winners = say.join([say.seat(seat) for seat in body.winners])
    return say.n(
        "The match is over. {winners} wins.", "The match is over. {winners} win.", len(body.winners), winners=winners
    )


LINES: dict[type[Any], Callable[[Say, Any], str | None]] = {
    events.ChoseColour: _chose_colour,
    events.ChoseLead: _chose_lead,
    events.Began: _began,
    events.GotAllegiance: _got_allegiance,
    events.TurnBegan: _turn_began,
    events.Passed: _passed,
    events.GainedActions: _gained_actions,
    events.PaidWith: _paid_with,
    events.Used: _used,
    events.SearchedStock: _searched_stock,
    events.SawStock: _saw_stock,
    events.Vp: _vp,
    events.Acquired: _acquired,
    events.Assassinated: _assassinated,
    events.LeadSpared: _lead_spared,
    events.TookToken: _took_token,
    events.WentMad: _went_mad,
    events.Revealed: _revealed,
    events.RevealFailed: _reveal_failed,
    events.LookedAt: _looked_at,
    events.SawAllegiance: _saw_allegiance,
    events.EndCalled: _end_called,
    events.Excluded: _excluded,
    events.MatchEnded: _match_ended,
    **PIECE_LINES,
    **SOLO_LINES,
}


def event_line(say: Say, event: Event) -> str | None:
    """Return the log's line for an event, in the past tense, or None when it is not worth one."""
    line = LINES[type(event.body)](say, event.body)
    # Washington D.C. brings a full stop of its own.
    return line[:-1] if line and line.endswith("..") else line
