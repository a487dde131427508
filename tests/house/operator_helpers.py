"""Helpers for tests of operator commands: a database with a match of every game, and ways to inspect it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import rules
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.store.statements import journal
from bot.store.store import Store
from tests.conformance.random_play import ends, fewest_seats
from tests.matches.room import ANNA, NAMES, ManualClock, can_take_back

GAMES = list(rules.GAMES)
#: The numbers of the matches in the database: one match per game, in the order of the games.
NUMBERS = range(1, len(GAMES) + 1)
MOVES = 24
#: The ids and names of players for an imported match, enough for the smallest player count of every game.
PLAYERS = [(8, "Cili"), (9, "Dani"), (10, "Éva"), (11, "Feri"), (12, "Gitta")]


# -- a database with a match of each game ---------------------------------------------------------------------


async def fill(path: Path) -> None:
    """Fill a database with a running match of every game, some with undone moves, and with an open lobby."""
    async with await Store.open(path) as store:
        service = MatchService(store, ManualClock(), options=ServiceOptions(seed=lambda: "operating"))
        for number, game in zip(NUMBERS, GAMES, strict=True):
            await opened(service, game, number)
            for user_id in list(NAMES)[1 : fewest_seats(game)]:
                await service.lobby.join(number, user_id, NAMES[user_id])
            await service.lobby.start(number, ANNA)
            await play(service, number, MOVES)
        await opened(service, GAMES[0], 99)


async def opened(service: MatchService, game: str, channel_id: int) -> None:
    await service.lobby.open(
        LobbyRequest(game=game, guild_id=1, channel_id=channel_id, locale="en", options={}),
        user_id=ANNA,
        name="Anna\x1b[2J",
    )


async def play(service: MatchService, number: int, moves: int) -> None:
    """Make random moves and undo some; if the match ends, undo the last move, so it is still running."""
    rng = random.Random(number)
    info = await service.matches.get(number)
    for count in range(moves):
        table = await service.matches.table(number)
        seat, decision = rng.choice(sorted(table.match.decisions().items(), key=lambda pair: pair[0]))
        user_id, action = info.seats[seat].user_id, rng.choice(decision.actions)
        if (count % 5 == 4 or ends(table.match, seat, action)) and await can_take_back(service, number, user_id):
            await service.undo.take_back(number, user_id)
        elif not ends(table.match, seat, action):
            await service.play.act(number, user_id, action)


class Answer:
    """A command's output and exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def sentence(self) -> str:
        """The refusal that the command has printed; fails if it has printed anything else."""
        assert self.out == ""
        assert len(self.err.strip().splitlines()) == 1, self.err
        assert self.err.strip().endswith(".")
        return self.err


Run = Callable[..., Answer]


#: Python code that runs several commands one after another and stops at the first failure.
RUN_EACH = """
import json, sys
from bot.cli.main import main
for words in json.loads(sys.argv.pop()):
    sys.argv[1:] = words
    try:
        main()
    except SystemExit as end:
        if end.code:
            raise
"""


def run_in_subprocess(
    *arguments: str, cwd: Path | None = None, lines: str = "", **env: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in a subprocess with only these TENEBRAE_ settings and with `lines` as its standard input."""
    return _python("-m", "bot", *arguments, cwd=cwd, lines=lines, env=env)


def run_all_in_subprocess(*commands: Sequence[str], **env: str) -> subprocess.CompletedProcess[str]:
    """Run several commands in a single subprocess with only these settings, because starting a process is slow."""
    return _python("-c", RUN_EACH, json.dumps(commands), env=env)


def _python(
    *arguments: str, env: Mapping[str, str], cwd: Path | None = None, lines: str = ""
) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("TENEBRAE_")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env={**clean, **env},
        input=lines,
        capture_output=True,
        text=True,
        timeout=60,
    )


def sql(path: Path, statement: str, *values: Any) -> None:
    """Run a statement that damages the database; fail if no row changes."""
    db = sqlite3.connect(path)
    with db:
        assert db.execute(statement, values).rowcount > 0
    db.close()


def with_service(path: Path, work: Callable[[MatchService], Awaitable[Any]]) -> Any:
    """Open the database and return the result of `work`, which receives the match service."""

    async def run() -> Any:
        async with await Store.open(path) as store:
            return await work(MatchService(store, ManualClock()))

    return asyncio.run(run())


def entries(path: Path, number: int) -> list[Any]:
    async def read(service: MatchService) -> list[Any]:
        return await journal.since(service.store.read, number, 0)

    return with_service(path, read)
