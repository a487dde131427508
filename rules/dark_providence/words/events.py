"""The text of events: the lines of the log.

An event doesn't contain its match or pack, so names are looked up in the installed packs.
"""

from __future__ import annotations

from typing import Any

from rules.dark_providence.board.agents import is_cultist
from rules.dark_providence.state import events
from rules.dark_providence.words import names
from rules.dark_providence.words.amounts import markers
from rules.dark_providence.words.cards import allegiance_text
from rules.dark_providence.words.solo import order_name
from rules.kernel.data.events import CutShort, Event
from rules.kernel.words.log_sentences import Line, Log
from rules.kernel.words.results import cut_short, over
from rules.kernel.words.translation import N_, Translator

_PAID = {
    "influence": N_("{player} played {cards} for Influence."),
    "recover": N_("{player} played {cards} for Recovery."),
    "buy": N_("{player} played {cards} for Wealth, to buy influence."),
    "travel": N_("{player} played {cards} for Wealth, to travel."),
    "track": N_("{player} played {cards} to meddle."),
    "cost": N_("{player} played {cards} to pay the price."),
    # No separate line, because the log line of the assassination or gate action names these cards.
    "assassinate": None,
    "gate": None,
}
_USED = {
    "action": N_("{player} used the action of {card}."),
    "bonus": N_("{player} used the bonus action of {card}."),
    "reaction": N_("{player} used the reaction of {card}."),
    "whenever": N_("{card} takes effect for {player}."),
}
_REVEALED = {
    "action": N_("{player} revealed their allegiance to end the game: {allegiance}."),
    "assassination": N_("{player} had to reveal their allegiance after the assassination: {allegiance}."),
    "madness": N_("{player} went mad and had to reveal their allegiance: {allegiance}."),
    "card": N_("A card made {player} reveal their allegiance: {allegiance}."),
    "old_one_madness": N_("The Great Old One's madness made {player} reveal their allegiance: {allegiance}."),
    "end": N_("{player}'s allegiance was: {allegiance}."),
}
_ENDINGS = {
    "threshold": N_("{player} has reached the VP that end the game."),
    "madness": N_("{player}'s madness ends the game."),
    "assassination": N_("A lead agent's death ends the game."),
    "ritual": N_("The ritual has reached its last space, so the game ends."),
    "investigation": N_("The investigation has reached its last space, so the game ends."),
    "deep_ones": N_("{player} used the Deep Ones' action with all 8 on the map, so the game ends."),
    "old_one_madness": N_("The Great Old One has its last Madness token, so the game ends."),
    "goal": None,  # No line, because the log has a line for the event GoalReached.
}
#: The reasons why a cultist can't execute its instruction or resource action.
_FAILED = {
    "place": N_("{cultist} can't act: no markers left, or none allowed there."),
    "influence": N_("{cultist} can't act: no markers left, or none allowed there."),
    "acquire": N_("{cultist} can't act: it doesn't have the most influence anywhere."),
    "assassinate": N_("{cultist} can't act: no victim, or too little Force."),
    "gate": N_("{cultist} can't act: too little Arcane, or the gate is taken."),
    "arcane": N_("{cultist} can't act: too little Arcane, or the gate is taken."),
}
_LEFT = {
    "hand": N_("{card} left {player}'s hand."),
    "deck": N_("{card} left {player}'s deck."),
    "discard": N_("{card} left {player}'s discard pile."),
    # No line, because another event reports where a card from the table goes.
    "table": None,
}
_GOT = {
    "hand": N_("{player} took {card} into their hand."),
    "discard": N_("{card} went to {player}'s discard pile."),
}
_CLEARED = {
    True: N_("{player} put {markers} {from_target} into Limbo."),
    False: N_("{player} recovered {markers} {from_target}."),
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
    "cthulhu": N_("Cthulhu is in {city} now."),
    "martial_law": N_("Martial law is in force in {city} now."),
    "whateley": N_("{city} has a Whateley marker now."),
}

