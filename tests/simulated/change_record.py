"""Records the saved changes that affect seat clocks and turn notifications, each with its true time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from bot.matches.clocks import service as clocks_service
from bot.matches.clocks.lateness import ASK_AGAIN_AFTER, Lateness
from bot.matches.clocks.pausing import Pausing
from bot.matches.play.move_batch import find_hidden_hold
from bot.matches.repository import MatchRepository
from bot.notifications import delivery
from bot.store import named_numbers, outbox
from bot.store.statements import matches

if TYPE_CHECKING:
    from tests.simulated.simulation import Simulation


#: Maximum number of seconds between a process's reading of the clock and the commit of the change.
MAX_COMMIT_DELAY = 60


@dataclass(frozen=True)
class SavedChange:
    """A saved change: seconds since the start of the simulation, match id (None for all matches), kind and contents."""

    at: int
    match_id: int | None
    kind: str
    about: Any = None


@dataclass(frozen=True)
class SavedEntries:
    """Journal entries that were saved together, the seats' new state, and who then had to act or was notified."""

    seq: int
    rows: tuple[Any, ...]
    seats: tuple[Any, ...]
    waiting: frozenset[int]
    called: frozenset[int]
    is_over: bool
    #: True if the match hides which players have answered.
    is_hidden: bool


class ChangeRecord:
    """Records the changes that a simulation's processes commit."""

    def __init__(self, sim: Simulation) -> None:
        self._sim = sim
        self.notes: list[SavedChange] = []
        #: Changes whose commit didn't report success. If the process died or the disk failed, such a change may or may
        #: not have been saved.
        self.unsure: list[SavedChange] = []

    def _true(self, now: int) -> int:
        """Return the true time, in seconds since the start, when a process read `now` on its clock."""
        late = self._now() - now
        # A large difference means that the clock was changed after the process read it.
        return round(self._sim.nature.loop.time() - (late if abs(late) < MAX_COMMIT_DELAY else 0))

    def note(self, tx: Any, now: int, match_id: int | None, kind: str, about: Any = None) -> None:
        """Record a change when its transaction is committed."""
        made = SavedChange(self._true(now), match_id, kind, about)
        self.unsure.append(made)
        tx.after_commit.append(partial(self._saved, made))

    def _saved(self, made: SavedChange) -> None:
        self.unsure.remove(made)
        self.notes.append(made)

    def stepped(self, seconds: int) -> None:
        """Record that the machine's clock was set forwards or back by this many seconds."""
        self.notes.append(SavedChange(round(self._sim.nature.loop.time()), None, "step", seconds))

    @contextmanager
    def kept(self) -> Iterator[None]:
        """During the block, record the changes that processes save."""
        with pytest.MonkeyPatch.context() as patch:
            self._look_at_entries(patch)
            self._look_at_times(patch)
            yield

    def _look_at_entries(self, patch: pytest.MonkeyPatch) -> None:
        save, put = MatchRepository.save, outbox.enqueue

        async def saved(repo: Any, tx: Any, info: Any, position: Any, rows: Any, calls: Any) -> Any:
            called: set[int] = set()
            before, tx.called = vars(tx).get("called"), called
            after = await save(repo, tx, info, position, rows, calls)
            tx.called = before
            waiting = frozenset(seat.seat for seat in after.seats if seat.waiting_since is not None)
            told = (
                tuple(rows),
                after.seats,
                waiting,
                frozenset(called),
                position.over,
                find_hidden_hold(position.match) is not None,
            )
            self.note(tx, rows[-1].at, info.id, "entry", SavedEntries(position.seq, *told))
            return after

        async def posted(tx: Any, match_id: int, posts: Any, **how: Any) -> None:
            called = vars(tx).get("called")
            if called is not None:
                called.update(*(post.payload["seats"] for post in posts if post.kind == "turn"))
            await put(tx, match_id, posts, **how)

        patch.setattr(MatchRepository, "save", saved)
        patch.setattr(outbox, "enqueue", posted)

    def _look_at_times(self, patch: pytest.MonkeyPatch) -> None:
        async def delivered(tx: Any, row: Any, now: int) -> None:
            if row.kind == "turn":
                self.note(tx, now, row.match_id, "called", (row.id, frozenset(row.payload["seats"])))
            await clocks_service.start_after_delivery(tx, row, now)

        async def extended(pausing: Any, tx: Any, info: Any, seconds: int) -> None:
            await extend(pausing, tx, info, seconds)
            self.note(tx, pausing._repo.clock.now(), info.id, "more", (None, seconds))

        async def waited(lateness: Any, tx: Any, info: Any, seat: Any, after: Any) -> None:
            await change(lateness, tx, info, seat, after)
            if (after.late_since, after.clock_left) != (seat.late_since, seat.clock_left):
                self.note(tx, lateness._repo.clock.now(), info.id, "more", (seat.seat, ASK_AGAIN_AFTER))

        extend, change = Pausing.extend, Lateness._change
        patch.setattr(delivery, "start_after_delivery", delivered)
        patch.setattr(Pausing, "extend", extended)
        patch.setattr(Lateness, "_change", waited)
        self._on(patch, matches, "pause", lambda tx, match_id, now, *more: (now, match_id))
        self._on(patch, matches, "resume", lambda tx, match_id, now: (now, match_id))
        self._on(patch, matches, "shift_times", lambda tx, seconds: (round(self._now()), None, seconds))
        self._on(
            patch,
            named_numbers,
            "set_number",
            lambda tx, name, value: (value, None) if name == named_numbers.REACHED_AT else None,
            "reached",
        )
        park, unpark = matches.suspend, matches.end_suspension

        async def parked(tx: Any, now: int, **which: Any) -> int:
            for match_id in self._meant(**which):
                self.note(tx, now, match_id, "park")
            return await park(tx, now, **which)

        async def unparked(tx: Any, now: int, **which: Any) -> list[int]:
            gone_on = await unpark(tx, now, **which)
            for match_id in gone_on:
                self.note(tx, now, match_id, "unpark")
            return gone_on

        patch.setattr(matches, "suspend", parked)
        patch.setattr(matches, "end_suspension", unparked)

    def _now(self) -> float:
        return self._sim.nature.now() + self._sim.nature.stepped

    def _meant(self, guild_id: int | None = None, channel_id: int | None = None) -> list[int]:
        every = [table for table in self._sim.tables if guild_id is not None or table.channel.id == channel_id]
        return [table.match_id for table in every]

    def _on(
        self, patch: pytest.MonkeyPatch, where: Any, name: str, told: Callable[..., Any], kind: str | None = None
    ) -> None:
        """Record calls of a store function. `told` returns a call's (time, match id[, contents]), or None to skip."""
        does = getattr(where, name)

        async def done(tx: Any, *how: Any) -> Any:
            found = await does(tx, *how)
            what = told(tx, *how)
            if what is not None:
                self.note(tx, what[0], what[1], kind or name, *what[2:])
            return found

        patch.setattr(where, name, done)
