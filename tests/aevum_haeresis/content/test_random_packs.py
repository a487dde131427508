"""Whole matches with random packs.

Nothing crashes, no match gets stuck, no card is lost, and nothing hidden leaks.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any, get_args

import pytest

from rules.aevum_haeresis.content import load as content
from rules.aevum_haeresis.content.effects import Passive
from rules.aevum_haeresis.content.nested_operations import every_op
from rules.aevum_haeresis.content.occasions import Occasion
from rules.aevum_haeresis.content.ops import Condition, Op
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Pass
from rules.aevum_haeresis.state.state import Haeresis
from rules.kernel.content.card_language import kinds
from tests.aevum_haeresis.random_packs import chained, write
from tests.conformance.conservation import aevum_haeresis as conserved
from tests.conformance.random_packs import check_reload, check_texts, compare_worlds, play_at_random
from tests.game_helpers import rule, sample_numbers

#: The number of packs in `make test` and in `make soak`.
PACKS, MANY = 3, 60
#: The number of decisions between two checks that the match can be saved, and between two checks that nothing leaks.
LOOKED, COMPARED = 67, 23


def play(match: Haeresis, rng: random.Random) -> None:
    """Play a match to its end.

    At many decisions, check that no card is lost, that the match can be saved, and that nothing leaks.
    """
    asked = Counter[str]()
    for number in play_at_random(match, rng, Pass(), 0.15):
        conserved(match)
        if number % LOOKED == 0:
            check_reload(match)
            check_texts(match)
        compare_worlds(match, number, asked, rng, (1, COMPARED))


@pytest.mark.parametrize("number", sample_numbers(PACKS, MANY))
def test_a_random_pack_plays_to_the_end_and_tells_nothing(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"pack {number}")
    monkeypatch.setattr(content.PACKS, "added", {})
    GAME.add_pack("odd", write(rng, tmp_path / "odd"))
    match = GAME.new(2, f"odd {number}", {"pack": "odd", "pace": rng.choice(["trust", "ask_all", "uniform"])})
    play(match, rng)
    conserved(match)
    assert match.result is not None


# Pack 9 always runs, because its match is saved while the last pending ability is asking a question.
@rule("AH-GEN.19")
@pytest.mark.parametrize(
    "number", [pytest.param(number, marks=[] if number == 9 else [pytest.mark.soak]) for number in range(40)]
)
def test_abilities_that_set_each_other_off_for_ever_end(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(f"chain {number}")
    monkeypatch.setattr(content.PACKS, "added", {})
    GAME.add_pack("odd", write(rng, tmp_path / "odd", 1.0, chained))
    match = GAME.new(2, f"odd {number}", {"pack": "odd"})
    for decision in play_at_random(match, rng, Pass(), 0.15):
        if decision % LOOKED == 0:
            conserved(match)
            check_reload(match)
    assert match.result is not None


def test_random_packs_use_everything_that_a_card_can_say(tmp_path: Path) -> None:
    found: set[type[Any]] = set()
    for number in range(2):
        pack = content.load(write(random.Random(f"verbs {number}"), tmp_path / f"odd{number}", often=1.0))
        for card in pack.cards.values():
            found |= {type(op) for op in every_op(card)} | {type(one) for one in card.passives}
            for one in (*card.abilities, *card.passives):
                found |= {type(condition) for condition in one.conditions}
            found |= {type(one.when) for one in card.abilities if one.when is not None}
    wanted = {*kinds(Op), *kinds(Passive), *kinds(Condition), *kinds(Occasion)}
    assert sorted(kind.__name__ for kind in wanted - found) == []
    assert get_args(Op)
