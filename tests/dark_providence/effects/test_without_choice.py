"""Operations without a decision: their effects, their limits, and what happens if there is nothing to do."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import (
    agent,
    control,
    fill_bag,
    gate,
    hold,
    lay,
    leave,
    mark,
    own,
    show,
    turn,
)
from rules.dark_providence.state.actions import ChooseWay, React, UseBonus, UseCard
from tests.dark_providence.made_up_cards import (
    MADNESS,
    SANE,
    action_card,
    bonus_card,
    choices,
    choose,
    give,
    icons,
    places_of_card,
    power,
)
from tests.dark_providence.table import act, destroy_missing_cards, mythos, offers, refused, set_allegiance
from tests.game_helpers import kinds_of, of_kinds, rule


def player(match, seat=0):
    return match.state.players[seat]


# -- vp -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "total"), [(3, 8), (-2, 3), (-9, -4)])
def test_vp_come_and_go_at_once(amount, total):
    match = turn()
    player(match).vp = 5
    act(match, action_card(match, {"op": "vp", "amount": amount}))
    assert [other.vp for other in match.state.players] == [total, 0, 0]


def test_no_vp_at_all_are_nothing_to_do():
    match = turn()
    assert refused(match, action_card(match, {"op": "vp", "amount": {"count": "crypt"}}))
    player(match).crypt = ["friday"]
    act(match, action_card(match, {"op": "vp", "amount": {"count": "crypt"}}))
    assert player(match).vp == 1


@rule("DP-END.6")
def test_vp_that_reach_the_threshold_end_the_game_after_the_action():
    match = turn()
    player(match).vp = 29
    act(match, action_card(match, {"op": "vp"}, {"op": "pool", "count": 2}))
    assert match.over
    assert player(match).supply == 8


def set_distinct_counts(match):
    """In a three-player match, give every count of seat 0 a different value."""
    control(match, 0, "detroit")
    control(match, 0, "chicago")
    control(match, 1, "boston")
    agent(match, 0, "moses_fleet", "chicago", returned=True)
    agent(match, 0, "carl_jung", "chicago")
    agent(match, 1, "eliot_ness", "chicago", returned=True)
    hold(match, 0, "deep_ones", zone="discard")
    for number in (1, 2, 3, 4):
        agent(match, 0, f"deep_one_{number}", "chicago")
    own(match, 0, "hastur")
    own(match, 0, "dagon")
    agent(match, 0, "mi_go", "chicago")
    own(match, 1, "silver_key")
    player(match).crypt = ["friday"]
    player(match).madness, player(match).sane = 2, 1
    fill_bag(match, 5, 10)
    match.state.agents["monday"].returned = True
    for number, city in enumerate([*match.state.places][:6]):
        gate(match, int(number == 5), city, "open" if number % 2 else "close")
    player(match).vp = 0


@pytest.mark.parametrize(
    ("what", "count"),
    [
        ("cities", 2), ("agents", 8), ("recruited", 3), ("mythos", 3), ("crypt", 1), ("gates", 5), ("returned", 2),
        ("madness", 2), ("deep_ones", 4),
    ],
)  # fmt: skip
def test_an_amount_counts_what_the_card_says_times_and_at_most(what, count):
    for times, most, total in ((1, 20, count), (2, 20, 2 * count), (1, 1, 1), (3, 1, 3), (-1, 20, -count)):
        match = turn()
        set_distinct_counts(match)
        act(match, action_card(match, {"op": "vp", "amount": {"count": what, "times": times, "most": most}}))
        assert player(match).vp == total


# -- draw -----------------------------------------------------------------------------------------------------------


def test_drawing_takes_cards_from_the_top_of_the_deck():
    match = turn()
    top = player(match).deck[:2]
    act(match, action_card(match, {"op": "draw", "count": 2}))
    assert player(match).hand == top


@rule("DP-HC.21", "DP-GEN.4")
def test_drawing_shuffles_the_discard_pile_but_not_the_cards_on_the_table_and_ends_with_both():
    match = turn()
    player(match).deck, player(match).discard = player(match).deck[:1], player(match).deck[1:3]
    destroy_missing_cards(match)
    expected = sorted([*player(match).deck, *player(match).discard])
    act(match, action_card(match, {"op": "draw", "count": 9}))
    assert sorted(player(match).hand) == expected
    assert player(match).deck == []
    assert player(match).discard == ["tool"]


@rule("DP-ACT.5")
def test_with_neither_deck_nor_discard_pile_there_is_nothing_to_draw():
    match = turn()
    player(match).deck = []
    destroy_missing_cards(match)
    use = action_card(match, {"op": "draw"})
    assert refused(match, use)
    hold(match, 0, "monday_favour", zone="discard")
    assert not refused(match, use)


# -- actions --------------------------------------------------------------------------------------------------------


@rule("DP-CARDACT.2")
def test_additional_actions_are_added_to_those_left():
    match = turn()
    events = act(match, bonus_card(match, {"op": "actions", "count": 2}))
    assert match.state.turn.actions == 4
    assert of_kinds(events, "gained_actions")[0].count == 2


def test_a_reaction_in_another_players_turn_brings_no_actions():
    match = turn()
    give(match, 1, "echo", power({"op": "actions"}, timing="reaction", trigger="discarded"))
    player(match, 1).deck = []
    destroy_missing_cards(match)
    act(match, action_card(match, {"op": "rivals_discard", "count": 5}))
    assert not any(isinstance(offer, React) for offer in offers(match))
    assert match.state.turn.actions == 1


# -- pool -----------------------------------------------------------------------------------------------------------


@rule("DP-GEN.4", "DP-LIMIT.2")
def test_markers_come_from_the_pool_as_far_as_it_goes():
    match = turn()
    act(match, action_card(match, {"op": "pool", "count": 3}))
    assert (player(match).supply, player(match).pool) == (9, 9)
    leave(match, 0, pool=1)
    act(match, action_card(match, {"op": "pool", "count": 3}))
    assert (player(match).supply, player(match).pool) == (10, 0)
    match = turn()
    leave(match, 0, pool=0)
    assert refused(match, action_card(match, {"op": "pool"}))


# -- track ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("start", "by", "end"), [(3, 2, 5), (3, -2, 1), (1, -5, 0), (11, 5, 12)])
@pytest.mark.parametrize("track", ["ritual", "investigation"])
@rule("DP-TRACK.10")
def test_an_effect_moves_a_track_within_its_ends(track, start, by, end):
    match = turn()
    setattr(match.state, track, start)
    act(match, action_card(match, {"op": "track", "track": track, "by": by}))
    assert getattr(match.state, track) == end
    assert match.over == (end == 12)


def test_a_track_at_its_end_is_nothing_to_do():
    match = turn()
    assert refused(match, action_card(match, {"op": "track", "track": "ritual", "by": -1}))
    assert not refused(match, action_card(match, {"op": "track", "track": "ritual", "by": 1}))


# -- discards by other players --------------------------------------------------------------------------------------


@rule("DP-GEN.4")
def test_every_rival_discards_as_many_random_cards_as_there_are():
    match = turn()
    icons(match, 0, "wealth", 1)
    mine = icons(match, 1, "force", 1, 1, 1)
    yours = icons(match, 2, "arcane", 1)
    act(match, action_card(match, {"op": "rivals_discard", "count": 2}))
    assert len(player(match).hand) == 1
    assert (len(player(match, 1).hand), len(player(match, 1).discard)) == (1, 2)
    assert sorted([*player(match, 1).hand, *player(match, 1).discard]) == sorted(mine)
    assert (player(match, 2).hand, player(match, 2).discard) == ([], yours)


@rule("DP-CARD.17")
def test_a_rival_may_react_to_the_discard():
    for seat in (1, 2):
        match = turn()
        give(match, seat, "echo", power({"op": "vp", "amount": 2}, timing="reaction", trigger="discarded"))
        act(match, action_card(match, {"op": "rivals_discard"}))
        assert set(match.decisions()) == {seat}
        act(match, React())
        assert player(match, seat).vp == 2
        assert match.state.turn.seat == 0


def test_empty_hands_of_rivals_are_nothing_to_do_and_alone_there_are_no_rivals():
    match = turn()
    icons(match, 0, "wealth", 1)
    assert refused(match, action_card(match, {"op": "rivals_discard"}))
    match = turn(1)
    assert refused(match, action_card(match, {"op": "rivals_discard"}))


# -- row ------------------------------------------------------------------------------------------------------------


@rule("DP-LIMIT.3", "DP-GEN.4")
def test_mythos_cards_come_from_the_deck_as_long_as_there_are_any():
    match = turn()
    row, deck = list(match.state.row), list(match.state.mythos_deck)
    act(match, action_card(match, {"op": "row", "count": 2}))
    assert (match.state.row, match.state.mythos_deck) == ([*row, *deck[:2]], deck[2:])
    match.state.mythos_deck = deck[2:3]
    destroy_missing_cards(match)
    act(match, action_card(match, {"op": "row", "count": 2}))
    assert match.state.row == [*row, *deck[:3]]
    match = turn()
    match.state.mythos_deck = []
    destroy_missing_cards(match)
    assert refused(match, action_card(match, {"op": "row"}))


# -- calm and sanity ------------------------------------------------------------------------------------------------


@rule("DP-GEN.4")
def test_madness_tokens_go_back_into_the_bag():
    match = turn()
    player(match).madness, player(match).sane = 2, 1
    fill_bag(match, 3, 4)
    act(match, action_card(match, {"op": "calm"}))
    assert (player(match).madness, match.state.bag) == (1, [3, 5])
    act(match, action_card(match, {"op": "calm", "count": 3}))
    assert (player(match).madness, player(match).sane, match.state.bag) == (0, 1, [3, 6])
    match = turn()
    player(match).sane = 2
    fill_bag(match, 4, 12)
    assert refused(match, action_card(match, {"op": "calm"}))


def test_a_sanity_test_by_an_effect_draws_one_token_and_destroys_no_agent():
    for bag, tokens in ((SANE, (1, 0)), (MADNESS, (0, 1))):
        match = turn()
        agent(match, 0, "carl_jung", "chicago")
        fill_bag(match, *bag)
        act(match, action_card(match, {"op": "sanity"}))
        assert (player(match).sane, player(match).madness) == tokens
        assert "carl_jung" in match.state.agents
    match = turn()
    fill_bag(match, 0, 0)
    assert refused(match, action_card(match, {"op": "sanity"}))


def test_going_mad_ends_the_game_but_the_rest_of_the_effect_is_carried_out():
    match = turn()
    set_allegiance(match, 0, "investigator")
    player(match).madness = 2
    fill_bag(match, *MADNESS)
    events = act(match, action_card(match, {"op": "sanity"}, {"op": "vp", "amount": 2}))
    assert match.over
    assert kinds_of(events, "went_mad", "vp") == ["went_mad", "vp"]
    assert match.state.scores[0]["vp"] == 2


# -- R'lyeh ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["area e", "hand", "deck", "discard"])
@rule("DP-HC.17")
def test_rlyeh_is_taken_from_wherever_it_is(zone):
    match = turn()
    other, deck = player(match, 1), list(player(match, 1).deck)
    if zone != "area e":
        hold(match, 1, "rlyeh", zone=zone)
    act(match, action_card(match, {"op": "rlyeh"}))
    assert places_of_card(match, "rlyeh") == ["discard 0"]
    assert match.state.owners["rlyeh"] == 0
    assert len(other.hand) == (zone == "hand")
    assert sorted([*other.hand, *other.deck]) == sorted(deck)
    assert (other.deck != deck[len(other.hand) :]) == (zone == "deck")


def test_rlyeh_in_ones_own_cards_is_nothing_to_do():
    match = turn()
    hold(match, 0, "rlyeh", zone="deck")
    assert refused(match, action_card(match, {"op": "rlyeh"}))


# -- effects that can be executed only in part ----------------------------------------------------------------------


@rule("DP-CARDACT.1", "DP-ACT.5", "DP-GEN.4")
def test_an_effect_goes_on_past_what_cannot_be_done_but_does_not_start_when_nothing_can():
    match = turn()
    act(match, action_card(match, {"op": "calm"}, {"op": "vp"}, {"op": "row"}))
    assert player(match).vp == 1
    assert refused(match, action_card(match, {"op": "calm"}, {"op": "track", "track": "ritual", "by": -1}))


@rule("DP-CARDACT.3", "DP-ACT.4")
def test_a_common_action_that_cannot_be_completed_stops_the_whole_card():
    match = turn()
    for op in ({"op": "assassinate", "any_agent": True}, {"op": "lock", "mode": "remove"}):
        assert refused(match, action_card(match, {"op": "vp"}, op))
        assert refused(match, action_card(match, op, {"op": "vp"}))
    match.state.agents["tuesday"].city = match.state.agents["monday"].city
    rite = {"op": "gate", "face": "open", "any_agent": True}
    icons(match, 0, "arcane", 9)
    use = action_card(match, rite, {"op": "vp"})
    assert use in offers(match)
    gate(match, 1, match.state.agents["monday"].city, "close")
    assert refused(match, use)


@rule("DP-CARDACT.1", "DP-CARDACT.2")
def test_card_and_mythos_actions_use_an_action_and_bonus_actions_do_not():
    match = turn()
    use = action_card(match, {"op": "vp"})
    free = bonus_card(match, {"op": "vp"})
    own(match, 0, mythos(match, "idol", [power({"op": "vp"}), power({"op": "vp"}, timing="bonus")]))
    for action, left in ((free, 2), (UseBonus("idol"), 2), (use, 1), (UseCard("idol"), 0)):
        act(match, action)
        assert match.state.turn.actions == left or match.state.turn.seat == 1
    assert player(match).vp == 4


@rule("DP-CARDACT.4")
def test_one_of_several_ways_is_chosen_and_the_others_are_lost():
    match = turn()
    ways = [[{"op": "calm"}], [{"op": "vp"}], [{"op": "vp", "amount": 5}, {"op": "pool"}]]
    give(match, 0, "tool", {"timing": "action", "ways": ways})
    act(match, UseCard("tool"))
    assert offers(match) == [ChooseWay(1), ChooseWay(2)]  # the first alternative would do nothing, so it isn't offered
    act(match, ChooseWay(2))
    assert (player(match).vp, player(match).supply) == (5, 7)
    assert player(match).discard == ["tool"]
    match = turn()
    give(match, 0, "tool", {"timing": "action", "ways": ways[:2]})
    act(match, UseCard("tool"))
    assert player(match).vp == 1


@rule("DP-CARDACT.4")
def test_one_use_of_a_card_carries_out_its_action_or_its_bonus_action():
    match = turn()
    give(match, 0, "tool", power({"op": "vp", "amount": 5}), power({"op": "vp"}, timing="bonus"))
    assert {UseCard("tool"), UseBonus("tool")} <= set(offers(match))
    act(match, UseBonus("tool"))
    assert player(match).vp == 1
    assert UseCard("tool") not in offers(match)


@rule("DP-CARDACT.3")
def test_a_lock_action_and_what_else_the_card_says_are_done_in_order():
    match = turn()
    lay(match, "chicago", "tommy_guns", "cover_up")
    show(match, "hastur")
    mark(match, 0, "tommy_guns", 1)
    act(match, action_card(match, {"op": "lock", "mode": "place"}, {"op": "vp"}))
    assert player(match).vp == 0
    assert "place/tommy_guns" in choices(match)
    choose(match, "place/tommy_guns")
    assert player(match).vp == 1
