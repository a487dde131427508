"""Matches in threads: the buttons *Open a thread* and *Private table*, and servers where every match gets a thread."""

from __future__ import annotations

from typing import Any

import discord
import pytest

import rules
from bot.discord.match_context import reader_in
from rules.kernel.errors import Refusal
from tests.conformance.random_play import fewest_seats
from tests.discord.room import GAME, Room, both_doors, components, message_text, private_answer

CANT = "I'm not allowed to open threads here, so we'll play in this channel."
MAY_NOT = discord.PermissionOverwrite(create_public_threads=False)
NOT_PRIVATELY = discord.PermissionOverwrite(create_private_threads=False)


async def match_in(room: Room, channel: Any) -> Any:
    return await room.bot.service.matches.in_channel(channel.id)


async def open_lobby(room: Room, **overwrite: Any) -> Any:
    """Create a channel with these permission overwrites, open a lobby in it, and return the channel."""
    channel = room.guild.create_text_channel("games", **overwrite)
    await room.slash(room.people[0], "match new", channel, game=room.game)
    return channel


def lobby(channel: Any) -> Any:
    return next(post for post in channel.history() if message_text(post).startswith("##"))


def labels(message: Any) -> list[str]:
    return [item.get("label", "") for item in components(message)]


@both_doors
async def test_a_thread_takes_the_lobby_and_leaves_the_channel_for_talk(room: Room) -> None:
    channel = await open_lobby(room)
    before = lobby(channel)
    await room.click(room.people[0], before, label="Open a thread")
    (thread,) = channel.threads
    assert thread.name == "Edge of Darkness – Ana"
    (left,) = [post for post in channel.history() if post.type is discord.MessageType.default]
    assert message_text(left) == f"This match continues in <#{thread.id}>."
    assert not components(left)
    moved = lobby(thread)
    assert "Open a thread" not in labels(moved)
    await room.click(room.people[1], moved, label="Join")
    await room.click(room.people[0], lobby(thread), label="Start")
    assert (await match_in(room, thread)).status == "playing"
    assert await match_in(room, channel) is None
    # The first match has moved to a thread, so another match can be opened in the channel.
    assert "lobby is open" in private_answer(await room.slash(room.people[2], "match new", channel, game=GAME))


@both_doors
async def test_only_the_host_opens_a_thread_and_only_once(room: Room) -> None:
    channel = await open_lobby(room)
    post, info = lobby(channel), await match_in(room, channel)
    pressed = room.press(room.people[1], post, f"t1:thread:{info.id}:0")
    await room.settle()
    assert "Only the player who opened" in private_answer(pressed)
    both = [room.press(room.people[0], post, f"t1:thread:{info.id}:{private}") for private in (0, 1, 0)]
    await room.settle()
    assert len([one for one in both if one.followups]) == 2, "of presses at once one counts, and the others are told"
    assert len(channel.threads) == 1
    late = room.press(room.people[0], post, f"t1:thread:{info.id}:0")
    await room.settle()
    assert "out of date" in private_answer(late)
    assert len(channel.threads) == 1


@pytest.mark.parametrize("overwrite", [MAY_NOT, discord.PermissionOverwrite(send_messages_in_threads=False)])
async def test_where_the_bot_may_open_no_thread_it_plays_in_the_channel(
    room: Room, overwrite: discord.PermissionOverwrite
) -> None:
    channel = await open_lobby(room, overwrites={room.env.bot.user: overwrite})
    info = await match_in(room, channel)
    for private in (0, 1):
        assert (
            private_answer(await room.click(room.people[0], lobby(channel), custom_id=f"t1:thread:{info.id}:{private}"))
            == CANT
        )
    assert (await match_in(room, channel)).status == "lobby"


@pytest.mark.parametrize(
    ("status", "code", "told"),
    [
        (400, 160006, "This server already has as many open threads as Discord allows"),
        (403, 50013, CANT),
        (404, 10003, CANT),
        (500, 0, "Discord has trouble right now"),
    ],
)
async def test_whatever_discord_refuses_the_lobby_stays(room: Room, status: int, code: int, told: str) -> None:
    channel = await open_lobby(room)
    for private in ("Open a thread", "Private table"):
        room.env.inject_error("POST", "/channels/*/threads", status=status, code=code, times=None)
        room.env.inject_error("POST", "/channels/*/messages/*/threads", status=status, code=code, times=None)
        assert private_answer(await room.click(room.people[0], lobby(channel), label=private)).startswith(told)
        room.env.backend.faults.clear()
    assert channel.threads == []
    await room.click(room.people[0], lobby(channel), label="Open a thread")
    assert len(channel.threads) == 1


