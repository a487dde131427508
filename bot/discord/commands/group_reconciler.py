"""Registers each game's slash command group in the servers that play the game.

This happens slowly, and in only one process at a time.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.discord.commands import registration
from bot.discord.commands.background_reconciler import UP_TO_DATE_INTERVAL, Reconciler
from bot.discord.http.outgoing_rate_limiter import RateBudgetExhausted
from bot.matches.command_groups import CommandGroups

log = logging.getLogger("bot.discord")

#: Seconds between two registrations, and the batch size. After a batch, another process may take over.
REGISTRATION_PAUSE, BATCH_SIZE = 2.0, 10
#: Seconds until the next check if another process is registering, and if nothing is left to do. Opening a lobby
#: triggers a check at once.
BUSY_INTERVAL, IDLE_INTERVAL = 15.0, 600.0
#: Seconds until the next try after Discord has temporarily refused a server's group.
REFUSED_RETRY = 300.0


class GroupReconciler(Reconciler):
    """Registers a game's commands in each server that plays the game, and again when the commands change."""

    name = "groups"
    refusal_message = "the games' own commands can't be registered; panels do the same"
    wakes_on = ("lobby_opened", "server_joined")

    def __init__(self, tree: app_commands.CommandTree[Any], command_groups: CommandGroups) -> None:
        super().__init__()
        self._tree = tree
        self._groups = command_groups
        #: Each game's command group in Discord's format, and the group's hash, both by game id.
        self._payloads: dict[str, dict[str, Any]] = {}
        self._definitions: dict[str, str] = {}

    async def work(self) -> float:
        """Register some missing groups and return the number of seconds until the next check."""
        if not self._definitions:
            _, self._payloads = await registration.payloads(self._tree)
            application = self._tree.client.application_id
            self._definitions = {game: _hash([application, payload]) for game, payload in self._payloads.items()}
        if not await self._groups.groups_due(self._definitions, 1):
            return IDLE_INTERVAL
        async with self._groups.try_lock() as has_lock:
            if not has_lock:
                return BUSY_INTERVAL
            for guild_id, game in await self._groups.groups_due(self._definitions, BATCH_SIZE):
                await self._register(guild_id, game)
                await asyncio.sleep(REGISTRATION_PAUSE)
        return 0.0

    async def _register(self, guild_id: int, game: str) -> None:
        """Register a game's command group in a server. If Discord refuses it, schedule another try."""
        http, application = self._tree.client.http, self._tree.client.application_id
        assert application is not None  # set once the bot has logged in
        try:
            await http.upsert_guild_command(application, guild_id, self._payloads[game])
        except RateBudgetExhausted:
            raise
        except discord.RateLimited as error:
            await self._groups.put_off(guild_id, game, error.retry_after)
        except discord.HTTPException as error:
            if error.status == 401:
                raise
            await self._refused(guild_id, game, error)
        else:
            await self._groups.mark_registered(guild_id, game, self._definitions[game])
            log.info("a game's commands were registered in a server", extra={"guild": guild_id, "game": game})

    async def _refused(self, guild_id: int, game: str, error: discord.HTTPException) -> None:
        """Schedule another try in a server. If Discord denied access, retry only while the server has matches."""
        log.warning(
            "a game's commands were not registered in a server; panels do the same",
            extra={"guild": guild_id, "game": game, "reason": f"{error.status} {error.code} {error.text}"},
        )
        is_temporary = error.status == 429 or error.status >= 500
        await self._groups.put_off(
            guild_id, game, REFUSED_RETRY if is_temporary else UP_TO_DATE_INTERVAL, gone=error.status in (403, 404)
        )


def _hash(value: Any) -> str:
    return hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=8).hexdigest()