_LOG = Log(
    {
        "player": ("seat", names.owner_name),
        "owner": ("owner", names.owner_name),
        "other": ("other", names.owner_name),
        "before": ("before", names.owner_name),
        "agent": ("agent", names.agent_name),
        "allegiance": ("allegiance", names.allegiance_name),
        "card": ("card", names.target_name),
        "cards": ("cards", names.card_names),
        "city": ("city", names.city_name),
        "cultist": ("who", names.cultist_name),
        "icon": ("icon", order_name),
        "markers": ("count", markers),
        "name": ("card", names.old_one_name),
        "from_target": ("target", names.from_target),
        "on_target": ("target", names.on_target),
        "order": ("order", order_name),
        "origin": ("origin", names.city_name),
        "target": ("target", names.target_name),
    }
)


# -- before the first turn and between turns ------------------------------------------------------------------


def _chose_colour(say: Translator, body: events.ChoseColour) -> str:
    return say.t(
        "{player}: {colour}.", player=names.owner_name(say, body.owner), colour=say.t(names.COLOURS[body.colour])
    )


# -- cards ----------------------------------------------------------------------------------------------------


def _card_destroyed(say: Translator, body: events.CardDestroyed) -> str:
    if names.is_city_card(say, body.card):
        return say.t("The city card {card} went back to the other city cards.", card=names.card_name(say, body.card))
    return say.t("{card} was destroyed.", card=names.card_name(say, body.card))


# -- influence, locks, tracks, VP -----------------------------------------------------------------------------


def _vp(say: Translator, body: events.Vp) -> str:
    sign, player = "+" if body.amount > 0 else "−", names.owner_name(say, body.seat)
    change = f"{sign}{abs(body.amount)}"
    if body.card:
        line, card = N_("{player}: {change} VP from {card}, now {total}."), names.card_name(say, body.card)
        return say.t(line, player=player, change=change, card=card, total=body.total)
    return say.t("{player}: {change} VP, now {total}.", player=player, change=change, total=body.total)


def _cultist_failed(say: Translator, body: events.CultistFailed) -> str:
    line = _FAILED.get(body.order.partition("_")[0], N_("{cultist} can't act."))
    return say.t(line, cultist=names.cultist_name(say, body.who))


def _moved_track(say: Translator, body: events.MovedTrack) -> str:
    line = _MOVED[body.track, body.by > 0]
    return say.t(line, n=abs(body.by), space=body.space)


# -- cities, agents, gates ------------------------------------------------------------------------------------


def _acquired(say: Translator, body: events.Acquired) -> str:
    name, is_city = names.target_name(say, body.target), names.find_city(say, body.target) is not None
    if body.seat < 0:
        return (
            say.t("A cultist acquired {city}.", city=name)
            if is_city
            else say.t("A cultist acquired {card}.", card=name)
        )
    player = say.seat(body.seat)
    if body.city:
        city = names.city_name(say, body.city)
        return say.t("{player} acquired {card} in {city}.", player=player, card=name, city=city)
    if is_city:
        return say.t("{player} acquired {city}.", player=player, city=name)
    return say.t("{player} acquired {card}.", player=player, card=name)


def _assassinated(say: Translator, body: events.Assassinated) -> str:
    victim = names.agent_name(say, body.victim)
    if body.owner >= 0 and not is_cultist(body.victim):
        victim = f"{victim} ({names.owner_name(say, body.owner)})"
    line = say.t(
        "Assassination in {city}: {actor} against {victim}.",
        actor=names.agent_name(say, body.actor), city=names.city_name(say, body.city), victim=victim,
    )  # fmt: skip
    if body.cards:
        line += " " + say.t("Force from {cards}.", cards=names.card_names(say, body.cards))
    return line


def _control_changed(say: Translator, body: events.ControlChanged) -> str:
    city = names.city_name(say, body.city)
    if body.owner < 0:
        return say.t("No one controls {city} now.", city=city)
    player = names.owner_name(say, body.owner)
    if body.before < 0:
        return say.t("{player} took control of {city}.", player=player, city=city)
    before = names.owner_name(say, body.before)
    return say.t("{player} took {city} from {before}.", player=player, city=city, before=before)