async def test_a_thread_that_a_press_before_has_made_is_used(room: Room) -> None:
    channel = await open_lobby(room)
    post = lobby(channel)
    await room.bot.http.start_thread_with_message(channel.id, post.id, name="made", auto_archive_duration=1440)
    room.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160004)
    await room.click(room.people[0], post, label="Open a thread")
    assert [thread.name for thread in channel.threads] == ["made"]
    assert (await match_in(room, channel.threads[0])).status == "lobby"


async def test_without_its_message_a_lobby_gets_a_thread_all_the_same(room: Room) -> None:
    channel = await open_lobby(room)
    info = await match_in(room, channel)
    other = room.people[0].user
    post = lobby(channel)
    room.env.inject_error("POST", "/channels/*/messages/*/threads", status=404, code=10008)
    await room.click(room.people[0], post, label="Open a thread")
    (thread,) = channel.threads
    assert (await match_in(room, thread)).id == info.id
    assert other.global_name in thread.name


# -- private tables ---------------------------------------------------------------------------------------------------


async def closed_table(room: Room, players: int = 2) -> tuple[Any, Any]:
    """Open a lobby, make it a private table and let players join; return the channel and the players' thread."""
    channel = await open_lobby(room)
    await room.click(room.people[0], lobby(channel), label="Private table")
    (table,) = channel.threads
    for person in room.people[1:players]:
        await room.click(person, lobby(channel), label="Join")
    return channel, table


async def private_table(room: Room, players: int = 2) -> tuple[Any, Any, Any]:
    """Open a private table that others may watch; return channel, players' thread and spectators' thread."""
    channel, table = await closed_table(room, players)
    await room.click(room.people[0], lobby(table), label="Allow spectators")
    info = await match_in(room, table)
    (watching,) = [thread for thread in channel.threads if thread.id == info.watching_channel_id]
    return channel, table, watching


def admitted(room: Room, thread: Any) -> set[int]:
    return set(room.env.backend.channels[thread.id].thread_members)


@both_doors
async def test_joining_a_private_table_adds_the_player_to_its_thread(room: Room) -> None:
    channel, table, watching = await private_table(room)
    ana, bence, carla = room.people[:3]
    assert room.env.backend.channels[table.id].type == 12
    assert admitted(room, table) >= {ana.id, bence.id}
    assert carla.id not in admitted(room, table)
    invitation = lobby(channel)
    assert f"Watch it in <#{watching.id}>" in message_text(invitation)
    assert labels(invitation) == ["Join"]
    assert f"This table is private. Watch it in <#{watching.id}>" in message_text(lobby(table))


async def test_leaving_a_private_table_removes_the_player_from_its_thread(room: Room) -> None:
    _, table, _ = await private_table(room)
    ana, bence = room.people[:2]
    await room.click(bence, lobby(table), label="Leave")
    assert bence.id not in admitted(room, table)
    assert ana.id in admitted(room, table)


@pytest.mark.parametrize("leaves", [False, True], ids=["joins", "leaves"])
async def test_an_archived_thread_is_reopened_for_who_joins_or_leaves(room: Room, leaves: bool) -> None:
    channel, table = await closed_table(room, 2 if leaves else 1)
    bence = room.people[1]
    room.env.backend.channels[table.id].thread_metadata.archived = True
    member = f"/channels/{table.id}/thread-members/*"
    room.env.inject_error("DELETE" if leaves else "PUT", member, status=400, code=50083, message="Thread is archived")
    await room.click(bence, lobby(table if leaves else channel), label="Leave" if leaves else "Join")
    await room.settle()
    assert (bence.id in admitted(room, table)) is not leaves
    assert not room.env.backend.channels[table.id].thread_metadata.archived


CLOSED = {"locked": (403, 160005, "is locked, so I can't"), "full": (400, 160006, "as many open threads as Discord")}


