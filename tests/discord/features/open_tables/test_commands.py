"""`/table`: users open tables for new matches, find tables in an updated list, invite players and block users."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import discord
import pytest

from bot.discord.custom_ids import custom_id
from bot.features.open_tables import jobs as open_table_jobs
from bot.features.open_tables import panel as open_tables_panel
from bot.features.open_tables import statements as open_table_statements
from bot.features.open_tables.jobs import BUSY_INTERVAL, IDLE_INTERVAL, OpenTableReconciler
from bot.features.open_tables.service import LIFETIME, OpenTables
from tests import database_access
from tests.discord.room import GAME, Room, both_doors, components, message_text, private_answer

NO_DMS: dict[str, Any] = {"status": 403, "code": 50007, "message": "Cannot send messages to this user"}


async def update_tables(room: Room) -> float:
    """Let the bot update the lists of open tables and start full ones; return the seconds until it next checks."""
    while (told := await room.bot.part(OpenTableReconciler).run_once()) == 0.0:
        pass
    await room.settle()
    return told


async def open_table(room: Room, who: int = 0, **options: Any) -> Any:
    """Open a table as user `who`, let the bot list it, and return the answer to /table seek."""
    result = await room.slash(room.people[who], "table seek", **{"game": GAME} | options)
    await update_tables(room)
    return result


def table_list_posts(room: Room, channel: Any = None) -> list[Any]:
    """Return the channel's posts that contain a list of open tables."""
    posts = (channel or room.table).history()
    return [post for post in posts if any(item["custom_id"].startswith("t1:tables") for item in components(post))]


def table_list_text(room: Room, channel: Any = None) -> str:
    (post,) = table_list_posts(room, channel)
    return message_text(post)


async def join(room: Room, who: int) -> Any:
    (post,) = table_list_posts(room)
    return await room.choose(room.people[who], post, "Join")


def labels(message: Any) -> list[str]:
    return [item["label"] for item in components(message) if item.get("label")]


async def status(room: Room, thread: Any) -> str | None:
    """Return the status of the match that is played in a thread."""
    info = await room.bot.service.matches.in_channel(thread.id)
    return None if info is None else info.status


def letters(room: Room, who: int) -> list[Any]:
    channel = room.people[who].user.dm_channel
    return [] if channel is None else list(channel.history())


@both_doors
async def test_a_table_is_listed_joined_and_begins_in_its_thread_when_it_is_full(room: Room) -> None:
    told = message_text((await open_table(room, players=2, pace="bank", language="hu", first=True)).response)
    assert "listed in" in told
    assert "Ana" in table_list_text(room)
    assert "1 of 2 players" in table_list_text(room)
    for part in ("a bank of 5 days", "Magyar", "First match", "It expires"):
        assert part in table_list_text(room)
    assert "and it's full" in message_text((await join(room, 1)).response)
    await update_tables(room)
    (thread,) = room.table.threads
    info = await room.bot.service.matches.in_channel(thread.id)
    assert info is not None
    assert (info.status, info.locale, sorted(info.names)) == ("playing", "hu", ["Ana", "Bence"])
    members = {int(member) for member in room.env.backend.channels[thread.id].thread_members}
    assert {room.people[0].id, room.people[1].id} <= members, "they are let into the thread"
    assert "There are no open tables right now" in table_list_text(room)
    assert await update_tables(room) == IDLE_INTERVAL


async def test_one_message_is_edited_as_things_change(room: Room) -> None:
    await open_table(room)
    (first,) = table_list_posts(room)
    await open_table(room, 1)
    await join(room, 2)
    await update_tables(room)
    (now,) = table_list_posts(room)
    assert now.id == first.id
    assert message_text(now).count("players") == 2
    assert "Ana, Carla" in message_text(now)


async def test_a_tables_players_see_it_and_may_leave(room: Room) -> None:
    await open_table(room)
    await join(room, 1)
    panel = (await join(room, 1)).response
    assert labels(panel) == ["Leave"]
    assert "'ve left" in message_text((await room.choose(room.people[1], panel, "Leave")).response)
    await update_tables(room)
    assert "Bence" not in table_list_text(room)
    host = (await join(room, 0)).response
    assert [item.get("disabled", False) for item in components(host) if item.get("label") == "Begin now"] == [True]


