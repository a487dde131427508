"""Section 17 of RULES.md: taking influence markers back."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import lay, mark, show, turn
from rules.dark_providence.state.actions import RecoverInfluence, TakeBack
from tests.dark_providence.made_up_cards import action_card, give, icons, payments
from tests.dark_providence.table import act, offers, pay, refused
from tests.game_helpers import of_kinds, rule


def scene(*values, limbo=0, **markers):
    """Return a turn of seat 0 with markers on these targets, and RECOVER cards of these values."""
    match = turn()
    lay(match, "atlanta", "tommy_guns", "cover_up")
    show(match, "hastur")
    cards = icons(match, 0, "recover", *values)
    for target, count in markers.items():
        mark(match, 0, target, count)
    match.state.players[0].limbo += limbo
    match.state.players[0].supply -= limbo
    return match, cards


@rule("DP-RECOVER.1")
def test_as_many_markers_come_back_as_icons_are_played():
    for value in (1, 2, 3):
        match, cards = scene(value, boston=4)
        supply = match.state.players[0].supply
        act(match, RecoverInfluence())
        assert match.state.players[0].supply == supply + value
        assert match.state.marks["boston"][0] == 4 - value
        assert match.state.players[0].discard == cards
        assert match.state.turn.actions == 1


@rule("DP-RECOVER.1")
def test_without_recover_icons_or_without_markers_there_is_nothing_to_recover():
    match, _ = scene(boston=2)
    give(match, 0, "scrap", wealth=3)
    assert refused(match, RecoverInfluence())
    match, _ = scene(2)
    mark(match, 1, "boston", 2)
    assert refused(match, RecoverInfluence())


@rule("DP-RECOVER.2", "DP-RECOVER.4")
def test_markers_come_from_everywhere_in_any_combination():
    match, _ = scene(4, limbo=2, boston=1, tommy_guns=2, hastur=1)
    supply = match.state.players[0].supply
    act(match, RecoverInfluence())
    assert {offer.target for offer in offers(match, TakeBack)} == {"limbo", "boston", "tommy_guns", "hastur"}
    for target in ("limbo", "boston", "tommy_guns", "hastur"):
        act(match, TakeBack(target, 1))
    assert match.state.players[0].limbo == 1
    assert match.state.marks == {"tommy_guns": [1, 0, 0]}
    assert match.state.players[0].supply == supply + 4


@rule("DP-RECOVER.4")
def test_which_and_how_many_of_a_place_is_the_players_choice_but_no_more_than_were_paid_for():
    match, _ = scene(3, limbo=3, boston=2)
    act(match, RecoverInfluence())
    assert set(offers(match)) == {
        *[TakeBack("limbo", n) for n in (1, 2, 3)], *[TakeBack("boston", n) for n in (1, 2)],
    }  # fmt: skip
    act(match, TakeBack("boston", 2))
    assert match.state.marks == {}
    assert match.state.players[0].limbo == 2
    assert match.state.turn.actions == 1


@rule("DP-RECOVER.4")
def test_when_fewer_markers_are_out_than_icons_all_of_them_come_back():
    match, _ = scene(4, limbo=1, boston=1)
    act(match, RecoverInfluence())
    assert match.state.marks == {}
    assert match.state.players[0].limbo == 0
    assert match.state.players[0].supply == 6
    assert match.decisions()[0].prompt.key == "turn"


@rule("DP-RECOVER.4")
def test_no_card_may_be_idle_when_recovering():
    match, (two, other, one) = scene(2, 2, 1, boston=3)
    act(match, RecoverInfluence())
    assert payments(match) == sorted([(two,), (other,), (one,), (two, other), (two, one), (other, one)])
    match, (two, other) = scene(2, 2, boston=2)
    act(match, RecoverInfluence())
    assert payments(match) == sorted([(two,), (other,)])


@rule("DP-RECOVER.3", "DP-RECOVER.6")
def test_neither_the_common_pool_nor_the_marker_on_the_vp_track_comes_back():
    match, _ = scene(9, boston=1)
    player = match.state.players[0]
    player.vp, before = 3, (player.pool, player.supply)
    act(match, RecoverInfluence())
    assert (player.pool, player.supply) == (before[0], before[1] + 1)
    assert player.supply + player.pool + player.limbo == 18  # one of the 19 markers is on the VP track
    match, _ = scene(9)
    assert refused(match, RecoverInfluence())


@pytest.mark.parametrize("target", ["boston", "tommy_guns", "hastur"])
@rule("DP-RECOVER.5")
def test_markers_come_back_from_locked_targets(target):
    match, _ = scene(1, **{target: 1})
    match.state.locks.append(target)
    act(match, RecoverInfluence())
    assert match.state.marks == {}
    assert match.state.locks == [target]


@rule("DP-RECOVER.1")
def test_markers_of_others_stay():
    match, _ = scene(5, boston=1)
    mark(match, 1, "boston", 2)
    act(match, RecoverInfluence())
    assert match.state.marks == {"boston": [0, 2, 0]}


@rule("DP-RECOVER.2")
def test_an_effect_that_recovers_asks_for_no_cards():
    match, cards = scene(2, limbo=2, boston=2)
    act(match, action_card(match, {"op": "recover", "count": 3}))
    act(match, TakeBack("boston", 2))
    assert match.state.players[0].limbo == 1  # the third marker can only come from Limbo, so it is taken automatically
    assert match.state.players[0].hand == cards


@rule("DP-RECOVER.1")
def test_the_cards_played_are_told_with_what_came_back():
    match, cards = scene(1, 1, boston=2)
    act(match, RecoverInfluence())
    events = pay(match, *cards)
    assert of_kinds(events, "paid_with")[0].cards == tuple(cards)
    assert [(body.target, body.count) for body in of_kinds(events, "recovered")] == [("boston", 2)]
