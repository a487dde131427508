"""The sentences that explain to newcomers what a move is good for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.aevum_haeresis.examples.position_builder import ANNA, location
from rules.aevum_haeresis.state.actions import Announce, Decline, Pass, UseHeresy, Waive
from rules.aevum_haeresis.state.state import Haeresis
from rules.aevum_haeresis.state.view import HaeresisView
from rules.aevum_haeresis.words.move_reasons import move_reason
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import Translator
from tests.aevum_haeresis import states
from tests.aevum_haeresis.plot_helpers import duel, fighter

EN = Translator("en", ("Anna", "Béla"))


def reason(match: Haeresis, *offered: Action) -> str:
    view = match.view(ANNA)
    assert isinstance(view, HaeresisView)
    return move_reason(EN, view, offered)


@pytest.mark.parametrize(
    ("position", "action", "words"),
    [
        (states.in_window, Waive(), "Waiving costs you nothing"),
        (states.offered, Decline(), "What you don't spend stays"),
    ],
)
def test_windows_and_payments_have_a_reason_for_saying_no(
    position: Callable[[int], Haeresis], action: Action, words: str
) -> None:
    assert reason(position(ANNA), action).startswith(words)


def test_an_action_is_worth_the_next_soul_number() -> None:
    match = duel()
    location(match, "abandoned_mill", ANNA, 2)
    assert "a soul number of 0 now and 2 then" in reason(match, UseHeresy("x"))
    location(match, "abandoned_mill", ANNA, 3)
    assert "after the Night comes a new Location" in reason(match, UseHeresy("x"))


def test_a_pass_keeps_ready_characters_as_blockers() -> None:
    match = duel()
    fighter(match, ANNA)
    assert "can still block" in reason(match, Pass())
    for card in match.state.cards.values():
        card.ready = False
    assert not reason(match, Pass())


def test_an_accusation_names_the_level_that_it_leads_to() -> None:
    match = duel()
    assert "from 0 to 1; at 3 your opponent loses" in reason(match, Announce("accuse"))
