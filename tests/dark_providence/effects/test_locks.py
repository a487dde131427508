"""Section 21.3 of RULES.md: placing and removing locks."""

from __future__ import annotations

import pytest

from rules.dark_providence.board.piece_placement import free_locks
from rules.dark_providence.examples.position_builder import control, lay, mark, own, show, turn
from rules.dark_providence.state.actions import AcquireTarget, PlaceInfluence, RecoverInfluence, UseCard
from tests.dark_providence.made_up_cards import choices, choose, give, icons, power
from tests.dark_providence.table import act, begin_turn, offers, refused
from tests.game_helpers import of_kinds, rule

TARGETS = ["atlanta", "tommy_guns", "hastur"]


def scene(mode="either", locked=(), seats=3):
    """Return a turn of seat 0 with a card "key" that places or removes locks. The targets in `locked` have locks."""
    match = turn(seats)
    lay(match, "atlanta", "tommy_guns", "cover_up")
    show(match, "hastur", "silver_key")
    match.state.locks = list(locked)
    give(match, 0, "key", power({"op": "lock", "mode": mode}))
    return match


def use_on(match, option=""):
    """Use the card "key" to place or remove a lock with this option. Return the events."""
    events = act(match, UseCard("key"))
    return events + choose(match, option) if option else events


@pytest.mark.parametrize("target", TARGETS)
@rule("DP-LOCK.1")
def test_a_lock_is_put_on_or_taken_off_a_city_an_asset_or_a_mythos_card(target):
    match = scene()
    events = use_on(match, f"place/{target}")
    assert match.state.locks == [target]
    assert of_kinds(events, "locked")
    assert match.state.players[0].discard == ["key"]
    assert match.state.turn.actions == 1
    match = scene(locked=[target, "boston"])
    use_on(match, f"remove/{target}")
    assert match.state.locks == ["boston"]


@rule("DP-LOCK.1")
def test_a_card_may_only_place_or_only_remove():
    match = scene("place", ["boston"])
    use_on(match)
    assert choices(match)
    assert all(option.startswith("place/") for option in choices(match))
    match = scene("remove", ["boston", "arkham"])
    use_on(match)
    assert choices(match) == ["remove/arkham", "remove/boston"]
    assert refused(scene("remove"), UseCard("key"))


@pytest.mark.parametrize("target", TARGETS)
@rule("DP-LOCK.2", "DP-LOCK.9", "DP-HC.23")
def test_no_one_acquires_a_locked_target_not_even_who_locked_it(target):
    for seat in (0, 1):
        match = scene()
        mark(match, seat, target, 3)
        use_on(match, f"place/{target}")
        assert refused(begin_turn(match, seat), AcquireTarget(target))
        match.state.locks.remove(target)
        assert AcquireTarget(target) in offers(match)


@pytest.mark.parametrize("target", TARGETS)
@rule("DP-LOCK.3")
def test_influence_is_placed_on_and_recovered_from_locked_targets(target):
    match = scene(locked=[target])
    icons(match, 0, "influence", 2)
    icons(match, 0, "recover", 2)
    act(match, PlaceInfluence(target))
    assert match.state.marks[target] == [2, 0, 0]
    act(match, RecoverInfluence())
    assert match.state.marks == {}


@rule("DP-LOCK.4")
def test_a_target_holds_at_most_one_lock():
    match = scene(locked=TARGETS)
    use_on(match)
    assert not {f"place/{target}" for target in TARGETS} & set(choices(match))
    assert {f"remove/{target}" for target in TARGETS} <= set(choices(match))


@rule("DP-LOCK.5")
def test_with_no_free_lock_none_can_be_placed_but_one_removed():
    twelve = list(turn().state.places)
    match = scene(locked=twelve)
    assert free_locks(match.state) == 0
    use_on(match)
    assert choices(match) == sorted(f"remove/{name}" for name in twelve)
    assert refused(scene("place", twelve), UseCard("key"))
    match = scene("place", twelve[1:])
    use_on(match, "place/hastur")
    assert free_locks(match.state) == 0


@rule("DP-LOCK.6", "DP-LOCK.7", "DP-HC.23")
def test_anyone_removes_any_lock_and_it_goes_to_the_supply():
    match = scene()
    use_on(match, "place/hastur")
    assert free_locks(match.state) == 11
    give(match, 1, "picklock", power({"op": "lock", "mode": "remove"}))
    begin_turn(match, 1)
    act(match, UseCard("picklock"))
    assert match.state.locks == []
    assert free_locks(match.state) == 12


@rule("DP-LOCK.8", "DP-LOCK.10", "DP-HC.23")
def test_whatever_can_hold_influence_can_be_locked_without_presence_and_nothing_else():
    match = scene("place")
    own(match, 1, "dagon")
    control(match, 0, "chicago")
    control(match, 1, "detroit")
    use_on(match)
    state = match.state
    face_up = [place.stack[0] for place in state.places.values()]
    assert sorted(choices(match)) == sorted(
        f"place/{name}" for name in [*state.places, *face_up, "hastur", "silver_key"]
    )
    assert "place/dagon" not in choices(match)
    assert "place/cover_up" not in choices(match)


@rule("DP-HC.23")
def test_a_lock_outlives_a_change_of_control_and_protects_an_own_city():
    match = scene()
    control(match, 0, "atlanta")
    use_on(match, "place/atlanta")
    mark(match, 1, "atlanta", 3)
    assert refused(begin_turn(match, 1), AcquireTarget("atlanta"))
    give(match, 1, "coup", power({"op": "acquire", "what": "city", "locked": True}))
    act(match, UseCard("coup"))
    choose(match, "atlanta")
    assert match.state.places["atlanta"].controller == 1
    assert match.state.locks == ["atlanta"]
