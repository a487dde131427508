"""Section 7 of RULES.md (PROL): the snake order of picks, the effects that are allowed, and how the deck is built."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.state.actions import KeepInHall, Pick, SleeveOnto, UseAbility, UseContact
from rules.kernel.data.actions import Pass
from rules.kernel.errors import IllegalAction
from tests.edge_of_darkness.checked_matches import play
from tests.edge_of_darkness.table import own_starter, pick
from tests.game_helpers import act, of_kinds, offers, play_first, rule

CONTENT = base()
SEATS = pytest.mark.parametrize("seats", [2, 3, 4])


def slips_on(card):
    return [slip for slip in (card.top, card.middle, card.bottom) if slip]


def pick_events(match):
    """Play the prologue to its end at random. Return the events of its picks in order."""
    picked = []
    for events in play(match, 11):
        picked += of_kinds(events, "picked")
        if match.state.round:
            return picked
    return picked


def to_halls(match):
    """Play until a seat must choose which Starter goes to its Guild Hall."""
    return play_first(match, lambda match: any(d.prompt.key == "hall" for d in match.decisions().values()))


# -- order of picks -------------------------------------------------------------------------------------------


@rule("EOD-PROL.1", "EOD-PROL.2", "EOD-PROL.3", "EOD-PROL.4", "EOD-PROL.5", "EOD-PROL.6")
@rule("EOD-HC.61")
@pytest.mark.parametrize(
    ("seats", "places"), [(4, [0, 1, 2, 3, 3, 2, 1, 0]), (3, [0, 1, 2, 2, 1, 0]), (2, [0, 1, 1, 0, 0, 1])]
)
def test_picks_go_round_clockwise_and_back(seats, places):
    match = new(seats)
    first = match.state.first
    order = [body.seat for body in pick_events(match)]
    assert order == [(first + place) % seats for place in places]
    assert set(Counter(order).values()) == {3 if seats == 2 else 2}


@rule("EOD-PROL.7", "EOD-DEC.3", "EOD-DEC.4")
def test_a_pick_is_a_kind_then_a_copy_onto_one_of_the_own_four_starters():
    match = new(3)
    seat = match.state.first
    assert {action.location for action in offers(match, Pick)} == set(match.state.locations)
    act(match, Pick("war_council"))
    places = offers(match)
    assert {action.slip for action in places} == {"war_council_t1", "war_council_m1", "war_council_b1"}
    assert {action.card for action in places} == set(match.state.players[seat].starters)
    assert len(places) == 12
    act(match, SleeveOnto("war_council_b1", places[0].card))
    assert match.state.cards[places[0].card].bottom == "war_council_b1"
    assert match.state.supply["war_council_b1"] == 2


@rule("EOD-PROL.8", "EOD-PROL.9", "EOD-PROL.23", "EOD-DEC.3")
@pytest.mark.parametrize(("seats", "picked", "unpicked"), [(4, 8, 2), (3, 6, 4), (2, 6, 4)])
def test_no_kind_is_picked_twice(seats, picked, unpicked):
    match = new(seats)
    homes = [CONTENT.slip_home[body.slip].id for body in pick_events(match)]
    assert len(homes) == len(set(homes)) == picked
    assert len(set(match.state.locations) - set(homes)) == unpicked


@rule("EOD-PROL.8")
def test_picking_a_kind_again_is_refused():
    match = new(3)
    pick(match, "forge_m1", own_starter(match, match.state.first))
    act(match, Pass())
    assert Pick("the_forge") not in offers(match)
    with pytest.raises(IllegalAction, match="already been picked"):
        act(match, Pick("the_forge"))


@rule("EOD-PROL.10")
@pytest.mark.parametrize("same_card", [True, False])
def test_two_picks_may_share_a_card_or_not(same_card):
    match = new(2)
    seat = match.state.first
    card = own_starter(match, seat)
    pick(match, "forge_m1", card)
    act(match, Pass())
    while list(match.decisions()) != [seat]:
        act(match, offers(match)[0])
    act(match, Pick("tallow_market"))
    other = card if same_card else own_starter(match, seat)
    assert SleeveOnto("tallow_b1", other) in offers(match)


@rule("EOD-PROL.11", "EOD-SLEEVE.3", "EOD-SLEEVE.4")
def test_a_pick_obeys_the_rules_of_sleeving_and_may_cover_the_own_patrician():
    match = new(2)
    seat = match.state.first
    patrician = own_starter(match, seat, "patrician")
    act(match, Pick("war_council"))
    assert SleeveOnto("war_council_t1", patrician) in offers(match)
    match = new(2)
    card = own_starter(match, match.state.first)
    pick(match, "forge_m1", card)
    act(match, Pass())
    while list(match.decisions()) != [match.state.first]:
        act(match, offers(match)[0])
    act(match, Pick("tallow_market"))
    slots = {CONTENT.slips[action.slip].slot for action in offers(match) if action.card == card}
    assert slots == {"bottom"}, "the middle slot is filled"


@rule("EOD-PROL.12", "EOD-HC.11")
def test_a_pick_can_not_be_declined():
    match = new(2)
    assert all(isinstance(action, Pick) for action in offers(match))
    act(match, offers(match)[0])
    assert all(isinstance(action, SleeveOnto) for action in offers(match))


@rule("EOD-PROL.20", "EOD-PROL.13", "EOD-DEC.5")
def test_the_effect_is_decided_right_after_the_pick_by_the_player_who_picked():
    match = new(3)
    seat = match.state.first
    card = own_starter(match, seat)
    pick(match, "forge_m1", card)
    assert match.decisions()[seat].actions == [Pass(), UseContact(card, "middle")]
    assert list(match.decisions()) == [seat]
    act(match, Pass())
    assert list(match.decisions()) == [(seat + 1) % 3]
    assert match.state.players[seat].coins == 5


@rule("EOD-PROL.21")
def test_no_ability_citizen_or_earlier_pick_can_be_used():
    match = new(4, seed="nothing else")
    while match.state.round == 0:
        for seat in match.decisions():
            for action in offers(match, seat=seat):
                assert not isinstance(action, UseAbility)
                if isinstance(action, UseContact):
                    step = match.state.stack[-1]
                    assert (action.card, action.slot) == (step.card, CONTENT.slips[step.slip].slot)
        seat = next(iter(match.decisions()))
        match.apply(seat, offers(match, seat=seat)[-1])


@rule("EOD-PROL.22")
def test_effects_of_the_prologue_cost_no_coin_to_anyone():
    match = new(4)
    for events in play(match, 4):
        if match.state.round:
            break
        assert not of_kinds(events, "paid_owner")


# -- dealing the kinds that no one picked -----------------------------------------------------------------------


@rule("EOD-PROL.24", "EOD-PROL.25", "EOD-PROL.27", "EOD-HC.14")
@SEATS
def test_one_copy_of_every_unpicked_kind_goes_onto_a_different_neutral_citizen(seats):
    for seed in range(6):
        match = to_halls(new(seats, f"unpicked {seed}", setup="random" if seed % 2 else ""))
        state = match.state
        citizens: list[str] = []
        for name, card in state.cards.items():
            if card.owner < 0 and slips_on(card):
                assert name in state.discard
                assert len(slips_on(card)) == 1
                assert CONTENT.starters[name].role == "citizen"
                assert not card.top
                citizens.append(name)
        assert len(citizens) == 10 - len(state.picked)
        kinds = Counter(CONTENT.slip_home[slip].id for card in state.cards.values() for slip in slips_on(card))
        assert kinds == dict.fromkeys(state.locations, 1)
        for name in state.locations:
            missing = sum(slip.copies - state.supply[slip.id] for slip in CONTENT.locations[name].slips)
            assert missing == 1


@rule("EOD-PROL.27", "EOD-HC.14", "EOD-INFO.7")
def test_citizens_and_copies_are_random():
    found = set()
    for seed in range(25):
        match = new(2, f"random copies {seed}")
        while match.state.round == 0 and not any(d.prompt.key == "hall" for d in match.decisions().values()):
            seat = next(iter(match.decisions()))
            match.apply(seat, match.decisions()[seat].actions[0])
        found |= {
            (name, *slips_on(card)) for name, card in match.state.cards.items() if card.owner < 0 and slips_on(card)
        }
    assert len({name for name, _ in found}) >= 7
    assert len({slip for _, slip in found}) >= 7, "both copies of a kind come"


@rule("EOD-PROL.26")
def test_no_one_resolves_the_advancements_dealt_to_neutral_cards():
    match = new(2)
    for events in play(match, 9):
        if any(body.kind == "prologue_ended" for body in events):
            after = [body.kind for body in events[[body.kind for body in events].index("prologue_ended") :]]
            assert after == ["prologue_ended"]
            assert all(decision.prompt.key == "hall" for decision in match.decisions().values())
            return
    raise AssertionError("the prologue never ended")


@rule("EOD-PROL.29", "EOD-PROL.30", "EOD-DEC.6")
@SEATS
def test_each_player_keeps_a_starter_without_advancement(seats):
    for seed in range(6):
        match = to_halls(new(seats, f"keep {seed}"))
        assert set(match.decisions()) == set(range(seats))
        for seat in range(seats):
            cards = {action.card for action in offers(match, seat=seat)}
            starters = match.state.players[seat].starters
            assert cards == {card for card in starters if not slips_on(match.state.cards[card])}
            assert cards
            assert all(isinstance(action, KeepInHall) for action in offers(match, seat=seat)), "no way to decline"


@rule("EOD-PROL.29")
def test_a_starter_with_an_advancement_can_not_be_kept():
    match = to_halls(new(2))
    card = next(card for card in match.state.players[0].starters if slips_on(match.state.cards[card]))
    with pytest.raises(IllegalAction, match="advancement"):
        match.apply(0, KeepInHall(card))


@rule("EOD-PROL.35", "EOD-HC.16", "EOD-PBP.1")
@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
def test_the_starters_may_be_kept_in_any_order(order):
    match = to_halls(new(3))
    for seat in order[:-1]:
        match.apply(seat, offers(match, seat=seat)[0])
        assert seat not in match.decisions()
        assert len(match.state.players[seat].hall) == 1
    last = order[-1]
    match.apply(last, offers(match, seat=last)[0])
    assert match.state.round == 1
    assert [len(player.hand) for player in match.state.players] == [1, 1, 1]


@rule("EOD-PROL.31", "EOD-PROL.32", "EOD-PROL.33", "EOD-PROL.34")
@pytest.mark.parametrize(("seats", "deck", "stack"), [(4, 26, 21), (3, 21, 16), (2, 15, 10)])
def test_the_deck_is_made_of_the_discard_pile_and_the_other_starters(seats, deck, stack):
    match = to_halls(new(seats))
    pile = set(match.state.discard)
    starters = {card for player in match.state.players for card in player.starters}
    while match.state.round == 0:
        seat = next(iter(match.decisions()))
        match.apply(seat, offers(match, seat=seat)[0])
    state = match.state
    kept = {card for player in state.players for card in player.hand}
    assert {*state.deck, *state.street} == pile | (starters - kept)
    assert len(state.deck) + len(state.street) == deck
    assert len(state.deck) == stack
    assert "" not in state.street
    assert state.discard == []
    assert all(player.starters == [] for player in state.players)


@rule("EOD-PROL.33", "EOD-PROL.37", "EOD-ZONE.3")
def test_the_street_is_the_top_of_a_shuffled_deck_whose_order_no_one_sees():
    orders = set()
    for seed in range(8):
        match = play_first(new(2, f"order {seed}"), lambda match: match.state.round == 1)
        (shuffled,) = [outcome for label, outcome in match.outcomes if label == "deck"]
        assert [*match.state.street, *match.state.deck] == list(shuffled), "laid in order, the 1st space first"
        orders.add(tuple(shuffled))
        assert [card.id for card in match.view(0).stack_cards] == sorted(match.state.deck)
    assert len(orders) == 8


@rule("EOD-PROL.36", "EOD-HC.68")
@SEATS
def test_the_first_player_of_the_prologue_is_first_in_round_one(seats):
    for seed in range(4):
        match = new(seats, f"first {seed}")
        first = match.state.first
        play_first(match, lambda match: match.state.round == 1)
        assert match.state.first == first
        assert list(match.decisions()) == [first]
