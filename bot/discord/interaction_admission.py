"""Decides which interactions this process answers, before doing any other work and without reading the store."""

from __future__ import annotations

import logging
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import aiohttp
import discord
from cachetools import FIFOCache

from bot.app.image_cache import picture_requester
from bot.app.registry_class import Registry
from bot.discord.bot import Bot, Interaction
from bot.discord.http import interaction_metrics
from bot.discord.http.user_rate_limit import AUTOCOMPLETE_FACTOR, RateLimit
from bot.discord.in_flight import InFlightInteractions
from bot.discord.ui import errors
from bot.discord.ui.person_lookup import say_at_once
from rules.kernel.words.translation import Translator

log = logging.getLogger("bot.discord")

#: Number of recent interaction ids to remember, so an interaction that Discord sends twice is handled only once.
MAX_REMEMBERED_IDS = 4096


@dataclass(frozen=True, slots=True)
class Gate:
    """A check that a feature adds, which can refuse an interaction, such as one by a banned person."""

    #: The refusal's label in the metrics.
    result: str
    #: Returns the message that tells the person why they were refused, or None to admit the interaction.
    refusal: Callable[[Interaction, Translator], str | None]


#: Checks that features add for all interactions.
GATES = Registry[Gate]("gates for interactions")
#: Checks that features add. Each returns whether the bot is about to leave the server with the given id, for example
#: because the server is banned.
SERVER_GATES = Registry[Callable[[Bot, int], Awaitable[bool]]]("gates for servers")


class Admission:
    """Admits or refuses each interaction of one bot."""

    def __init__(
        self, bot: Bot, answering: InFlightInteractions, begins_too_late: Callable[[Interaction], bool]
    ) -> None:
        """`begins_too_late` returns whether an interaction would start something new in a process about to stop."""
        self._bot = bot
        self._answering = answering
        self._begins_too_late = begins_too_late
        #: The rate limits per person: one for button presses and commands, one for autocomplete requests.
        quotas = bot.service.quota_overrides
        self._presses = RateLimit(lambda: quotas.count("pace"))
        self._typing = RateLimit(lambda: quotas.count("pace") * AUTOCOMPLETE_FACTOR)
        #: The ids of the most recently handled interactions, oldest first.
        self._handled_ids = FIFOCache[int, None](MAX_REMEMBERED_IDS)

    async def admits(self, interaction: Interaction) -> bool:
        """Return whether to handle an interaction. If not, tell the person why, unless it is a repeat."""
        if not self._is_new(interaction):
            interaction_metrics.set_result("repeated")
            return False
        self._bot.directory.remember(interaction)
        refused = self._refusal(interaction, say_at_once(interaction))
        if refused is not None:
            result, why = refused
            interaction_metrics.set_result(result)
            await _refuse(interaction, why)
        return refused is None

    def _is_new(self, interaction: Interaction) -> bool:
        """Return whether an interaction is new. After a lost connection, Discord sends some interactions twice."""
        if interaction.id in self._handled_ids:
            return False
        self._handled_ids[interaction.id] = None
        return True

    def _refusal(self, interaction: Interaction, say: Translator) -> tuple[str, str] | None:
        """Return a refusal's metrics label and the message for the person, or None to admit the interaction."""
        if self._answering.closed:
            return "stopping", _restarting(say)
        for gate in GATES:
            if (why := gate.refusal(interaction, say)) is not None:
                return gate.result, why
        if self._begins_too_late(interaction):
            return "draining", _draining(say)
        picture_requester.set(interaction.user.id)
        typing = interaction.type is discord.InteractionType.autocomplete
        seconds = (self._typing if typing else self._presses).acquire(interaction.user.id)
        return ("too fast", _too_fast(say, seconds)) if seconds else None

    async def turns_away(self, guild_id: int | None) -> bool:
        """Return whether the bot is about to leave a server, so interactions from there aren't answered."""
        if guild_id is None:
            return False
        for is_turned_away in SERVER_GATES:
            if await is_turned_away(self._bot, guild_id):
                return True
        return False


async def _refuse(interaction: Interaction, text: str) -> None:
    """Tell the person why the interaction is refused. For an autocomplete request, return no suggestions instead."""
    try:
        if interaction.type is discord.InteractionType.autocomplete:
            await interaction.response.autocomplete([])
        else:
            await errors.send_private(interaction, text)
    except (discord.HTTPException, aiohttp.ClientError) as error:
        log.warning("a person could not be told why nothing was done", extra={"reason": str(error)})


def _restarting(say: Translator) -> str:
    return say.t("I'm restarting, so nothing was done. Please try again in a minute.")


def _draining(say: Translator) -> str:
    return say.t("I'm about to restart, so I won't start anything new. Try again in a few minutes. Matches continue.")


def _too_fast(say: Translator, seconds: float) -> str:
    return say.n(
        "You're too fast for me, so nothing was done. Try again in {n} second.",
        "You're too fast for me, so nothing was done. Try again in {n} seconds.",
        math.ceil(seconds),
    )
