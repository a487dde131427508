"""Models a year of friends who play by post: what they do, and the pings that the documented rules require.

This model doesn't use the bot's code. It finds nights by checking each quarter hour in a friend's local time.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from functools import cache
from zoneinfo import ZoneInfo

MINUTE, HOUR, DAY = 60, 3_600, 86_400
SLOT = 15 * MINUTE
CHANNEL, PRIVATE, BOTH, DAILY, NEVER = "channel", "private", "both", "daily", "never"


# -- local time -----------------------------------------------------------------------------------------------


@cache
def _is_quiet(zone: str, slot: int) -> bool:
    hour = datetime.fromtimestamp(slot * SLOT, ZoneInfo(zone)).hour
    return hour >= 22 or hour < 8


def is_quiet(zone: str, at: int) -> bool:
    """Return whether the local time in the zone is between 22:00 and 8:00. Without a zone, return False."""
    return bool(zone) and _is_quiet(zone, at // SLOT)


def morning(zone: str, at: int) -> int:
    """Return when the night that includes `at` ends."""
    slot = at // SLOT
    while _is_quiet(zone, slot):
        slot += 1
    return slot * SLOT


def evening(zone: str, at: int) -> int:
    """Return when the night that includes `at` started."""
    slot = at // SLOT
    while _is_quiet(zone, slot - 1):
        slot -= 1
    return slot * SLOT


def _stops(zone: str, at: int) -> bool:
    """Return whether `at` is in the first ten hours of a night, when clocks that stop at night are stopped."""
    return is_quiet(zone, at) and at - evening(zone, at) < 10 * HOUR


def _slots(since: int) -> Iterator[tuple[int, int]]:
    while True:
        until = (since // SLOT + 1) * SLOT
        yield since, until
        since = until


def counted(zone: str, since: int, until: int) -> int:
    """Return the seconds from `since` to `until` that count on a clock that stops at night in this zone."""
    if not zone:
        return until - since
    total = 0
    for begin, end in _slots(since):
        if begin >= until:
            return total
        total += 0 if _stops(zone, begin) else min(end, until) - begin
    raise AssertionError


def expiry_time(zone: str, since: int, seconds: int) -> int:
    """Return when a clock that stops at night in this zone will have counted `seconds` seconds since `since`."""
    if not zone:
        return since + seconds
    for begin, end in _slots(since):
        if _stops(zone, begin):
            continue
        if seconds <= end - begin:
            return begin + seconds
        seconds -= end - begin
    raise AssertionError


# -- matches and events -----------------------------------------------------------------------------------------


@dataclass
class Friend:
    """A player and their notification preferences."""

    user: int
    zone: str
    ring: str
    #: Local hour of the digest.
    hour: int = 18
    #: Probability of a visit at each of `times`, which are in minutes after midnight.
    habit: float = 0.8
    times: tuple[int, ...] = (8 * 60 + 30, 20 * 60)
    #: The first day when the friend stops playing without reporting an absence, and the day of their return.
    vanishes: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Pace:
    kind: str
    seconds: int = 72 * HOUR
    back: int = 0
    #: Whether the bot answers for players whose clock has run out. If it doesn't, they are late.
    answers: bool = False


@dataclass(frozen=True)
class Table:
    """Friends who play one match after another in a channel. Their matches cycle through the time controls."""

    channel: int
    users: tuple[int, ...]
    paces: tuple[Pace, ...]


@dataclass(frozen=True)
class YearEvent:
    """Something that a friend does at a certain time, or that happens to the bot."""

    at: int
    #: The kind of event: "looks" (a visit), "away", "zone", "rings", "pause", "begin" (a match), "down" or "up" (the
    #: bot).
    kind: str
    user: int = 0
    #: The channel's id, or the end of an absence.
    number: int = 0
    #: The new zone or the new ping preference.
    words: str = ""
    #: True if the friend only starts their turns in this visit, and true if they nudge players who keep them waiting.
    half: bool = False
    asks: bool = False


def visits(
    friend: Friend, year: int, days: int, rng: random.Random, zones: Callable[[int], str]
) -> Iterator[YearEvent]:
    """Yield a friend's random visits on the first `days` days of the year; `zones` returns their zone on a day."""
    for number in range(days):
        for minute in friend.times:
            chance, shift = rng.random(), rng.randrange(-90, 91)
            half, asks = rng.random() < 0.15, rng.random() < 0.2
            if chance > friend.habit or friend.vanishes[0] <= number < friend.vanishes[1]:
                continue
            midnight = datetime.combine(date(year, 1, 1) + timedelta(days=number), datetime.min.time())
            there = (midnight + timedelta(minutes=minute + shift)).replace(tzinfo=ZoneInfo(zones(number) or "UTC"))
            yield YearEvent(int(there.timestamp()), "looks", friend.user, half=half, asks=asks)


