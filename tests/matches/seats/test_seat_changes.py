"""Seats that change players during a match: who may take a seat, and which data stay with the seat or the player."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any

import pytest

from bot.matches.play.match_verification import verify
from bot.matches.service_results import MatchInfo
from bot.store.statements import matches, seat_history, users_and_servers
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Room
from tests.matches.test_two_processes import at_once, refused
from tests.matches.tiny_game import TINY, Done, Roll, Take

HOUR, DAY = 3_600, 86_400


async def opened(room: Room, players: int = 2) -> MatchInfo:
    """Start a match where the first player leaves their seat, which is then open."""
    info = await room.match(players)
    await room.posts()
    return await room.service.seat_transfer.offer_seat(info.id, info.seats[0].user_id)


async def taken(room: Room, players: int = 2) -> tuple[MatchInfo, int]:
    """Let Dóra take the first seat; return the match and the id of the player who left."""
    info = await opened(room, players)
    left = info.seats[0].user_id
    return await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0), left


def kinds(rows: Any) -> list[str]:
    return [row.kind for row in rows]


async def test_a_player_who_takes_an_open_seat_continues(room: Room) -> None:
    info, left = await taken(room)
    assert (info.seats[0].user_id, info.seats[0].name) == (DORA, NAMES[DORA])
    await room.by(info, 0, Take(2))
    assert (await room.coins(info.id))[0] == 2
    with pytest.raises(Refusal, match="not playing"):
        await room.service.play.act(info.id, left, Take(1))


async def test_the_match_waits_for_the_newcomer_who_is_called_once(room: Room) -> None:
    info = await opened(room)
    assert [row.payload for row in await room.posts() if row.kind in ("turn", "ring")] == []
    assert await room.service.matches.waiting_for(info.seats[0].user_id) == []
    await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0)
    rows = await room.posts()
    assert [row.payload["users"] for row in rows if row.kind == "turn"] == [[DORA]]
    assert (await room.service.matches.waiting_for(DORA))[0].match_id == info.id
    assert await room.service.matches.waiting_for(info.seats[0].user_id) == []


async def test_no_one_is_called_for_an_open_seat(room: Room) -> None:
    info = await room.match()
    await room.posts()
    await room.service.seat_transfer.offer_seat(info.id, info.seats[1].user_id)
    await room.by(info, 0, Done())
    assert "turn" not in kinds(await room.posts())
    room.clock.time += 8 * DAY
    await room.service.reminders.remind(info.id)
    assert await room.posts() == []


async def test_a_call_that_is_under_way_is_not_made_for_a_seat_that_is_left(room: Room) -> None:
    info = await room.match()
    await room.service.seat_transfer.offer_seat(info.id, info.seats[0].user_id)
    assert "turn" not in kinds(await room.posts())


async def test_who_left_is_back_with_their_next_move_and_no_one_may_take_the_seat_then(room: Room) -> None:
    info = await opened(room)
    await room.by(info, 0, Take(1))
    assert (await room.service.matches.get(info.id)).seats[0].open_since is None
    with pytest.raises(Refusal, match="no longer open"):
        await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0)


@pytest.mark.parametrize("who", [BELA, ANNA])
async def test_no_one_takes_a_seat_who_has_one(room: Room, who: int) -> None:
    info = await opened(room)
    with pytest.raises(Refusal):
        await room.service.seat_transfer.take_seat(info.id, who, NAMES[who], 0)


async def test_no_one_takes_a_seat_who_has_held_another(room: Room) -> None:
    info, left = await taken(room)
    await room.service.seat_transfer.offer_seat(info.id, info.seats[1].user_id)
    with pytest.raises(Refusal, match="know too much"):
        await room.service.seat_transfer.take_seat(info.id, left, NAMES[left], 1)


async def test_who_has_held_the_same_seat_may_take_it_again_when_it_is_open(room: Room) -> None:
    info, left = await taken(room)
    await room.service.seat_transfer.offer_seat(info.id, DORA)
    info = await room.service.seat_transfer.take_seat(info.id, left, NAMES[left], 0)
    assert info.seat_of(left) == 0
    assert [(row.user_id, row.seat) for row in await seat_history.of_match(room.store.read, info.id)] in (
        [(DORA, 0), (left, 0)], [(left, 0), (DORA, 0)],
    )  # fmt: skip


async def test_who_left_plays_on_again_if_all_agree_who_holds_the_seat_included(room: Room) -> None:
    info, left = await taken(room)
    vote = await room.service.votes.ask_back(info.id, left, NAMES[left])
    assert vote.voters == (0, 1)
    await room.service.votes.answer(info.id, info.seats[1].user_id, True)
    assert (await room.service.matches.get(info.id)).seat_of(left) is None
    await room.service.votes.answer(info.id, DORA, True)
    now = await room.service.matches.get(info.id)
    assert (now.seat_of(left), now.seat_of(DORA)) == (0, None)
    assert await verify(room.store.read, {"tiny": TINY}, info.id) == []


async def test_who_left_does_not_come_back_against_who_plays_there_now(room: Room) -> None:
    info, left = await taken(room)
    await room.service.votes.ask_back(info.id, left, NAMES[left])
    await room.service.votes.answer(info.id, DORA, False)
    assert (await room.service.matches.get(info.id)).seat_of(left) is None


async def test_silence_lets_no_one_come_back(room: Room) -> None:
    info, left = await taken(room)
    await room.service.votes.ask_back(info.id, left, NAMES[left])
    room.clock.time += 2 * DAY
    await room.service.votes.end_expired(info.id)
    assert (await room.service.matches.get(info.id)).seat_of(left) is None
    told = [row.payload["msgid"] for row in await room.posts() if row.kind == "notice"]
    assert told[-1] == "Not everyone has answered, so nothing changes."


async def test_only_who_has_left_asks_to_come_back_and_once_at_a_time(room: Room) -> None:
    info, left = await taken(room)
    with pytest.raises(Refusal, match="not playing"):
        await room.service.votes.ask_back(info.id, CILI, NAMES[CILI])
    await room.service.votes.ask_back(info.id, left, NAMES[left])
    with pytest.raises(Refusal, match="already"):
        await room.service.votes.ask_back(info.id, left, NAMES[left])


async def test_an_invited_person_alone_takes_the_seat(room: Room) -> None:
    info = await room.match(2)
    info = await room.service.seat_transfer.invite(info.id, info.seats[0].user_id, DORA)
    with pytest.raises(Refusal, match="reserved for"):
        await room.service.seat_transfer.take_seat(info.id, CILI, NAMES[CILI], 0)
    assert (await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0)).seat_of(DORA) == 0


async def test_another_player_invites_someone_to_the_seat_that_is_open(room: Room) -> None:
    info = await opened(room)
    info = await room.service.seat_transfer.invite(info.id, info.seats[1].user_id, DORA)
    assert [seat.open_for for seat in info.seats] == [DORA, None]


async def test_only_players_invite_and_never_a_player(room: Room) -> None:
    info = await opened(room)
    with pytest.raises(Refusal, match="not playing"):
        await room.service.seat_transfer.invite(info.id, CILI, DORA)
    with pytest.raises(Refusal, match="already have a seat"):
        await room.service.seat_transfer.invite(info.id, info.seats[0].user_id, info.seats[1].user_id)


async def test_nothing_of_who_left_stays_with_the_seat(room: Room) -> None:
    info = await room.match()
    async with room.store.write() as tx:
        await matches.set_standing(tx, info.id, 0, ["some order"])
        await matches.set_dm_message(tx, info.id, 0, 55)
        await users_and_servers.set_dm_channel(tx, info.seats[0].user_id, 66)
    await room.service.seat_transfer.offer_seat(info.id, info.seats[0].user_id)
    await room.posts()
    seat = (await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0)).seats[0]
    assert (seat.standing, seat.dm_message_id, seat.deferred, seat.open_since) == (None, None, None, None)
    removed = [row.payload for row in await room.posts() if row.kind == "removal"]
    assert removed == [{"channel_id": 66, "message_id": 55}]


async def test_the_newcomer_is_told_what_happened_and_what_the_seat_holds(room: Room) -> None:
    await taken(room)
    rows = await room.posts()
    told = [row for row in rows if row.payload.get("user_id") == DORA]
    assert [row.kind for row in told][:2] == ["seated", "hand"]
    assert not [row for row in rows if row.payload.get("user_id") not in (None, DORA)]


async def test_a_message_to_who_left_that_was_under_way_is_removed_and_is_not_the_newcomers(room: Room) -> None:
    """The private message was sent before the seat changed players, but the bot records it only afterwards."""
    info = await opened(room)
    written = room.service.outbox.private_message_posted(info, info.seats[0], 66, 55, None)
    await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0)
    await room.posts()
    async with room.store.write() as tx:
        await written(tx)
    assert (await room.service.matches.get(info.id)).seats[0].dm_message_id is None
    assert [row.payload["message_id"] for row in await room.posts() if row.kind == "removal"] == [55]


async def test_the_host_who_leaves_hands_on_what_a_host_may(room: Room) -> None:
    info = await room.match(3)
    host = info.seat_of(info.host_id)
    assert host is not None
    await room.service.seat_transfer.offer_seat(info.id, info.host_id)
    info = await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], host)
    assert info.host_id in {seat.user_id for seat in info.seats} - {DORA}


async def test_the_journal_tells_of_it_under_the_names_of_then(room: Room) -> None:
    info = await room.match()
    left = info.seats[0]
    await room.by(info, 0, Take(1))
    await room.service.seat_transfer.offer_seat(info.id, left.user_id)
    info = await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0)
    await room.by(info, 0, Take(2))
    entries = (await room.service.history.page(info, None, 20, viewer=None)).entries
    told = [(entry.kind, dict(entry.former), entry.about.get("left")) for entry in entries]
    assert told == [
        ("start", {0: left.name}, None),
        ("act", {0: left.name}, None),
        ("open", {0: left.name}, None),
        ("seat", {}, left.name),
        ("act", {}, None),
    ]


async def test_going_back_changes_no_seat_and_the_match_is_whole(room: Room) -> None:
    info = await opened(room)
    info = await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0)
    await room.by(info, 0, Roll())
    await room.by(info, 0, Take(1))
    await room.service.undo.take_back(info.id, DORA)
    assert (await room.service.matches.get(info.id)).seat_of(DORA) == 0
    assert await verify(room.store.read, {"tiny": TINY}, info.id) == []


async def test_a_match_whose_seat_changed_hands_is_exported_and_taken_up_again(room: Room) -> None:
    info, _ = await taken(room)
    data = await room.service.transfer.export(info.id)
    assert await verify(room.store.read, {"tiny": TINY}, info.id) == []
    players = [(seat.user_id, seat.name) for seat in info.seats]
    copy = await room.service.transfer.adopt(data, guild_id=1, channel_id=8, players=players)
    assert [seat.user_id for seat in copy.seats] == [seat.user_id for seat in info.seats]


async def test_a_seat_that_a_computer_held_is_its_new_persons_own(room: Room) -> None:
    info = await room.match()
    left = info.seats[0].user_id
    await room.service.computers.hand_over(info.id, left, None, "easy", gone=False)
    await room.service.seat_transfer.offer_seat(info.id, left)
    info = await room.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0)
    assert not info.computers
    await room.by(info, 0, Take(1))


@pytest.fixture
async def rooms(database: str) -> AsyncIterator[list[Room]]:
    async with AsyncExitStack() as stack:
        yield [Room(await stack.enter_async_context(await Store.open(database))) for _ in range(2)]


async def test_two_who_take_a_seat_at_once_in_two_processes_are_one(rooms: list[Room]) -> None:
    one, other = rooms
    for channel in range(10):
        info = await one.match(channel_id=channel)
        await one.service.seat_transfer.offer_seat(info.id, info.seats[0].user_id)
        done = await at_once(
            one.service.seat_transfer.take_seat(info.id, CILI, NAMES[CILI], 0),
            other.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0),
        )
        assert refused(done) == 1
        info = await one.service.matches.get(info.id)
        assert info.seats[0].user_id in (CILI, DORA)


async def test_a_move_and_a_taker_at_once_are_one_of_them(rooms: list[Room]) -> None:
    one, other = rooms
    for channel in range(10):
        info = await one.match(channel_id=channel)
        left = info.seats[0].user_id
        await one.service.seat_transfer.offer_seat(info.id, left)
        done = await at_once(
            one.service.play.act(info.id, left, Take(1)),
            other.service.seat_transfer.take_seat(info.id, DORA, NAMES[DORA], 0),
        )
        assert refused(done) == 1
        seat = (await one.service.matches.get(info.id)).seats[0]
        assert seat.user_id == (DORA if isinstance(done[0], Refusal) else left)
        assert seat.open_since is None
