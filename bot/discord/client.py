"""The bot: one discord.py client around the match service."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import math
from collections.abc import Mapping

import aiohttp
import discord
from discord import app_commands

import rules
from bot import wiring
from bot.app.clock import Clock
from bot.app.image_cache import drawn_for
from bot.app.settings import Settings, processors
from bot.app.warm_up import WarmUp
from bot.computers.client import Chooser, WorkerPool
from bot.discord.bot import Bot
from bot.discord.commands import registration as registering
from bot.discord.commands.background_sync import Reconciler
from bot.discord.commands.groups import GroupReconciler
from bot.discord.commands.slash import ASKS, IN_SERVERS, INSTALLS
from bot.discord.delivery.posts import DiscordDeliverer
from bot.discord.http import errors
from bot.discord.http import interaction_metrics as measuring
from bot.discord.http.in_flight import InFlightInteractions
from bot.discord.http.user_rate_limit import TYPING, RateLimit
from bot.discord.ui import controls
from bot.discord.ui.emoji_upload import EmojiReconciler
from bot.discord.ui.people import say_at_once
from bot.features.backups.jobs.schedule import BackupReconciler
from bot.features.cups.jobs import CupReconciler
from bot.features.open_tables.jobs import OpenTableReconciler
from bot.features.owner import commands as owner
from bot.features.owner.jobs import blocklist_gate as admission
from bot.features.owner.jobs.announcements import Announcer
from bot.features.owner.jobs.blocklist_effects import BlocklistEnforcer
from bot.features.owner.jobs.damage_reports import DamageReconciler
from bot.features.owner.jobs.draining import Draining
from bot.features.owner.jobs.heartbeat import Heartbeat
from bot.features.owner.panel.owners import Owners
from bot.features.privacy.jobs import Eraser
from bot.features.privacy.service.retention import RetentionPeriods
from bot.features.ratings.jobs import RatingReconciler
from bot.matches.quota_overrides import CAPS
from bot.matches.service import MatchService
from bot.notifications.delivery import DeliveryWorker
from bot.notifications.scheduler import Scheduler
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.table.play.live_panels import LivePanels
from rules.kernel.game import AnyGame
from rules.kernel.words.text import Translator

log = logging.getLogger("bot.discord")

PRESSES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
#: The number of recent interaction ids to remember, so that a repeated one is handled once.
HEARD = 4096
#: The database lock for registering commands, which one process at a time holds.
REGISTERING = 1
#: Seconds that running answers get when the bot is told to stop.
LAST_ANSWERS = 8.0
#: Seconds for refusing interactions that arrive during shutdown.
LAST_REFUSALS = 2.0


class Tree(app_commands.CommandTree["TenebraeBot"]):
    """The slash commands. Each is acknowledged at once, and all errors take one path."""

    async def _call(self, interaction: discord.Interaction[TenebraeBot]) -> None:
        async with self.client.answering.counted(interaction):
            with measuring.measured(interaction):
                await self._carry_out(interaction)

    async def _carry_out(self, interaction: discord.Interaction[TenebraeBot]) -> None:
        await super()._call(interaction)
        if interaction.type is discord.InteractionType.application_command and not _asks(interaction):
            await wiring.tell_news(interaction)

    async def interaction_check(self, interaction: discord.Interaction[TenebraeBot], /) -> bool:
        """Acknowledge a command before any other work. Autocomplete is answered directly."""
        if not await self.client.admits(interaction):
            return False
        if interaction.type is not discord.InteractionType.application_command:
            return True
        if _asks(interaction):
            return True
        return await errors.acknowledged(lambda: interaction.response.defer(ephemeral=True, thinking=True))

    async def on_error(
        self, interaction: discord.Interaction[TenebraeBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Report the error to the person. A failed autocomplete has no one to report to."""
        if interaction.type is discord.InteractionType.autocomplete:
            measuring.result("failed")
            log.error("autocomplete failed", exc_info=error)
            return
        await errors.report(interaction, error)


