"""A corrupted save is either refused with one sentence when it is opened, or can be played."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.edge_of_darkness.content.ops import TakeStreet
from rules.edge_of_darkness.examples.position_builder import new
from rules.edge_of_darkness.state import steps
from rules.kernel.engine.sequence import Sequence
from rules.kernel.engine.window import Window
from rules.kernel.errors import SaveError
from tests.corrupted_saves import reopen_corrupted
from tests.edge_of_darkness.table import GAME, after_prologue, free_part
from tests.game_helpers import assert_unsound

NONSENSE: list[Any] = [-1, 0, 1, 7, 99, "", "nonsense", None, [], {}, True]


@pytest.mark.parametrize("number", range(8))
def test_a_meddled_save_is_refused_or_plays_on(number):
    guilds = ("random", "chosen")[number % 2]
    match = new(number % 3 + 2, f"meddled {number}", setup="random", guilds=guilds)
    assert reopen_corrupted(match, number, NONSENSE, every=6, evenly=False)


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state["players"].pop(),
        lambda state: state["players"][0]["hand"].append("nobody"),
        lambda state: state["deck"].append(state["deck"][0]),
        lambda state: state["bag"].__setitem__(0, -3),
        lambda state: state["locations"].__setitem__(0, "atlantis"),
        lambda state: state["turn"].update(seat=7),
        lambda state: state["players"][1].update(moved_down=99),
        lambda state: state["stack"][-1].update(seat=9),
        lambda state: state["supply"].popitem(),
        lambda state: next(iter(state["cards"].values())).update(middle="no_such_slip"),
    ],
)
def test_what_does_not_fit_together_is_not_opened(change):
    data = json.loads(free_part().dump())
    change(data["state"])
    with pytest.raises(SaveError, match="damaged"):
        GAME.load(json.dumps(data).encode())


@pytest.mark.parametrize("make", [new, after_prologue])
def test_what_is_whole_is_opened(make):
    match = make(3)
    assert GAME.load(match.dump()).dump() == match.dump()


NOWHERE = steps.Source("tower", home="atlantis")
WRONG_STEPS: dict[str, Any] = {
    "a third seat": steps.FreeStep(2),
    "nobody's draft": steps.DraftStep(-1, 3),
    "a sequence of a third seat": Sequence("action_turn", "discard_hand", 2),
    "a pick of an unknown kind": steps.PickStep(0, "atlantis"),
    "a sleeving of an unknown kind": steps.SleeveStep(0, "atlantis"),
    "a third seat that owes a card": steps.HallStep([0, 2]),
    "an attack on a third seat": steps.AttackStep(0, "nell_the_lamplighter", [2]),
    "an attack's window of a third seat": Window("attacked", [2], {"seat": 0, "card": "nell_the_lamplighter"}),
    "an effect of an unknown Location": steps.EffectStep(0, NOWHERE, [], "all", "turn"),
    "a part of an unknown Location": steps.ClauseStep(0, NOWHERE, "turn", []),
    "a choice of an unknown Location": steps.ChoiceStep(0, NOWHERE, TakeStreet(op="take_street"), 1, "turn"),
}


@pytest.mark.parametrize("case", WRONG_STEPS)
def test_a_step_that_names_what_is_not_there_does_not_fit(case: str):
    assert_unsound(free_part(), WRONG_STEPS[case])
