"""The job `review`: reviews a finished match in a worker process.

The worker reads the database itself, so a long match doesn't slow the bot down.
"""

from __future__ import annotations

import asyncio
from typing import Any

import rules
from bot.app import host_packs
from bot.features.reviews.service import analysis
from bot.matches.packs import pack_cache
from bot.store.read_only import read_snapshot
from bot.store.statements import matches


def review(request: dict[str, Any]) -> bytes:
    """Return a match's review in the form saved in the database; empty if the match is not finished."""
    return asyncio.run(_reviewed(request)).encode()


async def _reviewed(request: dict[str, Any]) -> str:
    host_packs.install_once(request["packs"])
    async with read_snapshot(request["database"]) as db:
        info = await matches.get(db, request["match"])
        if info is None or info.status != "over" or info.seq != request["seq"]:
            return ""
        await pack_cache.load_pack(db, rules.GAMES[info.game], info.pack)
        return (await analysis.make_review(db, rules.GAMES[info.game], info)).dumped()
