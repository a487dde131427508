"""Carries out an owner's instruction for this process to start nothing new, or to stop once its work is finished."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable, Collection
from typing import Protocol

import discord

from bot.discord.bot import Bot, Interaction
from bot.discord.commands.slash import BEGINS
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
        self, bot: Bot, begins: Callable[[], Collection[BackgroundWorker]],
        shared: Callable[[], Collection[BackgroundWorker]], under_way: Callable[[], int],
    ) -> None:  # fmt: skip
        """`begins`, `shared` and `under_way` are functions that are called whenever an instruction is carried out.

        `begins` returns the workers that open matches by themselves. `shared` returns the workers that other processes
        also run, so their work can be left to those processes. `under_way` returns the number of unfinished jobs.
        """
        self._bot = bot
        self._begins = begins
        self._shared = shared
        self._under_way = under_way
        self._paused: list[BackgroundWorker] = []
        #: Whether this process starts nothing new, and whether another process can take interactions in the meantime.
        self.is_draining: bool = False
        self.has_replacement: bool = False
        #: The monotonic time when the instruction to stop was read.
        self._stops_since: float | None = None
        #: Set once the process must exit.
        self.told_to_stop = asyncio.Event()

    async def carry_out(self, standing: ProcessInstruction) -> None:
        """Carry out the owners' current instruction."""
        drains = standing.wanted != "serve"
        if drains != self.is_draining:
            log.warning("owners let nothing new begin here" if drains else "owners let everything begin here again")
        self.is_draining, self.has_replacement = drains, drains and standing.has_replacement
        await self._pause([*self._begins(), *(self._shared() if self.has_replacement else ())] if drains else [])
        if standing.wanted != "stop":
            self._stops_since = None
            return
        now = self._bot.clock.monotonic()
        self._stops_since = now if self._stops_since is None else self._stops_since
        if not self._under_way() or now - self._stops_since >= STOP_TIMEOUT:
            log.warning("stopping: owners want it")
            self.told_to_stop.set()

    async def _pause(self, wanted: Collection[BackgroundWorker]) -> None:
        """Pause exactly these workers as soon as they finish their current work, and resume all others."""
        for one in [one for one in self._paused if one not in wanted]:
            self._paused.remove(one)
            # A fresh context keeps a resumed worker from inheriting the current task's context variables.
            contextvars.Context().run(one.start)
        new = [one for one in wanted if one not in self._paused]
        self._paused += new
        await asyncio.gather(*(one.stop() for one in new))

    def refuses(self, interaction: Interaction) -> bool:
        """Return whether to refuse an interaction because it starts new work, such as a match."""
        return self.is_draining and starts_work(interaction)


def starts_work(interaction: Interaction) -> bool:
    """Return whether an interaction starts something that outlasts its answer, such as a match."""
    if interaction.type is discord.InteractionType.application_command:
        return interaction.command is not None and bool(interaction.command.extras.get(BEGINS))
    return controls.starts_work(verb_of(interaction))


def verb_of(interaction: Interaction) -> str:
    """Return the verb of a button, menu or form, or "" for other interactions."""
    data = interaction.data or {}
    match = TEMPLATE.fullmatch(str(data.get("custom_id", "")))
    return match["verb"] if match else ""
