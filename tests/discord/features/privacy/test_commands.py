"""`/privacy` lists a user's stored data, exports the data as a file, and deletes the data after two confirmations."""

from __future__ import annotations

import json
from typing import Any

import discord

from bot.app.clock import DAY
from bot.features.privacy.jobs import Eraser
from bot.features.privacy.service.data_categories import DATA_INVENTORY
from bot.features.privacy.service.erasure import Privacy
from bot.features.privacy.service.retention import Retention
from bot.matches.seats.erased_user_ids import FIRST_ALIAS
from tests.discord.room import Room, components, message_text, private_answer

NO_DMS: dict[str, Any] = {"status": 403, "code": 50007, "message": "Cannot send messages to this user"}


def labels(message: Any) -> list[str]:
    return [item["label"] for item in components(message) if item.get("label")]


async def erase_due_data(room: Room) -> None:
    """Let the bot delete the data of all users whose deletion is due."""
    while await room.bot.service.part(Privacy).due() is not None:
        await room.bot.part(Eraser).run_once()
        await room.settle()
    await room.settle()


async def file_contents(file: discord.Attachment) -> Any:
    return json.loads(await file.read())


async def test_everything_that_is_kept_is_told_with_why_and_how_long(room: Room) -> None:
    panel = (await room.slash(room.people[0], "privacy")).response
    for one in DATA_INVENTORY:
        assert one.what in message_text(panel)
        assert one.until in message_text(panel)
    assert labels(panel) == ["Send me everything", "Delete everything…"]
    settings = (await room.slash(room.people[0], "settings")).response
    await room.click(room.people[0], settings, custom_id="t1:settings:profile")
    await room.choose(room.people[0], settings, "Your data")
    assert "What I store about you" in message_text(settings)
    room.locales[room.people[1].id] = "hu"
    assert "Amit rólad tárolok" in message_text((await room.slash(room.people[1], "privacy")).response)


async def test_everything_comes_as_a_file_by_private_message_or_where_one_asked(room: Room) -> None:
    ana, ben = room.people[:2]
    await room.start(2)
    panel = (await room.slash(ana, "privacy")).response
    before = len(room.mail(ana))
    assert "by private message" in private_answer(await room.choose(ana, panel, "Send me everything"))
    (message,) = room.mail(ana)[before:]
    (file,) = message.attachments
    found = await file_contents(file)
    assert (file.filename, found["user_id"]) == ("tenebrae-data.json", ana.id)
    assert {row["user_id"] for row in found["tables"]["seats"]} == {ana.id}
    assert str(ben.id) not in json.dumps(found)
    room.env.inject_error("POST", f"/channels/{(await room.private_channel(ana)).id}/messages", times=None, **NO_DMS)
    result = await room.choose(ana, panel, "Send me everything")
    (file,) = result.response.attachments
    assert (await file_contents(file))["user_id"] == ana.id
    assert not any(post.attachments and post.attachments[0].filename == file.filename for post in room.posts())


async def test_who_is_deleted_is_asked_twice_and_their_seat_is_open_to_others(room: Room) -> None:
    await room.start(3)
    info = await room.info()
    ana = await room.seated(0)
    panel = (await room.slash(ana, "privacy")).response
    await room.choose(ana, panel, "Delete everything…")
    assert f"<#{room.table.id}>" in message_text(panel)
    await room.choose(ana, panel, "Keep it")
    assert "What I store about you" in message_text(panel)
    assert not await room.bot.service.part(Privacy).is_being_erased(ana.id)
    await room.choose(ana, panel, "Delete everything…")
    await room.choose(ana, panel, "Delete it")
    assert "Are you sure?" in message_text(panel)
    assert not await room.bot.service.part(Privacy).is_being_erased(ana.id)
    await room.choose(ana, panel, "Yes, delete everything")
    assert "is being deleted" in message_text(panel)
    await erase_due_data(room)
    after = await room.bot.service.matches.get(info.id)
    gone = after.seats[0]
    assert (gone.name, gone.open_since is not None) == ("Somebody", True)
    assert 0 < gone.user_id < 2 * FIRST_ALIAS
    assert gone.user_id != ana.id
    assert any("Somebody" in message_text(post) for post in room.posts())
    assert "not playing in this match" in private_answer(await room.slash(ana, "hand"))


async def test_a_server_is_erased_only_if_discord_says_that_the_bot_is_gone(room: Room) -> None:
    await room.start(2)
    info, service = await room.info(), room.bot.service
    await service.unreachable_channels.server_left(info.guild_id)
    room.clock.time += 91 * DAY
    await erase_due_data(room)
    assert (await service.matches.get(info.id)).parked_at is None
    await service.unreachable_channels.server_left(info.guild_id)
    room.clock.time += 91 * DAY
    room.env.inject_error(
        "GET", f"/guilds/{info.guild_id}", times=None, status=404, code=10004, message="Unknown Guild"
    )
    await erase_due_data(room)
    assert await service.part(Retention).unscheduled_servers() == set()
