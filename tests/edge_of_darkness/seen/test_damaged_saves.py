"""Saves somebody has meddled with: refused in one sentence when opened, or good to play on with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rules.kernel.errors import SaveError
from tests.edge_of_darkness.table import GAME, after_prologue, free_part, new
from tests.meddling import reopen_meddled

NONSENSE: list[Any] = [-1, 0, 1, 7, 99, "", "nonsense", None, [], {}, True]


@pytest.mark.parametrize("number", range(8))
def test_a_meddled_save_is_refused_or_plays_on(number):
    guilds = ("random", "chosen")[number % 2]
    match = new(number % 3 + 2, f"meddled {number}", setup="random", guilds=guilds)
    assert reopen_meddled(match, number, NONSENSE, every=6, evenly=False)


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
