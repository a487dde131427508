"""Posts after a move: one board, notifications for players whose turn it is, private messages for affected players."""

from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

from bot.matches.service_results import MatchInfo
from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.notifications.turn_notification_decisions import COMPUTER_MOVES_PER_POST
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from tests.matches.room import Room
from tests.matches.tiny_game import ORDER, TINY, Bid, Done, Roll, Saw, Take, TinyView, Turn, TurnRules


def calls(rows: list[OutboxRow]) -> list[list[int]]:
    return [row.payload["seats"] for row in rows if row.kind == "turn"]


def private_messages(rows: list[OutboxRow]) -> dict[int | None, str]:
    """Return what is due for each seat with a private message: an "edit", or a new "silent" or "loud" message."""
    told = {"hand": "edit"}
    return {
        row.seat: told.get(row.kind) or ("loud" if row.payload["loud"] else "silent")
        for row in rows
        if row.kind in ("hand", "ring")
    }


async def set_ping_mode(room: Room, info: MatchInfo, seat: int, ring: PingMode) -> None:
    await room.service.people.set_ping_mode(info.seats[seat].user_id, ring, None)


async def test_start_calls_who_begins(room: Room):
    info = await room.match(3)
    rows = await room.posts()
    # The game hides nothing, so a private message would be empty.
    assert [row.kind for row in rows] == ["lobby", "board", "turn"]
    assert rows[2].payload == {"seq": 1, "seats": [0], "users": [info.seats[0].user_id], "after": 0}


async def test_move_within_a_turn_calls_no_one(room: Room):
    info = await room.match(3)
    await room.mailed(info)
    await room.posts()
    await room.by(info, 0, Take(1))
    rows = await room.posts()
    assert [row.kind for row in rows] == ["board", "hand"]
    assert private_messages(rows) == {0: "edit"}


async def test_passing_the_turn_calls_the_next_and_says_what_is_new(room: Room):
    info = await room.match(3)
    await room.mailed(info)
    await room.posts()
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Done())
    rows = await room.posts()
    assert [row.payload for row in rows if row.kind == "turn"] == [
        {"seq": 3, "seats": [1], "users": [info.seats[1].user_id], "after": 1}
    ]
    # Players unaffected by the move get no message.
    assert private_messages(rows) == {0: "edit", 1: "silent"}


async def test_only_the_newest_board_waits(room: Room):
    info = await room.match()
    for _ in range(5):
        await room.by(info, 0, Take(1))
    rows = await room.posts()
    assert [row.payload["seq"] for row in rows if row.kind == "board"] == [6]
    # The queued notification is delivered once, for the newest position, and recaps all moves since entry 0.
    assert [row.payload for row in rows if row.kind == "turn"] == [
        {"seq": 6, "seats": [0], "users": [info.seats[0].user_id], "after": 0}
    ]
    assert len({row.coalesce_key for row in rows}) == len(rows)


async def test_no_one_is_called_after_the_turn(room: Room):
    info = await room.match()
    await room.by(info, 0, Done())
    rows = await room.posts()
    assert calls(rows) == [[1]]
    assert [row.payload["after"] for row in rows if row.kind == "turn"] == [0]


async def test_choosing_together_calls_each_once(room: Room):
    info = await room.match(3, turns=1)
    await room.posts()
    await room.by(info, 0, Done())
    # All three must bid. Seat 0 has just moved, so it is active, and only the other seats are notified.
    assert calls(await room.posts()) == [[1, 2]]
    await room.by(info, 2, Bid(1))
    rows = await room.posts()
    assert calls(rows) == []
    await room.by(info, 0, Bid(1))
    assert calls(await room.posts()) == []


async def test_end_brings_the_score_sheet(room: Room):
    info = await room.match(turns=1)
    await room.by(info, 0, Done())
    await room.by(info, 1, Bid(1))
    await room.by(info, 0, Bid(1))
    rows = await room.posts()
    assert calls(rows) == []
    assert [row.kind for row in rows][-1] == "score"


async def test_private_news_updates_the_private_message(room: Room):
    info = await room.match()
    await room.mailed(info)
    await room.posts()
    await room.by(info, 0, Roll())
    assert private_messages(await room.posts()) == {0: "edit"}


async def test_to_and_fro_calls_no_one_twice(room: Room):
    info = await room.match()
    await room.posts()
    for times in range(3):
        await room.by(info, 0, Done())
        assert calls(await room.posts()) == ([[1]] if times == 0 else [])
        await room.service.undo.take_back(info.id, info.seats[0].user_id)
        assert calls(await room.posts()) == []
    waits = await room.service.matches.waiting_for(info.seats[0].user_id)
    assert len(waits) == 1


