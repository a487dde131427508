"""Owners change limits, stop processes and send announcements in `/owner` while the bot runs."""

from __future__ import annotations

import re
from typing import Any

from simcord.components import walk_components

from bot.discord import owner_stop_commands
from bot.discord.commands.slash import BEGINS_WORK
from bot.discord.ui import controls, limits
from bot.features.owner.jobs.announcements import Announcer
from bot.features.owner.service.blocklist import Blocklist
from bot.features.reports.service import Reports
from bot.matches.processes import ProcessRow
from bot.store.statements import processes
from tests.discord.room import Room, components, message_text, private_answer


async def page(room: Room, label: str) -> Any:
    emil = room.people[4]
    panel = (await room.slash(emil, "owner")).response
    await room.click(emil, panel, label=label)
    return panel


def component_count(message: Any) -> int:
    """Return how many components a message has, including nested ones."""
    return len(list(walk_components([row if isinstance(row, dict) else row.to_dict() for row in message.components])))


# -- limits -----------------------------------------------------------------------------------------------------------


async def change_limit(room: Room, panel: Any, name: str, value: str) -> Any:
    emil = room.people[4]
    shown = await room.select(emil, panel, [name], "t1:ownercap")
    return await emil.submit_modal(shown, {"value": value})


async def test_a_limit_is_changed_seen_and_taken_back(owned: Room) -> None:
    panel, ana = await page(owned, "Limits"), owned.people[0]
    assert "Matches per person at the same time: **20**" in message_text(panel)
    await change_limit(owned, panel, "matches_per_person", "1")
    assert "Matches per person at the same time: **1** (settings: 20)" in message_text(panel)
    await owned.slash(ana, "match new", game=owned.game)
    other = owned.guild.create_text_channel("other")
    assert "limit of tables" in private_answer(await owned.slash(ana, "match new", other, game=owned.game))
    assert "Choose a whole number" in private_answer(await change_limit(owned, panel, "matches_per_person", "many"))
    await change_limit(owned, panel, "matches_per_person", "")
    assert "Matches per person at the same time: **20**\n" in message_text(panel)
    assert "lobby is open" in private_answer(await owned.slash(ana, "match new", other, game=owned.game))
    await owned.click(owned.people[4], panel, label="Who did what")
    lines = message_text(panel).splitlines()
    assert lines[1].endswith(": limit changed: Matches per person at the same time: as in the settings")
    assert lines[2].endswith(": limit changed: Matches per person at the same time: 1")


async def test_the_pace_counts_for_who_presses_from_then_on(owned: Room) -> None:
    panel, ana = await page(owned, "Limits"), owned.people[0]
    await change_limit(owned, panel, "pace", "1")
    await owned.slash(ana, "waiting")
    assert "too fast for me" in private_answer(await owned.slash(ana, "waiting"))
    await owned.bot.service.quota_overrides.set_quota("pace", "0", by=1)
    assert "faster" not in private_answer(await owned.slash(ana, "waiting"))


async def test_files_and_reviews_can_be_switched_off(owned: Room) -> None:
    await owned.bot.service.quota_overrides.set_quota("replay_files", "0", by=1)
    await owned.start(2)
    panel = (await owned.slash(owned.people[0], "replay")).response
    assert "turned off files" in private_answer(await owned.choose(owned.people[0], panel, "As a page"))


# -- processes --------------------------------------------------------------------------------------------------------


async def send_heartbeat(room: Room) -> None:
    await room.bot.heartbeat.run_once()


async def test_a_process_begins_nothing_new_and_goes_on_when_that_is_taken_back(owned: Room) -> None:
    await owned.start(2)
    await send_heartbeat(owned)
    panel, emil, ana = await page(owned, "Processes"), owned.people[4], owned.people[0]
    assert "(the one answering you): version" in message_text(panel)
    assert "over HTTP" in message_text(panel)
    await owned.click(emil, panel, label="Start nothing new")
    await send_heartbeat(owned)
    assert owned.bot.draining.is_draining
    other = owned.guild.create_text_channel("other")
    refused = private_answer(await owned.slash(ana, "match new", other, game=owned.game))
    assert refused.startswith("I'm about to restart, so I won't start anything new")
    mover = await owned.to_move()
    assert "start anything new" not in message_text((await owned.slash(mover, "act")).response)
    await owned.click(emil, panel, label="Processes")
    assert "It starts nothing new;" in message_text(panel)
    await owned.click(emil, panel, label="Resume")
    await send_heartbeat(owned)
    assert not owned.bot.draining.is_draining
    assert "lobby is open" in private_answer(await owned.slash(ana, "match new", other, game=owned.game))


