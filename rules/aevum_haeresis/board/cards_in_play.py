"""Cards in play: how they enter, are damaged and leave (sections 3, 5, 20, 26 and 28)."""

from __future__ import annotations

from typing import Literal

from rules.aevum_haeresis.board.card_lookup import alter_passives, is_character, owner, record, shield, stat
from rules.aevum_haeresis.board.decks_and_resources import change_gold, to_pyre
from rules.aevum_haeresis.board.triggered_abilities import queue_triggered
from rules.aevum_haeresis.state import events
from rules.aevum_haeresis.state.state import TIMES, Haeresis, InPlay
from rules.aevum_haeresis.state.steps import EffectStep, LocationStep
from rules.kernel.data.events import EVERYONE


def enter(
    match: Haeresis,
    card: str,
    controller: int,
    *,
    host: str = "",
    until: Literal["", "conflict", "round"] = "",
    time: int = -1,
) -> None:
    """Bring a card into play (AH-ZONE.2)."""
    state = match.state
    state.entered += 1
    used = [name.partition("/")[2] for name in state.heresies if name.partition("/")[0] == card]
    state.cards[card] = InPlay(
        controller, host=host, until=until, time=time, order=state.entered,
        used=used if state.options.heresy_once else [], counters=record(match, card).counters,
    )  # fmt: skip
    match.emit(EVERYONE, events.Entered(controller, card, host))
    queue_triggered(match, "entered", controller, card)
    if host and is_character(match, host):
        queue_triggered(match, "attached", state.cards[host].controller, host)


def leave(match: Haeresis, card: str) -> None:
    """Move a card from play to its owner's Pyre, then every character left without Health as a result (AH-DMG.8)."""
    _remove(match, card)
    check_health(match)


def _remove(match: Haeresis, card: str) -> None:
    """Move a card and the cards attached to it from play to their owners' Pyres (AH-DMG.10, ATT.3, LOC.8).

    If the card is the caster of a Story that has been paid for, the Story remembers the caster's Damage (AH-COST.18).
    Temporary changes of the card's numbers end.
    """
    state = match.state
    if card not in state.cards:
        return
    for paid in (*state.paid, *(step for step in state.stack if isinstance(step, EffectStep))):
        if paid.caster == card:
            paid.might = stat(match, card, "damage")
    queue_triggered(match, "left", state.cards[card].controller, card)
    del state.cards[card]
    state.mods = [mod for mod in state.mods if mod.card != card]
    if state.man is not None:
        for team in state.man.teams:
            if card in team:
                team.remove(card)
    to_pyre(match, [card])
    match.emit(EVERYONE, events.Burned(card))
    for attached in [other for other, placed in state.cards.items() if placed.host == card]:
        _remove(match, attached)
    if card == state.location:
        _replace_location(match, card)


def _replace_location(match: Haeresis, card: str) -> None:
    """Ask the other player for a new Location.

    If the Location deck of the old Location's owner is empty, that player's used Locations return to it first
    (AH-LOC.2, LOC.3, LOC.6).
    """
    state = match.state
    state.location = ""
    player = state.players[owner(card)]
    if not player.locations:
        returned = [name for name in player.pyre if record(match, name).type == "location"]
        player.pyre = [name for name in player.pyre if name not in returned]
        player.locations = sorted(returned)
        match.emit(EVERYONE, events.LocationsReturned(owner(card), len(returned)))
    match.push(LocationStep(1 - state.placer))


def sacrifice(match: Haeresis, seat: int, card: str) -> None:
    """Sacrifice a player's card: move it to the Pyre and trigger abilities (AH-SAC.1)."""
    match.emit(EVERYONE, events.Sacrificed(seat, card))
    queue_triggered(match, "sacrificed", seat, card)
    leave(match, card)


def put_location(match: Haeresis, seat: int, card: str) -> None:
    """Bring a Location into play at Morning (AH-TIME.4)."""
    state = match.state
    state.players[seat].locations.remove(card)
    state.location, state.placer = card, seat
    enter(match, card, seat, time=0)
    queue_triggered(match, "time", seat, card, word=TIMES[0])
    check_health(match)


