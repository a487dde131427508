"""The scheduler of computer players: it lets them move when it is their turn, even after a restart."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import random
import secrets
from typing import Any

from bot.clock import Clock
from bot.computers.client import Chooser, NoAnswer
from bot.computers.player import Query, choose
from bot.computers.search import Budget
from bot.matches.records import MatchInfo, Table
from bot.matches.refusal import NewerMatch
from bot.matches.service import MatchService
from bot.store import StoreError, journal, matches
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal

log = logging.getLogger(__name__)

#: Seconds after which a computer of the lower levels moves; its choice takes less.
PAUSE = 0.3
#: Seconds that computers wait for people to answer a request to go back.
REQUEST = 3600
#: Seconds until a match that could not continue is tried again.
AGAIN = 60.0


class BotScheduler:
    """Plays for the computers until `stop`. Every choice takes the same time, so that the time reveals nothing about
    the options.
    """

    def __init__(self, service: MatchService, chooser: Chooser, clock: Clock, *, seconds: float) -> None:
        """`seconds` is how long the hard level searches for each choice."""
        self._service = service
        self._chooser = chooser
        self._clock = clock
        self._seconds = seconds
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._later: dict[int, asyncio.TimerHandle] = {}
        self._stopped = True
        service.matches.watchers.append(self._changed)

    async def start(self) -> None:
        """Start, with every running match that has a computer player."""
        self._stopped = False
        repo = self._service.matches
        for match_id in await matches.with_computers(repo.store.read, repo.versions):
            self._serve_soon(match_id)

    async def stop(self) -> None:
        """Stop at once; an unfinished choice is made again after the next start."""
        self._stopped = True
        for handle in self._later.values():
            handle.cancel()
        self._later.clear()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
        # One that was cancelled before it began has not taken itself off.
        self._tasks.clear()
        await self._chooser.close()

    @property
    def busy(self) -> bool:
        """Tell whether a computer has to move."""
        return bool(self._tasks)

    async def idle(self) -> None:
        """Wait until no computer has to move."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    def _changed(self, info: MatchInfo) -> None:
        if info.status == "playing" and info.computers:
            self._serve_soon(info.id)

    def _serve_soon(self, match_id: int) -> None:
        """Move for the computers of a match; if it changes meanwhile, check it again afterwards."""
        if self._stopped:
            return
        if match_id in self._tasks:
            self._again.add(match_id)
            return
        # The task belongs to no interaction, so it gets a context of its own.
        context, name = contextvars.Context(), f"computers of {match_id}"
        self._tasks[match_id] = asyncio.create_task(self._serve(match_id), name=name, context=context)

    async def _serve(self, match_id: int) -> None:
        try:
            while True:
                self._again.discard(match_id)
                if not await self._move(match_id) and match_id not in self._again:
                    return
        except NewerMatch:
            self._serve_later(match_id)  # should no newer process live on
        except (Refusal, StoreError) as error:
            # The match was frozen or ended meanwhile, or the disk failed.
            log.warning("a computer could not move: %s", error, extra={"match": match_id})
            self._serve_later(match_id)
        except Exception:
            log.exception("a computer could not move", extra={"match": match_id})
            self._serve_later(match_id)
        finally:
            self._tasks.pop(match_id, None)

    def _serve_later(self, match_id: int, seconds: float = AGAIN) -> None:
        if self._stopped or match_id in self._later:
            return

        def look() -> None:
            self._later.pop(match_id, None)
            self._serve_soon(match_id)

        self._later[match_id] = asyncio.get_running_loop().call_later(seconds, look)

    async def _move(self, match_id: int) -> bool:
        """Make one computer's move; return False when none has to move."""
        info = await self._service.matches.get(match_id)
        if info.status != "playing" or info.parked_at is not None:
            return False
        table = await self._service.matches.table_of(info)
        seat = _to_move(table)
        if seat is None:
            return False
        if await self._asked(match_id):
            self._serve_later(match_id)
            return False
        level = table.info.seats[seat].computer or "normal"
        loop = asyncio.get_running_loop()
        ready = loop.time() + (self._seconds if level == "hard" else min(PAUSE, self._seconds))
        action = await self._choice(table, seat, level)
        await asyncio.sleep(max(0.0, ready - loop.time()))
        await self._service.computers.act(match_id, seat, action, table.seq)
        return True

    async def suggestion(self, table: Table, seat: int) -> Action | None:
        """Return what a computer would do on a seat's behalf, by nothing but what that seat sees; None if it can't say.

        The same view always gets the same answer.
        """
        decision = table.match.decisions().get(seat)
        if decision is None or not decision.actions:
            return None
        rng = random.Random(f"{table.info.id}:{seat}:{table.view(seat).model_dump_json()}")
        try:
            world = table.match.worlds(seat, rng)
            action = await asyncio.to_thread(choose, world, seat, "normal", rng, Budget())
        except Exception as error:
            log.error("no move could be suggested: %s", type(error).__name__, extra={"match": table.info.id})
            return None
        return action if action in decision.actions else None

    async def _asked(self, match_id: int) -> bool:
        """Tell whether people are being asked to go back; a move would end that request."""
        request = await journal.open_request(self._service.store.read, match_id)
        # One of later than now was made before the clock was set back: nobody knows when.
        return request is not None and 0 <= self._clock.now() - request.created_at < REQUEST

    async def _choice(self, table: Table, seat: int, level: str) -> Action:
        """Return the worker's choice; if it has none, the normal level's, or the first action."""
        match = table.match
        actions = match.decisions()[seat].actions
        if len(actions) == 1:
            return actions[0]
        extra = {"match": table.info.id, "level": level}
        try:
            # The worker, too, sees only what the seat sees.
            world = match.worlds(seat, random.Random(secrets.randbits(64))).dump()
            query = Query(match.game.id, world, seat, level, secrets.randbits(63), Budget(self._seconds))
            action = match.game.action_from_json(await self._chooser.ask(query, table.info.host_id))
            if action in actions:
                return action
            log.error("the worker's answer is not possible", extra=extra)
        except NoAnswer as error:
            log.error("the worker gave no answer: %s", error, extra=extra)
        except Exception as error:
            log.error("the worker could not be asked: %s", type(error).__name__, extra=extra)
        return await asyncio.to_thread(_without_worker, match.copy(), seat, extra)


def _to_move(table: Table) -> int | None:
    """Return the first computer's seat with a decision and no deferred answer."""
    seats = {seat.seat: seat for seat in table.info.seats}
    for seat in sorted(table.match.decisions()):
        if seats[seat].computer is not None and seats[seat].deferred != table.seq:
            return seat
    return None


def _without_worker(match: Match[Any], seat: int, extra: dict[str, Any]) -> Action:
    """Choose without the worker."""
    try:
        return choose(match, seat, "normal", random.Random(secrets.randbits(64)), Budget())
    except Exception as error:
        log.error("the normal level failed: %s", type(error).__name__, extra=extra)
        return match.decisions()[seat].actions[0]
