"""Users are never seated in a match with someone they have blocked, and the blocked user doesn't learn why."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.statements import player_blocks
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.matches.lobby.test_gathering import gather_lobby
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Room

NO_SEAT, OWN = "no seat for you", "Someone you've blocked"


@pytest.fixture
async def in_file(path: Path):
    """A match service on SQLite, for behaviour that doesn't depend on the database engine."""
    async with await Store.open(path) as store:
        yield Room(store)


@pytest.mark.parametrize(("who", "other", "told"), [(ANNA, BELA, NO_SEAT), (BELA, ANNA, OWN)])
async def test_a_block_in_either_direction_prevents_joining_a_lobby(
    room: Room, who: int, other: int, told: str
) -> None:
    info = await room.lobby()
    await room.service.player_blocks.block(who, other)
    async with refused(told):
        await room.service.lobby.join(info.id, BELA, NAMES[BELA])
    await room.service.lobby.join(info.id, CILI, NAMES[CILI])
    await room.service.player_blocks.unblock(who, other)
    assert len((await room.service.lobby.join(info.id, BELA, NAMES[BELA])).seats) == 3


@pytest.mark.parametrize(("who", "other", "told"), [(BELA, DORA, NO_SEAT), (DORA, BELA, OWN)])
async def test_no_one_takes_a_seat_beside_someone_blocked(in_file: Room, who: int, other: int, told: str) -> None:
    info = await in_file.match(2)
    await in_file.service.seat_transfer.offer_seat(info.id, ANNA)
    seat = info.seat_of(ANNA)
    assert seat is not None
    await in_file.service.player_blocks.block(who, other)
    async with refused(told):
        await in_file.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], seat)
    # Blocks between the player who left the seat and the newcomer no longer matter.
    await in_file.service.player_blocks.unblock(who, other)
    await in_file.service.player_blocks.block(ANNA, DORA)
    await in_file.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], seat)


@pytest.mark.parametrize(
    ("who", "other", "told"),
    [(ANNA, DORA, "You've blocked them"), (DORA, ANNA, "They can't sit"), (DORA, BELA, "They can't sit")],
)
async def test_no_one_is_invited_to_a_seat_beside_someone_blocked(
    in_file: Room, who: int, other: int, told: str
) -> None:
    info = await in_file.match(2)
    await in_file.service.player_blocks.block(who, other)
    async with refused(told):
        await in_file.service.seat_transfer.invite(info.id, ANNA, DORA)


async def test_no_one_returns_to_a_seat_beside_a_player_who_blocked_them(in_file: Room) -> None:
    info = await in_file.match(2)
    seat = info.seat_of(ANNA)
    assert seat is not None
    await in_file.service.seat_transfer.offer_seat(info.id, ANNA)
    await in_file.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], seat)
    await in_file.service.player_blocks.block(BELA, ANNA)
    async with refused(NO_SEAT):
        await in_file.service.votes.ask_back(info.id, ANNA, NAMES[ANNA])
    await in_file.service.player_blocks.unblock(BELA, ANNA)
    await in_file.service.votes.ask_back(info.id, ANNA, NAMES[ANNA])
    await in_file.service.player_blocks.block(BELA, ANNA)
    await in_file.service.votes.answer(info.id, DORA, yes=True)
    async with refused("They can't sit"):
        await in_file.service.votes.answer(info.id, BELA, yes=True)
    assert (await in_file.service.matches.get(info.id)).seat_of(ANNA) is None


async def test_a_game_master_can_not_seat_a_blocked_player(in_file: Room) -> None:
    info = await in_file.match(2)
    await in_file.service.player_blocks.block(BELA, CILI)
    seat = info.seat_of(ANNA)
    async with refused("They can't sit"):
        await in_file.service.game_masters.order(
            info.id, DORA, NAMES[DORA], "replace", "Away.", seat=seat, invited=CILI
        )


async def test_a_rematch_asks_only_players_who_can_join(in_file: Room) -> None:
    info = await in_file.match(3)
    await in_file.service.play.end(info.id, ANNA, is_admin=True)
    await in_file.service.player_blocks.block(CILI, ANNA)
    await in_file.service.lobby.rematch(info.id, ANNA, NAMES[ANNA])
    await in_file.posts()
    asked = [payload for payload in in_file.messenger.of("notice") if "rematch" in payload["msgid"]]
    assert [payload["users"] for payload in asked] == [[BELA]]


async def test_no_table_is_gathered_of_people_who_are_apart(room: Room) -> None:
    await room.service.player_blocks.block(BELA, CILI)
    with pytest.raises(Refusal, match="can't all sit"):
        await gather_lobby(room, [ANNA, BELA, CILI])
    assert await room.service.matches.in_channel(7) is None
    assert await room.service.player_blocks.blocking_pairs([ANNA, BELA, CILI]) == {(BELA, CILI)}
    assert len((await gather_lobby(room, [ANNA, CILI])).seats) == 2


async def test_the_list_is_ones_own_and_has_an_end(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = room.service.player_blocks
    await blocks.block(ANNA, BELA)
    room.clock.time += 1
    await blocks.block(ANNA, CILI)
    await blocks.block(ANNA, CILI)
    assert (await blocks.blocked_by(ANNA), await blocks.blocked_by(BELA)) == ([CILI, BELA], [])
    async with refused("can't block yourself"):
        await blocks.block(ANNA, ANNA)
    async with refused("haven't blocked"):
        await blocks.unblock(BELA, ANNA)
    monkeypatch.setattr("bot.matches.seats.player_blocks.MAX_BLOCKED", 2)
    async with refused("the maximum"):
        await blocks.block(ANNA, DORA)
    await blocks.block(ANNA, BELA)
    assert await player_blocks.count(room.store.read, ANNA) == 2
