"""The bot opens a thread for an open table by itself, without anyone pressing a button."""

from __future__ import annotations

from typing import Any

import pytest

from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.store.transactions import Transaction
from bot.table.lobby import threads
from rules.kernel.errors import Refusal
from tests.discord.room import GAME, Room, message_text


async def open_match_in_thread(room: Room, channel: Any, *, people: int = 2, **more: Any) -> MatchInfo:
    """Open a match with the first users in a new thread of the channel."""
    seats = [SeatInfo(0, person.id, person.name) for person in room.people[:people]]

    async def note(_: Transaction, match_id: int) -> None:
        assert match_id

    async def opens(thread_id: int, watching: int | None) -> MatchInfo:
        return await room.bot.service.lobby.gather(
            LobbyRequest(game=GAME, guild_id=room.guild.id, channel_id=thread_id, locale="en", options={}),
            host_id=room.people[0].id,
            people=seats,
            note=note,
            watching=watching,
            waits=True,
        )

    wanted: dict[str, Any] = {"opens": opens} | more
    return await threads.open_table(room.bot, channel.id, "A table", "en", **wanted)


def archived_threads(room: Room, channel: Any) -> list[bool]:
    """Return whether each thread of a channel is archived, in the order of the threads."""
    made = [room.env.backend.channels[thread.id].thread_metadata for thread in channel.threads]
    return [one is not None and one.archived for one in made]


async def test_its_people_sit_in_the_lobby_of_its_own_thread_and_it_begins(room: Room) -> None:
    channel = room.guild.create_text_channel("games")
    info = await open_match_in_thread(room, channel)
    await room.settle()
    (thread,) = channel.threads
    assert (thread.id, thread.name) == (info.channel_id, "A table")
    told = [message_text(post) for post in thread.history()]
    assert any("your table is here" in line and f"<@{room.people[1].id}>" in line for line in told)
    assert await threads.start_match(room.bot, info)
    await room.settle()
    begun = await room.bot.service.matches.get(info.id)
    assert begun.status == "playing"
    assert await threads.start_match(room.bot, begun), "a second try finds it begun"


async def test_a_private_table_has_a_spectator_thread(room: Room) -> None:
    channel = room.guild.create_text_channel("games")
    info = await open_match_in_thread(room, channel, private=True)
    await room.settle()
    private, watching = channel.threads
    assert (private.id, watching.id) == (info.channel_id, info.watching_channel_id)
    assert watching.name == "Watch: A table"


async def test_what_needs_its_people_first_stays_a_lobby(room: Room) -> None:
    info = await open_match_in_thread(room, room.guild.create_text_channel("games"), people=1)
    await room.settle()
    assert not await threads.start_match(room.bot, info)
    assert (await room.bot.service.matches.get(info.id)).status == "lobby"


async def test_a_table_that_is_refused_leaves_no_open_thread(room: Room) -> None:
    channel = room.guild.create_text_channel("games")
    await room.bot.service.player_blocks.block(room.people[0].id, room.people[1].id)
    with pytest.raises(Refusal, match="can't all sit"):
        await open_match_in_thread(room, channel)
    assert archived_threads(room, channel) == [True]


async def test_a_second_try_closes_its_thread_and_finds_the_table(room: Room) -> None:
    channel = room.guild.create_text_channel("games")
    first = await open_match_in_thread(room, channel)

    async def found(_thread: int, _watching: int | None) -> MatchInfo:
        return first

    assert (await open_match_in_thread(room, channel, opens=found)).channel_id == first.channel_id
    assert archived_threads(room, channel) == [False, True]


async def test_where_no_thread_can_be_opened_it_is_refused_in_a_sentence(room: Room) -> None:
    channel = room.guild.create_text_channel("games")
    room.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)
    with pytest.raises(Refusal, match="can't open a thread in"):
        await open_match_in_thread(room, channel)
