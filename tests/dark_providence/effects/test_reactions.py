"""Reactions, cards that destroy themselves, effects that apply when a card is acquired, and ongoing effects."""

from __future__ import annotations

import pytest

from rules.dark_providence.content.records import Agent, Side
from rules.dark_providence.examples.position_builder import (
    agent,
    fetch,
    fill_bag,
    hold,
    lay,
    leave,
    mark,
    own,
    show,
    turn,
)
from rules.dark_providence.state.actions import (
    AcquireTarget,
    Choose,
    ChooseWay,
    Done,
    EndTurn,
    PlaceInfluence,
    React,
    Strike,
    UseBonus,
    UseCard,
)
from tests.dark_providence.made_up_cards import (
    MADNESS,
    action_card,
    choose,
    city,
    give,
    icons,
    marker,
    places_of_card,
    power,
    primary,
)
from tests.dark_providence.table import act, destroy_missing_cards, done, mythos, offers, refused, set_allegiance
from tests.game_helpers import of_kinds, rule


def player(match, seat=0):
    return match.state.players[seat]


def echo(trigger, *ops):
    return power(*ops or [{"op": "vp", "amount": 2}], timing="reaction", trigger=trigger)


# -- reactions ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("used", [True, False])
@rule("DP-CARD.17", "DP-CARD.18")
def test_a_card_may_react_to_the_use_of_its_own_action(used):
    match = turn()
    give(match, 0, "tool", power({"op": "pool"}), echo("played"))
    act(match, UseCard("tool"))
    assert offers(match) == [Done(), React()]
    events = act(match, React() if used else Done())
    assert player(match).vp == (2 if used else 0)
    assert bool(of_kinds(events, "used")) == used
    assert match.state.turn.actions == 1
    assert player(match).discard == ["tool"]


@rule("DP-CARD.17")
def test_no_other_use_of_the_card_sets_that_reaction_off():
    match = turn()
    give(match, 0, "tool", power({"op": "pool"}), power({"op": "pool"}, timing="bonus"), echo("played"), influence=1)
    act(match, UseBonus("tool"))
    assert match.decisions()[0].prompt.key == "turn"
    match = turn()
    give(match, 0, "tool", power({"op": "pool"}), echo("played"), influence=1)
    act(match, PlaceInfluence("boston"))
    assert match.decisions()[0].prompt.key == "turn"


@rule("DP-CARD.17")
def test_a_card_reacts_to_its_destruction_by_its_own_text_by_purge_and_by_others():
    match = turn()
    give(match, 0, "tool", power({"op": "pool"}, destroys=True), echo("destroyed"))
    act(match, UseCard("tool"))
    act(match, React())
    assert player(match).vp == 2
    assert places_of_card(match, "tool") == ["destroyed"]
    match = turn()
    give(match, 0, "policy", echo("destroyed"))
    act(match, action_card(match, {"op": "purge"}))
    act(match, React())
    assert player(match).vp == 2


@rule("DP-CARD.17", "DP-CARD.18")
def test_a_passive_player_reacts_to_the_death_of_an_agent():
    match = turn()
    city(match, "chicago", control=1)
    marker(match, "monday", force=1)
    match.state.agents["monday"].city = "chicago"
    primary(
        match, "curwen", echo("destroyed", {"op": "draw", "count": 2}), agent=Agent(original=Side(), returned=Side())
    )
    agent(match, 1, "curwen", "chicago", zone="deck")
    act(match, action_card(match, {"op": "assassinate", "any_agent": True}))
    if offers(match, Strike):
        act(match, Strike("curwen", "monday"))
    assert set(match.decisions()) == {1}
    act(match, React())
    assert len(player(match, 1).hand) == 2
    assert match.state.turn.seat == 0
    assert match.state.turn.actions == 1


def test_a_reaction_that_could_do_nothing_is_not_asked_for():
    match = turn()
    give(match, 0, "tool", power({"op": "pool"}), echo("played", {"op": "calm"}))
    act(match, UseCard("tool"))
    assert match.decisions()[0].prompt.key == "turn"


