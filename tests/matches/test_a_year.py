"""In a year of play by post, every ping comes exactly when the rules require it, to the second.

Friends play one match after another. tests/matches/year_of_play.py predicts the pings without using the bot's code. The
year has the clock changes of three time zones, at different dates, and a fourth zone has none. Friends stop playing,
are away, move to another zone or choose to receive fewer messages. There are pauses, and downtimes of eight minutes and
two days.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import render.registry
from bot.matches.clocks import time_control
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service_results import MatchInfo
from bot.notifications.preferences import PingMode
from bot.store.engine_interface import Address
from bot.store.store import Store
from rules.kernel.data.actions import Action
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal
from rules.kernel.game import AnyGame
from tests.e2e.visibility_checks import Pictures
from tests.matches.ping_recorder import PingRecorder, Process, run_until
from tests.matches.room import ManualClock
from tests.matches.tiny_game import TINY, Bid, Done, Take
from tests.matches.year_of_play import (
    BOTH,
    CHANNEL,
    DAILY,
    DAY,
    HOUR,
    MINUTE,
    NEVER,
    PRIVATE,
    Friend,
    Model,
    Pace,
    Table,
    YearEvent,
    is_quiet,
    visits,
)  # fmt: skip

YEAR, DAYS = 2027, 365
ANNA, BELA, CILI, DORA, EMIL, FANNI = range(101, 107)


def at(text: str) -> int:
    return int(datetime.fromisoformat(f"{YEAR}-{text}").replace(tzinfo=UTC).timestamp())


# -- friends and their actions ----------------------------------------------------------------------------------


FRIENDLY = Pace("friendly")
STEADY = Pace("steady", 48 * HOUR)
#: A clock that is short enough to be stopped during quiet hours.
SHORT = Pace("steady", 12 * HOUR)
ANSWERED = Pace("steady", 24 * HOUR, answers=True)
BANK = Pace("bank", 5 * DAY, 12 * HOUR)
SMALL = Pace("bank", 40 * HOUR, 6 * HOUR)
TABLES = [
    Table(1, (ANNA, BELA, CILI), (FRIENDLY, SHORT, STEADY, BANK)),
    Table(2, (EMIL, FANNI, DORA), (SMALL, FRIENDLY, SHORT, ANSWERED)),
]


def friends() -> list[Friend]:
    return [
        Friend(ANNA, "Europe/Budapest", CHANNEL, times=(7 * 60, 21 * 60), habit=0.45),
        Friend(BELA, "America/New_York", PRIVATE, times=(20 * 60 + 30,), habit=0.6, vanishes=(150, 159)),
        Friend(CILI, "Australia/Sydney", DAILY, times=(23 * 60,), habit=0.6),
        Friend(DORA, "Asia/Kolkata", NEVER, times=(9 * 60, 18 * 60), habit=0.4),
        Friend(EMIL, "", BOTH, times=(12 * 60,), habit=0.6, vanishes=(290, 299)),
        Friend(FANNI, "Europe/Budapest", CHANNEL, times=(22 * 60 + 30,), habit=0.5),
    ]


def year_events(seed: str, begin: int, end: int, every: int) -> list[YearEvent]:
    """Return the events from `begin` to `end` in order. Every `every` days, a match starts in each free channel."""
    rng, first = random.Random(seed), at("01-01T00:00")
    evenings = range(first + 17 * HOUR, first + DAYS * DAY, every * DAY)
    found = [YearEvent(evening, "begin", number=table.channel) for evening in evenings for table in TABLES]
    moves = {FANNI: (200, "America/New_York")}
    for friend in friends():
        day, zone = moves.get(friend.user, (DAYS, ""))
        zones = [friend.zone] * day + [zone] * (DAYS - day)
        found += visits(friend, YEAR, DAYS, rng, zones.__getitem__)
        for week in range(rng.randrange(3, 9), DAYS // 7, 7):
            since = first + (week * 7 * 24 * 60 + rng.randrange(7 * 24 * 60)) * MINUTE
            found.append(YearEvent(since, "away", friend.user, since + rng.randrange(1, 6 * 24 * 60) * MINUTE))
    for table in TABLES:
        for week in range(rng.randrange(2, 6), DAYS // 7, 6):
            since = first + (week * 7 * 24 * 60 + rng.randrange(7 * 24 * 60)) * MINUTE
            found.append(YearEvent(since, "pause", rng.choice(table.users), table.channel))
    found += [
        YearEvent(at("07-20T16:00"), "zone", FANNI, words="America/New_York"),
        YearEvent(at("05-03T09:01"), "rings", EMIL, words=DAILY),
        YearEvent(at("09-03T09:01"), "rings", EMIL, words=NEVER),
        YearEvent(at("06-02T21:07"), "down"), YearEvent(at("06-04T21:37"), "up"),
        YearEvent(at("11-02T13:07"), "down"), YearEvent(at("11-02T13:15"), "up"),
    ]  # fmt: skip
    # The last event has no user. It only makes sure that everything due before the end happens.
    return [
        *sorted((deed for deed in found if begin <= deed.at < end), key=lambda deed: deed.at),
        YearEvent(end, "looks"),
    ]


# -- the bot's side -----------------------------------------------------------------------------------------------


def plainest(match: Match[Any], seat: int) -> Action:
    actions = match.decisions()[seat].actions
    return Done() if Done() in actions else actions[0]


GAME: AnyGame = replace(TINY, plainest=plainest)


class BotYear:
    """Plays the friends' year with the real bot, in one process or several."""

    def __init__(self, stores: Sequence[Store], begin: int) -> None:
        self.clock = ManualClock()
        self.clock.time = begin
        self.place = PingRecorder(self.clock)
        self.processes = [Process(store, self.place, GAME) for store in stores]
        self.is_up = True
        self.rng = random.Random("turns") if len(stores) > 1 else None
        self.played = dict.fromkeys((table.channel for table in TABLES), 0)
        #: Id of the latest match in each channel.
        self.matches: dict[int, int] = {}

    @property
    def service(self) -> Any:
        """The match service of the process that gets the next interaction."""
        return (self.processes[0] if self.rng is None else self.rng.choice(self.processes)).service

    async def furnish(self) -> None:
        for friend in friends():
            if friend.zone:
                await self.service.people.choose_zone(friend.user, friend.zone)
            await self.service.people.set_ping_mode(friend.user, PingMode(friend.ring), friend.hour)

    async def live(self, done: Sequence[YearEvent]) -> None:
        for deed in done:
            if self.is_up:
                await run_until(deed.at, self.processes, self.rng)
            self.clock.time = deed.at
            if self.is_up or deed.kind == "up":
                await getattr(self, f"_{deed.kind}")(deed)

    async def _down(self, _: YearEvent) -> None:
        self.place.reached = 0
        await self.processes[0].has_been_up()
        self.is_up = False

    async def _up(self, _: YearEvent) -> None:
        self.is_up = True
        await self.processes[-1].work()

    async def _begin(self, deed: YearEvent) -> None:
        table = next(table for table in TABLES if table.channel == deed.number)
        if await self._running(table.channel) is not None:
            return
        chosen = table.paces[self.played[table.channel] % len(table.paces)]
        self.played[table.channel] += 1
        lobby, host = self.service.lobby, table.users[0]
        request = LobbyRequest("tiny", 1, table.channel, locale="en", options={})
        info = await lobby.open(request, user_id=host, name=f"{host}")
        self.matches[table.channel] = info.id
        self.place.channel_of[info.id] = table.channel
        for user in table.users[1:]:
            await lobby.join(info.id, user, f"{user}")
        end = time_control.OnTimeout.ANSWER if chosen.answers else time_control.OnTimeout.LATE
        await lobby.set_pace(
            info.id,
            host,
            time_control.TimeControl(time_control.TimeControlKind(chosen.kind), chosen.seconds, chosen.back, end),
        )
        await lobby.start(info.id, host)

    async def _running(self, channel: int) -> MatchInfo | None:
        if channel not in self.matches:
            return None
        info = await self.service.matches.get(self.matches[channel])
        return info if info.status == "playing" else None

    async def _looks(self, deed: YearEvent) -> None:
        for table in TABLES:
            if deed.user in table.users:
                info = await self._running(table.channel)
                if info is not None:
                    await self._plays(deed, info)

    async def _plays(self, deed: YearEvent, info: MatchInfo) -> None:
        service, seat = self.service, next(seat for seat in info.seats if seat.user_id == deed.user)
        if seat.away_since is not None:
            return
        if info.vote_ends is not None:
            with suppress(Refusal):  # refused if they have already agreed or asked for the vote
                await service.votes.answer(info.id, deed.user, True)
            info = await service.matches.get(info.id)
        if info.paused_at is not None:
            return
        if deed.asks:
            with suppress(Refusal):  # refused if there is no one to nudge
                await service.nudges.ask(info.id, deed.user)
        if seat.waiting_since is not None:
            table = await service.matches.table(info.id)
            begins = Take(1) if deed.half else Done()
            action = begins if begins in table.match.decisions()[seat.seat].actions else Bid(1)
            await service.play.act(info.id, deed.user, action)

    async def _away(self, deed: YearEvent) -> None:
        with suppress(Refusal):
            await self.service.absence.start(deed.user, deed.number)

    async def _zone(self, deed: YearEvent) -> None:
        await self.service.people.choose_zone(deed.user, deed.words)

    async def _rings(self, deed: YearEvent) -> None:
        await self.service.people.set_ping_mode(deed.user, PingMode(deed.words), None)
        if deed.words == DAILY:
            await self.service.outbox.await_digest(deed.user)

    async def _pause(self, deed: YearEvent) -> None:
        info = await self._running(deed.number)
        if info is not None and not any(one.user_id == deed.user and one.away_since is not None for one in info.seats):
            with suppress(Refusal):  # refused if the match is paused or has a vote
                await self.service.votes.ask(info.id, deed.user, "pause", days=3)


