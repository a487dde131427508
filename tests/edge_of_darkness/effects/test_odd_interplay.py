"""Effects that affect each other or themselves, in unusual combinations of costs, amounts, attacks and draws."""

from __future__ import annotations

import dataclasses

import pytest

from rules.edge_of_darkness.examples.position_builder import set_player, set_turn, tray
from rules.edge_of_darkness.state.actions import (
    ChooseCard,
    ChooseOption,
    ChooseSpots,
    DiscardCards,
    HuntThreats,
    UseAbility,
    UseContact,
    UseStreet,
)
from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import arrange
from rules.kernel.engine.sequence import Sequence
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    cards_in_hand,
    contact,
    fill_tray,
    in_street,
    in_tower,
    location_in_play,
    send,
    simple_free_part,
    sleeve_on,
    starter_effect,
    take,
)
from tests.edge_of_darkness.table import effect as effect_of
from tests.edge_of_darkness.table import gain, rewrite, set_threat, sleeving_done
from tests.game_helpers import act, offers, refused, rule, set_stack

DISCARD = {"cost": "discard", "count": 1}


def defence(match, card, *ops, at=0):
    """Give a card a contact for use when its player is attacked. Return the action that uses the contact."""
    rewrite(match, location_in_play(match, at), contact=effect_of(*ops), timing="attacked")
    sleeve_on(match, card, location_in_play(match, at), "bottom")
    return UseContact(card, "bottom")


# -- effects that need the cards they cost -------------------------------------------------------------------


@rule("EOD-STREETFX.10", "EOD-USE.8")
@pytest.mark.parametrize(
    "op", [{"op": "sleeve"}, {"op": "claim", "places": ["hand"]}, gain("coins", {"count": "own_hand"})]
)
def test_a_street_effect_that_needs_a_hand_needs_a_card_besides_the_two(op):
    sort = 0 if op["op"] == "gain" else "citizen"
    for hand, legal in (([sort, sort], False), ([sort, sort, sort], True)):
        match = simple_free_part(2, hand=hand)
        sleeving_done(match)
        card = in_street(match, 2, "patrician")
        starter_effect(match, card, op)
        assert refused(match, UseStreet(card, "top")) != legal


@rule("EOD-USE.7", "EOD-USE.8")
def test_a_price_in_cards_must_leave_what_it_buys_something_to_work_on():
    for hand, legal in ((["citizen"], False), (["citizen", 0], True)):
        match = simple_free_part(2, hand=hand)
        sleeving_done(match)
        home = ability(match, 0, {"op": "claim", "places": ["hand"]}, cost=[DISCARD])
        assert refused(match, UseAbility(home)) != legal


@rule("EOD-STREETFX.10")
def test_asking_leaves_the_hand_as_it_was():
    match = simple_free_part(2, hand=["citizen", "citizen", 0])
    sleeving_done(match)
    starter_effect(match, in_street(match, 2, "patrician"), {"op": "claim", "places": ["hand"]})
    before = match.dump()
    assert offers(match, UseStreet)
    assert match.dump() == before


# -- prices --------------------------------------------------------------------------------------------------


@rule("EOD-USE.7", "EOD-ICON.11")
def test_a_price_counted_in_agents_is_read_before_the_agents_come_back():
    match = simple_free_part(2)
    home = ability(
        match,
        0,
        gain("reputation"),
        cost=[
            {"cost": "return", "count": 2},
            {"cost": "pay", "what": "coins", "amount": {"count": "agents_here", "times": -1, "plus": 4}},
        ],
    )
    send(match, 0, 0, 2)
    with arrange(match):
        player = match.state.players[0]
        player.coins = 2
    act(match, UseAbility(home))
    assert (player.coins, player.reputation, player.pool) == (0, 1, 4)
    match = simple_free_part(2)
    send(match, 0, 0, 2)
    set_player(match, 0, coins=3)
    ability(match, 0, gain("reputation"), cost=[{"cost": "return", "count": 2}, {"cost": "pay", "what": "coins"}])
    act(match, UseAbility(home))
    assert match.state.players[0].coins == 2


