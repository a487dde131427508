"""Erases users: their data is deleted, and a placeholder replaces them where other players need a record.

An erasure runs step by step. A database row records the request and is deleted at the end. Each step is one transaction
and can be repeated. First, the user leaves every match and cup that is running, with the same effects as leaving by
themselves. Then all matches are searched, including archived ones, because any journal may contain the user's name.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from functools import partial
from typing import Any

from bot.app.clock import HOUR
from bot.features.cups.service.actions import Cups
from bot.features.open_tables.service import OpenTables
from bot.features.privacy.statements import erasures, personal_data
from bot.features.privacy.statements.erasures import ErasureRow
from bot.features.privacy.statements.personal_data import ErasedUser, RewrittenArchive
from bot.features.ratings import statements as ratings
from bot.features.reports.service import Reports
from bot.matches.repository import MatchRepository
from bot.matches.seats.account_exit import AccountExit
from bot.matches.seats.erased_user_ids import ALIASES, FIRST_ALIAS
from bot.matches.service_results import MatchInfo
from bot.matches.settings.people import People
from bot.store import tables
from bot.store.decoding import UnreadableValue
from bot.store.statements import cups, matches
from bot.store.statements.rows import EVERYWHERE
from bot.store.transactions import Reader, Transaction
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: The id of the lock that lets only one process at a time erase data.
ERASURE_LOCK = 7
#: The text that replaces an erased user's name.
REPLACEMENT_NAME = N_("Somebody")
#: Number of matches searched in one step, and seconds until the last step is repeated if the user must still be removed
#: from a thread.
BATCH_SIZE, THREAD_REMOVAL_DELAY = 100, 60
#: Number of matches searched at a time for a user's journal entries, when the user's data is exported.
EXPORT_BATCH_SIZE = 20


class Privacy:
    """Erases users, and exports their data."""

    def __init__(
        self,
        repo: MatchRepository,
        people: People,
        account_exit: AccountExit,
        open_tables: OpenTables,
        cups: Cups,
        reports: Reports,
    ) -> None:
        self._repo = repo
        self._people = people
        self._account_exit = account_exit
        self._seeks = open_tables
        self._cups = cups
        self._reports = reports

    # -- a user's data ----------------------------------------------------------------------------------------

    async def export_data(self, user_id: int) -> dict[str, Any]:
        """Return all data stored about a user, keyed by database table."""
        db = self._repo.store.read
        rows_by_table: dict[str, Any] = await personal_data.rows_of(db, user_id)
        entries: list[dict[str, Any]] = []
        # Search all matches, because a game master may have journal entries in matches where they have no seat.
        batch_ids = await personal_data.ids_after(db, 0, EXPORT_BATCH_SIZE)
        while batch_ids:
            entries += await personal_data.entries_of(db, batch_ids, user_id)
            batch_ids = await personal_data.ids_after(db, batch_ids[-1], EXPORT_BATCH_SIZE)
        return rows_by_table | ({"journal": entries} if entries else {})

    async def matches_to_leave(self, user_id: int) -> list[MatchInfo]:
        """Return the running matches that a user would leave by being erased."""
        live_matches = [
            await matches.get(self._repo.store.read, match_id) for match_id in await self._live_match_ids(user_id)
        ]
        return [info for info in live_matches if info is not None and info.seat_of(user_id) is not None]

    async def _live_match_ids(self, user_id: int) -> list[int]:
        return await matches.involving(self._repo.store.read, user_id)

    # -- requests ---------------------------------------------------------------------------------------------

    async def is_being_erased(self, user_id: int) -> bool:
        """Return whether a user's erasure is in progress."""
        return await erasures.get(self._repo.store.read, "person", user_id) is not None

    async def erase(self, user_id: int) -> None:
        """Erase a user: private data immediately, all other data step by step in the background. Raises Refusal."""
        now, alias = self._repo.clock.now(), FIRST_ALIAS + secrets.randbelow(ALIASES)
        async with self._repo.store.write() as tx:
            await tx.wait_for_lock(f"person {user_id}")
            if await erasures.get(tx, "person", user_id) is not None:
                raise Refusal(N_("I'm already deleting your data."))
            await erasures.save(tx, ErasureRow("person", user_id, alias, now, now))
            await _remove_from_ladders(tx, user_id, alias, now)
            await personal_data.delete_own(tx, user_id, besides=(tables.ladder_choices, tables.seekers))
        self._people.invalidate(user_id)
        self._reports.forget()

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Try to hold the lock for erasing data during the block; yield False if another process holds the lock."""
        return self._repo.store.try_task_lock(ERASURE_LOCK)

    async def due(self) -> ErasureRow | None:
        """Return the next erasure of a user or server that is due; None if none is due."""
        return await erasures.due(self._repo.store.read, self._repo.clock.now())

    async def advance(self, row: ErasureRow) -> None:
        """Execute one step of a user's erasure."""
        try:
            if row.match_id == 0:
                await self._leave(row)
            has_more = await self._erase_from_next_matches(row)
        except (Refusal, UnreadableValue):
            # This step needs a newer version of the bot, a match has just been frozen, or a row can't be read. Try
            # again later, so other erasures don't have to wait.
            await self._put_off(row, HOUR)
            return
        if not has_more:
            await self._finish(row)

    async def _put_off(self, row: ErasureRow, seconds: int) -> None:
        async with self._repo.store.write() as tx:
            await erasures.postpone(tx, row, self._repo.clock.now() + seconds)

    async def _leave(self, row: ErasureRow) -> None:
        """Remove a user from all open tables, unfinished cups and running matches."""
        await self._seeks.leave_all(row.subject)
        for cup_id in await cups.involving(self._repo.store.read, row.subject):
            await self._leave_cup(row, cup_id)
        for match_id in await self._live_match_ids(row.subject):
            await self._leave_match(row, match_id)

    async def _leave_cup(self, row: ErasureRow, cup_id: int) -> None:
        """Drop a user from a cup, and replace them with a placeholder in the cup and in all its matches."""
        await self._cups.quit(cup_id, row.subject)
        store = self._repo.store
        match_ids = [one.match_id for one in await cups.matches_of(store.read, cup_id)]
        mentioning_ids = await personal_data.matches_mentioning(store.read, match_ids, row.subject)
        before = await cups.get(store.read, cup_id)
        if before is None:
            return
        packed = {one: await self._archive_without(row, one, before.rules["locale"]) for one in mentioning_ids}
        async with store.write() as tx:
            cup = await cups.lock_row(tx, cup_id)
            if cup is None:
                return
            await matches.lock_row(tx, *mentioning_ids)
            people = await cups.people(tx, cup_id)
            other_people = [one for one in people if one.user_id > 0 and one.user_id != row.subject]
            former_names = {one.name for one in people if one.user_id == row.subject}
            word = _replacement_name(cup.rules["locale"], {one.name for one in other_people})
            host = next((one.user_id for one in other_people if one.dropped_at is None), row.alias)
            for match_id in mentioning_ids:
                await self._erase_from_match(tx, row, match_id, cup.rules["locale"], packed[match_id])
            erased_user = ErasedUser(row.subject, row.alias, word, former_names)
            await personal_data.erase_from_cup(tx, cup_id, erased_user, row.alias if cup.ended_at is not None else host)

    async def _leave_match(self, row: ErasureRow, match_id: int) -> None:
        """Remove a user from a match as if they had left it themselves, and replace them with a placeholder."""
        await self._account_exit.leave_lobby(match_id, row.subject)
        async with self._repo.lock_match(match_id) as tx:
            info = await self._repo.get(match_id)
            await self._account_exit.leave_seat(tx, info, row.subject)
            await self._erase_from_match(tx, row, match_id, info.locale)

    # -- placeholders -----------------------------------------------------------------------------------------

    async def _erase_from_next_matches(self, row: ErasureRow) -> bool:
        """Erase a user from the next batch of matches; return False after the last batch."""
        read = self._repo.store.read
        batch_ids = await personal_data.ids_after(read, row.match_id, BATCH_SIZE)
        for match_id in await personal_data.matches_mentioning(read, batch_ids, row.subject):
            locale = (await self._repo.get(match_id)).locale
            packed = await self._archive_without(row, match_id, locale)
            async with self._repo.lock_match(match_id) as tx:
                await self._erase_from_match(tx, row, match_id, locale, packed)
        if not batch_ids:
            return False
        async with self._repo.store.write() as tx:
            await erasures.save(tx, replace(row, match_id=batch_ids[-1]))
        return True

    async def _erased_user(self, db: Reader, row: ErasureRow, match_id: int, locale: str) -> ErasedUser:
        """Return the erased user with the names that they used in a match and with the name that replaces them."""
        names = await personal_data.player_names(db, match_id, row.subject)
        word = _replacement_name(locale, await personal_data.names_at(db, match_id, row.subject))
        return ErasedUser(row.subject, row.alias, word, names)

    async def _archive_without(self, row: ErasureRow, match_id: int, locale: str) -> RewrittenArchive | None:
        """Return a match's archive without the user; None if the archive doesn't mention them.

        The archive is rewritten before the transaction, because rewriting takes a long time.
        """
        read = self._repo.store.read
        return await personal_data.archive_without(read, match_id, await self._erased_user(read, row, match_id, locale))

    async def _erase_from_match(
        self, tx: Transaction, row: ErasureRow, match_id: int, locale: str, packed: RewrittenArchive | None = None
    ) -> None:
        """Erase a user from a match that the transaction has locked."""
        erased_user = await self._erased_user(tx, row, match_id, locale)
        await personal_data.erase_from_match(tx, match_id, erased_user, packed)
        tx.after_commit.append(partial(self._repo.forget, match_id))
        tx.after_commit.append(partial(self._repo.journal_cache.drop, match_id))

    async def _finish(self, row: ErasureRow) -> None:
        """Delete a user's remaining data and the erasure request.

        If the user must still be removed from a thread, repeat the erasure later instead.
        """
        store = self._repo.store
        async with store.write() as tx:
            await personal_data.erase_from_open_tables(tx, ErasedUser(row.subject, row.alias))
            await personal_data.erase_from_audit_logs(tx, ErasedUser(row.subject, row.alias))
            await personal_data.erase_from_blocklist(tx, ErasedUser(row.subject, row.alias))
            await personal_data.delete_own(tx, row.subject)
            if await personal_data.awaits_thread_removal(tx, row.subject):
                retry_at = self._repo.clock.now() + THREAD_REMOVAL_DELAY
                await erasures.save(tx, replace(row, due_at=retry_at, match_id=0))
                return
            await erasures.remove(tx, row)
        self._people.invalidate(row.subject)
        await store.scrub()


async def _remove_from_ladders(tx: Transaction, user_id: int, alias: int, now: int) -> None:
    """Remove a user from all ladders, and exclude their placeholder from the ladders."""
    for guild_id in await personal_data.ladders_of(tx, user_id):
        await ratings.choose(tx, user_id, guild_id, shown=False, now=now)
        if guild_id != EVERYWHERE:
            await ratings.choose(tx, alias, guild_id, shown=False, now=now)


def _replacement_name(locale: str, taken_names: Collection[str]) -> str:
    """Return the name that replaces an erased user's name. It differs from the names of the other players."""
    word, number = Translator(locale).t(REPLACEMENT_NAME), 1
    candidate = word
    while candidate in taken_names:
        number += 1
        candidate = f"{word} {number}"
    return candidate
