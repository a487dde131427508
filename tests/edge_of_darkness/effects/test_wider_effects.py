"""Operations, costs and conditions that concern several Locations, the Street, the Discard pile or the tower."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.edge_of_darkness.content.effects import Effect
from rules.edge_of_darkness.content.load import Ability
from rules.edge_of_darkness.content.ops import Condition
from rules.edge_of_darkness.examples.position_builder import claimed, favour, set_player, tray
from rules.edge_of_darkness.state.actions import ChooseCard, ChooseCube, ChoosePlace, ChooseSpots, UseAbility
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.data.actions import Pass
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import Translator
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    cards_in_hand,
    contact,
    contact_of,
    fill_tray,
    in_street,
    in_tower,
    location_in_play,
    send,
    simple_free_part,
    take,
    zone,
)
from tests.edge_of_darkness.table import GAME, gain, rewrite, set_threat
from tests.game_helpers import act, of_kinds, offers, refused, rule
from tests.text_collection import reveals


def one_card(*ops: Any, cost: Any = ()) -> tuple[EdgeMatch, Any]:
    """Return a match where a Neutral hand card has a contact with this effect, and the action that uses the contact."""
    match = simple_free_part(2, hand=["citizen"])
    return match, contact(match, cards_in_hand(match)[0], *ops, cost=cost)


# -- Agents at several Locations ------------------------------------------------------------------------------


@rule("EOD-GEN.11", "EOD-DISP.3")
def test_agents_are_stationed_one_by_one_at_any_locations():
    match, action = one_card({"op": "station", "count": 2})
    act(match, action)
    assert {choice.location for choice in offers(match, ChoosePlace)} == set(match.state.locations)
    act(match, ChoosePlace(location_in_play(match, 3)))
    act(match, ChoosePlace(location_in_play(match, 5)))
    assert match.state.players[0].agents == {location_in_play(match, 3): 1, location_in_play(match, 5): 1}
    assert match.state.players[0].pool == 2
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-DISP.3", "EOD-USE.8")
def test_stationing_ends_with_the_pool_and_may_stop_before():
    match, action = one_card({"op": "station", "count": 3})
    set_player(match, 0, pool=1, untrained=9)
    act(match, action)
    act(match, ChoosePlace(location_in_play(match, 1)))
    assert match.decisions()[0].prompt.key == "free"
    match, action = one_card({"op": "station", "count": 3})
    act(match, action)
    act(match, Pass())
    assert match.state.players[0].agents == {}


@rule("EOD-GEN.11", "EOD-RET.1", "EOD-AGENT.4")
def test_agents_are_withdrawn_from_where_they_stand():
    match, action = one_card({"op": "withdraw", "count": 2})
    assert refused(match, action)
    send(match, 0, 2, 1)
    send(match, 0, 4, 2)
    act(match, action)
    assert {choice.location for choice in offers(match, ChoosePlace)} == {
        location_in_play(match, 2),
        location_in_play(match, 4),
    }
    act(match, ChoosePlace(location_in_play(match, 2)))
    act(match, ChoosePlace(location_in_play(match, 4)))
    assert match.state.players[0].agents == {location_in_play(match, 4): 1}


@rule("EOD-GEN.11", "EOD-AGENT.4", "EOD-USE.11")
def test_agents_are_gathered_from_other_locations_to_the_effects_own():
    match, action = one_card({"op": "gather", "count": 2})
    send(match, 0, 0, 1)
    assert refused(match, action), "there are Agents only where they should go"
    send(match, 0, 6, 1)
    act(match, action)
    assert set(offers(match)) == {ChoosePlace(location_in_play(match, 6)), Pass()}
    act(match, ChoosePlace(location_in_play(match, 6)))
    assert match.state.players[0].agents == {location_in_play(match, 0): 2}
    assert match.state.players[0].pool == 2
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-AGENT.3", "EOD-TRAIN.3", "EOD-USE.7")
def test_untrained_again_are_agents_of_the_pool_alone():
    match, action = one_card({"op": "untrain", "count": 2})
    send(match, 0, 1, 3)
    (body,) = of_kinds(act(match, action), "trained")
    player = match.state.players[0]
    assert (player.pool, player.untrained, body.count) == (0, 7, -1)
    assert player.agents == {location_in_play(match, 1): 3}
    line = GAME.event_line(Translator(names=["Ana", "Béla"]), Event(EVERYONE, body))
    assert line == "Ana lost 1 Agent, now untrained."


@rule("EOD-USE.7", "EOD-HC.43", "EOD-TRAIN.3")
def test_a_trained_agent_can_be_a_price():
    match, action = one_card(gain("reputation", 2), cost=[{"cost": "retire", "count": 2}])
    send(match, 0, 1, 3)
    assert refused(match, action), "only one is left in the pool"
    with arrange(match):
        match.state.players[0].agents, match.state.players[0].pool = {}, 4
    act(match, action)
    player = match.state.players[0]
    assert (player.pool, player.untrained, player.reputation) == (2, 8, 2)


@rule("EOD-BS.1", "EOD-BS.5", "EOD-USE.7")
def test_battle_strength_can_be_a_price():
    match, action = one_card(gain("coins", 3), cost=[{"cost": "pay", "what": "battle", "amount": 2}])
    with arrange(match):
        match.state.turn.battle = 1
    assert refused(match, action)
    with arrange(match):
        match.state.turn.battle = 3
    act(match, action)
    assert (match.state.turn.battle, match.state.players[0].coins) == (1, 8)


# -- Street, Discard pile and Guild Hall ----------------------------------------------------------------------


@rule("EOD-DRAFT.12", "EOD-DRAFT.20", "EOD-ZONE.4")
@pytest.mark.parametrize("space", [1, 4, 6])
def test_any_card_of_the_street_can_be_taken_with_the_influence_on_it(space: int):
    match, action = one_card({"op": "take_street"})
    wanted = in_street(match, space, "patrician")
    if space < 6:
        favour(match, wanted, 2)
    before = match.state.epoch
    act(match, action)
    assert len(offers(match)) == 6
    assert reveals(match, ChooseCard(wanted))
    act(match, ChooseCard(wanted))
    state = match.state
    assert wanted in state.players[0].hand
    assert state.players[0].goodwill == (2 if space < 6 else 0)
    assert all(state.street)
    assert wanted not in state.street + state.deck
    assert not state.favours
    assert state.epoch > before


@rule("EOD-GEN.11", "EOD-DISCAGENT.8")
def test_a_card_can_be_taken_from_the_discard_pile_and_used_at_once():
    match, action = one_card({"op": "salvage"})
    lost = take(match, "patrician", match.state.discard)
    take(match, "citizen", match.state.discard)
    act(match, action)
    act(match, ChooseCard(lost))
    assert lost in match.state.players[0].hand
    assert lost not in match.state.discard
    assert any(getattr(other, "card", "") == lost for other in offers(match))


@rule("EOD-USE.8")
def test_nothing_can_be_taken_from_an_empty_discard_pile():
    match, action = one_card({"op": "salvage"})
    with arrange(match):
        match.state.deck += match.state.discard
        match.state.discard.clear()
    assert refused(match, action)


@rule("EOD-DRAFT.19", "EOD-ZONE.4", "EOD-GEN.11")
def test_an_own_card_is_called_home_from_the_street_and_the_influence_on_it_is_lost():
    match, action = one_card({"op": "call_home"})
    own = in_street(match, 2, 0)
    other = in_street(match, 3, 1)
    with arrange(match):
        match.state.favours = {own: 2}
    act(match, action)
    if match.decisions()[0].prompt.key != "free":
        assert ChooseCard(other) not in offers(match)
        assert reveals(match, ChooseCard(own))
        act(match, ChooseCard(own))
    state = match.state
    assert own in state.players[0].hall
    assert state.players[0].goodwill == 0
    assert not state.favours
    assert all(state.street)


def own_in_discard(match: EdgeMatch) -> str:
    """Put a card that seat 0 owns through a claim into the Discard pile. Return the card's id."""
    return claimed(match, 0, take(match, "citizen", match.state.discard))


