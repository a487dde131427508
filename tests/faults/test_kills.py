"""If processes are killed at random moments, no acknowledged move is lost and every post is sent once."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rules
from bot.store.engine_interface import Address

ROOT = Path(__file__).parents[2]
#: The matches to play: one of each game, and one with a draft, so both players pick at the same time.
PLAYED = (*rules.GAMES, "aevum_haeresis-draft")


def played(
    folder: Path, moves: int, kills: int, seed: int, databases: dict[str, Address]
) -> dict[str, tuple[int, int]]:
    """Play matches of `moves` moves in processes that are killed; return (moves, number of kills) by game."""
    games = [f"{game}={database}" for game, database in databases.items()]
    command = [sys.executable, "-m", "tests.faults.kill_games", *map(str, (folder, moves, kills, seed)), *games]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    lines = re.findall(r"([\w-]+): (\d+) moves, (\d+) times killed", done.stdout)
    return {game: (int(made), int(died)) for game, made, died in lines}


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kill -9 and forks are of POSIX systems")


def test_killed_again_and_again_a_match_goes_on_with_all_its_moves_and_posts(tmp_path: Path, database: str):
    databases: dict[str, Address] = {game: tmp_path / f"{game}.sqlite" for game in PLAYED}
    databases["edge_of_darkness"] = database
    found = played(tmp_path, 30, 4, 5, databases)
    assert set(found) == set(PLAYED)
    for moves, died in found.values():
        assert moves >= 30
        assert died >= 2


def cup_played(folder: Path, kills: int, seed: int, database: Address) -> tuple[int, int]:
    """Play a cup in processes that are killed; return the number of its matches and the number of kills."""
    command = [sys.executable, "-m", "tests.faults.kill_cups", *map(str, (folder, kills, seed, database))]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    assert done.returncode == 0, done.stderr
    ((tables, died),) = re.findall(r"(\d+) tables, (\d+) times killed", done.stdout)
    return int(tables), int(died)


def test_killed_again_and_again_a_cup_opens_each_table_once_and_tells_of_its_champion_once(
    tmp_path: Path, database: str
):
    tables, died = cup_played(tmp_path, 4, 5, database)
    assert tables >= 5 * 2, "six play five ties, each of two matches at least"
    assert died >= 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4))
def test_killed_thirty_times_a_cup_comes_to_its_end(tmp_path: Path, address: Address, seed: int):
    assert cup_played(tmp_path, 30, seed, address)[1] >= 10


@pytest.mark.soak
@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("seed", range(2))
def test_killed_fifty_times_in_two_hundred_moves(tmp_path: Path, address: Address, game: str, seed: int):
    moves, died = played(tmp_path, 200, 55, seed, {game: address})[game]
    assert moves >= 200
    assert died >= 45
