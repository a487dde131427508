"""A user's daily digest comes once on each local day, at the hour they chose, even on days when clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.notifications.preferences import NotificationPrefs, PingMode
from bot.store.statements.rows import OutboxRow
from tests.matches.room import Room
from tests.matches.tiny_game import Done, Take

MINUTE, HOUR, DAY = 60, 3_600, 86_400
#: Zones whose clocks change by an hour or by half an hour, a zone whose clocks never change, and "" for UTC.
ZONES = ("Europe/Budapest", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "")


def digests_of_a_year(zone: str, hour: int) -> list[int]:
    """Return the digest times of one year for a user who always has a pending turn."""
    now = int(datetime(2024, 1, 1, tzinfo=UTC).timestamp())
    end, digest, found = now + 366 * DAY, 0, list[int]()
    while now < end:
        now = digest = NotificationPrefs(PingMode.DAILY, hour, last_digest_at=digest, zone=zone).next_digest(now)
        found.append(now)
    return found


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("hour", [0, 1, 2, 3, 8, 23])
def test_every_day_of_a_year_has_one_at_its_hour(zone: str, hour: int) -> None:
    there = ZoneInfo(zone) if zone else UTC
    at = [datetime.fromtimestamp(one, there) for one in digests_of_a_year(zone, hour)]
    assert [one.date() for one in at] == [at[0].date() + timedelta(days=number) for number in range(len(at))]
    gaps = [one for one in at if (one.hour, one.minute) != (hour, 0)]
    # If clocks skip the chosen hour, the digest comes right afterwards. This may happen once a year.
    assert len(gaps) <= 1
    assert all(one - datetime.combine(one.date(), time(hour), there) <= timedelta(hours=1) for one in gaps)


@pytest.mark.parametrize("change", [{"hour": 20}, {"zone": "America/New_York"}, {"zone": "Asia/Tokyo"}])
def test_another_hour_or_zone_brings_no_second_one_on_the_same_day(change: dict[str, str | int]) -> None:
    settings: dict[str, str | int] = {"hour": 18, "zone": "Europe/Budapest"}
    now = NotificationPrefs(PingMode.DAILY, 18, zone="Europe/Budapest").next_digest(1_700_000_000)
    settings |= change
    prefs = NotificationPrefs(PingMode.DAILY, int(settings["hour"]), last_digest_at=now, zone=str(settings["zone"]))
    there = ZoneInfo(prefs.zone)
    following = prefs.next_digest(now + HOUR)
    assert day_of(following, there) == day_of(now, there) + timedelta(days=1)
    assert prefs.was_digested(following - DAY, now + HOUR)


def day_of(at: int, zone: ZoneInfo) -> date:
    return datetime.fromtimestamp(at, zone).date()


def test_one_that_came_late_counts_for_its_day() -> None:
    """A downtime delays Monday's digest until Tuesday morning. The next digest then comes on Wednesday."""
    monday = int(datetime(2024, 5, 6, 18, tzinfo=UTC).timestamp())
    assert (
        NotificationPrefs(PingMode.DAILY, 18, last_digest_at=monday + 15 * HOUR).next_digest(monday + 15 * HOUR)
        == monday + 2 * DAY
    )


async def private_pings(room: Room) -> list[tuple[int, str]]:
    """Return the queued private pings as (recipient, kind)."""
    rows: list[OutboxRow] = []
    while found := await room.posts():
        rows += found
    return [(row.payload["user_id"], row.kind) for row in rows if row.kind == "ring"]


async def test_who_chooses_it_while_a_match_waits_finds_that_match_in_the_next_one(room: Room) -> None:
    info = await room.match(2)
    first = info.seats[0].user_id
    await room.posts()
    await room.service.people.set_ping_mode(first, PingMode.DAILY, 9)
    await room.service.outbox.await_digest(first)
    at = NotificationPrefs(PingMode.DAILY, 9).next_digest(room.clock.time)
    room.clock.time = at - MINUTE
    assert await private_pings(room) == []
    # Choosing a later hour postpones the digest, so nothing happens at the earlier hour.
    await room.service.people.set_ping_mode(first, None, 11)
    await room.service.outbox.await_digest(first)
    room.clock.time = at + HOUR
    assert await private_pings(room) == []
    room.clock.time = at + 2 * HOUR
    assert await private_pings(room) == [(first, "ring")]


async def test_who_has_moved_meanwhile_is_in_none(room: Room) -> None:
    info = await room.match(2)
    first = info.seats[0].user_id
    await room.posts()
    await room.service.people.set_ping_mode(first, PingMode.DAILY, 9)
    await room.service.outbox.await_digest(first)
    await room.by(info, 0, Take(1))
    await room.by(info, 0, Done())
    await room.service.outbox.await_digest(first)
    room.clock.time += 2 * DAY
    assert await private_pings(room) == []
