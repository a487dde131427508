"""Guarantees of the SQL statements for matches: one live match per channel, numbered positions, a branching journal."""

import pytest

from bot.store import work_queue
from bot.store.statements import journal, matches, users_and_servers
from bot.store.statements.matches import ChannelTaken, NewPosition, SeatTaken
from bot.store.statements.rows import JournalRow, SeatRow
from bot.store.store import Store
from tests import database_access
from tests.store.conftest import new_match

#: The game versions that this process supports.
KNOWN = {"tiny": 1}


async def test_one_live_match_a_channel(store: Store):
    async with store.write() as tx:
        first = await new_match(tx)
    with pytest.raises(ChannelTaken):
        async with store.write() as tx:
            await new_match(tx)
    async with store.write() as tx:
        await matches.close(tx, first, 0, "ended", 200)
        second = await new_match(tx)
    row = await matches.in_channel(store.read, 7)
    assert row is not None
    assert row.id == second


async def test_newest_match_of_a_channel_when_none_is_live(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)
        await matches.close(tx, match_id, 0, "ended", 200)
    assert await matches.in_channel(store.read, 7) is None
    row = await matches.in_channel(store.read, 7, live=False)
    assert row is not None
    assert (row.id, row.status, row.ended_at) == (match_id, "ended", 200)


async def test_a_servers_live_matches_come_with_their_seats(store: Store):
    async with store.write() as tx:
        first, second, ended = [await new_match(tx, channel_id=channel) for channel in (7, 8, 9)]
        await new_match(tx, channel_id=10, guild_id=99)
        await matches.set_seats(tx, second, [SeatRow(0, 3, "a"), SeatRow(1, 4, "b")])
        await matches.close(tx, ended, 0, "ended", 200)
    found = await matches.of_guild(store.read, 1)
    assert [(row.id, row.names) for row in found] == [(first, ()), (second, ("a", "b"))]
    assert found[1] == await matches.get(store.read, second)


async def test_no_one_sits_twice(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)
    with pytest.raises(SeatTaken):
        async with store.write() as tx:
            await matches.set_seats(tx, match_id, [SeatRow(0, 3, "a"), SeatRow(1, 3, "b")])


async def test_positions_are_numbered_without_gap_or_repeat(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)
        assert await matches.advance(tx, match_id, NewPosition(1, b"one", "playing", 110, version=1))
        assert not await matches.advance(tx, match_id, NewPosition(1, b"again", "playing", 120, version=1))
        assert not await matches.advance(tx, match_id, NewPosition(3, b"three", "playing", 120, version=1))
        assert await matches.advance(tx, match_id, NewPosition(2, b"two", "over", 130, version=1))
    assert await matches.state(store.read, match_id) == (2, b"two")
    assert await journal.snapshot(store.read, match_id, 1) == b"one"
    row = await matches.get(store.read, match_id)
    assert row is not None
    assert (row.status, row.started_at, row.ended_at) == ("over", 110, 130)


async def test_line_leaves_out_what_was_undone(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)
        for seq, kind, restores in (
            (1, "start", None),
            (2, "act", None),
            (3, "act", None),
            (4, "undo", 2),
            (5, "act", None),
            (6, "undo", 4),
            (7, "undo", 1),
            (8, "act", None),
        ):
            await journal.append(tx, match_id, JournalRow(seq, 100, kind, restores=restores))

    async def line(seq: int) -> list[int]:
        return [row.seq for row in await journal.effective_entries(store.read, match_id, seq)]

    assert await line(3) == [3, 2, 1]
    assert await line(5) == [5, 2, 1]
    assert await line(6) == [2, 1]
    assert await line(8) == [8, 1]
    top = await journal.last_effective_entry(store.read, match_id, 6)
    assert top is not None
    assert top.seq == 2


async def test_the_top_of_a_chain_of_undone_moves_is_one_query(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)
        await journal.append(tx, match_id, JournalRow(1, 100, "start"))
        await journal.append(tx, match_id, JournalRow(2, 100, "act"))
        for seq in range(3, 500):
            await journal.append(tx, match_id, JournalRow(seq, 100, "undo", restores=seq - 1))
        # These two undo entries restore each other, as they might in a damaged database.
        await journal.append(tx, match_id, JournalRow(500, 100, "undo", restores=501))
        await journal.append(tx, match_id, JournalRow(501, 100, "undo", restores=500))
    with database_access.recorded_statements() as statements:
        top = await journal.last_effective_entry(store.read, match_id, 499)
    assert top is not None
    assert top.seq == 2
    assert len(statements) == 1
    assert await journal.last_effective_entry(store.read, match_id, 501) is None
    assert await journal.last_effective_entry(store.read, match_id, 502) is None


