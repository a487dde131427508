"""Whenever the process dies, the next process finds each change either complete or not made at all.

A dead process leaves behind what it has committed. These tests therefore look at the database from outside before every
single statement of a change. tests/faults kills real processes.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import replace
from pathlib import Path

import asyncpg
from sqlalchemy import Engine, event
from sqlalchemy.util import await_only

from bot.features.cups.model import CupRules, CupTable, CupView
from bot.features.cups.service.actions import CupRequest, Cups
from bot.features.cups.service.cup_automation import TournamentEngine
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.matches.service_results import MatchInfo
from bot.store import tables
from bot.store.engine_interface import Address
from bot.store.store import Store
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from tests import database_access
from tests.matches.room import ANNA, BELA, NAMES, ManualClock
from tests.matches.tiny_game import TINY, Done, Roll, Take, TinyState


def ordered(match: Match[TinyState], seat: int, orders: Sequence[str]) -> Action | None:
    return Done() if orders and match.decisions()[seat].prompt.key == "play" else None


#: The tiny game with a standing order to pass.
OBEDIENT = replace(TINY, orders={"pass": "Pass my turns."}, ordered=ordered)


class MatchChanges:
    """A match of Anna and Béla in a channel, with a method for each change that is tested."""

    def __init__(self, service: MatchService, channel_id: int) -> None:
        self.service = service
        self.channel_id = channel_id
        self.info: MatchInfo
        self.cup: CupView

    async def turns(self) -> tuple[int, int]:
        """Return the id of the user whose turn it is, and the other user's id."""
        first = (await self.service.matches.get(self.info.id)).seats[0].user_id
        return first, BELA if first == ANNA else ANNA

    async def opened(self) -> None:
        self.info = await self.service.lobby.open(
            LobbyRequest(game="tiny", guild_id=1, channel_id=self.channel_id, locale="en", options={"turns": 9}),
            user_id=ANNA,
            name="Anna",
        )

    async def joined(self) -> None:
        await self.opened()
        await self.join()

    async def started(self) -> None:
        await self.joined()
        await self.start()

    async def moved(self) -> None:
        await self.started()
        await self.act()

    async def asked(self) -> None:
        await self.started()
        first, _ = await self.turns()
        await self.service.play.act(self.info.id, first, Roll())
        await self.service.votes.ask(self.info.id, first, "undo")

    async def instructed(self) -> None:
        await self.started()
        await self.service.play.set_orders(self.info.id, (await self.turns())[1], ["pass"])

    async def join(self) -> None:
        await self.service.lobby.join(self.info.id, BELA, NAMES[BELA])

    async def start(self) -> None:
        await self.service.lobby.start(self.info.id, ANNA)

    async def act(self) -> None:
        await self.service.play.act(self.info.id, (await self.turns())[0], Take(1))

    async def end_turn(self) -> None:
        await self.service.play.act(self.info.id, (await self.turns())[0], Done())

    async def order(self) -> None:
        await self.service.play.set_orders(self.info.id, (await self.turns())[0], ["pass"])

    async def take_back(self) -> None:
        await self.service.undo.take_back(self.info.id, (await self.turns())[0])

    async def agree(self) -> None:
        await self.service.votes.answer(self.info.id, (await self.turns())[1], True)

    async def end(self) -> None:
        await self.service.play.end(self.info.id, ANNA, is_admin=False)

    async def entered(self) -> None:
        wanted = CupRequest("tiny", 1, self.channel_id, "Cup", CupRules(options={"turns": 9}))
        self.cup = await self.service.part(Cups).open(wanted, ANNA)
        for user in (ANNA, BELA):
            await self.service.part(Cups).enter(self.cup.id, user, NAMES[user])

    async def drawn(self) -> None:
        await self.entered()
        await self.begin_cup()

    async def begin_cup(self) -> None:
        self.cup = await self.service.part(Cups).begin(self.cup.id, ANNA)

    async def open_cup_table(self) -> None:
        tie = self.cup.fixtures[0]
        people = tuple(one for user in tie.people if (one := self.cup.entrant(user)) is not None)
        await self.service.part(TournamentEngine).gather(CupTable(self.cup.id, 1, 1, 1, people), self.channel_id)

    async def drop_out(self) -> None:
        await self.service.part(Cups).drop(self.cup.id, BELA)

    async def adopt(self) -> None:
        data, players = OBEDIENT.new(2, "file").dump(), [(ANNA, "Anna"), (BELA, "Béla")]
        await self.service.transfer.adopt(data, guild_id=1, channel_id=self.channel_id, players=players)


