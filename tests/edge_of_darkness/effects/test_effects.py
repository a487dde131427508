"""Sections 18 and 28 of RULES.md (USE, ICON): resolving effects and abilities, and their icons and numbers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.examples.position_builder import new, set_player, set_turn
from rules.edge_of_darkness.state.actions import ChooseOption, UseAbility, UseContact
from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    cards_in_hand,
    contact,
    contact_of,
    fill_tray,
    in_tower,
    location_in_play,
    send,
    simple_free_part,
    sleeve_on,
    starter_effect,
    use,
)
from tests.edge_of_darkness.table import effect, gain
from tests.game_helpers import act, of_kinds, offers, refused, rule

TOKENS = ("coins", "influence", "goodwill", "reputation")


def lose(what, amount=1):
    return {"op": "lose", "what": what, "amount": amount}


def pay(what, amount=1):
    return {"cost": "pay", "what": what, "amount": amount}


def one_card(*ops, cost=(), **options):
    """Return a match where a Neutral hand card has a contact with this effect, and the action that uses the contact."""
    match = simple_free_part(2, hand=["citizen"], **options)
    return match, contact(match, cards_in_hand(match)[0], *ops, cost=cost)


# -- using ----------------------------------------------------------------------------------------------------


@rule("EOD-USE.1", "EOD-USE.2", "EOD-USE.3", "EOD-DEC.12")
@pytest.mark.parametrize("order", [("top", "middle", "bottom"), ("bottom", "top"), ("middle",), ()])
def test_each_effect_of_a_card_is_resolved_or_not_in_any_order(order):
    match = simple_free_part(2, hand=["citizen"])
    (card,) = cards_in_hand(match)
    contact(match, card, gain("goodwill"), at=0, slot="middle")
    contact(match, card, gain("reputation"), at=1, slot="bottom")
    for slot in order:
        act(match, UseContact(card, slot))
    player = match.state.players[0]
    assert match.state.turn.battle == ("top" in order)
    assert player.goodwill == ("middle" in order)
    assert player.reputation == ("bottom" in order)


@rule("EOD-USE.1")
def test_only_cards_in_the_own_hand_are_offered():
    match = simple_free_part(2, hand=["citizen"])
    assert {action.card for action in offers(match, UseContact)} == set(cards_in_hand(match))


@rule("EOD-USE.4", "EOD-HC.41")
def test_an_effect_is_resolved_once_a_turn():
    match, action = one_card(gain("goodwill"))
    act(match, action)
    assert refused(match, action)
    assert match.state.players[0].goodwill == 1


@rule("EOD-USE.4", "EOD-HC.8")
def test_two_copies_of_one_kind_on_a_card_are_two_effects():
    match, action = one_card(gain("goodwill"))
    sleeve_on(match, action.card, location_in_play(match), "middle")
    act(match, action)
    act(match, UseContact(action.card, "middle"))
    assert match.state.players[0].goodwill == 2


@rule("EOD-USE.5", "EOD-HC.42", "EOD-DEC.14")
def test_a_location_ability_is_used_once_a_turn():
    match = simple_free_part(2)
    home = ability(match, 0, gain("goodwill"))
    act(match, UseAbility(home))
    assert refused(match, UseAbility(home))


@rule("EOD-USE.5", "EOD-HC.42")
def test_an_abilitys_own_text_or_the_option_allows_more_uses():
    match = simple_free_part(2)
    home = ability(match, 0, gain("goodwill"), uses=2)
    for _ in range(2):
        act(match, UseAbility(home))
    assert refused(match, UseAbility(home))
    match = simple_free_part(2, location_uses="unlimited")
    home = ability(match, 0, gain("goodwill"), cost=[pay("coins")])
    for _ in range(5):
        act(match, UseAbility(home))
    assert refused(match, UseAbility(home)), "only the Coins end it"
    assert match.state.players[0].goodwill == 5


@rule("EOD-USE.6", "EOD-BS.2", "EOD-PAY.4", "EOD-DISCAGENT.2")
def test_a_citizen_is_an_effect_like_any_other():
    match = simple_free_part(2, hand=[1])
    (card,) = cards_in_hand(match)
    events = act(match, UseContact(card, "top"))
    assert of_kinds(events, "paid_owner")
    assert match.state.turn.battle == 1
    assert match.view(0).players[0].hand[0].resolved


@rule("EOD-USE.7", "EOD-HC.43", "EOD-CLAIM.10")
def test_as_much_as_possible_is_carried_out():
    match, action = one_card({"op": "train"}, {"op": "claim", "places": ["discard"]}, gain("coins", 2))
    with arrange(match):
        match.state.players[0].untrained, match.state.players[0].pool = 0, 10
        match.state.deck += match.state.discard
        match.state.discard.clear()
    use(match, action)
    assert match.state.players[0].coins == 7
    assert match.state.players[0].slips == 7


@rule("EOD-USE.7", "EOD-HC.43", "EOD-ICON.10", "EOD-ICON.11")
def test_a_part_whose_cost_cannot_be_paid_in_full_is_lost_and_nothing_is_taken_for_it():
    match = simple_free_part(2, hand=["citizen"])
    what = Effect.model_validate(
        {"clauses": [{"do": [gain("goodwill")]}, {"cost": [pay("influence", 5)], "do": [gain("reputation", 3)]}]}
    )
    action = contact_of(match, cards_in_hand(match)[0], what)
    act(match, action)
    player = match.state.players[0]
    assert (player.goodwill, player.influence, player.reputation) == (1, 4, 0)
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-USE.7", "EOD-ACTION.9")
def test_a_part_with_a_cost_may_be_declined():
    match = simple_free_part(2, hand=["citizen"])
    what = Effect.model_validate(
        {"clauses": [{"do": [gain("goodwill")]}, {"cost": [pay("coins")], "do": [gain("reputation")]}]}
    )
    action = contact_of(match, cards_in_hand(match)[0], what)
    act(match, action)
    act(match, Pass())
    player = match.state.players[0]
    assert (player.goodwill, player.coins, player.reputation) == (1, 5, 0)


@rule("EOD-USE.7", "EOD-DEC.12")
def test_of_an_alternative_one_part_is_resolved():
    match = simple_free_part(2, hand=["citizen"])
    what = Effect.model_validate({"mode": "one", "clauses": [{"do": [gain("goodwill")]}, {"do": [gain("coins")]}]})
    action = contact_of(match, cards_in_hand(match)[0], what)
    act(match, action)
    assert offers(match) == [ChooseOption(1), ChooseOption(2)]
    act(match, ChooseOption(2))
    assert (match.state.players[0].goodwill, match.state.players[0].coins) == (0, 6)


@rule("EOD-USE.8", "EOD-HC.44", "EOD-HC.71", "EOD-TRAIN.2", "EOD-HC.70")
def test_what_would_change_nothing_cannot_be_used():
    match, action = one_card({"op": "train"})
    with arrange(match):
        match.state.players[0].untrained, match.state.players[0].pool = 0, 10
    assert refused(match, action)
    match, action = one_card({"op": "dispatch", "count": 2})
    send(match, 0, 3, 4)
    assert refused(match, action)
    match, action = one_card({"op": "dispatch", "count": 2}, gain("influence"))
    send(match, 0, 3, 4)
    assert not refused(match, action), "it still does something else"


@rule("EOD-USE.8", "EOD-HC.44")
def test_an_effect_cannot_be_used_just_to_give_a_rival_a_coin():
    match = simple_free_part(2, hand=[1])
    action = starter_effect(match, cards_in_hand(match)[0], {"op": "train"})
    with arrange(match):
        match.state.players[0].untrained, match.state.players[0].pool = 0, 10
    assert refused(match, action)


@rule("EOD-USE.8", "EOD-RET.4")
def test_getting_agents_back_as_a_price_is_a_change_even_when_the_bought_part_is_not():
    match = simple_free_part(2)
    home = ability(match, 0, {"op": "hunt"}, cost=[{"cost": "return", "count": 2}])
    send(match, 0, 0, 2)
    with arrange(match):
        match.state.turn.may_hunt = True
    act(match, UseAbility(home))
    assert match.state.players[0].pool == 4


@rule("EOD-USE.9", "EOD-PAY.1", "EOD-PAY.12")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_location_abilities_are_open_to_everyone_and_cost_only_what_they_print(seat):
    match = simple_free_part(3, seat)
    home = ability(match, 0, gain("reputation"), cost=[pay("coins", 2)])
    events = act(match, UseAbility(home))
    assert not of_kinds(events, "paid_owner")
    assert [player.coins for player in match.state.players] == [3 if number == seat else 5 for number in range(3)]


@rule("EOD-USE.11", "EOD-DISP.1", "EOD-DISP.2")
def test_the_location_of_an_effect_is_the_contacts_own_and_of_an_ability_the_one_that_bears_it():
    match, action = one_card({"op": "dispatch"})
    home = ability(match, 4, {"op": "dispatch"})
    act(match, action)
    act(match, UseAbility(home))
    assert match.state.players[0].agents == {location_in_play(match, 0): 1, home: 1}


# -- signs and numbers ----------------------------------------------------------------------------------------


@rule("EOD-ICON.2", "EOD-ICON.3", "EOD-ICON.4", "EOD-ICON.5", "EOD-ICON.9")
@pytest.mark.parametrize("what", TOKENS)
@pytest.mark.parametrize("amount", [1, 2, 5])
def test_a_positive_number_is_a_gain(what, amount):
    match, action = one_card(gain(what, amount))
    before = getattr(match.state.players[0], what)
    act(match, action)
    assert getattr(match.state.players[0], what) == before + amount


@rule("EOD-ICON.9", "EOD-ICON.2", "EOD-ICON.3", "EOD-ICON.4", "EOD-GEN.10")
@pytest.mark.parametrize("what", TOKENS)
def test_no_number_is_one_and_a_negative_number_takes_away(what):
    match, action = one_card({"op": "gain", "what": what})
    before = getattr(match.state.players[0], what)
    act(match, action)
    assert getattr(match.state.players[0], what) == before + 1
    match, action = one_card(gain("battle"), gain(what, -2))
    set_player(match, 0, **{what: 3})
    act(match, action)
    assert getattr(match.state.players[0], what) == 1


@rule("EOD-ICON.9", "EOD-USE.8")
def test_zero_means_zero():
    match, action = one_card(gain("coins", 0))
    assert refused(match, action)
    match, action = one_card(gain("coins", 0), gain("influence"))
    act(match, action)
    assert match.state.players[0].coins == 5


@rule("EOD-ICON.2", "EOD-ICON.3", "EOD-ICON.4", "EOD-ICON.10", "EOD-ICON.11", "EOD-HC.2")
@pytest.mark.parametrize("what", TOKENS)
@pytest.mark.parametrize("held", [0, 1, 2, 3])
def test_pay_needs_all_of_it_and_lose_takes_what_is_there(what, held):
    match, action = one_card(gain("battle"), cost=[pay(what, 2)])
    with arrange(match) as state:
        setattr(state.players[0], what, held)
    assert refused(match, action) == (held < 2)
    if held >= 2:
        act(match, action)
        assert getattr(match.state.players[0], what) == held - 2
    match, action = one_card(gain("battle"), lose(what, 2))
    with arrange(match) as state:
        setattr(state.players[0], what, held)
    act(match, action)
    assert getattr(match.state.players[0], what) == max(0, held - 2)


@rule("EOD-PAY.12", "EOD-HC.43")
def test_printed_costs_go_to_the_supply():
    match, action = one_card(gain("reputation"), cost=[pay("coins", 2)])
    act(match, action)
    assert [player.coins for player in match.state.players] == [3, 5]


@rule("EOD-ICON.6", "EOD-BS.1", "EOD-BS.5")
@pytest.mark.parametrize(("amounts", "total"), [((2, 3), 5), ((3, -1), 2), ((1, -4), 0), ((2, 0), 2)])
def test_battle_strength_is_one_total_that_never_falls_below_zero(amounts, total):
    match = simple_free_part(2, hand=["citizen", "citizen"])
    for number, (card, amount) in enumerate(zip(cards_in_hand(match), amounts, strict=True)):
        act(match, contact(match, card, gain("goodwill"), gain("battle", amount), at=number))
    assert match.state.turn.battle == total


@rule("EOD-ICON.7", "EOD-ICON.13", "EOD-HUNT.6")
@pytest.mark.parametrize("damage", [1, 2, 4])
def test_one_number_is_the_damage_dealt_and_the_damage_needed(damage):
    match = simple_free_part(2)
    in_tower(match, 1, "citizen", damage)
    fill_tray(match, 1)
    assert of_kinds(attacks(match), "attacked")[0].damage == damage
    for battle in (damage - 1, damage):
        match = simple_free_part(2)
        in_tower(match, 1, "citizen", damage)
        set_turn(match, battle=battle, may_hunt=True)
        for spot in (2, 3):
            in_tower(match, spot, "patrician", 20)
        assert any(action.verb == "hunt" for action in offers(match)) == (battle == damage)


@rule("EOD-ICON.8")
def test_the_cube_icon_of_every_contact_and_starter_is_a_number_that_defaults_to_none():
    content = base()
    assert any(slip.cubes for slip in content.slips.values())
    assert any(not slip.cubes for slip in content.slips.values())
    slip = next(iter(content.slips.values())).model_dump()
    del slip["cubes"]
    assert type(next(iter(content.slips.values()))).model_validate(slip).cubes == 0


@rule("EOD-ICON.1")
def test_four_guild_banners_and_a_card_shows_whose_it_is():
    guilds = {guild.name.en for guild in base().guilds.values()}
    assert {name.removeprefix("The ") for name in guilds} == {
        "Anointed",
        "Carnival of Shadows",
        "Fede Cartel",
        "Gilded Leaves",
    }
    match = new(4)
    for player in match.view(None).players:
        assert {card.owner for card in player.starters} == {player.seat}


@rule("EOD-ICON.12")
@pytest.mark.parametrize("op", ["dispatch", "return", "train", "claim", "hunt"])
def test_the_other_icons_exist_as_operations(op):
    more = {"places": ["street"]} if op == "claim" else {}
    match, action = one_card({"op": op} | more)
    send(match, 0, 0, 1)
    before = match.dump()
    use(match, action)
    assert match.dump() != before
    kinds = {"dispatch": 2, "return": 0}
    if op in kinds:
        assert match.state.players[0].agents.get(location_in_play(match), 0) == kinds[op]


@given(st.lists(st.tuples(st.sampled_from(TOKENS), st.integers(-6, 6)), min_size=1, max_size=5))
@settings(max_examples=60, deadline=None, derandomize=True)
@rule("EOD-ICON.9", "EOD-GEN.10", "EOD-USE.7")
def test_any_numbers_add_up_and_stop_at_zero(changes):
    match, action = one_card(gain("battle"), *[gain(what, amount) for what, amount in changes])
    held = {"coins": 5, "influence": 4, "goodwill": 0, "reputation": 0}
    act(match, action)
    for what, amount in changes:
        held[what] = max(0, held[what] + amount)
    assert {what: getattr(match.state.players[0], what) for what in TOKENS} == held


@rule("EOD-ICON.9", "EOD-AGENT.2")
def test_numbers_that_depend_on_the_table_are_read_when_they_are_needed():
    match = simple_free_part(2, hand=["citizen"])
    what = effect(gain("coins", {"count": "agents_here", "times": 2}))
    action = contact_of(match, cards_in_hand(match)[0], what)
    assert refused(match, action)
    send(match, 0, 0, 3)
    act(match, action)
    assert match.state.players[0].coins == 11
