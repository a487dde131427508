"""If two processes change a match at the same time, the first wins, and nothing is lost or half done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import AsyncExitStack
from typing import Any

import pytest

from bot.features.decks import statements as decks
from bot.features.decks.service import MAX_DECKS, PersonalDecks
from bot.matches.ttl_cache import TTL_SECONDS, TTLCache
from bot.notifications.delivery import DeliveryWorker
from bot.store import outbox, work_queue
from bot.store.statements import journal, users_and_servers
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from rules.kernel.content.decks import Deck
from rules.kernel.errors import Refusal
from tests.matches.journal_replay import replay_journal
from tests.matches.room import ANNA, BELA, CILI, DORA, NAMES, Messenger, Room
from tests.matches.tiny_game import TINY, Roll, Take

#: Number of times each race is run. Without locks on the match's row, nearly every run would fail.
RACES = 20


@pytest.fixture
async def rooms(database: str) -> AsyncIterator[list[Room]]:
    """Yield the match services of two processes on one PostgreSQL database."""
    async with AsyncExitStack() as stack:
        yield [Room(await stack.enter_async_context(await Store.open(database))) for _ in range(2)]


async def at_once(*work: Awaitable[Any]) -> list[Any]:
    """Run these coroutines concurrently; return their results and refusals, and raise any other error."""
    done = await asyncio.gather(*work, return_exceptions=True)
    for one in done:
        if isinstance(one, BaseException) and not isinstance(one, Refusal):
            raise one
    return done


def refused(done: list[Any]) -> int:
    return sum(isinstance(one, Refusal) for one in done)


async def test_two_joins_at_once_are_two_seats(rooms: list[Room]) -> None:
    one, other = rooms
    for channel in range(RACES):
        info = await one.lobby(channel_id=channel)
        await at_once(
            one.service.lobby.join(info.id, BELA, NAMES[BELA]), other.service.lobby.join(info.id, CILI, NAMES[CILI])
        )
        info = await one.service.matches.get(info.id)
        assert {seat.user_id for seat in info.seats} == {ANNA, BELA, CILI}


async def test_the_last_seat_is_taken_once(rooms: list[Room]) -> None:
    one, other = rooms
    for channel in range(RACES):
        info = await one.lobby(BELA, channel_id=channel)
        done = await at_once(
            one.service.lobby.join(info.id, CILI, NAMES[CILI]), other.service.lobby.join(info.id, DORA, NAMES[DORA])
        )
        info = await one.service.matches.get(info.id)
        assert len(info.seats) == TINY.seats[-1]
        assert refused(done) == 1


async def test_joining_and_leaving_at_once_lose_no_one(rooms: list[Room]) -> None:
    one, other = rooms
    for channel in range(RACES):
        info = await one.lobby(BELA, channel_id=channel)
        await at_once(one.service.lobby.leave(info.id, ANNA), other.service.lobby.join(info.id, CILI, NAMES[CILI]))
        info = await one.service.matches.get(info.id)
        assert [seat.user_id for seat in info.seats] == [BELA, CILI]
        assert info.host_id == BELA


async def test_options_changed_at_once_keep_every_change(rooms: list[Room]) -> None:
    one, other = rooms
    info = await one.lobby()
    for turns in range(2, 2 + RACES):
        await at_once(
            one.service.lobby.set_options(info.id, ANNA, {"turns": turns}),
            other.service.lobby.set_options(info.id, ANNA, {}, "hu" if turns % 2 else "es"),
        )
        info = await one.service.matches.get(info.id)
        assert (info.options["turns"], info.locale) == (turns, "hu" if turns % 2 else "es")


async def test_a_match_begins_once(rooms: list[Room]) -> None:
    one, other = rooms
    for channel in range(RACES):
        info = await one.lobby(BELA, channel_id=channel)
        done = await at_once(*(room.service.lobby.start(info.id, ANNA) for room in rooms))
        assert refused(done) == 1
        assert (await other.service.matches.get(info.id)).seq == 1


async def test_a_press_that_reaches_two_processes_counts_once(rooms: list[Room]) -> None:
    one, other = rooms
    info = await one.match(turns=200)
    for seq in range(1, 1 + RACES):
        done = await at_once(*(room.by(info, 0, Take(1), seq) for room in rooms))
        assert refused(done) == 1
    assert await one.coins(info.id) == await other.coins(info.id) == [RACES, 0]
    assert await replay_journal(one.store, info.id, TINY) == 1 + RACES


async def test_an_end_and_a_move_at_once_are_one_after_the_other(rooms: list[Room]) -> None:
    one, other = rooms
    for channel in range(RACES):
        info = await one.match(channel_id=channel)
        await at_once(one.service.play.end(info.id, ANNA, is_admin=False), other.by(info, 0, Take(1)))
        info = await one.service.matches.get(info.id)
        kinds = [row.kind for row in await journal.since(one.store.read, info.id, 0)]
        assert info.status == "ended"
        assert kinds in (["start", "end"], ["start", "act", "end"])
        assert info.seq == len(kinds)


async def test_one_request_to_go_back_at_a_time(rooms: list[Room]) -> None:
    one, other = rooms
    for channel in range(5):
        info = await one.match(channel_id=channel, turns=50)
        await one.by(info, 0, Roll())
        done = await at_once(*(room.service.votes.ask(info.id, info.seats[0].user_id, "undo") for room in rooms))
        assert refused(done) == 1
        done = await at_once(
            one.service.votes.answer(info.id, info.seats[1].user_id, True),
            other.service.votes.answer(info.id, info.seats[1].user_id, False),
        )
        assert refused(done) == 1


async def test_two_who_agree_at_once_both_count(rooms: list[Room]) -> None:
    one, other = rooms
    for channel in range(RACES):
        info = await one.match(3, channel_id=channel)
        await one.by(info, 0, Roll())
        await one.service.votes.ask(info.id, info.seats[0].user_id, "undo")
        await at_once(
            one.service.votes.answer(info.id, info.seats[1].user_id, True),
            other.service.votes.answer(info.id, info.seats[2].user_id, True),
        )
        rows = await journal.since(one.store.read, info.id, 0)
        assert [row.kind for row in rows] == ["start", "act", "undo"]


async def test_a_seat_changes_hands_while_another_moves(rooms: list[Room]) -> None:
    one, other = rooms
    info = await one.match(turns=200)
    gone = info.seats[1].user_id
    for number in range(2):
        await at_once(
            one.service.computers.hand_over(info.id, gone, None, "easy", gone=False), other.by(info, 0, Take(1))
        )
        await at_once(other.service.computers.give_back(info.id, gone, None), one.by(info, 0, Take(1)))
        assert (await other.coins(info.id))[0] == 2 * number + 2
    kinds = [row.kind for row in await journal.since(one.store.read, info.id, 1)]
    assert sorted(kinds) == ["act"] * 4 + ["back"] * 2 + ["hand"] * 2
    assert (await one.service.matches.table(info.id)).seq == 9


async def test_no_one_keeps_more_decks_than_allowed(rooms: list[Room]) -> None:
    one, _ = rooms
    for number in range(MAX_DECKS - 1):
        await one.service.part(PersonalDecks).create(ANNA, "hunt", Deck({}, f"deck {number}"))
    done = await at_once(
        *(
            room.service.part(PersonalDecks).create(ANNA, "hunt", Deck({}, f"last {number}"))
            for number, room in enumerate(rooms)
        )
    )
    assert refused(done) == 1
    assert await decks.count(one.store.read, ANNA) == MAX_DECKS


async def test_no_one_opens_more_matches_than_allowed(database: str) -> None:
    async with await Store.open(database) as first, await Store.open(database) as second:
        rooms = [Room(store, caps={"matches_per_person": 3}) for store in (first, second)]
        done = await at_once(*(room.lobby(channel_id=number) for number, room in enumerate(5 * rooms)))
        assert refused(done) == 7


async def test_settings_of_a_person_made_at_once_are_all_kept(rooms: list[Room]) -> None:
    one, other = rooms
    for user in range(RACES):
        await at_once(one.service.people.set_language(user, "hu"), other.service.people.is_first_panel(user))
        assert set((await users_and_servers.user(one.store.read, user)).prefs or {}) == {"language", "panel"}


async def test_a_language_chosen_at_another_process_is_known_within_a_minute(rooms: list[Room]) -> None:
    one, other = rooms
    now = 0.0
    other.service.people._chosen = TTLCache(lambda: now)
    assert await other.service.people.locale(ANNA, "en") == "en"
    await one.service.people.set_language(ANNA, "hu")
    assert await one.service.people.locale(ANNA, "en") == "hu"
    now = TTL_SECONDS
    assert await other.service.people.locale(ANNA, "en") == "hu"


class YieldingMessenger(Messenger):
    """A messenger that lets other tasks run during each post, and checks that no match has two posts at once."""

    def __init__(self, posted: list[OutboxRow], under_way: set[int]) -> None:
        super().__init__()
        self.posted = posted
        self.under_way = under_way

    async def deliver(self, row: OutboxRow) -> None:
        assert row.match_id not in self.under_way, "two posts of one match at once"
        self.under_way.add(row.match_id)
        for _ in range(20):
            await asyncio.sleep(0)
        self.under_way.discard(row.match_id)
        self.posted.append(row)


async def test_two_that_deliver_post_everything_once_and_in_order(rooms: list[Room]) -> None:
    one, _ = rooms
    posted: list[OutboxRow] = []
    under_way: set[int] = set()
    workers = [DeliveryWorker(room.store, YieldingMessenger(posted, under_way), room.clock) for room in rooms]
    for channel in range(4):
        info = await one.match(channel_id=channel, turns=100)
        for _ in range(5):
            await asyncio.gather(
                *(worker.drain() for worker in workers), *(room.by(info, 0, Take(1)) for room in rooms)
            )
    await asyncio.gather(*(worker.drain() for worker in workers))
    assert (await outbox.counts(one.store.read))["due"] == 0
    assert len({row.nonce for row in posted}) == len(posted)
    for match in range(1, 5):
        for kind in ("board", "turn"):
            seqs = [row.payload["seq"] for row in posted if (row.match_id, row.kind) == (match, kind)]
            assert seqs == sorted(seqs)
    assert await one.coins(1) == [10, 0]


async def test_a_row_of_a_process_that_died_is_tried_again_under_its_nonce_and_never_replaced(
    rooms: list[Room],
) -> None:
    one, other = rooms
    info = await one.lobby()
    async with one.store.write() as tx:
        hand = (await outbox.claim(tx, 1, one.clock.now()))[info.id]
    # The process dies here. Until its lease expires, no other process posts, and no newer row replaces its post's row.
    await other.service.lobby.join(info.id, BELA, NAMES[BELA])
    other.clock.time += work_queue.LEASE_SECONDS - 1
    assert await other.posts() == []
    other.clock.time += 1
    rows = await other.posts()
    assert hand is not None
    assert rows[0].nonce == hand.row.nonce
    assert rows[0].uncertain
    assert [row.kind for row in rows] == ["lobby", "lobby"]
