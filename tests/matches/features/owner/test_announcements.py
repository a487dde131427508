"""An announcement is sent once to each server, and owners can see how many servers have it."""

from __future__ import annotations

from bot.app.clock import DAY
from bot.features.owner.service.announcements import NEVER_PLAYED, Announcements, text_in
from bot.features.owner.service.blocklist import Blocklist
from bot.features.privacy.statements import erasures
from bot.features.privacy.statements.erasures import ErasureRow
from bot.store.statements.rows import EVERYWHERE
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import Room

OWNER, ONE, OTHER, GONE = 999, 11, 12, 13


async def set_up_servers(room: Room) -> None:
    """Set up four servers: one with a match, one with only settings, one blocked, and one that removed the bot."""
    await room.match()
    for guild_id in (ONE, OTHER, GONE):
        await room.service.servers.choose_threads(guild_id, threads=True)
    await room.service.part(Blocklist).ban("server", OTHER, by=OWNER)
    async with room.store.write() as tx:
        await erasures.save(tx, ErasureRow("server", GONE, 0, 1, 2))


async def test_it_is_written_looked_at_and_then_due_once_in_each_server(room: Room) -> None:
    await set_up_servers(room)
    news = room.service.part(Announcements)
    async with refused("at least one language"):
        await news.draft({"en": " ", "hu": ""}, by=OWNER)
    async with refused("at most"):
        await news.draft({"en": "x" * 1001}, by=OWNER)
    row = await news.draft({"hu": "Szia", "en": " "}, by=OWNER)
    assert (row.status, row.texts, await news.due(9), await news.newest(9)) == ("draft", {"hu": "Szia"}, [], [])
    assert await news.count_servers() == 2
    await news.send(row.id, by=OWNER)
    async with refused("already been sent"):
        await news.send(row.id, by=OWNER)
    posts = await news.due(9)
    assert sorted(post.guild_id for post in posts) == [1, ONE]
    assert len({post.nonce for post in posts}) == 2
    first, second = sorted(posts, key=lambda post: post.guild_id)
    assert await news.mark_begun(first)
    await news.mark_done(first, 7, 700)
    (progress,) = await news.newest(9)
    assert (progress.done, progress.due, progress.skipped, progress.row.status) == (1, 1, 0, "open")
    await news.skip(second, NEVER_PLAYED)
    (progress,) = await news.newest(9)
    assert (progress.done, progress.due, progress.skipped, progress.row.status) == (1, 0, 1, "done")
    assert progress.reasons == {NEVER_PLAYED: 1}
    assert await news.due(9) == []
    changes = await room.service.servers.changes(EVERYWHERE, 5)
    assert (changes[0].what, changes[0].value) == ("announced", row.id)


async def test_a_post_that_was_begun_says_so_until_it_is_known_what_came_of_it(room: Room) -> None:
    await set_up_servers(room)
    news = room.service.part(Announcements)
    await news.send((await news.draft({"en": "Hello"}, by=OWNER)).id, by=OWNER)
    post = (await news.due(1))[0]
    assert (post.begun_at, post.attempts) == (None, 0)
    assert await news.mark_begun(post)
    (again,) = [one for one in await news.due(9) if one.guild_id == post.guild_id]
    assert (again.begun_at, again.attempts) == (room.clock.time, 1)
    await news.postpone(again, 30, "no answer", certain=False)
    assert [one.guild_id for one in await news.due(9)] != [post.guild_id]
    room.clock.time += 30
    (again,) = [one for one in await news.due(9) if one.guild_id == post.guild_id]
    assert again.begun_at == room.clock.time - 30
    await news.postpone(again, 0, "429", certain=True)
    (again,) = [one for one in await news.due(9) if one.guild_id == post.guild_id]
    assert again.begun_at is None


async def test_one_that_is_stopped_is_posted_nowhere_else(room: Room) -> None:
    await set_up_servers(room)
    news = room.service.part(Announcements)
    row = await news.draft({"en": "Hello"}, by=OWNER)
    await news.send(row.id, by=OWNER)
    post = (await news.due(1))[0]
    await news.stop(row.id, by=OWNER)
    assert await news.due(9) == []
    assert not await news.mark_begun(post)
    assert await news.seconds_until_due() is None
    async with refused("stopped"):
        await news.stop(row.id, by=OWNER)


async def test_a_draft_that_no_one_sends_is_forgotten(room: Room) -> None:
    news = room.service.part(Announcements)
    row = await news.draft({"en": "Hello"}, by=OWNER)
    room.clock.time += DAY + 1
    await news.draft({"en": "Again"}, by=OWNER)
    async with refused("Write it again"):
        await news.get(row.id)
    async with refused("already been sent"):
        await news.send(row.id, by=OWNER)


async def test_a_server_reads_it_where_its_newest_match_is_that_everyone_may_know_of(room: Room) -> None:
    news = room.service.part(Announcements)
    assert await news.channel_for(1) is None
    first = await room.match(channel_id=7)
    await room.match(channel_id=8)
    place = await news.channel_for(1)
    assert place is not None
    assert (place.channel_id, place.locale) == (8, "en")
    second = await room.service.matches.in_channel(8)
    assert second is not None
    await room.service.play.end(second.id, second.host_id, is_admin=True)
    place = await news.channel_for(1)
    assert place is not None
    assert place.channel_id == first.channel_id, "one that goes on comes first"


def test_a_language_that_is_missing_is_read_in_the_first_that_is_there() -> None:
    assert text_in({"hu": "Szia", "es": "Hola"}, "es") == "Hola"
    assert text_in({"hu": "Szia", "es": "Hola"}, "en") == "Szia"
