"""A corrupted save is either refused with one sentence when it is opened, or can be played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.aevum_haeresis.content.ops import Gold
from rules.aevum_haeresis.examples.position_builder import ANNA, BELA, deck, new, scene
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state import steps
from rules.kernel.errors import SaveError
from tests.conformance.random_play import walk
from tests.corrupted_saves import reopen_corrupted
from tests.game_helpers import assert_unsound, each, sample_numbers

NONSENSE: list[Any] = [
    -1,
    0,
    1,
    7,
    99,
    "",
    "nonsense",
    "cold_hands.0.1",
    "hired_knife.1.1",
    "cold_hands",
    None,
    [],
    {},
    True,
]


@pytest.mark.parametrize("number", sample_numbers(6, 24))
def test_a_meddled_save_is_refused_or_plays_on(number: int):
    assert reopen_corrupted(new(f"meddled {number}"), number, NONSENSE, every=15)


def refused(data: dict[str, Any]) -> None:
    with pytest.raises(SaveError):
        GAME.load(json.dumps(data).encode())


CHANGES: dict[str, Any] = {
    "a seat less": lambda s: s["players"].pop(),
    "an unknown card": lambda s: s["players"][0]["plot"].append("nobody.0.1"),
    "a card of the other": lambda s: s["players"][0]["plot"].append(s["players"][1]["plot"].pop()),
    "a lost card": lambda s: s["players"][0]["plot"].pop(),
    "a lost Heretic": lambda s: s["players"][1]["heretics"].pop(),
    "a card twice": lambda s: s["players"][0]["hand"].append(s["players"][0]["plot"][0]),
    "a fifth Location": lambda s: s["players"][0]["locations"].append("fairground.0.1"),
    "a Heretic in the Plot deck": lambda s: s["players"][0]["plot"].append(s["players"][0]["heretics"].pop()),
    "a Location in the Heretic deck": lambda s: s["players"][0]["heretics"].append(s["players"][0]["locations"].pop()),
    "no Damned": lambda s: s["players"][0].update(damned="nobody.0.1"),
    "no Camp in play": lambda s: s["cards"].pop(s["players"][0]["camp"]),
    "debts": lambda s: s["players"][0].update(gold=-1),
    "owed souls": lambda s: s["players"][0].update(souls=-1),
    "a fourth level": lambda s: s["players"][0].update(execution=4),
    "a third controller": lambda s: s["cards"][s["location"]].update(controller=2),
    "a fifth time": lambda s: s["cards"][s["location"]].update(time=4),
    "no time": lambda s: s["cards"][s["location"]].update(time=-1),
    "an unknown ability": lambda s: s["cards"][s["location"]].update(used=["9"]),
    "a lost host": lambda s: s["cards"][s["players"][0]["camp"]].update(host="nobody.0.1"),
    "no Location": lambda s: s.update(location=""),
    "another Location": lambda s: s.update(location=s["players"][0]["camp"]),
    "another placer": lambda s: s.update(placer=1 - s["placer"]),
    "no Location to follow": lambda s: s["players"][1 - s["placer"]].update(
        pyre=s["players"][1 - s["placer"]]["pyre"] + s["players"][1 - s["placer"]]["locations"], locations=[]
    ),
    "an unknown window": lambda s: s.update(window="tea"),
    "an unknown phase": lambda s: s.update(phase="tea"),
    "over at once": lambda s: s.update(over=True),
    "ended for nobody": lambda s: s.update(ended=True),
    "won by nobody": lambda s: s.update(winner=0),
    "a third Active": lambda s: s.update(active=2),
    "a third actor": lambda s: s.update(actor=-1),
    "three Passes": lambda s: s.update(passes=3),
    "no order of play": lambda s: s["stack"].pop(0),
    "at the end already": lambda s: s["stack"][0].update(line="end"),
    "another seat's turn": lambda s: s["stack"][-1].update(seat=7),
    "no window of its own": lambda s: s.update(open=[[]]),
    "a manoeuvre from nowhere": lambda s: s.update(man={"type": "recruit", "initiator": 0}),
}


@each("case", CHANGES)
def test_what_does_not_fit_together_is_not_opened(case: str):
    match = walked()
    data = json.loads(match.dump())
    assert GAME.load(json.dumps(data).encode()).dump() == match.dump()
    CHANGES[case](data["state"])
    refused(data)


def walked() -> Any:
    """Return a match with real cards at the first action of its Plot phase."""
    match = new("walked")
    for _ in walk(match, 5):
        if match.state.phase == "plot" and match.state.stack[-1].kind == "act":
            return match
    raise AssertionError


FIGHTS: dict[str, Any] = {
    "no manoeuvre": lambda s: s.update(man=None),
    "an unknown type": lambda s: s["man"].update(type="tea"),
    "a third initiator": lambda s: s["man"].update(initiator=2),
    "one team": lambda s: s["man"].update(teams=[[]]),
    "a stranger in a team": lambda s: s["man"]["teams"][0].append("nobody.0.1"),
    "not blocked": lambda s: s["man"].update(blocked=False),
    "nobody's manoeuvre": lambda s: [step.update(seat=-1) for step in s["stack"] if step.get("name") == "manoeuvre"],
}


@pytest.mark.parametrize("case", FIGHTS)
def test_a_conflict_that_does_not_fit_together_is_not_opened(case: str):
    match = new("fought")
    for _ in walk(match, 7):
        if match.state.man is not None and match.state.man.blocked and match.state.stack[-1].kind == "row":
            break
    data = json.loads(match.dump())
    assert GAME.load(json.dumps(data).encode()).dump() == match.dump()
    FIGHTS[case](data["state"])
    refused(data)


def test_a_heresy_that_its_card_does_not_have_is_not_opened():
    match = new("heresy")
    for _ in walk(match, 7):
        if match.state.heresy is not None:
            break
    data = json.loads(match.dump())
    assert GAME.load(json.dumps(data).encode()).dump() == match.dump()
    data["state"]["heresy"].update(ability=9)
    refused(data)


WRONG_STEPS: dict[str, Any] = {
    "a third seat": steps.ActStep(2),
    "nobody's row": steps.RowStep(-1),
    "a Location of an empty deck": steps.LocationStep(BELA),
    "a card that is not revealed": steps.OfferStep(ANNA, ["cold_hands.0.1"]),
    "an unknown card to pay for": steps.PayStep(ANNA, "nobody.0.1", "dem"),
    "an ability of a card not in play": steps.PayStep(ANNA, "ash_midwife.0.1", "ability", 0),
    "a team of no manoeuvre": steps.TeamStep(ANNA, blocking=False),
    "a third half of a window": steps.DemStep("pass_declared", 3),
    "an effect of an unknown card": steps.EffectStep(ANNA, "nobody.0.1", []),
    "a choice of a third seat's effect": steps.ChoiceStep(ANNA, 2, "", Gold(op="gold", amount=1)),
    "a card instead of an ability": steps.StartStep(ANNA, ["ash_midwife.0.1"]),
    "an ability of an unknown card": steps.StartStep(ANNA, ["nobody.0.1/0"]),
    "an end without a winner": steps.EndOrderStep(ANNA, ["souls", "deck"], [ANNA]),
}


@pytest.mark.parametrize("case", WRONG_STEPS)
def test_a_step_that_names_what_is_not_there_does_not_fit(case: str):
    match = scene(BELA)
    deck(match, BELA, locations=0)
    assert_unsound(match, WRONG_STEPS[case])
