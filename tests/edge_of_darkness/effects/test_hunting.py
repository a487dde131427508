"""Section 22 of RULES.md (BS, HUNT): Battle Strength and hunting."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.examples.position_builder import set_player, set_turn, tray
from rules.edge_of_darkness.state.actions import ChooseCube, ChooseSpots, EndTurn, HuntThreats, UseAbility, UseContact
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.scenes import (
    ability,
    cards_in_hand,
    contact,
    in_tower,
    leave_cards,
    location_in_play,
    simple_free_part,
    sleeve,
    sleeve_on,
    slip_threat,
)
from tests.edge_of_darkness.table import gain, set_threat
from tests.game_helpers import act, of_kinds, offers, refused, rule

HUNT = {"op": "hunt"}


def hunter(battle, *damages, may_hunt=True, rewards=(), **options):
    """Return a match where the active player has this Battle Strength.

    The tower consists of Neutral cards with these amounts of Damage.
    """
    match = simple_free_part(2, hand=["patrician"], **options)
    with arrange(match):
        for spot, damage in enumerate(damages, 1):
            in_tower(match, spot, "citizen", damage, rewards)
        match.state.turn.battle, match.state.turn.may_hunt = battle, may_hunt
    return match


def hunts(match):
    return {action.spots for action in offers(match, HuntThreats)}


# -- Battle Strength ------------------------------------------------------------------------------------------


@rule("EOD-BS.1", "EOD-BS.7", "EOD-HUNT.4")
def test_effects_and_abilities_add_to_one_total_and_hunts_spend_it():
    match = hunter(0, 2, 9, 9)
    set_turn(match, may_hunt=False)
    home = ability(match, 0, gain("battle", 2), HUNT)
    action = contact(match, cards_in_hand(match)[0], gain("battle", 3), at=1)
    act(match, UseAbility(home))
    act(match, action)
    assert match.view(0).turn.battle == 5
    act(match, HuntThreats((1,)))
    assert match.view(0).turn.battle == 3


@rule("EOD-BS.2")
@pytest.mark.parametrize("sort", ["citizen", 0])
def test_every_citizen_gives_one(sort):
    match = simple_free_part(2, hand=[sort])
    (card,) = cards_in_hand(match)
    assert match.content.starters[card].role == "citizen"
    act(match, UseContact(card, "top"))
    assert match.state.turn.battle == 1


@rule("EOD-BS.2")
def test_all_citizens_of_the_pack_print_one_battle_strength_and_nothing_else():
    content = simple_free_part(2).content
    for starter in content.starters.values():
        if starter.role == "citizen":
            (clause,) = starter.effect.clauses
            (op,) = clause.do
            assert (op.op, op.what, op.amount, clause.cost) == ("gain", "battle", 1, [])


@rule("EOD-BS.3", "EOD-HUNT.3")
def test_without_permission_battle_strength_does_nothing():
    match = hunter(20, 1, 1, 1, may_hunt=False)
    assert hunts(match) == set()


@rule("EOD-BS.4", "EOD-DISCARD.10")
def test_unused_battle_strength_and_permission_are_gone_after_the_turn():
    match = hunter(9, 1, 1, 1)
    sleeve(match)
    act(match, EndTurn())
    match_turn = match.view(None).turn
    assert match_turn is None or (match_turn.battle, match_turn.may_hunt) == (0, False)


@rule("EOD-BS.5", "EOD-BS.6")
@pytest.mark.parametrize(("number", "total"), [(None, 4), (0, 3), (2, 5), (-2, 1), (-7, 0)])
def test_no_number_is_one_and_any_number_counts(number, total):
    match = simple_free_part(2, hand=["citizen"])
    set_turn(match, battle=3)
    op = {"op": "gain", "what": "battle"} | ({} if number is None else {"amount": number})
    action = contact(match, cards_in_hand(match)[0], gain("goodwill"), op)
    act(match, action)
    assert match.state.turn.battle == total


# -- permission to hunt, and its cost -------------------------------------------------------------------------


@rule("EOD-HUNT.1", "EOD-HUNT.2", "EOD-HUNT.18")
def test_the_permission_lasts_and_may_be_used_later_or_never():
    match = hunter(0, 1, 9, 9, may_hunt=False)
    card = cards_in_hand(match)[0]
    permit = contact(match, card, HUNT)
    home = ability(match, 1, gain("battle", 2))
    act(match, permit)
    assert hunts(match) == set()
    sleeve(match)
    act(match, UseAbility(home))
    assert hunts(match) == {(1,)}
    assert not refused(match, EndTurn())
    act(match, EndTurn())
    assert match.state.round == 2


@rule("EOD-HUNT.5", "EOD-HC.49", "EOD-ICON.13")
@pytest.mark.parametrize(("battle", "legal"), [(3, False), (4, True), (5, True)])
def test_equal_is_enough(battle, legal):
    match = hunter(battle, 4, 9, 9)
    assert refused(match, HuntThreats((1,))) != legal


@rule("EOD-HUNT.6")
def test_defeating_a_threat_spends_its_damage():
    match = hunter(7, 4, 9, 9)
    events = act(match, HuntThreats((1,)))
    assert match.state.turn.battle == 3
    assert of_kinds(events, "hunted")[0].battle == 4


@rule("EOD-HUNT.7", "EOD-DMG.1")
def test_the_target_is_the_whole_card():
    match = hunter(4, 2, 9, 9)
    slip_threat(match, sleeve_on(match, match.state.tower[0], location_in_play(match), "middle"), damage=3)
    assert hunts(match) == set()
    with arrange(match):
        match.state.turn.battle = 5
    assert hunts(match) == {(1,)}


@rule("EOD-HUNT.8", "EOD-HUNT.9", "EOD-HUNT.14", "EOD-DEC.18")
def test_a_three_and_then_a_two():
    match = hunter(5, 9, 3, 2)
    act(match, HuntThreats((2,)))
    act(match, HuntThreats((3,)))
    assert match.state.turn.battle == 0


@given(st.lists(st.integers(0, 6), min_size=3, max_size=3), st.integers(0, 15))
@settings(max_examples=40, deadline=None, derandomize=True)
@rule("EOD-HUNT.5", "EOD-HUNT.7", "EOD-HUNT.14")
def test_every_set_of_threats_the_battle_strength_covers_is_offered_and_no_other(damages, battle):
    match = hunter(battle, *damages)
    sets = [spots for size in (1, 2, 3) for spots in combinations((1, 2, 3), size)]
    assert hunts(match) == {spots for spots in sets if sum(damages[spot - 1] for spot in spots) <= battle}


@rule("EOD-HUNT.20", "EOD-HC.51")
def test_a_threat_without_damage_is_free_but_needs_permission():
    assert hunts(hunter(0, 0, 1, 1)) == {(1,)}
    assert hunts(hunter(0, 0, 1, 1, may_hunt=False)) == set()
    assert (1,) in hunts(hunter(0, -2, 1, 1))


# -- rewards of a defeat --------------------------------------------------------------------------------------


@rule("EOD-HUNT.10", "EOD-HC.5")
def test_all_visible_rewards_of_the_card_are_given():
    match = hunter(9, 1, 9, 9, rewards=[gain("coins", 2), gain("influence")])
    slip = sleeve_on(match, match.state.tower[0], location_in_play(match), "middle")
    slip_threat(match, slip, damage=1, rewards=[gain("goodwill", 3)])
    act(match, HuntThreats((1,)))
    player = match.state.players[0]
    assert (player.coins, player.influence, player.goodwill) == (7, 5, 3)


@rule("EOD-HUNT.10", "EOD-HC.5")
def test_a_covered_starters_threat_and_reward_do_not_count():
    match = hunter(2, 3, 9, 9, rewards=[gain("coins", 2)])
    slip = sleeve_on(match, match.state.tower[0], location_in_play(match), "top")
    slip_threat(match, slip, damage=2, rewards=[gain("goodwill")])
    act(match, HuntThreats((1,)))
    assert (match.state.players[0].coins, match.state.players[0].goodwill) == (5, 1)


@rule("EOD-HUNT.11", "EOD-DISCARD.6", "EOD-DISCARD.8")
@pytest.mark.parametrize(("sort", "hall"), [("citizen", None), (0, 0), (1, 1)])
def test_the_defeated_card_goes_to_its_owners_guild_hall_or_to_the_discard_pile(sort, hall):
    match = hunter(9, 9, 9, 9)
    card = in_tower(match, 1, sort, 1)
    act(match, HuntThreats((1,)))
    assert (card in match.state.discard) == (hall is None)
    assert [card in player.hall for player in match.state.players] == [hall == 0, hall == 1]


@rule("EOD-HUNT.10", "EOD-HUNT.11", "EOD-HUNT.12")
def test_rewards_are_given_while_the_threat_and_its_cubes_are_still_there():
    match = hunter(9, 1, 9, 9, rewards=[{"op": "move_cube", "count": 1}])
    tray(match, 2, 2)
    hunted = match.state.tower[0]
    act(match, HuntThreats((1,)))
    assert match.state.tower[0] == hunted
    act(match, ChooseCube(2, 0))
    act(match, ChooseSpots((1,)))
    assert match.state.trays == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert match.state.aside == [1, 0, 0]
    assert hunted in match.state.discard
    assert match.state.turn.defeated == []


@rule("EOD-HUNT.11", "EOD-HUNT.12")
def test_a_defeated_threat_that_its_own_reward_discards_leaves_once():
    match = hunter(9, 1, 9, 9, rewards=[{"op": "banish"}])
    hunted = match.state.tower[0]
    act(match, HuntThreats((1,)))
    act(match, ChooseSpots((1,)))
    assert match.state.discard.count(hunted) == 1
    assert all(match.state.tower)


@rule("EOD-HUNT.10")
def test_a_match_of_the_first_reading_keeps_the_order_it_began_with():
    match = hunter(9, 1, 9, 9, rewards=[{"op": "move_cube", "count": 1}])
    tray(match, 2, 2)
    with arrange(match) as state:
        state.reading = 1
    act(match, HuntThreats((1,)))
    assert match.state.tower[0] == ""
    assert match.state.discard


@rule("EOD-HUNT.12", "EOD-HUNT.13", "EOD-HUNT.14")
def test_the_cubes_go_aside_and_the_spots_are_refilled_left_to_right_after_the_rewards():
    match = hunter(9, 1, 9, 1, rewards=[gain("coins")])
    tray(match, 1, 2, 1)
    tray(match, 2, 1)
    tray(match, 3, 0, 0, 3)
    bottom = match.state.deck[-2:]
    events = act(match, HuntThreats((1, 3)))
    assert match.state.trays == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert match.state.aside == [2, 1, 3]
    assert [match.state.tower[0], match.state.tower[2]] == bottom[::-1]
    kinds = [body.kind for body in events]
    assert kinds.index("changed") < kinds.index("tower_filled")


@rule("EOD-HUNT.13", "EOD-HUNT.21")
def test_with_a_depleted_deck_the_spot_stays_empty_and_cannot_be_hunted():
    match = hunter(9, 1, 1, 1)
    leave_cards(match, stack=1, discard=0)
    tray(match, 2, 3)
    act(match, HuntThreats((1,)))
    assert match.state.tower[0] == ""
    tray(match, 1, 2)
    assert all(1 not in spots for spots in hunts(match))
    assert (2,) in hunts(match)
    act(match, HuntThreats((2,)))
    assert match.state.trays[0] == [2, 0, 0]


@rule("EOD-HUNT.15", "EOD-HC.50")
def test_the_hunter_may_hunt_again_also_a_card_just_revealed():
    match = hunter(2, 1, 9, 9)
    bottom = match.state.deck[-1]
    set_threat(match, bottom, 1)
    for slot in ("top", "middle", "bottom"):
        setattr(match.state.cards[bottom], slot, "")
    act(match, HuntThreats((1,)))
    assert match.state.tower[0] == bottom
    act(match, HuntThreats((1,)))
    assert match.state.turn.battle == 0


@rule("EOD-HC.50")
def test_option_one_hunt_for_one_permission():
    match = hunter(9, 1, 1, 1, hunt_repeatable=False)
    set_turn(match, may_hunt=False)
    first = ability(match, 0, HUNT)
    second = ability(match, 1, HUNT)
    act(match, UseAbility(first))
    act(match, HuntThreats((1,)))
    assert hunts(match) == set()
    act(match, UseAbility(second))
    assert (2,) in hunts(match)


@rule("EOD-HC.72", "EOD-BS.7")
def test_battle_strength_won_as_a_reward_serves_only_a_further_hunt():
    match = hunter(2, 2, 3, 9, rewards=[gain("battle", 3)])
    assert hunts(match) == {(1,)}, "the reward of the first does not pay for the second in one batch"
    act(match, HuntThreats((1,)))
    assert match.state.turn.battle == 3
    assert (2,) in hunts(match)


@rule("EOD-HUNT.16", "EOD-HUNT.17")
@pytest.mark.parametrize("owner", [0, 1])
def test_hunting_an_owned_card_costs_no_coin(owner):
    match = hunter(9, 9, 9, 9)
    set_player(match, 0, coins=0)
    in_tower(match, 2, owner, 1)
    events = act(match, HuntThreats((2,)))
    assert not of_kinds(events, "paid_owner")


@rule("EOD-HUNT.19")
def test_a_defeat_is_no_defence():
    match = hunter(9, 1, 9, 9)
    events = act(match, HuntThreats((1,)))
    assert match.state.players[0].reputation == 0
    assert not of_kinds(events, "defended")


@rule("EOD-DEC.18", "EOD-HUNT.13")
def test_a_hunt_reveals_new_cards_and_closes_the_door_to_taking_back():
    match = hunter(9, 1, 9, 9)
    sleeve(match)
    epoch = match.epoch
    act(match, HuntThreats((1,)))
    assert match.epoch > epoch
