"""`/ladder` opens at the viewer's rank, covers one or all servers, and omits players who have left or are hidden."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.components import walk_components

from bot.features.ratings.panel.ladder import PAGE_SIZE
from bot.features.ratings.service.ladders import Ratings
from tests.discord.room import GAME, NAMES, Room, components, message_text, private_answer
from tests.matches.finished_matches import store_finished_match

#: Names of maximum length that would ping, format and link if they weren't escaped.
NASTY = ("@everyone **[x](y)** https://a.bcd", "*" * 32, "_Á" * 16, "~`" * 16, "Ő" * 32, "||" * 16)
TITLE = "Edge of Darkness"


def labels(message: Any) -> list[str]:
    return [item["label"] for item in components(message) if item.get("label")]


def alt_text(message: Any) -> str:
    """Return the alt text of a message's picture; "" if the message has no picture."""
    plain = [part if isinstance(part, dict) else part.to_dict() for part in message.components]
    galleries = [part for part in walk_components(plain) if part.get("items")]
    return " ".join(picture["description"] for gallery in galleries for picture in gallery["items"])


async def finish(room: Room, *places: int, number: int = 1, **more: Any) -> None:
    """Record a rated match where the room's first users came in these places, and update the ratings."""
    people = {person.id: place for person, place in zip(room.people, places, strict=False)}
    names = {person.id: name for person, name in zip(room.people, NAMES, strict=True)}
    usual = {"game": GAME, "guild": room.guild.id, "names": names, "rated": True}
    await store_finished_match(room.store, number, people, **(usual | more))
    await update_ratings(room)


async def update_ratings(room: Room) -> None:
    while await room.bot.service.part(Ratings).is_due():
        await room.bot.service.part(Ratings).catch_up()


async def record_crowd(room: Room, count: int, names: Any = None) -> None:
    """Record rated matches of up to four players until each of `count` players has played one; update the ratings."""
    known = {900 + number: f"Person {number}" for number in range(count)} | (names or {})
    for number in range(0, count, 4):
        some = range(900 + number, 900 + min(count, number + 4))
        places = {user: place for place, user in enumerate(some, 1)}
        await store_finished_match(
            room.store, 50 + number, places, game=GAME, guild=room.guild.id, names=known, rated=True
        )
    await update_ratings(room)


async def enable_ladder(room: Room) -> None:
    await room.bot.service.servers.choose_ladder(room.guild.id, ladder=True)


async def test_without_ladders_one_sentence_says_who_can_switch_them_on(room: Room) -> None:
    ana = room.people[0]
    await finish(room, 1, 2)
    refused = private_answer(await room.slash(ana, "ladder", game=GAME))
    assert refused == "This server has no ladder. The server's managers can turn one on with `/settings`."
    over_all = (await room.slash(ana, "ladder", game=GAME, everywhere=True)).response
    assert "No one is on this ladder yet" in message_text(over_all)
    assert "you can join it in `/settings`" in message_text(over_all)
    assert labels(over_all) == []


