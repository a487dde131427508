"""The scheduler that makes the moves of computer players."""

from __future__ import annotations

import asyncio
import logging
import random
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.app.clock import HOUR, Clock
from bot.app.subprocesses import WorkerError
from bot.computers.player import HINT_LEVEL, Query, choose, imagine_match
from bot.computers.tree_search import Budget
from bot.computers.worker_pool import Chooser
from bot.matches.refusals import NewerMatch
from bot.matches.scheduler_base import ERROR_RETRY, Scheduler
from bot.matches.service import MatchService
from bot.matches.service_results import Table
from bot.notifications import match_posts
from bot.store import work_queue
from bot.store.errors import StoreError
from bot.store.statements import votes
from bot.store.transactions import Transaction
from rules.kernel.data.actions import Action
from rules.kernel.data.view import View, pack_of
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal

log = logging.getLogger(__name__)

#: Computers of the lower levels move after this many seconds, which is longer than they need to choose.
MOVE_PAUSE = 0.3
#: How many seconds computers wait to move while players answer a take-back request.
UNDO_WAIT = HOUR
#: Maximum number of matches that a process handles at the same time.
MAX_MATCHES = 64


@dataclass(frozen=True, slots=True)
class Advice:
    """A computer's suggested move for a seat, and the reason as a message id; "" if there is no reason to give."""

    action: Action
    why: str


