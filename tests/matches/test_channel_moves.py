"""When a match moves to another channel, its board, turn notifications and open votes are posted there once more."""

from __future__ import annotations

import asyncio

import pytest

from bot.notifications.match_posts import UNDO_VOTE
from bot.store.statements import matches
from rules.kernel.errors import Refusal
from tests.matches.room import ANNA, BELA, DORA, Room
from tests.matches.tiny_game import Done, Roll, Take

OLD, NEW, SERVER = 7, 8, 1
NOT_YOURS = "Only that match's host or this server's managers"


async def shown(room: Room, match_id: int, board: int, reminder: int) -> None:
    """Record a board message and a reminder message in the match's old channel."""
    async with room.store.write() as tx:
        await matches.set_board_message(tx, match_id, OLD, board)
        await matches.set_reminder_message(tx, match_id, reminder)


async def test_a_match_continues_in_another_channel_and_calls_the_players_to_move(room: Room) -> None:
    info = await room.match()
    await room.posts()
    await shown(room, info.id, 50, 51)
    info = await room.service.channel_moves.move(info.id, ANNA, SERVER, NEW)
    assert (info.channel_id, info.board_message_id, info.reminder_message_id) == (NEW, None, None)
    assert await room.service.matches.in_channel(OLD) is None
    call, closed, removed = await room.posts()
    waiting = [seat.seat for seat in info.seats if seat.waiting_since is not None]
    assert (call.kind, call.payload["seats"]) == ("turn", waiting)
    assert (closed.kind, closed.payload) == ("closed", {"channel_id": OLD, "message_id": 50, "moved_to": NEW})
    assert (removed.kind, removed.payload) == ("removal", {"channel_id": OLD, "message_id": 51})
    # There are no further posts, so no one is notified twice.
    assert await room.posts() == []


async def test_a_lobby_moves_too(room: Room) -> None:
    info = await room.lobby()
    await room.posts()
    async with room.store.write() as tx:
        assert await matches.set_lobby_message(tx, info.id, OLD, 40)
    await room.service.channel_moves.move(info.id, ANNA, SERVER, NEW)
    assert [(row.kind, row.payload.get("message_id")) for row in await room.posts()] == [
        ("lobby", None), ("closed", 40),
    ]  # fmt: skip


async def test_who_may_move_a_match_depends_on_whether_it_stands_still(room: Room) -> None:
    info = await room.match()
    for user_id in (BELA, DORA):
        with pytest.raises(Refusal, match=NOT_YOURS):
            await room.service.channel_moves.move(info.id, user_id, SERVER, NEW)
    await room.service.unreachable_channels.suspend_channel(OLD)
    with pytest.raises(Refusal, match=NOT_YOURS):
        await room.service.channel_moves.move(info.id, DORA, SERVER, NEW)
    info = await room.service.channel_moves.move(info.id, BELA, SERVER, NEW)
    assert (info.channel_id, info.parked_at) == (NEW, None)
    info = await room.service.channel_moves.move(info.id, DORA, SERVER, OLD, is_admin=True)
    assert info.channel_id == OLD


async def test_a_match_stays_in_its_server_and_takes_no_channel_that_has_one(room: Room) -> None:
    info = await room.match()
    other = await room.match(channel_id=NEW)
    for channel_id, guild_id, why in (
        (OLD, SERVER, "already here"),
        (9, 2, "can't leave its server"),
        (NEW, SERVER, "already has"),
    ):
        with pytest.raises(Refusal, match=why):
            await room.service.channel_moves.move(info.id, ANNA, guild_id, channel_id)
    assert (await room.service.matches.get(info.id)).channel_id == OLD
    await room.service.play.end(other.id, ANNA, is_admin=False)
    assert (await room.service.channel_moves.move(info.id, ANNA, SERVER, NEW)).channel_id == NEW
    await room.service.play.end(info.id, ANNA, is_admin=False)
    with pytest.raises(Refusal):
        await room.service.channel_moves.move(info.id, ANNA, SERVER, OLD)


async def test_of_two_matches_that_move_to_one_channel_at_once_one_stays(room: Room) -> None:
    found = [await room.match(channel_id=channel) for channel in (OLD, NEW)]
    moved = await asyncio.gather(
        *(room.service.channel_moves.move(info.id, ANNA, SERVER, 9) for info in found), return_exceptions=True
    )
    assert sorted(type(one).__name__ for one in moved) == ["MatchRow", "Refusal"]


async def test_a_call_that_never_reached_the_old_channel_is_told_in_the_new_one(room: Room) -> None:
    info = await room.match()
    first = next(seat for seat in info.seats if seat.waiting_since is not None)
    undelivered = (await room.service.outbox.board_post_status(info.id))[1]
    await room.service.channel_moves.move(info.id, ANNA, SERVER, NEW)
    (call,) = [row for row in await room.posts() if row.kind == "turn"]
    assert call.payload["users"] == [first.user_id]
    assert call.payload["after"] == (0 if undelivered is None else undelivered.payload["after"])


async def test_open_questions_to_the_table_are_asked_again(room: Room) -> None:
    info = await room.match(3)
    for seat, action in ((0, Roll()), (0, Done()), (1, Take(1))):
        await room.by(info, seat, action)
    await room.posts()
    asked = await room.service.votes.ask(info.id, info.seats[0].user_id, UNDO_VOTE)
    (row,) = [row for row in await room.posts() if row.kind == "vote"]
    async with room.store.write() as tx:
        await room.service.outbox.vote_posted(asked, row, 60, {})(tx)
    await room.service.channel_moves.move(info.id, ANNA, SERVER, NEW)
    kinds = [(row.kind, row.payload.get("message_id")) for row in await room.posts()]
    assert ("vote", None) in kinds
    assert ("removal", 60) in kinds
    vote = await room.service.votes.get(asked.id)
    assert vote is not None
    assert (vote.status, vote.message_id) == ("open", None)


async def test_a_board_that_is_made_while_the_match_moves_is_taken_from_the_old_channel(room: Room) -> None:
    info = await room.match()
    (row,) = [row for row in await room.posts() if row.kind == "turn"]
    await room.service.channel_moves.move(info.id, ANNA, SERVER, NEW)
    await room.posts()
    async with room.store.write() as tx:
        await room.service.outbox.board_posted(info, row, 70)(tx)
        await room.service.outbox.lobby_posted(info, 71)(tx)
    assert [(row.kind, row.payload) for row in await room.posts()] == [
        ("removal", {"channel_id": OLD, "message_id": 70}),
        ("removal", {"channel_id": OLD, "message_id": 71}),
    ]
    assert (await room.service.matches.get(info.id)).board_message_id is None


async def test_a_thread_that_is_opened_again_lets_its_match_go_on(room: Room) -> None:
    info = await room.match()
    await room.service.unreachable_channels.suspend_channel(OLD)
    room.clock.time += 60
    await room.service.unreachable_channels.channel_back(SERVER, NEW)
    assert (await room.service.matches.get(info.id)).parked_at is not None
    await room.service.unreachable_channels.channel_back(SERVER, OLD)
    assert (await room.service.matches.get(info.id)).parked_at is None
