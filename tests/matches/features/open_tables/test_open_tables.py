"""Open tables: users join and leave, a full table starts its match, and a crash at any point does no harm."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from bot.app.clock import DAY
from bot.features.open_tables import statements as open_table_statements
from bot.features.open_tables.model import OpenTableRow
from bot.features.open_tables.service import LEASE_SECONDS, LIFETIME, OpenTableRequest, OpenTables
from bot.features.privacy.service.retention import Retention
from bot.store.engine_interface import Address
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests import database_access
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Room
from tests.matches.test_two_processes import at_once
from tests.matches.test_two_processes import refused as refused_of

HERE, CHANNEL = 1, 50


@pytest.fixture
async def in_file(path: Path):
    """A match service on SQLite, for behaviour that doesn't depend on the database engine."""
    async with await Store.open(path) as store:
        yield Room(store)


async def create_table(room: Room, user_id: int = ANNA, **more: Any) -> OpenTableRow:
    wanted = OpenTableRequest(**{"game": "tiny", "guild_id": HERE, "channel_id": CHANNEL, "locale": "hu"} | more)
    return await room.service.part(OpenTables).open(wanted, user_id, NAMES[user_id])


async def join_table(room: Room, open_table: OpenTableRow, *people: int) -> OpenTableRow:
    for user_id in people:
        open_table = await room.service.part(OpenTables).join(open_table.id, user_id, NAMES[user_id], HERE)
    return open_table


async def due_lists(room: Room) -> list[int]:
    return [row.guild_id for row in await room.service.part(OpenTables).due(9)]


async def save_list_messages(room: Room, message_id: int | None = 77) -> None:
    """Save a message id for every list that is due for an update, as the bot does when it posts a list."""
    for row in await room.service.part(OpenTables).due(9):
        until = await room.service.part(OpenTables).claim(row)
        assert until is not None
        await room.service.part(OpenTables).save_list_message(row, until, message_id)


async def test_a_table_is_ready_when_it_is_full(room: Room) -> None:
    open_table = await create_table(room)
    assert (open_table.fewest, open_table.most, open_table.user_ids, open_table.is_ready) == (2, 3, (ANNA,), False)
    open_table = await join_table(room, open_table, BELA, CILI)
    assert open_table.is_ready
    assert [one.id for one in await room.service.part(OpenTables).ready_tables(HERE)] == [open_table.id]
    async with refused("full"):
        await join_table(room, open_table, DORA)


async def test_its_host_begins_it_with_enough_people(in_file: Room) -> None:
    open_table = await create_table(in_file)
    async with refused("You need at least 2 players; there are 1"):
        await in_file.service.part(OpenTables).start_now(open_table.id, ANNA)
    await join_table(in_file, open_table, BELA)
    async with refused("Only the player who opened"):
        await in_file.service.part(OpenTables).start_now(open_table.id, BELA)
    assert (await in_file.service.part(OpenTables).start_now(open_table.id, ANNA)).is_ready
    assert not (await in_file.service.part(OpenTables).leave(open_table.id, BELA)).is_ready


async def test_a_table_can_require_an_exact_number_of_players(in_file: Room) -> None:
    assert (await join_table(in_file, await create_table(in_file, players=2), BELA)).is_ready
    for wrong in (1, 9):
        async with refused("for 2 to 3 players"):
            await create_table(in_file, players=wrong)


