"""Section 8 of RULES.md (SLEEVE): where advancements may go, and when sleeving is required."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.examples.position_builder import claimed
from rules.edge_of_darkness.state.actions import (
    DiscardCards,
    EndTurn,
    Recall,
    Sleeve,
    SleeveOnto,
    UseContact,
    UseStreet,
)
from rules.kernel.data.actions import Pass
from rules.kernel.engine.match import arrange
from rules.kernel.errors import IllegalAction
from tests.edge_of_darkness.scenes import (
    contact,
    leave_copies,
    send,
    simple_free_part,
    sleeve,
    sleeve_on,
    starter_effect,
    use_up,
)
from tests.edge_of_darkness.table import gain, slip_of
from tests.game_helpers import act, offers, refused, rule

CONTENT = base()
FORGE = "the_forge"  # this Location has advancements for the middle and bottom slots
COUNCIL = "war_council"  # this Location has advancements for all three slots


def supply(match, **copies):
    """Leave these numbers of copies of slips in the supply, and no copies of any other slip."""
    leave_copies(match, **{slip: copies.get(slip, 0) for slip in match.state.supply})


def placements(match):
    """Return every sleeving that the match offers, as (slip, card).

    Sleeving asks for the kind of slip first, so each kind is chosen in a copy of the match.
    """
    found = set()
    for kind in offers(match, Sleeve):
        copy = match.copy()
        copy.content = match.content
        act(copy, kind)
        found |= {(action.slip, action.card) for action in offers(copy, SleeveOnto)}
    return found


def legal(match):
    """Return every sleeving that the rules allow, as (slip, card).

    The supply must have a copy of the slip, and the card's slot must be empty.
    """
    state = match.state
    return {
        (slip, card)
        for slip, copies in state.supply.items()
        for card in state.players[state.turn.seat].hand
        if copies and not getattr(state.cards[card], CONTENT.slips[slip].slot)
    }


def must_sleeve(match):
    """Return whether the player must still sleeve a card before the turn can end."""
    return refused(match, EndTurn())


@rule("EOD-SLEEVE.1", "EOD-SLEEVE.12", "EOD-HC.18", "EOD-DEC.10")
def test_any_copy_of_any_kind_with_copies_left_can_be_taken():
    match = simple_free_part(2, hand=["citizen"])
    assert placements(match) == legal(match)
    assert len({slip for slip, _ in placements(match)}) == len(match.state.supply)


@rule("EOD-SLEEVE.2", "EOD-SLEEVE.3", "EOD-SLEEVE.4", "EOD-SLEEVE.5", "EOD-SLEEVE.6", "EOD-SLEEVE.7")
@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data())
def test_every_placement_offered_is_legal_and_every_legal_one_is_offered(data):
    match = simple_free_part(2, hand=["citizen", "patrician", 0, 1][: data.draw(st.integers(1, 4))])
    for card in match.state.players[0].hand:
        for slot in data.draw(st.sets(st.sampled_from(["top", "middle", "bottom"]))):
            sleeve_on(match, card, data.draw(st.sampled_from([COUNCIL, "capital_hall"])), slot)
    use_up(match, data.draw(st.sets(st.sampled_from(sorted(match.state.supply)))))
    wanted = legal(match)
    assert placements(match) == wanted
    slots = {CONTENT.slips[slip].slot for slip, _ in wanted}
    assert must_sleeve(match) == bool(slots & {"middle", "bottom"})


@rule("EOD-SLEEVE.2", "EOD-SLEEVE.3")
@pytest.mark.parametrize("slot", ["middle", "bottom", "top"])
def test_a_filled_slot_takes_no_other_advancement(slot):
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    sleeve_on(match, card, COUNCIL, slot)
    act(match, Sleeve("capital_hall"))
    assert slot not in {CONTENT.slips[action.slip].slot for action in offers(match)}
    with pytest.raises(IllegalAction, match="filled"):
        act(match, SleeveOnto(slip_of(match, "capital_hall", slot), card))


@rule("EOD-SLEEVE.4", "EOD-SLEEVE.5", "EOD-CARD.10")
@pytest.mark.parametrize("sort", ["citizen", "patrician", 0, 1])
def test_a_top_advancement_covers_a_citizen_or_patrician_once(sort):
    match = simple_free_part(2, hand=[sort])
    (card,) = match.state.players[0].hand
    act(match, Sleeve(COUNCIL))
    act(match, SleeveOnto("war_council_t1", card))
    assert match.state.cards[card].top == "war_council_t1"
    with arrange(match):
        match.state.turn.sleeved = False
    leave_copies(match, war_council_t1=1)
    act(match, Sleeve(COUNCIL))
    assert SleeveOnto("war_council_t1", card) not in offers(match)


@rule("EOD-SLEEVE.6")
def test_a_slot_that_ran_out_is_gone_while_the_kind_remains():
    match = simple_free_part(2, hand=["citizen"])
    supply(match, forge_m1=0, forge_b1=2)
    act(match, Sleeve(FORGE))
    assert {action.slip for action in offers(match)} == {"forge_b1"}


@rule("EOD-SLEEVE.6", "EOD-SLEEVE.7")
def test_sleeving_uses_up_one_copy_and_the_last_one_ends_the_kind():
    match = simple_free_part(2, hand=["citizen"])
    supply(match, forge_b1=1, tallow_m1=3)
    act(match, Sleeve(FORGE))
    act(match, offers(match)[0])
    assert match.state.supply["forge_b1"] == 0
    with arrange(match):
        match.state.turn.sleeved = False
    assert offers(match, Sleeve) == [Sleeve("tallow_market")]
    with pytest.raises(IllegalAction, match="no copies"):
        act(match, Sleeve(FORGE))


@rule("EOD-SLEEVE.7", "EOD-SLEEVE.9", "EOD-HC.70")
def test_with_no_copies_at_all_nothing_is_sleeved_and_nothing_is_owed():
    match = simple_free_part(2, hand=["citizen"])
    supply(match)
    assert offers(match, Sleeve) == []
    assert not must_sleeve(match)


@rule("EOD-SLEEVE.8", "EOD-SLEEVE.9", "EOD-HC.17", "EOD-DEC.10")
def test_sleeving_may_be_skipped_when_it_could_only_cover_a_citizen_or_patrician():
    match = simple_free_part(2, hand=["citizen"])
    supply(match, war_council_t1=1)
    assert offers(match, Sleeve) == [Sleeve(COUNCIL)]
    assert not must_sleeve(match)


@rule("EOD-SLEEVE.9", "EOD-HC.17", "EOD-DEC.10", "EOD-DEC.11")
def test_sleeving_is_owed_while_an_empty_slot_can_be_filled_and_covering_also_pays_it():
    match = simple_free_part(2, hand=["citizen"])
    supply(match, war_council_t1=1, forge_m1=1)
    assert must_sleeve(match)
    with pytest.raises(IllegalAction, match="must sleeve"):
        act(match, EndTurn())
    act(match, Sleeve(COUNCIL))
    act(match, offers(match)[0])
    assert match.state.cards[match.state.players[0].hand[0]].top
    assert not must_sleeve(match)


@rule("EOD-SLEEVE.9", "EOD-HC.17")
def test_a_slot_is_no_duty_when_no_copy_for_it_is_left():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    sleeve_on(match, card, FORGE, "middle")
    supply(match, forge_m1=3, tallow_m1=3)
    assert offers(match, Sleeve) == []
    assert not must_sleeve(match)


@rule("EOD-DEC.11", "EOD-ACTION.5")
def test_the_sleeving_may_come_before_or_after_effects():
    for early in (True, False):
        match = simple_free_part(2, hand=["citizen"])
        (card,) = match.state.players[0].hand
        if early:
            sleeve(match, card)
        act(match, UseContact(card, "top"))
        if not early:
            sleeve(match, card)
        act(match, EndTurn())
        assert match.state.round == 2


@rule("EOD-SLEEVE.10")
@pytest.mark.parametrize("sort", ["citizen", 0, 1])
def test_sleeving_is_free_for_any_owner_of_the_card(sort):
    match = simple_free_part(2, hand=[sort])
    before = [(player.coins, player.influence, player.goodwill, player.reputation) for player in match.state.players]
    (card,) = match.state.players[0].hand
    events = []
    for action in (Sleeve(FORGE), SleeveOnto("forge_m1", card)):
        events += act(match, action)
        assert list(match.decisions()) == [0], "nobody is asked"
    assert [body.kind for body in events] == ["sleeved"]
    after = [(player.coins, player.influence, player.goodwill, player.reputation) for player in match.state.players]
    assert after == before


@rule("EOD-SLEEVE.13")
def test_an_allegiance_slip_fills_no_slot_and_covers_nothing():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    action = starter_effect(match, card, gain("battle"))
    claimed(match, 0, card)
    assert [slot.slot for slot in match.view(0).players[0].hand[0].slots] == ["top"]
    assert {CONTENT.slips[slip].slot for slip, _ in placements(match)} == {"top", "middle", "bottom"}
    act(match, action)
    assert match.state.turn.battle == 1


# -- effects that sleeve ----------------------------------------------------------------------------------------


@rule("EOD-SLEEVE.9", "EOD-ACTION.6")
def test_an_effect_that_sleeves_is_one_more_and_obeys_the_same_rules():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    card, other = match.state.players[0].hand
    act(match, contact(match, card, {"op": "sleeve"}))
    assert not any(isinstance(action, Pass) for action in offers(match)), "an empty slot must be filled"
    act(match, Sleeve(FORGE))
    act(match, SleeveOnto("forge_m1", other))
    assert must_sleeve(match), "the sleeving of the turn is still owed"


@rule("EOD-SLEEVE.8")
def test_an_extra_sleeving_that_could_only_cover_may_be_declined():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    action = contact(match, card, {"op": "sleeve"})
    supply(match, war_council_t1=1)
    act(match, action)
    assert offers(match) == [Pass(), Sleeve(COUNCIL)]
    act(match, Pass())
    assert not match.state.cards[card].top


# -- avoiding sleeving --------------------------------------------------------------------------------------------


def full_card(match, card):
    for slot in ("middle", "bottom"):
        sleeve_on(match, card, COUNCIL, slot)


@rule("EOD-HC.32", "EOD-ACTION.11", "EOD-SLEEVE.9")
def test_the_last_card_that_can_be_sleeved_onto_is_not_discarded_while_sleeving_is_owed():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    card, open_card = match.state.players[0].hand
    full_card(match, card)
    send(match, 0, 0, 2)
    home = match.state.locations[0]
    act(match, Recall(home))
    assert offers(match) == [DiscardCards((card,))], "not the one with empty slots"
    act(match, offers(match)[0])
    assert match.state.players[0].hand == [open_card]
    match = simple_free_part(2, hand=["citizen"])
    send(match, 0, 0, 2)
    assert refused(match, Recall(match.state.locations[0]))
    with pytest.raises(IllegalAction, match="must sleeve"):
        act(match, Recall(match.state.locations[0]))
    sleeve(match)
    assert not refused(match, Recall(match.state.locations[0]))


@rule("EOD-HC.32", "EOD-ACTION.11")
def test_two_cards_for_a_street_effect_must_leave_one_to_sleeve_onto():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    assert not [action for action in offers(match) if isinstance(action, UseStreet)]
    sleeve(match)
    assert [action for action in offers(match) if isinstance(action, UseStreet)]


@rule("EOD-HC.32", "EOD-ACTION.11")
def test_a_price_in_cards_must_leave_one_to_sleeve_onto():
    match = simple_free_part(2, hand=["citizen", "citizen"])
    card, other = match.state.players[0].hand
    action = contact(match, card, gain("coins"), cost=[{"cost": "discard", "count": 1}], slot="bottom")
    sleeve_on(match, card, COUNCIL, "middle")
    assert refused(match, action), "the other card is the last one with an empty slot"
    sleeve(match, other)
    act(match, action)
    act(match, DiscardCards((other,)))
    assert match.state.players[0].coins == 6
    assert other in match.state.discard
