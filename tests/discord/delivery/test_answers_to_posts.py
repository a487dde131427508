"""How the bot posts, edits and sends private messages, and how it reacts to Discord's errors."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import discord
import pytest

from bot.app import timeouts
from bot.notifications.match_posts import POST_KINDS
from bot.notifications.preferences import PingMode
from tests import database_access
from tests.discord.room import Room, components, message_text
from tests.discord.table.play.test_panel import choose, open_panel


def pinged_users(room: Room) -> list[str]:
    """Return the ids of the users that posts in the channel have pinged so far, oldest first."""
    found: list[str] = []
    for request in room.env.http_requests:
        body = request.json or {}
        if request.method == "POST" and request.path == f"/channels/{room.table.id}/messages":
            found += (body.get("allowed_mentions") or {}).get("users", [])
    return [str(user) for user in found]


def requests_to(room: Room, method: str, path: str) -> list[Any]:
    return [r for r in room.env.http_requests if r.method == method and re.search(path, r.path)]


async def pass_turn(room: Room) -> None:
    """Make moves until it is another player's turn."""
    who, panel = await open_panel(room)
    while (await room.to_move()).id == who.id:
        sure = [i for i in components(panel) if i["custom_id"].split(":")[1] == "sure"]
        if sure:
            await room.click(who, panel, custom_id=sure[0]["custom_id"])
        else:
            await choose(room, who, panel)


async def test_every_kind_of_post_has_a_part_that_delivers_it(room: Room) -> None:
    assert set(room.bot.deliverer._kinds) == set(POST_KINDS)


async def test_exactly_the_players_to_act_are_pinged_once(room: Room) -> None:
    await room.start()
    first = await room.to_move()
    assert pinged_users(room) == [str(first.id)]
    await pass_turn(room)
    second = await room.to_move()
    assert pinged_users(room) == [str(first.id), str(second.id)]
    # Names also occur in other posts and edits, but these are sent so that they ping no one.
    assert all((r.json or {}).get("allowed_mentions", {}).get("parse", []) == [] for r in room.env.http_requests
               if r.method in ("POST", "PATCH") and "messages" in r.path)  # fmt: skip


