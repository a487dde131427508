"""`/watch list` shows the matches in those channels of the server that the member can see, without their secrets."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

import render.registry
from bot.discord.server_directory import ChannelVisibility
from bot.table.lobby import list_command as match_list
from tests.discord.room import GAME, Room, both_doors, message_text, open_room, private_answer
from tests.e2e.visibility_checks import Pictures
from tests.matches.timed_game import TIMED

NOBODY = "There's no match in the channels you can see. `/match new` opens one."


async def listed(room: Room, who: Any) -> list[str]:
    """Return the lines that `/watch list` shows a user, without the heading."""
    heading, *lines = private_answer(await room.slash(who, "watch list")).splitlines()
    assert heading == "## Matches in this server"
    return lines


async def test_each_match_says_whose_turn_it_is_and_since_when(room: Room) -> None:
    ana, _, carla = room.people[:3]
    assert await listed(room, carla) == [NOBODY]
    await room.start(2)
    other = room.guild.create_text_channel("other")
    await room.slash(ana, "match new", other, game="dark_providence")
    info, mover = await room.info(), await room.to_move()
    place = f"https://discord.com/channels/{room.guild.id}/{room.table.id}/{info.board_message_id}"
    assert await listed(room, carla) == [
        f"**[Edge of Darkness]({place})** <#{room.table.id}>",
        f"Waiting for {mover.user.global_name}.",
        f"-# Since <t:{room.clock.time}:f>",
        f"-# {info.seats[0].name} and {info.seats[1].name}",
        f"**[Cthulhu: Dark Providence](https://discord.com/channels/{room.guild.id}/{other.id})** <#{other.id}>",
        "The lobby is open: 1 of 5 players.",
        "-# Ana",
    ]


@both_doors
async def test_no_one_is_told_of_a_match_in_a_channel_that_they_do_not_see(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    hidden = discord.PermissionOverwrite(view_channel=False)
    seen = discord.PermissionOverwrite(view_channel=True)
    secret = room.guild.create_text_channel(
        "secret", overwrites={room.guild.default_role: hidden, ana: seen, room.env.bot.user: seen}
    )
    await room.slash(ana, "match new", secret, game=GAME)
    assert len(await listed(room, ana)) == 3
    assert await listed(room, bence) == [NOBODY]
    # A player sees their own match in the list even if its channel is hidden from them.
    info = await room.bot.service.matches.in_channel(secret.id)
    await room.bot.service.lobby.join(info.id, carla.id, "Carla")
    assert len(await listed(room, carla)) == 3


async def test_a_private_thread_is_seen_by_its_members_and_where_the_gateway_is_silent_discord_is_asked(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bence, carla = room.people[:3]
    parent = await room.bot.fetch_channel(room.table.id)
    thread = await parent.create_thread(name="private", type=discord.ChannelType.private_thread)
    await thread.add_user(discord.Object(ana.id))
    await room.settle()
    await room.slash(ana, "match new", room.table.threads[0], game=GAME)
    info = await room.bot.service.matches.in_channel(thread.id)
    await room.bot.service.lobby.join(info.id, bence.id, "Bence")
    for cached in (True, False):
        if not cached:
            monkeypatch.setattr(discord.Guild, "channels", property(lambda _: []))
        assert await listed(room, carla) == [NOBODY]
        assert len(await listed(room, bence)) == 3
        assert len(await listed(room, ana)) == 3


@pytest_asyncio.fixture
async def timed_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, TIMED.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {TIMED.id: TIMED}) as made:
        yield made


async def test_who_has_answered_in_secret_is_not_told(timed_room: Room) -> None:
    room = timed_room
    await room.start(2)
    before = await listed(room, room.people[3])
    assert before[1].startswith("A decision is open. It's secret who has answered.")
    assert not any("Since" in line for line in before)
    room.clock.time += 60
    who = await room.to_move()
    page = (await room.slash(who, "act")).response
    await room.click(who, page, label="done")
    assert (await room.info()).seats[min((await room.match()).decisions())].deferred is not None
    assert await listed(room, room.people[3]) == before


async def test_many_matches_come_page_by_page(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_list, "PAGE_SIZE", 2)
    ana = room.people[0]
    channels = [room.guild.create_text_channel(f"table-{number}") for number in range(3)]
    for channel in channels:
        await room.slash(ana, "match new", channel, game=GAME)
    shown = (await room.slash(ana, "watch list")).response
    assert [f"<#{channel.id}>" in message_text(shown) for channel in channels] == [True, True, False]
    await room.click(ana, shown, label="More")
    assert [f"<#{channel.id}>" in message_text(shown) for channel in channels] == [False, False, True]
    pressed = room.press(ana, shown, "t1:matches:-7")
    await room.settle()
    assert pressed.acknowledged
    assert f"<#{channels[0].id}>" in message_text(shown)


async def test_a_match_that_stands_still_says_how_it_goes_on(room: Room) -> None:
    await room.start(2)
    await room.bot.service.unreachable_channels.suspend_channel(room.table.id)
    assert "I can't reach its channel; `/table move` moves it to another one." in await listed(room, room.people[0])


@both_doors
async def test_no_one_sees_a_channel_that_is_gone(room: Room) -> None:
    seen: list[bool] = []

    async def look(interaction: Any) -> None:
        seen.append(await (await ChannelVisibility.for_interaction(interaction)).is_visible(7))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(match_list, "_show", lambda interaction, _: look(interaction))
        await room.slash(room.people[0], "watch list")
    assert seen == [False]
