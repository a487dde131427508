"""Checks that a loaded state is consistent, so that a damaged save is rejected on loading rather than during a turn."""

from __future__ import annotations

from collections import Counter

from rules.aevum_haeresis.board.card_lookup import kind, owner
from rules.aevum_haeresis.content.legality import HERETICS, LOCATIONS, PLOT
from rules.aevum_haeresis.content.ops import MANOEUVRES, WINDOWS
from rules.aevum_haeresis.content.records import Content
from rules.aevum_haeresis.flow.triggered_ability_order import is_sound as is_due_sound
from rules.aevum_haeresis.seen import booster_redeal
from rules.aevum_haeresis.state import steps
from rules.aevum_haeresis.state.state import EXECUTED, TIMES, Haeresis, InPlay, State
from rules.kernel.engine.sequence import END, Sequence

SEATS = (0, 1)
_PLOT = ("story", "event", "hunter")
_WHOLE = {"damned": 1, "camp": 1, "plot": PLOT, "heretic": HERETICS, "location": LOCATIONS}
#: The sequences that must name the seat that they belong to.
_BY_SEAT = ("pass", "heresy", "manoeuvre", "conflict")


def is_sound(match: Haeresis) -> bool:
    """Return whether every card is known and in exactly one place, and all counts and seats are in range.

    Raises KeyError if the state contains an unknown name.
    """
    state, content = match.state, match.content
    if not _shape_is_sound(state) or not booster_redeal.is_sound(match):
        return False
    if state.limited is not None and not state.players[0].damned:
        return _is_before(state)
    return (
        state.phase not in ("draft", "building")
        and _order_is_sound(state)
        and _location_is_sound(state, content)
        and _cards_are_sound(state, content)
        and _decks_are_whole(state, content)
        and _counts_are_sound(state)
        and all(_piece_is_sound(state, content, card, placed) for card, placed in state.cards.items())
        and _manoeuvre_is_sound(state)
        and _paid_is_sound(state, content)
        and all(is_due_sound(match, due) for due in state.due)
    )


def _is_before(state: State) -> bool:
    """Return whether the state is sound before the game: decks are being built and the table is empty."""
    zones = [player.hand + player.plot + player.heretics + player.locations for player in state.players]
    kinds = (steps.DraftStep, steps.BuildStep)
    making = any(isinstance(step, kinds) for step in state.stack)
    return not any(zones) and not state.cards and (making or state.ended) and not state.players[1].damned


def _shape_is_sound(state: State) -> bool:
    bottom = state.stack[0] if state.stack else None
    return (
        state.over == (bottom is None)
        and (bottom is None or (isinstance(bottom, Sequence) and bottom.name == "game"))
        and len(state.players) == state.seats == 2
        and all(seat in SEATS for seat in (state.active, state.actor))
        and state.placer in (-1, *SEATS)
        and state.winner in (-1, *SEATS)
        and state.window in ("", *WINDOWS)
        and len(state.open) == 2
        and all(
            len(pair) == 2
            for pair in (
                state.tally.dems,
                state.tally.manoeuvres,
                state.tally.reacted,
                state.tally.bought,
                state.tally.successes,
            )
        )
        and (state.location in state.cards or not state.location)
        and state.over == (state.phase == "over")
    )


def _order_is_sound(state: State) -> bool:
    """Return whether the stack leads to the end of the match, and its sequences have their data (AH-WIN.7, SM.95)."""
    names = [step.name for step in state.stack if isinstance(step, Sequence)]
    bottom = state.stack[0] if state.stack else None
    undecided = any(isinstance(step, steps.EndOrderStep) for step in state.stack)
    return (
        (state.winner >= 0) == (state.ended and not undecided)
        and (state.ended or not (isinstance(bottom, Sequence) and bottom.line in (END, "end_match")))
        and (state.ended or not state.over)
        and all(_sequence_is_sound(state, step) for step in state.stack if isinstance(step, Sequence))
        and (state.man is None or state.ended or "manoeuvre" in names)
    )


def _sequence_is_sound(state: State, step: Sequence) -> bool:
    if step.name in _BY_SEAT and step.seat not in SEATS:
        return False
    if step.name == "conflict":
        return state.man is not None and state.man.blocked
    return step.name != "manoeuvre" or step.line == END or state.man is not None


