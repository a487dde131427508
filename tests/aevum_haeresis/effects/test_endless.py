"""Effects that would repeat endlessly are cut short (AH-GEN.19)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.aevum_haeresis.board.card_lookup import record
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, enlisting, hold, put
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Choose
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.data.events import EVERYONE, CutShort, Event
from rules.kernel.engine.match import arrange
from rules.kernel.words.translation import Translator
from tests.aevum_haeresis.table import card, lay, pay
from tests.aevum_haeresis.window_helpers import close_window, scene_with_cards
from tests.conformance.conservation import aevum_haeresis as conserved
from tests.game_helpers import act, asked, of_kinds, offers, rule

#: An In Medias Res ability: sacrifice a Heretic, then return a Heretic from your Pyre to the Verge.
RETURN: list[dict[str, Any]] = [{"kind": "imr", "do": [
    {"op": "sacrifice", "who": "me"}, {"op": "raise", "what": "heretic", "to": "verge", "may": False},
]}]  # fmt: skip


def hold_endless_heretic(match: Haeresis) -> str:
    """Give Anna a Heretic that would sacrifice itself and return endlessly. Return its id.

    Anna's Pyre has no other Heretic.
    """
    with arrange(match) as state:
        player = state.players[ANNA]
        burnt = [name for name in player.pyre if record(match, name).type == "heretic"]
        player.pyre = [name for name in player.pyre if name not in burnt]
        player.heretics += burnt
    (mine,) = hold(match, ANNA, card(match, "phoenix", abilities=RETURN))
    return mine


@rule("AH-GEN.19")
def test_a_heretic_that_comes_back_for_ever_stays_away_and_play_goes_on():
    match = enlisting(scene_with_cards())
    lay(match, ANNA, hold_endless_heretic(match))
    lay(match, BELA)
    close_window(match)
    events = pay(match)
    assert len(of_kinds(events, "cut_short")) == 1
    assert len(of_kinds(events, "sacrificed")) < 400
    assert match.decisions()
    conserved(match)


@rule("AH-GEN.19")
def test_a_choice_that_must_be_made_for_ever_is_asked_no_more():
    match = enlisting(scene_with_cards())
    mine = hold_endless_heretic(match)
    put(match, ANNA, card(match, "twin", abilities=RETURN))
    lay(match, ANNA, mine)
    lay(match, BELA)
    close_window(match)
    events = pay(match)
    for _ in range(1000):
        if asked(match)[1] != "choose":
            break
        events += act(match, offers(match, Choose)[0])
    assert len(of_kinds(events, "cut_short")) == 1
    assert asked(match)[1] != "choose"
    conserved(match)


@rule("AH-GEN.19")
def test_effects_are_counted_from_the_beginning_after_they_have_ended():
    match = enlisting(scene_with_cards())
    lay(match, ANNA, hold_endless_heretic(match))
    lay(match, BELA)
    close_window(match)
    pay(match)
    assert match.state.chain == 0
    assert b"chain" not in match.dump()


@pytest.mark.parametrize("locale", ["en", "hu", "es"])
def test_the_log_says_that_they_end(locale: str):
    line = GAME.event_line(Translator(locale, ["Ana", "Bo"]), Event(EVERYONE, CutShort()))
    assert line is not None
    assert line.endswith(".")
