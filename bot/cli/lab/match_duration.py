"""Measures how long a match by post takes, and how much it demands of players who visit at random times.

Players visit a given number of times a day on average, at random moments in their waking hours. During a visit, a
player makes all decisions until the match waits for someone else. A visit takes no time. The host, who has the first
seat, starts the match at their first visit. There are no deadlines or clocks.

Whenever the match starts to wait for a player, a ping is counted (in the figures: a ring). When it starts to wait for
several players at once, a single post in the channel pings all of them and counts as one hand-over. The messages in the
channel are the lobby, one post per hand-over, and the final scores. Edits of the board, private messages, reminders
(which are deleted later) and the stories of solo matches aren't counted.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, time, timedelta
from heapq import merge
from itertools import chain, dropwhile
from statistics import fmean, median
from typing import Any
from zoneinfo import ZoneInfo

import rules
from bot.cli.lab.postal_series import DEFAULT_SERIES, PostalTable, SeriesDemands, SeriesSettings
from bot.cli.lab.simulation import in_parallel
from bot.computers.policies import Policy, greedy_policy
from rules.kernel.game import AnyGame

#: The start of the measured time, which is a Monday. The host starts the match at their first visit after it.
MONDAY = datetime(2026, 1, 5, tzinfo=UTC)
#: The seat of the player who starts the match.
HOST_SEAT = 0
HOUR, DAY = 3600, 86400
#: The number of messages in the channel that ping no one: the lobby and the final scores.
OTHER_MESSAGES = 2
#: The default number of visits a day.
VISITS_PER_DAY = 4
#: The number of visits per day that the lobby's estimate assumes.
LOBBY_VISITS = 2
#: Questions that account for less than this share of the waiting time are left out of the table.
MIN_SHARE_OF_DAYS = 0.005


@dataclass(frozen=True, slots=True)
class Routine:
    """When players visit: the average number of visits a day, the time zones, and the local waking hours.

    The time zones are assigned to the seats in turn. Waking hours from 22 to 6 mean that players are awake at night,
    and from 0 to 24 that they are always awake.
    """

    visits_a_day: float
    zones: tuple[str, ...] = ("UTC",)
    waking: tuple[int, int] = (8, 22)

    @classmethod
    def read(cls, visits_a_day: float, zones: str, waking: str) -> Routine:
        """Parse zones like "Europe/Budapest,UTC" and hours like "8-22"; raises ValueError with a message for the
        user.
        """
        if not 0 < visits_a_day <= DAY:
            raise ValueError("People look in more than 0 times a day, and at most once a second.")
        begin, _, end = waking.partition("-")
        hours = (int(begin), int(end)) if begin.isdecimal() and end.isdecimal() else (0, 0)
        if hours[0] == hours[1] or hours[0] > 23 or hours[1] > 24:
            raise ValueError(f"Waking hours look like 8-22, from one hour to another, not {waking!r}.")
        names = tuple(name.strip() for name in zones.split(","))
        for name in names:
            try:
                ZoneInfo(name)
            except (KeyError, ValueError, OSError):
                raise ValueError(f"There is no time zone {name!r}; zones look like Europe/Budapest,UTC.") from None
        return cls(visits_a_day, names, hours)

    def zone(self, seat: int) -> ZoneInfo:
        """Return the time zone of a seat's player."""
        return ZoneInfo(self.zones[seat % len(self.zones)])

    def days(self, seat: int, since: datetime) -> Iterator[tuple[float, float]]:
        """Yield the waking periods of a seat's player as (start, end) in seconds since 1970, starting at `since`."""
        zone, (begin, end) = self.zone(seat), self.waking
        midnight = datetime.combine(since.astimezone(zone).date(), time(), zone) - timedelta(days=1)
        while True:
            # Adding hours to the local time gives the right hour even on the day of a clock change.
            wakes = midnight + timedelta(hours=begin)
            sleeps = midnight + timedelta(hours=end, days=end < begin)
            if sleeps.timestamp() > since.timestamp():
                yield max(wakes.timestamp(), since.timestamp()), sleeps.timestamp()
            midnight += timedelta(days=1)

    def visits(self, seat: int, rng: random.Random, since: datetime = MONDAY) -> Iterator[tuple[float, int]]:
        """Yield an endless series of a player's visits, as (seconds since 1970, seat)."""
        begin, end = self.waking
        rate = self.visits_a_day / (((end - begin) % 24 or 24) * HOUR)
        # A gap between visits counts only waking hours, so the part left over in the evening continues in the morning.
        gap = rng.expovariate(rate)
        for at, sleeps in self.days(seat, since):
            while at + gap < sleeps:
                at += gap
                yield at, seat
                gap = rng.expovariate(rate)
            gap -= sleeps - at


@dataclass(frozen=True, slots=True)
class MatchCalendar:
    """The course of one match: its length in days, the number of visits with a move, its demands on players, how many
    days it waited for an answer to each question, and who won.
    """

    days: float
    visits: int
    demands: SeriesDemands
    waits: dict[str, float]
    winners: tuple[int, ...] = ()


def play(
    game: AnyGame, seats: int, habits: SeriesSettings, routine: Routine, number: int, policy: Policy = greedy_policy
) -> MatchCalendar:
    """Play a match. `number` selects its random seed and the times of the visits, which don't depend on the standing
    orders.
    """
    table = PostalTable(game, seats, habits, number, policy)
    match = table.match
    everybody = merge(*(routine.visits(seat, random.Random(f"{number}/{seat}")) for seat in range(seats)))
    looks = dropwhile(lambda look: look[1] != HOST_SEAT, everybody)
    first = next(looks)
    began = now = first[0]
    visits, waits = 0, defaultdict[str, float](float)
    for look, seat in chain([first], looks):
        decisions = match.decisions()
        if not decisions:
            break
        if seat not in decisions:
            visits += table.plan(seat)
            continue
        for decision in decisions.values():
            waits[decision.prompt.key] += (look - now) / DAY / len(decisions)
        now = look
        visits += 1
        while seat in match.decisions():
            table.answer(seat)
        table.plan(seat)
    winners = tuple(game.result(match).winners)
    return MatchCalendar((now - began) / DAY, visits, table.demands, waits, winners)


