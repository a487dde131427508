"""With the data of two years on a small server, each request needs few SQL statements, and all of them use an index."""

from __future__ import annotations

from bot.app.clock import DAY
from bot.features.open_tables.service import OpenTables
from bot.features.ratings.service.ladders import Ratings
from bot.matches.service import MatchService
from bot.store.engine_interface import Address
from bot.store.store import Store
from tests import database_access
from tests.matches.features.ratings.test_ratings import catch_up_ratings
from tests.matches.finished_matches import store_finished_match
from tests.matches.room import ANNA, BELA
from tools import query_benchmark, sample_results

#: For each game, the details that a seat's result can have in the generated matches, such as a guild.
PLAYED = {"edge_of_darkness": [{"guild": "anointed"}], "aevum_haeresis": [{}]}
SEATS = {"edge_of_darkness": (2, 3, 4), "aevum_haeresis": (2,)}
#: Maximum number of SQL statements that each of these requests may need.
MOST = {"/profile, the ratings": 14, "/ladder": 8, "/ladder, the last page": 8, "/ladder over all servers": 7,
        "/table list": 3}  # fmt: skip
#: Tables that grow with every match and user, and therefore must not be scanned.
GROWS = ("results", "finished", "ratings", "rating_points", "seeks", "seekers", "matches", "seats")


async def test_ladders_and_open_tables_are_found_by_indexes(address: Address) -> None:
    async with await Store.open(address) as store:
        everybody = await sample_results.fill(store, PLAYED, count=60, people=12, seats=SEATS)
        service = MatchService(store, store.clock)
        await service.servers.choose_ladder(sample_results.GUILD_ID, ladder=True)
        await query_benchmark.join_global_ladders(store, everybody)
        await catch_up_ratings(service.part(Ratings))
        await query_benchmark.open_tables(service, everybody)
        assert len(await service.part(OpenTables).open_in(sample_results.GUILD_ID)) > 10
        every: set[str] = set()
        for what, ask in query_benchmark.queries(service, everybody).items():
            if what not in MOST:
                continue
            with database_access.recorded_statements() as statements:
                await ask()
            assert 0 < len(statements) <= MOST[what], (what, len(statements))
            every.update(statements)
        for statement in sorted(every):
            plan = await database_access.plan_of(store, statement)
            through = [step for step in plan if step.startswith("SCAN ") or "Seq Scan" in step]
            assert not [step for step in through if any(name in step.split() for name in GROWS)], (statement, plan)


async def test_to_count_one_more_result_takes_as_much_on_a_ladder_of_any_length(address: Address) -> None:
    async def added(of: Ratings, number: int) -> int:
        await store_finished_match(store, number, {ANNA: 1, BELA: 2}, rated=True, ended_at=number * DAY)
        with database_access.recorded_statements() as statements:
            await catch_up_ratings(of)
        return len(statements)

    async with await Store.open(address) as store:
        service = MatchService(store, store.clock, {})
        await added(service.part(Ratings), 1)
        second = await added(service.part(Ratings), 2)
        for number in range(3, 12):
            last = await added(service.part(Ratings), number)
        assert last == second
