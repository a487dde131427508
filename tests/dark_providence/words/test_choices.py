"""The texts of the choices that effects require."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from rules.dark_providence.examples.position_builder import hold, lay, mark, own, show, turn
from rules.dark_providence.state import actions
from rules.dark_providence.state.state import Providence
from rules.kernel.words.translation import ActionText
from tests.dark_providence.action_texts import SAY, text, view_of
from tests.dark_providence.table import GAME, act, offers
from tests.game_helpers import each
from tests.text_collection import reveals


def _choices(match: Providence) -> dict[str, ActionText]:
    view = view_of(match)
    return {str(getattr(offer, "option", "done")): GAME.action_text(SAY, view, offer) for offer in offers(match)}


def _peek(match: Providence) -> tuple[str, str, bool]:
    hold(match, 0, "j_edgar_hoover")
    act(match, actions.UseCard("j_edgar_hoover"))
    return "1", "Look at Bence's allegiance", True


def _unmask(match: Providence) -> tuple[str, str, bool]:
    hold(match, 0, "private_detectives")
    act(match, actions.UseCard("private_detectives"))
    return "2", "Chiara must reveal", True


def _lock(match: Providence) -> tuple[str, str, bool]:
    hold(match, 0, "bank_vault")
    act(match, actions.UseBonus("bank_vault"))
    return "place/boston", "Lock Boston", False


def _drive_off(match: Providence) -> tuple[str, str, bool]:
    hold(match, 0, "anarchists")
    mark(match, 1, "boston", 4)
    mark(match, 2, "boston", 1)
    act(match, actions.UseCard("anarchists"))
    return "boston/1", "Boston: 3 influence markers of Bence's", False


def _rival_vp(match: Providence) -> tuple[str, str, bool]:
    hold(match, 0, "corruption")
    act(match, actions.UseCard("corruption"))
    return "1", "Bence loses 2 VP", False


def _move(match: Providence) -> tuple[str, str, bool]:
    hold(match, 0, "night_express")
    act(match, actions.UseCard("night_express"))
    act(match, actions.Choose("monday"))
    return "chicago", "Agent Monday to Chicago", False


def _destroy(match: Providence) -> tuple[str, str, bool]:
    hold(match, 0, "dynamite")
    lay(match, "boston", "fbi", "ghouls")
    act(match, actions.UseCard("dynamite"))
    return "fbi", "Destroy FBI (Boston)", True


def _purge(match: Providence) -> tuple[str, str, bool]:
    hold(match, 0, "burned_letters", "monday_favour", "monday_revolver")
    act(match, actions.UseCard("burned_letters"))
    return "monday_favour", "Destroy Favour Owed", False


def _place(match: Providence) -> tuple[str, str, bool]:
    hold(match, 0, "political_machine")
    act(match, actions.UseCard("political_machine"))
    return "boston", "3 influence markers on Boston", True


def _second(match: Providence) -> tuple[str, str, bool]:
    own(match, 0, "black_goat")
    hold(match, 0, "monday_favour")
    lay(match, "boston", "fbi")
    act(match, actions.PlaceInfluence("arkham"))
    return "fbi", "1 influence marker on FBI (Boston)", False


@pytest.mark.parametrize(
    "case", [_peek, _unmask, _lock, _drive_off, _rival_vp, _move, _destroy, _purge, _place, _second]
)
def test_options_say_what_they_do(case: Callable[[Providence], tuple[str, str, bool]]) -> None:
    match = turn(3)
    hold(match, 0, "monday_petty_cash", zone="deck")
    option, label, revealing = case(match)
    words = _choices(match)[option]
    assert words.label == label
    assert reveals(match, actions.Choose(option)) is revealing
    assert GAME.option_text(SAY, view_of(match), actions.Choose, "option", option) == label


def test_an_answer_that_leaves_a_choice_unused_is_not_highlighted() -> None:
    match = turn(3)
    _second(match)
    assert _choices(match)["done"].useless
    match = turn(3)
    hold(match, 0, "monday_contacts_1", "monday_favour")
    act(match, actions.DiscardCard("monday_favour"))
    assert not text(match, actions.Done()).useless


@each("case", [_peek, _unmask, _rival_vp])
def test_a_choice_of_a_player_says_the_vp(case: Callable[[Providence], tuple[str, str, bool]]) -> None:
    match = turn(3)
    hold(match, 0, "monday_petty_cash", zone="deck")
    match.state.players[1].vp = 7
    case(match)
    assert _choices(match)["1"].detail == "Bence has 7 VP."


def test_alternatives_are_told_in_full() -> None:
    match = turn(3)
    mark(match, 1, "boston", 1)
    hold(match, 0, "police_raid")
    act(match, actions.UseCard("police_raid"))
    words = text(match, actions.ChooseWay(1))
    assert words.label == "2. Place a lock."
    assert words.detail == "Place a lock."
    line = GAME.question(SAY, view_of(match), match.decisions()[0].prompt)
    assert line == "Police Raid: which alternative?"


def test_what_is_left_of_the_hand_is_told_before_cards_are_discarded() -> None:
    match = turn(3)
    hold(match, 0, "monday_petty_cash", "police_raid")
    act(match, actions.DiscardCard("police_raid"))
    line = GAME.question(SAY, view_of(match), match.decisions()[0].prompt)
    assert line == "You discard: Police Raid. Another one? Your hand then has: Wealth 2, Force 1."


def test_a_card_to_acquire_mentions_its_sanity_test_once() -> None:
    match = turn()
    show(match, "necronomicon")
    mark(match, 0, "necronomicon", 2)
    detail = text(match, actions.AcquireTarget("necronomicon")).detail
    assert "Then you take a sanity test: 12 of 18 tokens are Madness" in detail
    assert detail.lower().count("sanity test") == 1
