"""Measures queries on two years of a server's results (docs/PERFORMANCE.md)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

import rules
from bot import wiring
from bot.cli.arguments import database_named
from bot.cli.main import main
from bot.features.open_tables.service import MAX_PER_SERVER, OpenTableRequest, OpenTables
from bot.features.profiles.service.profiles import Profiles
from bot.features.profiles.statements import profiles
from bot.features.ratings import statements as ratings
from bot.features.ratings.service.ladders import Ratings
from bot.matches.service import MatchService
from bot.store.engine_interface import Address
from bot.store.statements.rows import EVERYWHERE
from bot.store.store import Store
from tools.command_line import command_line
from tools.sample_results import GUILD_ID, Person, fill, seat_choices

#: How many rows a page of a ladder has.
LADDER_ROWS = 8


async def measured_lines(address: Address, count: int, people: int) -> AsyncIterator[str]:
    """Fill an empty database, and yield a line with the cost of each query."""
    async with await Store.open(address) as store:
        everybody = await fill(store, seat_choices(rules.GAMES), count=count, people=people, now=store.clock.now())
        yield f"{count} matches of {people} people; who plays most has {await _matches_of(store, everybody[0])}"
        async for what, milliseconds in query_costs(store, everybody):
            yield f"{what:<44} {milliseconds:>10.1f} ms"


async def _matches_of(store: Store, person: Person) -> int:
    return await profiles.count(store.read, person.user_id)


async def query_costs(store: Store, everybody: Sequence[Person]) -> AsyncIterator[tuple[str, float]]:
    """Yield the CPU time of each query in this process, in milliseconds. The most active player makes the queries."""
    wiring.register()
    service = MatchService(store, store.clock)
    await service.servers.choose_ladder(GUILD_ID, ladder=True)
    await join_global_ladders(store, everybody)
    begun = time.process_time()
    while await service.part(Ratings).is_due():
        await service.part(Ratings).catch_up()
    yield "all ladders, counted once", (time.process_time() - begun) * 1000
    await open_tables(service, everybody)
    for what, ask in queries(service, everybody).items():
        await ask()
        best = min([await _cost(ask) for _ in range(5)])
        yield what, best * 1000


async def join_global_ladders(store: Store, everybody: Sequence[Person]) -> None:
    """Put two thirds of these people on the ladders of all servers."""
    async with store.write() as tx:
        for person in everybody:
            if person.user_id % 3:
                await ratings.choose(tx, person.user_id, EVERYWHERE, True, 0)


async def open_tables(service: MatchService, everybody: Sequence[Person]) -> None:
    """Open as many tables as the limits for a server and its people allow, each with one other player."""
    games = list(rules.GAMES)
    hosts = [person for person in everybody for _ in range(2)][:MAX_PER_SERVER]
    for number, host in enumerate(hosts):
        wanted = OpenTableRequest(games[number % len(games)], GUILD_ID, GUILD_ID + 1)
        open_table = await service.part(OpenTables).open(wanted, host.user_id, host.name)
        guest = everybody[-1 - number] if number < len(everybody) else host
        if guest not in hosts:
            await service.part(OpenTables).join(open_table.id, guest.user_id, guest.name, GUILD_ID)


def queries(service: MatchService, everybody: Sequence[Person]) -> dict[str, Callable[[], Awaitable[object]]]:
    """Return the queries to measure, by name."""
    heavy, second, last = everybody[0].user_id, everybody[1].user_id, everybody[-1].user_id
    game = next(iter(rules.GAMES))

    async def rated() -> None:
        for one in await service.part(Ratings).standings_of(heavy, GUILD_ID):
            await service.part(Ratings).over_time(heavy, one.game, one.guild_id)

    async def ladder(guild_id: int, page: int, user_id: int) -> None:
        found = await service.part(Ratings).ladder(game, guild_id, page, LADDER_ROWS, user_id)
        await service.people.profiles_hidden(one.user_id for one in found.rows)

    return {
        "/profile, one's own": lambda: service.part(Profiles).profile_of(heavy),
        "/profile, somebody else's": lambda: service.part(Profiles).profile_of(heavy, GUILD_ID, second),
        "/profile, the ratings": rated,
        "/history": lambda: service.part(Profiles).past_matches(heavy),
        "/history, the last page": lambda: service.part(Profiles).past_matches(heavy, page=10**6),
        "/history with somebody": lambda: service.part(Profiles).past_matches(heavy, None, second),
        "/ladder": lambda: ladder(GUILD_ID, 0, last),
        "/ladder, the last page": lambda: ladder(GUILD_ID, 10**6, heavy),
        "/ladder over all servers": lambda: ladder(EVERYWHERE, 0, second),
        "/table list": lambda: service.part(OpenTables).open_in(GUILD_ID),
    }


async def _cost(ask: Callable[[], Awaitable[object]]) -> float:
    begun = time.process_time()
    await ask()
    return time.process_time() - begun


def measure_queries(
    address: Annotated[
        str,
        typer.Argument(metavar="DATABASE", help="An empty database to fill; by default a temporary one."),
    ] = "",
    matches: Annotated[int, typer.Option(min=1, help="Number of finished matches.")] = 5_000,
    people: Annotated[int, typer.Option(min=6, help="Number of people.")] = 300,
) -> None:
    """Generate two years of a server's results, and measure the CPU time of the commands that read them."""

    async def print_lines(database: Address) -> None:
        async for line in measured_lines(database, matches, people):
            typer.echo(line)

    with TemporaryDirectory() as folder:
        asyncio.run(print_lines(database_named(address) if address else Path(folder, "years.sqlite")))


app = command_line(measure_queries)

if __name__ == "__main__":
    main(app)
