"""Sentences about full trays of the tower and about black cubes, for a player count."""

from __future__ import annotations

from rules.edge_of_darkness.board.cubes import PER_COLOUR, THRESHOLD
from rules.kernel.words.translation import Translator


def tray_attacks(say: Translator, seats: int) -> str:
    """Return when a tray attacks, and which player; `seats` is 0 if the player count isn't known yet."""
    if not seats:
        return say.t(
            "A tray with {two} cubes ({three} with three players, {four} with four) attacks the player with "
            "the most cubes in it. If players tie, it attacks each of them.",
            two=THRESHOLD[2], three=THRESHOLD[3], four=THRESHOLD[4],
        )  # fmt: skip
    return say.t(
        "A tray with {n} cubes attacks the player with the most cubes in it. If players tie, it attacks each of them.",
        n=THRESHOLD[seats],
    )


def black_cubes(say: Translator, seats: int) -> str:
    """Return what black cubes do, and how many of them there are among all cubes."""
    if not seats:
        return say.t(
            "If black cubes are the most or tied for most, everyone is attacked. {black} cubes are black: a "
            "third of all with two players.",
            black=PER_COLOUR,
        )
    return say.t(
        "If black cubes are the most or tied for most, everyone is attacked. {black} of the {all} cubes are "
        "black.",
        black=PER_COLOUR, all=PER_COLOUR * (seats + 1),
    )  # fmt: skip
