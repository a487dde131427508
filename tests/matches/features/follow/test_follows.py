"""Followers of a match receive its public events once each, and not during their quiet hours."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.app.clock import DAY, HOUR
from bot.features.follow import statements as follow_statements
from bot.features.follow.service import follows
from bot.features.follow.service.follows import Follows
from bot.matches.history.score_timeline import has_lead_changed
from bot.notifications.preferences import PingMode
from bot.store import outbox
from bot.store.engine_interface import Address
from bot.store.statements import users_and_servers
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from rules.kernel.errors import Refusal
from tests import database_access
from tests.game_helpers import each
from tests.matches.room import ANNA, CILI, DORA, Room
from tests.matches.tiny_game import TINY, Bid, Done, Roll, Take

#: A variant of the tiny game where a round ends each time four more coins have been taken.
ROUNDS = replace(TINY, round=lambda view: 1 + sum(view.coins) // 4)


class Follower:
    """A match with helpers that deliver the posts for its followers."""

    def __init__(self, room: Room, info: Any) -> None:
        self.room, self.info = room, info

    async def lines(self, user_id: int = DORA) -> list[dict[str, Any]]:
        """Deliver the followers' due posts as the bot does; return the payloads of the posts that this user got."""
        delivered = [row for row in await self.room.posts() if row.kind == "follow"]
        payloads = [row.payload for row in delivered if row.payload["user_id"] == user_id]
        for row in delivered:
            await self.heard(row)
        return payloads

    async def heard(self, row: OutboxRow) -> None:
        service = self.room.service
        follow = await service.part(Follows).get(self.info.id, row.payload["user_id"])
        if follow is not None:
            async with self.room.store.write() as tx:
                await service.part(Follows).mark_delivered(follow, row)(tx)

    async def by(self, seat: int, *actions: Any) -> None:
        for action in actions:
            await self.room.by(self.info, seat, action)


@pytest.fixture
async def at(path: Any) -> Any:
    async with await Store.open(path) as store:
        yield await start_followed_match(Room(store, ROUNDS))


async def start_followed_match(room: Room, what: Any = "rounds", **options: Any) -> Follower:
    info = await room.match(**options)
    await room.posts()
    await room.service.part(Follows).follow(info.id, DORA, what)
    return Follower(room, info)


async def test_the_end_of_each_round_and_of_the_match_is_told_on_both_engines(address: Address) -> None:
    async with await Store.open(address) as store:
        at = await start_followed_match(Room(store, ROUNDS), turns=2)
        await at.by(0, Take(2))
        assert await at.lines() == []
        await at.by(0, Take(2))
        (line,) = await at.lines()
        assert (line["round"], line["points"]) == (1, [4.0, 0.0])
        assert await at.lines() == []
        await at.by(0, Done())
        await at.by(1, Take(2), Take(2), Done())
        assert [one["round"] for one in await at.lines()] == [2]
        await at.by(0, Bid(1))
        assert await at.lines() == [], "what one has chosen in secret is nobody's news"
        await at.by(1, Bid(2))
        (last,) = await at.lines()
        assert last["over"]
        assert await at.room.service.part(Follows).get(at.info.id, DORA) is None, "with the match the following is over"


async def test_a_turn_that_changes_the_lead_is_told_when_it_is_over(at: Follower) -> None:
    await at.room.service.part(Follows).follow(at.info.id, DORA, "turns")
    await at.by(0, Take(1))
    assert await at.lines() == [], "in the midst of a turn the points go up and down"
    await at.by(0, Done())
    assert [one["points"] for one in await at.lines()] == [[1.0, 0.0]]
    await at.by(1, Take(1), Take(1), Done())
    assert [one["points"] for one in await at.lines()] == [[1.0, 2.0]]
    await at.by(0, Done())
    assert await at.lines() == [], "nobody else leads, and by no more"
    assert (await at.room.service.part(Follows).get(at.info.id, DORA)).round == 0


