"""Blocked users and servers can't take part in matches, and seats that blocked users hold become open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.app.clock import DAY
from bot.features.cups.service.actions import Cups
from bot.features.open_tables.service import OpenTableRequest, OpenTables
from bot.features.owner.service.blocklist import Blocklist
from bot.matches.lobby.opening import LobbyRequest
from bot.store.engine_interface import Address
from bot.store.statements.rows import EVERYWHERE
from bot.store.store import Store
from tests.matches.cup_room import CupRoom
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Room
from tests.matches.tiny_game import Boom, Take

OWNER = 999
NOT_SERVED, NO_SEAT = "has blocked you", "can't sit"


@pytest.fixture
async def hall(address: Address) -> AsyncIterator[CupRoom]:
    async with await Store.open(address) as store:
        yield CupRoom(store)


async def block_users(room: Room, *people: int, **how: Any) -> None:
    for one in people:
        await room.service.part(Blocklist).ban("person", one, by=OWNER, **how)


async def test_a_blocked_user_joins_no_table_and_gets_no_invitation(room: Room) -> None:
    service, lobby = room.service, await room.lobby()
    other = await room.match(channel_id=8)
    await service.seat_transfer.offer_seat(other.id, BELA)
    open_table = await service.part(OpenTables).open(OpenTableRequest("tiny", 1, 50, locale="en"), ANNA, "Anna")
    await block_users(room, CILI)
    async with refused(NOT_SERVED):
        await service.lobby.join(lobby.id, CILI, "Cili")
    async with refused(NOT_SERVED):
        await service.seat_transfer.take_seat(other.id, CILI, "Cili", other.seat_of(BELA) or 0)
    async with refused(NOT_SERVED):
        await service.part(OpenTables).join(open_table.id, CILI, "Cili", 1)
    async with refused(NOT_SERVED):
        await service.part(OpenTables).open(OpenTableRequest("tiny", 1, 50, locale="en"), CILI, "Cili")
    async with refused(NOT_SERVED):
        await service.lobby.open(
            LobbyRequest(game="tiny", guild_id=1, channel_id=9, locale="en", options={}), user_id=CILI, name="Cili"
        )
    async with refused(NO_SEAT):
        await service.lobby.invite(lobby.id, ANNA, CILI)
    async with refused(NO_SEAT):
        await service.seat_transfer.invite(other.id, ANNA, CILI)
    async with refused(NO_SEAT):
        await service.part(OpenTables).invite(open_table.id, ANNA, {CILI: "Cili"})
    await service.part(Blocklist).lift("person", CILI, by=OWNER)
    await service.lobby.join(lobby.id, CILI, "Cili")


async def test_no_one_asks_for_a_rematch_with_a_blocked_user(room: Room) -> None:
    info = await room.match(3)
    await room.service.play.end(info.id, ANNA, is_admin=True)
    await block_users(room, BELA)
    await room.posts()
    await room.service.lobby.rematch(info.id, ANNA, "Anna")
    told = [row.payload for row in await room.posts() if row.kind == "notice"]
    assert [payload["users"] for payload in told] == [[CILI]]


async def test_a_blocked_users_seats_open_and_the_others_continue(hall: CupRoom) -> None:
    service = hall.service
    info = await hall.match(3)
    lobby = await hall.lobby(BELA, channel_id=8)
    alone = await hall.lobby(channel_id=9)
    open_table = await service.part(OpenTables).open(OpenTableRequest("tiny", 1, 50, locale="en"), ANNA, "Anna")
    cup = await hall.cup(ANNA, BELA, CILI, DORA)
    await block_users(hall, ANNA)
    assert not await service.account_exit.leave_everything(ANNA)
    info, lobby, alone = [await service.matches.get(one.id) for one in (info, lobby, alone)]
    assert [seat.open_since is not None for seat in info.seats] == [seat.user_id == ANNA for seat in info.seats]
    assert (info.status, info.host_id in (BELA, CILI)) == ("playing", True)
    assert (lobby.host_id, [seat.user_id for seat in lobby.seats]) == (BELA, [BELA])
    assert alone.status == "ended"
    view = await service.part(Cups).view(cup.id)
    assert [one.user_id for one in view.entrants if one.dropped_at is not None] == [ANNA]
    async with refused("no longer open"):
        await service.part(OpenTables).join(open_table.id, DORA, "Dora", 1)
    before = await service.matches.get(info.id)
    assert not await service.account_exit.leave_everything(ANNA), "a second time changes nothing"
    assert await service.matches.get(info.id) == before
    seat = next(one.seat for one in info.seats if one.user_id == ANNA)
    taken = await service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], seat)
    assert taken.seats[seat].user_id == DORA


async def test_a_frozen_match_is_left_once_it_goes_on(room: Room) -> None:
    info = await room.match(wild=True)
    await room.by(info, 0, Take(2))
    async with refused("frozen"):
        await room.by(info, 0, Boom())
    await block_users(room, BELA)
    assert await room.service.account_exit.leave_everything(BELA)
    await room.service.game_masters.order_as_owner(info.id, OWNER, "repair", "Mended")
    assert not await room.service.account_exit.leave_everything(BELA)
    after = await room.service.matches.get(info.id)
    assert [seat.open_since is not None for seat in after.seats] == [seat.user_id == BELA for seat in after.seats]


async def test_a_block_ends_by_itself_and_is_recorded(room: Room) -> None:
    bars = room.service.part(Blocklist)
    await block_users(room, BELA, reason="  Rude\nwords ", days=2)
    await bars.ban("server", 77, by=OWNER)
    row = bars.of_person(BELA)
    assert row is not None
    assert (row.reason, row.ends_at) == ("Rude words", room.clock.time + 2 * DAY)
    assert (bars.of_server(77) is None, bars.of_server(78), bars.of_server(None)) == (False, None, None)
    assert {(one.what, one.subject) for one in await bars.unsettled()} == {("person", BELA), ("server", 77)}
    room.clock.time += 2 * DAY
    assert bars.of_person(BELA) is None
    await room.lobby(BELA)
    assert [one.subject for one in await bars.list_all()] == [77]
    async with refused("aren't blocked"):
        await bars.lift("person", CILI, by=OWNER)
    async with refused("1 to 3650"):
        await bars.ban("person", BELA, by=OWNER, days=0)
    changes = await room.service.servers.changes(EVERYWHERE, 5)
    assert [(one.user_id, one.what, one.value["subject"]) for one in changes] == [
        (OWNER, "barred", 77),
        (OWNER, "barred", BELA),
    ]


async def test_a_server_that_is_added_again_is_told_and_left_again(room: Room) -> None:
    bars = room.service.part(Blocklist)
    row = await bars.ban("server", 77, by=OWNER)
    await bars.mark_notified(row)
    await bars.mark_settled(row)
    await bars.read()
    assert not bars.are_unsettled
    assert not await bars.is_back(78)
    assert await bars.is_back(77)
    (again,) = await bars.unsettled()
    assert (again.told_at, again.settled_at) == (None, None)
    assert bars.are_unsettled


async def test_another_process_hears_at_once_what_owners_decide(database: str) -> None:
    async with await Store.open(database) as first, await Store.open(database) as second:
        one, other = Room(first), Room(second)
        second.listen()
        async with asyncio.timeout(20):
            await second.orders.wait()  # the first event only reports that the store is listening now
            second.orders.clear()
            await block_users(one, BELA)
            await second.orders.wait()
            await other.service.part(Blocklist).read()
            assert other.service.part(Blocklist).of_person(BELA) is not None
            second.orders.clear()
            await one.service.quota_overrides.set_quota("matches_per_person", "1", by=OWNER)
            await second.orders.wait()
            await other.service.quota_overrides.read()
            assert other.service.quota_overrides.count("matches_per_person") == 1