async def test_the_table_is_opened_once_however_often_it_is_tried(room: Room) -> None:
    open_table = await join_table(room, await create_table(room, players=2, first=True, pace={"kind": "steady"}), BELA)
    first = await room.service.part(OpenTables).open_with_people(open_table.id, 901)
    assert (first.names, first.host_id, first.locale, first.pace) == (("Anna", "Béla"), ANNA, "hu", {"kind": "steady"})
    # The process crashed before it started the match. The next process opens another thread and finds the same match.
    assert [one.match_id for one in await room.service.part(OpenTables).ready_tables(HERE)] == [first.id]
    again = await room.service.part(OpenTables).open_with_people(open_table.id, 902)
    assert (again.id, again.channel_id) == (first.id, 901)
    for late in (
        room.service.part(OpenTables).leave,
        room.service.part(OpenTables).start_now,
        room.service.part(OpenTables).close,
    ):
        async with refused("no longer open"):
            await late(open_table.id, ANNA)
    await room.service.part(OpenTables).mark_settled(open_table.id, begun=True)
    assert (
        await room.service.part(OpenTables).ready_tables(HERE)
        == await room.service.part(OpenTables).open_in(HERE)
        == []
    )
    async with refused("no longer open"):
        await room.service.part(OpenTables).open_with_people(open_table.id, 903)