LEADS = [
    ([1, 0], [2, 0], False), ([1, 0], [1, 2], True), ([2, 1], [2, 2], True), ([20, 10], [20, 13], False),
    ([20, 10], [25, 10], False), ([20, 10], [27, 10], True), ([20, 10], [20, 15], True), ([], [], False),
]  # fmt: skip


@each("case", LEADS)
def test_a_lead_turns_when_it_changes_hands_or_jumps(case: tuple[list[float], list[float], bool]) -> None:
    before, after, turned = case
    assert has_lead_changed(before, after) is turned


async def test_what_is_private_to_a_seat_writes_no_line_and_delays_none(at: Follower) -> None:
    await at.by(0, Take(2), Roll())
    assert await at.lines() == []
    with database_access.recorded_statements() as statements:
        await at.by(0, Roll())
    assert not [one for one in statements if "FROM follows" in one and "EXISTS" not in one]


async def test_a_line_stays_when_the_table_goes_back_and_the_next_is_right_and_not_told_twice(at: Follower) -> None:
    await at.by(0, Take(2), Take(2))
    assert [one["round"] for one in await at.lines()] == [1]
    await at.room.service.undo.take_back(at.info.id, at.info.seats[0].user_id)
    assert await at.lines() == []
    await at.by(0, Take(1))
    await at.by(0, Take(1))
    assert await at.lines() == [], "that this round is over has been told"
    await at.by(0, Take(2), Take(2))
    assert [(one["round"], one["points"]) for one in await at.lines()] == [(2, [8.0, 0.0])]


async def test_what_was_taken_back_before_it_was_told_is_not_told(at: Follower) -> None:
    await at.by(0, Take(2), Take(2))
    await at.room.service.undo.take_back(at.info.id, at.info.seats[0].user_id)
    assert await at.lines() == []
    await at.by(0, Take(2))
    assert [one["round"] for one in await at.lines()] == [1]


async def test_quiet_hours_hold_the_lines_and_the_newest_tells_all(at: Follower) -> None:
    room = at.room
    await room.service.people.choose_zone(DORA, "Etc/UTC")
    room.clock.time = 20_000 * DAY + 23 * HOUR
    await at.by(0, Take(2), Take(2))
    await at.by(0, Take(1))
    assert await at.lines() == []
    await at.by(0, Take(2), Take(1))
    room.clock.time += 8 * HOUR
    assert await at.lines() == []
    room.clock.time += HOUR
    assert [(one["round"], one["points"]) for one in await at.lines()] == [(2, [8.0, 0.0])]


async def test_once_a_day_lines_come_at_the_hour_of_the_digest(at: Follower) -> None:
    room = at.room
    await room.service.people.set_ping_mode(DORA, PingMode.DAILY, 18)
    room.clock.time = 20_000 * DAY + 12 * HOUR
    await at.by(0, Take(2), Take(2), Take(2), Take(2))
    assert await at.lines() == []
    room.clock.time += 6 * HOUR
    assert [one["round"] for one in await at.lines()] == [2]


async def test_a_round_that_waits_to_be_told_keeps_the_points_it_ended_with(at: Follower) -> None:
    await at.by(0, Take(2), Take(2), Take(1))
    assert [one["points"] for one in await at.lines()] == [[4.0, 0.0]]


async def test_a_match_that_is_ended_before_is_told_and_one_that_is_frozen_is_forgotten(path: Any) -> None:
    async with await Store.open(path) as store:
        at = await start_followed_match(Room(store, ROUNDS))
        await at.room.service.play.end(at.info.id, ANNA, is_admin=False)
        assert [one["over"] for one in await at.lines()] == [True]
        frozen = await at.room.match(channel_id=8, wild=True)
        await at.room.service.part(Follows).follow(frozen.id, DORA, "rounds")
        async with store.write() as tx:
            await database_access.run(
                tx, "UPDATE matches SET status = 'frozen', error_id = 'x' WHERE id = :id", id=frozen.id
            )
        await at.room.service.play.end(frozen.id, ANNA, is_admin=True)
        assert await at.room.service.part(Follows).get(frozen.id, DORA) is None