def _location_is_sound(state: State, content: Content) -> bool:
    """Return whether a Location is in play or being chosen, and another one can follow it (AH-LOC.1 to LOC.6)."""
    choosing = any(isinstance(step, steps.LocationStep) and not step.planned for step in state.stack)
    if state.location:
        follows = state.ended or bool(state.players[1 - state.placer].locations)
        placed = state.cards[state.location]
        typed = content.cards[kind(state.location)].type == "location" and placed.time >= 0
        return typed and state.placer == owner(state.location) and follows and not choosing
    return choosing or state.ended or state.phase == "setup"


def cards_outside_zones(state: State) -> list[str]:
    """Return every card that isn't in a player's deck, hand, row or Pyre: in play, revealed or being paid for."""
    lying: list[str] = [*state.cards, *state.table]
    lying += [card for cards in state.open for card in cards]
    return lying + [step.card for step in state.stack if isinstance(step, steps.PayStep) and step.how == "row"]


def _decks_are_whole(state: State, content: Content) -> bool:
    """Return whether each player's deck has its full number of cards across all zones (AH-DECK.1 to DECK.7).

    A Background deck may have any size.
    """
    cards = cards_outside_zones(state)
    for player in state.players:
        cards += [*player.plot, *player.heretics, *player.locations, *player.hand, *player.pyre]
        cards += [card for chapter in player.row for card in chapter]
    types: list[list[str]] = [[], []]
    for card in cards:
        record, seat = content.cards[kind(card)], owner(card)
        if not record.background and seat in SEATS:
            types[seat].append("plot" if record.type in _PLOT else record.type)
    return all(Counter(found) == _WHOLE for found in types)


def _cards_are_sound(state: State, content: Content) -> bool:
    """Return whether each card is in exactly one zone, and that zone allows cards of its type."""
    lying = cards_outside_zones(state)
    for seat, player in enumerate(state.players):
        own = [*player.plot, *player.heretics, *player.locations, *player.background, *player.hand, *player.pyre]
        own += [card for chapter in player.row for card in chapter]
        if any(owner(card) != seat for card in own):
            return False
        lying += own
        types = [
            (player.plot, ("story", "event", "hunter")),
            (player.heretics, ("heretic",)),
            (player.locations, ("location",)),
        ]
        if any(content.cards[kind(card)].type not in fit for pile, fit in types for card in pile):
            return False
    counted = Counter(lying)
    leaders = {card for player in state.players for card in (player.damned, player.camp)}
    return (
        max(counted.values()) == 1
        and all(content.cards[kind(card)].id == kind(card) and owner(card) in SEATS for card in counted)
        and counted.keys() >= leaders
    )


def _counts_are_sound(state: State) -> bool:
    return all(
        min(player.gold, player.souls, player.execution, player.free) >= 0 and player.execution <= EXECUTED
        for player in state.players
    ) and 0 <= state.passes <= 2 and state.round >= 1 and state.chapter >= 0  # fmt: skip


def _piece_is_sound(state: State, content: Content, card: str, placed: InPlay) -> bool:
    abilities = range(len(content.cards[kind(card)].abilities))
    return (
        placed.controller in SEATS
        and min(placed.damage, placed.counters) >= 0
        and placed.time in range(-1, len(TIMES))
        and (not placed.host or placed.host in state.cards)
        and placed.returns_to in (-1, *SEATS)
        and all(
            number.isdigit() and int(number) in abilities for number in (*placed.used, *placed.window, *placed.done)
        )
    )


def _manoeuvre_is_sound(state: State) -> bool:
    man = state.man
    return man is None or (
        man.type in MANOEUVRES
        and man.initiator in SEATS
        and man.successful in (-1, *SEATS)
        and all(len(pair) == 2 for pair in (man.teams, man.rage, man.next_rage, man.extra))
        and all(card in state.cards for team in man.teams for card in team)
        and all(owner(card) in SEATS for card in man.plan)
    )


def _paid_is_sound(state: State, content: Content) -> bool:
    """Return whether everything that is paid for but not resolved yet is a known card or ability (AH-COST.17)."""
    heresies = [state.heresy] if state.heresy is not None else []
    return all(
        paid.seat in SEATS and paid.ability in range(least, len(content.cards[kind(paid.card)].abilities))
        for least, unresolved in ((-1, state.paid), (0, heresies))
        for paid in unresolved
    )
