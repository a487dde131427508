"""An unavailable action is refused with the most helpful reason, changes nothing, and reveals no secret."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.content.ops import MANOEUVRES
from rules.aevum_haeresis.examples.position_builder import (
    ANNA,
    BELA,
    enlisting,
    hold,
    location,
    new,
    put,
    scene,
    set_card,
    set_player,
)
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state import actions
from rules.aevum_haeresis.state.actions import ACTIONS
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.step_registry import HAERESIS
from rules.kernel.data.actions import Action
from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import LOCALES, Translator
from tests.aevum_haeresis.table import empty_pyre, lay, put_into_pyre, take_away
from tests.conformance.leak_detection import check_indistinguishable
from tests.game_helpers import act, asked, not_yet, offers, question

OFFERED = "All copies of a card are the same: choose the one offered."


def refusal(match: Haeresis, action: Action, seat: int = ANNA) -> str:
    """Try an action that isn't available. Return the refusal."""
    before = match.dump()
    with pytest.raises(IllegalAction) as caught:
        match.apply(seat, action)
    assert match.dump() == before
    assert all(Translator(locale).error(caught.value) for locale in LOCALES)
    return str(caught.value)


# -- actions at the wrong time ------------------------------------------------------------------------------------


def test_everything_that_can_be_tried_has_a_place() -> None:
    order = HAERESIS
    askers = [*order.steps.values(), *order.windows.values(), *order.sealed_choices.values()]
    assert {action for asker in askers for action in asker.accepts} == set(ACTIONS)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (
            actions.Lay("levy.0.1"),
            "You can lay cards only in Enlistment and in a Conflict, when it's your turn to lay.",
        ),
        (actions.PayFor("levy.0.1"), "You have no revealed card to pay for."),
        (actions.PutLocation("salt_pans.0.1"), "A new Location comes only when the one in play is gone."),
        (actions.Waive(), "No Deus Ex Machina window is open for you now; wait for the next one."),
        (actions.Join("levy.0.1"), "You don't choose a team now."),
        (actions.DrawFrom("plot"), "You can draw a card this way only after a Conflict."),
        (actions.Throw("levy.0.1"), "You can discard a card this way only in the Epilogue."),
    ],
)
def test_what_has_no_place_now_is_told_when_it_has(action: Action, told: str) -> None:
    assert refusal(scene(), action) == told


@pytest.mark.parametrize(
    "action", [actions.Keep(), actions.Choose("levy.0.1"), actions.CountFirst("souls/0"), actions.Done()]
)
def test_what_has_many_places_names_the_open_question(action: Action) -> None:
    match = scene()
    assert question(match) in refusal(match, action)
    assert refusal(match, action) == not_yet(match)


def test_an_action_of_the_plot_phase_waits_for_it() -> None:
    match = scene()
    hold(match, ANNA, "levy")
    enlisting(match)
    told = "You can do that only in the Plot phase, when it's your turn to act."
    assert refusal(match, actions.Pass()) == told
    assert refusal(match, actions.Announce("recruit")) == told


def test_the_first_round_is_chosen_among_two() -> None:
    match = new()
    (seat,) = match.decisions()
    assert refusal(match, actions.BeActive(2), seat) == "There are two players: choose one of them."
    act(match, actions.BeActive(ANNA))
    act(match, actions.Keep())
    act(match, actions.Keep())
    told = "That card is not in your Location deck."
    assert refusal(match, actions.PutLocation("gallows_hill.1.1")) == told


# -- rows -----------------------------------------------------------------------------------------------------------


def test_rows_are_laid_from_the_hand() -> None:
    """Check the refusals required by rules AH-STORY.1 and STORY.2."""
    match = scene()
    first, second = hold(match, ANNA, "levy", "levy")
    enlisting(match)
    assert refusal(match, actions.Lay("cold_hands.0.1")) == "That card isn't in your hand."
    assert refusal(match, actions.Lay(second)) == OFFERED
    told = "A Chapter holds one card, unless a card in play says otherwise."
    assert refusal(match, actions.LayBeside(first)) == told
    location(match, "royal_forest", ANNA)
    told = "Only the first Chapter may hold a second card, before the next one is laid."
    assert refusal(match, actions.LayBeside(first)) == told