@pytest.mark.parametrize("why", list(CLOSED))
@pytest.mark.parametrize("leaves", [False, True], ids=["joins", "leaves"])
async def test_who_joins_or_leaves_is_told_once_that_the_thread_is_closed(room: Room, leaves: bool, why: str) -> None:
    status, code, sentence = CLOSED[why]
    channel, table = await closed_table(room, 2 if leaves else 1)
    bence = room.people[1]
    member = f"/channels/{table.id}/thread-members/*"
    room.env.inject_error("DELETE" if leaves else "PUT", member, status=status, code=code, message="no", times=2)
    await room.click(bence, lobby(table if leaves else channel), label="Leave" if leaves else "Join")
    await room.settle()
    told = [letter.content for letter in bence.user.dm_channel.history()]
    mine = [one for one in told if f"<#{table.id}>" in one and sentence in one]
    assert len(mine) == 1
    assert ("You've left a match" in mine[0]) is leaves
    for _ in range(2):
        await later(room)
    assert (bence.id in admitted(room, table)) is not leaves
    assert len(bence.user.dm_channel.history()) == len(told)


async def later(room: Room) -> None:
    """Let ten minutes pass and deliver the posts that are due, without waiting for the bot to look for them."""
    room.clock.time += 600
    await room.bot.delivery.drain()
    await room.settle()


def told_of(person: Any, table: Any) -> list[str]:
    letters = person.user.dm_channel.history() if person.user.dm_channel is not None else []
    return [letter.content for letter in letters if f"<#{table.id}>, is locked" in letter.content]


async def test_each_who_joins_or_leaves_while_the_thread_is_locked_is_told_once(room: Room) -> None:
    channel, table = await closed_table(room, 2)
    bence, carla, denes = room.people[1:4]
    for method in ("PUT", "DELETE"):
        path = f"/channels/{table.id}/thread-members/*"
        room.env.inject_error(method, path, status=500, code=0, message="no")  # a temporary error, which isn't logged
        room.env.inject_error(method, path, status=403, code=160005, message="locked", times=None)
    await room.click(bence, lobby(table), label="Leave")
    for person in (carla, denes):
        await room.click(person, lobby(channel), label="Join")
    for _ in range(3):
        await later(room)
    assert [len(told_of(one, table)) for one in (bence, carla, denes)] == [1, 1, 1]
    assert "You've left" in told_of(bence, table)[0]
    assert "You have a seat" in told_of(denes, table)[0]
    room.env.backend.faults.clear()
    await later(room)
    assert {one.id for one in (bence, carla, denes)} & admitted(room, table) == {carla.id, denes.id}


async def test_a_private_table_can_be_joined_from_the_channel_while_it_has_a_free_seat(room: Room) -> None:
    room.game = "aevum_haeresis"
    channel, table, _ = await private_table(room)
    assert labels(lobby(channel)) == []
    assert "This table is full." in message_text(lobby(channel))
    await room.click(room.people[1], lobby(table), label="Leave")
    assert labels(lobby(channel)) == ["Join"]
    await room.click(room.people[2], lobby(channel), label="Join")
    await room.click(room.people[0], lobby(table), label="Start")
    assert labels(lobby(channel)) == []
    assert "The match has begun." in message_text(lobby(channel))


async def test_spectators_see_the_public_story_and_board_and_no_call(room: Room) -> None:
    _, table, watching = await private_table(room)
    await room.click(room.people[0], lobby(table), label="Start")
    (told,) = [post for post in watching.history() if post.author.id == room.bot.user.id]
    assert told.flags.suppress_notifications
    assert [file.filename for file in told.attachments] == ["board.png"]
    assert "<@" not in told.content
    assert labels(told) == ["Since my last look", "What has happened so far", "Follow"]
    assert "You're following this match" in private_answer(await room.click(room.people[3], told, label="Follow"))
    log = (await room.click(room.people[3], told, label="What has happened so far")).response
    assert log.ephemeral
    assert "The match begins." in message_text(log)
    # Spectators can use look-up commands in their own thread.
    assert "Waiting for" in private_answer(await room.slash(room.people[3], "match board", watching))
    assert any(post.components and "<@" in post.content for post in table.history())


async def test_followers_get_each_call_once_and_the_scores_at_the_end(room: Room) -> None:
    _, table, watching = await private_table(room)
    await room.click(room.people[0], lobby(table), label="Start")
    info = await match_in(room, table)
    for _ in range(6):
        now = await room.bot.service.matches.table(info.id)
        decisions = now.match.decisions()
        if not decisions:
            break  # the match is over
        seat, decision = next(iter(decisions.items()))
        await room.bot.service.play.act(info.id, now.info.seats[seat].user_id, decision.actions[0])
        await room.settle()
    calls = [post for post in table.history() if "<@" in post.content]
    told = [post for post in watching.history() if post.author.id == room.bot.user.id]
    assert len(told) == len(calls)
    assert len({post.content for post in told}) == len(told)