@rule("EOD-ICON.10")
def test_a_price_below_nothing_is_free_and_pays_nothing_out():
    match = simple_free_part(2)
    price = {"count": "agents_here", "times": -1, "plus": 0, "least": -5}
    home = ability(match, 0, gain("reputation"), cost=[{"cost": "pay", "what": "coins", "amount": price}])
    send(match, 0, 0, 2)
    coins = match.state.players[0].coins
    act(match, UseAbility(home))
    assert match.state.players[0].coins == coins


@rule("EOD-PAY.5", "EOD-PAY.6")
def test_the_last_coin_pays_the_owner_and_not_the_part_with_a_price():
    match = simple_free_part(2, hand=[1])
    (card,) = cards_in_hand(match)
    bought = contact(match, card, gain("reputation"), cost=[{"cost": "pay", "what": "coins"}])
    with arrange(match):
        match.state.players[0].coins = 1
    assert refused(match, bought)
    with arrange(match):
        match.state.players[0].coins = 2
    act(match, bought)
    assert [player.coins for player in match.state.players] == [0, 6]


@rule("EOD-CLAIM.3")
def test_a_place_named_twice_offers_its_cards_once():
    match = simple_free_part(2, hand=["citizen", "patrician"])
    home = ability(match, 0, {"op": "claim", "places": ["hand", "hand"]})
    act(match, UseAbility(home))
    assert len(offers(match, ChooseCard)) == 2


# -- attacks -------------------------------------------------------------------------------------------------


@rule("EOD-BLIGHT.17", "EOD-BLIGHT.18")
def test_an_attacking_card_is_discarded_even_from_the_spot_it_was_moved_to_by_an_answer():
    match = simple_free_part(2)
    card = in_tower(match, 1, "citizen", 3)
    stays = match.state.tower[1]
    home = ability(match, 0, {"op": "swap_tower"}, timing="attacked")
    fill_tray(match, 1)
    attacks(match)
    act(match, UseAbility(home))
    act(match, ChooseSpots((1, 2)))
    assert card in match.state.discard
    assert match.state.tower[0] == stays
    assert all(match.state.tower)


@rule("EOD-USE.8")
def test_reducing_by_nothing_is_no_answer():
    match = simple_free_part(2)
    home = ability(match, 0, {"op": "reduce", "amount": {"count": "agents_here"}}, timing="attacked")
    in_tower(match, 1, "citizen", 1)
    fill_tray(match, 1)
    attacks(match)
    assert match.state.players[0].moved_down == 1
    send(match, 0, 0, 1)
    fill_tray(match, 1)
    attacks(match)
    assert not refused(match, UseAbility(home))


@rule("EOD-DMG.9", "EOD-HC.42")
def test_a_location_may_be_called_like_anything():
    match = simple_free_part(2)
    home = ability(match, 0, {"op": "reduce"}, timing="attacked")
    with arrange(match) as state:
        named = match.content.locations[home].model_copy(update={"id": "damage"})
        match.content = dataclasses.replace(
            match.content,
            locations={"damage" if name == home else name: old for name, old in match.content.locations.items()}
            | {"damage": named},
        )
        state.locations[0] = "damage"
        state.picked = ["damage" if name == home else name for name in state.picked]
    in_tower(match, 1, "citizen", 2)
    fill_tray(match, 1)
    attacks(match)
    act(match, UseAbility("damage"))
    assert match.state.players[0].moved_down == 1


@rule("EOD-BS.1", "EOD-DMG.13")
def test_a_threat_takes_battle_strength_and_gives_hunts_to_no_one_but_the_hunter():
    match = simple_free_part(2, hand=["citizen"])
    sleeving_done(match)
    state = match.state
    card = in_tower(match, 1, "citizen", 1)
    set_threat(match, card, 1, unless_defended=[{"op": "lose", "what": "battle", "amount": 2}, {"op": "hunt"}])
    set_turn(match, battle=3)
    fill_tray(match, 1, seat=1)
    with arrange(match):
        match.start()
    assert state.players[1].moved_down == 1
    assert (state.turn.battle, state.turn.may_hunt) == (3, False)


