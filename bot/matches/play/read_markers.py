"""Read markers: the position that a player last saw, when they last moved or had the board read out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.matches.history.service import History
from bot.matches.play.position_rebuild import DamagedMatch, position_at
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MOVE_KINDS, LogEntry, MatchInfo, Table
from bot.store.statements import board_readouts
from rules.kernel.data.view import View

#: Where the list of changes starts: at the player's last move, their last look, or the last turn.
Since = Literal["move", "look", "turn"]


@dataclass(frozen=True, slots=True)
class LastSeen:
    """The view that a player saw last, and where the list of changes since then starts."""

    view: View
    since: Since


class ReadMarkers:
    """Finds what players have already seen. It uses only information that they may see."""

    def __init__(self, repo: MatchRepository, history: History) -> None:
        self._repo = repo
        self._history = history

    async def last_seen(self, table: Table, seat: int | None, user_id: int) -> LastSeen | None:
        """Return what a player saw when they last moved or had the board read out; None if it's no longer available.

        For a player who has done neither, return what they saw before the last turn.
        """
        seq, since = await self._last(table.info, seat, user_id)
        if seq >= table.seq:
            return LastSeen(table.view(seat), since)
        if seq < 1:
            return None
        try:
            match = await position_at(self._repo.store.read, self._repo.games[table.info.game], table.info.id, seq)
        except DamagedMatch:
            return None
        return LastSeen(match.view(seat), since)

    async def _last(self, info: MatchInfo, seat: int | None, user_id: int) -> tuple[int, Since]:
        """Return the number of the entry that the player last saw, and whether they moved or had the board read out.

        For a player who has neither moved nor had the board read out, this is the last entry before the last turn.
        """
        looked_seq = await board_readouts.get(self._repo.store.read, info.id, user_id)
        entries = (
            await self._history.log(info, viewer=None) if seat is None else await self._history.since_own(info, seat)
        )
        line = _effective_entries(entries)
        own_moves = [
            entry.seq for entry in line if seat is not None and entry.seat == seat and entry.kind in MOVE_KINDS
        ]
        if own_moves and own_moves[-1] >= looked_seq:
            return own_moves[-1], "move"
        return (looked_seq, "look") if looked_seq else (_entry_before_turn(line), "turn")

    async def last_look(self, info: MatchInfo, user_id: int, otherwise: int | None = None) -> int:
        """Return the number of the entry that a spectator saw last.

        For a spectator who hasn't looked yet, return `otherwise` or, if that is None, the entry before the last turn.
        """
        seq, since = await self._last(info, None, user_id)
        return otherwise if since == "turn" and otherwise is not None else seq

    async def mark_read(self, table: Table, user_id: int, seq: int | None = None) -> None:
        """Record that a person has seen the board after entry `seq` (None: the current one), or a later one."""
        seq = table.seq if seq is None else seq
        if seq > await board_readouts.get(self._repo.store.read, table.info.id, user_id):
            async with self._repo.store.write() as tx:
                await board_readouts.save(tx, table.info.id, user_id, seq)


def _effective_entries(entries: list[LogEntry]) -> list[LogEntry]:
    """Return the entries that led to the current position, leaving out those that were taken back."""
    line: list[LogEntry] = []
    for entry in entries:
        restores = entry.restores
        if restores is not None:
            line = [old for old in line if old.seq <= restores]
        elif entry.known:
            line.append(entry)
    return line


def _entry_before_turn(line: list[LogEntry]) -> int:
    """Return the number of the entry before the last turn. A turn is a seat's consecutive moves."""
    moves = [entry for entry in line if entry.kind in MOVE_KINDS]
    first = len(moves) - 1
    while first > 0 and moves[first - 1].seat == moves[first].seat:
        first -= 1
    return moves[first].seq - 1 if moves else 0