def deal(match: Haeresis, card: str, amount: int) -> None:
    """Deal one instance of damage to a card (AH-DMG.3 to DMG.7, DMG.9)."""
    placed = match.state.cards.get(card)
    if placed is None:
        return
    amount -= shield(match, placed.controller)
    if amount <= 0:
        return
    match.emit(EVERYONE, events.Damaged(card, amount))
    queue_triggered(match, "damaged", placed.controller, card, amount)
    if record(match, card).type == "damned":
        placed.damage += amount
    elif amount >= stat(match, card, "health"):
        leave(match, card)
    check_health(match)


def check_health(match: Haeresis) -> None:
    """Move every character that has no Health left to its owner's Pyre (AH-DMG.6, DMG.8)."""
    alters = alter_passives(match)
    for card in list(match.state.cards):
        placed = match.state.cards.get(card)
        if placed is None or not is_character(match, card):
            continue
        used_up = placed.damage if record(match, card).type == "damned" else 0
        if used_up >= stat(match, card, "health", alters):
            leave(match, card)
            alters = alter_passives(match)


def attach(match: Haeresis, card: str, seat: int, host: str) -> None:
    """Attach a card to a character.

    If the character then has too many cards of this Type, the oldest ones leave play (AH-ATT.4 to ATT.7).
    """
    attachment = record(match, card).attachment
    assert attachment is not None
    enter(match, card, seat, host=host, until="round" if attachment.until == "round" else "")
    same_type = [
        (placed.order, other)
        for other, placed in match.state.cards.items()
        if placed.host == host and _type(match, other) == attachment.type
    ]
    for _, other in sorted(same_type)[: max(0, len(same_type) - attachment.most)]:
        leave(match, other)
    check_health(match)


def _type(match: Haeresis, card: str) -> str:
    attachment = record(match, card).attachment
    return attachment.type if attachment else ""


def set_ready(match: Haeresis, card: str, ready: bool, *, usual: bool = False) -> None:
    """Turn a character Ready or Spent; `usual` marks changes that happen automatically in the order of play."""
    placed = match.state.cards.get(card)
    if placed is not None and placed.ready != ready:
        placed.ready = ready
        match.emit(EVERYONE, events.Turned(card, ready, usual))
        queue_triggered(match, "readied" if ready else "spent", placed.controller, card)


def set_controller(match: Haeresis, card: str, seat: int) -> None:
    """Change a card's controller. The card leaves its team in the current manoeuvre (AH-CTRL.2, AH-CONFLICT.16)."""
    state = match.state
    placed = state.cards[card]
    if placed.controller == seat:
        return
    placed.controller = seat
    if state.man is not None:
        for team in state.man.teams:
            if card in team:
                team.remove(card)
    match.emit(EVERYONE, events.ControlChanged(card, seat))


def advance_time(match: Haeresis) -> None:
    """Advance the time on every card with a track. Cards whose Night is over go to the Pyre (AH-TIME.2 to TIME.9)."""
    state = match.state
    for card in [name for name, placed in state.cards.items() if placed.time >= 0]:
        placed = state.cards.get(card)
        if placed is None:
            continue
        placed.time += 1
        if placed.time > 3:
            leave(match, card)
            continue
        match.emit(EVERYONE, events.TimeAdvanced(card, placed.time))
        if card == state.location:
            queue_triggered(match, "time", state.placer, card, word=TIMES[placed.time])
        track = record(match, card).track
        if card != state.location and track is not None:
            change_gold(match, placed.controller, track[placed.time])


def expire(match: Haeresis, until: Literal["conflict", "round"]) -> None:
    """End effects that last until the end of the Conflict or Round (AH-LIFE.10, LIFE.11, EPILOGUE.4, EPILOGUE.5)."""
    state = match.state
    ended = ("conflict",) if until == "conflict" else ("conflict", "round")
    state.mods = [mod for mod in state.mods if mod.until not in ended]
    for card in [name for name, placed in state.cards.items() if placed.until in ended]:
        _remove(match, card)
    check_health(match)


def put_counters(match: Haeresis, card: str, amount: int) -> None:
    """Put counters on a card in play. If `amount` is negative, remove counters from the card, at most all of them."""
    placed = match.state.cards.get(card)
    if placed is None:
        return
    before, placed.counters = placed.counters, max(0, placed.counters + amount)
    if placed.counters != before:
        match.emit(EVERYONE, events.Countered(card, placed.counters - before, placed.counters))
        check_health(match)