def test_only_the_revealed_card_is_paid_for() -> None:
    match = scene()
    (levy,) = hold(match, ANNA, "levy")
    enlisting(match)
    lay(match, ANNA, levy)
    assert asked(match) == (ANNA, "offer")
    told = "You're not deciding about that card now."
    assert refusal(match, actions.PayFor("cold_hands.0.1")) == told


def test_a_row_of_a_conflict_has_three_chapters() -> None:
    """Check the refusals required by rule AH-STORY.9."""
    match = conflict()
    cards = hold(match, ANNA, "levy", "cold_hands", "eel_sermon", "candle_thief")
    assert asked(match) == (ANNA, "row")
    for card in cards[:3]:
        act(match, actions.Lay(card))
    assert refusal(match, actions.Lay(cards[3])) == "A row in a Conflict has at most 3 Chapters; end it."


def conflict() -> Haeresis:
    """Return a match where Anna's Candle Thief plunders, Béla's Hired Knife blocks, and Anna must lay her row."""
    match = scene()
    thief, knife = put(match, ANNA, "candle_thief"), put(match, BELA, "hired_knife")
    hold(match, ANNA, "whispered_psalm")
    act(match, actions.Announce("plunder"))
    while asked(match)[1] == "window":
        act(match, actions.Waive())
    for action in (actions.Join(thief), actions.Done(), actions.Join(knife), actions.Done()):
        if action in offers(match):
            act(match, action)
    return match


# -- actions of the Plot phase --------------------------------------------------------------------------------------


def _used(match: Haeresis) -> str:
    card = put(match, ANNA, "ash_midwife")
    set_card(match, card, used=["0"])
    return f"{card}/0"


def _spent(match: Haeresis) -> str:
    return f"{put(match, ANNA, 'ash_midwife', ready=False)}/0"


def _theirs(match: Haeresis) -> str:
    return f"{put(match, BELA, 'poison_taster')}/0"


def _their_place(match: Haeresis) -> str:
    return f"{location(match, 'gallows_hill', BELA)}/0"


def _poor(match: Haeresis) -> str:
    set_player(match, ANNA, souls=0)
    return f"{match.state.players[ANNA].damned}/0"


def _no_cards(match: Haeresis) -> str:
    return f"{match.state.players[ANNA].camp}/0"


HERESIES: dict[str, tuple[Callable[[Haeresis], str], str]] = {
    "not in play": (lambda match: "ash_midwife.0.9/0", "That card is not in play."),
    "no Heresy": (lambda match: f"{put(match, ANNA, 'candle_thief')}/0", "That card has no Heresy."),
    "no ability named": (lambda match: put(match, ANNA, "ash_midwife"), "That card has no Heresy."),
    "theirs": (_theirs, "You don't control that card."),
    "their Location": (_their_place, "Only the player who placed the Location can use its Heresy."),
    "used": (_used, "That Heresy has already been used this Round."),
    "Spent": (_spent, "That character is already Spent, and making it Spent is part of the cost."),
    "souls": (_poor, "You can't afford it. Souls needed: 1; you have 0."),
    "cards": (_no_cards, "You hold too few other cards to discard for it."),
}


@pytest.mark.parametrize("name", HERESIES)
def test_why_a_heresy_can_not_be_used(name: str) -> None:
    """Check the refusals required by rules AH-HERESY.2, HERESY.3, HERESY.4 and HERESY.9."""
    match = scene()
    option, told = HERESIES[name]
    assert refusal(match, actions.UseHeresy(option(match))) == told


def test_a_manoeuvre_needs_someone_ready_with_its_icon() -> None:
    """Check the refusals required by rules AH-MAN.5 and MAN.8."""
    match = scene()
    take_away(match, match.state.players[ANNA].damned)
    assert refusal(match, actions.Announce("feast")) == "The manoeuvres are Plunder, Recruit and Accusation."
    assert refusal(match, actions.Announce("plunder")) == "None of your characters has an icon of that manoeuvre."
    put(match, ANNA, "candle_thief", ready=False)
    told = "All your characters with an icon of that manoeuvre are Spent."
    assert refusal(match, actions.Announce("plunder")) == told


