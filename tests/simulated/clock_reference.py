"""Computes from the documented rules what each seat's clock should show, to check the bot's clocks.

A clock counts true time. It runs from the delivery of the turn notification until its seat no longer has to act. It is
stopped while the match is paused, its channel is unreachable, its player is away, the bot can reach no one, or quiet
hours stop it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.matches.clocks.time_control import TimeControl, TimeControlKind
from tests.matches.year_of_play import counted
from tests.simulated.change_record import SavedChange, SavedEntries

#: Seconds on the clock of a late player who returns from an absence.
AFTERWARDS = 86400
#: Largest allowed difference from the bot's clock in seconds, because both clocks count whole seconds.
TOLERANCE = 3
#: The bot ignores changes of the machine's clock that are smaller than STEP seconds. It notices larger changes within
#: NOTICED seconds.
STEP, NOTICED = 30, 60


@dataclass
class ReferenceClock:
    """The reference clock of one seat."""

    seat: int
    zone: str
    pace: TimeControl
    #: Seconds left on the clock; None before the first turn and, unless the clock is a time bank, between turns.
    left: float | None = None
    waits_since: int | None = None
    runs: bool = False
    is_late: bool = False
    is_away: bool = False
    #: Whether the clock is waiting for the delivery of a turn notification.
    is_called: bool = False

    def passes(self, since: int, until: int, wall: int) -> None:
        """Count the true time from `since` to `until` if the clock runs. Wall-clock time is true time plus `wall`."""
        if self.left is None or self.waits_since is None or not self.runs or self.is_away or self.is_late:
            return
        zone = self.zone if self.pace.stops_in_quiet_hours else ""
        self.left = max(0.0, self.left - counted(zone, since + wall, until + wall))
        self.is_late = self.left == 0

    def begins(self, at: int, *, called: bool) -> None:
        kept = self.left if self.pace.kind is TimeControlKind.BANK else None
        self.left = self.pace.seconds if kept is None else kept
        self.waits_since, self.is_late = at, False
        self.is_called, self.runs = called, False

    def ends(self, *, moved: bool) -> None:
        if self.pace.kind is TimeControlKind.BANK and self.left is not None:
            self.left = min(self.pace.seconds, self.left + (self.pace.back if moved else 0))
        self.waits_since, self.runs, self.is_late, self.is_called = None, False, False, False

    def is_over(self) -> None:
        """Record that the bot considers the time to be up. It may do so up to TOLERANCE seconds too early."""
        if self.left is not None and self.left <= TOLERANCE:
            self.left, self.is_late = 0.0, True

    def gets(self, seconds: float) -> None:
        """Add time to the clock or, if the seat is late, set its clock to this time."""
        if self.left is not None and self.waits_since is not None:
            self.left = seconds if self.is_late else self.left + seconds
            self.is_late = False


@dataclass
class ReferenceClocks:
    """The reference clocks of one match, and the conditions that stop all of them."""

    pace: TimeControl
    accounts: list[ReferenceClock]
    wall: int
    last: int = 0
    #: The sum of the clock changes that no process has noticed yet, and the time of the last of them.
    unnoticed: int = 0
    set_at: int = 0
    stands: set[str] = field(default_factory=set)

    def wrong(self, notes: Sequence[SavedChange]) -> Iterator[str]:
        """Go through the recorded changes in order, and yield a sentence for each clock that differs from the bot's."""
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

    def _compare(self, seats: Sequence[Any], note: SavedChange) -> Iterator[str]:
        lost = abs(self.unnoticed) > STEP and note.at - self.set_at > NOTICED
        if abs(self.unnoticed) > STEP and not lost:
            return  # the bot is about to notice a change of the machine's clock
        for seat, account in zip(seats, self.accounts, strict=True):
            ours, theirs = account.left, self._shown(seat, note.at)
            if account.is_away or self.stands or account.waits_since is None:
                continue  # the bot corrects a stopped clock only when the clock starts again
            if seat.clock_since is None and not account.runs:
                theirs = seat.clock_left
            if lost:
                account.left = theirs  # no process was running at the clock change, so none could notice it
            elif ours is None or theirs is None or abs(ours - theirs) > TOLERANCE:
                yield (
                    f"seat {account.seat} has {theirs} s on its clock at entry {note.about.seq}, {note.at} s after the"
                    f" beginning, and should have {ours}"
                )
                account.left = theirs  # report the difference only once
        self.unnoticed = 0 if lost else self.unnoticed

    def _shown(self, seat: Any, at: int) -> float | None:
        """Return the seconds that are left on the bot's saved clock at this time."""
        if seat.clock_left is None or seat.clock_since is None:
            return seat.clock_left
        if seat.late_since is not None:
            return 0
        zone, now = (seat.clock_rest or "").split(" ")[0], at + self.wall
        return max(0, seat.clock_left - (counted(zone, seat.clock_since, now) if now > seat.clock_since else 0))

    # -- recorded changes ---------------------------------------------------------------------------------

    def _entry(self, note: SavedChange) -> None:
        entry: SavedEntries = note.about
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
                account.left = self.pace.back if self.pace.kind is TimeControlKind.BANK else self.pace.seconds
                account.is_late, account.runs = False, True
            if anew and since is not None:
                account.begins(since, called=account.seat in entry.called)
            # If a player moves before the turn notification is delivered, no notification is needed, and their clock
            # starts at once.
            if account.waits_since is not None and (anew or account.seat in by_hand) and not account.runs:
                account.is_called = account.seat in entry.called
                account.runs = not (account.is_called or account.is_away or self._stands_still)

    @property
    def _stands_still(self) -> bool:
        return bool(self.stands - {"nobody"})

    def _leaves(self, account: ReferenceClock) -> None:
        if account.is_late:
            account.left, account.is_late, account.runs = AFTERWARDS, False, True
        account.is_away = True

    def _called(self, note: SavedChange) -> None:
        for account in self.accounts:
            if account.seat in note.about[1] and account.waits_since is not None:
                account.runs = account.runs or not (account.is_away or self._stands_still)

    def _pause(self, _: SavedChange) -> None:
        self.stands.add("pause")

    def _resume(self, _: SavedChange) -> None:
        self.stands.discard("pause")
        for account in self.accounts:
            if account.waits_since is not None and not (account.is_away or self._stands_still):
                account.runs = True

    def _park(self, _: SavedChange) -> None:
        self.stands.add("park")

    def _unpark(self, _: SavedChange) -> None:
        self.stands.discard("park")

    def _more(self, note: SavedChange) -> None:
        number, seconds = note.about
        for account in self.accounts:
            if number in (None, account.seat):
                account.gets(seconds)

    def _step(self, note: SavedChange) -> None:
        self.wall += note.about
        self.unnoticed += note.about
        self.set_at = note.at

    def _shift_times(self, note: SavedChange) -> None:
        self.unnoticed -= note.about

    def _reached(self, _: SavedChange) -> None:
        """Do nothing, because `outages` evaluates this kind of change."""

    def _nobody(self, note: SavedChange) -> None:
        """Record that the bot can no longer reach anyone, or that it can do so again."""
        self.stands = self.stands | {"nobody"} if note.about else self.stands - {"nobody"}


def outages(notes: Sequence[SavedChange], outage: int) -> Iterator[SavedChange]:
    """Yield the start and end of each period of more than `outage` seconds when no process could reach players."""
    before: int | None = None
    for note in notes:
        if note.kind != "reached":
            continue
        if before is not None and note.at - before > outage:
            yield SavedChange(before, None, "nobody", True)
            yield SavedChange(note.at, None, "nobody", False)
        before = note.at
