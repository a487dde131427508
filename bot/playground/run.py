"""Starts and stops the playground."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from bot import wiring
from bot.app.clock import Clock
from bot.app.settings import Settings, StartError
from bot.discord.client import TenebraeBot
from bot.playground.server import Playground
from bot.playground.simulated_discord import SimulatedDiscord
from bot.playground.table_host import Host
from bot.store.database_files import DATABASE_SUFFIXES
from bot.store.database_lock import FileLock
from bot.store.store import Store

WORLD_FILE = "world.pickle"
DATABASE_FILE = "tenebrae.sqlite"
log = logging.getLogger(__name__)


class Opened(NamedTuple):
    """An open playground."""

    bot: TenebraeBot
    simulated: SimulatedDiscord
    page: Playground


async def run(settings: Settings, folder: Path, port: int, fresh: bool, say: Callable[[str], None]) -> None:
    """Serve the playground until cancelled. All its data is in the folder."""
    prepare(folder, fresh)
    async with opened(settings, folder, port) as (bot, simulated, page):
        # Otherwise, the first picture would take several times as long as later ones.
        await bot.warm_up.wait()
        for line in _welcome(page.address, simulated.is_new):
            say(line)
        await asyncio.Event().wait()


@asynccontextmanager
async def opened(settings: Settings, folder: Path, port: int, clock: Clock | None = None) -> AsyncGenerator[Opened]:
    """Open the playground in a prepared folder during the block. `clock` defaults to this machine's clock."""
    # One person plays all seats, so notifications and boards are posted without the usual delays.
    playground_settings = settings.model_copy(
        update={"database": folder / DATABASE_FILE, "call_after": 0, "board_pause": 0, "pace": 0}
    )
    wiring.register()
    store = await Store.open(playground_settings.database)
    try:
        bot = TenebraeBot(playground_settings, store, clock=clock)
        simulated = _simulated(bot, folder / WORLD_FILE, clock)
        if simulated.owners is not None:
            bot.set_owner_role(simulated.guild.id, simulated.owners.id)
        await simulated.env.start()
        page = Playground(simulated, port, Host(bot, simulated))
        try:
            await page.start()
            try:
                yield Opened(bot, simulated, page)
            finally:
                await page.stop()
        finally:
            await simulated.env.shutdown()
            await bot.close()
    finally:
        await store.close()


def prepare(folder: Path, fresh: bool) -> None:
    """Create the folder. If `fresh`, or if either data file is missing, delete the simulated Discord and the
    database.
    """
    folder.mkdir(parents=True, exist_ok=True)
    # This raises an error if another playground has these files open.
    FileLock(folder.resolve() / DATABASE_FILE).release()
    if fresh or not ((folder / WORLD_FILE).exists() and (folder / DATABASE_FILE).exists()):
        for name in (WORLD_FILE, *(DATABASE_FILE + ending for ending in DATABASE_SUFFIXES)):
            (folder / name).unlink(missing_ok=True)


def _simulated(bot: TenebraeBot, file: Path, clock: Clock | None) -> SimulatedDiscord:
    try:
        return SimulatedDiscord(bot, file, bot.icons.names, clock)
    except Exception as error:
        log.debug("the saved simulation", exc_info=error)
        raise StartError(
            f"The playground kept in {file.parent} can't be opened by this version:"
            " start a new one with tenebrae playground --fresh."
        ) from error


def _welcome(address: str, fresh: bool) -> list[str]:
    return [
        f"The playground is open at {address}",
        "  1. Open it in a browser and choose a game and the number of players, from one to five."
        if fresh
        else "  1. Open it in a browser. Everything is as you left it, and New match offers all games.",
        "  2. The tabs are the players, and Sam, a spectator. As Ana, press Start.",
        "  3. As the player marked 'to move', press Your move below the board, or type /act.",
        "  4. Private messages are on the right. Also try /hand, /match status, /card and /rules.",
        "  5. Ana owns this bot and manages the server: /owner and /settings server are hers.",
        "Stop with Ctrl+C; the next start continues from here.",
    ]