async def nothing(_: MatchChanges) -> None:
    """Do nothing, for a change that needs a channel without a match."""


Change = Callable[[MatchChanges], Awaitable[None]]
#: The changes by name: a function that prepares the change, and one that makes it.
CHANGES: dict[str, tuple[Change, Change]] = {
    "open": (nothing, MatchChanges.opened),
    "join": (MatchChanges.opened, MatchChanges.join),
    "start": (MatchChanges.joined, MatchChanges.start),
    "act": (MatchChanges.started, MatchChanges.act),
    "a chain of orders": (MatchChanges.instructed, MatchChanges.end_turn),
    "an order that answers at once": (MatchChanges.started, MatchChanges.order),
    "take back": (MatchChanges.moved, MatchChanges.take_back),
    "undo by consent": (MatchChanges.asked, MatchChanges.agree),
    "end": (MatchChanges.asked, MatchChanges.end),
    "adopt": (nothing, MatchChanges.adopt),
    "draw a cup": (MatchChanges.entered, MatchChanges.begin_cup),
    "open a table of a cup": (MatchChanges.drawn, MatchChanges.open_cup_table),
    "drop out of a cup": (MatchChanges.drawn, MatchChanges.drop_out),
}

Look = Callable[[], Awaitable[list[str]]]


@asynccontextmanager
async def durable_contents(address: Address) -> AsyncIterator[Look]:
    """Yield a function that returns what the database would contain if all processes died at that moment."""
    if isinstance(address, Path):
        found: dict[tuple[bytes, ...], list[str]] = {}

        async def in_files() -> list[str]:
            files = tuple(path.read_bytes() for path in (address, address.with_name(f"{address.name}-wal")))
            if files not in found:
                found[files] = _contents(address)
            return found[files]

        yield in_files
        return
    connection = await asyncpg.connect(address)

    async def on_the_server() -> list[str]:
        every = [f"SELECT '{name}', t::text FROM {name} t" for name in tables.metadata.tables]
        return sorted(map(str, await connection.fetch(" UNION ALL ".join(every))))

    try:
        yield on_the_server
    finally:
        await connection.close()


def _contents(path: Path) -> list[str]:
    """Return what a new process would find in a SQLite file and its write-ahead log, except the commit counts."""
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    shutil.copy(path.with_name(f"{path.name}-wal"), copy.with_name("copy-wal"))
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        database.execute("DELETE FROM commits")
        return list(database.iterdump())


@contextmanager
def before_each_statement(look: Look) -> Iterator[list[list[str]]]:
    """Call `look` before each statement that isn't a query and before each commit, and collect what it returns."""
    seen: list[list[str]] = []

    async def hear(statement: str) -> None:
        if not statement.startswith("SELECT"):
            seen.append(await look())

    def ends(_connection: object) -> None:
        seen.append(await_only(look()))

    event.listen(Engine, "commit", ends)
    try:
        with database_access.on_each_statement(hear):
            yield seen
    finally:
        event.remove(Engine, "commit", ends)


async def test_before_any_statement_of_any_change_all_of_it_is_there_or_nothing(address: Address):
    async with await Store.open(address) as store, durable_contents(address) as look:
        service = MatchService(store, ManualClock(), {"tiny": OBEDIENT})
        for number, (name, (before, deed)) in enumerate(CHANGES.items()):
            table = MatchChanges(service, 7 + number)
            await before(table)
            untouched = await look()
            with before_each_statement(look) as seen:
                await deed(table)
            assert len(seen) > 3, name
            assert all(one == untouched for one in seen), f"{name}: half done"
            assert await look() != untouched, f"{name}: acknowledged before it is on disk"


async def test_a_change_in_two_transactions_is_noticed(path: Path):
    async with await Store.open(path) as store, durable_contents(path) as look:
        table = MatchChanges(MatchService(store, ManualClock(), {"tiny": OBEDIENT}), 7)
        with before_each_statement(look) as seen:
            await table.joined()
        assert any(one != seen[0] for one in seen)
