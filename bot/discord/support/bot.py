"""The bot as its handlers see it: the service, the pictures, and what it keeps in memory."""

from __future__ import annotations

import asyncio
import itertools
from typing import NamedTuple, TypeAlias

import discord

from bot import timeouts
from bot.bringing import Bringing
from bot.computers.client import Chooser
from bot.config import Settings
from bot.curves import Curves
from bot.discord.support import optional
from bot.discord.support.breaker import Breaker
from bot.discord.support.budget import Budget
from bot.discord.support.directory import Directory
from bot.discord.support.open_panels import OpenPanels
from bot.discord.support.owners import Owners
from bot.discord.support.signs import WORDS, Signs
from bot.discord.support.traffic import Traffic
from bot.discord.support.troubles import Troubles
from bot.filing import Filing
from bot.matches import Archivist, BotScheduler, MatchService, Recorder, TimeScheduler
from bot.matches.processes import Door
from bot.pictures import Pictures
from bot.replay import Replays
from bot.reviewing import Reviewing

#: Seconds between two checks of `idle`.
GLANCE = 0.01


class ShownPicture(NamedTuple):
    """A picture that a panel shows: a hash of its file, its words, its address and when that was signed."""

    content: int
    alt: str
    address: str = ""
    signed_at: float = 0.0


class Bot(discord.Client):
    """The client of every interaction: what commands, panels and posts need."""

    def __init__(self, settings: Settings, service: MatchService, chooser: Chooser) -> None:
        #: What may be asked of Discord, and when.
        self.budget = Budget(service.allowance)
        traffic = Traffic(self.budget, lambda: self.dispatch("token_refused"))
        super().__init__(
            http_trace=traffic.trace(),
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            # Only the bot's own messages matter, and it finds them by id.
            max_messages=None,
            # The delivery worker retries later instead of waiting for a long rate limit.
            max_ratelimit_timeout=timeouts.RATE_LIMIT,
        )
        self.settings = settings
        self.service = service
        caps = service.caps
        #: What is known of servers and channels.
        self.directory = Directory(self)
        #: Who may use what the bot's owners have.
        self.owners = Owners(self, settings)
        self.clock = service.matches.clock
        self.games = service.matches.games
        self.pictures = Pictures(settings.picture_cache_mb)
        #: The games' signs that stand in texts.
        self.signs = Signs(self.games.values(), self.clock.passed)
        self.curves = Curves()
        #: Who reviews finished matches.
        self.reviewing = Reviewing(settings.database, settings.packs, most=lambda: caps.count("reviews"))
        #: Who looks at content packs that are brought.
        self.bringing = Bringing()
        #: Matches that people step through, and the files that are made of them.
        self.replays = Replays(service.matches)
        self.filing = Filing(settings.database, settings.packs, most=lambda: caps.count("replay_files"))
        #: The reasons why posts don't reach the channels of matches.
        self.troubles = Troubles(self, service.outbox, service.parking)
        #: Whether private channels may be opened: too many, and Discord shuts the bot out of them.
        self.opens_private = Breaker(self.clock)
        self.times = TimeScheduler(service, self.clock, self.reaches_discord)
        self.recorder = Recorder(service, self.clock)
        self.archivist = Archivist(service, self.clock)
        self.bots = BotScheduler(service, chooser, self.clock, seconds=lambda: caps["thinking_seconds"])
        #: The last decisions by (match, person, position), each with the press that made it.
        self.acted: dict[tuple[int, int, str], tuple[int, str]] = {}
        #: The picture that each panel shows, by message.
        self.shown: dict[int, ShownPicture] = {}
        self.panels = OpenPanels()
        #: The matches for which a thread is being opened.
        self.opening: set[int] = set()
        #: The host's open option panel by match: the latest press that can still change it.
        self.option_panels: dict[int, Interaction] = {}

    @property
    def door(self) -> Door:
        """Where this process hears of interactions."""
        return "http"

    @property
    def answers_under_way(self) -> int:
        """How many interactions are being answered."""
        return 0

    def reaches_discord(self) -> bool:
        """Tell whether Discord can be reached, as far as is known."""
        return True

    async def signs_for(self, user_id: int) -> Signs:
        """Return the signs that a person reads; none if they want words."""
        if not self.signs or not optional.are_wanted():
            return WORDS
        return WORDS if await self.service.people.in_words(user_id) else self.signs

    async def signs_in(self, guild_id: int) -> Signs:
        """Return the signs of a server's posts; none if it wants words."""
        if not self.signs or not optional.are_wanted():
            return WORDS
        return WORDS if await self.service.servers.in_words(guild_id) else self.signs

    async def idle(self, patience: float | None = None) -> None:
        """Wait until no post is due and no computer has to move, for `patience` seconds at most."""
        looks = itertools.count() if patience is None else range(round(patience / GLANCE))
        for _ in looks:
            thinking = self.bots.is_running and await self.bots.is_busy()
            if not thinking and not await self.service.outbox.is_due():
                return
            await asyncio.sleep(GLANCE)


Interaction: TypeAlias = discord.Interaction[Bot]
