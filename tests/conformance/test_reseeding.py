"""Changing the random seed in the middle of a match changes the future, but nothing that a player knows."""

from __future__ import annotations

import random
from pathlib import Path

from rules.kernel.engine.match import Match
from rules.kernel.engine.match_reseeding import luck, redeal, reseed, set_seed_for_undo
from rules.kernel.engine.sealed_choices import Sealed
from tests.conformance.random_play import check_every_step, tables

#: The number of steps between two full checks from all viewpoints.
EVERY = 8


@tables
def test_new_luck_shows_no_one_anything_and_keeps_the_match_whole(game: str, seats: int, tmp_path: Path) -> None:
    fresh = lying = steps = 0

    def check(match: Match) -> None:
        nonlocal fresh, lying, steps
        steps += 1
        if steps % EVERY:
            return
        renewed, twin = match.copy(), match.copy()
        reseed(renewed, "another seed")
        reseed(twin, "another seed")
        assert renewed.dump() == twin.dump(), "the same seed brings the same luck"
        for seat in [None, *range(seats)]:
            assert renewed.view(seat) == match.view(seat)
        assert renewed.decisions() == match.decisions()
        assert match.game.is_sound(renewed)
        assert renewed.epoch == match.epoch
        lying += any(len(set(pile.unknown)) > 10 for pile in match.game.piles(match))
        fresh += luck(renewed)[2] != luck(match)[2]

    check_every_step(game, seats, 0, check, tmp_path)
    assert fresh >= lying, "what lies face down is not shuffled"


@tables
def test_what_is_dealt_again_looks_the_same_to_a_spectator_and_can_be_played(
    game: str, seats: int, tmp_path: Path
) -> None:
    changed = hidden = steps = 0

    def check(match: Match) -> None:
        nonlocal changed, hidden, steps
        steps += 1
        if steps % EVERY or match.over:
            return
        dealt, twin = (redeal(match, "another seed", random.Random("dealt")) for _ in range(2))
        assert dealt.dump() == twin.dump(), "the same seed deals the same"
        assert match.game.is_sound(dealt)
        assert dealt.decisions(), "nobody can go on"
        assert dealt.epoch == match.epoch + 1
        top = match.state.stack[-1] if match.state.stack else None
        if not isinstance(top, Sealed):
            assert dealt.view(None) == match.view(None)
        # A single deal can be equal to the real one by chance. In a short match this check happens only once.
        deals = (redeal(match, "another seed", random.Random(f"dealt {number}")) for number in range(8))
        changed = changed or any(deal.view(seat) != match.view(seat) for deal in deals for seat in range(seats))
        world = match.worlds(None, random.Random("world"))
        hidden += seats > 1 and any(world.view(seat) != match.view(seat) for seat in range(seats))

    check_every_step(game, seats, 0, check, tmp_path)
    assert changed or not hidden, "nothing hidden is dealt again"


@tables
def test_going_back_one_move_renews_the_luck_if_and_only_if_it_drew(game: str, seats: int, tmp_path: Path) -> None:
    before: list[Match] = []

    def check(match: Match) -> None:
        if before:
            there = before.pop()
            draws = luck(there) != luck(match)
            seed, fresh = set_seed_for_undo(there, match, "another seed")
            assert (seed, fresh) == (("another seed", True) if draws else (None, False))
        before.append(match.copy())

    check_every_step(game, seats, 0, check, tmp_path)