async def test_a_ladder_has_places_points_and_the_own_place_in_a_picture_and_in_words(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    await enable_ladder(room)
    await finish(room, 1, 2, ended_at=room.clock.time)
    panel = (await room.slash(bence, "ladder", game=GAME)).response
    assert panel.flags.ephemeral
    assert f"{TITLE}: ladder" in message_text(panel)
    assert "this server · places 1 to 2 of 2" in alt_text(panel)
    assert "**Your place: 2 of 2**" in message_text(panel)
    rows = await room.bot.service.part(Ratings).ladder(GAME, room.guild.id, 0, 9, ana.id)
    best, other = (f"{row.estimate.points:.0f}" for row in rows.rows)
    assert f"1. Ana {best}; 2. Bence {other}." in alt_text(panel)
    assert labels(panel) == ["Over all servers", "In words"]
    await room.click(bence, panel, label="In words")
    most = f"{rows.rows[0].estimate.upper_bound:.0f}"
    gained = round(rows.rows[0].trend)
    row = f"1\\. Ana: {best} points, {most} at most, gained {gained}, 1 match, 1 won, provisional"
    assert row in message_text(panel)
    assert f"**2\\. Bence: {other} points" in message_text(panel)
    assert alt_text(panel) == ""
    assert labels(panel) == ["Over all servers", "As a picture"]
    await room.bot.service.people.choose_words(carla.id, True)
    told = (await room.slash(carla, "ladder", game=GAME)).response
    assert row in message_text(told)
    assert "You're not on it yet: none of your matches has counted." in message_text(told)


async def test_a_menu_asks_for_the_game_if_none_is_named(room: Room) -> None:
    ana = room.people[0]
    await enable_ladder(room)
    await finish(room, 1, 2)
    for options, title in (({}, "this server"), ({"everywhere": True}, "over all")):
        panel = (await room.slash(ana, "ladder", **options)).response
        assert panel.flags.ephemeral
        assert "Which game's ladder do you want to see?" in message_text(panel)
        (menu,) = components(panel)
        assert [option["value"] for option in menu["options"]] == list(room.bot.games)
        await room.select(ana, panel, [GAME], menu["custom_id"])
        shown = f"{message_text(panel)} {alt_text(panel)}"
        assert f"{TITLE}: ladder" in shown
        assert title in shown or "No one is on this ladder yet" in shown
    for forged in ("here", "nowhere"):
        panel = (await room.slash(ana, "ladder")).response
        pressed = room.press(ana, panel, f"t1:ladderof:{forged}", ["no_game" if forged == "here" else GAME])
        await room.settle()
        assert "ladder" not in private_answer(pressed)
    panel = (await room.slash(ana, "ladder", game="a game that isn't there")).response
    assert "Which game's ladder" in message_text(panel)


async def test_a_long_ladder_is_turned_and_keeps_the_own_place_in_sight(room: Room) -> None:
    await enable_ladder(room)
    await finish(room, 2, 1)
    await record_crowd(room, 2 * PAGE_SIZE)
    bence = room.people[0]
    panel = (await room.slash(bence, "ladder", game=GAME)).response
    page = await room.bot.service.part(Ratings).ladder(GAME, room.guild.id, 0, PAGE_SIZE, bence.id)
    assert page.own is not None
    assert page.own not in page.rows
    assert labels(panel) == ["Previous", "Next", "Over all servers", "In words"]
    await room.click(bence, panel, label="In words")
    assert f"**{page.own.place}\\. Ana: " in message_text(panel)
    await room.click(bence, panel, label="Next")
    assert f"places {PAGE_SIZE + 1} to {2 * PAGE_SIZE} of {2 * PAGE_SIZE + 2}" in message_text(panel)
    for forged in ("99:x", "x:all:w:0", f"{GAME}:here:w:many", f"{GAME}:there:w:0", f"{GAME}:here:z:0"):
        pressed = room.press(bence, panel, f"t1:ladder:{forged}")
        await room.settle()
        assert "out of date" in private_answer(pressed)
    pressed = room.press(bence, panel, f"t1:ladder:{GAME}:here:w:999999999999999999")
    await room.settle()
    assert f"places {2 * PAGE_SIZE + 1} to {2 * PAGE_SIZE + 2}" in message_text(panel)
    assert pressed.response is not None


async def test_leaving_in_the_settings_removes_the_player_at_once_and_rejoining_restores_them(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    await enable_ladder(room)
    await finish(room, 1, 2, 3)
    before = await room.bot.service.part(Ratings).ladder(GAME, room.guild.id, 0, PAGE_SIZE, carla.id)
    settings = (await room.slash(ana, "settings")).response
    await room.click(ana, settings, custom_id="t1:settings:ladders")
    await room.select(ana, settings, ["no"], "t1:setting:here")
    gone = (await room.slash(carla, "ladder", game=GAME)).response
    assert "Ana" not in alt_text(gone), "before anything is counted anew"
    await update_ratings(room)
    after = await room.bot.service.part(Ratings).ladder(GAME, room.guild.id, 0, PAGE_SIZE, carla.id)
    assert [(row.place, row.user_id) for row in after.rows] == [(1, bence.id), (2, carla.id)]
    assert after.rows[0].estimate != before.rows[1].estimate, "as if Ana had never sat there"
    assert await room.bot.service.part(Ratings).over_time(ana.id, GAME, room.guild.id) == []
    left = (await room.slash(ana, "ladder", game=GAME)).response
    assert "You've left it; rejoin it in `/settings`" in message_text(left)
    assert "Your place" not in message_text(left)
    assert "ladder of this server" not in private_answer(
        await room.click(bence, (await room.slash(bence, "profile", person=ana)).response, label="In words")
    )
    await room.select(ana, settings, ["yes"], "t1:setting:here")
    await update_ratings(room)
    assert await room.bot.service.part(Ratings).ladder(GAME, room.guild.id, 0, PAGE_SIZE, carla.id) == before
    assert await room.bot.service.part(Ratings).differing_ladders() == []


async def test_the_global_ladder_has_only_players_who_chose_it(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    await enable_ladder(room)
    await finish(room, 1, 2, 3, guild=4321)
    for person in (ana, carla):
        settings = (await room.slash(person, "settings")).response
        await room.click(person, settings, custom_id="t1:settings:ladders")
        await room.select(person, settings, ["yes"], "t1:setting:everywhere")
    await update_ratings(room)
    panel = (await room.slash(bence, "ladder", game=GAME)).response
    assert "No one is on this ladder yet" in message_text(panel)
    await room.click(bence, panel, label="Over all servers")
    assert "all servers · places 1 to 2 of 2" in alt_text(panel)
    assert "1. Ana" in alt_text(panel)
    assert "2. Carla" in alt_text(panel)
    assert "Bence" not in alt_text(panel)
    assert labels(panel) == ["In this server", "In words"]
    alone = (await ana.user.slash("ladder", game=GAME)).response
    assert "Your place: 1 of 2" in message_text(alone)
    assert labels(alone) == ["In words"]


async def test_a_player_with_a_hidden_record_has_only_a_place(room: Room) -> None:
    ana, bence = room.people[:2]
    await enable_ladder(room)
    await finish(room, 1, 2)
    await room.bot.service.people.choose_profile(ana.id, shown=False)
    panel = (await room.slash(bence, "ladder", game=GAME)).response
    assert "1. hidden; 2. Bence" in alt_text(panel)
    await room.click(bence, panel, label="In words")
    assert "1\\. private profile\n" in message_text(panel)
    assert "Ana" not in message_text(panel)
    own = (await room.slash(ana, "ladder", game=GAME)).response
    assert "1. Ana " in alt_text(own)


@pytest.mark.parametrize("locale", ["en-US", "hu", "es-ES"])
async def test_the_longest_names_fit_and_ring_no_one(room: Room, locale: str) -> None:
    await enable_ladder(room)
    await record_crowd(
        room, PAGE_SIZE + 3, {900 + number: NASTY[number % len(NASTY)] for number in range(PAGE_SIZE + 3)}
    )
    ana = room.people[0]
    room.locales[ana.id] = locale
    panel = (await room.slash(ana, "ladder", game=GAME)).response
    turn = next(item for item in components(panel) if item["custom_id"].endswith(":w:0"))
    await room.click(ana, panel, custom_id=turn["custom_id"])
    assert "@everyone" not in message_text(panel)
    assert "](y)" not in message_text(panel).replace("\\]", "")
    assert "https://" not in message_text(panel)


@pytest.mark.painted
async def test_the_picture_is_a_real_one(room: Room) -> None:
    await enable_ladder(room)
    await finish(room, 1, 2)
    panel = (await room.slash(room.people[0], "ladder", game=GAME)).response
    (file,) = panel.attachments
    assert file.filename == "ladder.png"
    assert file.size > 10_000


async def test_a_game_is_suggested_while_it_is_typed(room: Room) -> None:
    ana = room.people[0]
    assert GAME in [choice["value"] for choice in await ana.autocomplete(room.table, "ladder", "game", "edge")]
