"""Set a table for a test: real matches of the real engine, arranged through their state."""

from __future__ import annotations

import dataclasses
from typing import Any

from rules.aevum_haeresis.board.cards import kind, owner
from rules.aevum_haeresis.content.decklist import flat
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.flow.setup import laid_out
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.seen.invariants import lying_places
from rules.aevum_haeresis.state.actions import Choose, Done, Lay, PayFor, Waive
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.state import Haeresis, InPlay, Modifier
from rules.aevum_haeresis.state.steps import ActStep, AnyStep, DemStep, PayStep, RowStep
from rules.kernel.engine.match import Match, arrange
from rules.kernel.engine.sequence import Sequence
from tests.table import act, offers, set_fields

#: The ready decks of Anna and Béla, and the ids of their cards.
DECKS = base().decks["drowned_saints"], base().decks["torches_of_the_margrave"]
READY = {
    f"{name}.{seat}.{copy}"
    for seat, deck in enumerate(DECKS)
    for name, copies in flat(deck).items()
    for copy in range(1, copies + 1)
}
#: The seats of the worked examples: Anna is Active.
ANNA, BELA = 0, 1


def new(seed: str = "test", **options: Any) -> Haeresis:
    """Return a fresh match at its first decision: Anna has the Drowned Saints, Béla the Torches of the Margrave.

    Teams and Locations are asked for when they are due, step by step as the rulebook has it, unless told otherwise.
    """
    match = Match(GAME, laid_out(2, seed, Options(**{"plan_ahead": False, **options}), DECKS))
    match.start()
    return match


def scene(active: int = ANNA, **options: Any) -> Haeresis:
    """Return a match in the Plot phase of the second Round, the Active seat to act.

    Nobody holds a card or has a Heretic; each Plot deck has 30 cards, each Heretic deck 12; gold 5, souls 1. The
    Location is "causeway_village" at Morning, put by the Active seat. Empty hands mean that windows close unasked.
    """
    match = new(**options)
    with arrange(match) as state:
        for player in state.players:
            heretics = [card for card in player.hand if match.content.cards[kind(card)].type == "heretic"]
            player.heretics += heretics
            player.plot += [card for card in player.hand if card not in heretics]
            player.hand = []
            player.pyre += player.plot[30:] + player.heretics[12:]
            player.plot, player.heretics = player.plot[:30], player.heretics[:12]
        state.round, state.active = 2, active
        _locate(match, "causeway_village", active, 0)
        _begin_action(match, active)
    return match


def acting(match: Haeresis, seat: int) -> Haeresis:
    """Make this seat choose an action of the Plot phase, nothing under way."""
    with arrange(match):
        _begin_action(match, seat)
    return match


def _begin_action(match: Haeresis, seat: int) -> None:
    stack: list[AnyStep] = [Sequence("game", "round"), Sequence("epilogue"), Sequence("plot", "next_actor")]
    match.state.stack[:] = [*stack, ActStep(seat)]
    match.state.phase, match.state.actor, match.state.man = "plot", seat, None


def enlisting(match: Haeresis) -> Haeresis:
    """Begin an Enlistment phase: the Active seat lays its row."""
    stack: list[AnyStep] = [Sequence("game", "round"), Sequence("epilogue"), Sequence("plot")]
    with arrange(match) as state:
        state.stack[:] = [*stack, Sequence("enlistment", "passive_row"), RowStep(state.active)]
        state.phase = "enlistment"
    return match


# -- arranging ------------------------------------------------------------------------------------------------


def card(match: Haeresis, name: str, **fields: Any) -> str:
    """Add a made-up card to the match's content (lost by copy and load); return its kind.

    `type` is a Heretic unless given: Health 3, Damage 1, no icon, no cost.
    """
    record = {"id": name, "name": {"en": name, "hu": name, "es": name}, "type": "heretic", **fields}
    if record["type"] == "heretic":
        record = {"health": 3, "damage": 1, **record}
    made = Card.model_validate(record)
    match.content = dataclasses.replace(match.content, cards={**match.content.cards, name: made})
    match.forget()
    return name