class ComputerMoveScheduler(Scheduler):
    """Makes the moves of computer players. Runs until `stop` is called.

    All choices of a level take the same time, so the time reveals nothing about the options.
    """

    kind = "thinking"

    def __init__(self, service: MatchService, chooser: Chooser, clock: Clock, *, seconds: Callable[[], float]) -> None:
        """`seconds` returns the current search time for each choice at the hard level."""
        super().__init__(service.store, clock, service.matches.versions, at_once=MAX_MATCHES)
        self._service = service
        self._chooser = chooser
        self._seconds = seconds

    async def stop(self, grace: float = 0.0) -> None:
        """Stop at once. Another process, or the next start, repeats unfinished choices."""
        await super().stop(grace)
        await self._chooser.close()

    async def _do_work(self, match_id: int) -> None:
        """Make the moves of a match's computers until a human player must act."""
        failed = False
        try:
            while await self._move(match_id):
                pass
        except NewerMatch:
            pass  # a process of the newer version will do the work
        except (Refusal, StoreError) as error:
            # The match was frozen or has ended, or the disk failed. Log only the message id, because a Refusal's fields
            # may name cards.
            why = error.msgid if isinstance(error, Refusal) else error
            log.warning("a computer could not move: %s", why, extra={"match": match_id})
            failed = True
        except Exception:
            log.exception("a computer could not move", extra={"match": match_id})
            failed = True
        try:
            async with self._service.matches.lock_match(match_id) as tx:
                wait = await self._wait(match_id)
                await self._give_back(tx, match_id, ERROR_RETRY if failed and wait is not None else wait)
        except Refusal as error:
            async with self._store.lock_match(match_id) as tx:
                await self._give_back(tx, match_id, 0 if isinstance(error, NewerMatch) else None)

    async def _give_back(self, tx: Transaction, match_id: int, wait: int | None) -> None:
        now = self._clock.now()
        await work_queue.release(tx, self.kind, match_id, None if wait is None else now + wait, now)

    async def _wait(self, match_id: int) -> int | None:
        """Return the number of seconds until a computer's next move can be tried; None if no computer must move."""
        info = await self._service.matches.get(match_id)
        if info.status != "playing" or info.stands_still or not info.computers:
            return None
        if _next_computer_seat(await self._service.matches.table_of(info)) is None:
            return None
        return ERROR_RETRY if await self._has_recent_undo_vote(match_id) else 0

    async def _move(self, match_id: int) -> bool:
        """Make one computer player's move. Return False if no computer can move now."""
        info = await self._service.matches.get(match_id)
        if info.status != "playing" or info.stands_still or not info.computers:
            return False
        table = await self._service.matches.table_of(info)
        seat = _next_computer_seat(table)
        if seat is None:
            return False
        if await self._has_recent_undo_vote(match_id):
            return False
        level = table.info.seats[seat].computer or "normal"
        loop = asyncio.get_running_loop()
        ready = loop.time() + (self._seconds() if level == "hard" else min(MOVE_PAUSE, self._seconds()))
        action = await self._choice(table, seat, level)
        await asyncio.sleep(max(0.0, ready - loop.time()))
        await self._service.computers.act(match_id, seat, action, table.seq)
        return True

    async def suggestion(self, table: Table, seat: int) -> Action | None:
        """Return the move that a computer would make for a seat; None if the search fails.

        The computer uses only that seat's view, and always gives the same answer for the same view.
        """
        return await self.suggestion_in(table.match, seat, table.view(seat), table.info.id)

    async def suggestion_in(self, match: Match[Any], seat: int, view: View, match_id: int) -> Action | None:
        """Return the move that a computer would make in a position, for example at a step of a plan; see `suggestion`.

        `view` is the seat's view of the position, and `match_id` is the id of the match that the position belongs to.
        """
        try:
            world, seed = imagine_match(match, seat, view, match_id)
            action = await asyncio.to_thread(choose, world, seat, HINT_LEVEL, random.Random(seed), Budget())
        except Exception as error:
            log.error("no move could be suggested: %s", type(error).__name__, extra={"match": match_id})
            return None
        return action if action in match.decisions()[seat].actions else None

    async def advice(self, table: Table, seat: int) -> Advice | None:
        """Return the same move as `suggestion`, with its reason. This is slower, and runs in another process."""
        try:
            world, seed = imagine_match(table.match, seat, table.view(seat), table.info.id)
            pack = await self._pack(table)
            query = Query(table.match.game.id, world.dump(), seat, HINT_LEVEL, seed, Budget(), explains=True, pack=pack)
            answer = await self._chooser.ask(query, table.info.seats[seat].user_id)
            action = table.match.game.action_from_json(answer["action"])
        except Exception as error:
            # Log without the error's message, which may contain what the seat knows.
            log.error("no hint could be given: %s", type(error).__name__, extra={"match": table.info.id})
            return None
        return Advice(action, answer["why"]) if action in table.match.decisions()[seat].actions else None

    async def _pack(self, table: Table) -> tuple[str, bytes]:
        """Return the name of a match's content pack, and its zip if the name has a hash, for the worker process."""
        name = pack_of(table.view(None))
        return name, await self._service.matches.contents.zipped(name)

    async def _has_recent_undo_vote(self, match_id: int) -> bool:
        """Return whether a take-back vote was opened recently, because a computer's move would close the vote."""
        undo_votes = await votes.still_open(self._service.store.read, match_id, match_posts.UNDO_VOTE)
        # A vote with a time in the future was opened before the clock was set back, so its age is unknown. Don't wait
        # for it.
        return any(0 <= self._clock.now() - vote.created_at < UNDO_WAIT for vote in undo_votes)

    async def _choice(self, table: Table, seat: int, level: str) -> Action:
        """Return the worker process's choice. If the worker fails, choose in this process at the normal level."""
        match = table.match
        actions = match.decisions()[seat].actions
        if len(actions) == 1:
            return actions[0]
        extra = {"match": table.info.id, "level": level}
        try:
            # Like a player, the worker process only learns what the seat knows: it gets a determinization of the seat's
            # view.
            world = match.worlds(seat, random.Random(secrets.randbits(64))).dump()
            budget, pack = Budget(self._seconds()), await self._pack(table)
            query = Query(match.game.id, world, seat, level, secrets.randbits(63), budget, pack=pack)
            answer = await self._chooser.ask(query, table.info.host_id)
            action = match.game.action_from_json(answer["action"])
            if action in actions:
                return action
            log.error("the worker's answer is not possible", extra=extra)
        except WorkerError as error:
            log.error("the worker gave no answer: %s", error, extra=extra)
        except Exception as error:
            log.error("the worker could not be asked: %s", type(error).__name__, extra=extra)
        return await asyncio.to_thread(_without_worker, match.copy(), seat, extra)


def _next_computer_seat(table: Table) -> int | None:
    """Return the first computer's seat that must act and hasn't given a deferred answer; None if there is none."""
    seats = {seat.seat: seat for seat in table.info.seats}
    for seat in sorted(table.match.decisions()):
        if seats[seat].computer is not None and seats[seat].deferred != table.seq:
            return seat
    return None


def _without_worker(match: Match[Any], seat: int, extra: dict[str, Any]) -> Action:
    """Choose an action in this process at the normal level. If that fails, return the first legal action."""
    try:
        return choose(match, seat, "normal", random.Random(secrets.randbits(64)), Budget())
    except Exception as error:
        log.error("the normal level failed: %s", type(error).__name__, extra=extra)
        return match.decisions()[seat].actions[0]