async def test_a_rematch_is_watched_where_the_match_before_was(room: Room) -> None:
    channel, table, watching = await private_table(room)
    await room.click(room.people[0], lobby(table), label="Start")
    info = await match_in(room, table)
    await room.bot.service.play.end(info.id, info.host_id, is_admin=False)
    await room.settle()
    await room.slash(room.people[0], "match rematch", table)
    again = await match_in(room, table)
    assert (again.rematch_of, again.watching_channel_id) == (info.id, watching.id)
    assert labels(lobby(channel)) == ["Join"]


@pytest.mark.parametrize("game", rules.GAMES)
async def test_spectators_see_only_the_public_view(room: Room, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    """The spectators' thread shows boards drawn from the public view, and no log lines that only some seats may see."""
    room.game = game
    _, table, watching = await private_table(room, fewest_seats(rules.GAMES[game]))
    drawn: list[Any] = []
    draw = room.bot.pictures.chat_board

    async def board(view: Any, *about: Any) -> bytes:
        drawn.append(view)
        return await draw(view, *about)

    monkeypatch.setattr(room.bot.pictures, "chat_board", board)
    await room.click(room.people[0], lobby(table), label="Start")
    info = await match_in(room, table)
    secret: set[str] = set()
    for _ in range(12):
        now = await room.bot.service.matches.table(info.id)
        say = reader_in("en", now.info).text
        decisions = now.match.decisions()
        if not decisions:
            break  # the match is over
        seat, decision = next(iter(decisions.items()))
        await room.bot.service.play.act(info.id, now.info.seats[seat].user_id, decision.actions[-1])
        await room.settle()
        then = await room.bot.service.matches.table(info.id)
        events = [event for event in then.position.events if event.to is not None]
        secret |= {line for event in events if (line := then.match.game.event_line(say, event))}
    posts = [post for post in watching.history() if post.author.id == room.bot.user.id]
    assert posts
    assert drawn
    assert {view.viewer for view in drawn} == {None}
    assert not [line for line in secret if any(line in post.content for post in posts)]


async def test_a_deleted_spectator_thread_stops_nothing(room: Room) -> None:
    _, table, watching = await private_table(room)
    room.env.backend.delete_channel(watching.id)
    await room.click(room.people[0], lobby(table), label="Start")
    info = await match_in(room, table)
    assert info.status == "playing"
    assert info.parked_at is None
    assert any("<@" in post.content for post in table.history())


@both_doors
async def test_a_private_table_lets_no_one_watch_unless_its_host_wants_it_and_everyone_there_sees_which(
    room: Room,
) -> None:
    channel, table = await closed_table(room)
    assert "This table is private. No one else can watch it." in message_text(lobby(table))
    assert "Watch" not in message_text(lobby(channel))
    info = await match_in(room, table)
    pressed = room.press(room.people[1], lobby(table), f"t1:watchers:{info.id}:1")
    await room.settle()
    assert "Only the player who opened" in private_answer(pressed)
    await room.click(room.people[0], lobby(table), label="Allow spectators")
    watching = next(thread for thread in channel.threads if thread.id != table.id)
    assert watching.name.startswith("Watch: ")
    for post in (lobby(table), lobby(channel)):
        assert f"Watch it in <#{watching.id}>" in message_text(post)
    again = room.press(room.people[0], lobby(table), f"t1:watchers:{info.id}:1")
    await room.settle()
    assert "out of date" in private_answer(again)
    await room.click(room.people[0], lobby(table), label="No spectators")
    assert room.env.backend.channels[watching.id].thread_metadata.archived
    assert "Watch" not in message_text(lobby(channel)) + message_text(lobby(table))
    await room.click(room.people[0], lobby(table), label="Allow spectators")
    assert (await match_in(room, table)).watching_channel_id == watching.id, "the thread is made once"
    assert not room.env.backend.channels[watching.id].thread_metadata.archived
    assert len(channel.threads) == 2


async def test_a_match_without_spectators_is_announced_in_no_other_channel(room: Room) -> None:
    channel, table = await closed_table(room)
    before = len(list(channel.history()))
    await room.click(room.people[0], lobby(table), label="Start")
    assert (await match_in(room, table)).status == "playing"
    assert len(list(channel.history())) == before
    assert len(channel.threads) == 1
    assert "The match has begun." in message_text(lobby(channel))


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (400, 160006)])
async def test_a_thread_to_watch_that_is_refused_leaves_the_table_as_it_is(room: Room, status: int, code: int) -> None:
    channel, table = await closed_table(room)
    room.env.inject_error("POST", "/channels/*/messages/*/threads", status=status, code=code)
    told = private_answer(await room.click(room.people[0], lobby(table), label="Allow spectators"))
    assert told.startswith(f"I can't open a thread in <#{channel.id}>")
    assert (await match_in(room, table)).watching_channel_id is None
    await room.click(room.people[0], lobby(table), label="Allow spectators")
    assert (await match_in(room, table)).watching_channel_id is not None


