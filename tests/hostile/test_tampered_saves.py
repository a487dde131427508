"""Tampered saves are either refused with one sentence when they are imported, or can be played."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.app.settings import ConfigError, Settings, StartError
from bot.cli import transfer_command
from bot.matches.match_files import MAX_FILE_BYTES
from bot.matches.service import MatchService
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.conformance.random_play import fewest_seats, walk
from tests.corrupted_saves import corrupt_one_value
from tests.matches.room import ManualClock

GAMES = list(rules.GAMES)
#: Number of matches per game, each tampered with six times, in `make test` and in `make soak`, which uses a new seed in
#: each run.
MATCHES, MANY = 5, 200
#: Number of moves that are played from a save that was accepted.
MOVES = 15
#: Maximum CPU seconds for opening a save.
TIME = 30.0
NONSENSE: list[Any] = [
    -1, 0, 1, 2, 7, 99, 10**6, 2**31, 2**63, 10**40, -(10**6), 1.5, 1e308, "", "nonsense", "../x", None, [], {}, True,
    [[[]]], ["x"] * 5, float("nan"), float("inf"), "\ud800", "\u202e",
]  # fmt: skip


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[MatchService]:
    async with await Store.open(tmp_path / "a.sqlite") as store:
        yield MatchService(store, ManualClock())


def played(game: str, rng: random.Random) -> Any:
    """Return a running match after at most 120 moves."""
    seats, seed, moves = rng.choice(rules.GAMES[game].seats), rng.random(), rng.randrange(1, 120)
    while True:
        match = rules.GAMES[game].new(seats, f"doctored {seed}")
        for number, _ in enumerate(walk(match, int(seed * 1000))):
            if number >= moves:
                break
        if not match.over:
            return match
        moves //= 2


async def import_or_none(service: MatchService, data: bytes, channel: int, seats: int) -> int | None:
    """Import a match and return its number; return None if it is refused in one sentence and leaves nothing behind."""
    players = [(seat + 1, f"P{seat}") for seat in range(seats)]
    begun, told = time.process_time(), ""
    try:
        info = await service.transfer.adopt(data, guild_id=1, channel_id=channel, players=players)
    except Refusal as refusal:
        told = str(refusal)
    finally:
        assert time.process_time() - begun < TIME
    if not told:
        return info.id
    assert told.endswith((".", "!"))
    assert "\n" not in told
    assert await service.matches.in_channel(channel) is None
    return None


def exercise_match(match: Any, rng: random.Random) -> None:
    """Exercise a match: play some moves, compute seat views and public views, deal possible worlds, and copy it."""
    for number, _ in enumerate(walk(match, rng.randrange(1000))):
        if number >= MOVES:
            break
        seat = number % match.state.seats
        match.view(seat)
        match.view(None)
        if number % 5 == 0:
            match.worlds(seat, rng)
            match.copy()


async def play_tampered_matches(service: MatchService, game: str, matches: int, rng: random.Random) -> int:
    """Import tampered matches and play on those that are accepted; return how many were accepted."""
    let_in = channel = 0
    for _ in range(matches):
        match = played(game, rng)
        for _ in range(6):
            envelope = json.loads(match.dump())
            for _ in range(rng.choice([1, 1, 1, 2])):
                corrupt_one_value(envelope["state"], rng, NONSENSE, evenly=rng.random() < 0.6)
            channel += 1
            number = await import_or_none(service, json.dumps(envelope).encode(), channel, match.state.seats)
            if number is not None:
                let_in += 1
                exercise_match((await service.matches.table(number)).match.copy(), rng)
    return let_in


@pytest.mark.parametrize("game", GAMES)
async def test_a_doctored_match_is_refused_or_can_be_played(service: MatchService, game: str) -> None:
    assert await play_tampered_matches(service, game, MATCHES, random.Random(f"doctored {game}")), (
        "everything is refused"
    )


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
async def test_many_doctored_matches(service: MatchService, game: str) -> None:
    start = random.SystemRandom().getrandbits(64)
    print(f"begun with {start}")
    assert await play_tampered_matches(service, game, MANY, random.Random(start))


@pytest.mark.parametrize("game", GAMES)
async def test_a_save_of_one_game_is_none_of_another(service: MatchService, game: str) -> None:
    seats = fewest_seats(game)
    data = rules.GAMES[game].new(seats, "other").dump()
    assert await import_or_none(service, data, 1, seats) is not None
    for number, other in enumerate([*GAMES, "chess", "", "../x"], 2):
        if other != game:
            renamed = data.replace(f'"{game}"'.encode(), json.dumps(other).encode(), 1)
            assert await import_or_none(service, renamed, number, seats) is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "change",
    [
        {"version": 10**30}, {"version": -1}, {"version": "1"}, {"version": True}, {"state": []}, {"state": {}},
        {"game": ["x"]}, {"game": None},
    ],
    ids=str,
)  # fmt: skip
async def test_an_envelope_that_was_changed_is_refused(
    service: MatchService, game: str, change: dict[str, Any]
) -> None:
    envelope = json.loads(rules.GAMES[game].new(fewest_seats(game), "envelope").dump()) | change
    assert await import_or_none(service, json.dumps(envelope).encode(), 1, fewest_seats(game)) is None


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\0" * 1000, b"[" * 900_000, b'{"a":' * 100_000, b"1" * 900_000, b'{"game":"edge_of_darkness"',
        b"\xff\xfe[",
        b" " * (MAX_FILE_BYTES + 1), b'["' + b"x" * MAX_FILE_BYTES + b'"]', b'{"game": {"a": 1}}',
    ],
    ids=lambda data: repr(data[:12]),
)  # fmt: skip
async def test_what_is_no_match_is_refused_at_once(service: MatchService, data: bytes) -> None:
    assert await import_or_none(service, data, 1, 2) is None


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The bot's settings, with an empty database."""

    async def make() -> None:
        await (await Store.open(tmp_path / "a.sqlite")).close()

    asyncio.run(make())
    return Settings(_env_file=None, database=tmp_path / "a.sqlite")  # pyright: ignore[reportCallIssue]


def test_no_more_is_read_of_a_file_than_a_match_may_hold(tmp_path: Path, settings: Settings) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "sparse").touch()
    os.truncate(tmp_path / "sparse", 10**12)
    for file in (Path("/dev/zero"), tmp_path / "pipe", tmp_path, tmp_path / "none", tmp_path / "sparse", Path("a\0b")):
        with pytest.raises((ConfigError, Refusal)) as caught:
            transfer_command.adopt(settings, file, 1, 2, "5:Ana,6:Bo", "en")
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "players", ["9" * 30 + ":Ana,6:Bo", "-1:Ana,6:Bo", "²:Ana,6:Bo", "0:Ana,6:Bo", ",,,", ":" * 100]
)
def test_players_that_are_none_are_refused(players: str) -> None:
    with pytest.raises(ConfigError, match="is not a player"):
        transfer_command.players_of(players)


@pytest.mark.parametrize(("guild", "channel"), [(10**30, 2), (1, -(10**30))])
def test_ids_beyond_all_numbers_are_refused_in_one_sentence(
    tmp_path: Path, settings: Settings, guild: int, channel: int
) -> None:
    (tmp_path / "match").write_bytes(rules.GAMES[GAMES[0]].new(fewest_seats(GAMES[0]), "ids").dump())
    with pytest.raises(StartError) as caught:
        transfer_command.adopt(settings, tmp_path / "match", guild, channel, "5:Ana,6:Bo", "en")
    assert "\n" not in str(caught.value)
