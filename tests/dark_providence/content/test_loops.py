"""Whole matches with powers that trigger each other endlessly. Each match ends, and no card is lost."""

from __future__ import annotations

import random
from pathlib import Path
from typing import get_args

import pytest

from rules.dark_providence.content import load as content
from rules.dark_providence.content.effects import Ongoing
from rules.dark_providence.state.actions import Done, EndTurn
from tests.conformance.conservation import dark_providence as conserved
from tests.conformance.loop_matches import check_kinds, limit_chains, play
from tests.dark_providence.power_loops import NEVER, deal, of_pack, powers, write
from tests.dark_providence.table import GAME
from tests.game_helpers import rule

#: The number of packs to play in `make soak`.
MANY = 40


def pack(number: int, folder: Path) -> Path:
    return write(random.Random(f"loops {number}"), folder / f"odd{number}")


def cut_short(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """Play a match with the pack of this number to its end. Return how many times effects were cut short."""
    rng = random.Random(f"loop {number}")
    monkeypatch.setattr(content.PACKS, "added", {})
    limit_chains(monkeypatch, number)
    GAME.add_pack("odd", pack(number, folder))
    match = GAME.new(number % 5 + 1, f"loop {number}", {"pack": "odd"})
    deal(match, rng)
    return play(match, rng, EndTurn(), conserved, Done())


@rule("DP-GEN.9")
def test_powers_that_never_end_are_cut_short_as_the_log_tells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert any(cut_short(number, tmp_path, monkeypatch) for number in range(MANY))


@pytest.mark.soak
@rule("DP-GEN.9")
@pytest.mark.parametrize("number", range(MANY))
def test_powers_of_every_kind_that_set_each_other_off_end(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut_short(number, tmp_path, monkeypatch)


def test_every_kind_of_power_stands_in_a_loop(tmp_path: Path) -> None:
    packs = [content.load(pack(number, tmp_path)) for number in range(2)]
    check_kinds(powers(), NEVER, map(of_pack, packs))
    assert {one for pack in packs for card in pack.mythos.values() for one in card.ongoing} == {*get_args(Ongoing)}