@rule("EOD-ZONE.4", "EOD-HC.47")
@pytest.mark.parametrize(("reading", "seen"), [(1, False), (2, True)])
def test_an_own_6th_card_is_called_home_as_from_the_street(reading, seen):
    match, action = one_card({"op": "call_home"})
    with arrange(match) as state:
        state.reading = reading
    own = in_street(match, 6, 0)
    home = own_in_discard(match)
    under = match.state.deck[1]
    act(match, action)
    if not seen:
        assert ChooseCard(home) in offers(match)
        assert ChooseCard(own) not in offers(match)
        return
    assert reveals(match, ChooseCard(own))
    act(match, ChooseCard(own))
    assert own in match.state.players[0].hall
    assert match.state.deck[0] == under


@rule("EOD-GEN.11")
def test_an_own_card_is_called_home_from_the_discard_pile():
    match, action = one_card({"op": "call_home"})
    own = take(match, 0, match.state.discard)
    act(match, action)
    if match.decisions()[0].prompt.key != "free":
        act(match, ChooseCard(own))
    assert own in match.state.players[0].hall
    assert own not in match.state.discard


# -- cubes and the tower --------------------------------------------------------------------------------------


@rule("EOD-CUBE.6", "EOD-GEN.11", "EOD-BLIGHT.23")
def test_a_set_aside_cube_goes_into_a_tray_and_may_bring_an_attack():
    match, action = one_card({"op": "seed_cube"})
    assert refused(match, action), "no cube is set aside"
    tray(match, 2, 5)
    with arrange(match):
        match.state.bag[1] -= 1
        match.state.aside[1] = 1
    act(match, action)
    assert set(offers(match)) == {ChooseCube(1, 1), ChooseCube(2, 1), ChooseCube(3, 1), Pass()}
    assert reveals(match, ChooseCube(2, 1))
    assert not reveals(match, ChooseCube(1, 1))
    events = act(match, ChooseCube(2, 1))
    assert [body.spot for body in of_kinds(events, "attacked")] == [2]