def _agent_joined(say: Translator, body: events.AgentJoined) -> str:
    agent, city = names.agent_name(say, body.agent), names.city_name(say, body.city)
    if body.owner < 0 or is_cultist(body.agent):
        return say.t("{agent} came to {city}.", agent=agent, city=city)
    return say.t("{agent} ({owner}) came to {city}.", agent=agent, owner=names.owner_name(say, body.owner), city=city)


def _gate_worked(say: Translator, body: events.GateWorked) -> str:
    city, agent = names.city_name(say, body.city), names.agent_name(say, body.actor)
    if is_cultist(body.actor):
        return say.t("{agent} opened the gate of {city}.", agent=agent, city=city)
    text = say.t(_GATES[body.face], player=names.owner_name(say, body.owner), city=city, agent=agent)
    if body.cards:
        text += " " + say.t("Arcane from {cards}.", cards=names.card_names(say, body.cards))
    return text


# -- sanity and allegiances -----------------------------------------------------------------------------------


def _took_token(say: Translator, body: events.TookToken) -> str:
    if body.seat < 0:
        if not body.madness:
            return say.t("A cultist's sanity test: no Madness.")
        return say.t("A cultist's sanity test: Madness. The Great Old One has {n}.", n=body.total)
    if not body.madness:
        return say.t("{player}'s sanity test: no Madness.", player=say.seat(body.seat))
    return say.t("{player}'s sanity test: Madness, now {n}.", player=say.seat(body.seat), n=body.total)


# -- solo play and the end ------------------------------------------------------------------------------------


def _match_ended(say: Translator, body: events.MatchEnded) -> str:
    if not body.winners:
        return say.t("The match is over. The Great Old One wins.")
    return over(say, body.winners)


_MINE = _LOG.t("Your allegiance: {allegiance}.")


def _got_allegiance(say: Translator, body: events.GotAllegiance) -> str:
    """Return the sentences about a player's own allegiance, including what it scores (DP-ALLEG.7)."""
    return f"{_MINE(say, body)} {say.t('You score: {lines}', lines=' '.join(allegiance_text(say, body.allegiance)))}"


