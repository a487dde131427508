"""Sections 14 and 15 of RULES.md (ACTION, DROP): the order of an Action turn, and how cubes drop into the tower."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.edge_of_darkness.board.cubes import drop
from rules.edge_of_darkness.examples.position_builder import move, tray
from rules.edge_of_darkness.state.actions import (
    DiscardCards,
    EndTurn,
    Recall,
    Sleeve,
    SleeveOnto,
    UseAbility,
    UseContact,
)
from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    cards_in_hand,
    contact,
    fill_tray,
    play_turn_from,
    send,
    simple_free_part,
    sleeve,
    sleeve_on,
    stage,
    starter_effect,
    zone,
)
from tests.edge_of_darkness.table import after_prologue, gain
from tests.game_helpers import act, of_kinds, offers, play_first, refused, rule


def at_first_action_turn(seats=3, seed="turns"):
    """Return a match at the first free part of round 1, and the events since the last decision before it."""
    match = after_prologue(seats, seed)
    events: list = []
    while match.state.phase != "action":
        seat = match.state.turn.seat
        events = act(match, offers(match)[-1], seat)
    return match, events


def filled(match, card):
    """Fill the middle and bottom slots of a card, so sleeving isn't required."""
    for slot in ("middle", "bottom"):
        if not getattr(match.state.cards[card], slot):
            sleeve_on(match, card, match.state.locations[9], slot)
    return card


# -- order of the steps ---------------------------------------------------------------------------------------


@rule("EOD-ACTION.1", "EOD-ACTION.2", "EOD-ACTION.3")
def test_drop_then_attacks_then_the_free_part_then_the_discard():
    match = simple_free_part(2, hand=["citizen"])
    for spot in (1, 2, 3):
        tray(match, spot, 4, 1)
    stage(match, 0, 0, 3)
    events = play_turn_from(match, "drop_cubes")
    kinds = [body.kind for body in events]
    assert kinds[0] == "dropped_cubes"
    assert kinds.index("attacked") < kinds.index("defended")
    assert not any(match.state.players[0].staged)
    assert match.decisions()[0].prompt.key == "free"
    sleeve(match)
    assert act(match, EndTurn())[0].kind == "discarded"


@rule("EOD-ACTION.2", "EOD-ACTION.3", "EOD-DEC.22")
def test_no_one_is_asked_whether_to_drop_or_to_let_the_attack_happen():
    match = simple_free_part(2, hand=[])
    stage(match, 0, 0, 2)
    fill_tray(match, 2, 0)
    events = play_turn_from(match, "drop_cubes")
    assert of_kinds(events, "dropped_cubes")
    assert of_kinds(events, "attacked")
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-ACTION.4", "EOD-ACTION.11", "EOD-HC.32", "EOD-DEC.21")
def test_the_turn_cannot_end_while_a_sleeving_is_owed():
    match = simple_free_part(2, hand=["citizen"])
    assert refused(match, EndTurn())
    sleeve(match)
    assert not refused(match, EndTurn())


@rule("EOD-ACTION.4")
def test_a_hand_without_an_empty_slot_owes_no_sleeving():
    match = simple_free_part(2, hand=["citizen"])
    filled(match, *cards_in_hand(match))
    assert not refused(match, EndTurn())


@rule("EOD-ACTION.11", "EOD-HC.32")
def test_the_last_card_on_which_an_owed_sleeving_is_possible_cannot_be_discarded():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    open_card, closed = cards_in_hand(match)
    filled(match, closed)
    act(match, Recall(send(match, 0, 0, 1)))
    assert offers(match, DiscardCards) == [DiscardCards((closed,))]
    act(match, DiscardCards((closed,)))
    assert cards_in_hand(match) == [open_card]


@rule("EOD-ACTION.5", "EOD-ACTION.10", "EOD-DEC.11")
def test_contact_ability_contact_and_the_sleeving_come_in_any_order():
    for turn_of_sleeving in range(4):
        match = simple_free_part(2, hand=["citizen", "citizen"])
        a, c = cards_in_hand(match)
        place = ability(match, 1, gain("goodwill"))
        for number, action in enumerate([UseContact(a, "top"), UseAbility(place), UseContact(c, "top"), None]):
            if number == turn_of_sleeving:
                sleeve(match)
            if action:
                act(match, action)
        assert match.state.turn.battle == 2
        assert match.state.players[0].goodwill == 1
        assert not refused(match, EndTurn())


