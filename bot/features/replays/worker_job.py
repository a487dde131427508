"""The job `replay`: creates a replay file in a worker process.

The worker reads the database itself, so a long match doesn't slow the bot down.
"""

from __future__ import annotations

import asyncio
from typing import Any

import rules
from bot.app import host_packs
from bot.features.replays.files import export as files
from bot.features.replays.service.replay_steps import viewers
from bot.matches.packs import pack_cache
from bot.store.read_only import read_snapshot
from bot.store.statements import matches


def export(request: dict[str, Any]) -> bytes:
    """Return the requested replay file; empty if the user may not see the match as the requested viewer."""
    return asyncio.run(_exported(request))


async def _exported(request: dict[str, Any]) -> bytes:
    host_packs.install_once(request["packs"])
    async with read_snapshot(request["database"]) as db:
        info = await matches.get(db, request["match"])
        # The players may have undone the end of the match in the meantime, so its secrets must stay hidden again.
        if info is None or request["viewer"] not in viewers(info, request["user"]):
            return b""
        game = rules.GAMES[info.game]
        await pack_cache.load_pack(db, game, info.pack)
        return await files.make_file(db, game, info, request["viewer"], request["locale"], request["kind"])
