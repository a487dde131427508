"""The discord.py client as handlers see it, with the match service, the pictures and in-memory state."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias, TypeVar

import discord
from cachetools import FIFOCache

from bot.app import timeouts
from bot.app.charts import ChartRenderer
from bot.app.image_cache import ImageCache
from bot.app.registry_class import Registry
from bot.app.settings import Settings
from bot.computers.worker_pool import Chooser
from bot.discord import optional_part_timeouts
from bot.discord.emoji import NO_ICONS, EmojiIcons
from bot.discord.http.circuit_breaker import CircuitBreaker
from bot.discord.http.delivery_failures import DeliveryFailures
from bot.discord.http.outgoing_rate_limiter import RateBudget
from bot.discord.http.outgoing_request_gate import RequestGate
from bot.discord.owners import Owners
from bot.discord.server_directory import Directory
from bot.matches.archiver import Archiver
from bot.matches.clocks.deadline_scheduler import DeadlineScheduler
from bot.matches.scheduler_base import Scheduler
from bot.matches.seats.computer_moves import ComputerMoveScheduler
from bot.matches.service import MatchService
from bot.store.statements.rows import Door
from bot.table.play.open_panels import OpenPanels

T = TypeVar("T")

#: Seconds between two checks in `Bot.wait_until_idle`.
IDLE_CHECK_INTERVAL = 0.01
#: Maximum number of recent decisions to remember; also the limit for panel pictures and for open option panels.
MAX_REMEMBERED = 512


class SentPicture(NamedTuple):
    """A picture in a panel: the hash of the file, the alt text, the URL, and the time when Discord signed the URL."""

    content: int
    alt: str
    address: str = ""
    signed_at: float = 0.0


class Bot(discord.Client):
    """The discord.py client, with everything that commands, panels and posts need."""

    def __init__(self, settings: Settings, service: MatchService, chooser: Chooser) -> None:
        #: The rate limits for requests to Discord.
        self.rate_budget = RateBudget(service.request_budget)
        request_gate = RequestGate(self.rate_budget, lambda: self.dispatch("token_refused"))
        super().__init__(
            http_trace=request_gate.trace(),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            # Don't cache messages: the bot needs only its own messages, which it fetches by id.
            max_messages=None,
            # Instead of sleeping through a long rate limit, the delivery worker retries later.
            max_ratelimit_timeout=timeouts.RATE_LIMIT,
        )
        self.settings = settings
        self.service = service
        quotas = service.quota_overrides
        #: Cached facts about servers and channels.
        self.directory = Directory(self)
        #: The people who may use the owners' commands.
        self.owners = Owners(self, settings)
        self.clock = service.matches.clock
        self.games = service.matches.games
        self.pictures = ImageCache(settings.picture_cache_mb)
        #: The games' icons as emojis, for use in texts.
        self.icons = EmojiIcons(self.games.values(), self.clock.monotonic)
        self.charts = ChartRenderer()
        #: The reasons why posts currently can't reach some matches' channels.
        self.delivery_failures = DeliveryFailures(self, service.outbox, service.unreachable_channels)
        #: Stops the bot from opening private channels for a while after Discord has rejected one as spam.
        self.dm_circuit_breaker = CircuitBreaker(self.clock)
        self.deadlines = DeadlineScheduler(service, self.clock, self.reaches_discord)
        self.archiver = Archiver(service, self.clock)
        self.computer_moves = ComputerMoveScheduler(
            service, chooser, self.clock, seconds=lambda: quotas["thinking_seconds"]
        )
        #: Recent answers to decisions by (match id, user id, position), used to detect double clicks.
        self.recent_decisions = FIFOCache[tuple[int, int, str], tuple[int, str]](MAX_REMEMBERED)
        #: The picture in each panel, by message id.
        self.sent_pictures = FIFOCache[int, SentPicture](MAX_REMEMBERED)
        self.open_panels = OpenPanels()
        #: The ids of matches whose thread is being opened right now.
        self.opening_threads: set[int] = set()
        #: The last interaction in each host's open option panel, by match id. Its token is used to edit the panel.
        self.option_panels = FIFOCache[int, "Interaction"](MAX_REMEMBERED)
        #: Objects that features attach to this bot, such as caches and job queues, by class.
        self.parts: dict[type[Any], Any] = {type(part): part for part in (make(self) for make in PARTS)}

    def part(self, kind: type[T]) -> T:
        """Return the object of this class that a feature has attached to the bot."""
        return self.parts[kind]

    @property
    def door(self) -> Door:
        """How this process receives interactions: over HTTP or the gateway."""
        return "http"

    @property
    def in_flight_count(self) -> int:
        """The number of interactions that are being handled right now."""
        return 0

    def reaches_discord(self) -> bool:
        """Return whether Discord can be reached, as far as the bot knows."""
        return True

    async def icons_for(self, user_id: int) -> EmojiIcons:
        """Return the icons for texts that this person reads, or NO_ICONS if the person prefers words."""
        if not self.icons or not optional_part_timeouts.are_wanted():
            return NO_ICONS
        return NO_ICONS if await self.service.people.in_words(user_id) else self.icons

    async def icons_in(self, guild_id: int) -> EmojiIcons:
        """Return the icons for posts in this server, or NO_ICONS if the server's managers prefer words."""
        if not self.icons or not optional_part_timeouts.are_wanted():
            return NO_ICONS
        return NO_ICONS if await self.service.servers.in_words(guild_id) else self.icons

    async def wait_until_idle(self, patience: float | None = None) -> None:
        """Wait until no post is due and no computer player has to move, but at most `patience` seconds."""
        checks = itertools.count() if patience is None else range(round(patience / IDLE_CHECK_INTERVAL))
        for _ in checks:
            thinking = self.computer_moves.is_running and await self.computer_moves.is_busy()
            if not thinking and not await self.service.outbox.is_due():
                return
            await asyncio.sleep(IDLE_CHECK_INTERVAL)


Interaction: TypeAlias = discord.Interaction[Bot]

#: Functions that features add to create their own objects for a bot, such as caches and job queues.
PARTS = Registry[Callable[[Bot], object]]("parts of the bot")
#: Functions that features add to create schedulers, which do background work that matches depend on.
SCHEDULERS = Registry[Callable[[Bot], Scheduler]]("schedulers")