@rule("EOD-ACTION.6")
def test_one_advancement_is_sleeved_a_turn():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    sleeve(match)
    assert offers(match, Sleeve) == []


@rule("EOD-ACTION.6")
def test_only_an_effect_gives_a_second_sleeving():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    card, other = cards_in_hand(match)
    action = contact(match, card, {"op": "sleeve"})
    sleeve(match, other)
    act(match, action)
    assert match.decisions()[0].prompt.key == "sleeve_kind"
    sleeve(match)
    sleeved = [match.state.cards[name] for name in (card, other)]
    assert sum(bool(c.top) + bool(c.middle) + bool(c.bottom) for c in sleeved) == 3


@rule("EOD-ACTION.7", "EOD-ACTION.8", "EOD-USE.10", "EOD-PAY.4")
@pytest.mark.parametrize("owner", [0, -1, 1])
def test_any_card_in_hand_may_be_sleeved_onto_and_the_new_contact_resolved_at_once(owner):
    match = simple_free_part(2, hand=["citizen" if owner < 0 else owner])
    (card,) = cards_in_hand(match)
    offer = next(a for a in offers(match, Sleeve) if a.location == match.state.locations[0])
    act(match, offer)
    onto = next(a for a in offers(match, SleeveOnto) if a.card == card)
    slot = match.content.slips[onto.slip].slot
    act(match, onto)
    coins = match.state.players[0].coins
    events = act(match, UseContact(card, slot))
    assert of_kinds(events, "used")
    assert bool(of_kinds(events, "paid_owner")) == (owner == 1)
    if owner == 1:
        assert of_kinds(events, "paid_owner")[0].owner == 1
        assert match.state.players[1].coins == 6
    else:
        assert match.state.players[0].coins >= coins


@rule("EOD-ACTION.9", "EOD-DEC.12", "EOD-DEC.14")
def test_nothing_has_to_be_used():
    match = simple_free_part(2, hand=["citizen"])
    ability(match, 1, gain("goodwill"))
    sleeve(match)
    assert offers(match, UseContact)
    assert offers(match, UseAbility)
    act(match, EndTurn())
    assert match.state.players[0].goodwill == 0


@rule("EOD-ACTION.12", "EOD-DEC.21")
def test_after_the_free_part_nothing_more_is_used_in_that_turn():
    match, _ = at_first_action_turn()
    seat = match.state.turn.seat
    play_first(match, lambda match: not refused(match, EndTurn()))
    act(match, EndTurn())
    assert match.state.turn.seat != seat
    assert seat not in match.decisions()


@rule("EOD-ACTION.13", "EOD-DEC.25")
def test_players_who_are_not_active_are_asked_only_when_attacked():
    match, _ = at_first_action_turn()
    for _ in range(400):
        if match.over:
            break
        for seat, decision in match.decisions().items():
            if seat != match.state.turn.seat and match.state.phase == "action":
                assert decision.prompt.key in ("defend", "choose_one", "buy_part", "discard")
        seat = next(iter(match.decisions()))
        match.apply(seat, offers(match, seat=seat)[0])


@rule("EOD-ACTION.14")
def test_player_aid_tokens_exist_nowhere_in_the_rules():
    match = simple_free_part(2)
    assert "aid" not in match.dump().decode()
    assert not any("aid" in kind.verb for kind in match.game.actions)


@rule("EOD-ACTION.8", "EOD-USE.4", "EOD-DMG.9")
def test_a_contact_that_covers_a_citizen_already_used_is_an_effect_of_its_own():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = cards_in_hand(match)
    act(match, UseContact(card, "top"))
    contact(match, card, gain("goodwill"), slot="top")
    act(match, UseContact(card, "top"))
    assert match.state.players[0].goodwill == 1
    assert refused(match, UseContact(card, "top"))


# -- dropping -------------------------------------------------------------------------------------------------


@rule("EOD-DROP.1", "EOD-DROP.2", "EOD-DROP.3")
def test_all_staged_cubes_land_in_trays_and_the_threat_zone_stays():
    match = simple_free_part(2)
    for spot in (1, 2, 3):
        tray(match, spot)
    zone(match, 0, 1, 0, 2)
    stage(match, 0, 1, 1, 1)
    play_turn_from(match, "drop_cubes")
    assert [sum(column) for column in zip(*match.state.trays, strict=True)] == [1, 1, 1]
    assert match.state.players[0].zone == [1, 0, 2]
    assert not any(match.state.players[0].staged)