def test_teams_are_of_own_ready_characters_with_the_icon() -> None:
    """Check the refusals required by rules AH-MAN.7 and MAN.8."""
    match = scene()
    thief, spent = put(match, ANNA, "candle_thief"), put(match, ANNA, "candle_thief", ready=False)
    beggar, knife = put(match, ANNA, "false_witness"), put(match, BELA, "hired_knife")
    act(match, actions.Announce("plunder"))
    reasons = {
        "hired_knife.0.7": "That card is not in play.",
        knife: "You don't control that card.",
        match.state.players[ANNA].camp: "Only your Damned and your Heretics can be in a team.",
        spent: "That character is Spent and can't take part.",
        beggar: "That character has no icon of this manoeuvre.",
    }
    assert {card: refusal(match, actions.Join(card)) for card in reasons} == reasons
    assert refusal(match, actions.Done()) == "Your team needs at least one character."
    act(match, actions.Join(thief))
    assert refusal(match, actions.Join(thief)) == "That character is already in your team."


# -- windows --------------------------------------------------------------------------------------------------------


def passed(*cards: str) -> tuple[Haeresis, list[str]]:
    """Return a match in the window after Anna's Pass, and the ids of the cards in her hand."""
    match = scene()
    held = hold(match, ANNA, *cards)
    act(match, actions.Pass())
    assert asked(match) == (ANNA, "window")
    return match, held


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("candle_thief", "Heretics are played from the Enlistment row only."),
        ("levy", "That card has no Deus Ex Machina: lay it in a row."),
        ("bailiff_of_the_ford", "That card can't be played in this window; its text says when."),
        ("friar_with_the_lantern", "It has no possible target now."),
    ],
)
def test_why_a_card_can_not_be_played_in_a_window(card: str, told: str) -> None:
    """Check the refusals required by rules AH-PLAY.2, PLAY.6, COST.10 and DEM.1."""
    match, (held,) = passed(card)
    assert refusal(match, actions.PlayDem(held)) == told
    assert refusal(match, actions.PlayDem("crown_inquisitor.0.9")) == "That card isn't in your hand."


def test_a_card_played_in_a_window_must_be_affordable() -> None:
    match, (held,) = passed("friar_with_the_lantern")
    put(match, BELA, "hired_knife")
    cost = match.content.cards["friar_with_the_lantern"].cost.gold
    set_player(match, ANNA, gold=cost - 1)
    assert refusal(match, actions.PlayDem(held)) == (f"You can't afford it: it costs {cost} gold, you have {cost - 1}.")


def test_a_story_waits_for_a_conflict() -> None:
    """Check the refusals required by rule AH-PLAY.8."""
    match = scene()
    (sight,) = hold(match, ANNA, "second_sight")
    hold(match, ANNA, "levy")
    enlisting(match)
    lay(match, ANNA, "levy.0.1")
    assert asked(match) == (ANNA, "window")
    assert refusal(match, actions.PlayDem(sight)) == "Stories are played in a Conflict only."


def test_why_a_deus_ex_machina_in_play_can_not_be_used() -> None:
    """Check the refusals required by rules AH-DEM.5 and DEM.8."""
    match, _ = passed("levy")
    dancer, ringer = put(match, ANNA, "rope_dancer"), put(match, ANNA, "bell_ringer_of_the_drowned")
    theirs = put(match, BELA, "rope_dancer")
    nobody = "It has no possible target now."
    assert refusal(match, actions.UseDem(f"{dancer}/0")) == nobody
    told = "That Deus Ex Machina can't be used in this window; its text says when."
    assert refusal(match, actions.UseDem(f"{ringer}/0")) == told
    assert refusal(match, actions.UseDem(f"{theirs}/0")) == "You don't control that card."
    assert refusal(match, actions.UseDem("rope_dancer.0.9/0")) == "That card is not in play."
    assert refusal(match, actions.UseDem(f"{dancer}/7")) == "That card has no Deus Ex Machina."
    set_card(match, dancer, used=["0"])
    assert refusal(match, actions.UseDem(f"{dancer}/0")) == "That Deus Ex Machina has already been used this Round."
    set_card(match, dancer, window=["0"])
    assert refusal(match, actions.UseDem(f"{dancer}/0")) == "That Deus Ex Machina has already been used in this window."


