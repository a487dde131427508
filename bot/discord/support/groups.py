"""Keeping the games' slash groups registered in the servers where the games are played, slowly and by one process."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.discord.support import registering
from bot.discord.support.budget import Exhausted
from bot.discord.support.keeper import LATER, Keeper
from bot.matches.groups import Groups

log = logging.getLogger("bot.discord")

#: Seconds between two registrations, and how many are made before another process may take over.
PAUSE, BATCH = 2.0, 10
#: Seconds until the next look: while another process registers, and when nothing is left to do. A lobby hastens it.
BUSY, IDLE = 15.0, 600.0
#: Seconds until a server's group is tried again that Discord has not taken for reasons of its own.
AGAIN = 300.0


class GroupKeeper(Keeper):
    """Registers a game's group with the first match in a server, and everywhere again when it has changed."""

    name = "groups"
    trouble = "the games' own commands can't be registered; panels do the same"

    def __init__(self, tree: app_commands.CommandTree[Any], groups: Groups) -> None:
        super().__init__()
        self._tree = tree
        self._groups = groups
        #: Each game's group as Discord takes it, and the hash of it.
        self._payloads: dict[str, dict[str, Any]] = {}
        self._definitions: dict[str, str] = {}

    async def work(self) -> float:
        """Register some of the groups that servers lack; return the seconds until the next look."""
        if not self._definitions:
            _, self._payloads = await registering.payloads(self._tree)
            application = self._tree.client.application_id
            self._definitions = {game: _hash([application, made]) for game, made in self._payloads.items()}
        if not await self._groups.due(self._definitions, 1):
            return IDLE
        async with self._groups.alone() as leads:
            if not leads:
                return BUSY
            for guild_id, game in await self._groups.due(self._definitions, BATCH):
                await self._register(guild_id, game)
                await asyncio.sleep(PAUSE)
        return 0.0

    async def _register(self, guild_id: int, game: str) -> None:
        """Put one group beside the other commands that a server has of us; what is refused there is tried later."""
        http, application = self._tree.client.http, self._tree.client.application_id
        assert application is not None  # the bot has logged in
        try:
            await http.upsert_guild_command(application, guild_id, self._payloads[game])
        except Exhausted:
            raise
        except discord.RateLimited as error:
            await self._groups.put_off(guild_id, game, error.retry_after)
        except discord.HTTPException as error:
            if error.status == 401:
                raise
            await self._refused(guild_id, game, error)
        else:
            await self._groups.registered(guild_id, game, self._definitions[game])
            log.info("a game's commands were registered in a server", extra={"guild": guild_id, "game": game})

    async def _refused(self, guild_id: int, game: str, error: discord.HTTPException) -> None:
        """Try a server again later; one that has removed the bot, or never let it register, only while it plays."""
        log.warning(
            "a game's commands were not registered in a server; panels do the same",
            extra={"guild": guild_id, "game": game, "reason": f"{error.status} {error.code} {error.text}"},
        )
        passes = error.status == 429 or error.status >= 500
        await self._groups.put_off(guild_id, game, AGAIN if passes else LATER, gone=error.status in (403, 404))


def _hash(what: Any) -> str:
    return hashlib.blake2b(json.dumps(what, sort_keys=True).encode(), digest_size=8).hexdigest()
