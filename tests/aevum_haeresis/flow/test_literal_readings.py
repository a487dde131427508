"""Match options that follow ambiguous sentences of the rulebook literally. All are off by default."""

from __future__ import annotations

import pytest

from rules.aevum_haeresis.board.cards_in_play import enter, leave
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, acting, set_player
from rules.aevum_haeresis.state.actions import Announce, PayFor, UseHeresy, Waive
from rules.aevum_haeresis.state.options import Options
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.engine.match import arrange
from tests.aevum_haeresis.plot_helpers import continue_to_action
from tests.aevum_haeresis.scenes import SOUL, continue_until, fight
from tests.aevum_haeresis.table import heretic, set_team, waive
from tests.aevum_haeresis.table import window as window_of
from tests.aevum_haeresis.window_helpers import event, heresy, hunter, play, scene_with_cards, story, usable_cards
from tests.game_helpers import act, asked, offers, rule

#: A Story's effect that targets a Hunter, for tests where no Hunter is in play.
AT_HUNTER = {"op": "destroy", "target": {"what": "hunter", "whose": "any", "scope": "anywhere"}}
OFF = [False, True]


def test_the_usual_match_has_none_of_them():
    names = ("souls_at_once", "answer_back", "event_casters", "heresy_once", "targets_free")
    assert not any(getattr(Options(), name) for name in names)


@rule("AH-WIN.10", "AH-WIN.9")
@pytest.mark.parametrize("literal", OFF)
def test_ten_souls_inside_an_action_win_at_once_or_at_its_end(literal: bool):
    match = scene_with_cards(souls_at_once=literal)
    witch = heretic(match, ANNA, "witch", abilities=heresy(SOUL))
    set_player(match, ANNA, souls=9)
    act(match, UseHeresy(f"{witch}/0"))
    waive(match, 2)
    assert match.over == literal
    if not literal:
        assert window_of(match) == "heresy_resolved"
        waive(match)
    assert (match.over, match.state.winner, match.state.reason) == (True, ANNA, "souls")


@rule("AH-DEM.25", "AH-DEM.26", "AH-DEM.28")
@pytest.mark.parametrize("literal", OFF)
def test_who_reacted_may_answer_a_reaction_and_who_waived_may_not(literal: bool):
    for first in (True, False):
        match = scene_with_cards(answer_back=literal)
        mine = [hunter(match, ANNA, name) for name in ("hound", "owl")]
        theirs = hunter(match, BELA, "lynx")
        act(match, Announce("recruit"))
        if first:
            play(match, mine[0])
        act(match, Waive(), ANNA)
        act(match, offers(match, seat=BELA)[0], BELA) if usable_cards(match, BELA) else play(match, theirs)
        answers = literal and first
        assert asked(match)[0] == (ANNA if answers else BELA)
        if answers:
            assert mine[1] in usable_cards(match, ANNA)
            act(match, Waive(), ANNA)
            assert asked(match)[0] == BELA
        act(match, Waive(), BELA)
        assert window_of(match) == ""


@rule("AH-COST.7", "AH-PLAY.5")
@pytest.mark.parametrize("literal", OFF)
def test_an_event_of_a_conflict_row_needs_a_caster_or_none(literal: bool):
    for alive in (True, False):
        match = scene_with_cards(event_casters=literal)
        feast = event(match, ANNA, do=[SOUL])
        fight(match, anna=[feast])
        if not alive:
            set_team(match, ANNA)
        continue_until(match, "offer" if alive or not literal else "conflict_end")
        assert (asked(match)[1] == "offer") == (alive or not literal)
        if alive:
            act(match, PayFor(feast))
            (paid,) = match.state.paid
            assert paid.caster == (match.state.players[ANNA].damned if literal else "")


@rule("AH-HERESY.4", "AH-HERESY.17")
@pytest.mark.parametrize("literal", OFF)
def test_a_heresy_of_a_card_that_came_back_is_used_or_new(literal: bool):
    match = scene_with_cards(heresy_once=literal)
    witch = heretic(match, ANNA, "witch", abilities=heresy())
    act(match, UseHeresy(f"{witch}/0"))
    continue_to_action(match)
    reenter(match, witch)
    acting(match, ANNA)
    assert (UseHeresy(f"{witch}/0") in match.decisions()[ANNA].actions) == (not literal)


def reenter(match: Haeresis, name: str) -> None:
    """Let a card leave play and enter play again."""
    with arrange(match) as state:
        leave(match, name)
        state.players[ANNA].pyre.remove(name)
        enter(match, name, ANNA)


@rule("AH-COST.11", "AH-COST.10", "AH-COST.18")
@pytest.mark.parametrize("literal", OFF)
@pytest.mark.parametrize("skull", OFF)
def test_a_story_without_a_skull_can_or_cannot_do_without_its_target(literal: bool, skull: bool):
    match = scene_with_cards(targets_free=literal)
    tale = story(match, ANNA, skull=skull, do=[AT_HUNTER, SOUL])
    fight(match, anna=[tale])
    free = literal and not skull
    continue_until(match, "offer" if free else "conflict_end")
    assert (asked(match)[1] == "offer") == free
    if free:
        before = match.state.players[ANNA].souls
        act(match, PayFor(tale))
        continue_until(match, "conflict_end")
        assert match.state.players[ANNA].souls == before + 1
