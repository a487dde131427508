"""Do one thing to a match and be killed before every single statement of it in turn; run by test_crash.

Each attempt is a fork with a database of its own. What is left on disk must be all of the change or nothing.
"""

import asyncio
import itertools
import os
import random
import secrets
import shutil
import signal
import sqlite3
import sys
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Engine, event

from bot.matches import MatchService
from bot.store import Store, opening
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from tests.matches.room import ANNA, BELA, NAMES, HandClock
from tests.matches.tiny_game import TINY, Done, Roll, Take, TinyState

Deed = Callable[[MatchService], Awaitable[object]]


def ordered(match: Match[TinyState], seat: int, orders: Sequence[str]) -> Action | None:
    return Done() if orders and match.decisions()[seat].prompt.key == "play" else None


#: The same game with an order to pass one's turns.
OBEDIENT = replace(TINY, orders={"pass": "Pass my turns."}, ordered=ordered)


async def nothing(service: MatchService) -> None:
    """Leave the database as new."""


async def open_lobby(service: MatchService) -> None:
    await service.lobby.open(
        game="tiny", guild_id=1, channel_id=7, user_id=ANNA, name=NAMES[ANNA], locale="en", options={"turns": 9}
    )


async def join(service: MatchService) -> None:
    await service.lobby.join(1, BELA, NAMES[BELA])


async def lobby(service: MatchService) -> None:
    await open_lobby(service)
    await join(service)


async def started(service: MatchService) -> None:
    await lobby(service)
    await service.lobby.start(1, ANNA)


async def turns_of(service: MatchService) -> tuple[int, int]:
    """Return whose turn it is, and who waits."""
    info = await service.matches.get(1)
    first = info.seats[0].user_id
    return first, BELA if first == ANNA else ANNA


async def moved(service: MatchService) -> None:
    await started(service)
    await service.play.act(1, (await turns_of(service))[0], Take(2))


async def asked(service: MatchService) -> None:
    await started(service)
    first, _ = await turns_of(service)
    await service.play.act(1, first, Roll())
    await service.undo.ask(1, first)


async def ordered(service: MatchService) -> None:
    await started(service)
    await service.play.set_orders(1, (await turns_of(service))[1], ["pass"])


async def act(service: MatchService) -> None:
    await service.play.act(1, (await turns_of(service))[0], Take(1))


async def end_turn(service: MatchService) -> None:
    await service.play.act(1, (await turns_of(service))[0], Done())


async def order(service: MatchService) -> None:
    await service.play.set_orders(1, (await turns_of(service))[0], ["pass"])


async def take_back(service: MatchService) -> None:
    await service.undo.take_back(1, (await turns_of(service))[0])


async def agree(service: MatchService) -> None:
    await service.undo.answer(1, (await turns_of(service))[1], True)


async def start(service: MatchService) -> None:
    await service.lobby.start(1, ANNA)


async def end(service: MatchService) -> None:
    await service.play.end(1, ANNA, is_admin=False)


async def adopt(service: MatchService) -> None:
    data = OBEDIENT.new(2, "file").dump()
    await service.transfer.adopt(data, guild_id=1, channel_id=8, players=[(ANNA, "Anna"), (BELA, "Béla")])


#: What is done, and what has gone before it.
DEEDS: dict[str, tuple[Deed, Deed]] = {
    "open": (nothing, open_lobby),
    "join": (open_lobby, join),
    "start": (lobby, start),
    "act": (started, act),
    "a chain of orders": (ordered, end_turn),
    "an order that answers at once": (started, order),
    "take back": (moved, take_back),
    "undo by consent": (asked, agree),
    "end": (asked, end),
    "adopt": (lobby, adopt),
}


def die_before(number: int) -> None:
    """Kill this process, as if the power failed, before its statement of this number that is no query."""
    count = itertools.count(1)

    @event.listens_for(Engine, "before_cursor_execute")
    def counted(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("SELECT") and next(count) == number:
            os.kill(os.getpid(), signal.SIGKILL)


def in_a_process_of_its_own(path: Path, deed: Deed, dies_before: int | None = None) -> bool:
    """Do it, and say whether it came to its end."""

    async def work() -> None:
        async with await Store.open(path) as store:
            if dies_before is not None:
                die_before(dies_before)
            await deed(MatchService(store, HandClock(), {"tiny": OBEDIENT}, seed=lambda: "seed"))
            if dies_before is not None:
                os.kill(os.getpid(), signal.SIGUSR1)  # acknowledged, and not closed

    child = os.fork()
    if not child:
        random.seed(1)
        secrets.SystemRandom = lambda: random.Random(1)  # type: ignore[assignment, misc]
        nonces = itertools.count()
        secrets.token_hex = lambda size=8: f"{next(nonces):0{2 * size}x}-{path.name}"  # type: ignore[assignment]
        code = 1
        try:
            asyncio.run(work())
            code = 0
        finally:
            os._exit(code)
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        assert os.WTERMSIG(status) in (signal.SIGKILL, signal.SIGUSR1), status
        return os.WTERMSIG(status) == signal.SIGUSR1
    assert status == 0, f"{deed} failed in {path}"
    return True


def contents(path: Path) -> list[str]:
    """Return all that a database holds, but for its nonces and the number of its commits."""
    database = sqlite3.connect(path)
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        database.execute("UPDATE outbox SET nonce = id")
        database.execute("DELETE FROM commits")
        return list(database.iterdump())
    finally:
        database.close()


def try_every_point(folder: Path, name: str) -> int:
    """Kill the deed before each of its statements; return how many there were."""
    before, deed = DEEDS[name]
    base, whole = folder / "base", folder / "whole"
    in_a_process_of_its_own(base, before)
    shutil.copy(base, whole)
    in_a_process_of_its_own(whole, deed)
    untouched, changed = contents(base), contents(whole)
    assert untouched != changed
    for number in itertools.count(1):
        path = folder / f"{number}"
        shutil.copy(base, path)
        acknowledged = in_a_process_of_its_own(path, deed, number)
        left = contents(path)
        assert left == (changed if acknowledged else untouched), f"{name}: half done before statement {number}"
        if acknowledged:
            return number - 1
    raise AssertionError


def main(folder: Path) -> None:
    opening.SYNCHRONOUS = "OFF"  # a process dies here, no disk
    for number, name in enumerate(DEEDS):
        own = folder / str(number)
        own.mkdir()
        print(f"{name}: {try_every_point(own, name)} statements", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
