"""What this process does when owners want it to begin nothing new, and to stop once all is done."""

from __future__ import annotations

import asyncio
import contextvars
import logging
from collections.abc import Callable, Collection
from typing import Protocol

import discord

from bot.discord.support.bot import Bot, Interaction
from bot.discord.support.custom_ids import TEMPLATE
from bot.matches.processes import Standing

log = logging.getLogger("bot.discord")

#: What begins something that takes longer than an answer: by commands, and by buttons and forms.
COMMANDS = frozenset({
    "match new", "watch review", "table seek", "cup open", "cup start", "replay", "learn",
})  # fmt: skip
VERBS = frozenset({
    "newmatch", "start", "rematch", "seekgo", "cupbegin", "replayfile", "review", "learn", "lagain",
})  # fmt: skip
#: Seconds that a process gets that is to stop, until it does with whatever is still under way.
PATIENCE = 600.0


class Works(Protocol):
    """What works in the background."""

    def start(self) -> None: ...
    async def stop(self) -> None: ...


class Draining:
    """Lets nothing new begin, leaves the work in the background to others, and stops."""

    def __init__(
        self, bot: Bot, begins: Callable[[], Collection[Works]], shared: Callable[[], Collection[Works]],
        under_way: Callable[[], int],
    ) -> None:  # fmt: skip
        """`begins` is what begins matches by itself, `shared` what other processes do as well if there are any, and
        `under_way` counts what is not done yet.
        """
        self._bot = bot
        self._begins = begins
        self._shared = shared
        self._under_way = under_way
        self._resting: list[Works] = []
        #: Whether nothing new begins here, and whether another process is there to take interactions.
        self.drains: bool = False
        self.relieved: bool = False
        #: Since when it is to stop, in time that nobody sets.
        self._stops_since: float | None = None
        #: Set once the process is to end.
        self.told_to_stop = asyncio.Event()

    async def keep_to(self, standing: Standing) -> None:
        """Do what owners want now."""
        drains = standing.wanted != "serve"
        if drains != self.drains:
            log.warning("owners let nothing new begin here" if drains else "owners let everything begin here again")
        self.drains, self.relieved = drains, drains and standing.relieved
        await self._rest([*self._begins(), *(self._shared() if self.relieved else ())] if drains else [])
        if standing.wanted != "stop":
            self._stops_since = None
            return
        now = self._bot.clock.passed()
        self._stops_since = now if self._stops_since is None else self._stops_since
        if not self._under_way() or now - self._stops_since >= PATIENCE:
            log.warning("stopping: owners want it")
            self.told_to_stop.set()

    async def _rest(self, wanted: Collection[Works]) -> None:
        """Let these rest, which finish what they have in hand, and all others work."""
        for one in [one for one in self._resting if one not in wanted]:
            self._resting.remove(one)
            # It belongs to no interaction.
            contextvars.Context().run(one.start)
        new = [one for one in wanted if one not in self._resting]
        self._resting += new
        await asyncio.gather(*(one.stop() for one in new))

    def refuses(self, interaction: Interaction) -> bool:
        """Tell whether an interaction begins something new, which nothing may now."""
        return self.drains and begins(interaction)


def begins(interaction: Interaction) -> bool:
    """Tell whether an interaction begins something that takes longer than an answer."""
    if interaction.type is discord.InteractionType.application_command:
        return interaction.command is not None and interaction.command.qualified_name in COMMANDS
    return verb_of(interaction) in VERBS


def verb_of(interaction: Interaction) -> str:
    """Return what a button, menu or form does; "" for anything else."""
    data = interaction.data or {}
    match = TEMPLATE.fullmatch(str(data.get("custom_id", "")))
    return match["verb"] if match else ""