@rule("EOD-DROP.1")
def test_only_the_active_player_drops():
    match = simple_free_part(2)
    stage(match, 0, 1)
    stage(match, 1, 0, 3)
    play_turn_from(match, "drop_cubes")
    assert match.state.players[1].staged == [0, 3, 0]


@rule("EOD-DROP.4", "EOD-DROP.7", "EOD-HC.10")
def test_cubes_land_evenly_and_independently():
    landed: Counter = Counter()
    pairs: Counter = Counter()
    match = simple_free_part(2)
    with arrange(match) as state:
        state.bag = [14, 14, 15]
        for _ in range(900):
            state.trays = [[0, 0, 0] for _ in range(3)]
            drop(match, [1, 1, 0])
            first, second = ([cubes[colour] for cubes in state.trays].index(1) for colour in (0, 1))
            landed.update([first, second])
            pairs[first, second] += 1
    assert all(520 < landed[spot] < 680 for spot in range(3))
    assert len(pairs) == 9
    assert all(65 < count < 135 for count in pairs.values())


@rule("EOD-DROP.4")
def test_a_drop_uses_the_towers_own_chance_and_asks_no_one():
    seen = set()
    for number in range(12):
        match = simple_free_part(2)
        with arrange(match) as state:
            state.chance.seed = str(number)
        for spot in (1, 2, 3):
            tray(match, spot)
        stage(match, 0, 2)
        play_turn_from(match, "drop_cubes")
        assert match.decisions()[0].prompt.key == "free"
        seen.add(tuple(sum(cubes) for cubes in match.state.trays))
    assert len(seen) > 2


@rule("EOD-DROP.5")
def test_attacks_are_checked_once_all_cubes_have_landed():
    match = simple_free_part(2)
    for spot in (1, 2, 3):
        tray(match, spot, 4)
    stage(match, 0, 0, 8)
    events = play_turn_from(match, "drop_cubes")
    (dropped,) = of_kinds(events, "dropped_cubes")
    assert sum(dropped.trays) == 8
    first_attack = of_kinds(events, "attacked")[0]
    # A card attacks only after all cubes have dropped, so each attack empties a whole tray. If the cubes dropped one by
    # one, a tray would attack at its sixth cube, and later cubes would remain in it.
    assert all(sum(match.state.trays[body.spot - 1]) == 0 for body in of_kinds(events, "attacked"))
    assert events.index(first_attack) > events.index(dropped)


@rule("EOD-DROP.6")
def test_without_staged_cubes_nothing_is_dropped_and_the_turn_goes_on():
    match = simple_free_part(2)
    before = [list(cubes) for cubes in match.state.trays]
    assert not of_kinds(play_turn_from(match, "drop_cubes"), "dropped_cubes")
    assert match.state.trays == before
    assert match.decisions()[0].prompt.key == "free"


@rule("EOD-DROP.8", "EOD-BLIGHT.22")
def test_cubes_stay_in_the_tray_of_an_empty_spot():
    match = simple_free_part(2)
    move(match, match.state.tower[1], match.state.deck)
    fill_tray(match, 2)
    assert not of_kinds(attacks(match), "attacked")
    assert sum(match.state.trays[1]) == 6


@rule("EOD-DEC.22", "EOD-DEC.23", "EOD-BLIGHT.9")
def test_between_decisions_everything_without_a_choice_runs_by_itself():
    match, _ = at_first_action_turn(4)
    asked = set()
    for _ in range(600):
        if match.over:
            break
        seat, decision = next(iter(match.decisions().items()))
        if match.state.phase == "assembly":
            assert decision.prompt.key == "draft"
        asked.add(decision.prompt.key)
        match.apply(seat, next((a for a in decision.actions if isinstance(a, Pass)), decision.actions[-1]))
    assert match.over or len(asked) > 3
    assert not asked & {"drop", "attack", "refill", "award", "score", "common"}


@rule("EOD-ACTION.7")
def test_a_sleeving_onto_another_players_card_is_free():
    match = simple_free_part(2, hand=[1])
    sleeve(match)
    assert match.state.players[0].coins == 5


@rule("EOD-ACTION.10")
def test_the_tower_and_starters_take_part_in_the_free_order():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    card, other = cards_in_hand(match)
    starter_effect(match, other, {"op": "hunt"})
    act(match, UseContact(card, "top"))
    act(match, UseContact(other, "top"))
    act(match, next(a for a in offers(match) if a.verb == "hunt" and a.spots == (1,)))
    assert match.decisions()[0].prompt.key == "free"