async def test_call_that_was_withdrawn_is_made_later(room: Room):
    info = await room.match()
    await room.mailed(info)
    await room.posts()
    await room.by(info, 0, Done())
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    rows = await room.posts()
    assert calls(rows) == []
    assert private_messages(rows) == {0: "edit", 1: "edit"}
    await room.by(info, 0, Done())
    assert calls(await room.posts()) == [[1]]


class Quietly(TurnRules):
    def take(self, match: Any, step: Any, seat: int, action: Any) -> None:
        if isinstance(action, Take):
            match.emit((seat,), Saw(action.count))
        else:
            super().take(match, step, seat, action)


quiet = deepcopy(ORDER)
quiet.steps[Turn] = Quietly()
#: A game where taking coins is a secret action that changes nothing.
PRIVATE = replace(TINY, order_of_play=quiet)


async def test_taking_back_what_no_one_heard_of_tells_no_one_else(room: Room):
    room.service.matches.games = {"tiny": PRIVATE}
    info = await room.match(3)
    await room.mailed(info)
    await room.posts()
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Take(1))
    assert [(row.kind, row.seat) for row in await room.posts()] == [("hand", 0)]
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    assert [(row.kind, row.seat) for row in await room.posts()] == [("hand", 0)]
    room.service.matches.forget(info.id)
    await room.service.undo.take_back(info.id, info.seats[0].user_id)
    assert [(row.kind, row.seat) for row in await room.posts()] == [("hand", 0)]


async def test_going_back_together_calls_afresh(room: Room):
    info = await room.match()
    first, second = (seat.user_id for seat in info.seats)
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    await room.by(info, 1, Take(1))
    await room.posts()
    await room.service.votes.ask(info.id, first, "undo")
    asked = await room.posts()
    assert [row.kind for row in asked] == ["vote"]
    await room.service.votes.answer(info.id, second, True)
    assert calls(await room.posts()) == [[0]]
    await room.by(info, 0, Done())
    assert calls(await room.posts()) == [[1]]


async def test_payloads_name_no_game_and_hold_no_secret(room: Room):
    info = await room.match(turns=1)
    await room.by(info, 0, Roll())
    await room.by(info, 0, Done())
    rows = await room.posts()
    allowed = {"seq", "seats", "users", "after", "user_id", "loud", "daily", "shown"}
    payloads: list[dict[str, Any]] = [row.payload for row in rows]
    assert all(set(payload) <= allowed for payload in payloads)


#: A game where a round ends whenever the leading player has taken ten more coins.
ROUNDS = replace(TINY, round=lambda view: 1 + max(view.coins) // 10)


async def computers_take(room: Room, info: MatchInfo, times: int) -> list[OutboxRow]:
    """Let the computer on seat 0 take one coin `times` times; return the posts."""
    posts: list[OutboxRow] = []
    for _ in range(times):
        table = await room.service.matches.table(info.id)
        await room.service.computers.act(info.id, 0, Take(1), table.seq)
        posts += await room.posts()
    return posts


async def among_computers(room: Room, game: Any) -> MatchInfo:
    """Start a match, and then let computers take over all seats."""
    room.service.matches.games = {"tiny": game}
    info = await room.match()
    await room.posts()
    for seat in info.seats:
        await room.service.computers.hand_over(info.id, seat.user_id, None, "easy", gone=False)
    await room.posts()
    return info


async def test_a_round_among_computers_is_told_once_it_is_over(room: Room):
    info = await among_computers(room, ROUNDS)
    start = (await room.service.matches.get(info.id)).seq
    told = [row.payload for row in await computers_take(room, info, 25) if row.kind == "story"]
    assert [(payload["after"], payload["seq"]) for payload in told] == [(1, start + 10), (start + 10, start + 20)]


async def test_without_rounds_a_fixed_number_of_computer_moves_share_a_post(room: Room):
    info = await among_computers(room, TINY)
    posts = await computers_take(room, info, 2 * COMPUTER_MOVES_PER_POST)
    told = [row.payload for row in posts if row.kind == "story"]
    assert len(told) in (1, 2)
    assert told[0]["after"] == 1
    assert all(later["after"] == earlier["seq"] for earlier, later in pairwise(told))


async def test_a_person_is_told_by_the_call_and_not_round_by_round(room: Room):
    room.service.matches.games = {"tiny": ROUNDS}
    info = await room.match()
    await room.service.computers.hand_over(info.id, info.seats[0].user_id, None, "easy", gone=False)
    await room.posts()
    assert not [row for row in await computers_take(room, info, 25) if row.kind == "story"]


async def test_the_score_tells_what_happened_since_the_last_call(room: Room):
    info = await room.match(turns=1)
    await room.by(info, 0, Done())
    await room.by(info, 1, Bid(1))
    await room.posts()
    await room.by(info, 0, Bid(1))
    (score,) = [row.payload for row in await room.posts() if row.kind == "score"]
    assert score["after"] < score["seq"]


# -- ping preferences -----------------------------------------------------------------------------------------


def _hand(match: Any, seat: int | None) -> Any:
    seen = TINY.view(match, seat)
    return HandView(**seen.model_dump(), hand=[] if seat is None or not match.state.coins[seat] else [seat])


class HandView(TinyView):
    hand: list[int]


#: A game where each player who has a coin also has a card that only they see.
HANDS = replace(TINY, view=_hand)


async def test_a_hand_comes_silently_and_only_once_there_is_one(room: Room):
    room.service.matches.games = {"tiny": HANDS}
    info = await room.match()
    assert private_messages(await room.posts()) == {}
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Done())
    # Seat 1, whose turn it is, holds no card yet, and no other seat has a private message that could be edited.
    assert private_messages(await room.posts()) == {}
    await room.by(info, 1, Done())
    assert private_messages(await room.posts()) == {0: "silent"}


