"""SQL statements for ladders: who is on a ladder, their ratings, and the last match that the ladder includes.

A ladder belongs to a game and a server; server 0 stands for all servers together. The rules are in
`bot.features.ratings.service.rating_rules`, and `bot.features.ratings.service.ladders` calculates the ratings.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, case, delete, exists, func, insert, or_, select, update

from bot.store.statements.rows import EVERYWHERE
from bot.store.tables import finished, ladder_choices, ladders, rating_points, ratings, results
from bot.store.transactions import INSERTS, Reader, Transaction

#: The work left for a ladder: count the matches after the last counted one, or recount all matches.
COUNT_NEWER, RECOUNT = 1, 2
#: Number of rows written in one statement.
BATCH_SIZE = 500

#: The sort key of a match, which orders matches by when they ended: the time of the end, and the match's id.
MatchKey = tuple[int, int]


@dataclass(frozen=True, slots=True)
class LadderRow:
    """A ladder, with the sort key of the last match that it includes."""

    game: str
    guild_id: int
    ended_at: int
    match_id: int
    stale: int
    #: A counter that increases when a result or a user's choice arrives, and when an updated ladder is saved.
    marks: int

    @property
    def counted(self) -> MatchKey:
        """The sort key of the last counted match."""
        return self.ended_at, self.match_id


@dataclass(frozen=True, slots=True)
class RatedMatchRow:
    """The result of one person or computer in a rated match, together with the match's data."""

    match_id: int
    ended_at: int
    players: int
    ending: str
    seat: int
    user_id: int
    name: str
    last: bool
    computer: str | None
    place: int | None
    won: bool
    moves: int
    of_moves: int
    hints: int


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A person's rating on a ladder."""

    user_id: int
    name: str
    mu: float
    sigma: float
    points: float
    matches: int
    won: int
    last_at: int


@dataclass(frozen=True, slots=True)
class PointRow:
    """A person's rating after a match."""

    user_id: int
    match_id: int
    at: int
    mu: float
    sigma: float


# -- members --------------------------------------------------------------------------------------------------


async def choose(tx: Transaction, user_id: int, guild_id: int, shown: bool, now: int) -> None:
    """Save whether a user is on the ladders of a server or on the global ladders.

    A user who leaves disappears from the ladders immediately.
    """
    await tx.wait_for_lock(f"ladder {guild_id}")
    await tx.upsert(ladder_choices, {"user_id": user_id, "guild_id": guild_id, "shown": int(shown), "at": now})
    if not shown:
        for table in (ratings, rating_points):
            await tx.run(delete(table).where(table.c.guild_id == guild_id, table.c.user_id == user_id))
    played = select(finished.c.game).join_from(results, finished, results.c.match_id == finished.c.match_id)
    played = played.where(results.c.user_id == user_id, finished.c.rated == 1)
    touched = ladders.c.guild_id == guild_id, ladders.c.game.in_(played)
    await tx.run(update(ladders).where(*touched).values(stale=RECOUNT, marks=ladders.c.marks + 1))


async def choices(db: Reader, guild_id: int) -> dict[int, bool]:
    """Return which users chose to be on a server's ladders (True) or not (False), keyed by user id."""
    rows = await db.all(select(ladder_choices).where(ladder_choices.c.guild_id == guild_id))
    return {row.user_id: bool(row.shown) for row in rows}


async def chosen(db: Reader, user_id: int, guild_ids: Collection[int]) -> dict[int, bool]:
    """Return whether a user chose to be on the ladders of these servers, keyed by server id.

    Servers without a choice by the user are left out.
    """
    conditions = ladder_choices.c.user_id == user_id, ladder_choices.c.guild_id.in_(guild_ids)
    return {row.guild_id: bool(row.shown) for row in await db.all(select(ladder_choices).where(*conditions))}


# -- remaining work -------------------------------------------------------------------------------------------


async def mark(tx: Transaction, game: str, guild_id: int, ended: MatchKey) -> None:
    """Record that a rated match was added to the results or removed from them, so its ladders must be updated."""
    at, match_id = ended
    for ladder in sorted({EVERYWHERE, guild_id}):
        row = {"game": game, "guild_id": ladder, "ended_at": 0, "match_id": 0, "stale": COUNT_NEWER, "marks": 1}
        added = INSERTS[tx.engine](ladders)
        is_counted = or_(ladders.c.ended_at > at, and_(ladders.c.ended_at == at, ladders.c.match_id >= match_id))
        needs_recount = or_(ladders.c.stale == RECOUNT, is_counted)
        changed = {"stale": case((needs_recount, RECOUNT), else_=COUNT_NEWER), "marks": ladders.c.marks + 1}
        keys = [ladders.c.game, ladders.c.guild_id]
        await tx.run(added.on_conflict_do_update(index_elements=keys, set_=changed), row)


