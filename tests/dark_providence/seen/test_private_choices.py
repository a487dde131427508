"""Other seats can't see any trace of private choices before the choices become public."""

from __future__ import annotations

import pytest

from rules.dark_providence.examples.position_builder import mark, turn
from rules.dark_providence.state.actions import (
    BuyInfluence,
    DiscardCard,
    Meddle,
    PlaceInfluence,
    RecoverInfluence,
    Travel,
)
from tests.dark_providence.made_up_cards import icons
from tests.dark_providence.table import act, offers
from tests.game_helpers import assert_sound, look, rule


@rule("DP-VIS.16", "DP-VIS.20")
@pytest.mark.parametrize(
    ("icon", "action"),
    [
        ("influence", PlaceInfluence("chicago")),
        ("recover", RecoverInfluence()),
        ("wealth", BuyInfluence()),
        ("wealth", Travel("monday")),
        ("ritual_up", Meddle("ritual", "up")),
        ("arcane", None),
    ],
)
def test_no_one_else_sees_that_an_action_began_while_its_cards_are_being_chosen(icon, action):
    match = turn()
    cards = icons(match, 0, icon, 2, 2, 3)
    mark(match, 0, "boston", 4)
    match.state.players[0].supply = 2
    assert_sound(match)
    before = [look(match, viewer) for viewer in (None, 1, 2)]
    assert act(match, action or DiscardCard(cards[0])) == []
    assert [look(match, viewer) for viewer in (None, 1, 2)] == before
    mine = look(match, 0).turn
    assert mine is not None
    assert (mine.actions, mine.first) == (1, False)
    while 0 in match.decisions() and look(match).turn == before[0].turn:
        act(match, offers(match)[-1])
    after = look(match, None).turn
    assert after is not None
    assert (after.actions, after.first) == (1, False)