async def test_a_call_rings_where_its_person_wants_to_be_rung(room: Room):
    info = await room.match(3, turns=99)
    await room.posts()
    expected = {
        PingMode.CHANNEL: {},
        PingMode.PRIVATE: {1: "loud"},
        PingMode.BOTH: {1: "loud"},
        PingMode.NEVER: {},
    }
    for ring, told in expected.items():
        await set_ping_mode(room, info, 1, ring)
        await room.by(info, 0, Done())
        rows = await room.posts()
        # The turn notification in the channel names every player. Its delivery decides which of them are pinged.
        assert (calls(rows), private_messages(rows)) == ([[1]], told)
        for seat in (1, 2):
            await room.by(info, seat, Done())
        await room.posts()


async def test_a_private_call_waits_for_who_is_about_and_is_withdrawn_when_they_come(path: Path):
    async with await Store.open(path) as store:
        room = Room(store, grace=60)
        info = await room.match(turns=9)
        await set_ping_mode(room, info, 0, PingMode.PRIVATE)
        await room.by(info, 0, Done())
        await room.by(info, 1, Done())
        assert private_messages(await room.posts()) == {}
        await room.by(info, 0, Take(1))
        room.clock.time += 600
        assert private_messages(await room.posts()) == {}
        for seat in (0, 1):
            await room.by(info, seat, Done())
        room.clock.time += 60
        assert private_messages(await room.posts()) == {0: "loud"}


async def test_a_digest_waits_for_its_hour_and_the_person(room: Room):
    info = await room.match(3, turns=99)
    await room.posts()
    await room.service.people.set_ping_mode(info.seats[1].user_id, PingMode.DAILY, 6)
    await room.by(info, 0, Done())
    assert private_messages(await room.posts()) == {}
    now = room.clock.time
    at = NotificationPrefs(PingMode.DAILY, 6).next_digest(now)
    assert 0 < at - now <= 86400
    assert datetime.fromtimestamp(at, UTC).hour == 6
    # A move that doesn't end the turn neither postpones nor repeats the digest.
    await room.by(info, 1, Take(1))
    room.clock.time = at - 1
    assert private_messages(await room.posts()) == {}
    room.clock.time = at
    (row,) = [row for row in await room.posts() if row.kind == "ring"]
    assert row.payload["daily"] == at
    # A player who has already moved gets no digest.
    await room.by(info, 1, Done())
    for seat in (2, 0, 1):
        await room.by(info, seat, Done())
    room.clock.time += 2 * 86400
    assert private_messages(await room.posts()) == {}


async def test_computers_are_rung_nowhere(room: Room):
    info = await room.match()
    await set_ping_mode(room, info, 1, PingMode.BOTH)
    await room.service.computers.hand_over(info.id, info.seats[1].user_id, None, "easy", gone=False)
    await room.posts()
    await room.by(info, 0, Done())
    rows = await room.posts()
    assert (calls(rows), private_messages(rows)) == ([], {})
