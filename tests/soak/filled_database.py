"""Fills a database with many matches within seconds: it plays one match of each game and copies its rows."""

from __future__ import annotations

import random

from sqlalchemy import Table, func, select, text

import rules
from bot.app.clock import SystemClock
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_options import ServiceOptions
from bot.notifications.delivery import DeliveryWorker
from bot.store.engine_interface import Address
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from bot.store.tables import metadata
from bot.store.transactions import Transaction
from tests import database_access
from tests.sockets.discord_data import ANA, BENCE, CHANNEL, GUILD

#: How many moves are made in each match that is copied.
MOVES = 3


class NullMessenger:
    """A messenger that accepts every post and does nothing with it."""

    async def deliver(self, row: OutboxRow) -> None:
        pass


async def furnish(address: Address, opened: int, servers: int = 1, *, same_people: bool = False) -> list[int]:
    """Fill a new database with `opened` running matches that have no due posts. Return their channel ids.

    The games alternate. Each match has its own users, unless `same_people` is true.
    """
    dice = random.Random(0)
    async with await Store.open(address) as store:
        service = MatchService(store, SystemClock(), options=ServiceOptions(seed=lambda: "start"))
        for number, game in enumerate(rules.GAMES):
            info = await service.lobby.open(
                LobbyRequest(game=game, guild_id=GUILD, channel_id=CHANNEL + number, locale="en", options={}),
                user_id=ANA.id,
                name="Ana",
            )
            await service.lobby.join(info.id, BENCE.id, "Bence")
            await service.lobby.start(info.id, ANA.id)
            for _ in range(MOVES):
                table = await service.matches.table(info.id)
                seat, decision = next(iter(table.match.decisions().items()))
                await service.play.act(info.id, table.info.seats[seat].user_id, dice.choice(decision.actions))
        await DeliveryWorker(store, NullMessenger(), service.matches.clock, service.matches.versions).drain()
        many = -(-opened // len(rules.GAMES))
        async with store.write() as tx:
            for table in metadata.sorted_tables:
                if "match_id" in table.columns or table.name == "matches":
                    await _copied(tx, table, many, servers, 0 if same_people else 10)
    return [CHANNEL + number for number in range(many * len(rules.GAMES))]


async def _copied(tx: Transaction, table: Table, many: int, servers: int, people: int) -> None:
    """Copy all rows of a table `many` times, for matches with new ids."""
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
            values.append(f"t.guild_id + (t.id + {games} * n.k) % {servers}")
        elif name == "nonce":
            values.append("t.nonce || n.k")
        elif name == "channel_id":
            values.append(f"t.channel_id + {games} * n.k")
        elif name == "user_id":
            values.append(f"t.user_id + {people * games} * n.k")
        else:
            values.append(f"t.{name}")
    numbers = f"WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < {many - 1})"
    names = ", ".join(f'"{column.name}"' for column in table.columns)
    await database_access.run(
        tx, f"{numbers} INSERT INTO {table.name} ({names}) SELECT {', '.join(values)} FROM {table.name} t, n"
    )
    if table.autoincrement_column is not None and tx.engine == "postgresql":
        counter = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"
        await tx.all(text(counter))