async def test_a_process_is_asked_twice_before_it_stops_and_then_ends_with_nothing_under_way(owned: Room) -> None:
    await send_heartbeat(owned)
    panel, emil = await page(owned, "Processes"), owned.people[4]
    await owned.click(emil, panel, label="Start nothing new")
    await owned.click(emil, panel, label="Stop")
    assert "Stop it?" in message_text(panel)
    await owned.click(emil, panel, label="Leave it")
    await send_heartbeat(owned)
    assert not owned.bot.draining.stop_requested.is_set()
    await owned.click(emil, panel, label="Stop")
    await owned.click(emil, panel, label="Stop it")
    async with owned.bot.in_flight.track(None):  # type: ignore[arg-type] - a slow answer
        await send_heartbeat(owned)
        assert not owned.bot.draining.stop_requested.is_set()
    await send_heartbeat(owned)
    assert owned.bot.draining.stop_requested.is_set()


async def test_what_takes_too_long_does_not_keep_a_process_from_stopping(owned: Room) -> None:
    await send_heartbeat(owned)
    await owned.bot.service.processes.instruct("stop", None, by=1)
    async with owned.bot.in_flight.track(None):  # type: ignore[arg-type]
        await send_heartbeat(owned)
        owned.clock.time += round(owner_stop_commands.STOP_TIMEOUT)
        await send_heartbeat(owned)
        assert owned.bot.draining.stop_requested.is_set()


def test_a_draining_process_refuses_what_takes_longer_than_an_answer(room: Room) -> None:
    commands = {one.qualified_name for one in room.bot.tree.walk_commands() if one.extras.get(BEGINS_WORK)}
    assert commands == {"match new", "watch review", "table seek", "cup open", "cup start", "replay", "learn"}
    assert {verb for verb in controls.registered_verbs() if controls.starts_work(verb)} == {
        *("newmatch", "start", "rematch", "seekgo", "cupbegin", "replayfile", "review", "learn", "lagain"),
    }


# -- announcements ----------------------------------------------------------------------------------------------------


async def write_announcement(room: Room, panel: Any, **texts: str) -> Any:
    emil = room.people[4]
    shown = await room.click(emil, panel, label="Write an announcement")
    return await emil.submit_modal(shown, {"en": "", "hu": "", "es": ""} | texts)


async def posted(room: Room) -> None:
    for _ in range(20):
        if await room.bot.part(Announcer).run_once() > 0:
            break
    await room.settle()


async def test_an_announcement_is_looked_at_sent_and_posted_once(owned: Room) -> None:
    await owned.start(2)
    panel, emil = await page(owned, "Announcements"), owned.people[4]
    assert "Nothing has been announced yet." in message_text(panel)
    assert private_answer(await write_announcement(owned, panel)) == "Write it in at least one language."
    await write_announcement(owned, panel, en="A **pause** at noon, @everyone", hu="Szünet délben")
    assert "A **pause** at noon, @everyone" in message_text(panel)
    assert "Szünet délben" in message_text(panel)
    before = len(owned.posts())
    await posted(owned)
    assert len(owned.posts()) == before, "nothing is posted that was only looked at"
    await owned.click(emil, panel, label="Post it in 1 server")
    await posted(owned)
    post = owned.posts()[-1]
    assert len(owned.posts()) == before + 1
    assert post.content.startswith("**From the bot's owner:**\nA **pause** at noon, @everyone\n-# ")
    assert not post.mention_everyone
    await posted(owned)
    assert len(owned.posts()) == before + 1
    await owned.click(emil, panel, label="Announcements")
    assert "posted everywhere" in message_text(panel)
    assert "Servers that have it: 1; waiting: 0; skipped: 0" in message_text(panel)
    await owned.click(emil, panel, label="Who did what")
    assert message_text(panel).splitlines()[1].endswith(f"<@{emil.id}>: announcement 1 posted")


async def test_it_is_posted_where_managers_have_chosen_in_their_language_or_not_at_all(owned: Room) -> None:
    await owned.start(2)
    news, servers = owned.guild.create_text_channel("news"), owned.bot.service.servers
    await servers.choose_language(owned.guild.id, "hu")
    await servers.choose_announcements(owned.guild.id, news.id)
    panel = await page(owned, "Announcements")
    await write_announcement(owned, panel, en="A pause", hu="Szünet")
    await owned.click(owned.people[4], panel, label="Post it in 1 server")
    await posted(owned)
    (post,) = news.history()
    assert "\nSzünet\n" in post.content
    await servers.choose_unannounced(owned.guild.id, unannounced=True)
    await write_announcement(owned, panel, en="Another one")
    await owned.click(owned.people[4], panel, label="Post it in 1 server")
    await posted(owned)
    assert len(news.history()) == 1
    await owned.click(owned.people[4], panel, label="Announcements")
    assert "they don't want news: 1" in message_text(panel)