def heretic(match: Haeresis, seat: int, name: str = "", *, ready: bool = True, **fields: Any) -> str:
    """Put a made-up Heretic into play, for instance heretic(match, ANNA, icons={"plunder": 1}); return its id."""
    number = len(match.state.cards)
    return put(match, seat, card(match, name or f"heretic_{number}", **fields), ready=ready)


def put(match: Haeresis, seat: int, name: str, *, controller: int | None = None, **fields: Any) -> str:
    """Put a copy of a card into play for a seat, a Damned or Camp in the place of its own; return its id."""
    with arrange(match):
        return _enter(match, seat, name, seat if controller is None else controller, **fields)


def exchange(match: Haeresis, seat: int, held: str, drawn: str) -> None:
    """Exchange a card of a hand for one of its Plot deck; nobody else can see it."""
    with arrange(match) as state:
        player = state.players[seat]
        player.hand[player.hand.index(held)] = drawn
        player.plot[player.plot.index(drawn)] = held


def take_away(match: Haeresis, name: str) -> None:
    """Move a card in play to its owner's Pyre, by no rule at all; it leaves its team."""
    with arrange(match) as state:
        del state.cards[name]
        for team in state.man.teams if state.man is not None else ():
            team[:] = [one for one in team if one != name]
        state.players[owner(name)].pyre.append(name)


