"""Moves after the last revealed secret can be undone freely; earlier moves need consent. The journal records undos."""

import asyncio

from bot.matches.service_results import MoveResult, Vote
from bot.notifications.match_posts import notice_text
from bot.notifications.turn_notification_decisions import CALL_VALID_SECONDS
from bot.store.statements import journal, votes
from rules.kernel.words.translation import Translator
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import DORA, Room, can_take_back
from tests.matches.tiny_game import Bid, Done, Roll, Take


async def test_own_moves_are_a_stack(room: Room):
    info = await room.match()
    user = info.seats[0].user_id
    start = (await room.service.matches.table(info.id)).match.dump()
    await room.by(info, 0, Take(1))
    one = (await room.service.matches.table(info.id)).match.dump()
    await room.by(info, 0, Take(2))
    back = await room.service.undo.take_back(info.id, user)
    assert (back.table.seq, back.table.position.waiting_seats) == (4, (0,))
    assert (await room.service.matches.table(info.id)).match.dump() == one
    # The second undo takes back the move made after the first undo, and the third takes back the first move.
    await room.by(info, 0, Take(2))
    await room.service.undo.take_back(info.id, user)
    await room.service.undo.take_back(info.id, user)
    table = await room.service.matches.table(info.id)
    assert (table.seq, table.match.dump()) == (7, start)
    assert not await can_take_back(room.service, info.id, user)
    async with refused("on your own"):
        await room.service.undo.take_back(info.id, user)
    log = await room.service.history.log(info)
    assert [(entry.kind, entry.restores) for entry in log] == [
        ("start", None),
        ("act", None),
        ("act", None),
        ("undo", 2),
        ("act", None),
        ("undo", 2),
        ("undo", 1),
    ]


async def test_ending_the_turn_can_be_taken_back_until_the_next_acts(room: Room):
    info = await room.match()
    first, second = (seat.user_id for seat in info.seats)
    await room.by(info, 0, Done())
    assert await can_take_back(room.service, info.id, first)
    assert not await can_take_back(room.service, info.id, second)
    await room.service.undo.take_back(info.id, first)
    await room.by(info, 0, Done())
    await room.by(info, 1, Take(1))
    assert not await can_take_back(room.service, info.id, first)
    assert await can_take_back(room.service, info.id, second)


async def test_a_turn_that_recurs_long_after_its_undo_is_called_again(room: Room):
    info = await room.match()
    first = info.seats[0].user_id
    await room.by(info, 0, Done())
    assert "turn" in [row.kind for row in await room.posts()]
    await room.service.undo.take_back(info.id, first)
    room.clock.time += CALL_VALID_SECONDS
    await room.by(info, 0, Done())
    assert "turn" not in [row.kind for row in await room.posts()], "the call of a quarter of an hour ago still counts"
    await room.service.undo.take_back(info.id, first)
    room.clock.time += CALL_VALID_SECONDS + 1
    await room.by(info, 0, Done())
    (call,) = [row for row in await room.posts() if row.kind == "turn"]
    assert call.payload["seats"] == [1]


async def test_no_taking_back_past_a_draw(room: Room):
    info = await room.match()
    user = info.seats[0].user_id
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Roll())
    assert not await can_take_back(room.service, info.id, user)
    await room.by(info, 0, Take(1))
    await room.service.undo.take_back(info.id, user)
    assert not await can_take_back(room.service, info.id, user)


async def test_not_another_players_and_not_a_spectators(room: Room):
    info = await room.match()
    await room.by(info, 0, Take(1))
    async with refused("on your own"):
        await room.service.undo.take_back(info.id, info.seats[1].user_id)
    async with refused("not playing"):
        await room.service.undo.take_back(info.id, DORA)
    assert not await can_take_back(room.service, info.id, DORA)


async def test_stale_take_back(room: Room):
    info = await room.match()
    user = info.seats[0].user_id
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Take(1))
    both = await asyncio.gather(
        room.service.undo.take_back(info.id, user, 3),
        room.service.undo.take_back(info.id, user, 3),
        return_exceptions=True,
    )
    assert [type(outcome).__name__ for outcome in both] == ["MoveResult", "Refusal"]
    assert await room.coins(info.id) == [1, 0]


async def ask_for_undo(room: Room, players: int = 3):
    """Start a match where the first player asks to undo their roll; return the match and the vote."""
    info = await room.match(players)
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    await room.by(info, 1, Take(2))
    return info, await room.service.votes.ask(info.id, info.seats[0].user_id, "undo")


async def test_everyone_agrees(room: Room):
    info, request = await ask_for_undo(room)
    assert (request.asker, request.data["restores"], request.missing, request.status) == (0, 3, (1, 2), "open")
    half = await room.service.votes.answer(info.id, info.seats[2].user_id, True, request.id)
    assert isinstance(half, Vote)
    assert half.missing == (1,)
    async with refused("already agreed"):
        await room.service.votes.answer(info.id, info.seats[2].user_id, True)
    done = await room.service.votes.answer(info.id, info.seats[1].user_id, True)
    assert isinstance(done, MoveResult)
    assert (done.table.seq, done.table.position.waiting_seats) == (6, (0,))
    table = await room.service.matches.table(info.id)
    assert table.match.dump() == await journal.snapshot(room.store.read, info.id, 3)
    assert table.match.state.coins == [1, 0, 0]
    row = await journal.entry(room.store.read, info.id, 6)
    assert row is not None
    assert (row.kind, row.seat, row.restores) == ("undo", 0, 3)
    async with refused("no longer open"):
        await room.service.votes.answer(info.id, info.seats[1].user_id, True, request.id)
    assert not await votes.still_open(room.store.read, info.id)


