"""Sends announcements during a soak test, and checks that each was posted exactly once although processes died."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from bot.features.owner.service.announcements import Announcements
from bot.matches.service import MatchService
from bot.store.engine_interface import Address
from bot.store.errors import StoreError
from bot.store.store import Store
from bot.store.transactions import Reader
from tests import database_access
from tests.soak.idle_checks import Post

OWNER, EVERY = 999, 6.0


async def announce(address: Address) -> None:
    """Make an announcement every EVERY seconds, until cancelled."""
    number = 0
    while True:
        await asyncio.sleep(EVERY)
        with suppress(StoreError):
            async with await Store.join(address) as store:
                news = MatchService(store, store.clock).part(Announcements)
                number += 1
                await news.send((await news.draft({"en": f"News {number}"}, by=OWNER)).id, by=OWNER)


async def are_under_way(db: Reader) -> bool:
    """Return whether any announcement hasn't been posted yet."""
    return bool(await database_access.rows(db, "SELECT guild_id FROM announced WHERE status = 'due' LIMIT 1"))


async def faults(address: Address, posts: Sequence[Post]) -> list[str]:
    """Return a sentence for each announcement that wasn't posted exactly once."""
    async with await Store.open(address) as store:
        rows = await database_access.rows(
            store.read, "SELECT announcement_id, status, error, nonce FROM announced ORDER BY 1"
        )
    made = Counter(post.nonce for post in posts)
    found = [] if rows else ["nothing was announced"]
    for row in rows:
        state = f"{row['status']} ({row['error']})"
        if row["status"] != "done" or made[row["nonce"]] != 1:
            found.append(f"announcement {row['announcement_id']} is {state}, posted {made[row['nonce']]} times")
    return found
