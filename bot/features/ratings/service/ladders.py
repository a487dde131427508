"""Ratings and ladders: who is on the ladders, their ratings, and the updates in the background."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace

from bot.app.clock import DAY, Clock
from bot.features.ratings import statements as ratings
from bot.features.ratings.service.rating_rules import (
    PROVISIONAL_MATCHES,
    START_POINTS,
    RatedMatch,
    RatingUpdate,
    conservative_points,
    rated_matches,
    upper_bound_points,
)
from bot.features.ratings.statements import RECOUNT, LadderRow, MatchKey, PointRow, RatedMatchRow, RatingRow
from bot.matches.lobby.rated import check_ladder, has_ladder
from bot.store.errors import StoreError
from bot.store.statements.rows import EVERYWHERE
from bot.store.store import Store

log = logging.getLogger("bot.matches")

#: The id of the lock that lets only one process at a time update the ladders.
COUNTING_LOCK = 4
#: Number of matches processed in one batch. Other work can run between batches.
BATCH_SIZE = 100
#: Maximum number of ladders updated before another process may take over.
LADDERS_PER_BATCH = 20
#: Seconds before the bot tries again to update a ladder after a failure. Other ladders are still updated in the
#: meantime.
FAULT_RETRY = 3600
#: Number of seconds covered by a ladder's trend.
TREND_PERIOD = 90 * DAY
#: A position that comes before all matches.
_BEFORE_ALL_MATCHES: MatchKey = (-1, 0)
#: A number higher than any match's id.
AFTER_ALL_MATCHES = 2**62


@dataclass(frozen=True, slots=True)
class RatingEstimate:
    """An estimate of a player's strength at a given time. It is very probably between `points` and `upper_bound`."""

    at: int
    points: float
    upper_bound: float

    @classmethod
    def from_row(cls, row: PointRow) -> RatingEstimate:
        """Return the estimate stored in this row."""
        return cls(row.at, conservative_points(row.mu, row.sigma), upper_bound_points(row.mu, row.sigma))


@dataclass(frozen=True, slots=True)
class LadderPlace:
    """A player's place on a ladder."""

    place: int
    user_id: int
    name: str
    estimate: RatingEstimate
    matches: int
    won: int
    #: Points gained or lost during the trend period; 0 if the trend wasn't calculated.
    trend: float = 0.0

    @property
    def is_provisional(self) -> bool:
        """Return whether the player has played too few matches for a reliable rating."""
        return self.matches < PROVISIONAL_MATCHES

    @classmethod
    def from_row(cls, place: int, row: RatingRow, trend: float = 0.0) -> LadderPlace:
        """Return the place of the player with this rating."""
        now = RatingEstimate(row.last_at, row.points, upper_bound_points(row.mu, row.sigma))
        return cls(place, row.user_id, row.name, now, row.matches, row.won, trend)


@dataclass(frozen=True, slots=True)
class LadderStanding:
    """A player's standing on one ladder."""

    game: str
    #: The id of the server; 0 for the global ladder.
    guild_id: int
    standing: LadderPlace
    #: The number of people on the ladder.
    ladder_size: int


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A page of a ladder. `own` is the viewer's own place, or None if they are not on the ladder."""

    page: int
    pages: int
    people: int
    rows: tuple[LadderPlace, ...]
    own: LadderPlace | None


