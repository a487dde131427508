"""Whole matches with effects that trigger each other endlessly. Each match ends, and no card is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from rules.edge_of_darkness.content import load as content
from rules.edge_of_darkness.state.actions import EndTurn
from rules.kernel.data.actions import Pass
from tests.conformance.conservation import edge_of_darkness as conserved
from tests.conformance.loop_matches import check_kinds, limit_chains, play
from tests.edge_of_darkness.effect_loops import NEVER, effects, of_pack, write
from tests.edge_of_darkness.random_packs import random_options
from tests.edge_of_darkness.table import GAME
from tests.game_helpers import rule

#: The number of packs to play in `make soak`.
MANY = 40


def pack(number: int, folder: Path) -> Path:
    return write(random.Random(f"loops {number}"), folder / f"odd{number}")


def cut_short(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play a match to its end with the pack of this number. Return how many times effects were cut short."""
    rng = random.Random(f"loop {number}")
    monkeypatch.setattr(content.PACKS, "added", {})
    limit_chains(monkeypatch, number)
    GAME.add_pack("odd", pack(number, folder))
    match = GAME.new(rng.choice([2, 3, 4]), f"loop {number}", {**random_options(rng), "pack": "odd"})
    return play(match, rng, EndTurn(), conserved, Pass())


@rule("EOD-GEN.12")
def test_effects_that_never_end_are_cut_short_as_the_log_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(cut_short(number, tmp_path, monkeypatch) for number in range(MANY))


@pytest.mark.soak
@rule("EOD-GEN.12")
@pytest.mark.parametrize("number", range(MANY))
def test_effects_of_every_kind_that_set_each_other_off_end(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_short(number, tmp_path, monkeypatch)


def test_every_kind_of_effect_stands_in_a_loop(tmp_path: Path) -> None:
    check_kinds(effects(), NEVER, [of_pack(content.load(pack(number, tmp_path))) for number in range(2)])
