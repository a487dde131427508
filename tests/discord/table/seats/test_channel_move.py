"""`/table move` moves a match to the channel where a player uses the command, even if the old channel is gone."""

from __future__ import annotations

import re
from typing import Any

import discord

from tests.discord.room import GAME, Room, both_doors, components, message_text, private_answer

NOTHING = "There's no match in this server that you can move here. `/watch list` shows them all."
CANT = discord.PermissionOverwrite(send_messages=False)


async def here(room: Room, channel: Any) -> Any:
    return await room.bot.service.matches.in_channel(channel.id)


def calls(channel: Any) -> list[Any]:
    return [post for post in channel.history() if re.search(r"<@\d+>", post.content) and post.components]


async def test_the_old_board_says_where_the_match_goes_on(room: Room) -> None:
    await room.start(2)
    other = room.guild.create_text_channel("other")
    old = room.last_call()
    assert private_answer(await room.slash(room.people[0], "table move", other)) == "The match continues here."
    (left,) = [post for post in room.posts() if post.id == old.id]
    assert left.content == f"This match continues in <#{other.id}>."
    assert left.attachments
    assert not components(left)
    (call,) = calls(other)
    who = await room.bot.service.matches.table_of(await here(room, other))
    mover = room.person(who.info.seats[min(who.match.decisions())].user_id)
    assert mover.mention in call.content
    panel = (await room.click(mover, call, label="Your move")).response
    assert panel.ephemeral
    seat, decision = next(iter(who.match.decisions().items()))
    await room.bot.service.play.act(who.info.id, who.info.seats[seat].user_id, decision.actions[0])
    await room.settle()
    assert room.posts()[-1].id == old.id, "something is posted in the channel that was left"


async def test_a_lobby_is_taken_along_with_its_buttons(room: Room) -> None:
    await room.open_lobby(1)
    other = room.guild.create_text_channel("other")
    await room.slash(room.people[0], "table move", other)
    assert message_text(room.posts()[-1]) == f"This match continues in <#{other.id}>."
    (lobby,) = other.history()
    await room.click(room.people[1], lobby, label="Join")
    assert len((await here(room, other)).seats) == 2


async def test_a_player_brings_a_match_whose_channel_is_gone(room: Room) -> None:
    await room.start(2)
    first, other = room.table, room.guild.create_text_channel("other")
    room.env.backend.delete_channel(first.id)
    await room.settle()
    assert private_answer(await room.slash(room.people[2], "table move", other)) == NOTHING
    offered = await room.people[1].autocomplete(other, "table move", "match", "")
    assert [choice["name"].startswith("Edge of Darkness: ") for choice in offered] == [True]
    await room.slash(room.people[1], "table move", other, match=offered[0]["value"])
    assert len(calls(other)) == 1
    info = await here(room, other)
    assert info.parked_at is None
    assert info.board_message_id == calls(other)[0].id


@both_doors
async def test_only_where_the_bot_may_post_and_matches_may_be_opened(room: Room) -> None:
    await room.start(2)
    mute = room.guild.create_text_channel("mute", overwrites={room.env.bot.user: CANT})
    assert "Send Messages" in private_answer(await room.slash(room.people[0], "table move", mute))
    await room.bot.service.servers.choose_channels(room.guild.id, [room.table.id])
    other = room.guild.create_text_channel("other")
    refused = private_answer(await room.slash(room.people[0], "table move", other))
    assert "opened in other channels" in refused
    assert "`/settings server`" in refused
    assert (await here(room, room.table)).status == "playing"


async def test_of_several_matches_one_is_chosen_and_one_that_stands_still_is_meant(room: Room) -> None:
    ana = room.people[0]
    one, two, other = (room.guild.create_text_channel(name) for name in ("one", "two", "other"))
    for channel in (one, two):
        await room.slash(ana, "match new", channel, game=GAME)
    assert "several matches" in private_answer(await room.slash(ana, "table move", other))
    assert private_answer(await room.slash(ana, "table move", other, match="99")) == NOTHING
    await room.bot.service.unreachable_channels.suspend_channel(two.id)
    await room.slash(ana, "table move", other)
    assert (await here(room, one)) is not None
    assert (await here(room, two)) is None


@both_doors
async def test_a_manager_brings_only_what_they_see(room: Room) -> None:
    mona, ana = room.manager(), room.people[0]
    seen, hidden = discord.PermissionOverwrite(view_channel=True), discord.PermissionOverwrite(view_channel=False)
    secret = room.guild.create_text_channel(
        "secret", overwrites={room.guild.default_role: hidden, ana: seen, room.env.bot.user: seen}
    )
    await room.slash(ana, "match new", secret, game=GAME)
    assert private_answer(await room.slash(mona, "table move")) == NOTHING
    await room.start(2)
    other = room.guild.create_text_channel("other")
    assert private_answer(await room.slash(mona, "table move", other)) == "The match continues here."


async def test_the_match_of_a_locked_thread_stands_still_until_it_is_open_again(room: Room) -> None:
    quiet = discord.PermissionOverwrite(manage_threads=False)
    parent = room.guild.create_text_channel("parent", overwrites={room.env.bot.user: quiet})
    channel: Any = await room.bot.fetch_channel(parent.id)
    made = await channel.create_thread(name="match", type=discord.ChannelType.public_thread)
    await room.settle()
    (thread,) = parent.threads
    await room.slash(room.people[0], "match new", thread, game=GAME)
    for locked in (True, False):
        room.env.backend.channels[made.id].thread_metadata.locked = locked
        room.env.backend.announce_channel_update(made.id)
        await room.settle()
        assert ((await here(room, thread)).parked_at is not None) == locked
