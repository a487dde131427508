"""Whole matches with random packs.

Nothing crashes, no match gets stuck, no card is lost, and nothing hidden leaks.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from rules.dark_providence.content import load as content
from rules.dark_providence.content.checks import ops_of
from rules.dark_providence.content.ops import Op
from rules.dark_providence.state.actions import EndTurn
from rules.dark_providence.state.state import Providence
from tests.conformance.conservation import dark_providence as conserved
from tests.conformance.random_packs import check_reload, compare_worlds, play_at_random
from tests.dark_providence.random_packs import write
from tests.dark_providence.table import GAME
from tests.game_helpers import sample_numbers

#: The number of packs in `make test` and in `make soak`.
PACKS, MANY = 5, 60
#: The number of decisions between two checks that the match can be saved, and between two checks that nothing leaks.
LOOKED, COMPARED = 31, 9


def play(match: Providence, rng: random.Random) -> None:
    """Play a match to its end.

    After fixed numbers of decisions, check that no piece is lost, that the match can be saved, and that nothing leaks.
    """
    asked = Counter[str]()
    for number in play_at_random(match, rng, EndTurn(), 0.2):
        conserved(match)
        if number % LOOKED == 0:
            check_reload(match)
        compare_worlds(match, number, asked, rng, (2, COMPARED))


@pytest.mark.parametrize("number", sample_numbers(PACKS, MANY))
def test_a_random_pack_plays_to_the_end_and_tells_nothing(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"pack {number}")
    monkeypatch.setattr(content.PACKS, "added", {})
    GAME.add_pack("odd", write(rng, tmp_path / "odd"))
    match = GAME.new(number % 5 + 1, f"odd {number}", {"pack": "odd"})
    play(match, rng)
    conserved(match)
    assert match.result is not None


def test_random_packs_use_every_verb(tmp_path: Path) -> None:
    pack = content.load(write(random.Random("verbs"), tmp_path / "odd"))
    cards = [*pack.starting.values(), *pack.cards.values(), *pack.mythos.values()]
    assert {type(op) for card in cards for op in ops_of(card.powers)} == set(get_args(get_args(Op)[0]))
