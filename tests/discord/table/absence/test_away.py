"""`/away`: how users type the end of an absence, what the other players see of it, and how it ends."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.matches.play.match_verification import verify
from bot.notifications.preferences import PingMode
from bot.table.absence import time_parsing
from tests.discord.room import Room, private_answer
from tests.discord.table.seats.test_seats import message_text

BUDAPEST = ZoneInfo("Europe/Budapest")
#: Monday, 18:10.
NOW = round(datetime(2026, 11, 23, 18, 10, tzinfo=BUDAPEST).timestamp())
HOUR, DAY = 3_600, 86_400


def at(*when: int) -> int:
    return round(datetime(*when, tzinfo=BUDAPEST).timestamp())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("3", NOW + 3 * DAY),
        (" 2 days ", NOW + 2 * DAY),
        ("12h", NOW + 12 * HOUR),
        ("1 hét", NOW + 7 * DAY),
        ("2 semanas", NOW + 14 * DAY),
        ("18:11", at(2026, 11, 23, 18, 11)),
        ("07:30", at(2026, 11, 24, 7, 30)),
        ("2026-12-24", at(2026, 12, 24, 8)),
        ("2026-12-24 18:00", at(2026, 12, 24, 18)),
        ("2026.12.24.", at(2026, 12, 24, 8)),
        ("12-24", at(2026, 12, 24, 8)),
        ("01-05 9:15", at(2027, 1, 5, 9, 15)),
    ],
)
def test_a_time_is_read_as_it_is_meant(typed: str, meant: int) -> None:
    assert time_parsing.parse_time(typed, NOW, BUDAPEST) == meant


@pytest.mark.parametrize("typed", ["", "soon", "3 parsecs", "25:00", "2026-13-01", "2026-02-30", "9999-99-99"])
def test_what_is_no_time_is_none(typed: str) -> None:
    assert time_parsing.parse_time(typed, NOW, BUDAPEST) is None


def test_what_is_offered_is_read_as_these_mornings() -> None:
    for days, text in time_parsing.suggested_mornings(NOW, BUDAPEST, (1, 7, 130)):
        read = time_parsing.parse_time(text, NOW, BUDAPEST)
        assert read is not None
        found = datetime.fromtimestamp(read, BUDAPEST)
        assert (found.hour, (found.date() - datetime.fromtimestamp(NOW, BUDAPEST).date()).days) == (8, days)


async def test_the_table_sees_who_is_away_and_until_when(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    panel = (await room.slash(who, "away", until="3")).response
    until = room.clock.time + 3 * DAY
    assert f"<t:{until}:f>" in message_text(panel)
    assert len([post for post in room.posts() if f"is away until <t:{until}:f>" in post.content]) == 1
    status = message_text((await room.slash(room.people[2], "match status")).response)
    assert f"away until <t:{until}:f>" in status
    assert "is away until" in message_text((await room.slash(room.people[2], "match log")).response)


async def test_alone_it_shows_the_absence_and_a_press_ends_it(room: Room) -> None:
    await room.start(2)
    ana = room.people[0]
    assert "You're not away" in message_text((await room.slash(ana, "away")).response)
    await room.slash(ana, "away", until="2")
    panel = (await room.slash(ana, "away")).response
    assert "until <t:" in message_text(panel)
    await room.click(ana, panel, label="I'm back")
    assert (await room.info()).seats[(await room.info()).seat_of(ana.id)].away_until is None


async def test_it_goes_by_the_clock_on_the_persons_wall(room: Room) -> None:
    await room.start(2)
    ana = room.people[0]
    await room.bot.service.people.choose_zone(ana.id, "Europe/Budapest")
    day = datetime.fromtimestamp(room.clock.time + 3 * DAY, BUDAPEST).replace(hour=18, minute=0, second=0)
    await room.slash(ana, "away", until=day.strftime("%Y-%m-%d 18:00"))
    info = await room.info()
    assert info.seats[info.seat_of(ana.id)].away_until == round(day.timestamp())


async def test_what_is_no_time_is_refused_with_the_way(room: Room) -> None:
    await room.start(2)
    assert "Type a number of days" in private_answer(await room.slash(room.people[0], "away", until="soon"))


async def test_an_absent_player_is_pinged_once_at_the_end(room: Room) -> None:
    await room.start(2)
    who, other = await room.to_move(), await room.not_to_move()
    await room.rings(PingMode.CHANNEL)
    await room.slash(other, "away", until="2")
    info = await room.info()
    while (await room.to_move()).id == who.id:
        seat = info.seat_of(who.id)
        await room.bot.service.play.act(info.id, who.id, (await room.match()).decisions()[seat].actions[0])
    await room.settle()
    before = len([post for post in room.posts() if other.id in [one.id for one in post.mentions]])
    room.clock.time += 2 * DAY
    await room.bot.deadlines.drain()
    await room.settle()
    rung = [post for post in room.posts() if other.id in [one.id for one in post.mentions]]
    assert len(rung) == before + 1


@pytest.mark.parametrize("locale", ["hu", "es-ES"])
async def test_it_speaks_the_persons_language(room: Room, locale: str) -> None:
    room.locales[room.people[0].id] = locale
    await room.start(2)
    assert "You are" not in message_text((await room.slash(room.people[0], "away", until="2")).response)


async def test_it_holds_for_a_match_that_begins_meanwhile(room: Room) -> None:
    await room.open_lobby(2)
    ana, bence = room.people[:2]
    for who in (ana, bence):
        assert "Matches that begin meanwhile: until" in message_text(
            (await room.slash(who, "away", until="3")).response
        )
    before = len(room.posts())
    await room.click(ana, room.lobby(), label="Start")
    info = await room.info()
    assert [seat.away_until is not None for seat in info.seats] == [True, True]
    told = room.posts()[before:]
    assert len([post for post in told if "is away until" in post.content]) == 2
    assert not [post for post in told if post.mentions], "nobody is rung"
    assert await verify(room.store.read, room.bot.games, info.id) == []
    # By moving in a match, a player ends their absence in that match.
    table = await room.now()
    (seat,) = table.match.decisions()
    who = room.person(info.seats[seat].user_id)
    await room.bot.service.play.act(info.id, who.id, table.match.decisions()[seat].actions[0])
    assert (await room.info()).seats[seat].away_until is None
    # Opening a lobby ended Ana's absence in later matches. Bence ends his with the button "I am back".
    other = room.guild.create_text_channel("games")
    await room.slash(ana, "match new", other, game=room.game)
    await room.slash(bence, "match join", other)
    await room.slash(bence, "away", until="2")
    panel = (await room.slash(bence, "away")).response
    await room.click(bence, panel, label="I'm back")
    await room.slash(ana, "match start", other)
    begun = await room.bot.service.matches.in_channel(other.id)
    assert begun is not None
    assert [seat.away_until for seat in begun.seats] == [None, None]