async def test_the_host_is_told_once_that_the_thread_to_watch_is_gone(room: Room) -> None:
    _, table, watching = await private_table(room)
    room.env.backend.delete_channel(watching.id)
    await room.click(room.people[0], lobby(table), label="Start")
    told = [post for post in table.history() if "is gone, so no one watches it any more" in post.content]
    assert len(told) == 1
    assert (await match_in(room, table)).watching_channel_id is None
    info = await match_in(room, table)
    await room.bot.service.play.end(info.id, info.host_id, is_admin=False)
    await room.settle()
    assert len([post for post in table.history() if "is gone, so" in post.content]) == 1


async def test_the_host_is_told_once_that_the_bot_may_not_post_where_others_watch(room: Room) -> None:
    _, table, watching = await private_table(room)
    room.env.inject_error("POST", f"/channels/{watching.id}/messages", status=403, code=50013, times=None)
    await room.click(room.people[0], lobby(table), label="Start")
    info = await match_in(room, table)
    await room.bot.service.play.end(info.id, info.host_id, is_admin=False)
    await room.settle()
    told = [post for post in table.history() if f"I can't post in <#{watching.id}>" in post.content]
    assert len(told) == 1


async def test_a_thread_to_watch_that_was_archived_is_opened_for_the_next_post(room: Room) -> None:
    _, table, watching = await private_table(room)
    room.env.backend.channels[watching.id].thread_metadata.archived = True
    room.env.inject_error("POST", f"/channels/{watching.id}/messages", status=400, code=50083)
    await room.click(room.people[0], lobby(table), label="Start")
    room.clock.time += 5
    await room.settle()
    assert [post for post in watching.history() if post.author.id == room.bot.user.id]


# -- servers where each match gets a thread ---------------------------------------------------------------------------


@both_doors
async def test_a_server_lets_each_match_have_its_thread(room: Room) -> None:
    await room.bot.service.servers.choose_threads(room.guild.id, threads=True)
    told = private_answer(await room.slash(room.people[0], "match new", game=GAME))
    (thread,) = room.table.threads
    assert f"We're playing in <#{thread.id}>." in told
    assert message_text(lobby(thread)).startswith("## Edge of Darkness")
    assert "lobby is open" in private_answer(await room.slash(room.people[1], "match new", game=GAME))
    assert len(room.table.threads) == 2
    # A match opened inside a thread is played in that thread.
    await room.bot.service.play.end((await match_in(room, thread)).id, room.people[0].id, is_admin=True)
    assert "We're playing in" not in private_answer(await room.slash(room.people[0], "match new", thread, game=GAME))


@both_doors
async def test_where_it_may_open_none_it_says_so_and_plays_in_the_channel(room: Room) -> None:
    await room.bot.service.servers.choose_threads(room.guild.id, threads=True)
    channel = room.guild.create_text_channel("games", overwrites={room.env.bot.user: MAY_NOT})
    assert CANT in private_answer(await room.slash(room.people[0], "match new", channel, game=GAME))
    assert lobby(channel)


async def test_a_match_that_is_not_opened_after_all_leaves_no_open_thread(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuses(*_: Any, **__: Any) -> None:
        raise Refusal("No.")

    await room.bot.service.servers.choose_threads(room.guild.id, threads=True)
    monkeypatch.setattr(room.bot.service.lobby, "open", refuses)
    assert private_answer(await room.slash(room.people[0], "match new", game=GAME)) == "No."
    assert [room.env.backend.channels[one.id].thread_metadata.archived for one in room.table.threads] == [True]
