"""Quiet hours are respected to the minute, even when clocks change, a process dies or pings are forbidden."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.app.clock import DAY, HOUR
from bot.discord.delivery.outbox_deliverer import DiscordDeliverer
from bot.matches.clocks.time_control import OnTimeout, TimeControl, TimeControlKind
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service_results import MatchInfo
from bot.matches.transaction_hook import TransactionHook
from bot.notifications.preferences import PingMode
from bot.store import work_queue
from bot.store.engine_interface import Address
from bot.store.statements.rows import OutboxRow
from bot.store.store import Store
from rules.kernel.game import AnyGame
from tests.matches.ping_recorder import Channel, PingRecorder, Process, row_being_delivered, run_until
from tests.matches.room import ANNA, BELA, CILI, ManualClock
from tests.matches.tiny_game import TINY, Bid, Done, Take

BUDAPEST = "Europe/Budapest"
CHANNEL = 7
SHORT = TimeControl(TimeControlKind.STEADY, 12 * HOUR)


def at(text: str, zone: str = BUDAPEST) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


class SimulatedCrash(BaseException):
    """Raised to simulate a crash of the process."""


class Table:
    """A match, and the process that runs it."""

    def __init__(self, store: Store, now: str, zone: str = BUDAPEST, game: AnyGame = TINY) -> None:
        clock = ManualClock()
        clock.time = at(now, zone)
        self.zone, self.store, self.place = zone, store, PingRecorder(clock)
        self.process = Process(store, self.place, game)
        self.info: MatchInfo

    async def begin(
        self, users: Sequence[int], time_control: TimeControl | None = None, asleep: Sequence[int] = (), **options: int
    ) -> None:
        """Start a match of these users. Those in `asleep` have set a time zone, so they have quiet hours."""
        service = self.process.service
        for user in asleep:
            await service.people.choose_zone(user, self.zone)
        info = await service.lobby.open(
            LobbyRequest(game="tiny", guild_id=1, channel_id=CHANNEL, locale="en", options=options),
            user_id=users[0],
            name="1",
        )
        self.place.channel_of[info.id] = CHANNEL
        for user in users[1:]:
            await service.lobby.join(info.id, user, f"{user}")
        await service.lobby.set_pace(info.id, users[0], time_control or TimeControl())
        self.info = await service.lobby.start(info.id, users[0])
        await self.process.work()

    async def until(self, text: str) -> list[tuple[str, int, str]]:
        """Let time pass until `text`, a local time; return the pings as (local time, user, kind)."""
        known = len(self.place.rings)
        await run_until(at(text, self.zone), [self.process])
        zone = ZoneInfo(self.zone)
        return [
            (f"{datetime.fromtimestamp(ring.at, zone):%d %H:%M}", ring.user, ring.what)
            for ring in self.place.rings[known:]
        ]

    async def act(self, user: int, action: Done | Bid) -> None:
        await self.process.service.play.act(self.info.id, user, action)
        await self.process.work()


NIGHTS = [
    ("Europe/Budapest", "2027-03-27", 9), ("Europe/Budapest", "2027-10-30", 11), ("Europe/Budapest", "2027-06-01", 10),
    ("America/New_York", "2027-03-13", 9), ("America/New_York", "2027-11-06", 11),
    ("Australia/Sydney", "2027-10-02", 9), ("Australia/Sydney", "2027-04-03", 11), ("Asia/Kolkata", "2027-03-27", 10),
]  # fmt: skip


@pytest.mark.parametrize(("zone", "day", "hours"), NIGHTS)
async def test_a_call_of_the_evening_rings_at_eight_and_a_short_clock_stands_for_ten_hours_at_most(
    address: Address, zone: str, day: str, hours: int
) -> None:
    following = f"{datetime.fromisoformat(day).day + 1:02}" if day[-2:] != "31" else "01"
    async with await Store.open(address) as store:
        table = Table(store, f"{day}T22:30", zone)
        await table.begin((ANNA, BELA), SHORT, asleep=[ANNA])
        # In an eleven-hour night, quiet hours last until eight, but the clock is stopped for only ten hours.
        early = int(hours == 11)
        assert await table.until(f"2027-{day[5:7]}-{following}T23:00") == [
            (f"{following} 08:00", ANNA, "reminder"),
            (f"{following} {17 - early}:00", ANNA, "reminder"),
            (f"{following} {20 - early}:00", ANNA, "reminder"),
        ]


@pytest.mark.parametrize(("again", "rung"), [("2027-06-02T01:00", "08:00"), ("2027-06-02T09:10", "09:10")])
async def test_a_call_posted_at_night_by_a_process_that_died_rings_in_the_morning(
    address: Address, again: str, rung: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def dies(row: OutboxRow) -> None:
        if row.kind == "turn":
            raise SimulatedCrash

    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T23:00")
        with monkeypatch.context() as patch:
            patch.setattr(table.place, "posted", dies)
            with pytest.raises(SimulatedCrash):
                await table.begin((ANNA, BELA), asleep=[ANNA])
    async with await Store.open(address) as store:
        table.process = Process(store, table.place, TINY)
        assert table.place.clock.time + work_queue.LEASE_SECONDS < at(again)
        table.place.clock.time = at(again)
        assert await table.until("2027-06-02T20:00") == [(f"02 {rung}", ANNA, "reminder")]


async def test_all_who_sleep_are_rung_in_the_morning_whenever_they_were_called(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T20:00")
        await table.begin((ANNA, BELA, CILI), asleep=[ANNA, BELA, CILI], turns=1)
        first, second, third = (seat.user_id for seat in table.info.seats)
        await table.process.service.absence.start(third, at("2027-06-01T23:30"))
        await table.until("2027-06-01T23:00")
        await table.act(first, Done())
        assert await table.until("2027-06-02T20:00") == [("02 08:00", user, "reminder") for user in (second, third)]


async def test_a_ping_held_until_morning_delays_no_other_reminder(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T22:30")
        await table.begin((ANNA, BELA, CILI), TimeControl(TimeControlKind.STEADY, 6 * HOUR), turns=1)
        first, second, third = (seat.user_id for seat in table.info.seats)
        await table.process.service.people.choose_zone(second, BUDAPEST)
        await table.act(first, Done())
        await table.act(first, Bid(1))
        assert await table.until("2027-06-02T08:00") == [
            ("02 02:30", third, "reminder"), ("02 04:30", third, "reminder"), ("02 08:00", second, "reminder"),
        ]  # fmt: skip


async def test_a_call_and_a_reminder_of_the_same_morning_are_one_ring(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T22:30")
        await table.begin((ANNA, BELA), TimeControl(TimeControlKind.BANK, 12 * HOUR), asleep=[ANNA])
        assert await table.until("2027-06-02T12:00") == [
            ("02 08:00", ANNA, "reminder"), ("02 10:30", ANNA, "reminder"),
        ]  # fmt: skip


async def test_a_reminder_takes_no_digest_away(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T12:00")
        for user in (ANNA, BELA):
            await table.process.service.people.set_ping_mode(user, PingMode.DAILY, 18)
        await table.begin((ANNA, BELA), TimeControl(TimeControlKind.STEADY, 48 * HOUR), asleep=[ANNA, BELA])
        first = table.info.seats[0].user_id
        assert await table.until("2027-06-04T20:00") == [
            ("01 18:00", first, "digest"), ("02 18:00", first, "digest"), ("03 08:00", first, "ring"),
            ("03 18:00", first, "digest"), ("04 18:00", first, "digest"),
        ]  # fmt: skip


async def test_a_returning_player_is_reminded_by_the_resumed_clock(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T12:00")
        await table.begin((ANNA, BELA), TimeControl(TimeControlKind.STEADY, 24 * HOUR))
        first = table.info.seats[0].user_id
        await table.until("2027-06-01T18:00")
        await table.process.service.absence.start(first, at("2027-06-04T10:00"))
        assert await table.until("2027-06-05T12:00") == [
            ("04 10:00", first, "turn"), ("04 22:00", first, "reminder"), ("05 04:00", first, "reminder"),
        ]  # fmt: skip


async def test_an_absence_that_begins_at_night_takes_the_ring_of_the_morning_with_it(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T23:00")
        await table.begin((ANNA, BELA), asleep=[ANNA, BELA])
        await table.process.service.absence.start(table.info.seats[0].user_id, at("2027-06-04T10:00"))
        assert await table.until("2027-06-04T09:00") == []


@pytest.mark.parametrize("ring", [PingMode.CHANNEL, PingMode.PRIVATE, PingMode.DAILY])
async def test_what_comes_late_after_a_downtime_waits_for_the_morning(address: Address, ring: PingMode) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T12:00")
        for user in (ANNA, BELA):
            await table.process.service.people.set_ping_mode(user, ring, 18)
        await table.begin((ANNA, BELA), asleep=[ANNA, BELA])
        await table.until("2027-06-01T12:30")
        # The digest at 18:00 and the reminder at noon become due during this downtime.
        table.place.clock.time = at("2027-06-02T23:00")
        what = {PingMode.CHANNEL: "reminder", PingMode.PRIVATE: "ring", PingMode.DAILY: "digest"}[ring]
        rung = [("03 08:00", table.info.seats[0].user_id, what)]
        assert await table.until("2027-06-03T12:00") == rung


async def test_the_end_of_a_pause_and_what_it_held_back_ring_once_in_the_morning(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T22:30")
        await table.begin((ANNA, BELA), asleep=[ANNA, BELA])
        await table.until("2027-06-01T22:40")
        service = table.process.service
        async with service.matches.lock_match(table.info.id) as tx:
            await service.pausing.pause(tx, await service.matches.get(table.info.id), 2 * DAY + HOUR)
        assert await table.until("2027-06-03T23:00") == []
        assert await table.until("2027-06-04T12:00") == [("04 08:00", table.info.seats[0].user_id, "reminder")]


async def test_a_late_seat_that_moves_leaves_the_next_reminder_at_its_time(address: Address) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T12:00")
        await table.begin((ANNA, BELA))
        first, second = (seat.user_id for seat in table.info.seats)
        await table.until("2027-06-05T12:00")
        await table.act(first, Done())
        assert await table.until("2027-06-06T13:00") == [("06 12:00", second, "reminder")]


async def test_a_late_notice_of_a_pauses_end_pings_no_player_who_has_moved(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    send, until = Channel.send, at("2027-06-02T12:30")

    async def refuses(channel: Channel, content: str, **shown: Any) -> Any:
        if row_being_delivered().kind == "notice" and channel.place.clock.now() < until:
            raise OSError
        return await send(channel, content, **shown)

    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T12:00")
        await table.begin((ANNA, BELA))
        first, second = (seat.user_id for seat in table.info.seats)
        service = table.process.service
        async with service.matches.lock_match(table.info.id) as tx:
            await service.pausing.pause(tx, await service.matches.get(table.info.id), DAY)
        monkeypatch.setattr(Channel, "send", refuses)
        assert await table.until("2027-06-02T12:10") == []
        await table.act(first, Done())
        await table.act(second, Done())
        assert [ring.user for ring in table.place.rings[-2:]] == [second, first]
        assert await table.until("2027-06-02T20:00") == []


async def test_the_call_of_a_morning_in_delivery_and_a_reminder_that_is_due_then_are_one_ring(
    address: Address, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T22:30")
        await table.begin((ANNA, BELA), TimeControl(TimeControlKind.BANK, 12 * HOUR), asleep=[ANNA])
        assert await table.until("2027-06-02T07:59") == []
        deliver, keeper = DiscordDeliverer.deliver, table.process.keeper

        async def meanwhile(deliverer: DiscordDeliverer, row: OutboxRow) -> TransactionHook | None:
            await keeper.drain()
            return await deliver(deliverer, row)

        table.place.clock.time = at("2027-06-02T08:00")
        await table.process.has_been_up()
        with monkeypatch.context() as patch:
            patch.setattr(DiscordDeliverer, "deliver", meanwhile)
            await table.process.worker.drain()
        await table.until("2027-06-02T10:00")
        assert table.place.rings == [(at("2027-06-02T08:00"), ANNA, "reminder", CHANNEL)]


async def test_what_says_that_a_computer_comes_goes_with_the_move_though_others_are_reminded_too(
    address: Address,
) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T12:00")
        await table.begin((ANNA, BELA, CILI), turns=1)
        first, second, _ = (seat.user_id for seat in table.info.seats)
        await table.act(first, Done())
        await table.until("2027-06-04T13:00")
        channel = table.place.channel(CHANNEL)
        before = set(channel.messages)
        await table.process.service.lateness.schedule_substitute(table.info.id, second, 0)
        await table.process.work()
        (soon,) = set(channel.messages) - before
        assert "a computer plays this turn" in channel.messages[soon].content
        await table.act(first, Bid(1))
        assert soon not in channel.messages


async def test_the_next_player_after_the_clocks_answer_is_called_once(
    address: Address,
) -> None:
    async with await Store.open(address) as store:
        table = Table(store, "2027-06-01T10:00", game=replace(TINY, plainest=lambda _match, _seat: Take(1)))
        await table.begin((ANNA, BELA), replace(SHORT, end=OnTimeout.ANSWER))
        first = table.info.seats[0].user_id
        assert await table.until("2027-06-02T08:00") == [
            ("01 19:00", first, "reminder"), ("01 22:00", first, "turn"), ("02 07:00", first, "reminder"),
        ]  # fmt: skip
