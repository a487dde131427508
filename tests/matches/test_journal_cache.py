"""The cache of the newest journal entries agrees with the database, even if another process has added entries."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.matches.journal_cache import ENTRIES_PER_MATCH, MAX_FINISHED, MAX_MATCHES, JournalTailCache
from bot.store.statements import journal, matches
from bot.store.statements.matches import NewMatch
from bot.store.statements.rows import JournalRow, MatchRow, Status
from bot.store.store import Store
from tests import database_access


def row(seq: int) -> JournalRow:
    return JournalRow(seq, 1000 + seq, "act", seat=0, user_id=1, action={"n": seq})


async def write(store: Store, match_id: int, *numbers: int) -> list[JournalRow]:
    rows = [row(number) for number in numbers]
    async with store.write() as tx:
        await journal.append(tx, match_id, *rows)
    return rows


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Yield a store on a new SQLite file."""
    async with await Store.open(tmp_path / "a.sqlite") as store:
        yield store


@pytest.fixture
async def info(store: Store) -> MatchRow:
    async with store.write() as tx:
        match_id = await matches.create(
            tx, NewMatch(game="tiny", guild_id=1, channel_id=1, host_id=1, locale="en", options={}, version=1), 0
        )
    info = await matches.get(store.read, match_id)
    assert info is not None
    return replace(info, status="playing")


async def numbers(tails: JournalTailCache, store: Store, info: MatchRow, seq: int, most: int) -> list[int]:
    return [one.seq for one in await tails.newest(store.read, replace(info, seq=seq), most)]


async def test_what_this_process_has_written_is_not_read_again(store: Store, info: MatchRow) -> None:
    tails = JournalTailCache()
    await write(store, info.id, 1, 2)
    assert await numbers(tails, store, info, 2, 40) == [1, 2]
    tails.add(info.id, await write(store, info.id, 3), over=False)
    with database_access.recorded_statements() as statements:
        assert await numbers(tails, store, info, 3, 40) == [1, 2, 3]
        assert await numbers(tails, store, info, 3, 2) == [2, 3]
    assert not statements


async def test_what_another_process_has_written_is_found(store: Store, info: MatchRow) -> None:
    one, other = JournalTailCache(), JournalTailCache()
    one.add(info.id, await write(store, info.id, 1, 2), over=False)
    assert await numbers(other, store, info, 2, 40) == [1, 2]
    other.add(info.id, await write(store, info.id, 3), over=False)
    assert await numbers(one, store, info, 3, 40) == [1, 2, 3]
    # Entry 4 was written by the other process, so this process must read it before it adds entry 5 to its cache.
    other.add(info.id, await write(store, info.id, 4), over=False)
    one.add(info.id, await write(store, info.id, 5), over=False)
    assert await numbers(one, store, info, 5, 40) == [1, 2, 3, 4, 5]


async def test_more_than_what_is_kept_is_read(store: Store, info: MatchRow) -> None:
    tails, last = JournalTailCache(), 2 * ENTRIES_PER_MATCH
    tails.add(info.id, await write(store, info.id, *range(1, last + 1)), over=False)
    assert await numbers(tails, store, info, last, ENTRIES_PER_MATCH) == list(range(ENTRIES_PER_MATCH + 1, last + 1))
    assert await numbers(tails, store, info, last, last) == list(range(1, last + 1))
    assert await numbers(tails, store, info, last, 3) == [last - 2, last - 1, last]


@pytest.mark.parametrize(("status", "most"), [("playing", MAX_MATCHES), ("over", MAX_FINISHED)])
async def test_of_running_and_of_finished_matches_the_least_recently_used_is_dropped(
    store: Store, info: MatchRow, status: Status, most: int
) -> None:
    tails, info, over = JournalTailCache(), replace(info, status=status), status == "over"
    tails.add(info.id, await write(store, info.id, 1), over=over)
    assert await numbers(tails, store, info, 1, 40) == [1]
    for other in range(most):
        tails.add(info.id + 1 + other, [row(1)], over=over)
    with database_access.recorded_statements() as statements:
        assert await numbers(tails, store, info, 1, 40) == [1]
    assert statements


async def test_a_finished_match_that_goes_on_keeps_its_entries(store: Store, info: MatchRow) -> None:
    tails = JournalTailCache()
    tails.add(info.id, await write(store, info.id, 1), over=True)
    tails.add(info.id, await write(store, info.id, 2), over=False)
    for other in range(MAX_FINISHED):
        tails.add(info.id + 1 + other, [row(1)], over=True)
    with database_access.recorded_statements() as statements:
        assert await numbers(tails, store, info, 2, 40) == [1, 2]
    assert not statements