@rule("EOD-CUBE.6", "EOD-CUBE.4")
def test_a_tray_can_be_emptied():
    match, action = one_card({"op": "empty_tray"})
    tray(match, 1, 2, 1)
    tray(match, 3, 0, 3)
    act(match, action)
    assert set(offers(match)) == {ChooseSpots((1,)), ChooseSpots((3,)), Pass()}
    act(match, ChooseSpots((3,)))
    assert match.state.trays[2] == [0, 0, 0]
    assert match.state.aside == [0, 3, 0]
    assert sum(match.state.trays[0]) == 3


@rule("EOD-HUNT.11", "EOD-HUNT.12", "EOD-HUNT.13", "EOD-GEN.11")
@pytest.mark.parametrize("sort", ["citizen", 1])
def test_a_banished_tower_card_is_replaced_and_rewards_no_one(sort: Any):
    match, action = one_card({"op": "banish"})
    card = in_tower(match, 2, sort, 3, [gain("reputation", 2)])
    tray(match, 2, 4)
    act(match, action)
    assert reveals(match, ChooseSpots((2,)))
    act(match, ChooseSpots((2,)))
    state = match.state
    assert state.tower[1]
    assert state.tower[1] != card
    assert card in (state.discard if sort == "citizen" else state.players[1].hall)
    assert not any(state.trays[1])
    assert state.players[0].reputation == 0


@rule("EOD-DMG.13", "EOD-DMG.11")
def test_a_threat_can_drive_the_defense_token_further_down_but_not_off_the_track():
    spaces = len(GAME.content_of(simple_free_part(2).state).board.defence_track)
    for start, end in ((0, 3), (spaces - 2, spaces - 1)):
        match = simple_free_part(2)
        card = in_tower(match, 1, "citizen")
        set_threat(match, card, 2, unless_defended=[{"op": "lower_defence", "count": 2}])
        set_player(match, 0, moved_down=start)
        fill_tray(match, 1, 0)
        attacks(match)
        assert match.state.players[0].moved_down == end


# -- conditions -----------------------------------------------------------------------------------------------

SCENES: dict[str, Callable[[EdgeMatch], object]] = {
    "agents_here": lambda match: send(match, 0, 0, 2),
    "rival_agents_here": lambda match: send(match, 1, 0, 2),
    "agents_out": lambda match: (send(match, 0, 1, 1), send(match, 0, 2, 1)),
    "places_held": lambda match: (send(match, 0, 1, 1), send(match, 0, 2, 3)),
    "hall_cards": lambda match: [take(match, sort, match.state.players[0].hall) for sort in ("citizen", "patrician")],
    "own_hand": lambda match: [take(match, 0, match.state.players[0].hand) for _ in range(2)],
    "zone_cubes": lambda match: zone(match, 0, 2),
    "tower_cubes": lambda match: tray(match, 1, 2),
    "black_cubes": lambda match: tray(match, 1, 0, 0, 2),
    "spaces_down": lambda match: set_player(match, 0, moved_down=2),
}


@rule("EOD-USE.7", "EOD-USE.8")
@pytest.mark.parametrize("count", SCENES)
def test_a_part_with_a_condition_works_only_when_it_is_so(count: str):
    what = Effect.model_validate({"clauses": [{"when": {"count": count, "least": 2}, "do": [gain("coins", 2)]}]})
    match = simple_free_part(2, hand=["citizen"])
    action = contact_of(match, cards_in_hand(match)[0], what)
    assert refused(match, action)
    SCENES[count](match)
    act(match, action)
    assert match.state.players[0].coins == 7


@rule("EOD-USE.7")
def test_a_part_whose_condition_is_not_so_is_left_out_and_the_others_work():
    match = simple_free_part(2, hand=["citizen"])
    what = Effect.model_validate({"clauses": [
        {"do": [gain("influence")]},
        {"when": {"count": "pool_agents", "least": 5}, "do": [gain("coins", 2)]},
        {"when": {"count": "card_slots", "least": 2}, "do": [gain("goodwill", 2)]},
    ]})  # fmt: skip
    act(match, contact_of(match, cards_in_hand(match)[0], what))
    player = match.state.players[0]
    assert (player.influence, player.coins, player.goodwill) == (5, 5, 2)


@rule("EOD-USE.5", "EOD-USE.7")
def test_an_ability_with_a_condition_is_offered_only_while_it_is_so():
    match = simple_free_part(2)
    home = ability(match, 0, gain("reputation"))
    (part,) = match.content.locations[home].ability.effect.clauses
    part = part.model_copy(update={"when": Condition(count="pool_agents", least=4)})
    rewrite(match, home, ability=Ability(effect=Effect(clauses=[part])))
    assert not refused(match, UseAbility(home))
    send(match, 0, 2, 1)
    assert refused(match, UseAbility(home))
