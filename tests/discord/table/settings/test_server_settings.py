"""`/settings server` shows all settings of a server in one panel, and who changed each setting."""

from __future__ import annotations

import pytest

from bot.features.open_tables.service import OpenTables
from bot.matches.seats.erased_user_ids import FIRST_ALIAS
from bot.store.statements.settings_audit_log import MAX_CHANGES
from bot.table.settings.server_panel import MAX_NAMED_CHANNELS, MAX_SHOWN_CHANGES
from rules.kernel.words.translation import LOCALES
from tests.discord.room import Room, both_doors, components, message_text, private_answer
from tests.discord.table.settings.test_settings import menus, titles

MENUS = [
    f"t1:serverset:{name}"
    for name in ("language", "pace", "threads", "channels", "tables", "masters", "posts", "ladders", "news", "wanted")
]

#: The number of characters that a closed menu shows on a phone 390 pixels wide.
MENU_CHARACTERS = 25


async def test_a_manager_opens_one_panel_with_all_settings_and_sees_who_changed_what(room: Room) -> None:
    mona, ana = room.manager(), room.people[0]
    panel = (await room.slash(mona, "settings", server="panel")).response
    assert menus(panel) == MENUS
    assert titles(panel) == ["This server", "Who changed what"]
    assert "No one has changed anything yet." in message_text(panel)
    await room.select(mona, panel, ["bank"], "t1:serverset:pace")
    room.clock.time += 60
    await room.select(mona, panel, ["yes"], "t1:serverset:ladders")
    lines = message_text(panel).splitlines()
    record = lines[lines.index("**Who changed what**") + 1 :]
    assert record[:2] == [
        f"<t:{room.clock.time}:f> <@{mona.id}>: This server has ladders",
        f"<t:{room.clock.time - 60}:f> <@{mona.id}>: Pace: a bank of 5 days, with 12 h back each turn",
    ]
    room.press(mona, panel, "t1:serverset:ladders", ["yes"])
    await room.settle()
    assert message_text(panel).splitlines() == lines, "what is chosen again is no change"
    assert "Only a server manager" in private_answer(await room.slash(ana, "settings", server="panel"))
    own = (await room.slash(ana, "settings")).response
    managers, stale = "Only a server manager", "That button is out of date"
    for forged, told in (("server", managers), ("serverset:ladders", managers), ("serverset:none", stale)):
        pressed = room.press(ana, own, f"t1:{forged}", ["no"])
        await room.settle()
        assert told in private_answer(pressed)
    assert (await room.bot.service.servers.settings(room.guild.id)).ladder
    assert "Who changed what" not in private_answer(await room.slash(ana, "settings"))


@pytest.mark.parametrize("locale", LOCALES)
async def test_every_menu_fits_on_a_phone(room: Room, locale: str) -> None:
    mona = room.manager()
    await room.bot.service.people.set_language(mona.id, locale)
    panel = (await room.slash(mona, "settings", server="panel")).response
    shown = [item for item in components(panel) if item["custom_id"].startswith("t1:serverset:")]
    assert len(shown) == len(MENUS)
    for menu in shown:
        for text in (menu["placeholder"], *(option["label"] for option in menu.get("options", ()))):
            assert len(text) <= MENU_CHARACTERS, text


async def test_every_change_is_told_as_the_panel_says_it_and_the_oldest_go(room: Room) -> None:
    mona, servers, here = room.manager(), room.bot.service.servers, room.guild.id
    everywhere = range(100, 100 + MAX_NAMED_CHANNELS + 1)
    told = {
        "Language: Magyar": servers.choose_language(here, "hu", by=mona.id),
        "In their own threads": servers.choose_threads(here, threads=True, by=mona.id),
        "Only in <#100>, <#101>, <#102>, <#103>, <#104> …": servers.choose_channels(here, everywhere, by=mona.id),
        "In all channels": servers.choose_channels(here, [], by=mona.id),
        "Game masters: channel managers and <@&7>": servers.choose_game_masters(here, 7, by=mona.id),
        "Only channel managers are game masters": servers.choose_game_masters(here, None, by=mona.id),
        "Words only, for screen readers": servers.choose_words(here, True, by=mona.id),
        "Open tables are listed in <#8>": room.bot.service.part(OpenTables).set_list_channel(here, 8, by=mona.id),
        "Open tables aren't listed": room.bot.service.part(OpenTables).set_list_channel(here, None, by=FIRST_ALIAS),
    }
    for change in told.values():
        await change
    panel = (await room.slash(mona, "settings", server="panel")).response
    record = message_text(panel).split("**Who changed what**\n")[1].splitlines()[: len(told)]
    assert [line.split(": ", 1)[1] for line in reversed(record)] == list(told)
    assert record[0].startswith(f"<t:{room.clock.time}:f> Somebody: ")
    for number in range(MAX_CHANGES):
        await servers.choose_threads(here, threads=bool(number % 2), by=mona.id)
    assert len(await servers.changes(here, 1000)) == MAX_CHANGES
    assert len(await servers.changes(here, MAX_SHOWN_CHANGES)) == MAX_SHOWN_CHANGES


@both_doors
async def test_a_manager_chooses_where_news_of_owners_is_posted_or_that_none_is(room: Room) -> None:
    mona, servers = room.manager(), room.bot.service.servers
    panel = (await room.slash(mona, "settings", server="panel")).response
    await room.select(mona, panel, [room.table], "t1:serverset:news")
    assert f"News from the bot's owner is posted in <#{room.table.id}>" in message_text(panel)
    assert (await servers.settings(room.guild.id)).announcements == room.table.id
    await room.select(mona, panel, ["no"], "t1:serverset:wanted")
    assert "No news from the bot's owner" in message_text(panel)
    assert (await servers.settings(room.guild.id)).unannounced
    await room.select(mona, panel, ["yes"], "t1:serverset:wanted")
    await room.select(mona, panel, [], "t1:serverset:news")
    settings = await servers.settings(room.guild.id)
    assert (settings.announcements, settings.unannounced) == (None, False)
    assert "News from the bot's owner is posted where matches are played" in message_text(panel)


@both_doors
async def test_what_is_chosen_already_is_preselected_so_that_adding_to_it_keeps_it(room: Room) -> None:
    mona, servers, here = room.manager(), room.bot.service.servers, room.guild.id
    other, role = room.guild.create_text_channel("games"), room.guild.create_role("referees")
    await servers.choose_channels(here, [room.table.id], by=mona.id)
    await servers.choose_game_masters(here, role.id, by=mona.id)
    await servers.choose_announcements(here, other.id, by=mona.id)
    await room.bot.service.part(OpenTables).set_list_channel(here, other.id, by=mona.id)
    panel = (await room.slash(mona, "settings", server="panel")).response

    def chosen(name: str) -> list[int]:
        menu = next(item for item in components(panel) if item["custom_id"].partition("~")[0] == f"t1:serverset:{name}")
        return [int(one["id"]) for one in menu["default_values"]]

    assert (chosen("channels"), chosen("tables"), chosen("news")) == ([room.table.id], [other.id], [other.id])
    assert chosen("masters") == [role.id]
    # When a user adds a value in a menu, Discord sends the preselected values as well.
    shown = [room.guild.channels[one.name] for one in (room.table, other) if one.id in chosen("channels")]
    await room.select(mona, panel, [*shown, other], "t1:serverset:channels")
    assert (await servers.settings(here)).channels == (room.table.id, other.id)
