"""Start a process on a database with many servers and open matches, and measure until it answers a first press.

python -m tests.soak.start [--engine postgresql] [--door run] [--servers 10000] [--open 20000]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Table, func, select, text

import rules
from bot.clock import SystemClock
from bot.discord.endpoint import INTERACTIONS
from bot.matches import DeliveryWorker, MatchService, OutboxRow
from bot.store import Address, Store, Transaction
from bot.store.tables import metadata
from tests import sql
from tests.postgres import Server
from tests.soak.served import Process
from tests.sockets import openapi
from tests.sockets.local_discord import LocalDiscord
from tests.sockets.players import Player
from tests.sockets.replies import ANSWER
from tests.sockets.world import ANA, BENCE, CHANNEL, GUILD, PEOPLE, Interaction
from tests.sockets.world import Server as World

#: Moves of each match that others are copied from, with all their posts.
MOVES = 3
#: By how much a column differs from one copy to the next; those that are not named are copied as they are.
STEPS = {"channel_id": 1, "user_id": 10}


class Nobody:
    """Takes every post."""

    async def deliver(self, row: OutboxRow) -> None:
        pass


async def furnish(address: Address, servers: int, opened: int) -> None:
    """Fill a new database: matches of every game that have begun, each in a channel of its own, all posts made."""
    dice = random.Random(0)
    async with await Store.open(address) as store:
        service = MatchService(store, SystemClock(), seed=lambda: "start")
        for number, game in enumerate(rules.GAMES):
            info = await service.lobby.open(
                game=game, guild_id=GUILD, channel_id=CHANNEL + number, user_id=ANA.id, name="Ana", locale="en",
                options={},
            )  # fmt: skip
            await service.lobby.join(info.id, BENCE.id, "Bence")
            await service.lobby.start(info.id, ANA.id)
            for _ in range(MOVES):
                table = await service.matches.table(info.id)
                seat, decision = next(iter(table.match.decisions().items()))
                await service.play.act(info.id, table.info.seats[seat].user_id, dice.choice(decision.actions))
        await DeliveryWorker(store, Nobody(), service.matches.clock, service.matches.versions).drain()
        many = -(-opened // len(rules.GAMES))
        async with store.write() as tx:
            for table in metadata.sorted_tables:
                if "match_id" in table.columns or table.name == "matches":
                    await _copied(tx, table, many, servers)


async def _copied(tx: Transaction, table: Table, many: int, servers: int) -> None:
    """Copy all rows of a table so many times, each time as those of other matches."""
    if not await tx.value(select(func.count()).select_from(table)):
        return
    games = len(rules.GAMES)
    most = await tx.value(select(func.max(table.c.id))) if "id" in table.c else 0
    values: list[str] = []
    for column in table.columns:
        name = column.name
        if name == "id" and table.name == "matches":
            values.append(f"t.id + {games} * n.k")
        elif name == "id":
            values.append(f"t.id + {most} * n.k")
        elif name == "match_id":
            values.append(f"t.match_id + {games} * n.k")
        elif name == "guild_id":
            values.append(f"t.guild_id + 1 + (t.id + {games} * n.k) % {servers}")
        elif name == "nonce":
            values.append("t.nonce || n.k")
        elif name in STEPS:
            values.append(f"t.{name} + {STEPS[name] * games} * n.k")
        else:
            values.append(f"t.{name}")
    numbers = f"WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < {many - 1})"
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    await sql.run(tx, f"{numbers} INSERT INTO {table.name} ({names}) SELECT {', '.join(values)} FROM {table.name} t, n")
    if table.autoincrement_column is not None and tx.engine == "postgresql":
        counter = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"
        await tx.all(text(counter))


async def measured(address: Address, door: str, servers: int, folder: Path) -> dict[str, Any]:
    """Return seconds until a process answers a press, the CPU time it took, and the memory it has then and later."""
    discord = LocalDiscord()
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
        # What goes on behind the first answers: boards drawn to be quick later, looks for what is due.
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
    """Ask until there is an answer: a process that starts may not be in time for the first."""
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
    parser = argparse.ArgumentParser(prog="python -m tests.soak.start")
    parser.add_argument("--engine", choices=["postgresql", "sqlite"], default="sqlite")
    parser.add_argument("--door", choices=["run", "serve"], default="serve")
    parser.add_argument("--servers", type=int, default=10_000)
    parser.add_argument("--open", type=int, default=20_000)
    options = parser.parse_args()
    os.environ[openapi.PLACE] = os.devnull + "/none"
    server = Server() if options.engine == "postgresql" else None
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        try:
            address = folder / "tenebrae.sqlite" if server is None else server.address(server.make())
            begun = time.monotonic()
            asyncio.run(furnish(address, options.servers, options.open))
            print(f"made in {time.monotonic() - begun:.1f} s", flush=True)
            for turn in ("cold", "again"):
                print(turn, asyncio.run(measured(address, options.door, options.servers, folder)), flush=True)
            print((folder / "serve-1.log").read_text()[-3000:])
        finally:
            if server is not None:
                server.stop()


if __name__ == "__main__":
    main()
