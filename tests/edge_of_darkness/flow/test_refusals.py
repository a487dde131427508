"""An action that isn't available is refused with the most helpful reason, and nothing changes."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

from rules.edge_of_darkness.content.load import Ability
from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.state.actions import (
    ACTIONS,
    ChooseGuild,
    ChooseNumber,
    DiscardCards,
    Draft,
    EndTurn,
    HuntThreats,
    KeepInHall,
    Pick,
    Recall,
    Reshuffle,
    SkipCard,
    Sleeve,
    SleeveOnto,
    UseAbility,
    UseContact,
    UseStreet,
)
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.edge_of_darkness.state.steps import DiscardStep, DraftStep, HallStep
from rules.kernel.data.actions import Action, Pass
from rules.kernel.engine.match import arrange
from rules.kernel.errors import IllegalAction
from tests.edge_of_darkness.scenes import location_in_play, simple_free_part, sleeve_on, strip, use_up
from tests.edge_of_darkness.table import after_prologue, effect, gain, rewrite
from tests.game_helpers import act, not_yet, offers, question, refusal, set_stack

NOTHING = "You can't pay for that effect, or it would change nothing now."


def mark_sleeving_done(match: EdgeMatch) -> EdgeMatch:
    """Mark the turn's sleeving as done. Return the match."""
    with arrange(match):
        match.state.turn.sleeved = True
    return match


# -- actions at the wrong time ----------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [Draft(), EndTurn(), UseAbility("x"), KeepInHall("x"), ChooseNumber(1), Sleeve("x")])
def test_an_action_of_another_moment(action: Action) -> None:
    match = new()
    assert refusal(match, action) == not_yet(match)


def test_another_players_decision() -> None:
    match = new()
    (seat,) = match.decisions()
    assert refusal(match, Draft(), 1 - seat) == "There's nothing for you to do right now."


def test_passing_where_something_must_be_done() -> None:
    match = new()
    assert refusal(match, Pass()) == f"You can't pass here; answer this: {question(match)}"


# -- prologue ---------------------------------------------------------------------------------------------------


def test_guilds() -> None:
    match = new(guilds="chosen")
    assert refusal(match, ChooseGuild("masons")) == "There's no such Guild."
    act(match, ChooseGuild("fede_cartel"))
    assert refusal(match, ChooseGuild("fede_cartel")) == "Another player has taken that Guild."


def test_picks() -> None:
    match = new()
    assert refusal(match, Pick("atlantis")) == "That Location isn't in this match."
    picked = offers(match)[0]
    act(match, picked)
    act(match, offers(match)[0])
    if offers(match, Pass):
        act(match, Pass())
    assert refusal(match, picked) == "That advancement has already been picked."


def test_halls() -> None:
    match = new()
    player = match.state.players[0]
    set_stack(match, HallStep([0]))
    assert refusal(match, KeepInHall(match.state.players[1].starters[0])) == "That isn't one of your Starters."
    sleeve_on(match, player.starters[0], location_in_play(match), "bottom")
    assert (
        refusal(match, KeepInHall(player.starters[0])) == "That Starter already has an advancement. Choose one without."
    )


# -- drafting ---------------------------------------------------------------------------------------------------


def drafting(count: int = 2) -> EdgeMatch:
    match = after_prologue()
    return set_stack(match, DraftStep(0, count))


def test_skips() -> None:
    match = drafting()
    state = match.state
    assert refusal(match, SkipCard(state.tower[0])) == "That card isn't in the Street."
    assert refusal(match, SkipCard(state.deck[0])) == "You can't skip the top card of the deck."
    assert refusal(match, SkipCard(state.street[4])) == "Your draft doesn't reach that card, so you can't skip it."
    act(match, SkipCard(state.street[0]))
    assert refusal(match, SkipCard(state.street[0])) == "You've already skipped that card."
    with arrange(match):
        state.players[0].influence = 1
    assert refusal(match, SkipCard(state.street[1])) == "You have no Influence left to skip another card."


