"""Records the results of finished matches: players and outcomes, in rows that are independent of the match's data.

This runs in the background as soon as a match has ended. Results are computed from the match's journal, so matches that
were played under earlier versions of the bot are recorded in the same way.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Any

from pydantic import BaseModel

from bot.app.clock import DAY, Clock
from bot.features.profiles.statements import results
from bot.features.profiles.statements.results import Ending, FinishedRow, MatchResultRow
from bot.features.ratings.service.ladders import Ratings
from bot.matches import refusals
from bot.matches.refusals import NewerMatch
from bot.matches.scheduler_base import Scheduler
from bot.matches.service import MatchService
from bot.matches.service_results import MOVE_KINDS, SeatInfo, Table
from bot.store import work_queue
from bot.store.errors import StoreError
from bot.store.statements import cups, journal, seat_history
from bot.store.statements.rows import ENDED_STATUSES, JournalRow
from bot.store.statements.seat_history import FormerSeatRow
from rules.kernel.content.packs import BASE, pack_in
from rules.kernel.errors import Refusal

log = logging.getLogger(__name__)

#: Seconds to wait between recording two matches. The pause matters after an update, when earlier versions of the bot
#: may have left many matches to record.
MATCH_PAUSE = 0.02
#: How a match ended, by the kind of its last journal entry.
_ENDINGS: Mapping[str, Ending] = {
    "concede": "conceded",
    "conceded": "conceded",
    "draw": "draw",
    "agreed": "agreed",
    "end": "ended",
}


class ResultRecorder(Scheduler):
    """Records the results of finished matches in the background until it is stopped."""

    kind = "results"

    def __init__(self, service: MatchService, clock: Clock) -> None:
        super().__init__(service.store, clock, service.matches.versions, at_once=1)
        self._service = service

    async def _do_work(self, match_id: int) -> None:
        retry_at: int | None = None
        try:
            retry_at = None if await self.record(match_id) else self._clock.now()
        except NewerMatch:
            retry_at = self._clock.now()  # only a newer version of the bot can record the result
        except StoreError:
            raise
        except Refusal:
            log.warning("a finished match can't be opened, so it has no result", extra={"match": match_id})
        except Exception:
            log.exception("a finished match has no result", extra={"match": match_id})
            retry_at = self._clock.now() + DAY
        async with self._store.lock_match(match_id) as tx:
            await work_queue.release(tx, self.kind, match_id, retry_at, self._clock.now())
        await asyncio.sleep(MATCH_PAUSE)

    async def record(self, match_id: int) -> bool:
        """Record a finished match's results; return False if the match has changed in the meantime."""
        matches, read = self._service.matches, self._store.read
        info = await matches.get(match_id)
        if info.status not in ENDED_STATUSES or info.started_at is None:
            return True
        if info.unreadable:
            raise refusals.unreadable_settings()
        table = await matches.table_of(info)
        line = (await journal.effective_entries(read, match_id, info.seq))[::-1]
        match, rows = results_of(table, line, await seat_history.of_match(read, match_id))
        async with matches.lock_match(match_id) as tx:
            current = await matches.get(match_id)
            if (current.status, current.seq) != (info.status, info.seq):
                return False
            await results.save(tx, match, rows)
            await cups.match_changed(tx, match_id, self._clock.now())
        if match.rated:
            self._service.part(Ratings).news()
        return True


