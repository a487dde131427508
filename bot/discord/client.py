"""The complete bot: a discord.py client built around the match service."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import app_commands

import rules
from bot.app.clock import Clock
from bot.app.job_queue import JobQueue
from bot.app.registry_class import Registry
from bot.app.settings import Settings, computer_process_count
from bot.app.warm_up import WarmUp
from bot.computers.worker_pool import Chooser, WorkerPool
from bot.discord.bot import SCHEDULERS, Bot, Interaction
from bot.discord.commands import registration
from bot.discord.commands.background_reconciler import Reconciler
from bot.discord.commands.group_reconciler import GroupReconciler
from bot.discord.commands.registry import add_commands, add_owner_commands
from bot.discord.commands.slash import IN_SERVERS, INSTALLS, OPENS_FORM
from bot.discord.delivery.outbox_deliverer import DiscordDeliverer
from bot.discord.emoji_upload import EmojiReconciler
from bot.discord.heartbeat import Heartbeat
from bot.discord.http import interaction_metrics
from bot.discord.http.outgoing_rate_limiter import Priority
from bot.discord.in_flight import InFlightInteractions
from bot.discord.interaction_admission import Admission
from bot.discord.owner_stop_commands import Draining
from bot.discord.owners import Owners
from bot.discord.server_events import ServerEvents
from bot.discord.ui import controls, errors
from bot.matches.quota_overrides import QUOTAS
from bot.matches.scheduler_base import Scheduler
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.matches.settings.retention_periods import RetentionPeriods
from bot.notifications.delivery import DeliveryWorker
from bot.store.errors import StoreError
from bot.store.first_start import until_server_answers
from bot.store.store import Store
from bot.table.play.live_panels import LivePanels
from rules.kernel.game import AnyGame

log = logging.getLogger("bot.discord")

PRESS_TYPES = (discord.InteractionType.component, discord.InteractionType.modal_submit)
#: The id of the database lock that lets only one process at a time register the commands.
REGISTRATION_LOCK = 1
#: Maximum number of seconds to wait for unfinished answers after the bot has been told to stop.
SHUTDOWN_GRACE = 8.0
#: Time limit in seconds for sending refusals to people whose interactions arrive during the shutdown.
REFUSAL_GRACE = 2.0

#: Functions that features add to create reconcilers, which do housekeeping that no match depends on.
RECONCILERS = Registry[Callable[[Bot], Reconciler]]("reconcilers")
#: Functions that features add to show news to a person below the answer to their interaction.
NEWS = Registry[Callable[[Interaction], Awaitable[None]]]("news")


class Tree(app_commands.CommandTree["TenebraeBot"]):
    """The slash commands. Each is acknowledged before it runs, and all errors are reported in one place."""

    async def _call(self, interaction: discord.Interaction[TenebraeBot]) -> None:
        async with self.client.in_flight.track(interaction):
            with interaction_metrics.measure(interaction):
                await self._run_command(interaction)

    async def _run_command(self, interaction: discord.Interaction[TenebraeBot]) -> None:
        await super()._call(interaction)
        if interaction.type is discord.InteractionType.application_command and not _opens_form(interaction):
            await _show_news(interaction)

    async def interaction_check(self, interaction: discord.Interaction[TenebraeBot], /) -> bool:
        """Acknowledge a command and return whether to run it. Autocomplete requests aren't acknowledged."""
        if not await self.client.admission.admits(interaction):
            return False
        if interaction.type is not discord.InteractionType.application_command:
            return True
        if _opens_form(interaction):
            return True
        return await errors.acknowledge(lambda: interaction.response.defer(ephemeral=True, thinking=True))

    async def on_error(
        self, interaction: discord.Interaction[TenebraeBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Report the error to the person. Autocomplete errors are only logged because Discord can't show them."""
        if interaction.type is discord.InteractionType.autocomplete:
            interaction_metrics.set_result("failed")
            log.error("autocomplete failed", exc_info=error)
            return
        await errors.report(interaction, error)


class TenebraeBot(ServerEvents):
    """The bot with all its commands, event handlers and background work."""

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
            ServiceOptions(
                grace=settings.call_after,
                pause=settings.board_pause,
                caps={name: getattr(settings, name) for name in QUOTAS},
                kept=RetentionPeriods(
                    settings.keep_matches, settings.keep_reports, settings.keep_seeks, settings.keep_servers
                ),
            ),
        )
        super().__init__(
            settings, service, chooser or WorkerPool(settings.thinkers or computer_process_count(), settings.packs)
        )
        self.store = store
        self.deliverer = DiscordDeliverer(self)
        self.live_panels = LivePanels(self)
        self.delivery = DeliveryWorker(store, self.deliverer, self.clock, service.matches.versions)
        self.tree = Tree(self, allowed_installs=INSTALLS, allowed_contexts=IN_SERVERS)
        add_commands(self.tree, self.games)
        self._add_owner_commands()
        self._feature_schedulers = [make(self) for make in SCHEDULERS]
        self.in_flight = InFlightInteractions()
        self.warm_up = WarmUp(self.in_flight.wait_until_idle)
        #: Carries out an owner's instruction that this process must start no new work, or must stop.
        self.draining = Draining(
            self, lambda: [one for one in self.reconcilers if one.opens_matches], lambda: self._shareable_schedulers,
            lambda: self._unfinished_count,
        )  # fmt: skip
        self.admission = Admission(self, self.in_flight, self.draining.refuses)
        self.emoji_reconciler = EmojiReconciler(self, store.try_task_lock)
        self.group_reconciler = GroupReconciler(self.tree, service.command_groups)
        self.heartbeat = Heartbeat(self, self.draining.carry_out, self._leases)
        #: The housekeeping tasks. No match depends on them.
        self.reconcilers: list[Reconciler] = [
            self.emoji_reconciler, self.group_reconciler, *(make(self) for make in RECONCILERS), self.heartbeat,
        ]  # fmt: skip
        self.parts |= {type(one): one for one in (*self._feature_schedulers, *self.reconcilers)}
        self._closing: asyncio.Task[None] | None = None
        #: Whether this process delivers posts, and whether it has finished starting.
        self.is_delivering = self._has_started = False

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event on to its listeners and to the reconcilers that it wakes."""
        for reconciler in self.reconcilers:
            if event in reconciler.wakes_on:
                reconciler.on_event()
        super().dispatch(event, *args, **kwargs)

    def set_owner_role(self, server: int, role: int) -> None:
        """Treat the members of a server who have this role as the bot's owners. Must be called before the login."""
        self.settings = self.settings.model_copy(update={"owner_server": server, "owner_role": role})
        self.owners = Owners(self, self.settings)
        self._add_owner_commands()

    def _add_owner_commands(self) -> None:
        """Add the owners' commands to the command tree for the owners' server, if the settings name one."""
        if self.settings.owner_server is not None:
            add_owner_commands(self.tree, self.settings.owner_server)

    async def login(self, token: str) -> None:
        """Log in. If the database is restarting, wait, because it stores the rate limit shared by all processes."""
        await until_server_answers(lambda: self.rate_budget.acquire(Priority.CALL))
        await super().login(token)

    async def setup_hook(self) -> None:
        """Register the commands and start the background work."""
        try:
            async with self.store.try_task_lock(REGISTRATION_LOCK) as has_lock:
                if has_lock:
                    await self._register()
        except (discord.HTTPException, discord.RateLimited, StoreError):
            # The commands registered at the last start still work, so start anyway: matches must not wait for new
            # commands.
            log.exception("the commands could not be registered")
        try:
            # If an owner has told this process to start no new work, it must know that before it admits an interaction.
            await self.heartbeat.read()
        except StoreError as error:
            log.warning("what owners have decided can't be read yet: %s", error)
        # A fresh context keeps these tasks from inheriting the current task's context variables.
        for scheduler in (*self.schedulers, self.live_panels, *(one for one in self.reconcilers if one.is_needed)):
            contextvars.Context().run(scheduler.start)
        self.is_delivering = self._has_started = True

    @property
    def is_receiving(self) -> bool:
        """Return whether interactions reach this process, as far as it knows."""
        return self._has_started

    @property
    def schedulers(self) -> tuple[Scheduler, ...]:
        """The schedulers of all background work that matches depend on."""
        return self.delivery, self.deadlines, *self._feature_schedulers, self.archiver, self.computer_moves

    @property
    def _shareable_schedulers(self) -> tuple[Scheduler, ...]:
        """The schedulers whose work other processes could do. This excludes delivery once Discord has refused the
        token.
        """
        return tuple(scheduler for scheduler in self.schedulers if self.is_delivering or scheduler is not self.delivery)

    def _leases(self) -> int:
        return sum(scheduler.leases for scheduler in self.schedulers)

    @property
    def in_flight_count(self) -> int:
        """The number of interactions that are being handled right now."""
        return self.in_flight.in_progress

    @property
    def _job_queues(self) -> list[JobQueue[Any]]:
        """The features' job queues. Their jobs exist only in this process."""
        return [part for part in self.parts.values() if isinstance(part, JobQueue)]

    @property
    def _unfinished_count(self) -> int:
        """The number of unfinished answers and jobs, which would be lost if this process ended."""
        return self.in_flight.in_progress + sum(queue.in_progress for queue in self._job_queues)

    async def _register(self) -> None:
        command_set = self.service.command_set
        if not await command_set.is_ours():
            log.info("the commands are those of a newer version, and stay so")
            return
        if await registration.register(self.tree):
            log.info("the commands were registered")
        await command_set.save_registered()
        await self._register_owners()

    async def _register_owners(self) -> None:
        """Register the commands of the owners' server. Only log a failure, because nothing else needs the commands."""
        if self.settings.owner_server is None:
            return
        try:
            await registration.register_in(self.tree, self.settings.owner_server)
        except discord.HTTPException as error:
            log.error(
                "the owners' command can't be registered: is TENEBRAE_OWNER_SERVER a server that the bot is in?",
                extra={"guild": self.settings.owner_server, "reason": f"{error.status} {error.code} {error.text}"},
            )

    async def on_ready(self) -> None:
        """Log the connection, and start the warm-up."""
        self.warm_up.start()
        log.info("ready", extra={"user": str(self.user), "guilds": self.directory.cached_count})

    async def on_token_refused(self) -> None:
        """Stop posting: Discord would refuse all requests with this token, and many refusals get the address banned."""
        if self.is_delivering:
            self.is_delivering = False
            log.error(
                "Discord no longer accepts the bot token, so nothing is posted: set a new TENEBRAE_TOKEN and start the"
                " bot again; what waits is posted then."
            )
            await self.delivery.stop()

    async def turns_away(self, guild_id: int | None) -> bool:
        """Return whether the bot is about to leave a server."""
        return await self.admission.turns_away(guild_id)

    async def on_interaction(self, interaction: discord.Interaction[TenebraeBot]) -> None:
        """Handle every button press and submitted form here, because no views are registered with discord.py."""
        if interaction.type in PRESS_TYPES:
            async with self.in_flight.track(interaction):
                with interaction_metrics.measure(interaction):
                    if await self.admission.admits(interaction):
                        await controls.handle_press(interaction)
                        if interaction.response.type not in (None, discord.InteractionResponseType.modal):
                            await _show_news(interaction)
        if interaction.is_guild_integration() and not await self.turns_away(interaction.guild_id):
            await self.delivery_failures.resume_if_removed(interaction.guild_id)

    async def close(self) -> None:
        """Finish running work and disconnect. The caller closes the store. A second call waits for the first."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(), name="closing")
        try:
            await asyncio.shield(self._closing)
        except asyncio.CancelledError:
            # Wait even if this call was cancelled: the caller closes the store next, and the running work still uses
            # it.
            await asyncio.wait({self._closing})
            raise

    async def _close(self) -> None:
        """Stop accepting interactions and finish the open answers. Only then stop the background work."""
        if self._has_started:
            log.info("stopping: answers under way are finished")
        # Queued jobs can take minutes, so they are cancelled.
        await asyncio.gather(*(one.close() for one in self._job_queues))
        cancelled_count = await self.in_flight.shut_down(SHUTDOWN_GRACE)
        if cancelled_count:
            log.warning("answers were cut short", extra={"answers": cancelled_count})
        await asyncio.gather(*(one.stop() for one in (*self.schedulers, self.live_panels, *self.reconcilers)))
        await self.warm_up.stop()
        # The connection is still needed to refuse interactions that arrived in the meantime.
        await self.in_flight.shut_down(REFUSAL_GRACE)
        self.pictures.close()
        await super().close()


def _opens_form(interaction: discord.Interaction[TenebraeBot]) -> bool:
    """Return whether a command may open a form, which Discord allows only as the first response."""
    return interaction.command is not None and bool(interaction.command.extras.get(OPENS_FORM))


async def _show_news(interaction: discord.Interaction[TenebraeBot]) -> None:
    """Show the person the features' news below the answer, such as news that couldn't be sent in private."""
    for tell in NEWS:
        await tell(interaction)