# -- choices --------------------------------------------------------------------------------------------------------


def test_why_someone_is_no_target() -> None:
    """Check the refusals required by rules AH-COST.10 and DATA.7."""
    match = scene()
    put(match, BELA, "hired_knife")
    put(match, BELA, "hired_knife")
    own = put(match, ANNA, "hired_knife")
    (friar,) = hold(match, ANNA, "friar_with_the_lantern")
    act(match, actions.Pass())
    act(match, actions.PlayDem(friar))
    assert asked(match) == (ANNA, "name")
    reasons = {
        "hired_knife.1.9": "That card is not in play.",
        own: "The target must be your opponent's.",
        match.state.players[BELA].damned: "Only another kind of character can be the target; read the card with /card.",
        match.state.players[BELA].camp: "Only a character can be the target.",
    }
    assert {option: refusal(match, actions.Choose(option)) for option in reasons} == reasons


def test_what_pays_a_card_cost_is_held_and_another_card() -> None:
    match = scene()
    hold(match, ANNA, "levy", "cold_hands")
    act(match, actions.UseHeresy(f"{match.state.players[ANNA].camp}/0"))
    assert asked(match) == (ANNA, "name")
    assert refusal(match, actions.Choose("eel_sermon.0.1")) == "That card isn't in your hand."
    assert refusal(match, actions.Done()) == not_yet(match)


def test_what_comes_back_lies_in_the_own_pyre() -> None:
    match = scene()
    empty_pyre(match, ANNA)
    put_into_pyre(match, ANNA, "candle_thief", "hired_knife", "levy")
    act(match, actions.UseHeresy(f"{put(match, ANNA, 'fen_healer')}/0"))
    assert asked(match) == (ANNA, "choose")
    assert refusal(match, actions.Choose("cold_hands.0.1")) == "That card is not in your Pyre."
    told = "That card can't come back this way, or you're offered another copy of it."
    assert refusal(match, actions.Choose("levy.0.1")) == told


# -- secrets --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AH-INFO.8")
@pytest.mark.parametrize(("seed", "first"), [("m", 0), ("n", 15)])
def test_words_and_refusals_are_the_same_in_every_world_a_seat_can_not_tell_apart(seed: str, first: int) -> None:
    match, rng = new(seed), random.Random(seed)
    for step in range(240):
        if match.over:
            break
        seat = rng.choice(sorted(match.decisions()))
        if step % 30 == first:
            for viewer in (ANNA, BELA):
                check_indistinguishable(
                    match, viewer, rng, told=True, tried=_tries(match, rng) if viewer == seat else ()
                )
        match.apply(seat, rng.choice(match.decisions()[seat].actions))


def _tries(match: Haeresis, rng: random.Random) -> list[Action]:
    """Return all kinds of action with cards from every area, including hidden cards."""
    state = match.state
    cards = [*state.cards]
    for player in state.players:
        for pile in (player.hand, player.plot, player.heretics, player.locations, player.background, player.pyre):
            cards += rng.sample(pile, min(2, len(pile)))
    found: list[Action] = []
    for card in cards:
        found += [what(card) for what in (actions.Lay, actions.PayFor, actions.PlayDem, actions.Join, actions.Choose)]
        found += [actions.Throw(card), actions.PutLocation(card), actions.LayBeside(card)]
        found += [actions.UseHeresy(f"{card}/0"), actions.UseDem(f"{card}/0"), actions.Choose(kind(card))]
    return [*found, *map(actions.Announce, MANOEUVRES), actions.Done(), actions.Waive(), actions.Pass()]


def test_every_refusal_is_a_sentence() -> None:
    """In any position, any action that isn't available is refused with a sentence that contains no ids."""
    rng = random.Random("refusals")
    for seed in ("p", "q"):
        match = GAME.new(2, seed)
        for step in range(250):
            if match.over:
                break
            seat = rng.choice(sorted(match.decisions()))
            if step % 25 == 0:
                offered = match.decisions()[seat].actions
                for action in _tries(match, rng):
                    if action not in offered:
                        told = match.why_illegal(seat, action).args[0]
                        assert told.endswith((".", "?"))
                        assert "_" not in told
            match.apply(seat, rng.choice(match.decisions()[seat].actions))