# -- expected pings -----------------------------------------------------------------------------------------------


@dataclass
class Wait:
    """A seat that must act, with its clock and its reminders."""

    seat: int
    user: int
    since: int
    #: True for a turn, which allows several actions; False for a bid.
    is_turn: bool
    #: Seconds on the clock at the start of the turn and at the clock's last start, and the time of that last start
    #: (None if the clock is stopped).
    whole: int = 0
    left: int = 0
    runs: int | None = None
    #: The zone whose nights stop the clock; empty if no nights do.
    rest: str = ""
    quarter: int | None = None
    reminded: bool = False
    is_late: bool = False
    #: When the player was last notified.
    called: int = 0
    #: In a friendly match, the time that reminders are counted from, and the number of reminders so far.
    base: int = 0
    given: int = 0
    nudged: int = 0
    #: The pings postponed until the morning, by kind ("reminder", "ring" or "nudge"), with their times.
    held: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def end(self) -> int | None:
        return None if self.runs is None or self.is_late else expiry_time(self.rest, self.runs, self.left)


@dataclass
class Vote:
    asker: int
    at: int
    days: int
    agreed: set[int]
    held: dict[int, int] = field(default_factory=dict[int, int])


@dataclass
class Match:
    table: Table
    pace: Pace
    turns: int
    #: The seat whose turn it is.
    seat: int = 0
    waits: dict[int, Wait] = field(default_factory=dict[int, Wait])
    bank: dict[int, int] = field(default_factory=dict[int, int])
    paused: tuple[int, int] | None = None
    vote: Vote | None = None
    #: When each absence ends, by user id.
    away: dict[int, int] = field(default_factory=dict[int, int])


#: In a friendly match, reminders are sent after these times, in seconds.
FRIENDLY = (DAY, 3 * DAY, 7 * DAY)
TURNS = 4


