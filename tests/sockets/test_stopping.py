"""A bot that is asked to stop finishes its work, refuses new work, and doesn't hang."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

import bot.discord.client
from tests.sockets.hosting import RandomMoves, Table, hosted

ANSWER = r"/webhooks/.*/messages/@original"


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    async with hosted(tmp_path / "tenebrae.sqlite", plain=True) as table:
        yield table
        assert table.discord.faults() == []
        assert table.errors.found == []


async def stopping(table: Table) -> asyncio.Task[None]:
    """Ask the bot to stop, wait until it accepts no new work, and return the task that stops it."""
    ends = asyncio.create_task(table.stop())
    while not table.bot.in_flight.closed:  # noqa: ASYNC110 - the bot sends no event
        await asyncio.sleep(0)
    return ends


async def test_an_answer_under_way_is_finished_and_what_is_asked_meanwhile_is_refused(table: Table) -> None:
    goes_on = table.discord.rest.hold("PATCH", ANSWER)
    opening = table.ana.typed("match new", game="edge_of_darkness")
    await table.discord.tell(opening)
    await table.discord.asked("PATCH", "@original")
    ends = await stopping(table)
    asked = table.bence.typed("waiting")
    await table.discord.tell(asked)
    await table.discord.until(lambda: asked.callbacks)
    assert "I'm restarting" in asked.said
    assert asked.private
    typing = table.bence.typing("match new", "game", "edge")
    await table.discord.tell(typing)
    await table.discord.until(lambda: typing.callbacks)
    assert typing.choices == []
    assert not ends.done()
    goes_on.set()
    await ends
    assert "lobby is open" in opening.said
    await table.start()
    assert "player needed" in (await table.ana.slash("match status")).said


async def test_a_post_under_way_is_made_and_noted_before_the_store_closes(table: Table) -> None:
    posts = f"/channels/{table.discord.table.id}/messages"
    goes_on = table.discord.rest.hold("POST", posts)
    opening = table.ana.typed("match new", game="edge_of_darkness")
    await table.discord.tell(opening)
    await table.discord.asked("POST", posts)
    await table.discord.until(lambda: opening.said)
    ends = await stopping(table)
    assert not ends.done()
    goes_on.set()
    await ends
    await table.start()
    await table.settle()
    assert len(table.discord.table.posts()) == 1
    assert table.discord.world.posted_once == 0, "it was asked for again"


async def test_a_press_whose_panel_another_process_replaces_is_answered_by_a_new_message_while_the_bot_stops(
    table: Table,
) -> None:
    await table.open("edge_of_darkness")
    hands = RandomMoves(table, 7)
    who = await table.mover()
    panel = await hands.panel(who)
    press = hands.next_press(who, panel)
    goes_on = table.discord.rest.hold("PATCH", ANSWER)
    await table.discord.tell(press)
    await table.discord.asked("PATCH", "@original")
    ends = await stopping(table)
    del table.discord.world.channels[panel.channel_id].messages[panel.id]
    goes_on.set()
    await ends
    (answer,) = press.followups
    assert answer.seen_by == who.id
    assert [item["label"] for item in answer.items() if "label" in item]
    await table.start()


async def test_what_comes_while_posts_are_finished_is_refused_before_the_connection_closes(table: Table) -> None:
    posts = f"/channels/{table.discord.table.id}/messages"
    posting = table.discord.rest.hold("POST", posts)
    opening = table.ana.typed("match new", game="edge_of_darkness")
    await table.discord.tell(opening)
    await table.discord.asked("POST", posts)
    await table.discord.until(lambda: opening.said)
    ends = await stopping(table)
    asked = table.bence.typed("waiting")
    refusing = table.discord.rest.hold("POST", "/interactions/.*/callback")
    await table.discord.tell(asked)
    await table.discord.asked("POST", f"/interactions/{asked.id}/")
    posting.set()
    done, _ = await asyncio.wait({ends}, timeout=0.3)
    assert not done
    refusing.set()
    await ends
    assert "I'm restarting" in asked.said
    await table.start()


async def test_a_second_close_waits_for_the_first(table: Table) -> None:
    goes_on = table.discord.rest.hold("PATCH", ANSWER)
    asked = table.ana.typed("waiting")
    await table.discord.tell(asked)
    await table.discord.asked("PATCH", "@original")
    ends = await stopping(table)
    again = asyncio.create_task(table.bot.close())
    done, _ = await asyncio.wait({again}, timeout=0)
    assert not done
    goes_on.set()
    await again
    assert table.bot.is_closed()
    assert asked.said
    await ends
    await table.start()


async def test_an_answer_that_takes_too_long_is_cut_short_in_words(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    reached = asyncio.Event()

    async def never(*_: Any, **__: Any) -> None:
        reached.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(bot.discord.client, "SHUTDOWN_GRACE", 0)
    monkeypatch.setattr(table.bot.service.matches, "waiting_for", never)
    asked = table.ana.typed("waiting")
    await table.discord.tell(asked)
    await reached.wait()
    await table.stop()
    assert "I'm restarting" in asked.said
    await table.start()


async def test_a_token_that_discord_no_longer_knows_stops_the_posts_and_with_a_new_one_they_are_made(
    table: Table,
) -> None:
    table.discord.renew_token("another-token")
    opening = table.ana.typed("match new", game="edge_of_darkness")
    await table.discord.tell(opening)
    await table.discord.until(lambda: opening.said and table.errors.found)
    (sentence,) = table.errors.found
    table.errors.found.clear()
    assert "set a new TENEBRAE_TOKEN" in sentence
    # Answers to interactions don't need the bot token, but the refused post is not retried.
    asked = table.bence.typed("match status")
    await table.discord.tell(asked)
    await table.discord.until(lambda: asked.said)
    tried = [call for call in table.discord.rest.calls if call.path == f"/channels/{table.channel.id}/messages"]
    assert [call.status for call in tried] == [401]
    await table.stop()
    await table.start()
    await table.discord.until(table.channel.posts)
    await table.settle()
    assert len(table.channel.posts()) == 1
