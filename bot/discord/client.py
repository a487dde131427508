"""The bot: one discord.py client around the match service."""

from __future__ import annotations

import asyncio
import contextvars
import itertools
import logging
from collections.abc import Mapping

import discord
from discord import app_commands

import rules
from bot.clock import Clock, SystemClock
from bot.computers.client import Chooser, WorkerClient
from bot.config import Settings
from bot.discord import controls, deck_commands, errors, game_commands, look_up, match_commands, orders, play_commands
from bot.discord import settings as settings_commands
from bot.discord.deliver import DiscordDeliverer
from bot.discord.locale import Translator
from bot.discord.pace import TYPING, Pace, held_up
from bot.discord.people import People
from bot.matches import DeadlineScheduler, DeliveryWorker, MatchService
from bot.matches.bots import BotScheduler
from bot.pictures import Pictures
from bot.store import Store, outbox
from rules.kernel.game import AnyGame

log = logging.getLogger("bot.discord")

PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
#: Interactions remembered, so that one that is told twice is worked off once.
HEARD = 4096
#: How long `idle` waits between two looks.
GLANCE = 0.01


class Tree(app_commands.CommandTree["TenebraeBot"]):
    """The slash commands: every one is acknowledged at once, and every fault goes one way."""

    async def interaction_check(self, interaction: discord.Interaction[TenebraeBot], /) -> bool:
        """Acknowledge a command before anything else is done; autocomplete is answered directly."""
        if not self.client.is_new(interaction) or await held_up(interaction):
            return False
        if interaction.type is not discord.InteractionType.application_command:
            return True
        if interaction.command is not None and interaction.command.extras.get(deck_commands.ASKS):
            return True  # it may answer with a form, which nothing can come before
        return await errors.acknowledged(lambda: interaction.response.defer(ephemeral=True, thinking=True))

    async def on_error(
        self, interaction: discord.Interaction[TenebraeBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person; a failed autocomplete has nobody to tell."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("autocomplete failed", exc_info=error)
            return
        await errors.report(interaction, error)


class TenebraeBot(discord.Client):
    """Everything the handlers need hangs here: service, store, languages, pictures."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        clock: Clock | None = None,
        games: Mapping[str, AnyGame] | None = None,
        chooser: Chooser | None = None,
    ) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            # Only messages of ours matter, and those are found by their ids.
            max_messages=None,
            # The delivery worker has better to do than to wait out a long rate limit: it comes back in time.
            max_ratelimit_timeout=30.0,
        )
        self.settings = settings
        self.store = store
        self.clock = clock or SystemClock()
        self.games: Mapping[str, AnyGame] = rules.GAMES if games is None else games
        self.service = MatchService(store, self.clock, self.games, grace=settings.call_after)
        self.people = People(store)
        #: How often each person may press and command, and how often be given suggestions while typing.
        self.pace, self.typing = Pace(settings.pace), Pace(settings.pace * TYPING)
        self.pictures = Pictures()
        self._keep_work(chooser or WorkerClient(settings.packs))
        #: The last decisions by (match, person, position), each with the press that made it.
        self.acted: dict[tuple[int, int, str], tuple[int, str]] = {}
        #: What picture each panel shows, by message.
        self.shown: dict[int, int] = {}
        #: The open panel by (match, person): its message, and the latest press that can still remove it.
        self.panels: dict[tuple[int, int], tuple[int, discord.Interaction[TenebraeBot]]] = {}
        self.tree = Tree(self)
        self._add_commands()
        #: The last interactions by id, the oldest first.
        self._heard: dict[int, None] = {}
        self._closed_once = False

    def _keep_work(self, chooser: Chooser) -> None:
        """Set up what goes on in the background."""
        self.deliverer = DiscordDeliverer(self)
        self.worker = DeliveryWorker(self.store, self.deliverer, self.clock)
        self.holds = DeadlineScheduler(self.service, self.clock)
        self.computers = BotScheduler(self.service, chooser, self.clock, seconds=self.settings.thinking_seconds)

    def _add_commands(self) -> None:
        for command in (
            match_commands.MATCH,
            play_commands.act,
            play_commands.hand,
            play_commands.waiting,
            play_commands.undo,
            orders.orders_command,
            look_up.rules_command,
            look_up.card,
            settings_commands.settings,
        ):
            self.tree.add_command(command)
        decks = deck_commands.group(self.games)
        if decks is not None:
            self.tree.add_command(decks)
        for game in self.games.values():
            self.tree.add_command(game_commands.group(game))

    async def setup_hook(self) -> None:
        """Register the commands and begin to deliver."""
        await self.tree.set_translator(Translator())
        try:
            await self.tree.sync()
        except (discord.HTTPException, discord.RateLimited):
            # The commands of the last start are still there; a match must not wait for new ones.
            log.exception("the commands could not be registered")
        # In contexts of their own: they belong to no interaction.
        contextvars.Context().run(self.worker.start)
        contextvars.Context().run(self.holds.start)
        await self.computers.start()

    async def on_ready(self) -> None:
        """Say that the bot is there."""
        log.info("ready", extra={"user": str(self.user), "guilds": len(self.guilds)})

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Tell the operator; its matches wait for the bot to come back."""
        log.warning("removed from a server; its matches wait", extra={"guild": guild.id})

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on where the bot has been before."""
        await self.deliverer.troubles.look_again(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Go on after an outage."""
        await self.deliverer.troubles.look_again(guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Look whether posts can go out now."""
        await self.deliverer.troubles.look_again(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Look whether posts can go out now."""
        await self.deliverer.troubles.look_again(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Look whether posts can go out now: Discord tells of no other member than the bot itself."""
        await self.deliverer.troubles.look_again(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Look whether posts can go out now."""
        await self.deliverer.troubles.look_again(payload.guild_id)

    async def on_interaction(self, interaction: discord.Interaction[TenebraeBot]) -> None:
        """Answer every press and every form, whatever it names: discord.py knows none of them."""
        if interaction.type in PRESSES and self.is_new(interaction) and not await held_up(interaction):
            await controls.work(interaction)

    def is_new(self, interaction: discord.Interaction[TenebraeBot]) -> bool:
        """Tell whether this is the first time that Discord tells of an interaction; it repeats some after a drop."""
        if interaction.id in self._heard:
            return False
        self._heard[interaction.id] = None
        while len(self._heard) > HEARD:
            self._heard.pop(next(iter(self._heard)))
        return True

    async def idle(self, patience: float | None = None) -> None:
        """Wait until nothing is left to deliver now and no computer is to move, or patience (seconds) runs out."""
        looks = itertools.count() if patience is None else range(round(patience / GLANCE))
        for _ in looks:
            if not self.computers.busy and not await outbox.waiting_matches(self.store.read, self.clock.now()):
                return
            await asyncio.sleep(GLANCE)

    async def close(self) -> None:
        """Finish what is being delivered and leave; the store stays open for whoever opened it."""
        if self._closed_once:
            return
        self._closed_once = True
        await self.computers.stop()
        await self.holds.stop()
        await self.worker.stop()
        self.pictures.close()
        await super().close()