async def test_players_can_not_follow_their_match_and_followers_have_a_limit(at: Follower, monkeypatch: Any) -> None:
    service = at.room.service
    with pytest.raises(Refusal, match="You're playing in this match"):
        await service.part(Follows).follow(at.info.id, ANNA, "rounds")
    monkeypatch.setattr(follows, "MAX_FOLLOWED", 1)
    other = await at.room.match(channel_id=8)
    with pytest.raises(Refusal, match="You already follow 1 matches"):
        await service.part(Follows).follow(other.id, DORA, "rounds")
    await service.part(Follows).follow(at.info.id, DORA, "turns")
    assert await service.part(Follows).stop(at.info.id, DORA)
    assert not await service.part(Follows).stop(at.info.id, DORA)
    await service.part(Follows).follow(other.id, DORA, "rounds")
    with pytest.raises(Refusal):
        await service.part(Follows).follow((await at.room.lobby(channel_id=9)).id, CILI, "rounds")


async def test_stopping_or_changing_discards_queued_lines(at: Follower) -> None:
    await at.by(0, Take(2), Take(2))
    await at.room.service.part(Follows).follow(at.info.id, DORA, "turns")
    assert await at.lines() == []
    await at.by(0, Done())
    await at.room.service.part(Follows).stop(at.info.id, DORA)
    assert await at.lines() == []
    await at.by(1, Take(2), Take(2))
    assert await at.lines() == []


async def test_who_can_not_be_written_to_hears_nothing_more_and_is_told_so_once(address: Address) -> None:
    async with await Store.open(address) as store:
        at = await start_followed_match(Room(store, ROUNDS))
        service = at.room.service.part(Follows)
        await service.follow(at.info.id, CILI, "rounds")
        known = await service.get(at.info.id, DORA)
        assert known is not None
        assert await service.lost_matches(DORA) == []
        async with store.write() as tx:
            await service.mark_lost(known)(tx)
        assert [(await users_and_servers.user(store.read, one)).dm_closed for one in (DORA, CILI)] == [True, False]
        await at.by(0, Take(2), Take(2))
        assert await at.lines() == []
        assert [one.match_id for one in await service.lost_matches(DORA)] == [at.info.id]
        assert await service.lost_matches(CILI) == []
        await service.mark_lost_told(DORA)
        assert await service.lost_matches(DORA) == []
        again = await service.follow(at.info.id, DORA, "rounds")
        assert (again.lost_at, again.round) == (None, 1), "it begins anew"


async def test_work_grows_with_what_is_due(at: Follower) -> None:
    """Followers are loaded only after a move that changed something public, and only the followers of that match."""
    other = await at.room.match(channel_id=8)
    with database_access.recorded_statements() as statements:
        await at.room.by(other, 0, Take(1))
    assert not [one for one in statements if "FROM follows" in one and "EXISTS" not in one]
    async with at.room.store.write() as tx:
        for user in range(1000, 1020):
            await follow_statements.save(tx, replace(await follow_statements.get(tx, at.info.id, DORA), user_id=user))  # type: ignore[type-var]
    with database_access.recorded_statements() as statements:
        await at.by(0, Take(2), Take(2))
    assert len([one for one in statements if one.startswith("INSERT INTO outbox")]) <= 4, "one for all of them"
    assert len(await outbox.undelivered(at.room.store.read, at.info.id, ["follow"])) == 21


async def test_what_comes_before_the_first_round_is_no_round(path: Any) -> None:
    async with await Store.open(path) as store:
        at = await start_followed_match(Room(store, replace(TINY, round=lambda view: sum(view.coins) // 4)))
        await at.by(0, Take(2), Take(2))
        assert await at.lines() == []
        await at.by(0, Take(2), Take(2))
        assert [one["round"] for one in await at.lines()] == [1]
