"""Invitations are limited per sender, per guest and per pair of them, across all matches and processes."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from bot.app.clock import DAY
from bot.features.open_tables.service import OpenTableRequest, OpenTables
from bot.features.privacy.service.erasure import Privacy
from bot.features.privacy.service.retention import Retention
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.quotas import CANNOT_SEAT_THEM
from bot.matches.seats.invitation_limits import MAX_PER_GUEST_AND_DAY
from bot.store.engine_interface import Address
from bot.store.statements import invitations
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests import database_access
from tests.matches.room import ANNA, BELA, CILI, DORA, Room

GUEST = 900
TOO_MANY = "You can invite"
AGAIN = "You've already invited them"


def room_with(store: Store, sent: int = 0, received: int = 0) -> Room:
    return Room(store, caps={"invitations_sent": sent, "invitations_received": received})


@pytest.fixture
async def store(address: Address):
    async with await Store.open(address) as store:
        yield store


async def table(room: Room, host: int, channel_id: int) -> int:
    """Open a lobby with this host; return the match id."""
    info = await room.service.lobby.open(
        LobbyRequest(game="tiny", guild_id=1, channel_id=channel_id, locale="en", options={}), user_id=host, name="Host"
    )
    return info.id


async def invited(room: Room, match_id: int, host: int, guest: int) -> str:
    """Invite a user to a lobby; return the refusal's message, or an empty string if there is no refusal."""
    try:
        await room.service.lobby.invite(match_id, host, guest)
    except Refusal as error:
        return error.msgid
    return ""


async def asked(room: Room) -> list[int]:
    """Return the ids of the invited users in the queue, oldest invitation first."""
    rows = await database_access.rows(
        room.store.read, "SELECT coalesce_key FROM outbox WHERE kind = 'invite' ORDER BY id"
    )
    return [int(row["coalesce_key"].partition(":")[2]) for row in rows]


async def test_a_daily_invitation_limit_covers_all_lobbies_of_a_host(store: Store) -> None:
    room = room_with(store, sent=5)
    lobbies = [await table(room, ANNA, channel) for channel in range(3)]
    told = [await invited(room, lobbies[number % 3], ANNA, GUEST + number) for number in range(7)]
    assert told[:5] == [""] * 5
    assert all(one.startswith(TOO_MANY) for one in told[5:])
    assert await asked(room) == [GUEST + number for number in range(5)]
    room.clock.time += DAY
    assert await invited(room, lobbies[0], ANNA, GUEST + 7) == ""


async def test_one_person_is_asked_by_the_same_person_so_often_a_day_and_by_all_together(store: Store) -> None:
    room = room_with(store, received=MAX_PER_GUEST_AND_DAY + 1)
    told = [
        await invited(room, await table(room, ANNA, channel), ANNA, GUEST)
        for channel in range(MAX_PER_GUEST_AND_DAY + 1)
    ]
    assert told[:MAX_PER_GUEST_AND_DAY] == [""] * MAX_PER_GUEST_AND_DAY
    assert told[MAX_PER_GUEST_AND_DAY].startswith(AGAIN)
    others = [await invited(room, await table(room, host, 50 + host), host, GUEST) for host in (BELA, CILI)]
    assert others == ["", CANNOT_SEAT_THEM]
    assert len(await asked(room)) == MAX_PER_GUEST_AND_DAY + 1


async def test_who_is_blocked_reads_what_everyone_reads_whose_guest_has_enough(store: Store) -> None:
    room = room_with(store, received=1)
    await room.service.player_blocks.block(GUEST, ANNA)
    blocked = [
        await invited(room, await table(room, ANNA, channel), ANNA, GUEST)
        for channel in range(MAX_PER_GUEST_AND_DAY + 2)
    ]
    assert await asked(room) == []
    assert await invited(room, await table(room, BELA, 50), BELA, GUEST) == ""
    full = [
        await invited(room, await table(room, CILI, 60 + channel), CILI, GUEST)
        for channel in range(MAX_PER_GUEST_AND_DAY + 2)
    ]
    assert blocked == full == [CANNOT_SEAT_THEM] * (MAX_PER_GUEST_AND_DAY + 2)


async def test_open_tables_and_seats_count_with_lobbies(store: Store) -> None:
    room = room_with(store, sent=3)
    open_table = await room.service.part(OpenTables).open(OpenTableRequest("tiny", 1, 7), ANNA, "Anna")
    with pytest.raises(Refusal, match=TOO_MANY):
        await room.service.part(OpenTables).invite(
            open_table.id, ANNA, {GUEST + number: "Guest" for number in range(4)}
        )
    assert await room.service.part(OpenTables).invite(open_table.id, ANNA, {GUEST: "Guest", GUEST + 1: "Guest"}) == [
        GUEST,
        GUEST + 1,
    ]
    info = await room.match(channel_id=20)
    await room.service.seat_transfer.invite(info.id, ANNA, GUEST + 2)
    with pytest.raises(Refusal, match=TOO_MANY):
        await room.service.seat_transfer.invite(info.id, ANNA, GUEST + 3)
    kept_for = [seat.open_for for seat in (await room.service.matches.get(info.id)).seats if seat.open_for is not None]
    assert kept_for == [GUEST + 2], "nothing was changed"
    assert (await invited(room, await table(room, ANNA, 30), ANNA, GUEST + 3)).startswith(TOO_MANY)


async def test_processes_count_together_also_at_the_same_moment(address: Address) -> None:
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(await Store.open(address))
        # Only one process can open a SQLite file, so both rooms share a store.
        second = first if first.path else await stack.enter_async_context(await Store.open(address))
        rooms = [room_with(store, received=2) for store in (first, second)]
        lobbies = [await table(rooms[0], host, host) for host in (ANNA, BELA, CILI, DORA)]
        told = await asyncio.gather(
            *(
                invited(rooms[number % 2], lobby, host, GUEST)
                for number, (lobby, host) in enumerate(zip(lobbies, (ANNA, BELA, CILI, DORA), strict=True))
            )
        )
        assert sorted(told) == ["", "", CANNOT_SEAT_THEM, CANNOT_SEAT_THEM]
        assert len(await asked(rooms[0])) == 2


async def test_invitations_are_forgotten_after_a_day_and_with_their_users(store: Store) -> None:
    room = room_with(store)

    async def kept() -> list[tuple[int, int]]:
        rows = await database_access.rows(store.read, "SELECT user_id, guest_id FROM invitations ORDER BY id")
        return [(row["user_id"], row["guest_id"]) for row in rows]

    for host, guest in ((ANNA, GUEST), (BELA, ANNA), (CILI, GUEST)):
        await invited(room, await table(room, host, host), host, guest)
    assert len(await kept()) == 3
    await room.service.part(Privacy).erase(ANNA)
    assert await kept() == [(CILI, GUEST)]
    await room.service.part(Retention).sweep()
    assert await kept() == [(CILI, GUEST)]
    room.clock.time += DAY + 1
    await room.service.part(Retention).sweep()
    assert await kept() == []


async def test_an_invitation_of_later_than_now_does_not_count(store: Store) -> None:
    """The clock is set back after an invitation, so the invitation lies in the future."""
    room = room_with(store, received=1)
    await invited(room, await table(room, ANNA, 1), ANNA, GUEST)
    room.clock.step(-10)
    assert await invited(room, await table(room, BELA, 2), BELA, GUEST) == ""
    now = room.clock.now()
    assert await invitations.count_of(store.read, GUEST, now - DAY, now) == 1