async def test_going_back_twice_goes_further(room: Room):
    info, _ = await ask_for_undo(room, 2)
    first, second = (seat.user_id for seat in info.seats)
    await room.service.votes.answer(info.id, second, True)
    # The roll is now the last move, so another vote is about the roll.
    request = await room.service.votes.ask(info.id, first, "undo")
    assert request.data["restores"] == 2
    assert request.data["round_named"] == "round {n}"
    await room.service.votes.answer(info.id, second, True)
    # The coin was taken before the roll. As the roll no longer counts, taking back the coin needs no vote.
    await room.service.undo.take_back(info.id, first)
    assert await room.coins(info.id) == [0, 0]


async def test_one_no_ends_it(room: Room):
    info, request = await ask_for_undo(room)
    await room.service.votes.answer(info.id, info.seats[1].user_id, True)
    refusal = await room.service.votes.answer(info.id, info.seats[2].user_id, False)
    assert isinstance(refusal, Vote)
    assert refusal.status == "refused"
    async with refused("no longer open"):
        await room.service.votes.answer(info.id, info.seats[1].user_id, True, request.id)
    assert (await room.service.matches.get(info.id)).seq == 5
    texts = [
        notice_text(Translator("en", info.names), row.payload) for row in await room.posts() if row.kind == "notice"
    ]
    assert texts == [f"{info.names[2]} doesn't agree, so nothing changes."]


async def test_asker_may_withdraw_but_not_answer(room: Room):
    info, _ = await ask_for_undo(room)
    async with refused("already agreed"):
        await room.service.votes.answer(info.id, info.seats[0].user_id, True)
    withdrawn = await room.service.votes.answer(info.id, info.seats[0].user_id, False)
    assert isinstance(withdrawn, Vote)
    assert withdrawn.status == "refused"


async def test_request_dies_when_someone_acts(room: Room):
    info, request = await ask_for_undo(room)
    await room.by(info, 1, Take(1))
    async with refused("no longer open"):
        await room.service.votes.answer(info.id, info.seats[1].user_id, True, request.id)
    row = await votes.one(room.store.read, request.id)
    assert row is not None
    assert row.status == "lapsed"


async def test_an_old_button_does_not_answer_a_new_request(room: Room):
    info, old = await ask_for_undo(room)
    await room.by(info, 1, Take(1))
    new = await room.service.votes.ask(info.id, info.seats[0].user_id, "undo")
    assert new.data["restores"] == 3
    async with refused("no longer open"):
        await room.service.votes.answer(info.id, info.seats[1].user_id, True, old.id)


async def test_one_request_at_a_time_and_not_without_need(room: Room):
    info, _ = await ask_for_undo(room)
    async with refused("already asking the table that"):
        await room.service.votes.ask(info.id, info.seats[0].user_id, "undo")
    async with refused("without asking"):
        await room.service.votes.ask(info.id, info.seats[1].user_id, "undo")
    await room.service.votes.answer(info.id, info.seats[0].user_id, False)
    async with refused("haven't made a move"):
        await room.service.votes.ask(info.id, info.seats[2].user_id, "undo")


async def test_acting_and_taking_back_without_end_makes_no_chain(room: Room):
    info = await room.match()
    user = info.seats[0].user_id
    for _ in range(20):
        await room.by(info, 0, Take(1))
        await room.service.undo.take_back(info.id, user)
    log = await room.service.history.log(info)
    assert {entry.restores for entry in log if entry.kind == "undo"} == {1}


async def test_who_asks_often_must_wait_and_is_told_how_long(room: Room):
    info, _ = await ask_for_undo(room, 2)
    first, second = (seat.user_id for seat in info.seats)
    await room.service.votes.answer(info.id, first, False)
    room.clock.time += 60
    await room.service.votes.ask(info.id, first, "undo")
    await room.service.votes.answer(info.id, second, False)
    async with refused("again in 9 min"):
        await room.service.votes.ask(info.id, first, "undo")
    room.clock.time -= 50_000  # after the clock is set back, votes in the future don't count
    for _ in range(2):
        await room.service.votes.ask(info.id, first, "undo")
        await room.service.votes.answer(info.id, second, False)
    async with refused("again in 10 min"):
        await room.service.votes.ask(info.id, first, "undo")
    room.clock.time += 50_000 + 540
    await room.service.votes.ask(info.id, first, "undo")
    await room.service.votes.answer(info.id, second, False)
    async with refused("again in 1 min"):
        await room.service.votes.ask(info.id, first, "undo")
    # Each player has their own waiting time after refused votes.
    await room.by(info, 1, Roll())
    request = await room.service.votes.ask(info.id, second, "undo")
    assert isinstance(request, Vote)


async def test_going_back_in_agreement_may_be_asked_for_as_often_as_the_table_agrees(room: Room):
    info = await room.match()
    first, second = (seat.user_id for seat in info.seats)
    for _ in range(5):
        await room.by(info, 0, Roll())
        await room.service.votes.ask(info.id, first, "undo")
        assert isinstance(await room.service.votes.answer(info.id, second, True), MoveResult)


async def test_sealed_choice_of_another_bars_the_way(room: Room):
    info = await room.match(turns=1)
    await room.by(info, 0, Done())
    await room.by(info, 1, Bid(1))
    assert await can_take_back(room.service, info.id, info.seats[1].user_id)
    assert not await can_take_back(room.service, info.id, info.seats[0].user_id)


async def test_nothing_to_go_back_to_after_the_end(room: Room):
    info = await room.match(turns=1)
    await room.by(info, 0, Done())
    await room.by(info, 1, Bid(1))
    await room.by(info, 0, Bid(1))
    async with refused("over"):
        await room.service.undo.take_back(info.id, info.seats[0].user_id)
    async with refused("over"):
        await room.service.votes.ask(info.id, info.seats[0].user_id, "undo")