def test_a_reaction_may_have_ways_of_its_own():
    match = turn()
    two = {"timing": "reaction", "trigger": "played", "ways": [[{"op": "vp"}], [{"op": "draw"}]]}
    give(match, 0, "tool", power({"op": "pool"}), two)
    act(match, UseCard("tool"))
    act(match, React())
    act(match, ChooseWay(1))
    assert len(player(match).hand) == 1


# -- cards that destroy themselves ----------------------------------------------------------------------------------


@pytest.mark.parametrize("timing", ["action", "bonus"])
@rule("DP-DESTROY.6")
def test_a_card_that_destroys_itself_is_gone_after_its_use_and_not_replaced(timing):
    match = turn()
    give(match, 0, "tool", power({"op": "vp"}, timing=timing, destroys=True))
    deck = list(player(match).deck)
    act(match, UseCard("tool") if timing == "action" else UseBonus("tool"))
    assert player(match).vp == 1
    assert places_of_card(match, "tool") == ["destroyed"]
    assert "tool" not in match.state.owners
    assert (player(match).hand, player(match).deck) == ([], deck)


def test_a_card_that_destroys_itself_stays_when_it_is_played_for_its_icons():
    match = turn()
    give(match, 0, "tool", power({"op": "vp"}, destroys=True), influence=1)
    act(match, PlaceInfluence("boston"))
    assert places_of_card(match, "tool") == ["discard 0"]


# -- on acquire -----------------------------------------------------------------------------------------------------


@rule("DP-CARD.19", "DP-CARDACT.4")
def test_an_on_acquire_effect_may_ask_for_a_way_and_may_do_nothing_at_all():
    match = turn()
    ways = {"timing": "acquired", "ways": [[{"op": "vp"}], [{"op": "pool"}]]}
    show(match, mythos(match, "idol", [ways]))
    mark(match, 0, "idol", 1)
    act(match, AcquireTarget("idol"))
    act(match, ChooseWay(1))
    assert player(match).pool == 11
    match = turn()
    show(match, mythos(match, "idol", [power({"op": "calm"}, timing="acquired")]))
    mark(match, 0, "idol", 1)
    act(match, AcquireTarget("idol"))
    assert player(match).mythos == ["idol"]
    assert match.state.turn.actions == 1


def test_a_choice_on_acquiring_may_be_declined_even_when_it_is_all_the_card_does():
    match = turn()
    show(match, mythos(match, "idol", [power({"op": "drive_off", "count": 3}, timing="acquired")]))
    mark(match, 0, "idol", 1)
    mark(match, 1, "boston", 1)
    act(match, AcquireTarget("idol"))
    assert offers(match) == [Choose("boston/1"), Done()]
    done(match)
    assert match.state.marks == {"boston": [0, 1, 0]}


# -- ongoing --------------------------------------------------------------------------------------------------------


def ongoing(*effects, seat=0):
    """Return a turn of seat 0 where `seat` owns a mythos card with these ongoing effects."""
    match = turn()
    lay(match, "atlanta", "tommy_guns", "cover_up")
    lay(match, "boston", "exorcism", "dynamite")
    show(match, "silver_key", "hastur")
    own(match, seat, mythos(match, "idol", ongoing=list(effects)))
    return match


@rule("DP-CARD.20")
def test_second_wind_gives_an_action_after_the_first_acquisition_of_the_own_turn_only():
    match = ongoing("second_wind")
    mark(match, 0, "silver_key", 1)
    act(match, AcquireTarget("silver_key"))
    assert match.state.turn.actions == 2
    act(match, action_card(match, {"op": "acquire", "what": "asset"}))
    choose(match, "tommy_guns")
    assert match.state.turn.actions == 1
    match = ongoing("second_wind", seat=1)
    mark(match, 0, "silver_key", 1)
    act(match, AcquireTarget("silver_key"))
    assert match.state.turn.actions == 1