class Ratings:
    """Updates ladders with new results, and reads ladders for their viewers."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        #: Called when new results or users' choices are waiting to be processed.
        self.news: Callable[[], None] = lambda: None
        #: The ladders that could not be updated, with the time of the next attempt.
        self._broken: dict[tuple[str, int], int] = {}

    # -- members ----------------------------------------------------------------------------------------------

    async def set_listed(self, user_id: int, guild_id: int, *, shown: bool) -> None:
        """Add a user to a server's ladders or to the global ladders (0), or remove them and their matches."""
        async with self._store.write() as tx:
            await ratings.choose(tx, user_id, guild_id, shown, self._clock.now())
        self.news()

    async def is_on(self, user_id: int, guild_id: int) -> bool:
        """Return whether a user is on a server's ladders (by default yes) or on the global ladders (by default no)."""
        listed_by_guild = await ratings.chosen(self._store.read, user_id, [guild_id])
        return listed_by_guild.get(guild_id, guild_id != EVERYWHERE)

    # -- views ------------------------------------------------------------------------------------------------

    async def ladder(self, game: str, guild_id: int, page: int, size: int, user_id: int) -> LadderPage:
        """Return a page of a ladder, with the viewer's own place; raises Refusal if the server has no ladders."""
        db = self._store.read
        await check_ladder(db, guild_id)
        people = await ratings.size(db, game, guild_id)
        pages = max(1, -(-people // size))
        page = max(0, min(page, pages - 1))
        rows = await ratings.standings(db, game, guild_id, page * size, size)
        own_rows = await ratings.strengths(db, game, guild_id, [user_id])
        user_ids = {row.user_id for row in (*rows, *own_rows)}
        before = await ratings.ratings_before(db, game, guild_id, user_ids, self._clock.now() - TREND_PERIOD)

        def place_of(place: int, row: RatingRow) -> LadderPlace:
            earlier_rating = before.get(row.user_id)
            return LadderPlace.from_row(
                place,
                row,
                row.points
                - (
                    START_POINTS
                    if earlier_rating is None
                    else conservative_points(earlier_rating.mu, earlier_rating.sigma)
                ),
            )

        places = tuple(place_of(number, row) for number, row in enumerate(rows, page * size + 1))
        own_place = next((ladder_place for ladder_place in places if ladder_place.user_id == user_id), None)
        if own_place is None and own_rows:
            own_place = place_of(1 + await ratings.count_ahead(db, game, guild_id, own_rows[0]), own_rows[0])
        return LadderPage(page, pages, people, places, own_place)

    async def standings_of(self, user_id: int, guild_id: int) -> list[LadderStanding]:
        """Return a user's standings on the global ladders and, if the server has ladders, on those."""
        db = self._store.read
        guilds = {EVERYWHERE, guild_id} if await has_ladder(db, guild_id) else {EVERYWHERE}
        standings: list[LadderStanding] = []
        for game, guild, row in await ratings.of_person(db, user_id, guilds):
            place = 1 + await ratings.count_ahead(db, game, guild, row)
            standings.append(
                LadderStanding(game, guild, LadderPlace.from_row(place, row), await ratings.size(db, game, guild))
            )
        return standings

    async def over_time(self, user_id: int, game: str, guild_id: int, since: int = 0) -> list[RatingEstimate]:
        """Return a user's rating on a ladder after each of their matches since a given time, oldest first."""
        points_by_user = await ratings.over_time(self._store.read, game, guild_id, [user_id], since)
        return [RatingEstimate.from_row(row) for row in points_by_user.get(user_id, ())]

    # -- counting ---------------------------------------------------------------------------------------------

    def try_lock(self) -> AbstractAsyncContextManager[bool]:
        """Try to hold the lock for updating ladders during the block; yield False if another process holds the lock."""
        return self._store.try_task_lock(COUNTING_LOCK)

    async def is_due(self) -> bool:
        """Return whether any ladder has to be updated."""
        return bool(await self._due(1))

    async def catch_up(self) -> None:
        """Update some ladders with the results that have not been counted yet.

        Results that arrive in the meantime are left for the next call. If updating one ladder fails, the others are
        still updated.
        """
        for ladder in await self._due(LADDERS_PER_BATCH):
            try:
                await self._catch_up(ladder)
            except (StoreError, OSError):
                raise  # the database can't be reached, so the other ladders can't be updated either
            except Exception:
                log.exception("the ladder of %s in server %d could not be counted", ladder.game, ladder.guild_id)
                self._broken[ladder.game, ladder.guild_id] = self._clock.now() + FAULT_RETRY

    async def _due(self, limit: int) -> list[LadderRow]:
        """Return up to `limit` ladders with uncounted results, except those that failed recently."""
        now = self._clock.now()
        self._broken = {key: until for key, until in self._broken.items() if until > now}
        due_ladders = await ratings.due(self._store.read, limit + len(self._broken))
        return [ladder for ladder in due_ladders if (ladder.game, ladder.guild_id) not in self._broken][:limit]

    async def recount(self) -> int:
        """Recalculate all ladders from the first match; return the number of ladders."""
        all_ladders = await self.list_all()
        for ladder in all_ladders:
            while not await self._catch_up(_reset(ladder)):
                ladder = await self._reload(ladder)
        return len(all_ladders)

    async def list_all(self) -> list[LadderRow]:
        """Return all ladders."""
        return await ratings.list_all(self._store.read)

    async def differing_ladders(self) -> list[LadderRow]:
        """Return the ladders whose saved figures differ from a recalculation.

        Ladders with uncounted results are not checked.
        """
        differing: list[LadderRow] = []
        for ladder in await self.list_all():
            while not ladder.stale and await self._differs(ladder):
                now = await self._reload(ladder)
                if now.marks == ladder.marks:
                    differing.append(ladder)
                    break
                ladder = now  # a result arrived during the recalculation, so compare again
        return differing

    async def _reload(self, ladder: LadderRow) -> LadderRow:
        """Return the current row of a ladder from the database."""
        return await ratings.one(self._store.read, ladder.game, ladder.guild_id)

    async def _differs(self, ladder: LadderRow) -> bool:
        count, _ = await self._count_remaining(_reset(ladder))
        return await self._saved_figures(ladder) != (count.ratings, count.points_by_person())

    async def _saved_figures(self, ladder: LadderRow) -> tuple[dict[int, RatingRow], dict[int, list[PointRow]]]:
        """Return the saved ratings on a ladder, and the ratings after each match, both keyed by person."""
        db, game, guild = self._store.read, ladder.game, ladder.guild_id
        rows = {row.user_id: row for row in await ratings.strengths(db, game, guild)}
        return rows, await ratings.over_time(db, game, guild, rows.keys())

    async def _catch_up(self, ladder: LadderRow) -> bool:
        """Update a ladder with its uncounted results, and save it.

        If new results have arrived in the meantime, return False without saving anything.
        """
        count, counted = await self._count_remaining(ladder)
        changed = {row.user_id for row in count.points}
        rows = [row for user, row in count.ratings.items() if user in changed]
        async with self._store.write() as tx:
            return await ratings.save(tx, ladder, counted, rows, count.points)

    async def _count_remaining(self, ladder: LadderRow) -> tuple[RatingUpdate, MatchKey]:
        """Count a ladder's uncounted results; return the new ratings, and the position of the last counted match."""
        listed_by_user, usual = await ratings.choices(self._store.read, ladder.guild_id), ladder.guild_id != EVERYWHERE

        def is_on(user_id: int) -> bool:
            return listed_by_user.get(user_id, usual)

        is_recount, after = ladder.stale == RECOUNT, ladder.counted
        count = (
            RatingUpdate(ladder.game)
            if is_recount
            else RatingUpdate(ladder.game, counted_today=await self._counted_that_day(ladder, is_on))
        )
        async for rows in self._match_batches(ladder, _BEFORE_ALL_MATCHES if is_recount else after):
            rated = rated_matches(ladder.game, rows, is_on)
            if not is_recount:
                await self._add_ratings(ladder, count, rated)
            for contest in rated:
                count.add(contest)
            after = rows[-1].ended_at, rows[-1].match_id
        return count, after

    async def _match_batches(
        self, ladder: LadderRow, after: MatchKey, until: MatchKey | None = None
    ) -> AsyncGenerator[list[RatedMatchRow]]:
        """Yield batches of the matches that may count on a ladder. Other work can run between batches."""
        while rows := await ratings.played(self._store.read, ladder.game, ladder.guild_id, after, BATCH_SIZE, until):
            yield rows
            after = rows[-1].ended_at, rows[-1].match_id
            await asyncio.sleep(0)

    async def _counted_that_day(self, ladder: LadderRow, is_on: Callable[[int], bool]) -> list[RatedMatch]:
        """Return the rated matches that are already counted and ended on the day of the last counted match."""
        midnight = ladder.ended_at - ladder.ended_at % DAY
        parts = self._match_batches(ladder, (midnight - 1, AFTER_ALL_MATCHES), ladder.counted)
        return [contest async for rows in parts for contest in rated_matches(ladder.game, rows, is_on)]

    async def _add_ratings(self, ladder: LadderRow, count: RatingUpdate, matches: Sequence[RatedMatch]) -> None:
        """Add the saved ratings of these matches' players to `count`, except those that it already contains."""
        new = {user for contest in matches for user in contest.people} - count.ratings.keys()
        for row in await ratings.strengths(self._store.read, ladder.game, ladder.guild_id, new) if new else ():
            count.ratings[row.user_id] = row


def _reset(ladder: LadderRow) -> LadderRow:
    """Return a ladder row that is reset for a recalculation from the first match."""
    return replace(ladder, stale=RECOUNT, ended_at=0, match_id=0)
