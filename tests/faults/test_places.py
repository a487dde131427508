"""When channels, threads, servers or players come and go, players get one sentence; the match continues or waits."""

from __future__ import annotations

from typing import Any

import discord
import pytest
from simcord.backend import serializers

from bot.store import outbox
from tests import database_access
from tests.discord.room import Room, message_text, notice_in
from tests.faults.sentence_checks import act, calls, end_turn, is_clear, later, mail_path, panel_of, paths, press_of


async def in_a_thread(room: Room) -> Any:
    """Store a new thread as the running match's channel, as if the match had been opened there; return the thread."""
    channel = room.bot.get_channel(room.table.id)
    made = await channel.create_thread(name="by post", message=None, type=discord.ChannelType.public_thread)
    await room.settle()
    (thread,) = room.table.threads
    assert thread.id == made.id
    async with room.store.write() as tx:
        await database_access.run(tx, "UPDATE matches SET channel_id = :here, board_message_id = NULL", here=thread.id)
    room.table = thread
    await end_turn(room)
    return thread


async def test_a_thread_that_fell_asleep_is_woken_to_edit_its_board(room: Room) -> None:
    thread = await in_a_thread(room)
    room.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True})
    board = room.posts()[-1].id
    room.env.inject_error("PATCH", f"{paths(room)}/*", status=400, code=50083, message="Thread is archived")
    await act(room, "take")
    assert not room.env.backend.get_channel(thread.id).thread_metadata.archived
    assert room.posts()[-1].id == board
    assert (await outbox.counts(room.store.read))["dead"] == 0


async def test_a_locked_thread_is_told_and_posts_go_out_when_it_is_unlocked(room: Room) -> None:
    thread = await in_a_thread(room)
    before = len(room.posts())
    room.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": True})
    for method, path in (("POST", paths(room)), ("PATCH", f"{paths(room)}/*")):
        room.env.inject_error(method, path, status=400, code=160005, message="Thread is locked", times=None)
    await end_turn(room)
    assert len(room.posts()) == before
    panel = await panel_of(room, await room.to_move())
    sentence = notice_in(panel)
    assert "thread is locked" in sentence
    assert is_clear(sentence)
    letter = room.mail(await room.to_move())[-1].content
    assert sentence in letter
    room.env.backend.faults.clear()
    room.env.backend.edit_channel(thread.id, {}, thread_metadata={"locked": False})
    await room.settle()
    assert len(calls(room, before)) == 1


@pytest.mark.parametrize("may", [True, False], ids=["may manage threads", "may not"])
async def test_an_archived_and_locked_thread_is_reopened_by_a_bot_that_may_manage_threads(
    room: Room, may: bool
) -> None:
    thread = await in_a_thread(room)
    room.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": True})
    archived: dict[str, Any] = {"status": 400, "code": 50083, "message": "Thread is archived"}
    room.env.inject_error("PATCH", f"{paths(room)}/*", **archived, times=1 if may else None)
    if not may:
        path = f"/channels/{thread.id}"
        room.env.inject_error("PATCH", path, status=403, code=50013, message="Missing Permissions", times=None)
    await act(room, "take")
    state = room.env.backend.get_channel(thread.id).thread_metadata
    assert (state.archived, state.locked) == (not may, True)
    assert ((await room.info()).parked_at is None) is may
    sentence = notice_in(await panel_of(room, await room.to_move()))
    assert ("thread is locked" in sentence) is not may
    assert (await outbox.counts(room.store.read))["dead"] == 0


async def test_permissions_that_come_back_bring_the_posts_at_once(room: Room) -> None:
    room.env.inject_error("POST", paths(room), status=403, code=50013, message="no", times=None)
    before = len(room.posts())
    await end_turn(room)
    room.env.backend.announce_channel_update(room.table.id)
    await room.settle()
    assert calls(room, before) == []
    room.env.backend.faults.clear()
    room.env.backend.announce_channel_update(room.table.id)
    await room.settle()
    assert len(calls(room, before)) == 1


async def test_a_deleted_channel_is_told_and_the_match_is_played_on_by_private_messages(room: Room) -> None:
    info = await room.info()
    room.env.backend.delete_channel(room.table.id)
    await room.settle()
    assert (await room.bot.service.matches.get(info.id)).parked_at is not None
    await end_turn(room)
    second = await room.to_move()
    panel = await panel_of(room, second)
    sentence = notice_in(panel)
    assert "channel was deleted" in sentence
    assert is_clear(sentence)
    assert sentence in room.mail(second)[-1].content
    await end_turn(room)
    info = await room.bot.service.matches.get(info.id)
    assert (info.status, info.seq) == ("playing", 3)
    # The bot doesn't give up on the turn notification, but waits until the channel is back or the match moves to a
    # different channel.
    assert (await outbox.counts(room.store.read))["dead"] == 0


UNKNOWN: dict[str, Any] = {"status": 404, "code": 10003, "message": "Unknown Channel"}


async def test_one_unknown_channel_neither_parks_the_match_nor_loses_the_call(room: Room) -> None:
    before = len(room.posts())
    room.env.inject_error("POST", paths(room), **UNKNOWN)
    await end_turn(room)
    assert (await room.info()).parked_at is None
    await later(room, 2)
    assert len(calls(room, before)) == 1


async def test_a_channel_that_answers_again_gets_its_call_and_the_match_goes_on(room: Room) -> None:
    before = len(room.posts())
    for method in ("POST", "PATCH"):
        room.env.inject_error(method, f"{paths(room)}*", **UNKNOWN, times=None)
    room.env.inject_error("GET", f"/channels/{room.table.id}", **UNKNOWN, times=None)
    await end_turn(room)
    assert (await room.info()).parked_at is not None
    room.env.backend.faults.clear()
    await later(room, 600)
    assert len(calls(room, before)) == 1
    assert (await room.info()).parked_at is None


