"""The sentences that explain moves to newcomers."""

from __future__ import annotations

import random

from bot.computers.policies import main_advantage
from rules.dark_providence.bots.features import POINTS
from rules.dark_providence.examples.position_builder import control, hold, mark, show, sides, turn
from rules.dark_providence.state import actions
from rules.dark_providence.state.state import Providence
from tests.dark_providence.action_texts import SAY, view_of
from tests.dark_providence.table import GAME, offers


def _influence_reasons(match: Providence, *targets: str) -> str:
    offered = [one for one in offers(match, actions.PlaceInfluence) if one.target in targets]
    assert len(offered) == len(targets)
    return GAME.move_reason(SAY, view_of(match), offered)


def test_no_influence_is_advised_where_it_would_bring_nothing() -> None:
    match = turn()
    hold(match, 0, "monday_favour")
    assert _influence_reasons(match, "chicago").startswith("Chicago brings you 5 VP")
    mark(match, 1, "chicago", 2)
    mark(match, 0, "chicago", 2)
    assert "more influence" in _influence_reasons(match, "chicago")
    mark(match, 0, "chicago", 1)
    assert not _influence_reasons(match, "chicago")
    control(match, 0, "new_york")
    assert not _influence_reasons(match, "new_york")


def test_no_influence_is_advised_on_a_card_where_the_player_has_the_most() -> None:
    match = turn()
    sides(match, "cultist", "investigator", "ex_cultist")
    hold(match, 0, "monday_favour")
    show(match, "necronomicon")
    assert _influence_reasons(match, "necronomicon").startswith("Necronomicon is worth 4 VP")
    mark(match, 0, "necronomicon", 1)
    assert not _influence_reasons(match, "necronomicon")


def test_a_hint_names_what_the_move_brings_before_what_other_moves_lose() -> None:
    match = turn(2)
    sides(match, "cultist", "investigator")
    hold(match, 0, "monday_forbidden_rite", "monday_contacts_1")
    for target in ("boston", "chicago", "new_york"):
        mark(match, 0, target, 2)
    (rise,) = [one for one in offers(match, actions.Meddle) if (one.track, one.direction) == ("ritual", "up")]
    assert main_advantage(match, 0, rise, random.Random(1)) == POINTS
