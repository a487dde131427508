"""Helpers that set up positions by changing the state of real matches."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence as Seq
from typing import Any

import rules
from rules.edge_of_darkness.content.effects import Clause, Effect
from rules.edge_of_darkness.content.load import Ability, Content, NamedThreat
from rules.edge_of_darkness.examples.position_builder import move, new, set_turn
from rules.edge_of_darkness.state.actions import Pick, SleeveOnto
from rules.edge_of_darkness.state.state import EdgeMatch, Turn
from rules.edge_of_darkness.state.steps import FreeStep
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from rules.kernel.words.translation import Localised
from tests.game_helpers import act, play_first

GAME = rules.GAMES["edge_of_darkness"]


def pick(match: EdgeMatch, slip: str, card: str) -> list[Any]:
    """Make a whole pick in the prologue: choose the kind of the slip, and sleeve the slip onto this Starter.

    Return the events.
    """
    act(match, Pick(match.content.slip_home[slip].id))
    return act(match, SleeveOnto(slip, card))


def after_prologue(seats: int = 2, seed: str = "test", **options: Any) -> EdgeMatch:
    """Return a match at the first decision of round 1."""
    return play_first(new(seats, seed, **options), lambda match: match.state.round == 1)


def free_part(seats: int = 2, seat: int = 0, hand: Seq[str] = (), seed: str = "test", **options: Any) -> EdgeMatch:
    """Return a match in the free part of this seat's Action turn in round 1, with exactly these cards in hand.

    The cards in `hand` are moved to the hand from wherever they are. All other cards in hands go into the stack. The
    other seats have already had their Action turns, so ending the turn ends the round.
    """
    match = after_prologue(seats, seed, **options)
    with arrange(match) as state:
        for player in state.players:
            state.deck += player.hand
            player.hand = []
            state.bag = [a + b for a, b in zip(state.bag, player.staged, strict=True)]
            player.staged = [0] * len(player.staged)
        state.phase = "action"
        state.turn = Turn(seat)
        state.stack[:] = [
            Sequence("game", "end_of_round"),
            Sequence("action_turn", "discard_hand", seat),
            FreeStep(seat),
        ]
    for card in hand:
        move(match, card, state.players[seat].hand)
    return match


def neutral(match: EdgeMatch, role: str = "citizen", skip: int = 0) -> str:
    """Return the id of a Neutral Citizen or Patrician without advancements."""
    state = match.state
    found = [
        name
        for name, card in sorted(state.cards.items())
        if card.owner < 0 and match.content.starters[name].role == role and not (card.top or card.middle or card.bottom)
    ]
    return found[skip]


def own_starter(match: EdgeMatch, seat: int, role: str = "citizen", skip: int = 0) -> str:
    """Return the id of a Starter of a seat's Guild without advancements."""
    state = match.state
    found = [
        name
        for name, card in sorted(state.cards.items())
        if card.owner == seat
        and match.content.starters[name].role == role
        and not (card.top or card.middle or card.bottom)
    ]
    return found[skip]


def effect(*ops: Any, cost: Any = (), mode: str = "all", **more: Any) -> Effect:
    """Return an effect with one clause, created from operations and costs as plain data."""
    return Effect.model_validate({"mode": mode, "clauses": [{"cost": list(cost), "do": list(ops)}], **more})


def clause(*ops: Any, cost: Any = ()) -> Clause:
    """Return a clause created from operations and costs as plain data."""
    return Clause.model_validate({"cost": list(cost), "do": list(ops)})


def rewrite(match: EdgeMatch, location: str, *, contact: Effect | None = None, timing: str | None = None,
            ability: Ability | None = None) -> None:  # fmt: skip
    """Change a Location's contact or ability, only in this match."""
    content: Content = match.content
    old = content.locations[location]
    changed = old
    if contact is not None or timing is not None:
        changes: dict[str, Any] = {}
        if contact is not None:
            changes["effect"] = contact
        if timing is not None:
            changes["timing"] = timing
        changed = changed.model_copy(update={"contact": old.contact.model_copy(update=changes)})
    if ability is not None:
        changed = changed.model_copy(update={"ability": ability})
    match.content = dataclasses.replace(
        content,
        locations=content.locations | {location: changed},
        slip_home={slip: changed if home.id == location else home for slip, home in content.slip_home.items()},
    )
    match.forget()


def set_threat(match: EdgeMatch, card: str, damage: int = 0, rewards: Any = (), unless_defended: Any = ()) -> None:
    """Replace the threat that is printed on a card, only in this match.

    The card should have no slips, because each slip adds a threat.
    """
    content: Content = match.content
    threat = NamedThreat.model_validate(
        {
            "name": Localised("Test", "Test", "Test"),
            "damage": damage,
            "rewards": list(rewards),
            "unless_defended": list(unless_defended),
        }
    )
    starter = content.starters[match.state.cards[card].starter].model_copy(update={"threat": threat})
    match.content = dataclasses.replace(content, starters=content.starters | {starter.id: starter})
    match.forget()


def slip_of(match: EdgeMatch, location: str, slot: str) -> str:
    """Return the id of a slip of this Location for this slot."""
    return next(slip.id for slip in match.content.locations[location].slips if slip.slot == slot)


def gain(what: str, amount: Any = 1) -> dict[str, Any]:
    return {"op": "gain", "what": what, "amount": amount}


def sleeving_done(match: EdgeMatch) -> None:
    """Mark this turn's sleeving as done, so the free part can end."""
    set_turn(match, sleeved=True)
