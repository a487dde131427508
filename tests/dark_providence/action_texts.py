"""Helpers that return the texts of the actions that a match offers."""

from __future__ import annotations

from rules.dark_providence.state.state import Providence
from rules.dark_providence.state.view import ProvidenceView
from rules.kernel.data.actions import Action
from rules.kernel.words.translation import ActionText, Translator
from tests.dark_providence.table import GAME, offers
from tests.game_helpers import assert_sound

NAMES = ("Ana", "Bence", "Chiara")
SAY = Translator("en", NAMES)


def view_of(match: Providence, seat: int = 0) -> ProvidenceView:
    assert_sound(match)
    view = match.view(seat)
    assert isinstance(view, ProvidenceView)
    return view


def text(match: Providence, action: Action, seat: int = 0) -> ActionText:
    """Return the text of an action that the match offers. Fail if the match doesn't offer the action."""
    assert action in offers(match, type(action))
    return GAME.action_text(SAY, view_of(match, seat), action)
