"""The recommended set-ups of the base pack, and the random set-up."""

from __future__ import annotations

from statistics import mean
from typing import Any

import pytest

import rules
from rules.edge_of_darkness.content.load import Setup, base
from rules.kernel.words.translation import LOCALES
from tests.edge_of_darkness.content.test_pack import effects_of, walk

CONTENT = base()


@pytest.mark.rule("EOD-SETUP.28", "EOD-MISS.8")
@pytest.mark.parametrize("setup", CONTENT.setups.values(), ids=list(CONTENT.setups))
def test_each_recommended_setup_has_ten_locations_and_all_that_a_city_needs(setup: Any):
    assert len(set(setup.locations)) == 10
    types = {kind for name in setup.locations for kind in CONTENT.locations[name].types}
    assert types >= {"allegiance", "hunting", "train", "battle", "coin", "defence"}


def tales() -> dict[str, list[Setup]]:
    """Return the recommended set-ups of each tale, in the order of the pack.

    The tale is the part of a set-up's English name before the colon.
    """
    found: dict[str, list[Setup]] = {}
    for setup in CONTENT.setups.values():
        found.setdefault(setup.name.en.partition(":")[0], []).append(setup)
    return found


def test_the_setups_are_told_in_three_tales():
    assert len(CONTENT.setups) >= 8
    assert list(tales()) == ["Tale of Embers", "Tale of Tides", "Tale of Bones"]
    for chapters in tales().values():
        assert len(chapters) >= 2
        for locale in LOCALES:
            assert len({getattr(chapter.name, locale).partition(":")[0] for chapter in chapters}) == 1


def test_the_tales_go_from_simple_to_hard():
    def words(setups: list[Setup]) -> float:
        return mean(
            len(list(walk(effect)))
            for setup in setups
            for name in setup.locations
            for effect in effects_of(CONTENT.locations[name])
        )

    def dread(setups: list[Setup]) -> float:
        slips = [slip for setup in setups for name in setup.locations for slip in CONTENT.locations[name].slips]
        return sum(slip.threat.damage * slip.copies for slip in slips) / sum(slip.copies for slip in slips)

    first, *_ = CONTENT.setups.values()
    assert all(words([first]) < words([other]) for other in CONTENT.setups.values() if other is not first)
    assert "misc" not in "".join(kind for name in first.locations for kind in CONTENT.locations[name].types)
    easy, middling, hard = tales().values()
    assert dread(easy) < dread(hard)
    assert dread(middling) < dread(hard)


def test_every_location_has_its_part_in_a_tale():
    assert {name for setup in CONTENT.setups.values() for name in setup.locations} == set(CONTENT.locations)


@pytest.mark.rule("EOD-SETUP.29", "EOD-DEC.2", "EOD-LOCTYPE.3")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_setup_keeps_its_quotas(seats: int):
    for seed in range(40):
        match = rules.GAMES["edge_of_darkness"].new(seats, f"quotas {seed}", {"setup": "random"})
        types = {kind for name in match.state.locations for kind in CONTENT.locations[name].types}
        assert types >= {"allegiance", "hunting", "train", "battle", "coin", "defence"}
        assert len(set(match.state.locations)) == 10
