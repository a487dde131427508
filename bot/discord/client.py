"""The bot: one discord.py client around the match service."""

from __future__ import annotations

import contextvars
import logging
import math
from collections.abc import Mapping

import discord
from discord import app_commands

import rules
from bot.clock import Clock, SystemClock
from bot.computers.client import Chooser, WorkerClient
from bot.config import Settings
from bot.discord.commands import decks, games, help, look_up, match, play
from bot.discord.commands import settings as settings_commands
from bot.discord.posts.deliver import DiscordDeliverer
from bot.discord.support import controls, errors
from bot.discord.support.bot import Bot
from bot.discord.support.locale import Translator, code_of
from bot.discord.support.rate_limit import TYPING, RateLimit
from bot.matches import DeliveryWorker, MatchService
from bot.store import Store
from rules.kernel.game import AnyGame
from rules.kernel.words.text import Say

log = logging.getLogger("bot.discord")

PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
#: How many interactions are remembered, so that one that arrives twice is handled once.
HEARD = 4096


class Tree(app_commands.CommandTree["TenebraeBot"]):
    """The slash commands: each is acknowledged at once, and all errors take one path."""

    async def interaction_check(self, interaction: discord.Interaction[TenebraeBot], /) -> bool:
        """Acknowledge a command before anything else is done; autocomplete is answered directly."""
        if not self.client.is_new(interaction) or await self.client.is_too_fast(interaction):
            return False
        if interaction.type is not discord.InteractionType.application_command:
            return True
        if interaction.command is not None and interaction.command.extras.get(decks.ASKS):
            return True  # it may answer with a form, which must be the first answer
        return await errors.acknowledged(lambda: interaction.response.defer(ephemeral=True, thinking=True))

    async def on_error(
        self, interaction: discord.Interaction[TenebraeBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person; a failed autocomplete has nobody to tell."""
        if interaction.type is discord.InteractionType.autocomplete:
            log.error("autocomplete failed", exc_info=error)
            return
        await errors.report(interaction, error)


class TenebraeBot(Bot):
    """The bot with its commands, its events and its work in the background."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        *,
        clock: Clock | None = None,
        games: Mapping[str, AnyGame] | None = None,
        chooser: Chooser | None = None,
    ) -> None:
        played = rules.GAMES if games is None else games
        service = MatchService(store, clock or SystemClock(), played, grace=settings.call_after)
        super().__init__(settings, service, chooser or WorkerClient(settings.packs))
        self.store = store
        self.deliverer = DiscordDeliverer(self)
        self.delivery = DeliveryWorker(store, self.deliverer, self.clock)
        #: How often each person may press and use commands, and how often they get suggestions while typing.
        self.presses, self.typing = RateLimit(settings.pace), RateLimit(settings.pace * TYPING)
        self.tree = Tree(self)
        self._add_commands()
        #: The last interactions by id, the oldest first.
        self._heard: dict[int, None] = {}
        self._closed_once = False

    def _add_commands(self) -> None:
        for command in (
            match.MATCH,
            help.help_command,
            play.act,
            play.hand,
            play.waiting,
            play.undo,
            play.leave_orders,
            look_up.rules_command,
            look_up.card,
            settings_commands.settings,
        ):
            self.tree.add_command(command)
        deck = decks.group(self.games)
        if deck is not None:
            self.tree.add_command(deck)
        for game in self.games.values():
            self.tree.add_command(games.group(game))

    async def setup_hook(self) -> None:
        """Register the commands and begin to deliver."""
        await self.tree.set_translator(Translator())
        try:
            await self.tree.sync()
        except (discord.HTTPException, discord.RateLimited):
            # The commands of the last start still work; matches must not wait for new ones.
            log.exception("the commands could not be registered")
        # Tasks that belong to no interaction get a context of their own.
        contextvars.Context().run(self.delivery.start)
        contextvars.Context().run(self.deadlines.start)
        await self.bots.start()

    async def on_ready(self) -> None:
        """Log that the bot is connected."""
        log.info("ready", extra={"user": str(self.user), "guilds": len(self.guilds)})

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Tell the operator; its matches wait for the bot to come back."""
        log.warning("removed from a server; its matches wait", extra={"guild": guild.id})

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Retry posts in a server that the bot has rejoined."""
        await self.troubles.look_again(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry posts after an outage."""
        await self.troubles.look_again(guild.id)

    async def on_guild_channel_update(self, _: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Retry posts."""
        await self.troubles.look_again(after.guild.id)

    async def on_guild_role_update(self, _: discord.Role, after: discord.Role) -> None:
        """Retry posts."""
        await self.troubles.look_again(after.guild.id)

    async def on_member_update(self, _: discord.Member, after: discord.Member) -> None:
        """Retry posts: without the members intent, only the bot itself is updated."""
        await self.troubles.look_again(after.guild.id)

    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Retry posts."""
        await self.troubles.look_again(payload.guild_id)

    async def on_interaction(self, interaction: discord.Interaction[TenebraeBot]) -> None:
        """Answer every press and form: discord.py knows none of our components."""
        if interaction.type in PRESSES and self.is_new(interaction) and not await self.is_too_fast(interaction):
            await controls.work(interaction)

    def is_new(self, interaction: discord.Interaction[TenebraeBot]) -> bool:
        """Tell whether an interaction is new: after a lost connection Discord repeats some."""
        if interaction.id in self._heard:
            return False
        self._heard[interaction.id] = None
        while len(self._heard) > HEARD:
            self._heard.pop(next(iter(self._heard)))
        return True

    async def is_too_fast(self, interaction: discord.Interaction[TenebraeBot]) -> bool:
        """Tell whether this person is too fast; if so, tell them, and the caller does nothing.

        This comes before all other work, and doesn't use the store.
        """
        typing = interaction.type is discord.InteractionType.autocomplete
        seconds = (self.typing if typing else self.presses).wait(interaction.user.id)
        if not seconds:
            return False
        try:
            if typing:
                await interaction.response.autocomplete([])
            else:
                say = Say(self.service.people.known(interaction.user.id) or code_of(interaction.locale))
                await interaction.response.send_message(_too_fast(say, seconds), ephemeral=True)
        except discord.HTTPException as error:
            log.warning("a person could not be told to wait", extra={"reason": str(error)})
        return True

    async def close(self) -> None:
        """Finish deliveries under way and disconnect; the caller closes the store."""
        if self._closed_once:
            return
        self._closed_once = True
        await self.bots.stop()
        await self.deadlines.stop()
        await self.delivery.stop()
        self.pictures.close()
        await super().close()


def _too_fast(say: Say, seconds: float) -> str:
    return say.n(
        "You are faster than I can follow: nothing was done. Try again in {n} second.",
        "You are faster than I can follow: nothing was done. Try again in {n} seconds.",
        math.ceil(seconds),
    )
