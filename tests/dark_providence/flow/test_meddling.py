"""Section 20 of RULES.md: moving the ritual or the investigation."""

from __future__ import annotations

import itertools

import pytest

from rules.dark_providence.examples.position_builder import turn
from rules.dark_providence.state.actions import Meddle
from tests.dark_providence.made_up_cards import give, icons, payments
from tests.dark_providence.table import act, offers, pay, refused, set_allegiance
from tests.game_helpers import rule

WAYS = [
    ("ritual", "up", "ritual_up"), ("ritual", "down", "ritual_down"),
    ("investigation", "up", "investigation_up"), ("investigation", "down", "investigation_down"),
]  # fmt: skip


def scene(ritual=5, investigation=5):
    match = turn()
    match.state.ritual, match.state.investigation = ritual, investigation
    return match


@pytest.mark.parametrize(("track", "direction", "icon"), WAYS)
@rule("DP-MEDDLE.1", "DP-MEDDLE.2")
def test_the_marker_named_moves_by_the_icons_played_and_the_other_stays(track, direction, icon):
    match = scene()
    cards = icons(match, 0, icon, 2, 1)
    act(match, Meddle(track, direction))
    pay(match, *cards)
    moved = 3 if direction == "up" else -3
    ritual = 5 + moved * (track == "ritual")
    assert (match.state.ritual, match.state.investigation) == (ritual, 10 + moved - ritual)
    assert sorted(match.state.players[0].discard) == sorted(cards)
    assert match.state.turn.actions == 1


@pytest.mark.parametrize(("track", "direction", "icon"), WAYS)
@rule("DP-MEDDLE.2", "DP-MEDDLE.3")
def test_only_icons_of_the_one_kind_move_a_marker_that_way(track, direction, icon):
    match = scene()
    (card,) = icons(match, 0, icon, 1)
    give(match, 0, "scrap", influence=3, arcane=3)
    assert offers(match, Meddle) == [Meddle(track, direction)]
    for other in {other for *_, other in WAYS} - {icon}:
        icons(match, 0, other, 1)
    assert len(offers(match, Meddle)) == 4
    act(match, Meddle(track, direction))
    assert match.state.players[0].discard == [card]


@rule("DP-MEDDLE.3")
def test_a_card_with_several_kinds_gives_only_the_one_it_is_played_for():
    match = scene()
    give(match, 0, "both", ritual_up=1, ritual_down=2, investigation_up=3)
    act(match, Meddle("ritual", "down"))
    assert (match.state.ritual, match.state.investigation) == (3, 5)


@pytest.mark.parametrize("track", ["ritual", "investigation"])
@rule("DP-MEDDLE.4")
def test_the_end_of_a_track_ends_the_game_when_the_action_is_over(track):
    for count, ended in ((1, False), (2, True)):
        match = scene(10, 10)
        cards = icons(match, 0, f"{track}_up", count)
        act(match, Meddle(track, "up"))
        assert match.over == ended
        assert match.state.players[0].discard == cards
        assert match.state.ending == ([track] if ended else [])


@rule("DP-MEDDLE.5", "DP-HC.25")
def test_a_marker_on_the_first_space_cannot_be_moved_down():
    match = scene(0, 1)
    icons(match, 0, "ritual_down", 2)
    icons(match, 0, "investigation_down", 2)
    assert refused(match, Meddle("ritual", "down"))
    act(match, Meddle("investigation", "down"))
    assert match.state.investigation == 0


@rule("DP-HC.25", "DP-MEDDLE.5")
def test_surplus_movement_is_lost_and_cards_that_only_add_to_it_are_idle():
    match = scene(11)
    (three,) = icons(match, 0, "ritual_up", 3)
    act(match, Meddle("ritual", "up"))
    assert match.state.ritual == 12
    match = scene(2)
    one, two, three = icons(match, 0, "ritual_down", 1, 2, 3)
    act(match, Meddle("ritual", "down"))
    assert payments(match) == sorted([(one,), (two,), (three,)])
    pay(match, three)
    assert match.state.ritual == 0
    assert sorted(match.state.players[0].hand) == sorted([one, two])


@rule("DP-MEDDLE.6")
def test_everyone_may_move_either_marker_in_either_direction():
    for allegiance in ("investigator", "cultist", "ex_investigator", "ex_cultist"):
        for (track, direction, icon), revealed in itertools.product(WAYS, (True, False)):
            match = scene()
            set_allegiance(match, 0, allegiance, revealed=revealed)
            icons(match, 0, icon, 1)
            assert offers(match, Meddle) == [Meddle(track, direction)]
