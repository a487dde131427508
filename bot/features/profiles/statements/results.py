"""SQL statements for the results of finished matches, which can be read without loading the match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Literal

from sqlalchemy import Row, delete, insert, select

from bot.features.ratings import statements as ratings
from bot.store.decoding import decoded, readable
from bot.store.statements.rows import ENDED_STATUSES, dump_json
from bot.store.tables import finished, matches, results
from bot.store.transactions import Reader, Transaction

#: How a match ended: by its rules, by a concession, as a draw, by a vote without a result, or because someone with the
#: right to do so ended it.
Ending = Literal["played", "conceded", "draw", "agreed", "ended"]
#: The columns that contain JSON, and those that contain booleans.
_JSON_COLUMNS = frozenset({"options", "pace", "scores", "played"})
_BOOLEAN_COLUMNS = frozenset({"rated", "last", "won"})
#: The order of a match's results: by seat, with the last holder of each seat first.
_ORDER = (results.c.seat, results.c.last.desc(), results.c.user_id)


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """A finished match."""

    match_id: int
    game: str
    guild_id: int
    #: The number of seats in the match.
    players: int
    options: dict[str, Any]
    pace: dict[str, Any]
    #: The number of the last round (0 in a game without rounds), and the number of moves.
    rounds: int
    moves: int
    ending: Ending
    started_at: int
    ended_at: int
    #: Whether the players chose to play a rated match.
    rated: bool = False
    #: The name of the content pack; "" for the built-in pack.
    pack: str = ""

    @classmethod
    def from_row(cls, row: Row[Any]) -> FinishedRow:
        """Build the object from a row of the table `finished`; raises UnreadableValue."""
        return cls(**_read(row, cls))


@dataclass(frozen=True, slots=True)
class MatchResultRow:
    """The result of one player or computer in a match. A seat that changed hands has a row for each holder."""

    match_id: int
    seat: int
    user_id: int
    name: str
    #: Whether the player held the seat at the end. Only then does the row have a place, points and choices.
    last: bool
    #: The level of the computer that played the seat at the end; None for a person.
    computer: str | None
    #: The place among the seats, where 1 is best; None if the match has no ranking.
    place: int | None
    won: bool
    total: float | None
    scores: dict[str, float]
    #: The choices made for the seat, such as a deck: the game's id of each choice, keyed by kind of choice.
    played: dict[str, str]
    #: The number of moves by this player, and the number of all moves of the seat.
    moves: int
    of_moves: int
    #: The median of the player's response times in seconds; None if no response times are known.
    answers_in: int | None
    #: The number of hints shown to the seat's player.
    hints: int = 0

    @classmethod
    def from_row(cls, row: Row[Any]) -> MatchResultRow:
        """Build the object from a row of the table `results`; raises UnreadableValue."""
        return cls(**_read(row, cls))


def _read(row: Row[Any], row_type: type[FinishedRow | MatchResultRow]) -> dict[str, Any]:
    """Return the values of a database row as fields of the class `row_type`; raises UnreadableValue."""
    plain = {field.name: getattr(row, field.name) for field in fields(row_type)}
    table = "finished" if row_type is FinishedRow else "results"
    decoded_values = {
        name: decoded(f"{table}.{name}", plain[name], row.match_id) for name in _JSON_COLUMNS & plain.keys()
    }
    return plain | decoded_values | {name: bool(plain[name]) for name in _BOOLEAN_COLUMNS & plain.keys()}


def _saved_values(row: FinishedRow | MatchResultRow) -> dict[str, Any]:
    """Return the values of an object as they are saved in the database."""
    plain = asdict(row)
    encoded_values = {name: dump_json(plain[name]) for name in _JSON_COLUMNS & plain.keys()}
    return plain | encoded_values | {name: int(plain[name]) for name in _BOOLEAN_COLUMNS & plain.keys()}


async def save(tx: Transaction, match: FinishedRow, rows: Sequence[MatchResultRow]) -> None:
    """Save a match's results, replacing any earlier results."""
    await remove(tx, match.match_id)
    await tx.run(insert(finished), _saved_values(match))
    await tx.run(insert(results), [_saved_values(row) for row in rows])
    if match.rated:
        await ratings.mark(tx, match.game, match.guild_id, (match.ended_at, match.match_id))


async def remove(tx: Transaction, match_id: int) -> None:
    """Remove the results of a match."""
    query = select(finished.c.game, finished.c.guild_id, finished.c.ended_at)
    rated = await tx.one(query.where(finished.c.match_id == match_id, finished.c.rated == 1))
    if rated is not None:
        await ratings.mark(tx, rated.game, rated.guild_id, (rated.ended_at, match_id))
    await tx.run(delete(results).where(results.c.match_id == match_id))
    await tx.run(delete(finished).where(finished.c.match_id == match_id))


async def get(db: Reader, match_id: int) -> tuple[FinishedRow, list[MatchResultRow]] | None:
    """Return the results of a match and of its players; None if the match isn't finished.

    The players' results are ordered by seat, with the last holder of each seat first.
    """
    match = await db.one(select(finished).where(finished.c.match_id == match_id))
    if match is None:
        return None
    rows = await db.all(select(results).where(results.c.match_id == match_id).order_by(*_ORDER))
    return FinishedRow.from_row(match), [MatchResultRow.from_row(row) for row in rows]


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """Selects finished matches. A field that is None selects all values."""

    game: str | None = None
    guild_id: int | None = None
    #: Only matches that ended at or after `since`, and before `before`.
    since: int | None = None
    before: int | None = None


async def page(
    db: Reader, result_filter: ResultFilter, after: int, limit: int
) -> list[tuple[FinishedRow, list[MatchResultRow]]]:
    """Return up to `limit` matches with ids above `after`, ordered by id, each in the form that `get` returns."""
    conditions = [finished.c.match_id > after, matches.c.status.in_(ENDED_STATUSES)]
    if result_filter.game is not None:
        conditions.append(finished.c.game == result_filter.game)
    if result_filter.guild_id is not None:
        conditions.append(finished.c.guild_id == result_filter.guild_id)
    if result_filter.since is not None:
        conditions.append(finished.c.ended_at >= result_filter.since)
    if result_filter.before is not None:
        conditions.append(finished.c.ended_at < result_filter.before)
    match_query = select(finished).join(matches, matches.c.id == finished.c.match_id).where(*conditions)
    matches_on_page = readable(
        await db.all(match_query.order_by(finished.c.match_id).limit(limit)), FinishedRow.from_row
    )
    of_found_matches = results.c.match_id.in_([match.match_id for match in matches_on_page])
    rows: dict[int, list[MatchResultRow]] = {match.match_id: [] for match in matches_on_page}
    for result_row in readable(
        await db.all(select(results).where(of_found_matches).order_by(results.c.match_id, *_ORDER)),
        MatchResultRow.from_row,
    ):
        rows[result_row.match_id].append(result_row)
    return [(match, rows[match.match_id]) for match in matches_on_page]