def results_of(
    table: Table, entries: Sequence[JournalRow], former_holders: Sequence[FormerSeatRow]
) -> tuple[FinishedRow, list[MatchResultRow]]:
    """Return the outcome of a finished match, and a result for everyone who held a seat.

    `entries` contains the journal entries that led to the end of the match, oldest first, and `former_holders` the
    players who were replaced.
    """
    info, match = table.info, table.match
    ending: Ending = "played" if not entries else _ENDINGS.get(entries[-1].kind, "played")
    options = _options(table)
    pack = pack_in(options)
    finished = FinishedRow(
        match_id=info.id,
        game=info.game,
        guild_id=info.guild_id,
        players=len(info.seats),
        options=options,
        pace=info.pace,
        rounds=match.game.round(table.view(None)),
        moves=sum(row.kind in MOVE_KINDS for row in entries),
        ending=ending,
        started_at=info.started_at or info.created_at,
        ended_at=info.ended_at or info.created_at,
        # No one may gain or lose rating points because of a fault in the bot: a frozen match counts only after its
        # repair.
        rated=bool(info.rated) and info.error_id is None,
        pack="" if pack == BASE else pack,
    )
    answers = _answer_times(entries)
    rows: list[MatchResultRow] = []
    for seat in info.seats:
        before = {
            former_seat.user_id: former_seat.name
            for former_seat in former_holders
            if former_seat.seat == seat.seat and former_seat.user_id != seat.user_id
        }
        for user, name in {seat.user_id: seat.name, **before}.items():
            outcome = _outcome(table, ending, entries, seat) if user == seat.user_id else _NO_OUTCOME
            rows.append(_row(info.id, seat, (user, name), entries, outcome, answers.get((seat.seat, user))))
    return finished, rows


def _row(
    match_id: int,
    seat: SeatInfo,
    holder: tuple[int, str],
    line: Sequence[JournalRow],
    outcome: Mapping[str, Any],
    answer_times: Sequence[int] | None,
) -> MatchResultRow:
    """Return the result row of a person or computer that held a seat.

    `holder` contains their id and name, and `answer_times` their response times in seconds.
    """
    user_id, name = holder
    last = user_id == seat.user_id
    moves = [row for row in line if row.seat == seat.seat and row.kind in MOVE_KINDS]
    own_moves = [row for row in moves if row.user_id == user_id and row.kind != "computer"]
    return MatchResultRow(
        match_id=match_id,
        seat=seat.seat,
        user_id=user_id,
        name=name,
        last=last,
        computer=seat.computer if last else None,
        **outcome,
        moves=len(own_moves) if seat.is_human else len(moves),
        of_moves=len(moves),
        answers_in=None if answer_times is None else round(median(answer_times)),
        hints=seat.hinted if last else 0,
    )


def _options(table: Table) -> dict[str, Any]:
    """Return a match's options.

    For an imported match, all options except the pack are stored only in the match's state.
    """
    match_options, state_options = table.info.options, getattr(table.match.state, "options", None)
    return (
        match_options
        if match_options.keys() - {"pack"} or not isinstance(state_options, BaseModel)
        else {**state_options.model_dump(mode="json"), **match_options}
    )


#: The outcome for players who gave up their seat before the end.
_NO_OUTCOME: Mapping[str, Any] = {"place": None, "won": False, "total": None, "scores": {}, "played": {}}


def _outcome(table: Table, ending: Ending, line: Sequence[JournalRow], seat: SeatInfo) -> Mapping[str, Any]:
    """Return the place, the points and the choices of a seat.

    A match that ended early has no points, and the choices in it may still be secret.
    """
    result = table.match.result if table.match.over else None
    if result is not None:
        row = next(row for row in result.rows if row.seat == seat.seat)
        played = table.match.game.played(table.match, seat.seat)
        won = seat.seat in result.winners
        return {"place": row.rank, "won": won, "total": row.total, "scores": row.scores, "played": played}
    if ending == "draw":
        return {**_NO_OUTCOME, "place": 1}
    if ending == "conceded" and line[-1].seat is not None:
        won = line[-1].seat == seat.seat
        return {**_NO_OUTCOME, "place": 1 if won else 2, "won": won}
    return _NO_OUTCOME


def _answer_times(line: Sequence[JournalRow]) -> dict[tuple[int, int], list[int]]:
    """Return players' response times in seconds, keyed by seat and user.

    A response time lasts from another seat's action to the player's move that directly follows it.
    """
    seconds_by_holder: dict[tuple[int, int], list[int]] = {}
    for before, row in pairwise(line):
        if row.kind == "act" and row.seat not in (None, before.seat) and row.user_id is not None:
            seconds_by_holder.setdefault((row.seat, row.user_id), []).append(row.at - before.at)
    return seconds_by_holder
