"""A player can undo a secret choice, without consent or a notice to others, until the last player has chosen."""

from __future__ import annotations

from bot.matches.service_results import MatchInfo
from bot.store.statements import journal
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import Room, can_take_back
from tests.matches.tiny_game import Bid, Done


async def bidding(room: Room) -> MatchInfo:
    info = await room.match(3, turns=1)
    await room.by(info, 0, Done())
    await room.posts()
    return info


async def test_withdrawn_after_someone_else_has_sealed(room: Room) -> None:
    info = await bidding(room)
    users = [seat.user_id for seat in info.seats]
    await room.by(info, 0, Bid(3))
    await room.by(info, 1, Bid(1))
    assert await can_take_back(room.service, info.id, users[0])
    async with refused("without asking"):
        await room.service.votes.ask(info.id, users[0], "undo")
    back = await room.service.undo.take_back(info.id, users[0])
    assert (back.table.position.waiting_seats, back.events) == ((0, 2), [])
    assert not await can_take_back(room.service, info.id, users[0])
    # The second player can also still take back their choice.
    assert await can_take_back(room.service, info.id, users[1])
    await room.by(info, 0, Bid(2))
    done = await room.by(info, 2, Bid(1))
    assert done.table.match.over
    assert await room.coins(info.id) == [-2, -1, -1]


async def test_no_one_is_told_or_called(room: Room) -> None:
    info = await bidding(room)
    await room.by(info, 0, Bid(3))
    await room.by(info, 1, Bid(1))
    moves = await room.service.history.public_moves(info.id)
    logs = [await room.service.history.page(info, None, 50, viewer=viewer) for viewer in (None, 1, 2)]
    await room.posts()
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    rows = await room.posts()
    assert {row.kind for row in rows} <= {"board", "hand"}
    assert not any(row.payload["turn"] for row in rows if row.kind == "hand")
    assert await room.service.history.public_moves(info.id) == moves
    assert [await room.service.history.page(info, None, 50, viewer=viewer) for viewer in (None, 1, 2)] == logs


async def test_a_withdrawal_is_kept_through_a_restart(room: Room) -> None:
    info = await bidding(room)
    await room.by(info, 0, Bid(3))
    await room.by(info, 1, Bid(1))
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    room.service.matches.forget(info.id)
    table = await room.service.matches.table(info.id)
    assert sorted(table.match.decisions()) == [0, 2]
    row = await journal.entry(room.store.read, info.id, table.seq)
    assert row is not None
    assert (row.kind, row.seat, row.events, row.restores) == ("withdraw", 0, (), None)


async def test_an_open_panel_of_another_seat_stays_good(room: Room) -> None:
    info = await bidding(room)
    await room.by(info, 0, Bid(3))
    shown = (await room.by(info, 1, Bid(1))).table.seq
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    await room.by(info, 2, Bid(2), seq=shown)
    async with refused("moved on"):
        await room.by(info, 0, Bid(2), seq=2)


async def test_asking_to_go_back_passes_over_what_was_withdrawn(room: Room) -> None:
    info = await bidding(room)
    await room.by(info, 0, Bid(3))
    await room.by(info, 1, Bid(1))
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    request = await room.service.votes.ask(info.id, info.seats[0].user_id, "undo")
    # The vote is about undoing the turn before the bid, because undoing the bid itself needed no vote.
    assert request.data["restores"] == 1


async def test_after_the_last_one_it_takes_everyone(room: Room) -> None:
    info = await room.match(3, turns=2)
    for seat in (0, 1):
        await room.by(info, seat, Done())
    for seat in (0, 1, 2):
        await room.by(info, seat, Bid(1))
    async with refused("over"):
        await room.service.undo.take_back(info.id, info.seats[0].user_id)
