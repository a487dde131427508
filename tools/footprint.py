"""Measures the memory that an open match takes, with the real service and a real database."""

from __future__ import annotations

import asyncio
import gc
import random
import tracemalloc
from pathlib import Path
from tempfile import TemporaryDirectory

from bot import wiring
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.store.store import Store
from rules.kernel.game import AnyGame

#: How many matches are open in the two runs that are compared. Even the smaller number exceeds the number that the bot
#: caches.
FEW_MATCHES, MANY_MATCHES = 100, 500


def kilobytes_of_an_open_match(game: AnyGame, seats: int) -> float:
    """Return the memory that each additional open match takes after one move, in kB."""
    with TemporaryDirectory() as folder:
        return asyncio.run(_measure(Path(folder) / "bench.sqlite", game, seats)) / 1000


async def _measure(path: Path, game: AnyGame, seats: int) -> float:
    async with await Store.open(path) as store:
        wiring.register()
        service = MatchService(store, store.clock)
        dice = random.Random(0)
        tracemalloc.start()
        try:
            await _open(service, game, seats, range(FEW_MATCHES), dice)
            before = _traced()
            await _open(service, game, seats, range(FEW_MATCHES, MANY_MATCHES), dice)
            return max(0.0, (_traced() - before) / (MANY_MATCHES - FEW_MATCHES))
        finally:
            tracemalloc.stop()


def _traced() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def _open(service: MatchService, game: AnyGame, seats: int, channels: range, dice: random.Random) -> None:
    for channel in channels:
        info = await service.lobby.open(
            LobbyRequest(game=game.id, guild_id=1, channel_id=channel + 1, locale="en", options={}), user_id=1, name="A"
        )
        for user in range(2, seats + 1):
            await service.lobby.join(info.id, user, f"{user}")
        info = await service.lobby.start(info.id, 1)
        seat, decision = next(iter((await service.matches.table(info.id)).match.decisions().items()))
        await service.play.act(info.id, info.seats[seat].user_id, dice.choice(decision.actions))
