"""Measures how long a process takes to answer after its start, on a database with many servers and matches.

python -m tests.soak.cold_start [--engine postgresql] [--door run] [--servers 10000] [--open 20000]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from bot import wiring
from bot.discord.interactions_endpoint import INTERACTIONS
from bot.store.engine_interface import Address
from tests.postgres import Server
from tests.soak.filled_database import furnish
from tests.soak.served_processes import Process
from tests.sockets.discord_data import GUILD, PEOPLE, Interaction
from tests.sockets.discord_data import Server as World
from tests.sockets.interaction_replies import ANSWER
from tests.sockets.local_discord import LocalDiscord
from tests.sockets.players import Player


async def measured(address: Address, door: str, servers: int, folder: Path) -> dict[str, Any]:
    """Return the seconds from a process's start to its first answer, its CPU seconds, and its memory in MB."""
    discord = LocalDiscord()
    # Requests aren't checked against Discord's API description, which would take as much CPU as the bot; tests/sockets
    # does it.
    discord.rest.described = None
    await discord.start()
    for number in range(1, servers):
        discord.world.servers[GUILD + number] = World(GUILD + number)
    process = Process(1, address, discord, folder, door)
    ana = Player(discord, PEOPLE[0], _nothing)
    try:
        begun = time.monotonic()
        process.start()
        if door == "serve":
            await process.up()
            discord.endpoint.urls = [process.url + INTERACTIONS]
        else:
            await discord.until(lambda: discord.gateway.identified, 300)
        up = time.monotonic() - begun
        await discord.until(lambda: discord.rest.application.commands, 300)
        asked = await _answered(discord, ana)
        answered, cpu = time.monotonic() - begun, process.cpu()
        # This leaves the bot time for its background work: drawing boards in advance and looking for due work.
        await asyncio.sleep(20)
        rested, memory = process.cpu(), process.megabytes()
        await process.stop()
    finally:
        process.end()
        await discord.stop()
    assert asked.original is not None
    assert asked.original.items(), asked.said
    return {
        "up, s": round(up, 1), "answered, s": round(answered, 1), "CPU then, s": round(cpu, 1),
        "CPU 20 s later, s": round(rested, 1), "memory, MB": round(memory),
    }  # fmt: skip


async def _answered(discord: LocalDiscord, who: Player) -> Interaction:
    """Send a command until it is answered, because a starting process may miss the first deadline."""
    while True:
        asked = who.typed("act")
        await discord.tell(asked)
        with suppress(TimeoutError):
            await discord.until(lambda asked=asked: asked.answered is not None, ANSWER)
            await discord.until(lambda asked=asked: not asked.promised, 30)
            return asked


async def _nothing() -> None:
    pass


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.cold_start")
    parser.add_argument("--engine", choices=["postgresql", "sqlite"], default="sqlite")
    parser.add_argument("--door", choices=["run", "serve"], default="serve")
    parser.add_argument("--servers", type=int, default=10_000)
    parser.add_argument("--open", type=int, default=20_000)
    options = parser.parse_args()
    server = Server() if options.engine == "postgresql" else None
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        try:
            address = folder / "tenebrae.sqlite" if server is None else server.address(server.make())
            begun = time.monotonic()
            asyncio.run(furnish(address, options.open, options.servers))
            print(f"made in {time.monotonic() - begun:.1f} s", flush=True)
            for turn in ("cold", "again"):
                print(turn, asyncio.run(measured(address, options.door, options.servers, folder)), flush=True)
        finally:
            if server is not None:
                server.stop()


if __name__ == "__main__":
    wiring.register()
    main()
