"""Carries out an owner's instruction that this process must start no new work, or must stop after its current work."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable, Collection
from typing import Protocol

import discord

from bot.discord.bot import Bot, Interaction
from bot.discord.commands.slash import BEGINS_WORK
from bot.discord.custom_ids import TEMPLATE
from bot.discord.ui import controls
from bot.matches.processes import ProcessInstruction

log = logging.getLogger("bot.discord")

#: A stopping process ends after this many seconds even if some work is unfinished.
STOP_TIMEOUT = 600.0


class BackgroundWorker(Protocol):
    """Background work that can be paused and resumed."""

    def start(self) -> None: ...
    async def stop(self) -> None: ...


class Draining:
    """Refuses interactions that start new work, pauses background work, and signals when the process should stop."""

    def __init__(
        self, bot: Bot, match_openers: Callable[[], Collection[BackgroundWorker]],
        shared_workers: Callable[[], Collection[BackgroundWorker]], unfinished_count: Callable[[], int],
    ) -> None:  # fmt: skip
        """`match_openers`, `shared_workers` and `unfinished_count` are functions that are called whenever an
        instruction is carried out.

        `match_openers` returns the workers that open matches by themselves. `shared_workers` returns the workers that
        other processes also run, so their work can be left to those processes. `unfinished_count` returns the number of
        unfinished jobs.
        """
        self._bot = bot
        self._begins = match_openers
        self._shared = shared_workers
        self._under_way = unfinished_count
        self._paused: list[BackgroundWorker] = []
        #: Whether this process refuses new work, and whether another process can take its interactions in the meantime.
        self.is_draining: bool = False
        self.has_replacement: bool = False
        #: The monotonic time when the instruction to stop was read.
        self._stops_since: float | None = None
        #: Set once the process must exit.
        self.stop_requested = asyncio.Event()

    async def carry_out(self, instruction: ProcessInstruction) -> None:
        """Carry out the owners' current instruction."""
        drains = instruction.wanted != "serve"
        if drains != self.is_draining:
            log.warning("owners let nothing new begin here" if drains else "owners let everything begin here again")
        self.is_draining, self.has_replacement = drains, drains and instruction.has_replacement
        await self._pause([*self._begins(), *(self._shared() if self.has_replacement else ())] if drains else [])
        if instruction.wanted != "stop":
            self._stops_since = None
            return
        now = self._bot.clock.monotonic()
        self._stops_since = now if self._stops_since is None else self._stops_since
        if not self._under_way() or now - self._stops_since >= STOP_TIMEOUT:
            log.warning("stopping: owners want it")
            self.stop_requested.set()

    async def _pause(self, workers: Collection[BackgroundWorker]) -> None:
        """Pause exactly these workers, each as soon as it finishes its current work, and resume all others."""
        for worker in [worker for worker in self._paused if worker not in workers]:
            self._paused.remove(worker)
            # A fresh context keeps a resumed worker from inheriting the current task's context variables.
            contextvars.Context().run(worker.start)
        new = [worker for worker in workers if worker not in self._paused]
        self._paused += new
        await asyncio.gather(*(worker.stop() for worker in new))

    def refuses(self, interaction: Interaction) -> bool:
        """Return whether to refuse an interaction because it starts new work, such as a match."""
        return self.is_draining and starts_work(interaction)


def starts_work(interaction: Interaction) -> bool:
    """Return whether an interaction starts something that outlasts its answer, such as a match."""
    if interaction.type is discord.InteractionType.application_command:
        return interaction.command is not None and bool(interaction.command.extras.get(BEGINS_WORK))
    return controls.starts_work(verb_of(interaction))


def verb_of(interaction: Interaction) -> str:
    """Return the verb of a button, menu or form, or "" for other interactions."""
    data = interaction.data or {}
    match = TEMPLATE.fullmatch(str(data.get("custom_id", "")))
    return match["verb"] if match else ""