LINES: dict[type[Any], Line] = {
    events.ChoseColour: _chose_colour,
    events.ChoseLead: _LOG.t("{player}'s lead agent is {agent}.", agent="lead"),
    events.Began: _LOG.t("The match begins; {player} is the starting player."),
    events.GotAllegiance: _got_allegiance,
    # The log omits the start of a turn, because pings and the headline of the board announce it.
    events.TurnBegan: lambda _say, _body: None,
    events.Passed: _LOG.t("{player} passed."),
    events.GainedActions: _LOG.n("{player} gets {n} more action.", "{player} gets {n} more actions.", "count"),
    events.PaidWith: _LOG.by("use", _PAID),
    events.Used: _LOG.by("timing", _USED),
    events.SearchedStock: _LOG.n(
        "{player} looked at {n} card in the secret stock.", "{player} looked at {n} cards in the secret stock.", "count"
    ),
    events.SawStock: _LOG.t("You looked at {cards} in the secret stock."),
    events.DrewHidden: _LOG.n("{player} drew {n} card.", "{player} drew {n} cards.", "count"),
    events.DrewCards: _LOG.t("You drew {cards}."),
    events.Reshuffled: _LOG.n(
        "{player} shuffled their deck ({n} card).", "{player} shuffled their deck ({n} cards).", "cards"
    ),
    events.CardLeft: _LOG.by("zone", _LEFT),
    events.CardDestroyed: _card_destroyed,
    events.GotCard: _LOG.by("zone", _GOT),
    events.Discarded: _LOG.t("{player} discarded {cards}."),
    events.Milled: _LOG.t("{cards} went from the top of {player}'s deck to the discard pile."),
    events.LookedAtHand: _LOG.t("{player} secretly looked at {other}'s hand."),
    events.SawHand: _LOG.t("You saw {other}'s hand: {cards}."),
    events.TurnedUp: _LOG.t("{card} is now face up in {city}."),
    events.StackRanOut: _LOG.t("{city} has no primary asset left."),
    events.RowGrew: _LOG.t("{card} joined the mythos row."),
    events.Vp: _vp,
    events.Placed: _LOG.t("{player} placed {markers} {on_target}.", player="owner"),
    events.Recovered: _LOG.t("{player} recovered {markers} {from_target}.", player="owner"),
    events.Bought: _LOG.t("{player} bought {markers}."),
    events.TookFromPool: _LOG.t("{player} took {markers} from the common pool."),
    events.MarkersLeft: _LOG.by("limbo", _CLEARED, player="owner"),
    events.DroveOff: _LOG.t("{player} drove {markers} of {owner}'s away {from_target}."),
    events.SpentMarkers: _LOG.t("{player} put {markers} into Limbo.", player="owner"),
    events.ShiftedMarkers: _LOG.t(
        "{player} moved {markers} {from_target}; now they are {on_target}.", player="owner", from_target="origin"
    ),
    events.Locked: _LOG.t("{player} placed a lock {on_target}.", player="owner"),
    events.Unlocked: _LOG.t("{player} removed a lock {from_target}.", player="owner"),
    events.MovedTrack: _moved_track,
    events.Acquired: _acquired,
    events.Assassinated: _assassinated,
    events.LeadSpared: _LOG.t("{player} is a cultist, so {agent} survives."),
    events.ControlChanged: _control_changed,
    events.AgentJoined: _agent_joined,
    events.Travelled: _LOG.t("{agent} went from {origin} to {city}."),
    events.AgentLost: _LOG.t("{agent} was removed from {city}."),
    events.AgentDefected: _LOG.t("{agent} now works for {player} instead of {before}."),
    events.AgentReturned: _LOG.t("{agent} is now a returned agent."),
    events.GateWorked: _gate_worked,
    events.MarkerPut: _LOG.by("piece", _PUT),
    events.TookToken: _took_token,
    events.WentMad: _LOG.t("{player} went mad."),
    events.Revealed: _LOG.by("cause", _REVEALED),
    events.RevealFailed: _LOG.t("{player} revealed their allegiance ({allegiance}), but the match continues."),
    events.LookedAt: _LOG.t("{player} secretly looked at {other}'s allegiance."),
    events.SawAllegiance: _LOG.t("You saw {other}'s allegiance: {allegiance}."),
    events.TokensCalmed: _LOG.n(
        "{player} put {n} Madness token back into the bag.",
        "{player} put {n} Madness tokens back into the bag.",
        "count",
    ),
    events.OldOneRose: _LOG.t("The Great Old One is {name}."),
    events.ControlDrawn: _LOG.t("The Great Old One takes a turn."),
    events.CultistActs: _LOG.t("{cultist} in {city}: {order}."),
    events.CultistFailed: _cultist_failed,
    events.CultistResource: _LOG.t("{cultist} uses {card}: {icon}."),
    events.KeptCard: _LOG.t("The Great Old One keeps {card}."),
    events.CultistRevealed: _LOG.t("{cultist} is revealed."),
    events.ControlShuffled: _LOG.t("All control cards are shuffled again."),
    events.GoalReached: _LOG.t("{name} has reached its goal, so the game ends."),
    events.EndCalled: _LOG.by("trigger", _ENDINGS),
    events.Excluded: _LOG.t("{player} drops out: that side has the lowest total."),
    CutShort: cut_short,
    events.MatchEnded: _match_ended,
}


def event_line(say: Translator, event: Event) -> str | None:
    """Return an event's line in the log, in the past tense; None if the event isn't logged."""
    line = LINES[type(event.body)](say, event.body)
    # The name "Washington D.C." ends with a full stop. At the end of a sentence there would be two.
    return line[:-1] if line and line.endswith("..") else line
