"""SQL statements for users' records of play, which are based on results.

No query loads a match, and the time that a query takes depends only on the number of one user's matches. A result
counts for a player who held the seat at the end, unless a computer was playing the seat at that time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, case, func, select

from bot.features.profiles.statements.results import Ending, FinishedRow, MatchResultRow
from bot.store.decoding import decoded_or
from bot.store.statements.rows import ENDED_STATUSES
from bot.store.tables import finished, matches, results
from bot.store.transactions import Reader

_MINE, _THEIRS, _NAMED = results.alias("mine"), results.alias("theirs"), results.alias("named")


@dataclass(frozen=True, slots=True)
class ProfileMatchRow:
    """A user's result in a match."""

    match_id: int
    game: str
    players: int
    ending: Ending
    #: Whether the result counts for the user, because they held the seat at the end and no computer was playing it.
    own: bool
    place: int | None
    won: bool
    played: dict[str, str]
    answers_in: int | None


@dataclass(frozen=True, slots=True)
class RivalRow:
    """A user's record against one opponent: their matches, and how often the user had the better or the worse place."""

    user_id: int
    #: The opponent's name in the latest match that the user played against them.
    name: str
    matches: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A finished match in a user's history, with its channel and the results of all players."""

    match: FinishedRow
    rows: Sequence[MatchResultRow]
    channel_id: int
    board_message_id: int | None


def _is_own_result(of: Any) -> ColumnElement[bool]:
    return (of.c.last == 1) & of.c.computer.is_(None)


async def played(db: Reader, user_id: int, guild_id: int | None) -> list[ProfileMatchRow]:
    """Return a user's results, oldest first, in all matches or only in those of one server."""
    columns = (
        *(finished.c[name] for name in ("match_id", "game", "players", "ending", "pack")),
        *(results.c[name] for name in ("last", "computer", "place", "won", "played", "answers_in")),
    )
    query = select(*columns).join_from(results, finished, finished.c.match_id == results.c.match_id)
    query = query.where(results.c.user_id == user_id).order_by(finished.c.ended_at, finished.c.match_id, results.c.last)
    if guild_id is not None:
        query = query.where(finished.c.guild_id == guild_id)
    # A user who left one seat and later took another has several results in a match. Count the last of them.
    row_by_match = {row.match_id: row for row in await db.all(query)}
    return [
        ProfileMatchRow(
            match_id=row.match_id,
            game=row.game,
            players=row.players,
            ending=row.ending,
            own=bool(row.last) and row.computer is None,
            place=row.place,
            won=bool(row.won),
            # Omit names from a server's own pack, because they must not be shown outside of matches with that pack.
            played={} if row.pack else decoded_or("results.played", row.played, row.match_id, dict[str, str]()),
            answers_in=row.answers_in,
        )
        for row in row_by_match.values()
    ]


async def rivals(db: Reader, user_id: int, guild_id: int | None, limit: int) -> list[RivalRow]:
    """Return a user's most frequent opponents in all servers or one. Only matches where both have a place count."""
    better, worse = _MINE.c.place < _THEIRS.c.place, _MINE.c.place > _THEIRS.c.place
    count, newest = func.count().label("matches"), func.max(_THEIRS.c.match_id).label("newest")
    rival_counts = (
        select(
            _THEIRS.c.user_id,
            count,
            func.sum(case((better, 1), else_=0)).label("ahead"),
            func.sum(case((worse, 1), else_=0)).label("behind"),
            newest,
        )
        .join_from(_MINE, _THEIRS, (_THEIRS.c.match_id == _MINE.c.match_id) & (_THEIRS.c.user_id != _MINE.c.user_id))
        .where(_MINE.c.user_id == user_id, _is_own_result(_MINE), _is_own_result(_THEIRS))
        .where(_MINE.c.place.is_not(None), _THEIRS.c.place.is_not(None), _THEIRS.c.user_id > 0)
        .group_by(_THEIRS.c.user_id)
        .order_by(count.desc(), newest.desc())
        .limit(limit)
    )
    if guild_id is not None:
        rival_counts = rival_counts.join(finished, finished.c.match_id == _MINE.c.match_id).where(
            finished.c.guild_id == guild_id
        )
    rivals_subquery = rival_counts.subquery("met")
    query = (
        select(rivals_subquery, _NAMED.c.name)
        .join_from(
            rivals_subquery,
            _NAMED,
            (_NAMED.c.match_id == rivals_subquery.c.newest) & (_NAMED.c.user_id == rivals_subquery.c.user_id),
        )
        .where(_NAMED.c.last == 1)
        .order_by(rivals_subquery.c.matches.desc(), rivals_subquery.c.newest.desc())
    )
    return [RivalRow(row.user_id, row.name, row.matches, row.ahead, row.behind) for row in await db.all(query)]


