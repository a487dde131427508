"""Section 35.12 of RULES.md: invariants that hold before every decision in random matches with any player count."""

from __future__ import annotations

import dataclasses
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.dark_providence.board.agents import frames_used, is_deep_one
from rules.dark_providence.board.piece_placement import owner_count, owner_state
from rules.dark_providence.state.state import Providence, State
from tests.conformance.conservation import dark_providence
from tests.dark_providence.scenes import walk
from tests.dark_providence.table import new
from tests.game_helpers import rule

seats_of = pytest.mark.parametrize("seats", range(1, 6))
#: Kinds of steps that can leave an agent on the map without its card, because the agent's player doesn't have the card
#: yet or has already lost it.
UNSETTLED_STEPS = {"acquire", "effect", "choice", "gate", "strike", "reaction", "order", "victim", "resources"}


def everywhere(seats: int, number: int = 1, **options: Any):
    """Play a random match. Before each decision, yield the match and the event bodies of the last action."""
    match = new(seats, f"invariant {number}", **options)
    yield match, []
    for _, _, events in walk(match, number):
        yield match, [event.body for event in events]


def is_between_actions(state: State) -> bool:
    """Return whether no action, effect or choice is in progress."""
    return not any(step.kind in UNSETTLED_STEPS for step in state.stack)


@rule("DP-INV.1", "DP-INV.2")
@seats_of
def test_influence_and_control_markers_of_every_colour(seats):
    for match, _ in everywhere(seats):
        state = match.state
        for owner in range(owner_count(state)):
            holder: Any = owner_state(state, owner)
            lying = sum(marks[owner] for marks in state.marks.values())
            beside = holder.pool + 1 if owner < seats else 0
            assert holder.supply + holder.limbo + lying + beside == 19
            places = state.places.values()
            used = sum(place.controller == owner for place in places) + sum(
                place.gate_owner == owner for place in places
            )
            assert holder.controls + used == 12


@rule("DP-INV.3")
@seats_of
def test_sanity_tokens(seats):
    for match, _ in everywhere(seats):
        state = match.state
        sane = state.bag[0] + state.spent[0] + sum(player.sane for player in state.players)
        mad = state.bag[1] + state.spent[1] + sum(player.madness for player in state.players)
        mad += state.old_one.madness if state.old_one else 0
        assert (sane, mad) == (6, 12)
        assert state.spent[1] == 0
        assert seats == 1 or state.spent == [0, 0]


def places_of(match: Providence) -> Counter[str]:
    """Return how many times each card occurs in the piles of the match."""
    state = match.state
    found = Counter([*state.stock, *state.area_e, *state.row, *state.mythos_deck, *state.destroyed, *state.table])
    for place in state.places.values():
        found.update(place.stack)
    for player in state.players:
        found.update([*player.hand, *player.deck, *player.discard, *player.mythos])
    if state.old_one is not None:
        found.update([*state.old_one.mythos, *state.old_one.kept])
    found.update(step.card for step in state.stack if step.kind == "resources" and step.what != "mythos")
    return found


@rule("DP-INV.4", "DP-INV.5", "DP-INV.6")
@seats_of
def test_every_card_is_in_exactly_one_place(seats):
    for match, _ in everywhere(seats):
        content = match.content
        found = places_of(match)
        assert {found[card] for card in (*content.assets, *content.city_cards)} == {1}
        mythos = [card.id for card in content.mythos.values() if card.solo or seats > 1]
        assert {found[card] for card in mythos} == {1}
        assert len(mythos) == (21 if seats == 1 else 24)
        assert not any(found[card] for card in content.mythos if card not in mythos)


@rule("DP-INV.5")
@seats_of
def test_who_has_a_city_card_controls_the_city(seats):
    for match, _ in everywhere(seats, 2):
        if is_between_actions(match.state):
            for city, place in match.state.places.items():
                owner = match.state.owners.get(city)
                assert owner is None or owner == place.controller


@rule("DP-INV.7")
@seats_of
def test_locks(seats):
    for match, _ in everywhere(seats, 3):
        locks = match.state.locks
        assert len(locks) == len({*locks}) <= 12
        view: Any = match.view(None)
        shown = [city.lock for city in view.cities] + [city.asset_lock for city in view.cities]
        assert view.locks + sum(shown) + sum(card.lock for card in view.row) == 12


@rule("DP-INV.8")
@seats_of
def test_a_marked_gate_has_one_owner_and_never_changes(seats):
    before: dict[str, tuple[str, int]] = {}
    for match, _ in everywhere(seats, 4):
        for city, place in match.state.places.items():
            assert (place.gate != "") == (place.gate_owner >= 0)
            if city in before:
                assert (place.gate, place.gate_owner) == before[city]
            elif place.gate:
                before[city] = (place.gate, place.gate_owner)


@rule("DP-INV.9")
@seats_of
def test_every_player_has_one_to_six_framed_agents_each_with_its_card(seats):
    for match, _ in everywhere(seats, 5):
        state = match.state
        if state.phase == "setup":
            continue
        for seat, player in enumerate(state.players):
            assert (0 if "assassination" in state.ending else 1) <= frames_used(state, seat) <= 6
            if is_between_actions(state):
                cards = [card for card, owner in state.owners.items() if owner == seat and _is_agent(match, card)]
                mine = [name for name, piece in state.agents.items() if piece.owner == seat and not is_deep_one(name)]
                assert sorted(name for name in mine if name in match.content.assets) == sorted(cards)
                assert ("mi_go" in mine) <= ("mi_go" in player.mythos)


