"""A bot that is in many servers needs few database queries to start, even if some servers have work due."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import discord

from bot.discord.http.delivery_failures import NOT_ALLOWED, DeliveryFailures
from bot.store.store import Store
from bot.store.transactions import Reader
from tests import database_access
from tests.matches.room import Room

SERVERS = 300


async def test_at_a_start_the_database_is_asked_once_for_all_servers(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "file") as store:
        room, asked = Room(store), 0
        info = await room.match()
        await room.service.unreachable_channels.server_left(info.guild_id)
        troubles = DeliveryFailures(
            discord.Client(intents=discord.Intents.none()), room.service.outbox, room.service.unreachable_channels
        )
        fetch = store.read._fetch

        async def counted(*asking: Any) -> Any:
            nonlocal asked
            asked += 1
            return await fetch(*asking)

        store.read = Reader(counted)
        others = range(info.guild_id + 1, info.guild_id + SERVERS)
        await asyncio.gather(*(troubles.available(guild_id) for guild_id in others))
        assert asked == 1
        assert (await room.service.matches.get(info.id)).parked_at is not None
        await troubles.available(info.guild_id)
        assert (await room.service.matches.get(info.id)).parked_at is None
        assert asked < 10


async def test_posts_that_waited_for_a_permission_are_tried_again_at_a_start(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "file") as store:
        room = Room(store)
        info = await room.match()
        async with store.write() as tx:
            later = "UPDATE outbox SET error = :error, not_before = :later"
            await database_access.run(tx, later, error=NOT_ALLOWED, later=room.clock.time + 600)
        assert await room.posts() == []
        client = discord.Client(intents=discord.Intents.none())
        await DeliveryFailures(client, room.service.outbox, room.service.unreachable_channels).available(info.guild_id)
        assert "turn" in [row.kind for row in await room.posts()]
