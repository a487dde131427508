"""The panel of `/settings` has one line per setting, and opens one setting at a time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.features.ratings.service.ladders import Ratings
from bot.notifications.preferences import PingMode
from bot.notifications.quiet_hours import QuietHours
from tests.discord.room import GAME, Room, both_doors, components, message_text, private_answer

ALL_LINES = [
    "Where I ping you", "Your time and quiet hours", "Language of my answers to you", "Your profile",
    "Language of this channel's match", "New matches in this server", "Ladders", "Away",
]  # fmt: skip


def titles(panel: Any) -> list[str]:
    return [line.strip("*") for line in message_text(panel).splitlines() if line.startswith("**")]


def menus(panel: Any) -> list[str]:
    return [item["custom_id"].partition("~")[0] for item in components(panel) if item["type"] != 2]


def values(panel: Any, custom_id: str) -> list[str]:
    menu = next(item for item in components(panel) if item["custom_id"].partition("~")[0] == custom_id)
    return [option["value"] for option in menu["options"]]


async def test_each_line_opens_its_menus_and_closes_again(room: Room) -> None:
    await room.open_lobby(1)
    panel = (await room.slash(room.people[0], "settings")).response
    assert titles(panel) == ALL_LINES
    assert menus(panel) == []
    opened: dict[str, list[str]] = {}
    for line in ("calls", "time", "mine", "match"):
        await room.click(room.people[0], panel, custom_id=f"t1:settings:{line}")
        opened[line] = menus(panel)
    assert opened == {
        "calls": ["t1:setting:calls"], "time": ["t1:settingshour"],
        "mine": ["t1:setting:mine", "t1:setting:signs"], "match": ["t1:setting:match"],
    }  # fmt: skip
    await room.click(room.people[0], panel, label="Done")
    assert menus(panel) == []


async def test_what_is_chosen_is_saved_and_shown(room: Room) -> None:
    await room.open_lobby(1)
    ana = room.people[0]
    panel = (await room.slash(ana, "settings", calls="private")).response
    await room.click(ana, panel, custom_id="t1:settings:calls")
    await room.select(ana, panel, ["both"], "t1:setting:calls")
    assert "In the channel and privately" in message_text(panel)
    assert (await room.bot.service.people.prefs(ana.id)).ping_mode is PingMode.BOTH
    await room.click(ana, panel, custom_id="t1:settings:match")
    assert values(panel, "t1:setting:match") == ["en", "hu", "es"]
    await room.select(ana, panel, ["es"], "t1:setting:match")
    assert (await room.info()).locale == "es"
    await room.click(ana, panel, custom_id="t1:settings:mine")
    await room.select(ana, panel, ["hu"], "t1:setting:mine")
    assert "Hol értesítselek" in message_text(panel)


async def test_the_hour_leads_to_the_cities_and_to_the_time_there(room: Room) -> None:
    ana = room.people[0]
    panel = (await room.slash(ana, "settings")).response
    assert "Unknown. " in message_text(panel)
    await room.click(ana, panel, custom_id="t1:settings:time")
    here = datetime.fromtimestamp(room.clock.time, UTC)
    await room.select(ana, panel, [str(here.hour)], "t1:settingshour")
    assert "Africa/Accra" in values(panel, "t1:setting:city")
    await room.select(ana, panel, ["Africa/Accra"], "t1:setting:city")
    assert f"{here:%H:%M} (Accra)" in message_text(panel)
    assert f"{here:%H:%M} (Dakar)" in private_answer(await room.slash(ana, "settings", zone="Africa/Dakar"))
    assert "don't know that time zone" in private_answer(
        await room.slash(ana, "settings", zone="Africa", calls="never")
    )
    assert (await room.bot.service.people.prefs(ana.id)).ping_mode is PingMode.CHANNEL
    offered = await ana.autocomplete(room.table, "settings", "zone", "buda")
    assert [choice["value"] for choice in offered] == ["Europe/Budapest"]


async def test_quiet_hours_begin_with_the_zone_and_can_be_chosen(room: Room) -> None:
    ana, people = room.people[0], room.bot.service.people
    assert (await people.prefs(ana.id)).quiet_hours is None
    panel = (await room.slash(ana, "settings", zone="Europe/Budapest")).response
    assert "I don't ping you from 22:00 to 8:00" in message_text(panel)
    await room.click(ana, panel, custom_id="t1:settings:time")
    await room.select(ana, panel, ["23-7"], "t1:setting:quiet")
    assert (await people.prefs(ana.id)).quiet_hours == QuietHours("Europe/Budapest", 23, 7)
    await room.select(ana, panel, ["0-0"], "t1:setting:quiet")
    assert (await people.prefs(ana.id)).quiet_hours is None
    assert "No quiet hours" in message_text(panel)
    for hours, told in (("8-22", "at most ten quiet hours a day"), ("22-24", "0 to 23"), ("22", "out of date")):
        pressed = room.press(ana, panel, "t1:setting:quiet", [hours])
        await room.settle()
        assert told in private_answer(pressed)
    assert (await people.prefs(ana.id)).quiet_hours is None


async def test_quiet_hours_can_be_typed_once_the_zone_is_known(room: Room) -> None:
    ana, people = room.people[0], room.bot.service.people
    assert "Tell me your time zone first" in private_answer(await room.slash(ana, "settings", quiet="23-7"))
    told = private_answer(await room.slash(ana, "settings", zone="Europe/Budapest", quiet="23-7"))
    assert "I don't ping you from 23:00 to 7:00" in told
    await room.slash(ana, "settings", quiet="0-0")
    assert (await people.prefs(ana.id)).quiet_hours is None
    assert (await people.prefs(ana.id)).zone == "Europe/Budapest"


async def test_a_private_message_has_only_what_is_ones_own(room: Room) -> None:
    panel = (await room.people[0].user.slash("settings")).response
    assert titles(panel) == [*ALL_LINES[:4], "Ladders", "Away"]


@both_doors
async def test_a_manager_says_where_matches_are_opened_and_how_they_begin(room: Room) -> None:
    mona, ana = room.manager(), room.people[0]
    other = room.guild.create_text_channel("games")
    panel = (await room.slash(mona, "settings")).response
    await room.click(mona, panel, custom_id="t1:server")
    await room.select(mona, panel, ["hu"], "t1:serverset:language")
    await room.select(mona, panel, ["bank"], "t1:serverset:pace")
    await room.select(mona, panel, ["thread"], "t1:serverset:threads")
    await room.select(mona, panel, [other], "t1:serverset:channels")
    told = f"In their own threads\nOnly in <#{other.id}>\n"
    assert f"Language: Magyar\nPace: a bank of 5 days, with 12 h back each turn\n{told}" in message_text(panel)
    assert "opened in other channels" in private_answer(await room.slash(ana, "match new", game=GAME))
    await room.slash(mona, "match new", other, game=GAME)
    info = await room.bot.service.matches.in_channel(other.threads[0].id)
    assert info is not None
    assert info.locale == "hu"
    assert info.pace == {"kind": "bank", "seconds": 5 * 86400, "back": 43200, "end": "late"}
    await room.select(mona, panel, [], "t1:serverset:channels")
    await room.select(mona, panel, ["channel"], "t1:serverset:threads")
    await room.select(mona, panel, ["auto"], "t1:serverset:language")
    assert "Language: the server's" in message_text(panel)
    assert "lobby is open" in private_answer(await room.slash(ana, "match new", game=GAME))


async def test_signs_or_words_are_chosen_for_oneself_and_for_the_posts_of_a_server(room: Room) -> None:
    mona, ana = room.manager(), room.people[0]
    own = (await room.slash(ana, "settings")).response
    await room.click(ana, own, custom_id="t1:settings:mine")
    assert "English\nWith icons" in message_text(own)
    await room.select(ana, own, ["words"], "t1:setting:signs")
    assert "English\nWords only, for screen readers" in message_text(own)
    assert await room.bot.service.people.in_words(ana.id)
    assert not await room.bot.service.servers.in_words(room.guild.id)
    whole = (await room.slash(mona, "settings")).response
    await room.click(mona, whole, custom_id="t1:server")
    await room.select(mona, whole, ["words"], "t1:serverset:posts")
    assert message_text(whole).split("**Who changed what**")[0].count("Words only, for screen readers") == 1
    assert await room.bot.service.servers.in_words(room.guild.id)
    await room.restart()
    assert await room.bot.service.people.in_words(ana.id)
    assert await room.bot.service.servers.in_words(room.guild.id)
    await room.slash(ana, "settings", signs="signs")
    assert not await room.bot.service.people.in_words(ana.id)


async def test_a_manager_switches_ladders_on_and_each_person_leaves_or_joins_them(room: Room) -> None:
    mona, ana, of = room.manager(), room.people[0], room.bot.service.part(Ratings)
    whole = (await room.slash(mona, "settings")).response
    assert "This server has no ladders\nYou're not on the ladders of all servers" in message_text(whole)
    await room.click(mona, whole, custom_id="t1:server")
    await room.select(mona, whole, ["yes"], "t1:serverset:ladders")
    assert "This server has ladders" in message_text(whole)
    await room.click(mona, whole, label="My settings")
    assert "This server has ladders\nYou're on this server's ladders" in message_text(whole)
    own = (await room.slash(ana, "settings")).response
    await room.click(ana, own, custom_id="t1:settings:ladders")
    assert menus(own) == ["t1:setting:here", "t1:setting:everywhere"]
    await room.select(ana, own, ["no"], "t1:setting:here")
    await room.select(ana, own, ["yes"], "t1:setting:everywhere")
    assert "You're not on this server's ladders\nYou're on the ladders of all servers" in message_text(own)
    assert (await of.is_on(ana.id, room.guild.id), await of.is_on(ana.id, 0)) == (False, True)


async def test_with_any_line_open_the_panel_fits_into_a_message(room: Room) -> None:
    mona = room.manager()
    await room.slash(mona, "match new", game=GAME)
    await room.bot.service.servers.choose_ladder(room.guild.id, ladder=True)
    panel = (await room.slash(mona, "settings")).response
    for line in ("calls", "time", "mine", "profile", "match", "ladders", "away"):
        await room.click(mona, panel, custom_id=f"t1:settings:{line}")
        assert titles(panel) == ALL_LINES


async def test_a_press_ends_an_announced_absence(room: Room) -> None:
    await room.start(2)
    ana = room.people[0]
    panel = (await room.slash(ana, "settings")).response
    assert "You're not away." in message_text(panel)
    await room.click(ana, panel, custom_id="t1:settings:away")
    await room.select(ana, panel, [values(panel, "t1:setting:away")[2]], "t1:setting:away")
    (away,) = await room.bot.service.absence.matches_of(ana.id)
    assert f"Until <t:{away.until}:f>" in message_text(panel)
    assert 2 * 86400 < away.until - room.clock.time < 4 * 86400
    await room.click(ana, panel, label="I'm back")
    assert await room.bot.service.absence.matches_of(ana.id) == []
    assert "You're not away." in message_text(panel)


@pytest.mark.parametrize(
    ("custom_id", "value", "told"),
    [
        ("t1:serverset:pace", "steady", "Only a server manager"),
        ("t1:serverset:threads", "thread", "Only a server manager"),
        ("t1:serverset:language", "hu", "Only a server manager"),
        ("t1:serverset:channels", "1", "Only a server manager"),
        ("t1:serverset:masters", "1", "Only a server manager"),
        ("t1:serverset:ladders", "yes", "Only a server manager"),
        ("t1:setting:everywhere", "maybe", "That button is out of date"),
        ("t1:setting:match", "hu", "There's no match"),
        ("t1:setting:match", "auto", "I don't speak"),
        ("t1:setting:mine", "xx", "I don't speak"),
        ("t1:setting:calls", "loudly", "I can't ping you there"),
        ("t1:setting:away", "never", "That button is out of date"),
        ("t1:setting:nothing", "1", "That button is out of date"),
        ("t1:setting", "1", "That button is out of date"),
        ("t1:settingshour", "99", "That button is out of date"),
    ],
)
async def test_forged_choices_change_nothing(room: Room, custom_id: str, value: str, told: str) -> None:
    panel = (await room.slash(room.people[0], "settings")).response
    before = message_text(panel)
    pressed = room.press(room.people[0], panel, custom_id, [value])
    await room.settle()
    assert private_answer(pressed).startswith(told)
    assert message_text((await room.slash(room.people[0], "settings")).response) == before


@both_doors
async def test_a_channel_that_is_gone_is_left_out_of_the_menu(room: Room) -> None:
    mona, other = room.manager(), room.guild.create_text_channel("games")
    await room.bot.service.servers.choose_channels(room.guild.id, [other.id, room.table.id])
    room.env.backend.delete_channel(other.id)
    panel = (await room.slash(mona, "settings")).response
    await room.click(mona, panel, custom_id="t1:server")
    menu = next(item for item in components(panel) if item["custom_id"].partition("~")[0] == "t1:serverset:channels")
    assert [int(chosen["id"]) for chosen in menu["default_values"]] == [room.table.id]


@both_doors
async def test_the_role_of_game_masters(room: Room) -> None:
    mona, role = room.manager(), room.guild.create_role("referees")
    panel = (await room.slash(mona, "settings")).response
    await room.click(mona, panel, custom_id="t1:server")
    await room.select(mona, panel, [role], "t1:serverset:masters")
    assert f"Game masters: channel managers and <@&{role.id}>" in message_text(panel)
    settings = await room.bot.service.servers.settings(room.guild.id)
    assert settings.game_masters == role.id
    await room.select(mona, panel, [], "t1:serverset:masters")
    assert "Game masters" not in message_text(panel).split("**Who changed what**")[0]
    await room.bot.service.servers.choose_game_masters(room.guild.id, 77)
    await room.click(mona, panel, label="My settings")
    await room.click(mona, panel, custom_id="t1:server")
    menu = next(item for item in components(panel) if item["custom_id"].partition("~")[0] == "t1:serverset:masters")
    assert not menu.get("default_values"), "a role that is gone"
