"""Start, fill and stop the playground."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import rules
from bot.config import Settings, StartError
from bot.discord.client import TenebraeBot
from bot.playground.server import Playground, PortTaken, Standing
from bot.playground.world import World
from bot.store import Store
from bot.store.lock import FileLock

WORLD = "world.pickle"
DATABASE = "tenebrae.sqlite"
log = logging.getLogger(__name__)


async def run(settings: Settings, folder: Path, port: int, fresh: bool, say: Callable[[str], None]) -> None:
    """Serve the playground until cancelled; everything it keeps is in the folder."""
    prepare(folder, fresh)
    own = settings.model_copy(update={"database": folder / DATABASE})
    store = await Store.open(own.database)
    try:
        bot = TenebraeBot(own, store)
        world = _world(bot, folder / WORLD)
        await world.env.start()
        try:
            await _serve(world, bot, port, say)
        finally:
            await world.env.shutdown()
            await bot.close()
    finally:
        await store.close()


def prepare(folder: Path, fresh: bool) -> None:
    """Make the folder; the simulated Discord and the database only make sense together."""
    folder.mkdir(parents=True, exist_ok=True)
    # Raises where another playground still plays on these files.
    FileLock(folder.resolve() / DATABASE).release()
    if fresh or not ((folder / WORLD).exists() and (folder / DATABASE).exists()):
        for name in (WORLD, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm"):
            (folder / name).unlink(missing_ok=True)


def _world(bot: TenebraeBot, file: Path) -> World:
    try:
        return World(bot, file)
    except Exception as error:
        log.debug("the saved world", exc_info=error)
        raise StartError(
            f"The playground kept in {file.parent} can't be opened by this version:"
            " begin anew with tenebrae playground --fresh."
        ) from error


async def _serve(world: World, bot: TenebraeBot, port: int, say: Callable[[str], None]) -> None:
    if world.fresh:
        await seat_everybody(world)
        await bot.idle()
    playground = Playground(world, port, lambda: standing(bot, world))
    try:
        await playground.start()
    except PortTaken as error:
        raise StartError(str(error)) from error
    try:
        for line in _welcome(playground.address, world.fresh):
            say(line)
        await asyncio.Event().wait()
    finally:
        await playground.stop()


async def standing(bot: TenebraeBot, world: World) -> Standing:
    """Return who sits where and whom the match at the table waits for."""
    info = await bot.service.in_channel(world.table.id)
    if info is None or info.status == "lobby":
        return Standing({}, frozenset())
    waited_for = {person.member.id for person in world.people if await bot.service.waiting(person.member.id)}
    return Standing({seat.user_id: seat.seat for seat in info.seats}, frozenset(waited_for))


async def seat_everybody(world: World) -> None:
    """Open a lobby of the first game and let every player sit down."""
    first, *others = [person.member for person in world.people if person.plays]
    game = next(iter(rules.GAMES))
    await first.slash(world.table, "match new", game=game)
    for member in others:
        await member.slash(world.table, "match join")


def _welcome(address: str, fresh: bool) -> list[str]:
    return [
        f"The playground is open at {address}",
        "  1. Open it in a browser: the tabs are Ana, Bence and Carla, who play, and Sam, who watches."
        if fresh
        else "  1. Open it in a browser: everything is as you left it.",
        "  2. As Ana press Start. Then, as whoever is marked 'to move', press Your move below the board."
        if fresh
        else "  2. As whoever is marked 'to move', press Your move below the board, or type /act.",
        "  3. Private messages are on the right; try /hand, /match status, /card and /rules too.",
        "Stop with Ctrl+C; the next start goes on from here.",
    ]