async def test_live_matches_are_counted_by_person_and_by_server(store: Store):
    async with store.write() as tx:
        over, frozen, playing = [await new_match(tx, channel_id=channel) for channel in (1, 2, 3)]
        for match_id in (over, frozen, playing):
            await matches.set_seats(tx, match_id, [SeatRow(0, 5, "a")])
        await matches.close(tx, over, 0, "over", 200)
        await matches.close(tx, frozen, 0, "frozen", None)
        await matches.close(tx, playing, 0, "playing", None)
    assert await matches.count_of_user(store.read, 5) == 2
    assert await matches.count_of_user(store.read, 6) == 0
    row = await matches.get(store.read, playing)
    assert row is not None
    assert await matches.count_of_server(store.read, row.guild_id) == 2
    assert await matches.count_of_server(store.read, row.guild_id + 1) == 0


async def test_a_match_that_goes_on_is_looked_at_and_its_deadline_comes_later(store: Store):
    async with store.write() as tx:
        here, there = [await new_match(tx, channel_id=channel) for channel in (1, 2)]
        for match_id in (here, there):
            await matches.close(tx, match_id, 1, "playing", None)
            await matches.set_deadline(tx, match_id, 1000, 900)
        assert await matches.suspend(tx, 950, channel_id=1) == 1
        assert await matches.suspend(tx, 960, channel_id=1) == 0
    async with store.write() as tx:
        assert await matches.end_suspension(tx, 1450, match_id=here) == [here]
        assert await matches.end_suspension(tx, 1450, match_id=here) == []
    row = await matches.get(store.read, here)
    assert row is not None
    assert (row.deadline, row.deadline_set_at, row.parked_at) == (1500, 1400, None)
    assert await work_queue.next_due(store.read, "thinking", 9) == [(here, 1450)]


async def test_journal_pages(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)
        for seq in range(1, 8):
            await journal.append(tx, match_id, JournalRow(seq, 100, "act", 0, 3, {"verb": "x"}, ({"kind": "y"},)))
    page = await journal.page(store.read, match_id, None, 3)
    assert [row.seq for row in page] == [5, 6, 7]
    assert [row.seq for row in await journal.page(store.read, match_id, 5, 3)] == [2, 3, 4]
    assert page[0].action == {"verb": "x"}
    assert page[0].events == ({"kind": "y"},)


async def test_people(store: Store):
    assert (await users_and_servers.user(store.read, 9)).locale is None
    async with store.write() as tx:
        await users_and_servers.set_locale(tx, 9, "hu")
        await users_and_servers.set_dm_channel(tx, 9, 55)
        await users_and_servers.set_dm_closed(tx, 9, True)
        await users_and_servers.set_prefs(tx, 9, {"quiet": [22, 7]})
        await users_and_servers.set_guild_settings(tx, 1, {"admin": 4})
    user = await users_and_servers.user(store.read, 9)
    assert (user.locale, user.dm_channel_id, user.dm_closed, user.prefs) == (
        "hu",
        55,
        True,
        {"quiet": [22, 7]},
    )
    assert await users_and_servers.guild_settings(store.read, 1) == {"admin": 4}
    assert await users_and_servers.guild_settings(store.read, 2) == {}


async def test_messages_are_remembered_by_id(store: Store):
    async with store.write() as tx:
        match_id = await new_match(tx)
        await matches.set_seats(tx, match_id, [SeatRow(0, 3, "a")])
        await matches.set_lobby_message(tx, match_id, 7, 11)
        await matches.set_board_message(tx, match_id, 7, 12)
        await matches.set_dm_message(tx, match_id, 0, 13)
    row = await matches.get(store.read, match_id)
    assert row is not None
    assert (row.lobby_message_id, row.board_message_id, row.seats[0].dm_message_id) == (11, 12, 13)
