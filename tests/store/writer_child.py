"""A program that writes to a database until it is killed: `python -m tests.store.writer_child FILE NUMBER [save]`.

It prints the number of each commit that is acknowledged. With "save", it finally checkpoints SQLite's log, without
deleting the log.
"""

from __future__ import annotations

import asyncio
import sys

from bot.store.statements import users_and_servers
from bot.store.store import Store
from tests import database_access


async def main(path: str, number: int, save: bool) -> None:
    store = await Store.open(path)
    for guild in range(1, number + 1):
        async with store.write() as tx:
            # Two of three values are so long that they span several pages of the database file.
            await users_and_servers.set_guild_settings(tx, guild, {"long": "x" * (guild % 3 * 5000)})
        print(guild, flush=True)
    if save:
        await database_access.pragma(store, "main.wal_checkpoint")
    print("done", flush=True)
    await asyncio.Event().wait()


asyncio.run(main(sys.argv[1], int(sys.argv[2]), "save" in sys.argv))
