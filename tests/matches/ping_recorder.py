"""A minimal simulated Discord that records the time and cause of each ping, and bot processes that post to it."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import AsyncIterator, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

import discord

from bot import wiring
from bot.discord.bot import Bot
from bot.discord.delivery.outbox_deliverer import DiscordDeliverer
from bot.discord.emoji import NO_ICONS, EmojiIcons
from bot.discord.http.circuit_breaker import CircuitBreaker
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.clocks.service import HEARTBEAT_INTERVAL, MIN_OUTAGE
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.delivery import DeliveryWorker
from bot.store import named_numbers, work_queue
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from rules.kernel.game import AnyGame
from tests.matches.room import ManualClock

wiring.register()

#: The user id of the bot.
BOT_ID = 1


class Ping(NamedTuple):
    """A ping that a user received; `at` is the time in Unix seconds."""

    at: int
    user: int
    #: "turn", "reminder", "nudge" or "vote" in the channel, "ring" in private, or "digest".
    what: str
    #: Id of the match's channel; 0 for a digest.
    channel: int


def _layout_text(view: Any) -> str:
    """Return the text in a layout, or an empty string if there is no layout."""
    shown = () if view is None else view.walk_children()
    return "\n".join(item.content for item in shown if isinstance(item, discord.ui.TextDisplay))


#: The outbox row that is being delivered.
_row: ContextVar[OutboxRow] = ContextVar("row")


def row_being_delivered() -> OutboxRow:
    """Return the outbox row that is being delivered."""
    return _row.get()


@dataclass
class Channel:
    """A channel of a server, or the private channel with a user."""

    place: PingRecorder
    id: int
    #: The user of a private channel; None for a channel of a server.
    owner: int | None = None
    messages: dict[int, Any] = field(default_factory=dict[int, Any])

    async def send(self, content: str = "", *, nonce: str, allowed_mentions: Any, silent: bool, **shown: Any) -> Any:
        known = next((one for one in self.messages.values() if one.nonce == nonce), None)
        if known is not None and self.place.clock.now() - known.at < NONCE_KEPT:
            return known
        view = shown.get("view")
        now = self.place.clock.now()
        made = datetime.fromtimestamp(now, UTC)
        message = SimpleNamespace(
            id=discord.utils.time_snowflake(made) + next(self.place.numbers), nonce=nonce, at=now, content=content,
            author=SimpleNamespace(id=BOT_ID), components=[] if view is None else list(view.children), created_at=made,
            attachments=[one for one in (shown.get("file"), *shown.get("files", ())) if one is not None],
        )  # fmt: skip
        self.messages[message.id] = message
        row = _row.get()
        if row.kind == "seat":
            self.place.asked.append((now, self.id, cast("int", row.seat)))
        if not silent:
            self._ring(row, content or _layout_text(view), [user.id for user in allowed_mentions.users], now)
        await self.place.posted(row)
        return message

    def _ring(self, row: OutboxRow, content: str, users: Sequence[int], now: int) -> None:
        if self.owner is None:
            called = [user for user in users if f"<@{user}>" in content]
            self.place.rings += [Ping(now, user, row.kind, self.id) for user in called]
            return
        what = "digest" if row.payload.get("daily") else "ring"
        of_match = 0 if what == "digest" else self.place.channel_of[row.match_id]
        self.place.rings.append(Ping(now, self.owner, what, of_match))

    def get_partial_message(self, message_id: int) -> Any:
        async def edit(**_: Any) -> None:
            assert message_id in self.messages

        async def delete() -> None:
            del self.messages[message_id]

        return SimpleNamespace(id=message_id, edit=edit, delete=delete)

    async def history(self, limit: int) -> AsyncIterator[Any]:
        for message in list(self.messages.values())[: -limit - 1 : -1]:
            yield message


#: Number of seconds that Discord remembers a post's nonce.
NONCE_KEPT = 300


class PingRecorder:
    """The simulated Discord: all channels, and the pings so far."""

    def __init__(self, clock: ManualClock) -> None:
        self.clock = clock
        self.numbers = itertools.count()
        self.rings: list[Ping] = []
        #: The questions about late players so far, as (time, channel id, seat).
        self.asked: list[tuple[int, int, int]] = []
        self.channel_of: dict[int, int] = {}
        #: The last time when a bot process recorded that it could reach all players.
        self.reached = 0
        self._channels: dict[int, Channel] = {}

    def channel(self, channel_id: int) -> Channel:
        return self._channels.setdefault(channel_id, Channel(self, channel_id))

    async def private(self, user: discord.Object) -> Channel:
        channel_id = 10**9 + user.id
        return self._channels.setdefault(channel_id, Channel(self, channel_id, user.id))

    async def posted(self, row: OutboxRow) -> None:
        """Hook for tests: called after each post, before the bot learns that the post succeeded."""


class DummyPictures:
    """Stands in for the bot's pictures: every picture is one byte."""

    async def board(self, *_: Any) -> bytes:
        return b"-"

    chat_board = hand = score = draw = board


