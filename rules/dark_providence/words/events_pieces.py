"""The log: one line for what happened to pieces and cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.board.agents import is_cultist
from rules.dark_providence.state import events_pieces as pieces
from rules.dark_providence.words.names import (
    agent_name,
    card_name,
    card_names,
    city_name,
    is_city_card,
    owner_name,
    target_name,
)
from rules.dark_providence.words.ops import markers
from rules.kernel.words.text import N_, Say

_LEFT = {
    "hand": N_("{card} was taken out of {player}'s hand."),
    "deck": N_("{card} was taken out of {player}'s deck."),
    "discard": N_("{card} was taken out of {player}'s discard pile."),
}
_MOVED = {
    ("ritual", True): N_("The ritual moved up {n}, to space {space}."),
    ("ritual", False): N_("The ritual moved down {n}, to space {space}."),
    ("investigation", True): N_("The investigation moved up {n}, to space {space}."),
    ("investigation", False): N_("The investigation moved down {n}, to space {space}."),
}
_GATES = {
    "open": N_("{player} opened the gate of {city} with {agent}."),
    "close": N_("{player} closed the gate of {city} with {agent}."),
}
_PUT = {
    "cthulhu": N_("Cthulhu stands in {city} now."),
    "martial_law": N_("Martial law is in force in {city} now."),
    "whateley": N_("A Whateley marker lies in {city} now."),
}


# -- cards ------------------------------------------------------------------------------------------------------


def _drew_hidden(say: Say, body: pieces.DrewHidden) -> str:
    return say.n("{player} drew {n} card.", "{player} drew {n} cards.", body.count, player=say.seat(body.seat))


def _drew_cards(say: Say, body: pieces.DrewCards) -> str:
    return say.t("Drawn: {cards}.", cards=card_names(say, body.cards))


def _reshuffled(say: Say, body: pieces.Reshuffled) -> str:
    return say.n(
        "{player}'s deck was shuffled ({n} card).", "{player}'s deck was shuffled ({n} cards).",
        body.cards, player=say.seat(body.seat),
    )  # fmt: skip


def _card_left(say: Say, body: pieces.CardLeft) -> str | None:
    if body.zone == "table":  # a card just used: what becomes of it is told by itself
        return None
    return say.t(_LEFT[body.zone], card=card_name(say, body.card), player=say.seat(body.seat))


def _card_destroyed(say: Say, body: pieces.CardDestroyed) -> str:
    if is_city_card(body.card):
        return say.t("The city card {card} went back to the other city cards.", card=card_name(say, body.card))
    return say.t("{card} was destroyed.", card=card_name(say, body.card))


def _got_card(say: Say, body: pieces.GotCard) -> str:
    line = (
        N_("{player} took {card} into the hand.")
        if body.zone == "hand"
        else N_("{card} came to {player}'s discard pile.")
    )
    return say.t(line, player=say.seat(body.seat), card=card_name(say, body.card))


def _discarded(say: Say, body: pieces.Discarded) -> str:
    return say.t("{player} discarded {cards}.", player=say.seat(body.seat), cards=card_names(say, body.cards))


def _turned_up(say: Say, body: pieces.TurnedUp) -> str:
    return say.t("{card} lies face up in {city}.", card=card_name(say, body.card), city=city_name(say, body.city))


def _stack_ran_out(say: Say, body: pieces.StackRanOut) -> str:
    return say.t("{city} has no primary asset left.", city=city_name(say, body.city))


def _row_grew(say: Say, body: pieces.RowGrew) -> str:
    return say.t("{card} joined the mythos row.", card=card_name(say, body.card))


# -- influence, locks, tracks, VP -------------------------------------------------------------------------------


def _placed(say: Say, body: pieces.Placed) -> str:
    return say.t(
        "{player} placed {markers} on {target}.",
        player=owner_name(say, body.owner), markers=markers(say, body.count), target=target_name(say, body.target),
    )  # fmt: skip


def _recovered(say: Say, body: pieces.Recovered) -> str:
    return say.t(
        "{player} took {markers} back from {target}.",
        player=owner_name(say, body.owner), markers=markers(say, body.count), target=target_name(say, body.target),
    )  # fmt: skip


def _bought(say: Say, body: pieces.Bought) -> str:
    return say.t("{player} bought {markers}.", player=say.seat(body.seat), markers=markers(say, body.count))


def _took_from_pool(say: Say, body: pieces.TookFromPool) -> str:
    return say.t(
        "{player} took {markers} from the common pool.", player=say.seat(body.seat), markers=markers(say, body.count)
    )


def _markers_left(say: Say, body: pieces.MarkersLeft) -> str:
    line = (
        N_("{markers} of {player} went from {target} to Limbo.")
        if body.limbo
        else N_("{markers} of {player} went from {target} back to the supply.")
    )
    return say.t(
        line, markers=markers(say, body.count), player=owner_name(say, body.owner), target=target_name(say, body.target)
    )


def _drove_off(say: Say, body: pieces.DroveOff) -> str:
    return say.t(
        "{player} drove {markers} of {owner} off {target}.",
        player=owner_name(say, body.seat), markers=markers(say, body.count), owner=owner_name(say, body.owner),
        target=target_name(say, body.target),
    )  # fmt: skip


def _locked(say: Say, body: pieces.Locked) -> str:
    return say.t(
        "{player} placed a lock: {target}.", player=owner_name(say, body.owner), target=target_name(say, body.target)
    )


def _unlocked(say: Say, body: pieces.Unlocked) -> str:
    return say.t(
        "{player} removed a lock: {target}.", player=owner_name(say, body.owner), target=target_name(say, body.target)
    )


def _moved_track(say: Say, body: pieces.MovedTrack) -> str:
    line = _MOVED[body.track, body.by > 0]
    return say.t(line, n=abs(body.by), space=body.space)


# -- cities, agents, gates --------------------------------------------------------------------------------------


def _control_changed(say: Say, body: pieces.ControlChanged) -> str:
    city = city_name(say, body.city)
    if body.owner < 0:
        return say.t("{city} is controlled by nobody now.", city=city)
    player = owner_name(say, body.owner)
    if body.before < 0:
        return say.t("{player} controls {city}.", player=player, city=city)
    before = owner_name(say, body.before)
    return say.t("{player} controls {city} instead of {before}.", player=player, city=city, before=before)


def _agent_joined(say: Say, body: pieces.AgentJoined) -> str:
    agent, city = agent_name(say, body.agent), city_name(say, body.city)
    if body.owner < 0 or is_cultist(body.agent):
        return say.t("{agent} came to {city}.", agent=agent, city=city)
    return say.t("{agent} ({owner}) came to {city}.", agent=agent, owner=owner_name(say, body.owner), city=city)


def _travelled(say: Say, body: pieces.Travelled) -> str:
    return say.t(
        "{agent} went from {origin} to {city}.",
        agent=agent_name(say, body.agent), origin=city_name(say, body.origin), city=city_name(say, body.city),
    )  # fmt: skip


def _agent_lost(say: Say, body: pieces.AgentLost) -> str:
    return say.t("{agent} is gone from {city}.", agent=agent_name(say, body.agent), city=city_name(say, body.city))


def _agent_returned(say: Say, body: pieces.AgentReturned) -> str:
    return say.t("{agent} has returned.", agent=agent_name(say, body.agent))


def _gate_worked(say: Say, body: pieces.GateWorked) -> str:
    city, agent = city_name(say, body.city), agent_name(say, body.actor)
    if is_cultist(body.actor):
        return say.t("{agent} opened the gate of {city}.", agent=agent, city=city)
    text = say.t(_GATES[body.face], player=owner_name(say, body.owner), city=city, agent=agent)
    if body.cards:
        text += " " + say.t("Arcane from {cards}.", cards=card_names(say, body.cards))
    return text


def _marker_put(say: Say, body: pieces.MarkerPut) -> str:
    return say.t(_PUT[body.piece], city=city_name(say, body.city))


# -- sanity and allegiances -------------------------------------------------------------------------------------


def _tokens_calmed(say: Say, body: pieces.TokensCalmed) -> str:
    return say.n(
        "{player} put {n} Madness token back into the bag.", "{player} put {n} Madness tokens back into the bag.",
        body.count, player=say.seat(body.seat),
    )  # fmt: skip


PIECE_LINES: dict[type[Any], Callable[[Say, Any], str | None]] = {
    pieces.DrewHidden: _drew_hidden,
    pieces.DrewCards: _drew_cards,
    pieces.Reshuffled: _reshuffled,
    pieces.CardLeft: _card_left,
    pieces.CardDestroyed: _card_destroyed,
    pieces.GotCard: _got_card,
    pieces.Discarded: _discarded,
    pieces.TurnedUp: _turned_up,
    pieces.StackRanOut: _stack_ran_out,
    pieces.RowGrew: _row_grew,
    pieces.Placed: _placed,
    pieces.Recovered: _recovered,
    pieces.Bought: _bought,
    pieces.TookFromPool: _took_from_pool,
    pieces.MarkersLeft: _markers_left,
    pieces.DroveOff: _drove_off,
    pieces.Locked: _locked,
    pieces.Unlocked: _unlocked,
    pieces.MovedTrack: _moved_track,
    pieces.ControlChanged: _control_changed,
    pieces.AgentJoined: _agent_joined,
    pieces.Travelled: _travelled,
    pieces.AgentLost: _agent_lost,
    pieces.AgentReturned: _agent_returned,
    pieces.GateWorked: _gate_worked,
    pieces.MarkerPut: _marker_put,
    pieces.TokensCalmed: _tokens_calmed,
}
