"""Matches and their seats in the database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from bot.store.connection import Reader, Transaction
from bot.store.rows import LIVE, MatchRow, SeatRow, Status, pack, to_text, unpack

#: The columns of attributes that have other names.
_NAMES = {"deadline": "held_until", "deadline_set_at": "held_since", "deferred": "kept"}
_COLUMNS = ", ".join(
    f"{_NAMES.get(name, name)} AS {name}" for name in (*MatchRow.__slots__, *SeatRow.__slots__) if name != "seats"
)
#: A match with a row for each seat, in one query, so that no move can happen in between.
_SEATED = f"SELECT {_COLUMNS} FROM matches LEFT JOIN seats ON match_id = id WHERE id = ({{}}) ORDER BY seat"  # noqa: S608 - our own words
_LIVE = "status IN ({})".format(", ".join(f"'{status}'" for status in LIVE))


@dataclass(frozen=True, slots=True)
class WaitingRow:
    """A match that waits for somebody."""

    match_id: int
    channel_id: int
    seat: int
    since: int


class ChannelTaken(Exception):
    """The channel already has a live match."""


class SeatTaken(Exception):
    """The person or the seat is already at the table."""


async def get(db: Reader, match_id: int) -> MatchRow | None:
    """Return the match, or None."""
    return _match(await db.all(_SEATED.format("?"), (match_id,)))


async def in_channel(db: Reader, channel_id: int, *, live: bool = True) -> MatchRow | None:
    """Return the channel's live match; with live=False the newest one of any status."""
    where = f"channel_id = ? AND {_LIVE}" if live else "channel_id = ?"
    newest = f"SELECT id FROM matches WHERE {where} ORDER BY id DESC LIMIT 1"  # noqa: S608 - our own words
    return _match(await db.all(_SEATED.format(newest), (channel_id,)))


async def seq(db: Reader, match_id: int) -> int:
    """Return the number of the match's last journal entry."""
    row = await db.one("SELECT seq FROM matches WHERE id = ?", (match_id,))
    return 0 if row is None else row["seq"]


async def state(db: Reader, match_id: int) -> tuple[int, bytes] | None:
    """Return the match's sequence number and saved state, or None before it has begun."""
    row = await db.one("SELECT seq, state FROM matches WHERE id = ?", (match_id,))
    return None if row is None or row["state"] is None else (row["seq"], unpack(row["state"]))


async def waiting(db: Reader, user_id: int) -> list[WaitingRow]:
    """Return the matches that wait for this person, the longest wait first."""
    rows = await db.all(
        """SELECT seats.match_id, matches.channel_id, seats.seat, seats.waiting_since
           FROM seats JOIN matches ON matches.id = seats.match_id
           WHERE seats.user_id = ? AND seats.waiting_since IS NOT NULL AND matches.status = 'playing'
           ORDER BY seats.waiting_since, seats.match_id""",
        (user_id,),
    )
    return [WaitingRow(*row) for row in rows]


async def has_finished(db: Reader, user_id: int, game: str) -> bool:
    """Tell whether a person has played a match of this game to its end."""
    row = await db.one(
        """SELECT 1 FROM seats JOIN matches ON matches.id = seats.match_id
           WHERE seats.user_id = ? AND matches.game = ? AND matches.status = 'over' LIMIT 1""",
        (user_id, game),
    )
    return row is not None


async def live_of(db: Reader, user_id: int) -> int:
    """Return at how many matches that are not over a person sits."""
    row = await db.one(
        f"SELECT count(*) AS n FROM seats JOIN matches ON id = match_id WHERE user_id = ? AND {_LIVE}",  # noqa: S608 - our own words
        (user_id,),
    )
    return 0 if row is None else row["n"]


async def live_in(db: Reader, guild_id: int) -> int:
    """Return how many matches of a server are not over."""
    row = await db.one(f"SELECT count(*) AS n FROM matches WHERE guild_id = ? AND {_LIVE}", (guild_id,))  # noqa: S608 - our own words
    return 0 if row is None else row["n"]


async def live_guilds(db: Reader) -> set[int]:
    """Return the servers with matches that are not over."""
    rows = await db.all(f"SELECT DISTINCT guild_id FROM matches WHERE {_LIVE}")  # noqa: S608 - our own words
    return {row["guild_id"] for row in rows}


async def park(tx: Transaction, now: int, *, guild_id: int | None = None, channel_id: int | None = None) -> int:
    """Let the live matches of a server or a channel stand still; return how many."""
    return await tx.run(
        f"UPDATE matches SET parked_at = ? WHERE (guild_id = ? OR channel_id = ?) AND parked_at IS NULL AND {_LIVE}",  # noqa: S608 - our own words
        (now, guild_id, channel_id),
    )


