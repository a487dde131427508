"""The question to a player who must choose cards to pay with: it names the purchase, and no one else sees it."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dark_providence.examples.position_builder import agent, lay, mark, turn
from rules.dark_providence.state import actions
from rules.dark_providence.state.state import Providence
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import Translator
from tests.dark_providence.made_up_cards import give, icons, power
from tests.dark_providence.table import GAME, act
from tests.game_helpers import assert_sound

SAY = Translator("en", ("Ana", "Bence", "Chiara"))


def match_with_cards(icon: str, minimality: str = "irredundant") -> Providence:
    """Return a match where the first player has a knife, a rite and cards with 1 to 4 of this icon in hand."""
    match = turn(3, minimality=minimality)
    lay(match, "boston", "fbi")
    agent(match, 0, "wyatt_earp", "chicago")
    agent(match, 1, "moses_fleet", "chicago")
    mark(match, 0, "boston", 2)
    mark(match, 0, "fbi", 2)
    give(match, 0, "knife", power({"op": "assassinate", "any_agent": True}))
    give(match, 0, "rite", power({"op": "gate", "face": "either", "any_agent": True}))
    match.state.ritual = 4
    icons(match, 0, icon, 1, 2, 3, 4)
    return match


def asked(match: Providence, *done: Action) -> str:
    for action in done:
        act(match, action)
    decision = match.decisions()[0]
    assert decision.prompt.key == "pay"
    return GAME.question(SAY, match.view(0), decision.prompt)


NOW = "Influence there now, agents included:"
CASES: list[tuple[str, tuple[Action, ...], str]] = [
    (
        "influence", (actions.PlaceInfluence("boston"),),
        f"to place influence on Boston? {NOW} Ana ×2, Bence ×1. ★: the fewest for the same.",
    ),
    (
        "influence", (actions.PlaceInfluence("fbi"),),
        "to place influence on FBI (Boston)? Influence there now: Ana ×2. ★: the fewest for the same.",
    ),
    ("recover", (actions.RecoverInfluence(),), "to recover influence? ★: the fewest for the same."),
    ("ritual_down", (actions.Meddle("ritual", "down"),), "to meddle (Ritual down)? ★: the fewest for the same."),
    (
        "wealth", (actions.Travel("wyatt_earp"), actions.GoTo("detroit"), actions.Done()),
        "for 2 Wealth (Wyatt Earp to Detroit)? ★: the fewest.",
    ),
    (
        "force", (actions.UseCard("knife"), actions.Strike("moses_fleet", "wyatt_earp")),
        "for 3 Force against Moses Fleet (Bence) in Chicago? ★: the fewest.",
    ),
    (
        "arcane", (actions.UseCard("rite"), actions.WorkGate("chicago", "close", "wyatt_earp")),
        "for 3 Arcane to close the gate of Chicago? ★: the fewest.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("icon", "done", "rest"), CASES)
def test_the_question_for_cards_names_what_they_pay_for(icon: str, done: Any, rest: str) -> None:
    assert asked(match_with_cards(icon), *done) == f"Which cards do you play {rest}"


@pytest.mark.rule("DP-HC.6")
def test_no_star_is_explained_where_only_the_fewest_may_be_played() -> None:
    match = match_with_cards("influence", "fewest")
    assert asked(match, actions.PlaceInfluence("boston")) == (
        "Which cards do you play to place influence on Boston? Influence there now, agents included: Ana ×2, Bence ×1."
    )


@pytest.mark.parametrize(("icon", "done", "_rest"), CASES)
def test_no_one_else_is_shown_what_is_being_paid_for(icon: str, done: Any, _rest: str) -> None:
    match = match_with_cards(icon)
    asked(match, *done)
    assert_sound(match)
    for viewer in (1, 2, None):
        view: Any = match.view(viewer)
        assert view.pending is None
        assert set(match.decisions()) == {0}