async def test_its_host_begins_it_before_it_is_full(room: Room) -> None:
    await open_table(room)
    await join(room, 1)
    panel = (await room.slash(room.people[0], "table leave")).response
    await room.choose(room.people[0], panel, "Begin now")
    await update_tables(room)
    (thread,) = room.table.threads
    assert await status(room, thread) == "playing"


async def test_its_host_or_a_manager_closes_it_and_the_others_are_told(room: Room) -> None:
    await open_table(room)
    await join(room, 1)
    manager = room.manager()
    (post,) = table_list_posts(room)
    entry = next(item for item in components(post) if item.get("label") == "Join")
    await room.click(manager, post, custom_id=entry["custom_id"])
    panel = (await room.click(manager, post, custom_id=entry["custom_id"])).response
    assert "is closed" in message_text((await room.choose(manager, panel, "Close the table")).response)
    await update_tables(room)
    assert "There are no open tables right now" in table_list_text(room)
    assert [message_text(letter) for letter in letters(room, 1)] == ["The open table for Edge of Darkness is closed."]


async def test_a_table_that_no_one_joins_runs_out_and_its_people_are_told(room: Room) -> None:
    await open_table(room)
    room.clock.time += LIFETIME
    await update_tables(room)
    assert "There are no open tables right now" in table_list_text(room)
    assert "joined the open table for Edge of Darkness in time" in message_text(letters(room, 0)[-1])


async def test_a_deleted_list_is_reposted(room: Room) -> None:
    await open_table(room)
    (post,) = table_list_posts(room)
    room.env.backend.delete_message(room.table.id, post.id)
    await open_table(room, 1)
    assert table_list_text(room).count("players") == 2


async def test_a_list_whose_channel_is_deleted_goes_to_where_someone_looks_for_people(room: Room) -> None:
    hall = room.guild.create_text_channel("hall")
    await room.bot.service.part(OpenTables).set_list_channel(room.guild.id, hall.id)
    await open_table(room)
    assert "Ana" in table_list_text(room, hall)
    room.env.backend.delete_channel(hall.id)
    await open_table(room, 1)
    assert table_list_text(room).count("players") == 2
    for person in room.people[:2]:
        await room.bot.service.part(OpenTables).leave(
            (await room.bot.service.part(OpenTables).joined_by(person.id))[0].id, person.id
        )
    other = room.guild.create_text_channel("other")
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10003)
    await update_tables(room)
    assert await room.bot.service.part(OpenTables).list_channel(room.guild.id) is None
    await room.slash(room.people[2], "table seek", other, game=GAME)
    await update_tables(room)
    assert "Carla" in table_list_text(room, other)


async def test_a_list_that_a_process_posted_before_it_died_is_found(room: Room) -> None:
    await open_table(room)
    (post,) = table_list_posts(room)
    service = room.bot.service.part(OpenTables)
    async with room.store.write() as tx:
        await open_table_statements.put_list(tx, room.guild.id, room.table.id, room.clock.now())
    await update_tables(room)
    assert [one.id for one in table_list_posts(room)] == [post.id]
    assert await service.list_channel(room.guild.id) == room.table.id


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (500, 0)])
async def test_a_list_that_is_refused_waits_and_tables_are_opened_all_the_same(
    room: Room, status: int, code: int
) -> None:
    await open_table(room, players=2)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=status, code=code, times=None)
    await join(room, 1)
    await update_tables(room)
    assert len(room.table.threads) == 1
    room.env.backend.faults.clear()
    room.clock.time += 6 * 3600
    await update_tables(room)
    assert "There are no open tables right now" in table_list_text(room)