@dataclass(frozen=True, slots=True)
class CalendarAverages:
    """The figures of a series of matches. They are averages unless the name says otherwise."""

    days_mean: float
    days_median: float
    days_from: float
    days_to: float
    visits_a_person: float
    rings_a_person: float
    messages: float
    hand_overs: float
    #: The share of the waiting time that each question accounts for, largest first.
    waits: dict[str, float]

    @classmethod
    def from_calendars(cls, courses: Sequence[MatchCalendar], seats: int) -> CalendarAverages:
        """Compute the figures of a series of matches."""
        days = [course.days for course in courses]
        hand_overs = fmean(course.demands.handovers for course in courses)
        questions = {question for course in courses for question in course.waits}
        waits = {question: sum(course.waits.get(question, 0) for course in courses) for question in questions}
        shares = {question: waited / sum(days) for question, waited in waits.items() if waited}
        return cls(
            fmean(days),
            median(days),
            min(days),
            max(days),
            fmean(course.visits for course in courses) / seats,
            fmean(course.demands.pings for course in courses) / seats,
            hand_overs + OTHER_MESSAGES,
            hand_overs,
            dict(sorted(shares.items(), key=lambda share: (-share[1], share[0]))),
        )

    def facts(self) -> dict[str, Any]:
        """Return the figures as JSON data."""
        rounded = {name: round(figure, 2) for name, figure in asdict(self).items() if name != "waits"}
        return rounded | {"waits": {question: round(share, 4) for question, share in self.waits.items()}}

    def row(self, name: str) -> str:
        """Return the figures as a row of a Markdown table."""
        each = (
            self.days_mean,
            self.days_median,
            self.visits_a_person,
            self.rings_a_person,
            self.messages,
            self.hand_overs,
        )
        mean, middle, *others = (f"{figure:.1f}" for figure in each)
        waits = ", ".join(
            f"`{question}` {share:.0%}" for question, share in self.waits.items() if share >= MIN_SHARE_OF_DAYS
        )
        cells = (name, mean, middle, f"{self.days_from:.1f}-{self.days_to:.1f}", *others, waits)
        return f"| {' | '.join(cells)} |"


@dataclass(frozen=True, slots=True)
class CalendarReport:
    """The figures of the same matches without and with standing orders."""

    game: str
    seats: int
    routine: Routine
    matches: int
    seed: int
    orders: str
    without: CalendarAverages
    ordered: CalendarAverages

    def facts(self) -> dict[str, Any]:
        """Return the report as JSON data."""
        facts = asdict(self)
        facts |= facts.pop("routine")
        facts |= {"without_orders": self.without.facts(), "with_orders": self.ordered.facts()}
        return {name: fact for name, fact in facts.items() if name not in ("without", "ordered")}

    def to_text(self) -> str:
        """Return the report as a Markdown table."""
        head = (
            f"{self.game}, {self.seats} seats", "days, mean", "median", "from-to",
            "visits per player", "pings per player", "messages", "hand-overs", "waited for",
        )  # fmt: skip
        return "\n".join([
            f"| {' | '.join(head)} |",
            "|---" * len(head) + "|",
            self.without.row("without orders"),
            self.ordered.row(f"with orders (`{self.orders}`)"),
        ])  # fmt: skip


def measure(
    game_id: str,
    seats: int,
    habits: SeriesSettings,
    routine: Routine,
    matches: int,
    seed: int = 0,
    workers: int | None = None,
) -> CalendarReport:
    """Play the same matches without and with standing orders. Decks, random seeds and visits are the same in both
    series.
    """
    numbers = range(seed, seed + matches)
    without, ordered = (
        CalendarAverages.from_calendars(
            list(
                in_parallel(_play, [(game_id, seats, series_settings, routine, number) for number in numbers], workers)
            ),
            seats,
        )
        for series_settings in (replace(habits, ignores_orders=True), habits)
    )
    return CalendarReport(game_id, seats, routine, matches, seed, habits.name, without, ordered)


def for_lobby(game_id: str, matches: int, workers: int | None = None) -> str:
    """Return the JSON file with a game's figures for the lobby: days and visits per player, by seat count.

    Players visit twice a day, have the default standing orders and plan their next turns.
    """
    routine, usual = Routine(LOBBY_VISITS), SeriesSettings(DEFAULT_SERIES, {}, None, plans=True)
    counts: dict[str, dict[str, float]] = {}
    for seats in rules.GAMES[game_id].seats:
        played = [(game_id, seats, usual, routine, number) for number in range(matches)]
        figures = CalendarAverages.from_calendars(list(in_parallel(_play, played, workers)), seats)
        counts[str(seats)] = {"days": round(figures.days_mean, 1), "visits": round(figures.visits_a_person, 1)}
    return (
        json.dumps({"visits_a_day": LOBBY_VISITS, "plans": True, "matches": matches, "seats": counts}, indent=2) + "\n"
    )


def _play(game_id: str, seats: int, habits: SeriesSettings, routine: Routine, number: int) -> MatchCalendar:
    return play(rules.GAMES[game_id], seats, habits, routine, number)