@rule("DP-CARD.20")
def test_second_wind_knows_only_the_own_turn():
    match = ongoing("second_wind", seat=1)
    own(match, 0, mythos(match, "second_idol", ongoing=["second_wind"]))
    give(match, 1, "echo", echo("discarded", {"op": "acquire", "what": "asset"}))
    act(match, action_card(match, {"op": "rivals_discard"}))
    act(match, React())
    choose(match, "tommy_guns")
    assert player(match, 1).discard == ["echo", "tommy_guns"]
    assert match.state.turn.actions == 1
    act(match, action_card(match, {"op": "acquire", "what": "mythos"}, card="other"))
    choose(match, "silver_key")
    # seat 0 had no actions left, but Second Wind gave 1 for the first card that seat 0 acquired in its own turn
    assert match.state.turn.actions == 1


@rule("DP-CARD.20", "DP-ACQ.4")
def test_ties_are_won_by_the_owner_alone():
    for seat, open_ in ((0, True), (1, False)):
        match = ongoing("ties", seat=seat)
        mark(match, 0, "silver_key", 1)
        mark(match, 1, "silver_key", 1)
        assert (AcquireTarget("silver_key") in offers(match)) == open_


@pytest.mark.parametrize(("effects", "mad_at"), [(("steady",), 4), ((), 3)])
@rule("DP-SANITY.6", "DP-CARD.20")
def test_steady_bears_one_madness_more(effects, mad_at):
    match = ongoing(*effects)
    set_allegiance(match, 0, "investigator")
    player(match).madness = mad_at - 2
    fill_bag(match, *MADNESS)
    act(match, action_card(match, {"op": "sanity"}))
    assert not match.over
    act(match, action_card(match, {"op": "sanity"}, card="other"))
    assert match.over
    assert player(match).madness == mad_at


@rule("DP-CARD.20")
def test_second_target_places_one_marker_more_on_another_asset_or_not():
    for chosen in ("tommy_guns", ""):
        match = ongoing("second_target")
        icons(match, 0, "influence", 2)
        act(match, PlaceInfluence("exorcism"))
        found = {offer.option for offer in offers(match, Choose)}
        assert found == {place.stack[0] for place in match.state.places.values()} - {"exorcism"}
        act(match, Choose(chosen) if chosen else Done())
        assert match.state.marks["exorcism"] == [2, 0, 0]
        assert match.state.marks.get("tommy_guns", [0, 0, 0]) == [1 if chosen else 0, 0, 0]
        assert player(match).supply == (3 if chosen else 4)


@rule("DP-CARD.20")
def test_second_target_stays_away_from_cthulhu():
    match = ongoing("second_target")
    match.state.cthulhu = "atlanta"
    icons(match, 0, "influence", 1)
    act(match, PlaceInfluence("boston"))
    assert Choose("tommy_guns") not in offers(match)
    assert Choose("exorcism") in offers(match)


@rule("DP-CARD.20", "DP-GEN.4")
def test_second_target_needs_a_marker_and_the_action():
    match = ongoing("second_target")
    leave(match, 0, supply=1)
    icons(match, 0, "influence", 1)
    act(match, PlaceInfluence("boston"))
    assert match.decisions()[0].prompt.key == "turn"
    match = ongoing("second_target")
    act(match, action_card(match, {"op": "influence", "at": "asset"}))
    choose(match, "tommy_guns")
    assert match.decisions()[0].prompt.key == "turn"
    match = ongoing("second_target", seat=1)
    icons(match, 0, "influence", 1)
    act(match, PlaceInfluence("boston"))
    assert match.decisions()[0].prompt.key == "turn"


@pytest.mark.parametrize(("effects", "hand"), [(("long_reach",), 6), ((), 5)])
@rule("DP-CARD.20")
def test_long_reach_draws_up_to_six_cards(effects, hand):
    match = ongoing(*effects)
    hold(match, 0, "tommy_guns")
    act(match, EndTurn())
    assert len(player(match).hand) == hand


@rule("DP-CARD.20")
def test_ongoing_effects_last_as_long_as_the_card_is_owned():
    match = ongoing("ties")
    mark(match, 0, "silver_key", 1)
    mark(match, 1, "silver_key", 1)
    fetch(match, "idol")
    destroy_missing_cards(match)
    assert refused(match, AcquireTarget("silver_key"))