# -- effects ----------------------------------------------------------------------------------------------------


def test_effects_in_hand() -> None:
    match = simple_free_part(hand=["citizen", 1])
    own, other = match.state.players[0].hand
    assert refusal(match, UseContact(match.state.tower[0], "top")) == "That card is not in your hand."
    assert refusal(match, UseContact(own, "middle")) == "That slot of the card is empty."
    act(match, UseContact(own, "top"))
    assert refusal(match, UseContact(own, "top")) == "You've already used that effect this turn."
    with arrange(match):
        match.state.players[0].coins = 0
    assert refusal(match, UseContact(other, "top")) == "You have no Coin to pay the card's owner."


def test_effects_that_would_change_nothing() -> None:
    match = simple_free_part(hand=["citizen"])
    (card,) = match.state.players[0].hand
    rewrite(match, location_in_play(match), contact=effect({"op": "train"}))
    sleeve_on(match, card, location_in_play(match), "bottom")
    with arrange(match):
        match.state.players[0].untrained, match.state.players[0].pool = 0, 10
    assert refusal(match, UseContact(card, "bottom")) == NOTHING


def test_effects_of_the_wrong_time() -> None:
    match = simple_free_part(hand=["citizen"])
    (card,) = match.state.players[0].hand
    rewrite(match, location_in_play(match), contact=effect({"op": "reduce"}), timing="attacked")
    sleeve_on(match, card, location_in_play(match), "bottom")
    assert refusal(match, UseContact(card, "bottom")) == "That effect works only when you are attacked."


def test_street_effects() -> None:
    match = mark_sleeving_done(simple_free_part(hand=["citizen", "citizen"]))
    street = match.state.street[0]
    strip(match, [street])
    assert refusal(match, UseStreet(match.state.tower[0], "top")) == "That card isn't in the Street."
    assert refusal(match, UseStreet(street, "middle")) == "That slot of the card is empty."
    act(match, UseContact(match.state.players[0].hand[0], "top"))
    told = refusal(match, UseStreet(street, "top"))
    assert told == "You need two unresolved cards in hand, with no effect used this turn."


# -- abilities --------------------------------------------------------------------------------------------------


def test_abilities() -> None:
    match = simple_free_part()
    name, other, third = (location_in_play(match, number) for number in range(3))
    rewrite(match, name, ability=Ability(effect=effect(gain("coins"))))
    rewrite(match, other, ability=Ability(effect=effect({"op": "reduce"}), timing="attacked"))
    assert refusal(match, UseAbility("atlantis")) == "That Location isn't in this match."
    assert refusal(match, UseAbility(third)) == "That Location has no ability to use."
    assert refusal(match, UseAbility(other)) == "That ability works only when you are attacked."
    act(match, UseAbility(name))
    assert refusal(match, UseAbility(name)) == "You've already used that ability this turn."
    rewrite(match, third, ability=Ability(effect=effect(gain("coins"), cost=[{"cost": "return"}])))
    told = refusal(match, UseAbility(third))
    assert told == "You can't pay for that ability, or it would change nothing now."


# -- sleeving ---------------------------------------------------------------------------------------------------


def test_sleeving() -> None:
    match = simple_free_part(hand=["citizen"])
    kind = offers(match, Sleeve)[0]
    assert refusal(match, EndTurn()) == "You must sleeve an advancement before you end your turn."
    assert refusal(match, Sleeve("atlantis")) == "That Location isn't in this match."
    use_up(match, [slip.id for slip in match.content.locations[kind.location].slips])
    assert refusal(match, kind) == "There are no copies of that advancement left."
    mark_sleeving_done(match)
    assert refusal(match, kind) == "You have already sleeved an advancement this turn."


def test_sleeving_without_a_card() -> None:
    assert (
        refusal(simple_free_part(), Sleeve(location_in_play(simple_free_part())))
        == "No advancement fits a card in your hand."
    )