async def test_players_read_that_a_full_server_lets_no_thread_reopen_and_the_call_comes_once_it_can(room: Room) -> None:
    await in_a_thread(room)
    before = len(room.posts())
    full: dict[str, Any] = {"status": 400, "code": 160006, "message": "Maximum number of active threads reached"}
    for method, path in (("POST", paths(room)), ("PATCH", f"{paths(room)}/*")):
        room.env.inject_error(method, path, **full, times=None)
    await end_turn(room)
    assert len(room.posts()) == before
    panel = await panel_of(room, await room.to_move())
    sentence = notice_in(panel)
    assert "as many open threads as Discord allows" in sentence
    assert "closes another thread" in sentence
    assert (await room.info()).parked_at is not None
    room.env.backend.faults.clear()
    await later(room, 600)
    assert len(calls(room, before)) == 1
    assert (await room.info()).parked_at is None


async def test_a_match_that_is_used_in_its_channel_stands_still_no_longer(room: Room) -> None:
    info = await room.info()
    await room.bot.service.unreachable_channels.suspend_channel(info.channel_id)
    await panel_of(room, await room.to_move())  # the panel is opened from a private message
    assert (await room.bot.service.matches.get(info.id)).parked_at is not None
    await room.slash(await room.to_move(), "act")
    assert (await room.bot.service.matches.get(info.id)).parked_at is None


async def test_a_bot_that_was_removed_says_so_and_goes_on_when_it_is_back(room: Room) -> None:
    guild = room.env.backend.get_guild(room.guild.id)
    before, seq = len(room.posts()), (await room.info()).seq
    for method, path in (("POST", paths(room)), ("PATCH", f"{paths(room)}/*")):
        room.env.inject_error(method, path, status=403, code=50001, message="Missing Access", times=None)
    room.env.backend.emit("GUILD_DELETE", {"id": str(guild.id)})
    await room.settle()
    assert (await room.info()).parked_at is not None
    await end_turn(room)
    assert (await room.info()).seq == seq + 1
    panel = await panel_of(room, await room.to_move())
    sentence = notice_in(panel)
    assert "no longer in this match's server" in sentence
    assert is_clear(sentence)
    room.env.backend.faults.clear()
    room.env.backend.emit("GUILD_CREATE", serializers.guild_create_payload(room.env.backend, guild))
    await room.settle()
    assert len(calls(room, before)) == 1
    assert (await room.info()).parked_at is None


async def test_an_outage_of_discord_is_not_taken_for_a_removal(room: Room) -> None:
    guild = room.env.backend.get_guild(room.guild.id)
    room.env.backend.emit("GUILD_DELETE", {"id": str(guild.id), "unavailable": True})
    await room.settle()
    assert room.bot.get_guild(guild.id) is not None
    await end_turn(room)
    assert len(calls(room)) == 2


async def test_a_player_who_has_left_is_named_and_called_again_when_back(room: Room) -> None:
    gone = await room.not_to_move()
    room.guild.remove_member(gone)
    for method, path in (("POST", mail_path(gone)), ("PATCH", f"{mail_path(gone)}/*")):
        room.env.inject_error(method, path, status=403, code=50278, message="no mutual guilds", times=None)
    await end_turn(room)
    seq = (await room.info()).seq
    (notice,) = [message_text(post) for post in room.posts() if "no longer in this server" in message_text(post)]
    assert gone.user.global_name in notice
    assert is_clear(notice)
    # The player returns to the server and finds the match unchanged.
    room.env.backend.faults.clear()
    room.env.backend.add_member(room.guild.id, gone.id, announce=True)
    panel = (await room.slash(gone, "act")).response
    assert (await room.info()).seq == seq
    await room.click(gone, panel, label="done")
    await end_turn(room)
    assert room.mail(gone)[-1].components


async def test_a_connection_that_drops_and_comes_back_changes_nothing(room: Room) -> None:
    """The gateway resumes and repeats events, or starts a new session; neither changes anything in the match."""
    who, seq = await room.to_move(), (await room.info()).seq
    panel = (await room.slash(who, "act")).response
    room.env.backend.emit("RESUMED", {})
    room.env.backend.emit(
        "GUILD_CREATE", serializers.guild_create_payload(room.env.backend, room.env.backend.get_guild(room.guild.id))
    )
    emit, seen = room.env.backend.emit, []

    def twice(event: str, payload: Any, *args: Any, **kwargs: Any) -> Any:
        seen.append(event)
        emit(event, payload, *args, **kwargs)
        return emit(event, payload, *args, **kwargs)

    room.env.backend.emit = twice
    room.press(who, panel, *press_of(panel, "done"))
    await room.settle()
    room.env.backend.emit = emit
    assert "INTERACTION_CREATE" in seen
    assert (await room.info()).seq == seq + 1
    assert len(calls(room)) == 2
    await later(room, 60)
    assert len(calls(room)) == 2


async def test_a_deleted_board_of_a_running_match_comes_back_with_the_next_move(room: Room) -> None:
    for post in room.posts():
        room.env.backend.delete_message(room.table.id, post.id)
    await act(room, "take")
    assert [post.attachments[0].filename for post in room.posts()] == ["board.png"]
    await end_turn(room)
    assert len(calls(room)) == 1
    assert room.posts()[-1].attachments