@rule("EOD-ACTION.11")
def test_who_is_attacked_in_anothers_turn_may_pay_with_any_card():
    match = simple_free_part(2, hand=["patrician"])
    mine = take(match, "citizen", match.state.players[1].hand)
    home = ability(match, 0, {"op": "reduce", "amount": 5}, cost=[DISCARD], timing="attacked")
    in_tower(match, 1, "citizen", 3)
    fill_tray(match, 1, seat=1)
    attacks(match)
    act(match, UseAbility(home), 1)
    act(match, DiscardCards((mine,)), 1)
    assert match.state.players[1].reputation == 1
    assert mine in match.state.discard


@rule("EOD-HUNT.11", "EOD-CLAIM.3")
def test_a_reward_may_claim_the_neutral_card_that_gave_it():
    match = simple_free_part(2)
    card = in_tower(match, 1, "citizen", 1, [{"op": "claim", "places": ["tower"]}])
    with arrange(match):
        match.state.discard.clear()
        match.state.turn.battle, match.state.turn.may_hunt = 1, True
    act(match, HuntThreats((1,)))
    act(match, ChooseCard(card))
    assert match.state.cards[card].owner == 0
    assert card in match.state.players[0].hall


# -- draws ---------------------------------------------------------------------------------------------------


@rule("EOD-DRAFT.20", "EOD-HC.23")
def test_a_draw_that_answers_an_attack_at_the_end_of_an_assembly_turn_refills_the_street():
    match = simple_free_part(2, draw_allows_skip=True)
    mine = take(match, "citizen", match.state.players[1].hand)
    draw = defence(match, mine, {"op": "draw", "count": 2})
    in_tower(match, 1, "citizen", 3)
    fill_tray(match, 1, seat=1)
    with arrange(match) as state:
        state.phase = "assembly"
    set_stack(match, Sequence("assembly_turn", "check_deck", 0))
    act(match, draw, 1)
    match.apply(1, next(action for action in offers(match, seat=1) if action.verb == "draft"))
    assert len(match.state.players[1].hand) == 3
    assert all(match.state.street)


@rule("EOD-DRAFT.20")
def test_a_draw_beyond_the_last_card_takes_what_there_is():
    match = simple_free_part(2)
    home = ability(match, 0, {"op": "draw", "count": 9})
    state = match.state
    with arrange(match):
        state.players[1].hall += state.deck
        state.deck.clear()
    act(match, UseAbility(home))
    assert len(state.players[0].hand) == 5
    assert state.street == [""] * 5
    assert refused(match, UseAbility(home))


# -- parts with a price --------------------------------------------------------------------------------------


@rule("EOD-USE.3", "EOD-USE.7")
def test_what_a_first_part_gives_may_pay_for_the_second():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = cards_in_hand(match)
    what = contact(match, card, gain("coins"))
    home = match.content.slip_home[match.state.cards[card].bottom]
    parts = (
        effect_of(gain("coins")).clauses
        + effect_of(gain("reputation"), cost=[{"cost": "pay", "what": "coins"}]).clauses
    )
    rewrite(match, home.id, contact=home.contact.effect.model_copy(update={"clauses": parts}))
    with arrange(match):
        match.state.players[0].coins = 0
    act(match, what)
    assert offers(match) == [ChooseOption(1), Pass()]
    act(match, ChooseOption(1))
    assert (match.state.players[0].coins, match.state.players[0].reputation) == (0, 1)


@rule("EOD-CUBE.4", "EOD-BLIGHT.26")
def test_cubes_carried_off_a_full_tray_leave_it_to_attack_all_the_same():
    match = simple_free_part(2)
    first, second = in_tower(match, 1, "citizen", 1), in_tower(match, 2, "patrician", 1)
    home = ability(match, 0, {"op": "clear_tray", "count": 1}, timing="attacked")
    fill_tray(match, 1)
    tray(match, 2, 6)
    attacks(match)
    act(match, UseAbility(home))
    act(match, offers(match)[0])
    while match.decisions()[0].prompt.key == "defend":
        act(match, Pass())
    assert {first, second} <= set(match.state.discard)
    assert DiscardCards not in {type(action) for action in offers(match)}