async def test_after_a_rate_limit_the_list_is_drawn_a_moment_later(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await open_table(room)
    await join(room, 1)

    async def limited(*_: Any) -> None:
        raise discord.RateLimited(40.0)

    with monkeypatch.context() as patch:
        patch.setattr(room.bot.part(OpenTableReconciler), "_update_list", limited)
        await update_tables(room)
    assert "Bence" not in table_list_text(room)
    room.clock.time += 41
    await update_tables(room)
    assert "Bence" in table_list_text(room)


async def test_a_table_whose_process_died_before_its_match_began_begins_after_all(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_table(room, players=2)
    await join(room, 1)

    class Death(BaseException):
        """Raised in the bot's code to simulate that the process dies at this moment."""

    async def dies(*_: Any) -> None:
        raise Death

    with monkeypatch.context() as patch:
        patch.setattr(open_table_jobs.threads, "start_match", dies)
        with pytest.raises(Death):
            await room.bot.part(OpenTableReconciler).work()
    (thread,) = room.table.threads
    assert await status(room, thread) == "lobby"
    await room.restart()
    room.clock.time += 60
    await update_tables(room)
    assert await status(room, thread) == "playing"
    assert len(room.table.threads) == 1


async def test_a_damaged_table_is_closed_and_leaves_the_others_served(room: Room) -> None:
    await open_table(room, players=2)
    await open_table(room, 1, players=2)
    async with room.store.write() as tx:
        await database_access.run(
            tx, "UPDATE seeks SET wanted = :value WHERE host_id = :host", value='{"', host=room.people[0].id
        )
    assert "no longer open" in private_answer(await join(room, 2))
    (post,) = table_list_posts(room)
    _, entry = [item for item in components(post) if item.get("label") == "Join"]
    await room.click(room.people[2], post, custom_id=entry["custom_id"])
    await update_tables(room)
    room.errors.found.clear()  # the bot logs an error about the damaged row, as it should
    (thread,) = room.table.threads
    info = await room.bot.service.matches.in_channel(thread.id)
    assert info is not None
    assert (info.status, sorted(info.names)) == ("playing", ["Bence", "Carla"])
    assert "There are no open tables right now" in table_list_text(room)
    # The host whose damaged table was closed can open a new one.
    await open_table(room, players=2)
    assert "Ana" in table_list_text(room)


async def test_one_process_keeps_the_lists(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    class Taken:
        async def __aenter__(self) -> bool:
            return False

        async def __aexit__(self, *_: object) -> None:
            pass

    monkeypatch.setattr(room.bot.service.part(OpenTables), "try_lock", Taken)
    await room.slash(room.people[0], "table seek", game=GAME)
    assert await room.bot.part(OpenTableReconciler).run_once() == BUSY_INTERVAL
    assert table_list_posts(room) == []


async def test_a_table_that_can_not_be_opened_is_closed_in_a_sentence(room: Room) -> None:
    await open_table(room, players=2)
    await join(room, 1)
    room.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)
    await update_tables(room)
    for who in (0, 1):
        assert "couldn't open the table for Edge of Darkness. I can't open a thread in" in message_text(
            letters(room, who)[-1]
        )
    assert "There are no open tables right now" in table_list_text(room)


async def test_where_no_thread_can_be_opened_no_one_looks_for_people(room: Room) -> None:
    may_not: Any = {room.env.bot.user: discord.PermissionOverwrite(create_public_threads=False)}
    closed = room.guild.create_text_channel("closed", overwrites=may_not)
    assert "can't open threads here" in private_answer(
        await room.slash(room.people[0], "table seek", closed, game=GAME)
    )


@both_doors
async def test_no_one_sits_down_where_they_do_not_see_what_is_played(room: Room) -> None:
    """The list in a public channel doesn't let a user join a table whose channel they can't see."""
    ana, bence = room.people[:2]
    await open_table(room, 2)
    hidden, seen = discord.PermissionOverwrite(view_channel=False), discord.PermissionOverwrite(view_channel=True)
    allowed: Any = {room.guild.default_role: hidden, ana: seen, room.env.bot.user: seen}
    secret = room.guild.create_text_channel("secret", overwrites=allowed)
    await room.slash(ana, "table seek", secret, game=GAME)
    await update_tables(room)
    (post,) = table_list_posts(room)
    inside = (await room.bot.service.part(OpenTables).joined_by(ana.id))[0]
    join_it = custom_id("seekjoin", inside.id)
    assert "can't see this match's channel" in private_answer(await room.click(bence, post, custom_id=join_it))
    assert [one.user_id for one in (await room.bot.service.part(OpenTables).get(inside.id)).seated] == [ana.id]


@both_doors
async def test_from_a_thread_the_table_is_opened_beside_it(room: Room) -> None:
    await room.bot.http.start_thread_without_message(room.table.id, name="talk", auto_archive_duration=1440, type=11)
    (thread,) = room.table.threads
    await open_table(room, players=2)
    await room.slash(room.people[1], "table seek", thread, game=GAME, players=2)
    await update_tables(room)
    assert {row.wanted["channel"] for row in await room.bot.service.part(OpenTables).open_in(room.guild.id)} == {
        room.table.id
    }


async def test_a_thread_that_discord_never_opens_closes_the_table(room: Room) -> None:
    await open_table(room, players=2)
    await join(room, 1)
    room.env.inject_error("POST", "/channels/*/threads", status=400, code=50035)
    await update_tables(room)
    assert "couldn't open the table" in message_text(letters(room, 0)[-1])
    assert "There are no open tables right now" in table_list_text(room)


async def test_a_list_that_was_edited_too_often_is_reposted(room: Room) -> None:
    await open_table(room)
    (old,) = table_list_posts(room)
    room.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046)
    await open_table(room, 1)
    (new,) = table_list_posts(room)
    assert new.id != old.id
    assert message_text(new).count("players") == 2


async def test_a_game_that_needs_decks_waits_in_its_lobby(room: Room) -> None:
    await open_table(room, game="aevum_haeresis", players=2)
    await join(room, 1)
    await update_tables(room)
    (thread,) = room.table.threads
    assert await status(room, thread) == "lobby"


async def test_at_night_an_invitation_makes_no_sound(room: Room) -> None:
    bence, zone = room.people[1], ZoneInfo("Europe/Budapest")
    await room.bot.service.people.choose_zone(bence.id, zone.key)
    night = datetime.fromtimestamp(room.clock.time, zone).replace(hour=23) + timedelta(days=1)
    room.clock.time = int(night.timestamp())
    await open_table(room, person=bence)
    await room.slash(room.people[0], "match new", game=GAME)
    await room.slash(room.people[0], "table invite", person=bence)
    assert [letter.flags.suppress_notifications for letter in letters(room, 1)] == [True, True]


@both_doors
async def test_the_list_stands_where_the_server_wants_it(room: Room) -> None:
    manager, hall = room.manager(), room.guild.create_text_channel("hall")
    await open_table(room)
    panel = (await room.slash(manager, "settings")).response
    panel = (await room.click(manager, panel, custom_id="t1:server")).response
    room.press(manager, panel, "t1:serverset:tables", [str(hall.id)])
    await room.settle()
    assert f"<#{hall.id}>" in message_text((await room.slash(room.people[1], "settings")).response)
    await update_tables(room)
    assert table_list_posts(room) == [], "the old one is gone"
    assert "Ana" in table_list_text(room, hall)
    pressed = room.press(room.people[1], panel, "t1:serverset:tables", [str(room.table.id)])
    await room.settle()
    assert pressed is not None
    assert await room.bot.service.part(OpenTables).list_channel(room.guild.id) == hall.id, "only managers choose"
    room.press(manager, panel, "t1:serverset:tables", [])
    await room.settle()
    await open_table(room, 1)
    assert table_list_posts(room, hall) == table_list_posts(room) == []
    assert "Bence" in message_text((await room.slash(room.people[2], "table list")).response)


async def test_all_open_tables_are_shown_in_pages(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_tables_panel, "MAX_LISTED", 1)
    monkeypatch.setattr(open_tables_panel, "PAGE_SIZE", 1)
    await open_table(room)
    await open_table(room, 1)
    (post,) = table_list_posts(room)
    assert message_text(post).count("players") == 1
    mine = (await room.slash(room.people[0], "table list")).response
    assert "Leave" in labels((await room.choose(room.people[0], mine, "Show")).response)
    page = (await room.choose(room.people[2], post, "All open tables (1 more)")).response
    assert "Ana" in message_text(page)
    assert "Bence" in message_text((await room.choose(room.people[2], page, "Next")).response)


async def test_one_of_several_tables_is_left(room: Room) -> None:
    assert "not at an open table" in private_answer(await room.slash(room.people[0], "table leave"))
    await open_table(room)
    await open_table(room, players=4)
    panel = (await room.slash(room.people[0], "table leave")).response
    one = (await room.choose(room.people[0], panel, "Show")).response
    await room.choose(room.people[0], one, "Leave")
    await update_tables(room)
    assert table_list_text(room).count("players") == 1


async def test_someone_invited_joins_or_declines_by_private_message(room: Room) -> None:
    people: list[Any] = room.people[1:3]
    bence, carla = people
    await open_table(room, person=bence)
    (asked,) = letters(room, 1)
    assert "Ana invites you to play Edge of Darkness" in message_text(asked)
    await room.choose(bence.user, asked, "Join")
    assert "You've joined the table" in message_text(letters(room, 1)[-1])
    panel = (await join(room, 0)).response
    menu = next(item for item in components(panel) if "seekinvite" in item["custom_id"])
    await room.people[0].select(panel, [carla], custom_id=menu["custom_id"])
    await room.settle()
    (asked,) = letters(room, 2)
    await room.choose(carla.user, asked, "No, thanks")
    assert "You've declined" in message_text(letters(room, 2)[-1])
    assert f"Can't come: <@{carla.id}>" in message_text((await join(room, 0)).response)


async def test_whose_private_messages_are_closed_is_asked_in_the_channel(room: Room) -> None:
    bence = room.people[1]
    room.env.inject_error("POST", "/users/@me/channels", times=None, **NO_DMS)
    await open_table(room, person=bence)
    room.env.backend.faults.clear()
    asked = next(post for post in room.posts() if "invites you" in message_text(post))
    assert f"<@{bence.id}>" in message_text(asked)
    assert "for someone else" in private_answer(await room.choose(room.people[2], asked, "Join"))
    assert "You've joined the table" in private_answer(await room.choose(bence, asked, "Join"))


@both_doors
async def test_a_role_is_rung_where_the_server_lets_it_be_mentioned(room: Room) -> None:
    role = room.guild.create_role("players")
    assert "That role can't be mentioned" in private_answer(
        await room.slash(room.people[0], "table seek", game=GAME, role=role)
    )
    open_role = room.guild.create_role("anybody", mentionable=True)
    await open_table(room, role=open_role)
    call = next(post for post in room.posts() if "is looking for people" in message_text(post))
    assert f"<@&{open_role.id}>" in message_text(call)
    await room.choose(room.people[1], call, "Join")
    await update_tables(room)
    assert "Bence" in table_list_text(room)


async def test_a_free_seat_is_listed_and_taken_from_there(room: Room) -> None:
    ana, bence, dora = room.people[0], room.people[1], room.people[3]
    hall = room.guild.create_text_channel("hall")
    await room.bot.service.part(OpenTables).set_list_channel(room.guild.id, hall.id)
    await room.start(2)
    panel = (await room.slash(ana, "match leave")).response
    await room.choose(ana, panel, "Open my seat")
    offer = next(post for post in room.posts() if any("listseat" in one["custom_id"] for one in components(post)))
    assert "not playing" in private_answer(await room.choose(dora, offer, "List seat"))
    assert f"<#{hall.id}>" in private_answer(await room.choose(bence, offer, "List seat"))
    await update_tables(room)
    told = table_list_text(room, hall)
    assert "A running 2-player match has a free seat" in told
    assert not any(name in told for name in ("Ana", "Bence")), "who plays is not told"
    (post,) = table_list_posts(room, hall)
    await room.choose(dora, post, "Take the seat")
    assert (await room.info()).seat_of(dora.id) is not None
    await update_tables(room)
    assert "There are no open tables right now" in table_list_text(room, hall)


async def test_who_is_blocked_finds_no_seat_and_is_not_told_why(room: Room) -> None:
    ana, bence = room.people[:2]
    await open_table(room)
    await join(room, 1)
    assert "I don't tell anyone" in private_answer(await room.slash(ana, "table block", person=bence.user))
    await update_tables(room)
    assert "Bence" not in table_list_text(room)
    assert private_answer(await join(room, 1)) == "There's no seat for you at this table."
    assert letters(room, 1) == []
    panel = (await room.slash(ana, "table blocked")).response
    assert f"1. <@{bence.id}>" in message_text(panel)
    assert "haven't blocked anyone" in message_text((await room.choose(ana, panel, "Number 1")).response)
    assert "haven't blocked" in private_answer(await room.slash(ana, "table unblock", person=bence.user))
    assert "You've joined the table" in message_text((await join(room, 1)).response)


@both_doors
async def test_it_is_said_in_the_persons_and_the_servers_language(room: Room) -> None:
    room.locales[room.people[0].id] = "hu"
    await room.bot.service.servers.choose_language(room.guild.id, "es")
    told = message_text((await open_table(room)).response)
    assert "Az asztal nyitva" in told
    assert "Mesas abiertas" in table_list_text(room)