async def due(db: Reader, limit: int) -> list[LadderRow]:
    """Return up to `limit` ladders with uncounted results."""
    query = select(ladders).where(ladders.c.stale > 0).order_by(ladders.c.guild_id, ladders.c.game).limit(limit)
    return [_ladder(row) for row in await db.all(query)]


async def list_all(db: Reader) -> list[LadderRow]:
    """Return all ladders."""
    return [_ladder(row) for row in await db.all(select(ladders).order_by(ladders.c.guild_id, ladders.c.game))]


async def one(db: Reader, game: str, guild_id: int) -> LadderRow:
    """Return a ladder that is known to exist."""
    conditions = ladders.c.game == game, ladders.c.guild_id == guild_id
    [row] = await db.all(select(ladders).where(*conditions))
    return _ladder(row)


def _ladder(row: Row[Any]) -> LadderRow:
    return LadderRow(row.game, row.guild_id, row.ended_at, row.match_id, row.stale, row.marks)


# -- counting -------------------------------------------------------------------------------------------------

_OF_MATCH = ("match_id", "ended_at", "players", "ending")
_OF_SEAT = tuple(field.name for field in fields(RatedMatchRow) if field.name not in _OF_MATCH)


async def played(
    db: Reader, game: str, guild_id: int, after: MatchKey, limit: int, until: MatchKey | None = None
) -> list[RatedMatchRow]:
    """Return the results of the next `limit` rated matches after a position, ordered by when they ended and by seat."""
    first = _matches(game, guild_id).where(_later(after))
    if until is not None:
        first = first.where(~_later(until))
    match_page = first.order_by(finished.c.ended_at, finished.c.match_id).limit(limit).subquery("some")
    query = select(*(match_page.c[name] for name in _OF_MATCH), *(results.c[name] for name in _OF_SEAT))
    order = match_page.c.ended_at, match_page.c.match_id, results.c.seat, results.c.last.desc(), results.c.user_id
    joined = query.join_from(match_page, results, results.c.match_id == match_page.c.match_id).order_by(*order)
    return [RatedMatchRow(*row) for row in await db.all(joined)]


def _matches(game: str, guild_id: int) -> Select[Any]:
    """Return the query for the matches that may count on a ladder."""
    query = select(*(finished.c[name] for name in _OF_MATCH)).where(
        finished.c.game == game, finished.c.rated == 1, finished.c.pack == "", finished.c.ending != "agreed"
    )
    if guild_id != EVERYWHERE:
        return query.where(finished.c.guild_id == guild_id)
    listed_results = results.join(ladder_choices, ladder_choices.c.user_id == results.c.user_id)
    is_listed_globally = ladder_choices.c.guild_id == EVERYWHERE, ladder_choices.c.shown == 1
    return query.where(
        exists().select_from(listed_results).where(results.c.match_id == finished.c.match_id, *is_listed_globally)
    )


def _later(than: MatchKey) -> ColumnElement[bool]:
    at, match_id = than
    return or_(finished.c.ended_at > at, and_(finished.c.ended_at == at, finished.c.match_id > match_id))


async def strengths(db: Reader, game: str, guild_id: int, user_ids: Collection[int] | None = None) -> list[RatingRow]:
    """Return the ratings of these people or, if `user_ids` is None, of everyone on the ladder."""
    query = _ladder_ratings(game, guild_id)
    if user_ids is not None:
        query = query.where(ratings.c.user_id.in_(user_ids))
    return [_rating(row) for row in await db.all(query)]


async def save(
    tx: Transaction, ladder: LadderRow, counted: MatchKey, rows: Sequence[RatingRow], points: Iterable[PointRow]
) -> bool:
    """Save an updated ladder. After a full recount, all its earlier ratings are replaced.

    If the ladder's `marks` have changed since it was read, return False without saving anything.
    """
    here = ladders.c.game == ladder.game, ladders.c.guild_id == ladder.guild_id
    ladder_update = update(ladders).where(*here, ladders.c.marks == ladder.marks)
    # Saving also increases `marks`. If two processes, such as the bot and a command, update the same ladder at the same
    # time, only one of them can save.
    marked = ladders.c.marks + 1
    if not await tx.run(ladder_update.values(ended_at=counted[0], match_id=counted[1], stale=0, marks=marked)):
        return False
    place = {"game": ladder.game, "guild_id": ladder.guild_id}
    old = ratings.c.game == ladder.game, ratings.c.guild_id == ladder.guild_id
    if ladder.stale == RECOUNT:
        await tx.run(delete(ratings).where(*old))
        is_in_ladder = rating_points.c.game == ladder.game, rating_points.c.guild_id == ladder.guild_id
        await tx.run(delete(rating_points).where(*is_in_ladder))
    else:
        await tx.run(delete(ratings).where(*old, ratings.c.user_id.in_([row.user_id for row in rows])))
    for table, news in ((ratings, rows), (rating_points, points)):
        for batch in _batches(news):
            await tx.run(insert(table), [place | asdict(row) for row in batch])
    return True