# -- comparison ---------------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register pictures for the tiny game, which closing posts need."""
    monkeypatch.setitem(render.registry.GAMES, TINY.id, Pictures())


async def compare(stores: Sequence[Store], seed: str, begin: int, end: int, every: int = 1) -> Model:
    """Run model and bot for part of the year, assert that their pings and late players agree, and return the model."""
    done = year_events(seed, begin, end, every)
    model, bot_year = Model(friends(), TABLES, done), BotYear(stores, begin)
    model.live()
    await bot_year.furnish()
    await bot_year.live(done)
    bot_pings, model_pings = (
        Counter((one.at, one.user, one.what, one.channel) for one in bot_year.place.rings),
        Counter(model.rings),
    )
    assert _readable(bot_pings - model_pings) == [], "nobody should have been rung then"
    assert _readable(model_pings - bot_pings) == [], "somebody should have been rung then"
    assert sorted(bot_year.place.asked) == sorted(model.late)
    return model


def _readable(rings: Counter[tuple[int, int, str, int]]) -> list[tuple[Any, ...]]:
    return [(datetime.fromtimestamp(ring[0], UTC).isoformat(), *ring[1:]) for ring in sorted(rings.elements())]


def check(rings: list[tuple[int, int, str, int]], least: int) -> None:
    """Assert that there are at least `least` pings, that none is repeated, and that only digests come at night."""
    assert len(rings) >= least
    assert max(Counter(rings).values()) == 1
    for time, user, what, _ in rings:
        friend = next(one for one in friends() if one.user == user)
        moved = user == FANNI and time >= at("07-20T16:00")
        assert what == "digest" or not is_quiet("America/New_York" if moved else friend.zone, time)


async def test_a_year(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "year.sqlite3") as store:
        model = await compare([store], "one", at("01-01T00:00"), at("12-31T20:00"), every=16)
    check(model.rings, 400)
    assert {what for _, _, what, _ in model.rings} == {"turn", "ring", "reminder", "nudge", "vote", "digest"}


async def test_a_spring_of_two_processes(database: str) -> None:
    """A month with clock changes in New York and Sydney. Each piece of work is done by one process or tried by both."""
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(await Store.open(database)) for _ in range(2)]
        check((await compare(stores, "two", at("03-11T00:00"), at("04-12T00:00"))).rings, 60)


@pytest.mark.soak
@pytest.mark.parametrize("processes", [1, 2])
@pytest.mark.parametrize("seed", ["three", "four", "five", "six", "seven"])
async def test_more_years(seed: str, processes: int, address: Address) -> None:
    async with AsyncExitStack() as stack:
        if isinstance(address, Path) and processes > 1:
            pytest.skip("a file is one process's alone")
        stores = [await stack.enter_async_context(await Store.open(address)) for _ in range(processes)]
        check((await compare(stores, seed, at("01-01T00:00"), at("12-31T20:00"))).rings, 800)
