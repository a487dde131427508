"""Limits on matches per user, on matches per server and on seat changes, each with a one-sentence refusal."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.matches.lobby.opening import LobbyRequest
from bot.store.store import Store
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, Room


@pytest.fixture
async def room(path: Path):
    async with await Store.open(path) as store:
        yield Room(store, caps={"matches_per_person": 2, "matches_per_server": 3})


async def test_leaving_a_table_at_the_limit_allows_another(room: Room) -> None:
    first = await room.lobby(channel_id=1)
    await room.lobby(BELA, channel_id=2)
    async with refused("the limit of tables here (2)"):
        await room.lobby(channel_id=3)
    assert await room.service.matches.in_channel(3) is None
    await room.service.lobby.leave(first.id, ANNA)
    await room.lobby(channel_id=3)


async def test_joining_counts_too_and_a_match_that_is_over_does_not(room: Room) -> None:
    one = await room.match(channel_id=1)
    await room.lobby(BELA, channel_id=2)
    third = await room.service.lobby.open(
        LobbyRequest(game="tiny", guild_id=1, channel_id=3, locale="en", options={}), user_id=CILI, name="Cili"
    )
    async with refused("Finish or leave one first"):
        await room.service.lobby.join(third.id, BELA, "Béla")
    await room.service.play.end(one.id, ANNA, is_admin=False)
    assert len((await room.service.lobby.join(third.id, BELA, "Béla")).seats) == 2


async def test_each_server_has_its_own_match_limit(room: Room) -> None:
    for channel, user in ((1, ANNA), (2, BELA), (3, CILI)):
        await room.service.lobby.open(
            LobbyRequest(game="tiny", guild_id=1, channel_id=channel, locale="en", options={}), user_id=user, name="x"
        )
    async with refused("This server has reached its limit of matches (3)"):
        await room.lobby(channel_id=4)
    await room.service.lobby.open(
        LobbyRequest(game="tiny", guild_id=2, channel_id=5, locale="en", options={}), user_id=ANNA, name="Anna"
    )


async def test_a_seat_that_changes_hands_without_end_rests(room: Room) -> None:
    info = await room.match()
    for _ in range(3):
        await room.service.computers.hand_over(info.id, ANNA, None, "easy", gone=False)
        await room.service.computers.give_back(info.id, ANNA, None)
        room.clock.time += 30
    async with refused("hand it over again in 9 min"):
        await room.service.computers.hand_over(info.id, ANNA, None, "easy", gone=False)
    # The limit is per seat: another seat can be handed over now, and the first seat after nine minutes.
    await room.service.computers.hand_over(info.id, BELA, None, "easy", gone=False)
    room.clock.time += 540
    await room.service.computers.hand_over(info.id, ANNA, None, "easy", gone=False)