# -- views ----------------------------------------------------------------------------------------------------


async def standings(db: Reader, game: str, guild_id: int, skip: int, limit: int) -> list[RatingRow]:
    """Return up to `limit` ratings on a ladder, best first, after skipping the first `skip`."""
    order = ratings.c.points.desc(), ratings.c.user_id
    return [
        _rating(row) for row in await db.all(_ladder_ratings(game, guild_id).order_by(*order).offset(skip).limit(limit))
    ]


async def size(db: Reader, game: str, guild_id: int) -> int:
    """Return the number of people on a ladder."""
    conditions = ratings.c.game == game, ratings.c.guild_id == guild_id
    return await db.value(select(func.count()).select_from(ratings).where(*conditions))


async def count_ahead(db: Reader, game: str, guild_id: int, row: RatingRow) -> int:
    """Return the number of people who rank above the person with this rating on a ladder."""
    better = or_(ratings.c.points > row.points, and_(ratings.c.points == row.points, ratings.c.user_id < row.user_id))
    conditions = ratings.c.game == game, ratings.c.guild_id == guild_id, better
    return await db.value(select(func.count()).select_from(ratings).where(*conditions))


async def of_person(db: Reader, user_id: int, guild_ids: Collection[int]) -> list[tuple[str, int, RatingRow]]:
    """Return a user's ratings on the ladders of these servers, each with the game and the server."""
    query = select(ratings).where(ratings.c.user_id == user_id, ratings.c.guild_id.in_(guild_ids))
    rows = await db.all(query.order_by(ratings.c.game, ratings.c.guild_id))
    return [(row.game, row.guild_id, _rating(row)) for row in rows]


async def over_time(
    db: Reader, game: str, guild_id: int, user_ids: Collection[int], since: int = 0
) -> dict[int, list[PointRow]]:
    """Return each user's ratings after the matches that they have finished since `since`, oldest first."""
    conditions = rating_points.c.game == game, rating_points.c.guild_id == guild_id
    of_them = select(rating_points).where(
        *conditions, rating_points.c.user_id.in_(user_ids), rating_points.c.at >= since
    )
    points_by_user: dict[int, list[PointRow]] = {}
    for row in await db.all(of_them.order_by(rating_points.c.at, rating_points.c.match_id)):
        points_by_user.setdefault(row.user_id, []).append(_point(row))
    return points_by_user


async def ratings_before(
    db: Reader, game: str, guild_id: int, user_ids: Collection[int], at: int
) -> dict[int, PointRow]:
    """Return these users' last ratings before a given time. Users without a rating are left out."""
    conditions = (
        rating_points.c.game == game,
        rating_points.c.guild_id == guild_id,
        rating_points.c.user_id.in_(user_ids),
    )
    last = select(rating_points.c.user_id, func.max(rating_points.c.at).label("at")).where(*conditions)
    last = last.where(rating_points.c.at < at).group_by(rating_points.c.user_id).subquery("last")
    same = and_(last.c.user_id == rating_points.c.user_id, last.c.at == rating_points.c.at)
    query = select(rating_points).join(last, same).where(*conditions).order_by(rating_points.c.match_id)
    # If two ratings of a user have the same time, keep that of the later match.
    return {row.user_id: _point(row) for row in await db.all(query)}


def _batches(rows: Iterable[RatingRow | PointRow]) -> Iterator[list[RatingRow | PointRow]]:
    """Yield the rows in batches that are small enough for one statement."""
    remaining_rows = iter(rows)
    while batch := list(islice(remaining_rows, BATCH_SIZE)):
        yield batch


def _ladder_ratings(game: str, guild_id: int) -> Select[Any]:
    return select(ratings).where(ratings.c.game == game, ratings.c.guild_id == guild_id)


def _rating(row: Row[Any]) -> RatingRow:
    return RatingRow(*(getattr(row, field.name) for field in fields(RatingRow)))


def _point(row: Row[Any]) -> PointRow:
    return PointRow(row.user_id, row.match_id, row.at, row.mu, row.sigma)
