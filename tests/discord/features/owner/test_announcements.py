"""An announcement is posted once in each server, even if the process dies or Discord refuses a request."""

from __future__ import annotations

from typing import Any

import pytest

from bot.features.owner.jobs.announcements import MAX_TRIES, Announcer
from bot.features.owner.service.announcements import Announcements
from bot.store.errors import StoreError
from tests import database_access
from tests.discord.room import Room

OWNER = 999


class SimulatedCrash(BaseException):
    """Raised in the bot's code to simulate that the process dies at this moment."""


async def order_announcement(room: Room) -> int:
    """Start a match, draft an announcement and order its sending; return the announcement's id."""
    await room.start(2)
    news = room.bot.service.part(Announcements)
    row = await news.draft({"en": "A pause"}, by=OWNER)
    await news.send(row.id, by=OWNER)
    return row.id


def posts(room: Room) -> int:
    return sum("A pause" in post.content for post in room.posts())


async def post_announcements(room: Room, announcer: Announcer | None = None) -> None:
    """Let an announcer (by default a new one, as after a restart) post announcements until no work is left."""
    of = announcer or Announcer(room.bot)
    for _ in range(10):
        if await of.run_once() > 0:
            return


@pytest.mark.parametrize(("dies_in", "later"), [("mark_begun", 1), ("mark_begun", 3600), ("mark_done", 3600)])
async def test_a_process_that_dies_before_or_after_it_has_posted_is_followed_by_one_that_posts_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, dies_in: str, later: int
) -> None:
    number = await order_announcement(room)
    news = room.bot.service.part(Announcements)
    carried_out = getattr(news, dies_in)

    async def dies(*args: Any) -> Any:
        if dies_in == "mark_begun":
            await carried_out(*args)
        raise SimulatedCrash

    with monkeypatch.context() as patch:
        patch.setattr(news, dies_in, dies)
        with pytest.raises(SimulatedCrash):
            await post_announcements(room)
    assert posts(room) == (dies_in == "mark_done")
    room.clock.time += later
    await post_announcements(room)
    assert posts(room) == 1
    (progress,) = await news.newest(1)
    assert (progress.row.id, progress.row.status, progress.done) == (number, "done", 1)


async def test_a_post_whose_answer_is_lost_is_found_again(room: Room) -> None:
    await order_announcement(room)
    path = f"/channels/{room.table.id}/messages"
    room.env.inject_error("POST", path, times=1, status=502, code=0, message="Bad Gateway")
    await post_announcements(room)
    room.clock.time += 120
    await post_announcements(room)
    assert posts(room) == 1


async def test_what_could_not_be_saved_is_not_posted_twice(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await order_announcement(room)

    async def fails(*_: object) -> None:
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(room.bot.service.part(Announcements), "mark_done", fails)
        await post_announcements(room)
    assert posts(room) == 1
    room.clock.time += 300
    await post_announcements(room)
    assert posts(room) == 1
    assert (await room.bot.service.part(Announcements).newest(1))[0].done == 1


async def test_a_channel_that_takes_nothing_is_named_as_the_reason_and_not_tried_again(room: Room) -> None:
    await order_announcement(room)
    path = f"/channels/{room.table.id}/messages"
    room.env.inject_error("POST", path, times=None, status=403, code=50013, message="Missing Permissions")
    await post_announcements(room)
    (progress,) = await room.bot.service.part(Announcements).newest(1)
    assert (progress.skipped, progress.reasons) == (1, {"not allowed to post": 1})


async def test_what_discord_cannot_take_for_long_is_given_up(room: Room) -> None:
    await order_announcement(room)
    path = f"/channels/{room.table.id}/messages"
    room.env.inject_error("POST", path, times=None, status=503, code=0, message="Unavailable")
    announcer = Announcer(room.bot)
    for _ in range(MAX_TRIES + 1):
        await post_announcements(room, announcer)
        room.clock.time += 3600
    (progress,) = await room.bot.service.part(Announcements).newest(1)
    assert (progress.due, progress.skipped, progress.row.status) == (0, 1, "done")


async def test_an_announcement_that_cannot_be_read_holds_up_no_other(room: Room) -> None:
    damaged = await order_announcement(room)
    news = room.bot.service.part(Announcements)
    other = await news.draft({"en": "Good news"}, by=OWNER)
    await news.send(other.id, by=OWNER)
    async with room.bot.service.store.write() as tx:
        await database_access.run(
            tx, "UPDATE announcements SET texts = :value WHERE id = :one", value='{"', one=damaged
        )
    await post_announcements(room)
    assert posts(room) == 0
    assert sum("Good news" in post.content for post in room.posts()) == 1