async def test_beside_a_thread_and_in_it_where_the_channel_takes_none(owned: Room) -> None:
    await owned.bot.service.servers.choose_threads(owned.guild.id, threads=True)
    await owned.slash(owned.people[0], "match new", game=owned.game)
    (thread,) = owned.table.threads
    panel = await page(owned, "Announcements")
    await write_announcement(owned, panel, en="A pause")
    await owned.click(owned.people[4], panel, label="Post it in 1 server")
    await posted(owned)
    assert "A pause" in owned.posts()[-1].content
    path = f"/channels/{owned.table.id}/messages"
    owned.env.inject_error("POST", path, times=None, status=403, code=50013, message="Missing Permissions")
    await write_announcement(owned, panel, en="Another one")
    await owned.click(owned.people[4], panel, label="Post it in 1 server")
    await posted(owned)
    assert "Another one" in list(thread.history())[-1].content


async def test_one_that_is_stopped_is_posted_no_further(owned: Room) -> None:
    await owned.start(2)
    panel, emil = await page(owned, "Announcements"), owned.people[4]
    await write_announcement(owned, panel, en="A pause")
    owned.bot.part(Announcer).wake = lambda: None  # type: ignore[method-assign]
    await owned.click(emil, panel, label="Post it in 1 server")
    await owned.click(emil, panel, label="Stop")
    assert "I won't post it anywhere else" in message_text(panel)
    await posted(owned)
    assert not any("A pause" in post.content for post in owned.posts())
    assert "stopped" in message_text(panel)


async def test_three_long_texts_are_looked_at_together(owned: Room) -> None:
    panel = await page(owned, "Announcements")
    await write_announcement(owned, panel, **dict.fromkeys(("en", "hu", "es"), "x" * 1000))
    assert message_text(panel).count("x" * 1000) == 3
    assert len(message_text(panel)) < 4000
    assert "Post it in" in str(components(panel))


async def test_pages_with_more_than_a_message_holds_are_turned(owned: Room) -> None:
    service = owned.bot.service
    async with owned.store.write() as tx:
        for number in range(9):
            row = ProcessRow(f"process{number}", "1", "http", number, owned.clock.time - 1000 * (number % 2))
            await processes.save(tx, row)
    for number in range(9):
        channel = owned.guild.create_text_channel(f"table-{number}")
        await owned.slash(owned.people[0], "match new", channel, game=owned.game)
        info = await service.matches.in_channel(channel.id)
        assert info is not None
        await service.matches._freeze(info, KeyError("x"))
    owned.errors.found.clear()
    panel = await page(owned, "Processes")
    assert "No sign of life" not in message_text(panel), "those that live come first"
    assert await occurrences_per_page(owned, panel, r"version \w+, over") == [4, 4, 1]
    await owned.click(owned.people[4], panel, label="Frozen matches")
    assert await occurrences_per_page(owned, panel, "Match ") == [7, 2]
    await owned.click(owned.people[4], panel, label="Previous")
    assert message_text(panel).count("Match ") == 7
    for number in range(8):
        await service.part(Reports).make(number + 1, 900 + number, "It stands still.")
    await owned.click(owned.people[4], panel, label="Reports")
    assert await occurrences_per_page(owned, panel, "Report ") == [6, 2]
    for number in range(21):
        await service.quota_overrides.set_quota("matches_per_person", str(2 + number % 2), by=owned.people[4].id)
    await owned.click(owned.people[4], panel, label="Who did what")
    assert await occurrences_per_page(owned, panel, "<t:") == [20, 1]


async def occurrences_per_page(owned: Room, panel: Any, what: str) -> list[int]:
    """Page through a list from the current page to the last; return how often a pattern occurs on each page."""
    found: list[int] = []
    while True:
        assert component_count(panel) <= limits.COMPONENTS
        found.append(len(re.findall(what, message_text(panel))))
        onward = next((item for item in components(panel) if item.get("label") == "Next"), None)
        if onward is None or onward.get("disabled"):
            return found
        await owned.click(owned.people[4], panel, label="Next")


async def test_every_page_keeps_to_what_discord_takes(owned: Room) -> None:
    emil = owned.people[4]
    panel = (await owned.slash(emil, "owner")).response
    for number in range(30):
        await owned.bot.service.part(Blocklist).ban("person", 1000 + number, by=emil.id, reason="why " * 70)
    for item in [one for one in components(panel) if one["custom_id"].startswith("t1:owner:")]:
        await owned.click(emil, panel, custom_id=item["custom_id"])
        assert 0 < len(message_text(panel)) < 4000
        assert component_count(panel) <= limits.COMPONENTS
