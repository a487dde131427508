"""Breaks the connection to the simulated Discord, or kills the bot's process, at any chosen point of a delivery."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from simcord.http import router

from bot.discord.delivery.outbox_deliverer import DiscordDeliverer
from bot.notifications.delivery import DeliveryWorker
from bot.store.store import Store
from bot.store.transactions import Transaction
from tests import database_access
from tests.discord.room import Room

POSTS = re.compile(r"/channels/\d+/messages")


class SimulatedCrash(BaseException):
    """Raised in the bot's code to simulate that the process dies at this moment."""


class BreakingConnection:
    """Intercepts the bot's Discord requests and database transactions, and fails at a chosen point.

    It counts the points where a fault can happen. A request can lose its connection before or after Discord has
    received it. A process can die after a request or a transaction. (A death before or during one of them would leave
    the same state as a death after the previous one.) Unlike simcord, it also remembers the nonces of posts for a
    while, as Discord does.
    """

    #: Number of seconds that Discord remembers a post's nonce.
    REMEMBERED = 300

    def __init__(self, room: Room, patch: pytest.MonkeyPatch) -> None:
        self._room = room
        self._dispatch = router.dispatch
        self._write = room.store.write
        #: Time and answer of recent posts, by (path, nonce).
        self.nonces: dict[tuple[str, str], tuple[int, Any]] = {}
        #: The paths of the requests that created a message.
        self.made: list[str] = []
        self.moments = 0
        self._fails_at: int | None = None
        self._kills = False
        self._dead = False
        patch.setattr(router, "dispatch", self._request)
        patch.setattr(room.store, "write", self._transaction)

    def fail(self, at: int | None, *, kills: bool) -> None:
        """Restart the count of points, and fail at point `at`: kill the process if `kills`, else break a request."""
        self.moments, self._fails_at, self._kills, self._dead = 0, at, kills, False
        self.made.clear()

    @property
    def failed(self) -> bool:
        """Whether the point of failure has been reached."""
        return self._fails_at is not None and self.moments > self._fails_at

    def mend(self) -> None:
        """Stop failing, so the next requests and transactions succeed."""
        self._fails_at, self._dead = None, False

    def worker(self) -> DeliveryWorker:
        """Return a new delivery worker, like that of a restarted process."""
        room = self._room
        return DeliveryWorker(room.store, DiscordDeliverer(room.bot), room.clock)

    def _moment(self, *, loses: bool = False, dies: bool = False) -> None:
        if self._dead:
            raise SimulatedCrash
        if not (dies if self._kills else loses):
            return
        self.moments += 1
        if self.moments - 1 == self._fails_at:
            if self._kills:
                self._dead = True
                raise SimulatedCrash
            raise aiohttp.ServerDisconnectedError

    def _request(self, backend: Any, method: str, path: str, **how: Any) -> Any:
        self._moment(loses=True)
        answer = self._serve(backend, method, path, **how)
        self._moment(loses=True, dies=True)
        return answer

    def _serve(self, backend: Any, method: str, path: str, **how: Any) -> Any:
        if method != "POST" or not POSTS.fullmatch(path):
            return self._dispatch(backend, method, path, **how)
        key, now = (path, how["json"]["nonce"]), self._room.clock.now()
        at, answer = self.nonces.get(key, (0, None))
        if now - at > self.REMEMBERED:
            answer = self._dispatch(backend, method, path, **how)
            self.nonces[key] = now, answer
            self.made.append(path)
        return answer

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[Transaction]:
        self._moment()
        async with self._write() as tx:
            yield tx
        self._moment(dies=True)


async def due_post_kinds(store: Store) -> list[str]:
    """Return the kinds of the posts that are due for delivery."""
    return [
        row["kind"] for row in await database_access.rows(store.read, "SELECT kind FROM outbox WHERE status = 'due'")
    ]
