"""What became of matches that have come to their end, and of everybody in them: rows that need no match to be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from sqlalchemy import Row, delete, insert, select

from bot.store import ratings
from bot.store.connection import Reader, Transaction
from bot.store.decoding import decoded, readable
from bot.store.rows import ENDED, to_text
from bot.store.tables import finished, matches, results

#: How a match ended: by its rules, by a player's concession, as a draw, by everybody's agreement without a result, or
#: by whoever could end it alone.
Ending = Literal["played", "conceded", "draw", "agreed", "ended"]
#: The columns that are kept as JSON, and those that say yes or no.
_JSON = frozenset({"options", "pace", "scores", "played"})
_YES = frozenset({"rated", "last", "won"})
#: Rows of a match: by seat, who held it last first.
_ORDER = (results.c.seat, results.c.last.desc(), results.c.user_id)


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """A match that has come to its end."""

    match_id: int
    game: str
    guild_id: int
    #: The number of its seats.
    players: int
    options: dict[str, Any]
    pace: dict[str, Any]
    #: The round of its end, 0 for a game without; and the moves that led there.
    rounds: int
    moves: int
    ending: Ending
    started_at: int
    ended_at: int
    #: Whether its table wanted it to count for ratings.
    rated: bool = False
    #: The content pack's name, "" for the game's own.
    pack: str = ""

    @classmethod
    def of(cls, row: Row[Any]) -> FinishedRow:
        """Build from a row of `finished`."""
        return cls(**_read(row, cls))


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What became of one person, or one computer, in a match; a seat that changed hands has one of each holder."""

    match_id: int
    seat: int
    user_id: int
    name: str
    #: Whether they held the seat at the end; only then it has a place, points and what it played.
    last: bool
    #: The level of the computer that played the seat at the end; None for a person.
    computer: str | None
    #: The place among the seats, 1 is best; None where the match has none.
    place: int | None
    won: bool
    total: float | None
    scores: dict[str, float]
    #: What the seat played, such as its deck: ids by the game's names.
    played: dict[str, str]
    #: Moves made by this person, of all that were made in the seat.
    moves: int
    of_moves: int
    #: The median of the seconds between what others did and this person's next move; None without one.
    answers_in: int | None
    #: How often a hint was asked for in the seat.
    hints: int = 0

    @classmethod
    def of(cls, row: Row[Any]) -> ResultRow:
        """Build from a row of `results`."""
        return cls(**_read(row, cls))


def _read(row: Row[Any], kept: type[FinishedRow | ResultRow]) -> dict[str, Any]:
    """Return the values of a row of the tables by their names; raises Unreadable."""
    plain = {field.name: getattr(row, field.name) for field in fields(kept)}
    table = "finished" if kept is FinishedRow else "results"
    told = {name: decoded(f"{table}.{name}", plain[name], row.match_id) for name in _JSON & plain.keys()}
    return plain | told | {name: bool(plain[name]) for name in _YES & plain.keys()}


def _kept(row: FinishedRow | ResultRow) -> dict[str, Any]:
    """Return a row's values as they are saved."""
    plain = asdict(row)
    told = {name: to_text(plain[name]) for name in _JSON & plain.keys()}
    return plain | told | {name: int(plain[name]) for name in _YES & plain.keys()}


async def put(tx: Transaction, match: FinishedRow, rows: Sequence[ResultRow]) -> None:
    """Enter a match among the results, in place of what was entered before."""
    await remove(tx, match.match_id)
    await tx.run(insert(finished), _kept(match))
    await tx.run(insert(results), [_kept(row) for row in rows])
    if match.rated:
        await ratings.mark(tx, match.game, match.guild_id, (match.ended_at, match.match_id))


async def remove(tx: Transaction, match_id: int) -> None:
    """Take a match from the results: it goes on."""
    kept = select(finished.c.game, finished.c.guild_id, finished.c.ended_at)
    rated = await tx.one(kept.where(finished.c.match_id == match_id, finished.c.rated == 1))
    if rated is not None:
        await ratings.mark(tx, rated.game, rated.guild_id, (rated.ended_at, match_id))
    await tx.run(delete(results).where(results.c.match_id == match_id))
    await tx.run(delete(finished).where(finished.c.match_id == match_id))


async def get(db: Reader, match_id: int) -> tuple[FinishedRow, list[ResultRow]] | None:
    """Return what became of a match and of everybody in it, by seat, who held it last first; None if it goes on."""
    match = await db.one(select(finished).where(finished.c.match_id == match_id))
    if match is None:
        return None
    rows = await db.all(select(results).where(results.c.match_id == match_id).order_by(*_ORDER))
    return FinishedRow.of(match), [ResultRow.of(row) for row in rows]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of the matches that have ended are wanted; None for any."""

    game: str | None = None
    guild_id: int | None = None
    #: The first moment of the end, and the moment before which it must be.
    since: int | None = None
    before: int | None = None


async def page(db: Reader, wanted: Wanted, after: int, limit: int) -> list[tuple[FinishedRow, list[ResultRow]]]:
    """Return up to `limit` matches with numbers above `after`, in order, each as `get` returns it."""
    conditions = [finished.c.match_id > after, matches.c.status.in_(ENDED)]
    if wanted.game is not None:
        conditions.append(finished.c.game == wanted.game)
    if wanted.guild_id is not None:
        conditions.append(finished.c.guild_id == wanted.guild_id)
    if wanted.since is not None:
        conditions.append(finished.c.ended_at >= wanted.since)
    if wanted.before is not None:
        conditions.append(finished.c.ended_at < wanted.before)
    chosen = select(finished).join(matches, matches.c.id == finished.c.match_id).where(*conditions)
    found = readable(await db.all(chosen.order_by(finished.c.match_id).limit(limit)), FinishedRow.of)
    those = results.c.match_id.in_([match.match_id for match in found])
    rows: dict[int, list[ResultRow]] = {match.match_id: [] for match in found}
    for one in readable(await db.all(select(results).where(those).order_by(results.c.match_id, *_ORDER)), ResultRow.of):
        rows[one.match_id].append(one)
    return [(match, rows[match.match_id]) for match in found]