class Model:
    """Predicts the pings and late players according to the documented rules."""

    def __init__(self, friends: list[Friend], tables: list[Table], deeds: list[YearEvent]) -> None:
        self.friends = {friend.user: friend for friend in friends}
        self.tables = tables
        self.deeds = deeds
        self.matches: dict[int, Match] = {}
        self.played = dict.fromkeys((table.channel for table in tables), 0)
        self.down: int | None = None
        self.now = 0
        #: The pings so far, as (time, user id, kind, channel id).
        self.rings: list[tuple[int, int, str, int]] = []
        #: The late players so far, as (time, channel id, seat).
        self.late: list[tuple[int, int, int]] = []
        self._digested: dict[int, date] = {}
        #: Time and channel of the last reminder, by user id.
        self._reminded: dict[int, tuple[int, int]] = {}
        self._digest: dict[int, int] = {}

    def live(self) -> None:
        """Process all events in order, and everything that becomes due between them."""
        for deed in self.deeds:
            while self.down is None and (at := self._next()) is not None and at <= deed.at:
                self.now = max(self.now, at)
                self._due()
            self.now = deed.at
            getattr(self, f"_{deed.kind}")(deed)

    # -- due events -----------------------------------------------------------------------------------------

    def _next(self) -> int | None:
        times: list[int | None] = []
        for match in self.matches.values():
            if match.vote is not None:
                times += [match.vote.at + DAY, *match.vote.held.values()]
            if match.paused is not None:
                times.append(match.paused[1])
                continue
            times += match.away.values()
            for wait in self._here(match):
                times += [*wait.held.values(), wait.end, self._reminds(match, wait)]
        times += [self._digest_of(friend) for friend in self.friends.values() if friend.ring == DAILY]
        return min((at for at in times if at is not None), default=None)

    def _here(self, match: Match) -> list[Wait]:
        return [wait for wait in match.waits.values() if wait.user not in match.away]

    def _reminds(self, match: Match, wait: Wait) -> int | None:
        """Return when the next reminder is due, ignoring the one at the end of the clock; None if none is due."""
        if match.pace.kind == "friendly":
            return None if wait.given == len(FRIENDLY) else wait.base + FRIENDLY[wait.given]
        return None if wait.reminded or wait.is_late else wait.quarter

    def _due(self) -> None:
        for match in list(self.matches.values()):
            if match.vote is not None and match.vote.at + DAY <= self.now:
                self._pause_now(match)  # after a day without an objection, the match pauses
            if match.paused is not None and match.paused[1] <= self.now:
                self._resume(match)
            if match.paused is None:
                self._due_in(match)
        for match in self.matches.values():
            if match.vote is not None:
                self._due_votes(match, match.vote)
        for friend in self.friends.values():
            if friend.ring == DAILY and self._digest_of(friend) <= self.now:
                self._digest_now(friend)

    def _due_in(self, match: Match) -> None:
        for user in [user for user, until in match.away.items() if until <= self.now]:
            self._back(match, user)
        for wait in self._here(match):
            if wait.end is not None and wait.end <= self.now:
                self._over(match, wait)
        for wait in self._here(match):
            at = self._reminds(match, wait)
            if at is not None and at <= self.now:
                self._remind(match, wait)
        for wait in self._here(match):
            for what in [what for what, at in wait.held.items() if at <= self.now]:
                del wait.held[what]
                self._ring(match, wait, what)

    def _due_votes(self, match: Match, vote: Vote) -> None:
        for user in [user for user, at in vote.held.items() if at <= self.now]:
            del vote.held[user]
            self._ring_vote(match, vote, user)

    # -- pings ----------------------------------------------------------------------------------------------

    def _ring(self, match: Match, wait: Wait, *whats: str) -> None:
        """Ping the player now or, if it is night in their zone, in the morning."""
        friend = self.friends[wait.user]
        for what in whats:
            if is_quiet(friend.zone, self.now):
                wait.held["reminder" if what == "turn" else what] = morning(friend.zone, self.now)
                continue
            if what == "reminder" and not self._rings_first(match, wait.user):
                continue
            ring = (self.now, wait.user, what, match.table.channel)
            # Reminders that become due at the same time share one ping.
            if what not in ("ring", "reminder") or ring not in self.rings[-20:]:
                self.rings.append(ring)

    def _rings_first(self, match: Match, user: int) -> bool:
        """Return whether a reminder pings: in a friendly match, not within an hour of a reminder in another channel."""
        at, channel = self._reminded.get(user, (0, 0))
        again = channel != match.table.channel and self.now - at < HOUR
        if not again:
            self._reminded[user] = self.now, match.table.channel
        return not again or match.pace.kind != "friendly"

    def _places(self, user: int, in_channel: str, in_private: str) -> list[str]:
        ring = self.friends[user].ring
        return [in_channel] * (ring in (CHANNEL, BOTH)) + [in_private] * (ring in (PRIVATE, BOTH))

    def _call(self, match: Match, wait: Wait) -> None:
        self._ring(match, wait, *self._places(wait.user, "turn", "ring"))

    def _remind(self, match: Match, wait: Wait) -> None:
        places = self._places(wait.user, "reminder", "ring")
        zone = self.friends[wait.user].zone
        again = (morning(zone, wait.nudged) if is_quiet(zone, wait.nudged) else wait.nudged) + 12 * HOUR
        if match.pace.kind == "friendly" and self.now < again:
            wait.base = again - FRIENDLY[wait.given]  # a recent nudge postpones the next reminder
            return
        if match.pace.kind == "friendly":
            while wait.given < len(FRIENDLY) and wait.base + FRIENDLY[wait.given] <= self.now:
                wait.given += 1
        else:
            wait.reminded = True
            # These players may lose their turn, so they are pinged even if they have turned pings off.
            places = places or ["ring"]
        self._ring(match, wait, *places)

    def _over(self, match: Match, wait: Wait) -> None:
        """Handle a clock that runs out."""
        if match.pace.answers:
            self._move(match, wait, own=False)
            return
        end = wait.end
        assert end is not None
        wait.is_late = True
        self.late.append((self.now, match.table.channel, wait.seat))
        if match.pace.kind != "friendly":
            self._ring(match, wait, *self._places(wait.user, "reminder", "ring"))

    # -- the daily digest -------------------------------------------------------------------------------------

    def _digest_of(self, friend: Friend) -> int:
        """Return when the friend's next digest is due."""
        if friend.user not in self._digest:
            zone, at = ZoneInfo(friend.zone or "UTC"), self.now // SLOT * SLOT
            while True:
                at += SLOT
                there = datetime.fromtimestamp(at, zone)
                on_the_hour = (there.hour, there.minute) == (friend.hour, 0)
                if on_the_hour and there.date() != self._digested.get(friend.user):
                    break
            self._digest[friend.user] = at
        return self._digest[friend.user]

    def _digest_now(self, friend: Friend) -> None:
        due = self._digest[friend.user]
        matches = [match for match in self.matches.values() if match.paused is None]
        waits = any(wait.user == friend.user and wait.called < due for match in matches for wait in self._here(match))
        if waits and due < self.now and is_quiet(friend.zone, self.now) and due < evening(friend.zone, self.now):
            # The bot was down at the digest's hour and came back at night, so the digest waits for the morning.
            self._digest[friend.user] = morning(friend.zone, self.now)
            return
        if waits:
            self.rings.append((self.now, friend.user, "digest", 0))
            self._digested[friend.user] = datetime.fromtimestamp(self.now, ZoneInfo(friend.zone or "UTC")).date()
        del self._digest[friend.user]

    # -- clocks ---------------------------------------------------------------------------------------------

    def _start(self, match: Match, wait: Wait) -> None:
        """Start a seat's clock now, unless it is running, the player is away or the match is paused."""
        if wait.runs is not None or wait.user in match.away or match.paused is not None:
            return
        wait.runs, wait.quarter = self.now, None
        end = wait.end
        if match.pace.kind == "friendly" or end is None:
            return
        at = end - min(max(wait.whole // 4, 2 * HOUR), DAY)
        zone = self.friends[wait.user].zone
        if is_quiet(zone, at):
            at = morning(zone, at) if morning(zone, at) < end else evening(zone, at)
        wait.quarter = at if at > self.now else None

    def _stop(self, wait: Wait, at: int | None = None) -> None:
        if wait.runs is not None:
            wait.left -= counted(wait.rest, wait.runs, self.now if at is None else at)
            wait.runs = None

    # -- play -----------------------------------------------------------------------------------------------

    def _begin(self, deed: YearEvent) -> None:
        if self.down is not None or deed.number in self.matches:
            return
        table = next(table for table in self.tables if table.channel == deed.number)
        pace = table.paces[self.played[table.channel] % len(table.paces)]
        self.played[table.channel] += 1
        match = self.matches[table.channel] = Match(table, pace, TURNS)
        self._await(match, 0, is_turn=True)

    def _await(self, match: Match, seat: int, *, is_turn: bool) -> None:
        user, pace = match.table.users[seat], match.pace
        wait = match.waits[seat] = Wait(seat, user, self.now, is_turn, base=self.now, called=self.now)
        wait.whole = wait.left = match.bank.get(seat, pace.seconds)
        wait.rest = self.friends[user].zone if pace.kind == "steady" and pace.seconds < DAY else ""
        if user not in match.away:
            self._call(match, wait)
        self._start(match, wait)

    def _move(self, match: Match, wait: Wait, *, own: bool) -> None:
        if not wait.is_turn:
            self._acted(match, wait, own=own)
            if not match.waits:
                del self.matches[match.table.channel]
            return
        match.turns -= 1
        match.seat = (match.seat + 1) % len(match.table.users)
        if match.turns:
            self._acted(match, wait, own=own)
            self._await(match, match.seat, is_turn=True)
            return
        # After the last turn, the same player must bid at once. They are active, so they aren't notified, unless their
        # clock ended the turn.
        wait.is_turn, wait.is_late = False, wait.is_late or not own
        self._half(match, wait)
        if not own:
            self._call(match, wait)
        for seat in range(len(match.table.users)):
            if seat != wait.seat:
                self._await(match, seat, is_turn=False)

    def _acted(self, match: Match, wait: Wait, *, own: bool) -> None:
        """Handle a seat that no longer has to act."""
        self._stop(wait)
        if match.pace.kind == "bank":
            left = 0 if wait.is_late else wait.left
            match.bank[wait.seat] = min(match.pace.seconds, left + (match.pace.back if own else 0))
        del match.waits[wait.seat]

    def _looks(self, deed: YearEvent) -> None:
        for match in list(self.matches.values()):
            if self.down is not None or deed.user not in match.table.users or deed.user in match.away:
                continue
            self._agree(match, deed.user)
            if match.paused is not None:
                continue
            if deed.asks:
                self._ask(match, deed.user)
            for wait in [wait for wait in match.waits.values() if wait.user == deed.user]:
                if wait.is_turn and deed.half:
                    self._half(match, wait)
                else:
                    self._move(match, wait, own=True)

    def _half(self, match: Match, wait: Wait) -> None:
        """Handle a seat's action that doesn't end the seat's turn."""
        friendly = match.pace.kind == "friendly"
        if friendly and not wait.given:
            wait.base = self.now
        if friendly or wait.is_late:
            wait.left = wait.whole = match.pace.back if match.pace.kind == "bank" else match.pace.seconds
            wait.runs, wait.is_late, wait.reminded = None, False, False
            self._start(match, wait)

    def _ask(self, match: Match, user: int) -> None:
        for wait in self._here(match):
            asked = max(wait.since, wait.nudged)
            if match.pace.kind == "friendly" and wait.given:
                asked = max(asked, wait.base + FRIENDLY[wait.given - 1])
            if wait.user != user and asked + 12 * HOUR <= self.now:
                wait.nudged = self.now
                self._ring(match, wait, *self._places(wait.user, "nudge", "ring"))

    # -- pauses ---------------------------------------------------------------------------------------------

    def _pause(self, deed: YearEvent) -> None:
        match = self.matches.get(deed.number)
        if match is None or self.down is not None or match.paused is not None or deed.user in match.away:
            return
        vote = match.vote = Vote(deed.user, self.now, 3, {deed.user})
        for user in match.table.users:
            if user != deed.user and user not in match.away:
                self._ring_vote(match, vote, user)
        self._agree(match, deed.user)  # if all other players are away, the vote passes at once

    def _ring_vote(self, match: Match, vote: Vote, user: int) -> None:
        friend = self.friends[user]
        if friend.ring in (DAILY, NEVER) or user in vote.agreed or user in match.away:
            return
        if is_quiet(friend.zone, self.now):
            vote.held[user] = morning(friend.zone, self.now)
        else:
            self.rings.append((self.now, user, "vote", match.table.channel))

    def _agree(self, match: Match, user: int) -> None:
        if match.vote is not None:
            match.vote.agreed.add(user)
            if match.vote.agreed >= {one for one in match.table.users if one not in match.away}:
                self._pause_now(match)

    def _pause_now(self, match: Match) -> None:
        assert match.vote is not None
        match.paused = self.now, self.now + match.vote.days * DAY
        match.vote = None
        for wait in match.waits.values():
            self._stop(wait)
            wait.held.clear()

    def _resume(self, match: Match) -> None:
        assert match.paused is not None
        since, match.paused = match.paused[0], None
        for wait in match.waits.values():
            wait.base += self.now - max(since, wait.since)
            self._start(match, wait)
            if wait.user not in match.away and self.friends[wait.user].ring not in (DAILY, NEVER):
                self._ring(match, wait, "reminder")

    # -- absences and preferences -----------------------------------------------------------------------------

    def _away(self, deed: YearEvent) -> None:
        if self.down is not None:
            return
        for match in self.matches.values():
            if deed.user not in match.table.users:
                continue
            match.away[deed.user] = deed.number
            for wait in [wait for wait in match.waits.values() if wait.user == deed.user]:
                if wait.is_late:
                    wait.left, wait.runs, wait.is_late, wait.reminded = DAY, None, False, False
                    wait.whole = DAY if match.pace.kind == "bank" else wait.whole
                self._stop(wait)
                wait.held.clear()

    def _back(self, match: Match, user: int) -> None:
        del match.away[user]
        for wait in [wait for wait in match.waits.values() if wait.user == user]:
            wait.base, wait.given, wait.called = self.now, 0, self.now
            self._start(match, wait)
            self._call(match, wait)

    def _zone(self, deed: YearEvent) -> None:
        self.friends[deed.user].zone = deed.words
        self._digest.pop(deed.user, None)

    def _rings(self, deed: YearEvent) -> None:
        self.friends[deed.user].ring = deed.words
        for match in self.matches.values():
            for wait in match.waits.values():
                if wait.user == deed.user:
                    wait.held.clear()
        self._digest.pop(deed.user, None)

    def _down(self, _: YearEvent) -> None:
        self.down = self.now

    def _up(self, _: YearEvent) -> None:
        assert self.down is not None
        for match in self.matches.values():
            for wait in match.waits.values():
                if wait.runs is not None and self.now - self.down > 10 * MINUTE:
                    # A downtime of more than ten minutes postpones clocks and reminders by its length.
                    self._stop(wait, self.down)
                    self._start(match, wait)
        self.down = None
