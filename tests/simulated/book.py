"""The simulation's own book of every seat's time, by the rules alone: what its clock must show.

An account is added up second by second of true time: it runs while its seat is waited for, from the delivery of the
call, and stands while the match pauses, its channel is out of reach, its person is away, nobody can be reached, or
quiet hours stop it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.matches.pace import Kind, Pace
from tests.matches.a_year import counted
from tests.simulated.diary import Entry, Note

#: What somebody has who was late before they went away.
AFTERWARDS = 86400
#: Seconds by which both may differ, as each counts in whole ones.
ROUNDED = 3
#: A clock that is set by less is not noticed; and after so many seconds it has been.
STEP, NOTICED = 30, 60


@dataclass
class Account:
    """The time of one seat."""

    seat: int
    zone: str
    pace: Pace
    #: Seconds that are left; None before the first turn, and outside turns but of a bank.
    left: float | None = None
    waits_since: int | None = None
    runs: bool = False
    is_late: bool = False
    is_away: bool = False
    #: Whether the clock stands until a call is delivered.
    is_called: bool = False

    def passes(self, since: int, until: int, wall: int) -> None:
        """Let time pass in which it runs, if it does; `wall` is the difference of the clock on the wall."""
        if self.left is None or self.waits_since is None or not self.runs or self.is_away or self.is_late:
            return
        zone = self.zone if self.pace.rests else ""
        self.left = max(0.0, self.left - counted(zone, since + wall, until + wall))
        self.is_late = self.left == 0

    def begins(self, at: int, *, called: bool) -> None:
        kept = self.left if self.pace.kind is Kind.BANK else None
        self.left = self.pace.seconds if kept is None else kept
        self.waits_since, self.is_late = at, False
        self.is_called, self.runs = called, False

    def ends(self, *, moved: bool) -> None:
        if self.pace.kind is Kind.BANK and self.left is not None:
            self.left = min(self.pace.seconds, self.left + (self.pace.back if moved else 0))
        self.waits_since, self.runs, self.is_late, self.is_called = None, False, False, False

    def is_over(self) -> None:
        """Hear that its time is over, which may be a rounded second too early."""
        if self.left is not None and self.left <= ROUNDED:
            self.left, self.is_late = 0.0, True

    def gets(self, seconds: float) -> None:
        """Get more time, which begins anew for whoever was late."""
        if self.left is not None and self.waits_since is not None:
            self.left = seconds if self.is_late else self.left + seconds
            self.is_late = False


@dataclass
class Book:
    """The accounts of one match, and whatever lets all of them stand still."""

    pace: Pace
    accounts: list[Account]
    wall: int
    last: int = 0
    #: By how much the clock was set since a process has last noticed that, and when.
    unnoticed: int = 0
    set_at: int = 0
    stands: set[str] = field(default_factory=set)

    def wrong(self, notes: Sequence[Note]) -> Iterator[str]:
        """Go through what was saved, in order; yield where a clock shows something else."""
        for note in notes:
            self._pass(note.at)
            getattr(self, f"_{note.kind}")(note)
            if note.kind == "entry":
                yield from self._compare(note.about.seats, note)

    def _pass(self, at: int) -> None:
        if not self.stands:
            for account in self.accounts:
                account.passes(self.last, at, self.wall)
        self.last = max(self.last, at)

    def _compare(self, seats: Sequence[Any], note: Note) -> Iterator[str]:
        lost = abs(self.unnoticed) > STEP and note.at - self.set_at > NOTICED
        if abs(self.unnoticed) > STEP and not lost:
            return  # it is noticed soon
        for seat, account in zip(seats, self.accounts, strict=True):
            ours, theirs = account.left, self._shown(seat, note.at)
            if account.is_away or self.stands or account.waits_since is None:
                continue  # what stands is set right when it goes on
            if seat.clock_since is None and not account.runs:
                theirs = seat.clock_left
            if lost:
                account.left = theirs  # no process was there when the clock was set, so none can know of it
            elif ours is None or theirs is None or abs(ours - theirs) > ROUNDED:
                yield (
                    f"seat {account.seat} has {theirs} s on its clock at entry {note.about.seq}, {note.at} s after the"
                    f" beginning, and should have {ours}"
                )
                account.left = theirs  # so that it is told once
        self.unnoticed = 0 if lost else self.unnoticed

    def _shown(self, seat: Any, at: int) -> float | None:
        """Return what a saved clock shows."""
        if seat.clock_left is None or seat.clock_since is None:
            return seat.clock_left
        if seat.late_since is not None:
            return 0
        zone, now = (seat.clock_rest or "").split(" ")[0], at + self.wall
        return max(0, seat.clock_left - (counted(zone, seat.clock_since, now) if now > seat.clock_since else 0))

    # -- what is saved ------------------------------------------------------------------------------------

    def _entry(self, note: Note) -> None:
        entry: Entry = note.about
        by_hand = {row.seat for row in entry.rows if row.kind in ("act", "withdraw", "here")}
        moved = {row.seat for row in entry.rows if row.kind in ("act", "order")}
        answered = {row.seat for row in entry.rows if row.kind in ("act", "order", "late")}
        for row in entry.rows:
            if row.kind == "away":
                self._leaves(self.accounts[row.seat])
            if row.kind == "late":
                self.accounts[row.seat].is_over()
        for seat, account in zip(entry.seats, self.accounts, strict=True):
            back = account.is_away and account.seat in by_hand
            account.is_away = account.is_away and not back
            since: int | None = seat.waiting_since
            anew = since is not None and since != account.waits_since
            if account.waits_since is not None and (anew or since is None):
                account.ends(moved=account.seat in moved)
            elif account.waits_since is not None and account.is_late and account.seat in answered:
                account.left = self.pace.back if self.pace.kind is Kind.BANK else self.pace.seconds
                account.is_late, account.runs = False, True
            if anew and since is not None:
                account.begins(since, called=account.seat in entry.called)
            # Whoever moves in their turn before they are called needs no call: their clock begins.
            if account.waits_since is not None and (anew or account.seat in by_hand) and not account.runs:
                account.is_called = account.seat in entry.called
                account.runs = not (account.is_called or account.is_away or self._stands_still)

    @property
    def _stands_still(self) -> bool:
        return bool(self.stands - {"nobody"})

    def _leaves(self, account: Account) -> None:
        if account.is_late:
            account.left, account.is_late, account.runs = AFTERWARDS, False, True
        account.is_away = True

    def _called(self, note: Note) -> None:
        for account in self.accounts:
            if account.seat in note.about[1] and account.waits_since is not None:
                account.runs = account.runs or not (account.is_away or self._stands_still)

    def _pause(self, _: Note) -> None:
        self.stands.add("pause")

    def _resume(self, _: Note) -> None:
        self.stands.discard("pause")
        for account in self.accounts:
            if account.waits_since is not None and not (account.is_away or self._stands_still):
                account.runs = True

    def _park(self, _: Note) -> None:
        self.stands.add("park")

    def _unpark(self, _: Note) -> None:
        self.stands.discard("park")

    def _more(self, note: Note) -> None:
        number, seconds = note.about
        for account in self.accounts:
            if number in (None, account.seat):
                account.gets(seconds)

    def _step(self, note: Note) -> None:
        self.wall += note.about
        self.unnoticed += note.about
        self.set_at = note.at

    def _put_off_times(self, note: Note) -> None:
        self.unnoticed -= note.about

    def _reached(self, _: Note) -> None:
        """See `outages`."""

    def _nobody(self, note: Note) -> None:
        """Nobody can be reached, or somebody can again."""
        self.stands = self.stands | {"nobody"} if note.about else self.stands - {"nobody"}


def outages(notes: Sequence[Note], outage: int) -> Iterator[Note]:
    """Yield when a time begins and ends in which nobody was reached, as the processes have noted it."""
    before: int | None = None
    for note in notes:
        if note.kind != "reached":
            continue
        if before is not None and note.at - before > outage:
            yield Note(before, None, "nobody", True)
            yield Note(note.at, None, "nobody", False)
        before = note.at
