"""Sections 32.1 and 32.2 of RULES.md (INFO, PBP): public and hidden information, and which moves can be undone."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rules.edge_of_darkness.board import sleeved_card
from rules.edge_of_darkness.content.load import base
from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.state.actions import Draft, Pick, Reshuffle, SkipCard, Sleeve, SleeveOnto, UseContact
from rules.kernel.engine.match import arrange
from tests.edge_of_darkness.checked_matches import choose, play
from tests.edge_of_darkness.scenes import contact, leave_cards, simple_free_part
from tests.edge_of_darkness.table import after_prologue, sleeving_done
from tests.game_helpers import act, of_kinds, offers, play_first, rule

CONTENT = base()


def moments(seed, seats=3, every=7):
    """Play a match at random. Yield the match after every `every`-th action."""
    match = new(seats, f"seen {seed}", setup="random")
    for number, _ in enumerate(play(match, seed)):
        if number % every == 0:
            yield match


def ids(shown):
    return [card.id if card else "" for card in shown]


@rule("EOD-INFO.1", "EOD-INFO.2")
def test_everything_on_the_table_is_public():
    for match in moments(1):
        state, view = match.state, match.view(None)
        assert (view.round, view.first, view.over) == (state.round, state.first, state.over)
        assert ids(view.street) == state.street
        lying = {card.id: card.influence for card in view.street if card and card.influence}
        assert lying == state.favours
        assert (view.sixth.id if view.sixth else None) == (state.deck[0] if state.deck else None)
        assert ids([spot.card for spot in view.tower]) == state.tower
        assert [spot.cubes for spot in view.tower] == state.trays
        assert ids(view.discard) == state.discard
        assert (view.bag, view.aside) == (state.bag, state.aside)
        assert {place.id: place.supply for place in view.locations} == {
            name: {slip.id: state.supply[slip.id] for slip in CONTENT.locations[name].slips} for name in state.locations
        }
        for shown, player in zip(view.players, state.players, strict=True):
            for name in ("guild", "coins", "influence", "goodwill", "reputation", "untrained", "pool", "agents",
                         "slips", "moved_down", "zone", "staged"):  # fmt: skip
                assert getattr(shown, name) == getattr(player, name)
            assert (ids(shown.hand), ids(shown.hall), ids(shown.starters)) == (
                player.hand,
                player.hall,
                player.starters,
            )


@rule("EOD-INFO.3", "EOD-HC.63")
def test_both_sides_of_every_card_face_up_are_public():
    for match in moments(2):
        view = match.view(0)
        shown = [*view.street, view.sixth, *[spot.card for spot in view.tower], *view.discard]
        for player in view.players:
            shown += [*player.hand, *player.hall, *player.starters]
        for card in filter(None, shown):
            held = match.state.cards[card.id]
            assert (card.cubes, card.damage) == (sleeved_card.cubes(CONTENT, held), sleeved_card.damage(CONTENT, held))
            assert [(slot.slot, slot.slip) for slot in card.slots] == list(sleeved_card.filled_slots(held))


@rule("EOD-INFO.4", "EOD-INFO.5", "EOD-INFO.6", "EOD-HC.63", "EOD-PROL.37")
def test_sets_and_counts_are_shown_but_no_hidden_order():
    for match in moments(3):
        state, view = match.state, match.view(1)
        assert Counter(ids(view.stack_cards)) == Counter(state.deck)
        assert view.stack_count == len(state.deck)
        other = match.worlds(1, random.Random(5))
        assert other.view(1) == view
        assert {seat: d.actions for seat, d in other.decisions().items()} == {
            seat: d.actions for seat, d in match.decisions().items()
        }
        assert Counter(other.state.deck) == Counter(state.deck)
        assert other.state.deck[:1] == state.deck[:1]
        seen = match.view(None).model_dump_json()
        assert state.chance.seed not in seen


@rule("EOD-INFO.4", "EOD-ZONE.5")
def test_worlds_differ_in_the_order_of_the_stack():
    match = after_prologue(4)
    orders = {tuple(match.worlds(None, random.Random(n)).state.deck) for n in range(6)}
    assert len(orders) == 6


@rule("EOD-INFO.8", "EOD-PBP.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_drop_happens_as_the_action_turn_starts_and_shows_at_once(seats):
    for seed in range(3):
        match = after_prologue(seats, f"drop {seed}")
        while match.state.phase == "assembly":
            trays = sum(map(sum, match.state.trays))
            staged = sum(match.state.players[match.state.first].staged)
            events = act(match, Draft())
        (dropped,) = of_kinds(events, "dropped_cubes")
        assert sum(dropped.trays) == staged == 2
        shown = sum(sum(spot.cubes) for spot in match.view(None).tower)
        attacked = of_kinds(events, "attacked")
        assert attacked or shown == trays + staged
        assert {d.prompt.key for d in match.decisions().values()} <= {"free", "defend", "reshuffle"}


@rule("EOD-INFO.8")
def test_drawn_cubes_are_public_at_once_and_a_shuffled_order_is_not():
    match = simple_free_part(2, hand=["citizen"])
    (card,) = match.state.players[0].hand
    (drew,) = of_kinds(act(match, contact(match, card, {"op": "cubes", "count": 2})), "drew_cubes")
    zone = match.view(1).players[0].zone
    assert Counter(drew.cubes) == Counter({colour: count for colour, count in enumerate(zone) if count})
    leave_cards(match, 1, 4)
    events = act(match, Reshuffle())
    (shuffled,) = of_kinds(events, "reshuffled")
    assert shuffled.cards == 4
    told_cards = {body.card for body in events if hasattr(body, "card")}
    assert not told_cards & set(match.state.deck)


@rule("EOD-PBP.1", "EOD-DEC.9")
def test_out_of_turn_only_attacked_players_are_asked():
    asked: Counter[str] = Counter()
    for seed in range(4):
        match = new(3, f"asked {seed}")
        for _ in play(match, seed):
            if match.state.phase not in ("assembly", "action"):
                continue
            for seat, decision in match.decisions().items():
                if seat != match.state.turn.seat:
                    asked[decision.prompt.key] += 1
    assert set(asked) == {"defend"}


@rule("EOD-DEC.9", "EOD-HC.36")
def test_an_attacked_player_may_use_what_works_when_attacked_or_let_it_be():
    for seed in range(40):
        match = new(2, f"attacked {seed}")
        for _ in play(match, seed):
            for seat, decision in match.decisions().items():
                if decision.prompt.key == "defend":
                    assert decision.prompt.args["seat"] == seat
                    assert "pass" in {action.verb for action in decision.actions}, "declinable"
                    assert {"ability", "use"} & {action.verb for action in decision.actions}
                    return
    raise AssertionError("nobody was ever asked to defend")


@rule("EOD-PBP.2")
def test_every_player_is_visited_at_least_for_the_draft_and_for_the_free_part():
    match = after_prologue(3)
    asked: set[tuple[str, int]] = set()
    while match.state.round == 1:
        for seat, decision in match.decisions().items():
            asked.add((decision.prompt.key, seat))
        seat = next(iter(match.decisions()))
        match.apply(seat, offers(match, seat=seat)[0])
    assert {(key, seat) for key in ("draft", "free") for seat in range(3)} <= asked


# -- undo ---------------------------------------------------------------------------------------------------------


@rule("EOD-PBP.6", "EOD-INFO.8")
@pytest.mark.parametrize("seats", [2, 4])
def test_whatever_shows_something_hidden_closes_the_way_back(seats):
    """Moves can be undone only as long as the match's epoch stays the same.

    Every reveal, random draw and change of seat raises the epoch.
    """
    for seed in range(3):
        match = new(seats, f"back {seed}", setup="random")
        rng = random.Random(seed)
        while not match.over:
            hidden, epoch, last = set(match.state.deck[1:]), match.epoch, match.state.last_seat
            seat = rng.choice(sorted(match.decisions()))
            match.apply(seat, choose(rng, match.decisions()[seat].actions))
            learnt = hidden - set(match.state.deck[1:])
            if learnt or match.outcomes or seat != last:
                assert match.epoch > epoch
            assert match.epoch > epoch or not hidden & {*match.state.street, *match.state.tower}


@rule("EOD-PBP.6", "EOD-DEC.3", "EOD-DEC.4", "EOD-DEC.7", "EOD-DEC.10")
def test_choices_that_show_nothing_can_be_taken_back():
    match = new(2)
    act(match, offers(match, Pick)[0])
    epoch = match.epoch
    act(match, offers(match, SleeveOnto)[0])
    assert match.epoch == epoch, "one player's pick, kind and copy"
    match = after_prologue(2)
    act(match, offers(match, SkipCard)[0])
    epoch = match.epoch
    act(match, offers(match, SkipCard)[0])
    assert match.epoch == epoch, "marking skips"
    act(match, Draft())
    assert match.epoch > epoch, "the refill shows new cards"
    match = simple_free_part(2, hand=["citizen"])
    act(match, offers(match, UseContact)[0])
    epoch = match.epoch
    act(match, offers(match, Sleeve)[0])
    act(match, offers(match, SleeveOnto)[0])
    assert match.epoch == epoch, "sleeving"


@rule("EOD-PBP.6", "EOD-DEC.8")
def test_a_shuffle_closes_the_way_back():
    match = simple_free_part(2)
    leave_cards(match, 1, 4)
    sleeving_done(match)
    with arrange(match) as state:
        state.last_seat = 0
    epoch = match.epoch
    act(match, Reshuffle())
    assert match.epoch > epoch


@rule("EOD-INFO.7")
def test_chance_decides_just_what_the_rules_leave_to_it():
    labels = set()
    for seed in range(3):
        match = new(2, f"labels {seed}", setup="random")
        labels |= {label for label, _ in match.outcomes}
        for _ in play(match, seed):
            labels |= {label for label, _ in match.outcomes}
    assert labels == {"bag", "tower", "deck", "prologue/citizens", "prologue/patricians", "prologue/copy"}
    first = play_first(new(2), lambda match: match.state.round == 1)
    assert first.outcomes