def hold(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Give copies of cards into a seat's hand; return their ids."""
    with arrange(match) as state:
        return _add(match, seat, names, state.players[seat].hand)


def burn(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Put copies of cards on a seat's Pyre; return their ids."""
    with arrange(match) as state:
        return _add(match, seat, names, state.players[seat].pyre)


def background(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Make copies of these cards a seat's whole Background deck; return their ids."""
    with arrange(match) as state:
        state.players[seat].background = []
        return _add(match, seat, names, state.players[seat].background)


def locations(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Make copies of these cards a seat's whole Location deck, the others go to the Pyre; return their ids."""
    with arrange(match) as state:
        player = state.players[seat]
        player.pyre += player.locations
        player.locations = []
        return _add(match, seat, names, player.locations)


def deck(
    match: Haeresis, seat: int, *, plot: int | None = None, heretics: int | None = None, locations: int | None = None
) -> None:
    """Leave so many cards in a seat's decks; the rest goes to the Pyre."""
    with arrange(match) as state:
        player = state.players[seat]
        for pile, count in ((player.plot, plot), (player.heretics, heretics), (player.locations, locations)):
            if count is not None:
                assert len(pile) >= count
                player.pyre += pile[count:]
                del pile[count:]


def put_out(match: Haeresis, seat: int) -> None:
    """Empty a seat's Pyre: its cards go under their decks."""
    with arrange(match) as state:
        player = state.players[seat]
        decks = {"plot": player.plot, "heretic": player.heretics, "location": player.locations}
        for name in player.pyre:
            decks.get(_part(match, kind(name)), player.background).append(name)
        player.pyre = []


def location(match: Haeresis, name: str, placer: int, time: int = 0) -> str:
    """Make this the Location in play; the one before goes under its owner's Location deck."""
    with arrange(match):
        return _locate(match, name, placer, time)


def numbers(match: Haeresis, *track: int, placer: int = ANNA, time: int = 0) -> str:
    """Make a plain made-up Location with these soul numbers the one in play; the examples have 2, 1, 3, 0."""
    name = card(match, f"place_{'_'.join(map(str, track))}", type="location", track=track)
    return location(match, name, placer, time)


def set_player(match: Haeresis, seat: int, **fields: Any) -> None:
    """Set numbers and flags of a player, for instance set_player(match, ANNA, gold=9, souls=2)."""
    with arrange(match) as state:
        set_fields(state.players[seat], fields)


def set_card(match: Haeresis, name: str, **fields: Any) -> None:
    """Set how a card in play lies, for instance set_card(match, match.state.location, time=3)."""
    with arrange(match) as state:
        set_fields(state.cards[name], fields)


def set_team(match: Haeresis, seat: int, *names: str) -> None:
    """Make these cards in play a seat's whole team."""
    with arrange(match) as state:
        assert state.man is not None
        state.man.teams[seat] = [*names]


def modify(match: Haeresis, *mods: Modifier) -> None:
    """Change numbers of cards for a time."""
    with arrange(match) as state:
        state.mods += mods


def _locate(match: Haeresis, name: str, placer: int, time: int) -> str:
    state = match.state
    if state.location in state.cards:
        del state.cards[state.location]
        state.players[owner(state.location)].locations.append(state.location)
    state.location, state.placer = _enter(match, placer, name, placer, time=time), placer
    return state.location


def _enter(match: Haeresis, seat: int, name: str, controller: int, **fields: Any) -> str:
    made = copy_of(match, seat, name)
    if (part := _part(match, name)) in ("damned", "camp"):
        setattr(match.state.players[seat], part, made)
    match.state.entered += 1
    match.state.cards[made] = InPlay(controller, order=match.state.entered, **fields)
    return made


def _add(match: Haeresis, seat: int, names: tuple[str, ...], pile: list[str]) -> list[str]:
    for name in names:
        pile.append(copy_of(match, seat, name))
    return pile[len(pile) - len(names) :]


def copy_of(match: Haeresis, seat: int, name: str) -> str:
    """Return an id for one more copy of a kind; a like card leaves the match, so the deck stays whole."""
    state = match.state
    lying = lying_places(state)
    for player in state.players:
        lying += [*player.plot, *player.heretics, *player.locations, *player.background, *player.hand, *player.pyre]
        lying += [card for chapter in player.row for card in chapter]
    copies = [int(card.split(".")[2]) for card in lying if kind(card) == name and owner(card) == seat]
    _make_room(match, seat, name)
    return f"{name}.{seat}.{max(copies, default=0) + 1}"


def _make_room(match: Haeresis, seat: int, name: str) -> None:
    """Take a card of the same part of the ready deck out of the match: off the Pyre, else from the bottom of a deck."""
    part, player = _part(match, name), match.state.players[seat]
    if part in ("damned", "camp"):
        leader = getattr(player, part)
        match.state.cards.pop(leader, None)
        player.pyre = [card for card in player.pyre if card != leader]
        return
    if part == "background":
        return
    for pile, end in ((player.pyre, 0), (player.plot, -1), (player.heretics, -1), (player.locations, -1)):
        like = [card for card in pile if card in READY and _part(match, kind(card)) == part]
        if like:
            pile.remove(next((card for card in like if kind(card) == name), like[end]))
            return
    raise AssertionError(f"nothing makes room for {name}")


def _part(match: Haeresis, name: str) -> str:
    record = match.content.cards[name]
    if record.background:
        return "background"
    return record.type if record.type in ("damned", "camp", "location", "heretic") else "plot"


# -- playing --------------------------------------------------------------------------------------------------


def lay(match: Haeresis, seat: int, *cards: str) -> list[Any]:
    """Lay cards (ids) as a seat's row and be done; return the events."""
    found: list[Any] = []
    for name in cards:
        found += act(match, Lay(name), seat)
    top = match.state.stack[-1]
    if isinstance(top, RowStep) and top.seat == seat:
        found += act(match, Done(), seat)
    return found


def pay(match: Haeresis, *named: str) -> list[Any]:
    """Pay for the card on offer, naming these where a payment asks; return the events."""
    (offer,) = offers(match, PayFor)
    found = act(match, offer)
    for name in named:
        assert isinstance(match.state.stack[-1], PayStep)
        found += act(match, Choose(name))
    return found


def waive(match: Haeresis, windows: int = 99) -> list[Any]:
    """Waive halves of windows until something else is asked, or so many; return the events."""
    found: list[Any] = []
    while windows and match.state.stack and isinstance(match.state.stack[-1], DemStep):
        found += act(match, Waive())
        windows -= 1
    return found


def time(match: Haeresis) -> int:
    """Return the time of day."""
    return match.state.cards[match.state.location].time


def window(match: Haeresis) -> str:
    """Return the name of the open window, "" without one."""
    return match.state.window
