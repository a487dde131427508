"""Bot processes record heartbeats in the database and execute the owner's orders."""

from __future__ import annotations

from bot.app.clock import DAY
from bot.matches.processes import GONE_AFTER, Processes, is_gone
from bot.store.engine_interface import Address
from bot.store.statements.rows import EVERYWHERE
from bot.store.store import Store
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ManualClock, Room

OWNER = 999


async def test_two_processes_know_of_each_other_and_hear_what_is_wanted_of_them(database: str) -> None:
    clock = ManualClock()
    async with await Store.open(database) as first, await Store.open(database) as second:
        one, other = Processes(first, clock), Processes(second, clock)
        assert not (await one.send_heartbeat("1", "http", {})).has_replacement
        assert (await other.send_heartbeat("1", "gateway", {"leases": 3})).has_replacement
        assert [(row.door, row.figures) for row in sorted(await one.list_all(), key=lambda row: row.door)] == [
            ("gateway", {"leases": 3}),
            ("http", {}),
        ]
        await one.instruct("drain", other.own_name, by=OWNER)
        standing = await other.send_heartbeat("1", "gateway", {})
        assert (standing.wanted, standing.has_replacement) == ("drain", True)
        assert not (await one.send_heartbeat("1", "http", {})).has_replacement, "who begins nothing new relieves nobody"
        await one.instruct("drain", None, by=OWNER)
        assert (await other.send_heartbeat("1", "gateway", {})).has_replacement is False
        await one.instruct("serve", None, by=OWNER)
        assert (await other.send_heartbeat("1", "gateway", {})).wanted == "serve"
        clock.time += GONE_AFTER + 1
        assert not (await one.send_heartbeat("1", "http", {})).has_replacement
        assert [is_gone(row, clock.time) for row in await one.list_all() if row.name == other.own_name] == [True]
        clock.time += DAY
        await one.send_heartbeat("1", "http", {})
        assert [row.name for row in await one.list_all()] == [one.own_name]
        await one.deregister()
        assert await one.list_all() == []
        async with refused("no longer exists"):
            await one.instruct("drain", "nobody", by=OWNER)


async def test_a_file_has_one_process_and_forgets_those_before(address: Address) -> None:
    clock = ManualClock()
    for _ in range(2):
        async with await Store.open(address) as store:
            await Processes(store, clock).send_heartbeat("1", "gateway", {})
            alone = store.path is not None
            rows = await Processes(store, clock).list_all()
    assert len(rows) == (1 if alone else 2)


async def test_what_owners_want_is_recorded(room: Room) -> None:
    processes = room.service.processes
    await processes.send_heartbeat("1", "gateway", {})
    await processes.instruct("stop", processes.own_name, by=OWNER)
    (row,) = await room.service.servers.changes(EVERYWHERE, 5)
    assert (row.user_id, row.what, row.value) == (OWNER, "stopped", processes.own_name)
