from __future__ import annotations

from pathlib import Path

import pytest

import rules
from tools.match_hashes import MATCHES_PER_HASH, hash_of
from tools.match_hashes import differences as differing

FILE = Path("tests/saves/play.txt")


@pytest.mark.parametrize(("game", "seats"), [(game.id, seats) for game in rules.GAMES.values() for seats in game.seats])
def test_random_matches_are_played_as_in_the_first_version(game: str, seats: int) -> None:
    count = MATCHES_PER_HASH["random"]
    line = f"{game} {seats} random {count} {hash_of(rules.GAMES[game], seats, 'random', range(count))}"
    assert line in FILE.read_text("utf-8").splitlines()


def test_a_line_that_is_not_in_the_file_is_a_difference(tmp_path: Path) -> None:
    file = tmp_path / "play.txt"
    file.write_text("a 2 random 8 00\n")
    assert differing(["a 2 random 8 00", "a 2 random 8 01"], file) == ["a 2 random 8 01"]
