"""The lobby: users join, leave, set options and start the match, or are refused in one sentence."""

from contextlib import asynccontextmanager

import pytest

from bot.matches.lobby.opening import LobbyRequest
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Room


@asynccontextmanager
async def refused(part: str):
    with pytest.raises(Refusal) as caught:
        yield
    sentence = Translator("en").error(caught.value)
    assert part in sentence
    assert sentence.endswith(".")
    assert "{" not in sentence


async def test_from_lobby_to_match(room: Room):
    info = await room.lobby(BELA)
    assert (info.status, info.host_id, info.names, info.seq) == ("lobby", ANNA, ("Anna", "Béla"), 0)
    assert info.options == {"turns": 4, "wild": False}
    assert await room.service.matches.in_channel(7) == info
    room.clock.time += 60
    begun = await room.service.lobby.start(info.id, ANNA)
    assert (begun.status, begun.seq, begun.started_at) == ("playing", 1, room.clock.time)
    assert sorted(begun.names) == ["Anna", "Béla"]
    assert (await room.service.matches.get(info.id)).seat_of(DORA) is None


async def test_seats_and_seeds_are_drawn(room: Room):
    orders, seeds = set(), set()
    for channel_id in range(20):
        info = await room.match(3, channel_id=channel_id)
        orders.add(info.names)
        seeds.add((await room.service.matches.table(info.id)).match.state.chance.seed)
    assert len(orders) > 1
    assert len(seeds) == 20


async def test_full_table(room: Room):
    info = await room.lobby(BELA, CILI)
    async with refused("full"):
        await room.service.lobby.join(info.id, DORA, NAMES[DORA])
    assert len((await room.service.matches.get(info.id)).seats) == 3


async def test_joining_twice(room: Room):
    info = await room.lobby(BELA)
    async with refused("already at this table"):
        await room.service.lobby.join(info.id, BELA, "Béla")


async def test_odd_names(room: Room):
    info = await room.lobby()
    info = await room.service.lobby.join(info.id, BELA, "\ud800" + "x" * 500)
    assert info.names[1] == "?" + "x" * 99


async def test_second_match_in_the_channel(room: Room):
    await room.lobby()
    async with refused("already has a match"):
        await room.lobby()
    await room.lobby(channel_id=8)


async def test_starting_alone_and_as_a_guest(room: Room):
    info = await room.lobby()
    async with refused("for 2 to 3 players; you have 1"):
        await room.service.lobby.start(info.id, ANNA)
    await room.service.lobby.join(info.id, BELA, "Béla")
    async with refused("Only the player who opened"):
        await room.service.lobby.start(info.id, BELA)
    await room.service.lobby.start(info.id, ANNA)
    async with refused("already begun"):
        await room.service.lobby.start(info.id, ANNA)
    async with refused("already begun"):
        await room.service.lobby.join(info.id, CILI, "Cili")


async def test_leaving_passes_the_hosts_part_on_and_the_last_closes(room: Room):
    info = await room.lobby(BELA, CILI)
    info = await room.service.lobby.leave(info.id, ANNA)
    assert (info.host_id, info.names, [seat.seat for seat in info.seats]) == (BELA, ("Béla", "Cili"), [0, 1])
    async with refused("don't have a seat"):
        await room.service.lobby.leave(info.id, ANNA)
    await room.service.lobby.leave(info.id, CILI)
    info = await room.service.lobby.leave(info.id, BELA)
    assert (info.status, info.seats) == ("ended", ())
    assert await room.service.matches.in_channel(7) is None
    last = await room.service.matches.in_channel(7, live=False)
    assert last is not None
    assert last.id == info.id


async def test_no_one_leaves_a_running_match(room: Room):
    info = await room.match()
    async with refused("begun"):
        await room.service.lobby.leave(info.id, BELA)


async def test_options(room: Room):
    info = await room.lobby(BELA)
    info = await room.service.lobby.set_options(info.id, ANNA, {"turns": 2})
    info = await room.service.lobby.set_options(info.id, ANNA, {"wild": True}, "hu")
    assert (info.options, info.locale) == ({"turns": 2, "wild": True}, "hu")
    async with refused("option turns"):
        await room.service.lobby.set_options(info.id, ANNA, {"turns": 9999})
    async with refused("no option called speed"):
        await room.service.lobby.set_options(info.id, ANNA, {"speed": 99})
    async with refused("language"):
        await room.service.lobby.set_options(info.id, ANNA, {}, "xx")
    async with refused("Only the player who opened"):
        await room.service.lobby.set_options(info.id, BELA, {"turns": 1})
    assert (await room.service.matches.get(info.id)).options == {"turns": 2, "wild": True}
    begun = await room.service.lobby.start(info.id, ANNA)
    assert (await room.service.matches.table(begun.id)).match.state.turns == 2


async def test_unknown_game_and_match(room: Room):
    async with refused("no such game"):
        await room.service.lobby.open(
            LobbyRequest(game="chess", guild_id=1, channel_id=7, locale="en", options={}), user_id=ANNA, name="Anna"
        )
    for forged in (0, -1, 99, 10**30):
        async with refused("no longer exists"):
            await room.service.matches.get(forged)


async def test_table_of_a_lobby(room: Room):
    info = await room.lobby()
    async with refused("hasn't begun"):
        await room.service.matches.table(info.id)


async def test_lobby_message_is_kept_up_to_date(room: Room):
    info = await room.lobby(BELA, CILI)
    assert [row.kind for row in await room.posts()] == ["lobby"]
    await room.service.lobby.start(info.id, ANNA)
    assert "lobby" in [row.kind for row in await room.posts()]


async def test_host_or_administrator_ends(room: Room):
    info = await room.match()
    async with refused("Only the player who opened"):
        await room.service.play.end(info.id, BELA, is_admin=False)
    info = await room.service.play.end(info.id, DORA, is_admin=True)
    assert (info.status, info.seq) == ("ended", 2)
    async with refused("over"):
        await room.service.play.end(info.id, ANNA, is_admin=False)
    assert await room.service.matches.waiting_for(info.seats[0].user_id) == []
    assert [entry.kind for entry in await room.service.history.log(info)] == ["start", "end"]
    kinds = [row.kind for row in await room.posts()]
    assert "turn" not in kinds
    assert kinds[-2:] == ["board", "score"]
    assert "notice" not in kinds
    await room.lobby()
    # The match, which has ended, can still be loaded.
    assert (await room.service.matches.table(info.id)).seq == 2


async def test_host_closes_a_lobby(room: Room):
    info = await room.lobby(BELA)
    info = await room.service.play.end(info.id, ANNA, is_admin=False)
    assert (info.status, info.seq) == ("ended", 0)