async def test_who_leaves_while_it_is_opened_is_not_seated(in_file: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    open_table = await join_table(in_file, await create_table(in_file), BELA, CILI)
    lobby, gather = in_file.service.lobby, in_file.service.lobby.gather

    async def leaves_meanwhile(request: Any, **wanted: Any) -> Any:
        await in_file.service.part(OpenTables).leave(open_table.id, CILI)
        return await gather(request, **wanted)

    monkeypatch.setattr(lobby, "gather", leaves_meanwhile)
    async with refused("joined or left in the meantime"):
        await in_file.service.part(OpenTables).open_with_people(open_table.id, 901)
    assert await in_file.service.matches.in_channel(901) is None
    assert await due_lists(in_file) == [HERE], "it is looked at again"


async def test_leaving_passes_the_hosts_part_on_and_the_last_closes(room: Room) -> None:
    open_table = await join_table(room, await create_table(room), BELA)
    assert (await room.service.part(OpenTables).leave(open_table.id, ANNA)).host_id == BELA
    async with refused("don't have a seat"):
        await room.service.part(OpenTables).leave(open_table.id, ANNA)
    assert (await room.service.part(OpenTables).leave(open_table.id, BELA)).status == "closed"
    async with refused("no longer open"):
        await join_table(room, open_table, CILI)
    async with refused("no longer open"):
        await room.service.part(OpenTables).get(2**70)


async def test_its_host_and_managers_close_it(in_file: Room) -> None:
    open_table = await join_table(in_file, await create_table(in_file), BELA)
    async with refused("Only the player who opened"):
        await in_file.service.part(OpenTables).close(open_table.id, BELA)
    assert (await in_file.service.part(OpenTables).close(open_table.id, BELA, is_admin=True)).user_ids == (ANNA, BELA)
    assert await in_file.service.part(OpenTables).open_in(HERE) == []


async def test_open_tables_have_a_limit_per_person(in_file: Room) -> None:
    for _ in range(3):
        last = await create_table(in_file)
    async with refused("3 open tables"):
        await create_table(in_file)
    async with refused("3 open tables"):
        await join_table(in_file, await create_table(in_file, BELA), ANNA)
    await in_file.service.part(OpenTables).leave(last.id, ANNA)
    await create_table(in_file)
    assert len(await in_file.service.part(OpenTables).joined_by(ANNA)) == 3


async def test_who_sits_at_too_many_tables_finds_no_open_one(in_file: Room) -> None:
    full = Room(in_file.store, caps={"matches_per_person": 1})
    open_table = await create_table(full, BELA)
    await full.lobby()
    async with refused("limit of tables"):
        await join_table(full, open_table, ANNA)


async def test_only_who_is_invited_joins_from_elsewhere(room: Room) -> None:
    open_table, invite = await create_table(room), room.service.part(OpenTables).invite
    async with refused("no longer open"):
        await room.service.part(OpenTables).join(open_table.id, BELA, "Béla", None)
    async with refused("don't have a seat"):
        await invite(open_table.id, BELA, {CILI: "Cili"})
    assert await invite(open_table.id, ANNA, {BELA: "Béla", CILI: "Cili"}) == [BELA, CILI]
    async with refused("already asked"):
        await invite(open_table.id, ANNA, {BELA: "Béla"})
    await room.service.part(OpenTables).decline(open_table.id, CILI)
    for nobody in (CILI, DORA):
        async with refused("already answered that"):
            await room.service.part(OpenTables).decline(open_table.id, nobody)
    assert (await room.service.part(OpenTables).join(open_table.id, BELA, "Béla", None)).user_ids == (ANNA, BELA)
    async with refused("at most"):
        await invite(open_table.id, ANNA, dict.fromkeys(range(500, 530), "x"))


@pytest.mark.parametrize(("who", "other", "told"), [(ANNA, BELA, "no seat for you"), (BELA, ANNA, "you've blocked")])
async def test_a_block_in_either_direction_prevents_joining(in_file: Room, who: int, other: int, told: str) -> None:
    open_table = await create_table(in_file)
    await in_file.service.player_blocks.block(who, other)
    async with refused(told):
        await join_table(in_file, open_table, BELA)
    async with refused("You've blocked them" if who == ANNA else "can't sit"):
        await in_file.service.part(OpenTables).invite(open_table.id, ANNA, {BELA: "Béla"})


async def test_who_blocks_someone_sits_with_them_at_no_open_table_any_more(in_file: Room) -> None:
    own, other = (
        await join_table(in_file, await create_table(in_file), BELA),
        await join_table(in_file, await create_table(in_file, BELA), ANNA),
    )
    await in_file.service.player_blocks.block(ANNA, BELA)
    await in_file.service.part(OpenTables).separate(ANNA, BELA)
    assert (await in_file.service.part(OpenTables).get(own.id)).user_ids == (ANNA,)
    assert (await in_file.service.part(OpenTables).get(other.id)).user_ids == (BELA,)


async def test_every_change_redraws_the_list_and_none_is_missed(room: Room) -> None:
    open_table = await create_table(room)
    assert await room.service.part(OpenTables).list_channel(HERE) == CHANNEL
    assert await due_lists(room) == [HERE]
    await save_list_messages(room)
    assert await due_lists(room) == []
    await join_table(room, open_table, BELA)
    (row,) = await room.service.part(OpenTables).due(9)
    until = await room.service.part(OpenTables).claim(row)
    assert until is not None
    assert until == room.clock.time + LEASE_SECONDS
    assert await due_lists(room) == [], "one process has it in hand"
    assert await room.service.part(OpenTables).claim(row) is None
    # A user leaves while a process updates the list, so the list is due for another update, even in the same second.
    await room.service.part(OpenTables).leave(open_table.id, BELA)
    await room.service.part(OpenTables).save_list_message(row, until, 78)
    (row,) = await room.service.part(OpenTables).due(9)
    assert row.message_id == 78
    # If a process dies while it updates a list, the list is due again when the lease expires.
    assert await room.service.part(OpenTables).claim(row) is not None
    room.clock.time += LEASE_SECONDS
    assert await due_lists(room) == [HERE]


async def test_a_list_that_has_moved_is_reposted(in_file: Room) -> None:
    await create_table(in_file)
    (row,) = await in_file.service.part(OpenTables).due(9)
    until = await in_file.service.part(OpenTables).claim(row)
    assert until is not None
    await in_file.service.part(OpenTables).set_list_channel(HERE, 60)
    await in_file.service.part(OpenTables).save_list_message(row, until, 78)
    (row,) = await in_file.service.part(OpenTables).due(9)
    assert (row.channel_id, row.message_id) == (60, None)
    await in_file.service.part(OpenTables).set_list_channel(HERE, None)
    assert await in_file.service.part(OpenTables).list_channel(HERE) is None
    await create_table(in_file)
    assert await in_file.service.part(OpenTables).list_channel(HERE) is None, "its server wants none"


async def test_a_table_that_no_one_joins_runs_out(room: Room) -> None:
    open_table = await join_table(room, await create_table(room), BELA)
    await save_list_messages(room)
    room.clock.time = open_table.ends_at
    assert await due_lists(room) == [HERE]
    assert await room.service.part(OpenTables).open_in(HERE) == []
    assert [one.user_ids for one in await room.service.part(OpenTables).close_expired(HERE)] == [(ANNA, BELA)]
    assert await room.service.part(OpenTables).close_expired(HERE) == []
    await save_list_messages(room)
    assert await due_lists(room) == []
    room.clock.time += 31 * DAY
    await room.service.part(Retention).sweep()
    await create_table(room)
    assert len(await database_access.rows(room.store.read, "SELECT id FROM seeks")) == 1


async def test_a_seat_that_someone_leaves_can_be_listed_until_it_is_taken(room: Room) -> None:
    info = await room.match(2)
    seat = info.seat_of(ANNA)
    assert seat is not None
    async with refused("seat is no longer open"):
        await room.service.part(OpenTables).list_seat(info.id, BELA, seat)
    await room.service.seat_transfer.offer_seat(info.id, ANNA)
    async with refused("not playing in this match"):
        await room.service.part(OpenTables).list_seat(info.id, CILI, seat)
    await room.service.part(OpenTables).set_list_channel(HERE, CHANNEL)
    await save_list_messages(room)
    open_table = await room.service.part(OpenTables).list_seat(info.id, BELA, seat)
    async with refused("already listed"):
        await room.service.part(OpenTables).list_seat(info.id, ANNA, seat)
    assert (open_table.seat, open_table.match_id, open_table.members, open_table.wanted["channel"]) == (
        seat,
        info.id,
        (),
        7,
    )
    assert [one.id for one in await room.service.part(OpenTables).open_in(HERE)] == [open_table.id]
    assert await room.service.part(OpenTables).ready_tables(HERE) == []
    async with refused("Take the seat"):
        await join_table(room, open_table, DORA)
    await save_list_messages(room)
    await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], seat)
    assert await due_lists(room) == [HERE]
    assert await room.service.part(OpenTables).open_in(HERE) == []
    assert await room.service.part(OpenTables).close_expired(HERE) == []
    assert await open_table_statements.open_in(room.store.read, HERE) == []