def _is_agent(match: Providence, card: str) -> bool:
    return card in match.content.assets and match.content.assets[card].agent is not None


def without(match: Providence, *kinds: str) -> None:
    """Remove every power with an operation of these kinds from all cards of this match."""
    content = match.content

    def bare(card: Any) -> Any:
        powers = [power for power in card.powers if not any(op.op in kinds for ops in power.ways for op in ops)]
        return card.model_copy(update={"powers": powers})

    match.content = dataclasses.replace(
        content,
        cards={name: bare(card) for name, card in content.cards.items()},
        assets={name: bare(card) for name, card in content.assets.items()},
        mythos={name: bare(card) for name, card in content.mythos.items()},
    )


@rule("DP-INV.10", "DP-GEN.5")
@pytest.mark.parametrize("seats", range(2, 6))
def test_without_cards_that_give_vp_the_track_shows_the_cities_controlled(seats):
    match = new(seats, "plain cities")
    without(match, "vp", "rival_vp")
    brought: Counter[int] = Counter()
    for _, action, events in walk(match, seats):
        if action.verb == "reveal":
            seat = next(event.body for event in events if event.body.kind == "revealed").seat  # type: ignore[attr-defined]
            brought[seat] = match.state.players[seat].vp - cities(match, seat)
        for seat, player in enumerate(match.state.players):
            assert player.vp == cities(match, seat) + brought[seat]
    assert any(player.vp for player in match.state.players)


def cities(match: Providence, seat: int) -> int:
    """Return the total control points of the cities that a seat controls."""
    places = match.state.places.items()
    return sum(match.content.cities[name].control for name, place in places if place.controller == seat)


@rule("DP-INV.10")
@seats_of
def test_every_change_of_vp_is_told(seats):
    ledger: Counter[int] = Counter()
    for match, events in everywhere(seats, 6):
        for body in events:
            if body.kind == "vp":
                ledger[body.seat] += body.amount
        assert [player.vp for player in match.state.players] == [ledger[seat] for seat in range(seats)]
        if match.state.old_one is not None:
            assert match.state.old_one.vp == 6 + ledger[-1]


@rule("DP-INV.11")
@seats_of
def test_at_the_end_of_a_turn_the_hand_is_full_or_deck_and_discard_are_empty(seats):
    last = -1
    for match, events in everywhere(seats, 7):
        began = [body.seat for body in events if body.kind == "turn_began"]
        if began and last >= 0:
            player = match.state.players[last]
            assert len(player.hand) >= 5 or not (player.deck or player.discard)
        last = began[-1] if began else last


@rule("DP-INV.12")
@seats_of
def test_between_actions_no_card_is_on_the_table(seats):
    for match, _ in everywhere(seats, 8):
        top = match.state.stack[-1] if match.state.stack else None
        if top is None or top.kind == "turn":
            assert match.state.table == {}


@rule("DP-INV.13")
@pytest.mark.parametrize("seats", range(2, 6))
def test_the_mythos_row_grows_by_emptied_stacks_and_effects_and_shrinks_by_acquisitions(seats):
    for number in range(3):
        start = new(seats, f"invariant {number}")
        without(start, "row")
        length, deck = len(start.state.row), len(start.state.mythos_deck)
        assert length == (3 if seats < 4 else 4)
        for _, _, events in walk(start, number):
            for event in events:
                body: Any = event.body
                if body.kind == "stack_ran_out" and deck:
                    length, deck = length + 1, deck - 1
                if body.kind == "acquired" and body.target in start.content.mythos:
                    length -= 1
            assert (len(start.state.row), len(start.state.mythos_deck)) == (length, deck)


@rule("DP-INV.1", "DP-INV.2", "DP-INV.3", "DP-INV.4", "DP-INV.5", "DP-INV.6", "DP-INV.7", "DP-INV.8", "DP-INV.9")
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seats=st.integers(1, 5),
    number=st.integers(0, 10**6),
    switches=st.fixed_dictionaries(
        {
            "vp_marker_from_supply": st.booleans(),
            "minimality": st.sampled_from(["irredundant", "fewest"]),
            "free_move": st.sampled_from(["free", "travel"]),
            "lead_protection": st.sampled_from(["board", "city"]),
            "failed_reveals": st.booleans(),
            "colours": st.sampled_from(["in_order", "chosen"]),
            "leads": st.sampled_from(["chosen", "random"]),
            "random_cities": st.booleans(),
            "solo_influence": st.sampled_from(["city_space", "primary_asset"]),
            "solo_failure_travels": st.booleans(),
        }
    ),
)
def test_nothing_is_lost_or_made_under_any_options(seats, number, switches):
    for step, (match, _) in enumerate(everywhere(seats, number, **switches)):
        if step % 4 == 0:
            dark_providence(match)
    assert match.over
    dark_providence(match)