class RecordingDeliverer(DiscordDeliverer):
    """The bot's deliverer, except that it also sets the row that `row_being_delivered` returns."""

    async def deliver(self, row: OutboxRow) -> TransactionHook | None:
        _row.set(row)
        return await super().deliver(row)


async def _nothing(*_: Any) -> None:
    pass


async def _no(_: int) -> bool:
    return False


async def _no_icons(_: int) -> EmojiIcons:
    return NO_ICONS


class Process:
    """A bot process with its match service, deadline scheduler and delivery worker."""

    def __init__(self, store: Store, place: PingRecorder, game: AnyGame) -> None:
        self.store, self.place, self.clock = store, place, place.clock
        self.service = MatchService(store, self.clock, {game.id: game}, ServiceOptions(seed=lambda: "seed"))
        cast("Any", self.service.lobby)._shuffle = lambda _: None
        troubles = SimpleNamespace(
            clear=_nothing, record=_nothing, notice=_nothing, record_pictures=lambda *_, **__: None
        )
        bot = SimpleNamespace(
            service=self.service, clock=self.clock, games=self.service.matches.games, pictures=DummyPictures(),
            charts=DummyPictures(),
            delivery_failures=troubles, user=SimpleNamespace(id=BOT_ID), get_partial_messageable=place.channel,
            create_dm=place.private, directory=SimpleNamespace(is_thread=_no),
            dm_circuit_breaker=CircuitBreaker(self.clock), icons_for=_no_icons, icons_in=_no_icons,
        )  # fmt: skip
        self.keeper = DeadlineScheduler(self.service, self.clock)
        deliverer = RecordingDeliverer(cast("Bot", bot))
        self.worker = DeliveryWorker(store, deliverer, self.clock, self.service.matches.versions, at_once=1)

    async def due(self) -> int | None:
        """Return when the next work is due, or None if there is no work."""
        ahead = [
            *await work_queue.next_due(self.store.read, "times", 1),
            *await work_queue.next_due(self.store.read, "posts", 1),
        ]
        return min((at for _, at in ahead), default=None)

    async def work(self) -> None:
        """Do all work that is due now."""
        await self.keeper.drain()
        await self.worker.drain()

    async def has_been_up(self) -> None:
        """Record that the bot was running and could reach all players, if its latest record is about to expire."""
        now = self.clock.now()
        if now - self.place.reached < MIN_OUTAGE - HEARTBEAT_INTERVAL:
            return
        self.place.reached = now
        async with self.store.write() as tx:
            await named_numbers.set_number(tx, named_numbers.REACHED_AT, now)


async def run_until(until: int, processes: Sequence[Process], rng: random.Random | None = None) -> None:
    """Let time pass until `until`, with the processes doing all work when it becomes due.

    If `rng` is given, each piece of work is done by a random process, or all processes try to do it at once.
    """
    clock = processes[0].clock
    while (at := await processes[0].due()) is not None and at <= until:
        clock.time = max(at, clock.time)
        await processes[0].has_been_up()
        active_processes = processes if rng is None else rng.choice([processes, *([one] for one in processes)])
        await asyncio.gather(*(process.work() for process in active_processes))
    clock.time = until