async def test_a_player_who_moves_after_leaving_unlists_their_seat(in_file: Room) -> None:
    info = await in_file.match(2)
    mover = info.seats[0]
    await in_file.service.seat_transfer.offer_seat(info.id, mover.user_id)
    await in_file.service.part(OpenTables).set_list_channel(HERE, CHANNEL)
    await in_file.service.part(OpenTables).list_seat(info.id, info.seats[1].user_id, 0)
    await save_list_messages(in_file)
    await in_file.by(info, 0, (await in_file.service.matches.table(info.id)).match.decisions()[0].actions[0])
    assert await due_lists(in_file) == [HERE]
    assert await in_file.service.part(OpenTables).open_in(HERE) == []


async def test_the_last_place_is_taken_once_by_either_process(database: Address) -> None:
    async with AsyncExitStack() as stack:
        one, other = [Room(await stack.enter_async_context(await Store.open(database))) for _ in range(2)]
        open_table = await create_table(one, players=2)
        done = await at_once(join_table(one, open_table, BELA), join_table(other, open_table, CILI))
        assert refused_of(done) == 1
        (ready,) = await other.service.part(OpenTables).ready_tables(HERE)
        tables = await at_once(
            one.service.part(OpenTables).open_with_people(open_table.id, 901),
            other.service.part(OpenTables).open_with_people(open_table.id, 902),
        )
        (info,) = [table for table in tables if not isinstance(table, Refusal)]
        assert sorted(seat.user_id for seat in info.seats) == sorted(ready.user_ids)
        assert await one.service.matches.of_server(HERE) == [info]


async def test_it_lasts_a_week() -> None:
    assert LIFETIME == 7 * DAY
