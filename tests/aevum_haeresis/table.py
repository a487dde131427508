"""Set a table for a test: real matches of the real engine, arranged through their state."""

from __future__ import annotations

import dataclasses
from typing import Any

from rules.aevum_haeresis.board.cards import kind, owner
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.content.records import Card
from rules.aevum_haeresis.flow.setup import laid_out
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.seen.invariants import fits_together
from rules.aevum_haeresis.state.actions import Choose, Done, Lay, PayFor, Waive
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.state import Haeresis, InPlay
from rules.aevum_haeresis.state.steps import ActStep, AnyStep, DemStep, PayStep, RowStep
from rules.aevum_haeresis.state.view import HaeresisView
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match, arrange
from rules.kernel.engine.sequence import Sequence

#: The game of the scenes: they make cards and take some away, so the sizes of the decks are not looked at.
SCENES = dataclasses.replace(GAME, is_sound=fits_together)
#: The seats of the worked examples: Anna is Active.
ANNA, BELA = 0, 1


def new(seed: str = "test", **options: Any) -> Haeresis:
    """Return a fresh match at its first decision: Anna has the Drowned Saints, Béla the Torches of the Margrave."""
    decks = base().decks
    pair = decks["drowned_saints"], decks["torches_of_the_margrave"]
    match = Match(SCENES, laid_out(2, seed, Options(**options), pair))
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
    return name


def heretic(match: Haeresis, seat: int, name: str = "", *, ready: bool = True, **fields: Any) -> str:
    """Put a made-up Heretic into play, for instance heretic(match, ANNA, icons={"plunder": 1}); return its id."""
    number = len(match.state.cards)
    return put(match, seat, card(match, name or f"heretic_{number}", **fields), ready=ready)


def copy_of(match: Haeresis, seat: int, name: str) -> str:
    """Return an id for one more copy of a kind that lies nowhere yet."""
    state = match.state
    lying = [*state.cards, *state.table, *(card for cards in state.open for card in cards)]
    for player in state.players:
        lying += [*player.plot, *player.heretics, *player.locations, *player.background, *player.hand, *player.pyre]
        lying += [card for chapter in player.row for card in chapter]
    used = {int(card.split(".")[2]) for card in lying if kind(card) == name and owner(card) == seat}
    return f"{name}.{seat}.{next(number for number in range(1, 99) if number not in used)}"


def put(match: Haeresis, seat: int, name: str, *, controller: int | None = None, **fields: Any) -> str:
    """Put a copy of a card into play for a seat; return its id."""
    with arrange(match):
        return _enter(match, seat, name, seat if controller is None else controller, **fields)


def _enter(match: Haeresis, seat: int, name: str, controller: int, **fields: Any) -> str:
    made = copy_of(match, seat, name)
    match.state.entered += 1
    match.state.cards[made] = InPlay(controller, order=match.state.entered, **fields)
    return made


def take_away(match: Haeresis, name: str) -> None:
    """Move a card in play to its owner's Pyre, by no rule at all; it leaves its team."""
    with arrange(match) as state:
        del state.cards[name]
        for team in state.man.teams if state.man is not None else ():
            team[:] = [one for one in team if one != name]
        state.players[owner(name)].pyre.append(name)


def lead(match: Haeresis, seat: int, *, damned: str = "", camp: str = "") -> None:
    """Give a seat another Damned, or another Camp, in the place of its own."""
    with arrange(match) as state:
        player = state.players[seat]
        if damned:
            state.cards.pop(player.damned, None)
            player.damned = _enter(match, seat, damned, seat)
        if camp:
            state.cards.pop(player.camp, None)
            player.camp = _enter(match, seat, camp, seat)


def hold(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Give copies of cards into a seat's hand; return their ids."""
    with arrange(match) as state:
        return _add(match, seat, names, state.players[seat].hand)


def burn(match: Haeresis, seat: int, *names: str) -> list[str]:
    """Put copies of cards on a seat's Pyre; return their ids."""
    with arrange(match) as state:
        return _add(match, seat, names, state.players[seat].pyre)


def _add(match: Haeresis, seat: int, names: tuple[str, ...], pile: list[str]) -> list[str]:
    for name in names:
        pile.append(copy_of(match, seat, name))
    return pile[len(pile) - len(names) :]


def location(match: Haeresis, name: str, placer: int, time: int = 0) -> str:
    """Make this the Location in play."""
    with arrange(match):
        return _locate(match, name, placer, time)


def _locate(match: Haeresis, name: str, placer: int, time: int) -> str:
    state = match.state
    if state.location in state.cards:
        del state.cards[state.location]
    state.location, state.placer = _enter(match, placer, name, placer, time=time), placer
    return state.location


def numbers(match: Haeresis, *track: int, placer: int = ANNA, time: int = 0) -> str:
    """Make a plain made-up Location with these soul numbers the one in play; the examples have 2, 1, 3, 0."""
    name = card(match, f"place_{'_'.join(map(str, track))}", type="location", track=track)
    return location(match, name, placer, time)


def refresh(match: Haeresis) -> Haeresis:
    """Let the match work out its decisions again after a test has arranged the state."""
    match.forget()
    return match


# -- playing --------------------------------------------------------------------------------------------------


def act(match: Haeresis, action: Action, seat: int | None = None) -> list[Any]:
    """Take an action for the seat that must decide (or the named one); return the bodies of the events."""
    refresh(match)
    if seat is None:
        (seat,) = match.decisions()
    return [event.body for event in match.apply(seat, action)]


def offers(match: Haeresis, kind: type[Action] | None = None, seat: int | None = None) -> list[Any]:
    """Return what is offered now, of one kind of action if named."""
    refresh(match)
    decisions = match.decisions()
    if seat is None:
        (seat,) = decisions
    return [action for action in decisions[seat].actions if kind is None or isinstance(action, kind)]


def asked(match: Haeresis) -> tuple[int, str]:
    """Return the seat that must decide and the key of its question."""
    refresh(match)
    ((seat, decision),) = match.decisions().items()
    return seat, decision.prompt.key


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


def window(match: Haeresis) -> str:
    """Return the name of the open window, "" without one."""
    return match.state.window


def view(match: Haeresis, seat: int | None) -> HaeresisView:
    """Return a seat's view."""
    return GAME.view(refresh(match), seat)
