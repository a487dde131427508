"""A corrupted save is either refused with one sentence when it is opened, or can be played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.dark_providence.content.ops import Lock
from rules.dark_providence.examples.position_builder import turn
from rules.dark_providence.state import steps
from rules.kernel.engine.sequence import Sequence
from rules.kernel.errors import SaveError
from tests.corrupted_saves import reopen_corrupted
from tests.dark_providence.scenes import walk
from tests.dark_providence.table import GAME, new
from tests.game_helpers import assert_unsound, rule, sample_numbers

NONSENSE: list[Any] = [-1, 0, 1, 7, 99, "", "nonsense", "chicago", "wyatt_earp", None, [], {}, True]


@pytest.mark.parametrize("number", sample_numbers(5, 25))
def test_a_meddled_save_is_refused_or_plays_on(number):
    assert reopen_corrupted(new(number % 5 + 1, f"meddled {number}"), number, NONSENSE, every=8)


def lay_on_nothing(state):
    """Move a marker from a player's supply to a target that doesn't exist."""
    state["players"][0]["supply"] -= 1
    state["marks"] = {"nothing": [1, 0, 0]}


def solo(change):
    """Return a test case that makes this change to a solo match."""
    return pytest.param(1, change)


def plain(change):
    """Return a test case that makes this change to a three-player match."""
    return pytest.param(3, change)


@pytest.mark.parametrize(
    ("seats", "change"),
    [
        plain(lambda state: state["players"].pop()),
        plain(lambda state: state["players"][0]["deck"].append("nobody")),
        plain(lambda state: state["players"][0]["deck"].pop()),
        plain(lambda state: state["players"][0].update(deck=[])),
        plain(lambda state: state["players"][0].update(supply=7)),
        plain(lambda state: state["players"][0].update(supply=-1, pool=19)),
        plain(lambda state: state["players"][0].update(controls=11)),
        plain(lambda state: state["players"][0].update(madness=1)),
        plain(lambda state: state["players"][0].update(lead="nobody")),
        plain(lambda state: state["players"][0].update(colour=9)),
        plain(lambda state: state["players"][0].update(seen=[7])),
        plain(lambda state: state["players"][0].update(crypt=["nobody"])),
        plain(lambda state: state["players"][0].update(allegiance="pirate")),
        plain(lambda state: state["players"][0]["mythos"].append(state["row"][0])),
        plain(lambda state: state["stock"].append(state["stock"][0])),
        plain(lambda state: state["mythos_deck"].pop()),
        plain(lambda state: state["area_e"].pop()),
        plain(lambda state: state["destroyed"].append("dynamite_2")),
        plain(lambda state: state["bag"].__setitem__(0, -3)),
        plain(lambda state: state["bag"].append(0)),
        plain(lambda state: state["bag"].pop()),
        plain(lambda state: state["spent"].append(0)),
        plain(lambda state: state["turn"].update(seat=7)),
        plain(lambda state: state["turn"].update(seat=-1)),
        plain(lambda state: state["stack"][-1].update(seat=9)),
        plain(lambda state: state["stack"].pop(0)),
        plain(lambda state: state.update(over=True)),
        plain(lambda state: state.update(first=5)),
        plain(lambda state: state.update(ritual=13)),
        plain(lambda state: state.update(investigation=-1)),
        plain(lambda state: state.update(cthulhu="atlantis")),
        plain(lambda state: state.update(martial_law="atlantis")),
        plain(lambda state: state.update(whateleys=["atlantis"])),
        plain(lambda state: state.update(whateley_seat=3)),
        plain(lambda state: state.update(whateleys=["chicago"] * 4, whateley_seat=0)),
        plain(lambda state: state.update(locks=["chicago", "chicago"])),
        plain(lambda state: state.update(locks=["nothing"])),
        plain(lambda state: state.update(marks={"chicago": [1, 0, 0]})),
        plain(lay_on_nothing),
        plain(lambda state: state.update(marks={"chicago": [0, 0, 0]})),
        plain(lambda state: state.update(marks={"chicago": [0, 0]})),
        plain(lambda state: state.update(aside=[])),
        plain(lambda state: state["aside"].append("cultist")),
        plain(lambda state: state["aside"].__setitem__(0, state["players"][0]["allegiance"])),
        plain(lambda state: state["agents"].pop("monday")),
        plain(lambda state: state["agents"].update(nobody={"owner": 0, "city": "chicago"})),
        plain(lambda state: state["agents"].update(deep_one_9={"owner": -1, "city": "chicago"})),
        plain(lambda state: state["agents"].update(deep_one_1={"owner": 0, "city": "chicago"})),
        plain(lambda state: state["agents"].update(cultist_1={"owner": 1, "city": "chicago"})),
        plain(lambda state: state["agents"].update(carl_jung={"owner": -1, "city": "chicago"})),
        plain(lambda state: state["agents"].update(carl_jung={"owner": 0, "city": "chicago"})),
        plain(lambda state: state["agents"]["monday"].update(city="atlantis")),
        plain(lambda state: state["agents"]["monday"].update(owner=1)),
        plain(lambda state: state["places"].pop("chicago")),
        plain(lambda state: state["places"]["chicago"].update(controller=0)),
        plain(lambda state: state["places"]["chicago"].update(gate="open")),
        plain(lambda state: state["places"]["chicago"].update(gate_owner=0)),
        plain(lambda state: state["places"]["chicago"].update(stack=[])),
        plain(lambda state: state["owners"].update({next(iter(state["owners"])): 7})),
        plain(lambda state: state["owners"].update(chicago=0)),
        plain(lambda state: state["table"].update(chicago="wealth")),
        plain(lambda state: state.update(phase="tea")),
        plain(lambda state: state.update(row=[])),
        solo(lambda state: state.update(old_one=None)),
        solo(lambda state: state["old_one"].update(card="nobody")),
        solo(lambda state: state["old_one"]["cultists"].pop()),
        solo(lambda state: state["old_one"]["cultists"][0].update(supply=18)),
        solo(lambda state: state["old_one"]["cultists"][0].update(controls=13)),
        solo(lambda state: state["old_one"]["deck"].pop()),
        solo(lambda state: state["old_one"].update(control="nothing")),
        solo(lambda state: state["old_one"].update(madness=1)),
        solo(lambda state: state["old_one"].update(crypt=["nobody"])),
        solo(lambda state: state["old_one"]["kept"].append("dynamite")),
        solo(lambda state: state["agents"].pop("cultist_1")),
        solo(lambda state: state["agents"]["cultist_1"].update(owner=0)),
    ],
)
def test_what_does_not_fit_together_is_not_opened(seats, change):
    data = json.loads(turn(seats).dump())
    change(data["state"])
    with pytest.raises(SaveError):
        GAME.load(json.dumps(data).encode())


WRONG_STEPS: dict[str, Any] = {
    "a fourth seat": steps.BuyStep(3),
    "nobody's payment": steps.PayStep(-1, "buy", "wealth", 1),
    "a sequence of a fourth seat": Sequence("turn", "", 3),
    "a kill by an unknown card": steps.StrikeStep(0, "nobody", any_agent=True, returned=False),
    "a gate by an unknown card": steps.GateStep(0, "nobody", any_agent=True, face="open"),
    "a way of an unknown card": steps.WayStep(0, "nobody", "action"),
    "an effect of an unknown card": steps.EffectStep(0, "nobody", "action", []),
    "a choice of an unknown card": steps.ChoiceStep(0, "nobody", Lock(op="lock")),
    "a reaction of an unknown card": steps.ReactionStep(0, "nobody"),
    "a cultist at a table of three": steps.ResourceStep(1, "dynamite", "asset", []),
}


@pytest.mark.parametrize("case", WRONG_STEPS)
def test_a_step_that_names_what_is_not_there_does_not_fit(case: str):
    assert_unsound(turn(3), WRONG_STEPS[case])


def test_a_cultist_gets_no_resources_from_an_unknown_card():
    assert_unsound(turn(1), steps.ResourceStep(1, "nobody", "asset", []))


@rule("DP-INV.1", "DP-INV.2", "DP-INV.3", "DP-INV.4", "DP-INV.5", "DP-INV.6")
@pytest.mark.parametrize("seats", range(1, 6))
def test_whatever_comes_up_in_play_is_whole_and_opened(seats):
    match = new(seats, f"whole {seats}")
    for number, _ in enumerate(walk(match, seats)):
        if number % 3 == 0:
            assert GAME.load(match.dump()).dump() == match.dump()
    assert GAME.load(match.dump()).dump() == match.dump()


@pytest.mark.parametrize("option", [True, False])
def test_a_match_with_the_vp_marker_from_the_pool_is_whole_too(option):
    match = new(2, vp_marker_from_supply=option)
    assert GAME.load(match.dump()).dump() == match.dump()