def _matches_query(user_id: int, game: str | None, other_id: int | None) -> Select[Any, Any]:
    """Return the query for a user's finished matches, optionally only of one game or with another user."""
    query = (
        select(finished.c.match_id, finished.c.ended_at)
        .join_from(results, finished, finished.c.match_id == results.c.match_id)
        .where(results.c.user_id == user_id)
        .distinct()
    )
    if game is not None:
        query = query.where(finished.c.game == game)
    if other_id is not None:
        opponent_query = select(_THEIRS.c.match_id).where(
            _THEIRS.c.match_id == results.c.match_id, _THEIRS.c.user_id == other_id
        )
        query = query.where(opponent_query.exists())
    return query


async def count(db: Reader, user_id: int, game: str | None = None, other_id: int | None = None) -> int:
    """Return the number of a user's finished matches, optionally in one game or with another user."""
    return await db.value(select(func.count()).select_from(_matches_query(user_id, game, other_id).subquery()))


async def page(
    db: Reader, user_id: int, game: str | None, other_id: int | None, first: int, limit: int
) -> list[PastMatch]:
    """Return up to `limit` of a user's finished matches, newest first, after skipping `first` of them."""
    query = _matches_query(user_id, game, other_id).order_by(finished.c.ended_at.desc(), finished.c.match_id.desc())
    ids = [row.match_id for row in await db.all(query.offset(first).limit(limit))]
    return await several(db, ids)


async def several(db: Reader, ids: Sequence[int]) -> list[PastMatch]:
    """Return these matches in the order of `ids`, leaving out those that are not finished."""
    query = select(finished, matches.c.channel_id, matches.c.board_message_id).join_from(
        finished, matches, matches.c.id == finished.c.match_id
    )
    heads = {row.match_id: row for row in await db.all(query.where(finished.c.match_id.in_(ids)))}
    order = (results.c.match_id, results.c.seat, results.c.last.desc())
    rows = [
        MatchResultRow.from_row(row)
        for row in await db.all(select(results).where(results.c.match_id.in_(ids)).order_by(*order))
    ]
    return [
        PastMatch(
            FinishedRow.from_row(heads[match_id]),
            [row for row in rows if row.match_id == match_id],
            heads[match_id].channel_id,
            heads[match_id].board_message_id,
        )
        for match_id in ids
        if match_id in heads
    ]


async def ended_in(db: Reader, channel_id: int, limit: int) -> list[PastMatch]:
    """Return a channel's finished matches, newest first."""
    found = select(matches.c.id).where(matches.c.channel_id == channel_id, matches.c.status.in_(ENDED_STATUSES))
    ids = [row.id for row in await db.all(found.order_by(matches.c.id.desc()).limit(limit))]
    return await several(db, ids)


async def ended_at(db: Reader, guild_id: int, games: Sequence[str], limit: int) -> list[PastMatch]:
    """Return a server's latest finished matches in these games, up to `limit` for each game, newest first."""
    newest: list[tuple[int, int]] = []
    for game in games:  # run a query for each game, because such a query can use an index
        found = select(finished.c.ended_at, finished.c.match_id)
        found = found.where(finished.c.guild_id == guild_id, finished.c.game == game)
        rows = await db.all(found.order_by(finished.c.ended_at.desc()).limit(limit))
        newest += [(row.ended_at, row.match_id) for row in rows]
    return await several(db, [match_id for _, match_id in sorted(newest, reverse=True)])
