"""The log: one line for what happened. An event knows no match, so names come from the installed packs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.dark_providence.board.agents import is_cultist
from rules.dark_providence.state import events
from rules.dark_providence.words.amounts import markers
from rules.dark_providence.words.names import (
    COLOURS,
    agent_name,
    allegiance_name,
    card_name,
    card_names,
    city_name,
    cultist_name,
    is_city_card,
    old_one_name,
    owner_name,
    target_name,
)
from rules.dark_providence.words.solo import order_name
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


# -- before the first turn and between turns ------------------------------------------------------------------


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


# -- cards ----------------------------------------------------------------------------------------------------


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


def _drew_hidden(say: Say, body: events.DrewHidden) -> str:
    return say.n("{player} drew {n} card.", "{player} drew {n} cards.", body.count, player=say.seat(body.seat))


def _drew_cards(say: Say, body: events.DrewCards) -> str:
    return say.t("Drawn: {cards}.", cards=card_names(say, body.cards))


def _reshuffled(say: Say, body: events.Reshuffled) -> str:
    return say.n(
        "{player}'s deck was shuffled ({n} card).", "{player}'s deck was shuffled ({n} cards).",
        body.cards, player=say.seat(body.seat),
    )  # fmt: skip


def _card_left(say: Say, body: events.CardLeft) -> str | None:
    if body.zone == "table":  # a card just used: what becomes of it is told by itself
        return None
    return say.t(_LEFT[body.zone], card=card_name(say, body.card), player=say.seat(body.seat))


def _card_destroyed(say: Say, body: events.CardDestroyed) -> str:
    if is_city_card(body.card):
        return say.t("The city card {card} went back to the other city cards.", card=card_name(say, body.card))
    return say.t("{card} was destroyed.", card=card_name(say, body.card))


def _got_card(say: Say, body: events.GotCard) -> str:
    line = (
        N_("{player} took {card} into the hand.")
        if body.zone == "hand"
        else N_("{card} came to {player}'s discard pile.")
    )
    return say.t(line, player=say.seat(body.seat), card=card_name(say, body.card))


def _discarded(say: Say, body: events.Discarded) -> str:
    return say.t("{player} discarded {cards}.", player=say.seat(body.seat), cards=card_names(say, body.cards))


def _turned_up(say: Say, body: events.TurnedUp) -> str:
    return say.t("{card} lies face up in {city}.", card=card_name(say, body.card), city=city_name(say, body.city))


def _stack_ran_out(say: Say, body: events.StackRanOut) -> str:
    return say.t("{city} has no primary asset left.", city=city_name(say, body.city))


def _row_grew(say: Say, body: events.RowGrew) -> str:
    return say.t("{card} joined the mythos row.", card=card_name(say, body.card))


# -- influence, locks, tracks, VP -----------------------------------------------------------------------------


def _vp(say: Say, body: events.Vp) -> str:
    sign, player = "+" if body.amount > 0 else "−", owner_name(say, body.seat)
    return say.t(
        "{player}: {change} VP, now {total}.", player=player, change=f"{sign}{abs(body.amount)}", total=body.total
    )


def _placed(say: Say, body: events.Placed) -> str:
    return say.t(
        "{player} placed {markers} on {target}.",
        player=owner_name(say, body.owner), markers=markers(say, body.count), target=target_name(say, body.target),
    )  # fmt: skip


def _recovered(say: Say, body: events.Recovered) -> str:
    return say.t(
        "{player} took {markers} back from {target}.",
        player=owner_name(say, body.owner), markers=markers(say, body.count), target=target_name(say, body.target),
    )  # fmt: skip


def _bought(say: Say, body: events.Bought) -> str:
    return say.t("{player} bought {markers}.", player=say.seat(body.seat), markers=markers(say, body.count))


def _took_from_pool(say: Say, body: events.TookFromPool) -> str:
    return say.t(
        "{player} took {markers} from the common pool.", player=say.seat(body.seat), markers=markers(say, body.count)
    )


def _markers_left(say: Say, body: events.MarkersLeft) -> str:
    line = (
        N_("{markers} of {player} went from {target} to Limbo.")
        if body.limbo
        else N_("{markers} of {player} went from {target} back to the supply.")
    )
    return say.t(
        line, markers=markers(say, body.count), player=owner_name(say, body.owner), target=target_name(say, body.target)
    )


def _drove_off(say: Say, body: events.DroveOff) -> str:
    return say.t(
        "{player} drove {markers} of {owner} off {target}.",
        player=owner_name(say, body.seat), markers=markers(say, body.count), owner=owner_name(say, body.owner),
        target=target_name(say, body.target),
    )  # fmt: skip


def _locked(say: Say, body: events.Locked) -> str:
    return say.t(
        "{player} placed a lock: {target}.", player=owner_name(say, body.owner), target=target_name(say, body.target)
    )


def _unlocked(say: Say, body: events.Unlocked) -> str:
    return say.t(
        "{player} removed a lock: {target}.", player=owner_name(say, body.owner), target=target_name(say, body.target)
    )


def _moved_track(say: Say, body: events.MovedTrack) -> str:
    line = _MOVED[body.track, body.by > 0]
    return say.t(line, n=abs(body.by), space=body.space)


# -- cities, agents, gates ------------------------------------------------------------------------------------


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


def _control_changed(say: Say, body: events.ControlChanged) -> str:
    city = city_name(say, body.city)
    if body.owner < 0:
        return say.t("{city} is controlled by nobody now.", city=city)
    player = owner_name(say, body.owner)
    if body.before < 0:
        return say.t("{player} controls {city}.", player=player, city=city)
    before = owner_name(say, body.before)
    return say.t("{player} controls {city} instead of {before}.", player=player, city=city, before=before)


def _agent_joined(say: Say, body: events.AgentJoined) -> str:
    agent, city = agent_name(say, body.agent), city_name(say, body.city)
    if body.owner < 0 or is_cultist(body.agent):
        return say.t("{agent} came to {city}.", agent=agent, city=city)
    return say.t("{agent} ({owner}) came to {city}.", agent=agent, owner=owner_name(say, body.owner), city=city)


def _travelled(say: Say, body: events.Travelled) -> str:
    return say.t(
        "{agent} went from {origin} to {city}.",
        agent=agent_name(say, body.agent), origin=city_name(say, body.origin), city=city_name(say, body.city),
    )  # fmt: skip


def _agent_lost(say: Say, body: events.AgentLost) -> str:
    return say.t("{agent} is gone from {city}.", agent=agent_name(say, body.agent), city=city_name(say, body.city))


def _agent_returned(say: Say, body: events.AgentReturned) -> str:
    return say.t("{agent} has returned.", agent=agent_name(say, body.agent))


def _gate_worked(say: Say, body: events.GateWorked) -> str:
    city, agent = city_name(say, body.city), agent_name(say, body.actor)
    if is_cultist(body.actor):
        return say.t("{agent} opened the gate of {city}.", agent=agent, city=city)
    text = say.t(_GATES[body.face], player=owner_name(say, body.owner), city=city, agent=agent)
    if body.cards:
        text += " " + say.t("Arcane from {cards}.", cards=card_names(say, body.cards))
    return text


def _marker_put(say: Say, body: events.MarkerPut) -> str:
    return say.t(_PUT[body.piece], city=city_name(say, body.city))


# -- sanity and allegiances -----------------------------------------------------------------------------------


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


def _tokens_calmed(say: Say, body: events.TokensCalmed) -> str:
    return say.n(
        "{player} put {n} Madness token back into the bag.", "{player} put {n} Madness tokens back into the bag.",
        body.count, player=say.seat(body.seat),
    )  # fmt: skip


# -- solo play and the end ------------------------------------------------------------------------------------


def _old_one_rose(say: Say, body: events.OldOneRose) -> str:
    return say.t("The Great Old One is {name}.", name=old_one_name(say, body.card))


def _control_drawn(say: Say, body: events.ControlDrawn) -> str:
    return say.t("The Great Old One takes a turn.")


def _cultist_acts(say: Say, body: events.CultistActs) -> str:
    return say.t(
        "{cultist} in {city}: {order}.",
        cultist=cultist_name(say, body.who), city=city_name(say, body.city), order=order_name(say, body.order),
    )  # fmt: skip


def _cultist_failed(say: Say, body: events.CultistFailed) -> str:
    return say.t("{cultist} can't do that.", cultist=cultist_name(say, body.who))


def _cultist_resource(say: Say, body: events.CultistResource) -> str:
    return say.t(
        "{cultist} uses {card}: {icon}.",
        cultist=cultist_name(say, body.who), card=target_name(say, body.card), icon=order_name(say, body.icon),
    )  # fmt: skip


def _kept_card(say: Say, body: events.KeptCard) -> str:
    return say.t("The Great Old One keeps {card}.", card=target_name(say, body.card))


def _cultist_revealed(say: Say, body: events.CultistRevealed) -> str:
    return say.t("{cultist} is revealed.", cultist=cultist_name(say, body.who))


def _control_shuffled(say: Say, body: events.ControlShuffled) -> str:
    return say.t("All control cards are shuffled again.")


def _goal_reached(say: Say, body: events.GoalReached) -> str:
    return say.t("{name} has reached its goal: the game ends.", name=old_one_name(say, body.card))


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
    events.DrewHidden: _drew_hidden,
    events.DrewCards: _drew_cards,
    events.Reshuffled: _reshuffled,
    events.CardLeft: _card_left,
    events.CardDestroyed: _card_destroyed,
    events.GotCard: _got_card,
    events.Discarded: _discarded,
    events.TurnedUp: _turned_up,
    events.StackRanOut: _stack_ran_out,
    events.RowGrew: _row_grew,
    events.Vp: _vp,
    events.Placed: _placed,
    events.Recovered: _recovered,
    events.Bought: _bought,
    events.TookFromPool: _took_from_pool,
    events.MarkersLeft: _markers_left,
    events.DroveOff: _drove_off,
    events.Locked: _locked,
    events.Unlocked: _unlocked,
    events.MovedTrack: _moved_track,
    events.Acquired: _acquired,
    events.Assassinated: _assassinated,
    events.LeadSpared: _lead_spared,
    events.ControlChanged: _control_changed,
    events.AgentJoined: _agent_joined,
    events.Travelled: _travelled,
    events.AgentLost: _agent_lost,
    events.AgentReturned: _agent_returned,
    events.GateWorked: _gate_worked,
    events.MarkerPut: _marker_put,
    events.TookToken: _took_token,
    events.WentMad: _went_mad,
    events.Revealed: _revealed,
    events.RevealFailed: _reveal_failed,
    events.LookedAt: _looked_at,
    events.SawAllegiance: _saw_allegiance,
    events.TokensCalmed: _tokens_calmed,
    events.OldOneRose: _old_one_rose,
    events.ControlDrawn: _control_drawn,
    events.CultistActs: _cultist_acts,
    events.CultistFailed: _cultist_failed,
    events.CultistResource: _cultist_resource,
    events.KeptCard: _kept_card,
    events.CultistRevealed: _cultist_revealed,
    events.ControlShuffled: _control_shuffled,
    events.GoalReached: _goal_reached,
    events.EndCalled: _end_called,
    events.Excluded: _excluded,
    events.MatchEnded: _match_ended,
}


def event_line(say: Say, event: Event) -> str | None:
    """Return the log's line for an event, in the past tense, or None when it is not worth one."""
    line = LINES[type(event.body)](say, event.body)
    # Washington D.C. brings a full stop of its own.
    return line[:-1] if line and line.endswith("..") else line