class TenebraeBot(Bot):
    """The bot with its commands, events and background work."""

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
        service = MatchService(
            store,
            clock or store.clock,
            played,
            grace=settings.call_after,
            pause=settings.board_pause,
            caps={name: getattr(settings, name) for name in CAPS},
            kept=RetentionPeriods(
                settings.keep_matches, settings.keep_reports, settings.keep_seeks, settings.keep_servers
            ),
        )
        super().__init__(settings, service, chooser or WorkerPool(settings.thinkers or processors(), settings.packs))
        self.store = store
        self.deliverer = DiscordDeliverer(self)
        self.live = LivePanels(self)
        self.sign_keeper = EmojiReconciler(self, store.try_task_lock)
        self.delivery = DeliveryWorker(store, self.deliverer, self.clock, service.matches.versions)
        #: Rate limits per person: for presses and commands, and for suggestions while typing.
        pace = service.caps
        self.presses = RateLimit(lambda: pace.count("pace"))
        self.typing = RateLimit(lambda: pace.count("pace") * TYPING)
        self.tree = Tree(self, allowed_installs=INSTALLS, allowed_contexts=IN_SERVERS)
        wiring.add_commands(self.tree, self.games)
        self._offer_to_owners()
        self.group_keeper = GroupReconciler(self.tree, service.groups)
        self.rating_keeper = RatingReconciler(service.ratings)
        self.table_keeper = OpenTableReconciler(self)
        self.eraser, self.doorkeeper, self.announcer = Eraser(self), BlocklistEnforcer(self), Announcer(self)
        self.cup_keeper = CupReconciler(self)
        self.backup_keeper = BackupReconciler(service.backups, self.clock, settings)
        self.damage_keeper = DamageReconciler(self)
        #: The ids of the last interactions, oldest first.
        self._heard: dict[int, None] = {}
        self.answering = InFlightInteractions()
        self.warm_up = WarmUp(self.answering.idle)
        #: The owners' order to this process: start nothing new, or stop.
        self.draining = Draining(
            self, lambda: (self.table_keeper, self.cup_keeper), lambda: self._shared, lambda: self._under_way
        )
        self.heartbeat = Heartbeat(self, self.draining.keep_to, self._leases)
        self._closing: asyncio.Task[None] | None = None
        #: Whether this process posts, and whether it has ever started to work.
        self.posts = self._served = False

    def belong_to(self, server: int, role: int) -> None:
        """Make the members of a server with a role the bot's owners. Call it before the login."""
        self.settings = self.settings.model_copy(update={"owner_server": server, "owner_role": role})
        self.owners = Owners(self, self.settings)
        self._offer_to_owners()

    def _offer_to_owners(self) -> None:
        """Register the owners' commands in their server, if they have one."""
        if self.settings.owner_server is not None:
            self.tree.add_command(owner.owner, guild=discord.Object(self.settings.owner_server))

    async def setup_hook(self) -> None:
        """Register the commands and start to deliver."""
        try:
            async with self.store.try_task_lock(REGISTERING) as leads:
                if leads:
                    await self._register()
        except (discord.HTTPException, discord.RateLimited):
            # The commands of the last start still work, and matches must not wait for new ones.
            log.exception("the commands could not be registered")
        try:
            # Read it before the first interaction is let in.
            await self.heartbeat.read()
        except StoreError as error:
            log.warning("what owners have decided can't be read yet: %s", error)
        # Tasks outside an interaction get their own context.
        for scheduler in (
            *self.schedulers,
            self.live,
            self.group_keeper,
            self.rating_keeper,
            self.table_keeper,
            self.cup_keeper,
            self.eraser,
            self.doorkeeper,
            self.announcer,
            self.damage_keeper,
            self.heartbeat,
        ):
            contextvars.Context().run(scheduler.start)
        if self.settings.backups is not None:
            contextvars.Context().run(self.backup_keeper.start)
        if self.settings.signs and self.signs.names:
            contextvars.Context().run(self.sign_keeper.start)
        self.posts = self._served = True

    @property
    def hears(self) -> bool:
        """Return whether interactions reach this process, as far as it knows."""
        return self._served

    @property
    def schedulers(self) -> tuple[Scheduler, ...]:
        """The schedulers of work that matches wait for."""
        return self.delivery, self.times, self.recorder, self.archivist, self.bots

    @property
    def _keepers(self) -> tuple[Reconciler, ...]:
        """The housekeeping tasks that no match waits for."""
        return (
            *(self.sign_keeper, self.group_keeper, self.rating_keeper, self.table_keeper, self.cup_keeper),
            *(self.backup_keeper, self.eraser, self.doorkeeper, self.announcer, self.damage_keeper, self.heartbeat),
        )

    @property
    def _shared(self) -> tuple[Scheduler, ...]:
        """The schedulers of work that other processes share. They post only while Discord accepts the token."""
        return tuple(one for one in self.schedulers if self.posts or one is not self.delivery)

    def _leases(self) -> int:
        return sum(one.leases for one in self.schedulers)

    @property
    def answers_under_way(self) -> int:
        """See Bot."""
        return self.answering.in_progress

    @property
    def _under_way(self) -> int:
        """Return the number of unfinished jobs that no other process would do."""
        return self.answering.in_progress + self.filing.in_progress + self.reviewing.in_progress

    async def _register(self) -> None:
        ours = self.service.command_set
        if not await ours.is_ours():
            log.info("the commands are those of a newer version, and stay so")
            return
        if await registering.register(self.tree):
            log.info("the commands were registered")
        await ours.registered()
        await self._register_owners()

    async def _register_owners(self) -> None:
        """Register the commands of the owners' server. Everything else works without them."""
        if self.settings.owner_server is None:
            return
        try:
            await registering.register_in(self.tree, self.settings.owner_server)
        except discord.HTTPException as error:
            log.error(
                "the owners' command can't be registered: is TENEBRAE_OWNER_SERVER a server that the bot is in?",
                extra={"guild": self.settings.owner_server, "reason": f"{error.status} {error.code} {error.text}"},
            )

    async def on_ready(self) -> None:
        """Log the connection, and start the work that could wait for it."""
        self.warm_up.start()
        log.info("ready", extra={"user": str(self.user), "guilds": self.directory.cached})

    async def on_token_refused(self) -> None:
        """Stop posting: with this token Discord would refuse every further request, and count it."""
        if self.posts:
            self.posts = False
            log.error(
                "Discord no longer accepts the bot token, so nothing is posted: set a new TENEBRAE_TOKEN and start the"
                " bot again; what waits is posted then."
            )
            await self.delivery.stop()

    async def on_lobby_opened(self) -> None:
        """Register the game's commands if the server lacks them."""
        self.group_keeper.wake()

    async def on_bars_read(self) -> None:
        """Remove banned people from everything they take part in."""
        if self.service.bars.are_unsettled:
            self.doorkeeper.wake()

    async def on_announced(self) -> None:
        """Start to post the owners' announcement."""
        self.announcer.wake()

    async def on_erasure_asked(self) -> None:
        """Start to erase the people who have asked for it."""
        self.eraser.wake()

    async def on_emoji_refused(self) -> None:
        """Look up the emojis of the signs again, because one that Discord refuses may be deleted."""
        self.sign_keeper.wake()

    async def on_tables_changed(self) -> None:
        """Update the list of open tables."""
        self.table_keeper.wake()

    async def on_cups_changed(self) -> None:
        """Advance the cups that have changed."""
        self.cup_keeper.wake()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Pause the server's matches until the bot comes back."""
        await self.troubles.removed(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Retry posts in a server that the bot has rejoined, resume its matches and register its commands again.

        A banned server is left again.
        """
        if await self._is_turned_away(guild.id):
            return
        await self.service.groups.forget(guild.id)
        await self.troubles.back(guild.id)
        self.group_keeper.wake()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Retry posts at the start and after an outage. A banned server is left."""
        if await self._is_turned_away(guild.id):
            return
        await self.troubles.available(guild.id)

    async def _is_turned_away(self, guild_id: int | None) -> bool:
        """Return whether a server is banned; if so, leave it."""
        turned_away = guild_id is not None and await self.service.bars.is_back(guild_id)
        if turned_away:
            self.doorkeeper.wake()
        return turned_away

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Pause the channel's match."""
        await self.service.parking.channel_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Pause the thread's match."""
        await self.service.parking.channel_gone(payload.thread_id)

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
        """Pause the match of a locked thread, resume that of an open one, and retry posts."""
        if payload.data["thread_metadata"].get("locked") and not self.directory.moderates(
            payload.guild_id, payload.parent_id
        ):
            await self.service.parking.channel_gone(payload.thread_id)
        else:
            await self.service.parking.channel_back(payload.guild_id, payload.thread_id)
        await self.troubles.look_again(payload.guild_id)

    async def on_interaction(self, interaction: discord.Interaction[TenebraeBot]) -> None:
        """Answer every press and form, because discord.py knows none of our components."""
        if interaction.type in PRESSES:
            async with self.answering.counted(interaction):
                with measuring.measured(interaction):
                    if await self.admits(interaction):
                        await controls.work(interaction)
                        if interaction.response.type not in (None, discord.InteractionResponseType.modal):
                            await wiring.tell_news(interaction)
        if interaction.is_guild_integration() and not await self._is_turned_away(interaction.guild_id):
            await self.troubles.heard_from(interaction.guild_id)

    async def admits(self, interaction: discord.Interaction[TenebraeBot]) -> bool:
        """Return whether to handle an interaction. A refused one gets a reason, a repeated one is dropped.

        This comes before all other work and doesn't use the store.
        """
        if not self.is_new(interaction):
            measuring.result("repeated")
            return False
        self.directory.learn(interaction)
        if self.answering.closed:
            measuring.result("stopping")
            await _refuse(interaction, _restarting(say_at_once(interaction)))
            return False
        say = say_at_once(interaction)
        if (why := admission.refusal_reason(interaction, say)) is not None:
            measuring.result("not served")
            await _refuse(interaction, why)
            return False
        if self.draining.refuses(interaction):
            measuring.result("draining")
            await _refuse(interaction, _draining(say))
            return False
        drawn_for.set(interaction.user.id)
        typing = interaction.type is discord.InteractionType.autocomplete
        seconds = (self.typing if typing else self.presses).wait(interaction.user.id)
        if seconds:
            measuring.result("too fast")
            await _refuse(interaction, _too_fast(say, seconds))
        return not seconds

    def is_new(self, interaction: discord.Interaction[TenebraeBot]) -> bool:
        """Return whether an interaction is new: after a lost connection Discord repeats some."""
        if interaction.id in self._heard:
            return False
        self._heard[interaction.id] = None
        while len(self._heard) > HEARD:
            self._heard.pop(next(iter(self._heard)))
        return True

    async def close(self) -> None:
        """Finish running work and disconnect; the caller closes the store. A second call waits for the first."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="closing")
        try:
            await asyncio.shield(self._closing)
        except asyncio.CancelledError:
            # The caller closes the store next, so nothing may need it any more.
            await asyncio.wait({self._closing})
            raise

    async def _close(self) -> None:
        """Stop in the order of the work: first answers, then the posts that follow from them."""
        if self._served:
            log.info("stopping: answers under way are finished")
        # No one waits for work that takes minutes.
        await asyncio.gather(self.reviewing.close(), self.filing.close())
        late = await self.answering.finish(LAST_ANSWERS)
        if late:
            log.warning("answers were cut short", extra={"answers": late})
        await asyncio.gather(*(one.stop() for one in (*self.schedulers, self.live, *self._keepers)))
        await self.warm_up.stop()
        # Interactions that arrived meanwhile are refused, which needs the connection too.
        await self.answering.finish(LAST_REFUSALS)
        self.pictures.close()
        await super().close()


def _asks(interaction: discord.Interaction[TenebraeBot]) -> bool:
    """Return whether a command may answer with a form, which must be the first answer."""
    return interaction.command is not None and bool(interaction.command.extras.get(ASKS))


async def _refuse(interaction: discord.Interaction[TenebraeBot], text: str) -> None:
    """Answer with a sentence and do nothing else. Someone who is typing gets no suggestions."""
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await errors.tell(interaction, text)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        log.warning("a person could not be told why nothing was done", extra={"reason": str(error)})


def _restarting(say: Translator) -> str:
    return say.t("I am being restarted, so nothing was done. Please try again in a minute.")


def _draining(say: Translator) -> str:
    return say.t(
        "I am about to be restarted, so nothing new begins just now; try again in some minutes. What has begun goes on."
    )


def _too_fast(say: Translator, seconds: float) -> str:
    return say.n(
        "You are faster than I can follow: nothing was done. Try again in {n} second.",
        "You are faster than I can follow: nothing was done. Try again in {n} seconds.",
        math.ceil(seconds),
    )