async def unpark(tx: Transaction, now: int, *, guild_id: int | None = None, match_id: int | None = None) -> list[int]:
    """Let the matches of a server, or one match, go on; return which. Deadlines come later by the time that passed."""
    rows = await tx.all(
        f"SELECT id FROM matches WHERE (guild_id = ? OR id = ?) AND parked_at IS NOT NULL AND {_LIVE}",  # noqa: S608 - our own words
        (guild_id, match_id),
    )
    for row in rows:
        await tx.run(
            """UPDATE matches SET held_until = held_until + max(0, ? - parked_at),
                      held_since = held_since + max(0, ? - parked_at), parked_at = NULL
               WHERE id = ?""",
            (now, now, row["id"]),
        )
    return [row["id"] for row in rows]


async def running(db: Reader) -> list[int]:
    """Return the ids of all matches that are being played."""
    return [row["id"] for row in await db.all("SELECT id FROM matches WHERE status = 'playing' ORDER BY id")]


async def error_text(db: Reader, match_id: int) -> str | None:
    """Return the report of the error that froze the match, for the operator only."""
    row = await db.one("SELECT error FROM matches WHERE id = ?", (match_id,))
    return None if row is None else row["error"]


async def create(
    tx: Transaction,
    *,
    game: str,
    guild_id: int,
    channel_id: int,
    host_id: int,
    locale: str,
    options: dict[str, Any],
    now: int,
) -> int:
    """Open a lobby and return its id; raises ChannelTaken."""
    try:
        return await tx.insert(
            """INSERT INTO matches (game, guild_id, channel_id, status, host_id, locale, options, created_at)
               VALUES (?, ?, ?, 'lobby', ?, ?, ?, ?)""",
            (game, guild_id, channel_id, host_id, locale, to_text(options), now),
        )
    except sqlite3.IntegrityError as error:
        raise ChannelTaken from error


async def set_lobby(tx: Transaction, match_id: int, *, host_id: int, locale: str, options: dict[str, Any]) -> None:
    """Change a lobby's host, language and options."""
    await tx.run(
        "UPDATE matches SET host_id = ?, locale = ?, options = ? WHERE id = ?",
        (host_id, locale, to_text(options), match_id),
    )


async def set_seats(tx: Transaction, match_id: int, seats: Iterable[SeatRow]) -> None:
    """Replace everyone at the table; raises SeatTaken."""
    await tx.run("DELETE FROM seats WHERE match_id = ?", (match_id,))
    for seat in seats:
        try:
            await tx.run(
                "INSERT INTO seats (match_id, seat, user_id, name, dm_message_id, computer) VALUES (?, ?, ?, ?, ?, ?)",
                (match_id, seat.seat, seat.user_id, seat.name, seat.dm_message_id, seat.computer),
            )
        except sqlite3.IntegrityError as error:
            raise SeatTaken from error


async def set_standing(tx: Transaction, match_id: int, seat: int, orders: Sequence[str]) -> None:
    """Save all standing orders of a seat."""
    text = "\n".join(orders)
    await tx.run("UPDATE seats SET standing = ? WHERE match_id = ? AND seat = ?", (text, match_id, seat))


async def defer_answer(tx: Transaction, match_id: int, seat: int, seq: int) -> None:
    """Save that a seat has answered position `seq` and that the answer counts later."""
    await tx.run("UPDATE seats SET kept = ? WHERE match_id = ? AND seat = ?", (seq, match_id, seat))


async def carry_deferred(tx: Transaction, match_id: int) -> None:
    """Keep deferred answers valid for the next entry, which does not change the position."""
    await tx.run(
        """UPDATE seats SET kept = kept + 1
           WHERE match_id = ? AND kept = (SELECT seq FROM matches WHERE id = match_id)""",
        (match_id,),
    )


async def set_computer(tx: Transaction, match_id: int, seat: int, level: str | None) -> None:
    """Save the level of the computer that plays a seat; None if its person does."""
    await tx.run("UPDATE seats SET computer = ? WHERE match_id = ? AND seat = ?", (level, match_id, seat))


async def with_computers(db: Reader) -> list[int]:
    """Return the running matches in which a computer plays a seat."""
    rows = await db.all(
        """SELECT DISTINCT id FROM matches JOIN seats ON seats.match_id = matches.id
           WHERE seats.computer IS NOT NULL AND matches.status = 'playing' AND parked_at IS NULL ORDER BY id"""
    )
    return [row["id"] for row in rows]


async def set_deadline(tx: Transaction, match_id: int, until: int | None, now: int) -> None:
    """Save the deadline of the open decision, and that it was set now."""
    await tx.run("UPDATE matches SET held_until = ?, held_since = ? WHERE id = ?", (until, now, match_id))


async def past_deadline(db: Reader, until: int) -> list[int]:
    """Return the running matches with a deadline at this time or earlier, the earliest first."""
    rows = await db.all(
        """SELECT id FROM matches WHERE held_until <= ? AND status = 'playing' AND parked_at IS NULL
           ORDER BY held_until, id""",
        (until,),
    )
    return [row["id"] for row in rows]


