"""To find a user's time zone, the bot asks the user once, "What time is it for you now?"."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.discord.ui import limits
from bot.table.absence import time_zone_cities
from rules.kernel.words.translation import LOCALES
from tests.discord.room import Room, components, private_answer
from tests.game_helpers import each

#: A time in winter and one in summer, because daylight saving changes many zones in between.
SEASONS = (datetime(2027, 1, 10, 12, 7, tzinfo=UTC), datetime(2027, 7, 10, 12, 37, tzinfo=UTC))


@each("season", SEASONS)
def test_at_every_hour_there_is_a_city_and_a_menu_holds_them_all(season: datetime) -> None:
    now = int(season.timestamp())
    found = Counter(time_zone_cities.local_time(zone, now).hour for zone in time_zone_cities.zones())
    assert set(found) == set(range(24))
    assert max(found.values()) <= limits.SELECT_OPTIONS


@each("locale", LOCALES)
def test_no_two_cities_of_a_zone_are_called_the_same(locale: str) -> None:
    names = [time_zone_cities.city(zone, locale) for zone in time_zone_cities.zones()]
    assert len(set(names)) == len(names)


def test_a_half_hour_stands_under_its_hour() -> None:
    now = int(datetime(2027, 1, 10, 12, 7, tzinfo=UTC).timestamp())
    assert "Asia/Kolkata" in time_zone_cities.with_hour(17, now, "en")
    assert "Asia/Tashkent" in time_zone_cities.with_hour(17, now, "en")
    assert time_zone_cities.city("Asia/Kolkata", "es") == "Delhi, Bombay"
    assert time_zone_cities.city("Asia/Ust-Nera", "hu") == "Ust-Nera"


def hour_in(zone: str, room: Room) -> str:
    return str(datetime.fromtimestamp(room.clock.time, ZoneInfo(zone)).hour)


def menu(message: Any) -> dict[str, Any]:
    return next(item for item in components(message) if item["type"] == 3)


async def test_the_welcome_asks_for_the_hour_and_the_city_once(room: Room) -> None:
    await room.open_lobby(2)
    ana, bence = room.people[:2]
    in_private: Any = bence.user
    room.locales[bence.id] = "hu"
    letter = room.welcomes(bence)[0]
    assert "What time is it for you now?" in letter.content
    assert [option["value"] for option in menu(letter)["options"]] == [str(hour) for hour in range(24)]
    asked = (await room.select(in_private, letter, [hour_in("Europe/Budapest", room)], "t1:myhour")).response
    assert asked.ephemeral
    offered = {option["value"]: option["label"] for option in menu(asked)["options"]}
    assert offered["Europe/Vienna"] == "Bécs"
    assert "America/New_York" not in offered
    await room.select(in_private, asked, ["Europe/Budapest"], "t1:mycity")
    assert "Budapest" in room.env.backend.get_message(asked.channel_id, asked.id).components[0]["content"]
    assert (await room.bot.service.people.prefs(bence.id)).zone == "Europe/Budapest"
    # Neither the user who answered the question nor the user who skipped it is asked again.
    for person in (bence, ana):
        await room.click(person, room.lobby(), label="Leave")
        await room.click(person, room.lobby(), label="Join")
        assert [[item["type"] for item in components(one)].count(3) for one in room.welcomes(person)] == [1, 0]


@pytest.mark.parametrize(
    ("custom_id", "value"),
    [
        ("t1:myhour", "24"),
        ("t1:myhour", "x"),
        ("t1:myhour", "-1"),
        ("t1:mycity", "Nowhere/Land"),
        ("t1:mycity", "../x"),
    ],
)
async def test_forged_answers_change_nothing(room: Room, custom_id: str, value: str) -> None:
    ana = room.people[0]
    await room.open_lobby(1)
    asked = room.press(ana, room.lobby(), "t1:myhour", [hour_in("Europe/Budapest", room)])
    await room.settle()
    pressed = room.press(ana, asked.response, custom_id, [value])
    await room.settle()
    assert private_answer(pressed).startswith(("That button is out of date", "I don't know that time zone"))
    assert (await room.bot.service.people.prefs(ana.id)).zone == ""
