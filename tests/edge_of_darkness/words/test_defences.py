"""The texts of a defence: what each answer leaves of the Damage, and which answers can't help."""

from __future__ import annotations

from typing import Any

import pytest

from rules.edge_of_darkness.game import GAME
from rules.edge_of_darkness.state.actions import UseAbility, UseContact
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.data.actions import Pass
from rules.kernel.words.translation import ActionText, Translator
from tests.edge_of_darkness.scenes import (
    ability,
    attacks,
    cards_in_hand,
    fill_tray,
    in_tower,
    location_in_play,
    send,
    simple_free_part,
    sleeve_on,
)
from tests.edge_of_darkness.table import effect, gain, rewrite
from tests.game_helpers import act, offers, rule

SAY = Translator()
USELESS = "Your defences can't stop this attack, so it changes nothing"


def attacked(damage: int, *also: dict[str, Any], uses: int = 0) -> EdgeMatch:
    """Return a match where a seat with two Agents that each take 3 off is attacked with this Damage."""
    match = simple_free_part(2, hand=["citizen"])
    send(match, 0, 0, 2)
    cost = [{"cost": "return", "count": 1}]
    ability(match, 0, {"op": "reduce", "amount": 3}, *also, cost=cost, timing="attacked", uses=uses)
    in_tower(match, 1, "citizen", damage)
    fill_tray(match, 1)
    attacks(match)
    return match


def texts(match: EdgeMatch) -> tuple[str, dict[str, ActionText]]:
    """Return the question to the attacked seat, and the text of each answer by the kind of the action."""
    (decision,) = match.decisions().values()
    view = match.view(0)
    found = {type(action).__name__: GAME.action_text(SAY, view, action) for action in decision.actions}
    return GAME.question(SAY, view, decision.prompt), found


@rule("EOD-DMG.9", "EOD-DMG.2")
def test_a_defence_that_cannot_stop_the_attack_says_what_is_left_and_is_marked():
    question, found = texts(attacked(7))
    assert "Your defences can reduce it by 6 at most; at least 1 is left." in question
    assert found["UseAbility"].useless
    assert found["UseAbility"].detail == f"Reduces it by 3; 4 is left. {USELESS}."
    assert not found["Pass"].useless
    assert found["Pass"].detail == "Your Defense falls from 14 to 12."


@rule("EOD-DMG.9")
def test_a_defence_that_can_stop_the_attack_says_what_each_step_leaves():
    match = attacked(6)
    question, found = texts(match)
    assert "Your defences can reduce it to 0; you then gain 1 Reputation." in question
    assert not found["UseAbility"].useless
    assert found["UseAbility"].detail.startswith("Reduces it by 3; 3 is left. ")
    act(match, offers(match, UseAbility)[0])
    assert texts(match)[1]["UseAbility"].detail.startswith("Reduces it by 3: no Damage is left. ")


def test_the_limit_of_uses_counts():
    assert texts(attacked(6, uses=1))[1]["UseAbility"].useless
    assert not texts(attacked(3, uses=1))[1]["UseAbility"].useless


def test_a_defence_that_also_gains_something_is_not_useless():
    match = attacked(9, gain("coins"))
    _, found = texts(match)
    assert not found["UseAbility"].useless
    assert USELESS not in found["UseAbility"].detail


@pytest.mark.parametrize("damage", [3, 4])
def test_contacts_and_abilities_count_together(damage: int):
    match = simple_free_part(2, hand=["citizen"])
    rewrite(match, location_in_play(match), contact=effect({"op": "reduce", "amount": 2}), timing="attacked")
    sleeve_on(match, cards_in_hand(match)[0], location_in_play(match), "bottom")
    ability(match, 1, {"op": "reduce", "amount": 1}, timing="attacked")
    in_tower(match, 1, "citizen", damage)
    fill_tray(match, 1)
    attacks(match)
    _, found = texts(match)
    assert found[UseContact.__name__].useless == (damage == 4)
    assert found[Pass.__name__].useless is False


@rule("EOD-DMG.11")
def test_taking_an_attack_says_the_new_value_of_defense():
    match = attacked(7)
    view = match.view(0)
    now, lower = view.players[0].defence_value, view.defence_track[view.players[0].moved_down + 1]
    assert f"Your Defense falls from {now} to {lower}." in texts(match)[1]["Pass"].detail