async def test_the_live_board_is_edited_in_place(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    call = room.last_call()
    picture = call.attachments[0].url
    await choose(room, who, panel)
    now = room.last_call()
    assert now.id == call.id
    assert message_text(now) == message_text(call)
    assert len(now.attachments) == 1
    assert now.attachments[0].url != picture
    assert now.attachments[0].description
    assert len(room.posts()) == 2


async def test_a_board_of_an_hour_ago_is_reposted_silently_and_the_call_stays(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    call, before = room.last_call(), pinged_users(room)
    for label in ("University Professor (Guildmark University)", None):
        room.clock.time += 3600
        await (choose(room, who, panel) if label is None else room.choose(who, panel, label))
        assert (await room.to_move()).id == who.id
        post = room.posts()[-1]
        assert post.id == (await room.info()).board_message_id != call.id
        assert post.flags.suppress_notifications
        # Of the boards posted without a turn notification, only the newest stays in the channel.
        assert len(room.posts()) == 3
    assert call.id in [post.id for post in room.posts()]
    assert pinged_users(room) == before


async def test_a_board_that_was_edited_too_often_is_reposted(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    path = f"/channels/{room.table.id}/messages/{room.last_call().id}"
    room.env.inject_error("PATCH", path, status=429, code=30046, message="Maximum number of edits", times=None)
    await choose(room, who, panel)
    assert room.posts()[-1].id == (await room.info()).board_message_id != room.last_call().id
    assert room.posts()[-1].flags.suppress_notifications


async def test_a_board_whose_edits_must_wait_long_is_reposted(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.start()
    who, panel = await open_panel(room)
    request, path = room.bot.http.request, f"/messages/{room.last_call().id}"

    async def held(route: Any, **kwargs: Any) -> Any:
        if route.method == "PATCH" and route.url.endswith(path):
            raise discord.RateLimited(600.0)
        return await request(route, **kwargs)

    monkeypatch.setattr(room.bot.http, "request", held)
    await choose(room, who, panel)
    assert room.posts()[-1].id == (await room.info()).board_message_id != room.last_call().id
    assert room.posts()[-1].flags.suppress_notifications


async def test_a_call_without_time_for_its_picture_gets_it_by_an_edit(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, late = room.bot.pictures._cached_bytes, True

    async def hangs_once(*how: Any) -> bytes:
        nonlocal late
        if late:
            late = False
            await asyncio.Event().wait()
        return await made(*how)

    await room.open_lobby(3)
    monkeypatch.setattr(timeouts, "CALL_PICTURES", 0.1)
    monkeypatch.setattr(room.bot.pictures, "_cached_bytes", hangs_once)
    await room.click(room.people[0], room.lobby(), label="Start")
    assert not late
    assert len(room.last_call().attachments) == 1
    assert len(room.posts()) == 2


async def test_a_deleted_board_is_reposted_without_a_ping(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    room.env.backend.delete_message(room.table.id, room.last_call().id)
    before = pinged_users(room)
    await choose(room, who, panel)
    post = room.posts()[-1]
    assert post.attachments
    assert pinged_users(room) == before
    assert (await room.info()).board_message_id == post.id


async def test_a_deleted_lobby_is_reposted(room: Room) -> None:
    await room.open_lobby(1)
    room.env.backend.delete_message(room.table.id, room.lobby().id)
    await room.slash(room.people[1], "match join")
    assert "Bence" in message_text(room.lobby())


async def test_no_one_is_written_to_in_a_game_that_hides_nothing(room: Room) -> None:
    await room.start()
    for _ in range(3):
        await pass_turn(room)
    assert not any(map(room.mail, room.people))


async def test_one_private_message_is_kept_up_to_date_by_preference(room: Room) -> None:
    await room.rings(PingMode.PRIVATE)
    await room.start()
    first = await room.to_move()
    (letter,) = room.mail(first)
    assert "not your turn" not in message_text(letter)
    assert components(letter)
    await pass_turn(room)
    (letter,) = room.mail(first)
    assert "not your turn" in message_text(letter)
    assert not components(letter)
    second = await room.to_move()
    assert len(room.mail(second)) == 1


async def test_the_private_message_opens_the_panel_too(room: Room) -> None:
    await room.rings(PingMode.PRIVATE)
    await room.start()
    who = await room.to_move()
    (letter,) = room.mail(who)
    result = await who.user.click(letter, label="Your move")
    assert {"act", "pick"} & {item["custom_id"].split(":")[1] for item in components(result.response)}


async def test_closed_private_messages_are_told_once_and_nothing_is_lost(room: Room) -> None:
    bence = room.people[1]
    await room.rings(PingMode.BOTH)
    await room.open_lobby(2)
    room.env.inject_error("POST", f"/channels/{bence.user.dm_channel.id}/messages", status=403, code=50007,
                          message="Cannot send messages to this user", times=None)  # fmt: skip
    await room.click(room.people[0], room.lobby(), label="Start")
    for _ in range(2):
        await pass_turn(room)
    notices = [post for post in room.posts() if "can't send you private messages" in message_text(post)]
    assert len(notices) == 1
    # The text addresses the player with a mention instead of a name.
    assert notices[0].content.startswith(f"<@{bence.id}>: I can't")
    assert "Bence" not in notices[0].content
    for _ in range(2):
        await pass_turn(room)
    assert len([post for post in room.posts() if "can't send you private messages" in message_text(post)]) == 1
    assert (await room.slash(bence, "hand")).response.attachments
    room.env.backend.faults.clear()
    for _ in range(2):
        await pass_turn(room)
    assert len(room.mail(bence)) == 1


async def test_closed_channel_creation_is_the_same(room: Room) -> None:
    await room.rings(PingMode.BOTH)
    room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, message="no", times=None)
    await room.start(2)
    await pass_turn(room)
    # The channel has no post that the bot can't write privately: both players were told so when they joined.
    assert not [post for post in room.posts() if "can't send you private messages" in message_text(post)]
    assert [(await room.bot.service.people.prefs(who.id)).accepts_dms for who in room.people[:2]] == [False, False]
    assert (await room.info()).status == "playing"


async def test_server_errors_are_tried_again_and_nothing_is_lost_or_doubled(room: Room) -> None:
    await room.open_lobby(2)
    room.env.inject_error("POST", f"/channels/{room.table.id}/messages", status=500, code=0, message="oops", times=None)
    await room.click(room.people[0], room.lobby(), label="Start")
    assert (await room.info()).status == "playing"
    assert len(room.posts()) == 1
    room.env.backend.faults.clear()
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    calls = [post for post in room.posts() if "Edge, " in message_text(post)]
    assert len(calls) == 1
    nonces = [
        r.json.get("nonce")
        for r in requests_to(room, "POST", f"/channels/{room.table.id}/messages$")
        if "Edge, " in (r.json.get("content") or "")
    ]
    assert len(nonces) >= 2
    assert len(set(nonces)) == 1
    assert all(r.json.get("enforce_nonce") for r in requests_to(room, "POST", f"/channels/{room.table.id}/messages$"))


async def test_a_rate_limit_is_waited_out(room: Room) -> None:
    await room.open_lobby(2)
    room.env.inject_error(
        "POST", f"/channels/{room.table.id}/messages", status=429, code=0, message="slow down", times=None
    )
    await room.click(room.people[0], room.lobby(), label="Start")
    room.env.backend.faults.clear()
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    assert len([post for post in room.posts() if "Edge, " in message_text(post)]) == 1


async def test_losing_the_permission_to_post_stops_no_one_from_playing(room: Room) -> None:
    await room.start()
    room.env.inject_error(
        "POST", f"/channels/{room.table.id}/messages", status=403, code=50013, message="Missing Permissions", times=None
    )
    room.env.inject_error(
        "PATCH",
        f"/channels/{room.table.id}/messages/{room.last_call().id}",
        status=403,
        code=50001,
        message="Missing Access",
        times=None,
    )
    await pass_turn(room)
    second = await room.to_move()
    assert components(room.mail(second)[0])
    room.env.backend.faults.clear()
    room.clock.time += 3600
    room.bot.delivery.wake()
    await room.settle()
    # The ping was private, but the turn notification still appears in the channel, where it pings no one.
    made = requests_to(room, "POST", f"/channels/{room.table.id}/messages$")[-1]
    assert made.json["allowed_mentions"]["users"] == []
    assert room.last_call().content.startswith(f"<@{second.id}> Edge, ")


async def test_a_lost_permission_is_named_in_the_panel(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    channel = room.env.backend.get_channel(room.table.id)
    mute = room.guild.create_text_channel(
        "mute", overwrites={room.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    channel.overwrites = room.env.backend.get_channel(mute.id).overwrites
    result = await room.slash(who, "act")
    assert "I lack this permission: Send Messages" in message_text(result.response)
    await choose(room, who, result.response)
    assert (await room.info()).seq == 2


async def test_a_channel_that_is_gone_is_tried_seldom_and_parks_the_match(room: Room) -> None:
    await room.start()
    for method, path in (("POST", "/messages"), ("PATCH", f"/messages/{room.last_call().id}"), ("GET", "")):
        room.env.inject_error(
            method, f"/channels/{room.table.id}{path}", status=404, code=10003, message="Unknown Channel", times=None
        )
    await pass_turn(room)
    info, now = await room.info(), room.clock.now()
    assert (info.status, info.parked_at) == ("playing", now)
    waiting = await database_access.rows(
        room.store.read, "SELECT not_before FROM outbox WHERE status = 'due' AND attempts > 0"
    )
    assert waiting
    assert all(row["not_before"] - now >= 600 for row in waiting)


async def test_a_restart_delivers_what_was_left_and_old_buttons_work(room: Room) -> None:
    await room.open_lobby(2)
    lobby = room.lobby()
    await room.restart()
    await room.click(room.people[2], lobby, label="Join")
    assert "Carla" in message_text(room.lobby())
    room.env.inject_error("POST", f"/channels/{room.table.id}/messages", status=500, code=0, message="oops", times=None)
    await room.click(room.people[0], room.lobby(), label="Start")
    room.env.backend.faults.clear()
    await room.restart()
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    who, panel = await open_panel(room)
    await room.restart()
    await choose(room, who, panel)
    assert (await room.info()).seq == 2


@pytest.mark.painted
async def test_pictures_have_neutral_names_and_alt_text(room: Room) -> None:
    await room.start()
    await pass_turn(room)
    await room.slash(await room.to_move(), "hand")
    shown = [a for message in room.table.history() for a in message.attachments]
    assert shown
    for attachment in shown:
        assert attachment.filename in ("board.png", "hand.png")
        assert attachment.description
        assert attachment.size < 1_000_000


async def test_the_client_asks_for_guilds_only(room: Room) -> None:
    assert room.bot.intents == discord.Intents(guilds=True)
    assert room.bot.allowed_mentions is not None
    assert room.bot.allowed_mentions.to_dict() == {"parse": []}