async def deadlines_set_later(db: Reader, now: int) -> list[int]:
    """Return the running matches whose deadline was set later than now: the clock was set back."""
    rows = await db.all(
        """SELECT id FROM matches
           WHERE held_until IS NOT NULL AND held_since > ? AND status = 'playing' ORDER BY id""",
        (now,),
    )
    return [row["id"] for row in rows]


async def next_deadline(db: Reader, after: int) -> int | None:
    """Return the next deadline of a running match after this time, or None."""
    row = await db.one(
        "SELECT min(held_until) AS at FROM matches WHERE held_until > ? AND status = 'playing' AND parked_at IS NULL",
        (after,),
    )
    return None if row is None else row["at"]


async def advance(
    tx: Transaction, match_id: int, seq: int, state: bytes, status: Status, now: int, *, moves: int = 1
) -> bool:
    """Save a new position as number `seq`, this many moves later. If the match is not at `seq - moves`, save nothing
    and return False.
    """
    blob = pack(state)
    changed = await tx.run(
        """UPDATE matches SET seq = ?, state = ?, status = ?, started_at = coalesce(started_at, ?),
                  ended_at = CASE WHEN ? = 'over' THEN ? END
           WHERE id = ? AND seq = ?""",
        (seq, blob, status, now, status, now, match_id, seq - moves),
    )
    if not changed:
        return False
    await tx.run("INSERT INTO snapshots (match_id, seq, state) VALUES (?, ?, ?)", (match_id, seq, blob))
    return True


async def close(tx: Transaction, match_id: int, seq: int, status: Status, now: int | None) -> None:
    """Change the status but not the position; `now` is the time of the end, if the match ends."""
    await tx.run("UPDATE matches SET status = ?, seq = ?, ended_at = ? WHERE id = ?", (status, seq, now, match_id))
    if status != "frozen":
        await tx.run("UPDATE seats SET waiting_since = NULL WHERE match_id = ?", (match_id,))
        await tx.run("DELETE FROM brought WHERE match_id = ?", (match_id,))


async def freeze(tx: Transaction, match_id: int, error_id: str, report: str) -> bool:
    """Freeze a match whose rules failed; return False if it is not running. The report is for the operator."""
    return bool(
        await tx.run(
            """UPDATE matches SET status = 'frozen', error_id = ?, error = ?
               WHERE id = ? AND status IN ('lobby', 'playing')""",
            (error_id, report, match_id),
        )
    )


async def set_waiting(tx: Transaction, match_id: int, seats: Sequence[SeatRow]) -> None:
    """Save since when each seat must decide, and which seats were called."""
    for seat in seats:
        await tx.run(
            """UPDATE seats SET waiting_since = ?, pinged_seq = ?, pinged_epoch = ?
               WHERE match_id = ? AND seat = ?""",
            (seat.waiting_since, seat.pinged_seq, seat.pinged_epoch, match_id, seat.seat),
        )


async def thaw(tx: Transaction, match_id: int) -> None:
    """Reopen a match that is frozen or has ended; raises ChannelTaken."""
    try:
        await tx.run("UPDATE matches SET status = 'playing', error_id = NULL, error = NULL WHERE id = ?", (match_id,))
    except sqlite3.IntegrityError as error:
        raise ChannelTaken from error


async def stand_still(tx: Transaction, match_id: int) -> None:
    """Count an entry that does not change the position; deferred answers stay deferred."""
    await carry_deferred(tx, match_id)
    await tx.run("UPDATE matches SET seq = seq + 1 WHERE id = ?", (match_id,))
    await tx.run(
        "INSERT INTO snapshots (match_id, seq, state) SELECT id, seq, state FROM matches WHERE id = ?", (match_id,)
    )


async def set_lobby_message(tx: Transaction, match_id: int, message_id: int | None) -> None:
    """Save the message that shows the lobby."""
    await tx.run("UPDATE matches SET lobby_message_id = ? WHERE id = ?", (message_id, match_id))


async def set_board_message(tx: Transaction, match_id: int, message_id: int | None) -> None:
    """Save the message that shows the live board."""
    await tx.run("UPDATE matches SET board_message_id = ? WHERE id = ?", (message_id, match_id))


async def set_dm_message(tx: Transaction, match_id: int, seat: int, message_id: int | None) -> None:
    """Save a seat's private message of this match."""
    await tx.run("UPDATE seats SET dm_message_id = ? WHERE match_id = ? AND seat = ?", (message_id, match_id, seat))


def _match(rows: Sequence[sqlite3.Row]) -> MatchRow | None:
    if not rows:
        return None
    return MatchRow.of(rows[0], tuple(SeatRow.of(row) for row in rows if row["seat"] is not None))