def test_sleeving_onto_a_card() -> None:
    match = simple_free_part(hand=["citizen"])
    kind = offers(match, Sleeve)[0]
    act(match, kind)
    onto = offers(match, SleeveOnto)[0]
    slip = match.content.slips[onto.slip]
    assert refusal(match, SleeveOnto(onto.slip, match.state.tower[0])) == "That card is not in your hand."
    assert refusal(match, SleeveOnto("nothing", onto.card)) == "There are no copies of that advancement left."
    sleeve_on(match, onto.card, kind.location, slip.slot)
    assert refusal(match, onto) == "That slot is already filled."


# -- hunting ----------------------------------------------------------------------------------------------------


def test_hunting() -> None:
    match = simple_free_part()
    assert refusal(match, HuntThreats((1,))) == "You don't have permission to hunt this turn."
    with arrange(match):
        match.state.turn.may_hunt = True
    assert refusal(match, HuntThreats((1, 2))) == "That takes 2 Battle Strength, and you have 0."
    assert refusal(match, HuntThreats((4,))) == "There is no card on that tower spot."
    assert refusal(match, HuntThreats(())) == "There is no card on that tower spot."


def test_hunting_twice_with_a_single_permission() -> None:
    match = simple_free_part(hunt_repeatable=False)
    with arrange(match):
        match.state.turn.may_hunt = match.state.turn.hunted = True
    assert refusal(match, HuntThreats((1,))) == "You have already hunted with this permission."


# -- unresolved cards -------------------------------------------------------------------------------------------


def test_recalling() -> None:
    match = simple_free_part(hand=["citizen"])
    told = refusal(match, Recall(location_in_play(match)))
    assert told == "You must sleeve an advancement first, and without those cards you couldn't."
    mark_sleeving_done(match)
    assert refusal(match, Recall(location_in_play(match))) == "You have no Agent at any Location."
    with arrange(match):
        match.state.players[0].agents, match.state.players[0].pool = {location_in_play(match): 1}, 3
    assert refusal(match, Recall(location_in_play(match, 1))) == "You have no Agent at that Location."
    with arrange(match):
        match.state.deck += match.state.players[0].hand
        match.state.players[0].hand.clear()
    told = refusal(match, Recall(location_in_play(match)))
    assert told == "You need an unresolved card in hand: one with no effect used this turn."


def test_discarding() -> None:
    match = mark_sleeving_done(simple_free_part(hand=["citizen", "citizen", "citizen"]))
    first, second, third = match.state.players[0].hand
    act(match, UseContact(first, "top"))
    set_stack(match, DiscardStep(0, 1, "cost"))
    assert refusal(match, DiscardCards((match.state.tower[0],))) == "That card is not in your hand."
    assert refusal(match, DiscardCards((second, third))) == "Discard exactly 1."
    told = refusal(match, DiscardCards((first,)))
    assert told == "You've used an effect of that card this turn, so you can't discard it for this."


def test_reshuffling() -> None:
    match = simple_free_part()
    assert refusal(match, Reshuffle()) == "The deck isn't depleted, so you can't reshuffle."
    state = match.state
    with arrange(match):
        state.players[0].hall += state.deck + state.discard
        state.deck, state.discard = [], []
    assert refusal(match, Reshuffle()) == "The Discard pile is empty."


GARBAGE: dict[str, Any] = {"str": "x", "int": 99, "tuple[int, ...]": (99, -1), "tuple[str, ...]": ("x", "y")}


def test_nonsense_is_refused_at_every_moment_of_a_match() -> None:
    match = new(3)
    rng = random.Random(7)
    nonsense = [kind(*[GARBAGE[str(field.type)] for field in fields(kind)]) for kind in ACTIONS]
    while match.state.round < 3:
        seat = rng.choice(sorted(match.decisions()))
        offered = match.decisions()[seat].actions
        for action in nonsense:
            if action not in offered:
                with pytest.raises(IllegalAction):
                    match.apply(seat, action)
        match.apply(seat, rng.choice(offered))
