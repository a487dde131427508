"""Only the latest turn notification in a channel has buttons. Older ones keep their text but lose their buttons."""

from __future__ import annotations

from tests.discord.delivery.test_answers_to_posts import pass_turn
from tests.discord.room import Room, components
from tests.discord.table.play.test_panel import choose, open_panel


async def test_the_call_before_loses_its_buttons_and_stays_as_a_story(room: Room) -> None:
    await room.start()
    for _ in range(3):
        call = room.last_call()
        await pass_turn(room)
        (newest,) = room.live()
        assert newest.id == (await room.info()).board_message_id != call.id
        (before,) = [post for post in room.posts() if post.id == call.id]
        assert (before.content, len(before.attachments), components(before)) == (call.content, 1, [])


async def test_a_board_in_the_place_of_a_call_that_is_too_old_to_edit_closes_it(room: Room) -> None:
    await room.start()
    who, panel = await open_panel(room)
    call = room.last_call()
    room.clock.time += 3600
    await choose(room, who, panel)
    assert (await room.to_move()).id == who.id
    (newest,) = room.live()
    assert newest.id != call.id
    assert call.id in [post.id for post in room.posts()]


async def test_after_the_end_nothing_in_the_channel_asks_for_a_move(room: Room) -> None:
    await room.start()
    info = await room.info()
    await room.bot.service.play.end(info.id, info.host_id, is_admin=False)
    await room.settle()
    assert room.live() == []


async def test_a_call_that_takes_no_more_edits_stops_nothing(room: Room) -> None:
    await room.start()
    call = room.last_call()
    path = f"/channels/{room.table.id}/messages/{call.id}"
    room.env.inject_error("PATCH", path, status=429, code=30046, message="Maximum number of edits", times=None)
    await pass_turn(room)
    assert [post.id for post in room.live()] == [call.id, (await room.info()).board_message_id]
    assert not await room.bot.service.outbox.is_due()
