"""The cache of the newest journal entries agrees with the database, even if another process has added entries."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.matches.journal_cache import ENTRIES_PER_MATCH, MAX_MATCHES, JournalTailCache
from bot.store.statements import journal, matches
from bot.store.statements.matches import NewMatch
from bot.store.statements.rows import JournalRow
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
async def match_id(store: Store) -> int:
    async with store.write() as tx:
        return await matches.create(
            tx, NewMatch(game="tiny", guild_id=1, channel_id=1, host_id=1, locale="en", options={}, version=1), 0
        )


async def numbers(tails: JournalTailCache, store: Store, match_id: int, seq: int, most: int) -> list[int]:
    return [one.seq for one in await tails.newest(store.read, match_id, seq, most)]


async def test_what_this_process_has_written_is_not_read_again(store: Store, match_id: int) -> None:
    tails = JournalTailCache()
    await write(store, match_id, 1, 2)
    assert await numbers(tails, store, match_id, 2, 40) == [1, 2]
    tails.add(match_id, await write(store, match_id, 3))
    with database_access.recorded_statements() as statements:
        assert await numbers(tails, store, match_id, 3, 40) == [1, 2, 3]
        assert await numbers(tails, store, match_id, 3, 2) == [2, 3]
    assert not statements


async def test_what_another_process_has_written_is_found(store: Store, match_id: int) -> None:
    one, other = JournalTailCache(), JournalTailCache()
    one.add(match_id, await write(store, match_id, 1, 2))
    assert await numbers(other, store, match_id, 2, 40) == [1, 2]
    other.add(match_id, await write(store, match_id, 3))
    assert await numbers(one, store, match_id, 3, 40) == [1, 2, 3]
    # Entry 4 was written by the other process, so this process must read it before it adds entry 5 to its cache.
    other.add(match_id, await write(store, match_id, 4))
    one.add(match_id, await write(store, match_id, 5))
    assert await numbers(one, store, match_id, 5, 40) == [1, 2, 3, 4, 5]


async def test_more_than_what_is_kept_is_read(store: Store, match_id: int) -> None:
    tails, last = JournalTailCache(), 2 * ENTRIES_PER_MATCH
    tails.add(match_id, await write(store, match_id, *range(1, last + 1)))
    assert await numbers(tails, store, match_id, last, ENTRIES_PER_MATCH) == list(
        range(ENTRIES_PER_MATCH + 1, last + 1)
    )
    assert await numbers(tails, store, match_id, last, last) == list(range(1, last + 1))
    assert await numbers(tails, store, match_id, last, 3) == [last - 2, last - 1, last]


async def test_of_matches_that_were_not_used_for_long_nothing_is_kept(store: Store, match_id: int) -> None:
    tails = JournalTailCache()
    tails.add(match_id, await write(store, match_id, 1))
    for other in range(MAX_MATCHES):
        tails.add(match_id + 1 + other, [row(1)])
    with database_access.recorded_statements() as statements:
        assert await numbers(tails, store, match_id, 1, 40) == [1]
    assert statements
