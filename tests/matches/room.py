"""A "room" for tests of the match service: it has a store, a clock that the test sets, and a recording messenger."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot import wiring
from bot.matches.clocks import service as clocks_service
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.service_results import MatchInfo, MoveResult
from bot.notifications.delivery import DeliveryWorker
from bot.store.engine_interface import Address
from bot.store.statements import matches
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from rules.kernel.data.actions import Action
from rules.kernel.game import AnyGame
from tests.matches.tiny_game import TINY

# conftest.py registers the features for tests. This line does so for scripts that tests start as processes.
wiring.register()

HOUR = 3_600
ANNA, BELA, CILI, DORA = 101, 102, 103, 104
NAMES = {ANNA: "Anna", BELA: "Béla", CILI: "Cili", DORA: "Dóra"}


async def can_take_back(service: MatchService, match_id: int, user_id: int) -> bool:
    """Return whether this user may undo the last move without the other players' consent."""
    table = await service.matches.table(match_id)
    return await service.undo.can_take_back(table, table.info.seat_of(user_id))


@contextmanager
def reached_hourly() -> Iterator[None]:
    """During the block, one heartbeat an hour is enough for players to count as reachable, so tests can skip days."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clocks_service, "MIN_OUTAGE", 2 * HOUR)
        yield


class ManualClock:
    """A clock that moves only when the test sets it."""

    def __init__(self) -> None:
        self.time = 1_000_000
        self._stepped = 0

    def now(self) -> int:
        return self.time

    def monotonic(self) -> float:
        return float(self.time - self._stepped)

    def step(self, seconds: int) -> None:
        """Set the clock forwards or back by `seconds`, without any time passing."""
        self.time += seconds
        self._stepped += seconds


class Messenger:
    """A messenger that records the posts it should deliver, and fails for the kinds of posts that a test selects."""

    def __init__(self) -> None:
        self.rows: list[OutboxRow] = []
        self.tries: list[OutboxRow] = []
        #: The errors that the next deliveries raise, by kind of post.
        self.faults: dict[str, list[Exception]] = {}

    async def deliver(self, row: OutboxRow) -> None:
        self.tries.append(row)
        if self.faults.get(row.kind):
            raise self.faults[row.kind].pop(0)
        self.rows.append(row)

    def kinds(self) -> list[str]:
        return [row.kind for row in self.rows]

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [row.payload for row in self.rows if row.kind == kind]

    def clear(self) -> None:
        self.rows.clear()
        self.tries.clear()


class Room:
    """A match service on a store, with a messenger in place of Discord and helpers for players' actions."""

    def __init__(self, store: Store, game: AnyGame = TINY, **service: Any) -> None:
        self.store = store
        self.clock = ManualClock()
        self.messenger = Messenger()
        self.service = MatchService(store, self.clock, {"tiny": game}, ServiceOptions(**service))
        self.worker = DeliveryWorker(store, self.messenger, self.clock, self.service.matches.versions)

    @classmethod
    async def open(cls, address: Address, **service: Any) -> Room:
        return cls(await Store.open(address), **service)

    async def lobby(self, *others: int, channel_id: int = 7, **options: Any) -> MatchInfo:
        """Open a lobby with Anna as its host, and let the other users join."""
        info = await self.service.lobby.open(
            LobbyRequest(game="tiny", guild_id=1, channel_id=channel_id, locale="en", options=options),
            user_id=ANNA,
            name=NAMES[ANNA],
        )
        for user_id in others:
            info = await self.service.lobby.join(info.id, user_id, NAMES[user_id])
        return info

    async def match(self, players: int = 2, channel_id: int = 7, **options: Any) -> MatchInfo:
        """Start a match of Anna, Béla and Cili, or of only the first `players` of them."""
        info = await self.lobby(*(BELA, CILI)[: players - 1], channel_id=channel_id, **options)
        return await self.service.lobby.start(info.id, ANNA)

    async def mailed(self, info: MatchInfo) -> None:
        """Record a private message for every seat, as if the bot had sent it."""
        async with self.store.write() as tx:
            for seat in info.seats:
                await matches.set_dm_message(tx, info.id, seat.seat, 700 + seat.seat)

    async def by(self, info: MatchInfo, seat: int, action: Action, seq: int | None = None) -> MoveResult:
        """Make a move as the player in this seat."""
        return await self.service.play.act(info.id, info.seats[seat].user_id, action, seq)

    async def posts(self) -> list[OutboxRow]:
        """Deliver all due posts, and return them."""
        self.messenger.clear()
        await self.worker.drain()
        return list(self.messenger.rows)

    async def coins(self, match_id: int) -> list[int]:
        return (await self.service.matches.table(match_id)).match.state.coins
