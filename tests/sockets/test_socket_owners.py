"""Owner commands with two processes on one PostgreSQL database: draining and stopping one, blocking a user in both."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import pytest

from bot.app import metrics
from bot.features.owner.jobs.announcements import Announcer
from bot.features.owner.jobs.blocklist_effects import BlocklistEnforcer
from bot.features.owner.service.announcements import Announcements
from bot.features.owner.service.blocklist import Blocklist
from tests.sockets.hosting import RandomMoves, ServedTable, Table, hosted

GAME, OWNER = "edge_of_darkness", 999


class SimulatedCrash(BaseException):
    """Raised to simulate a crash of the process."""


@pytest.fixture
async def table(database: str) -> AsyncIterator[Table]:
    async with hosted(database, plain=True, door="http", processes=2) as table:
        yield table
        await table.settle()
        assert table.discord.faults() == []
        assert table.errors.found == []


async def page(table: Table, number: int, path: str) -> tuple[int, str]:
    """Return the status and text of a page that a process serves."""
    where = urlsplit(table.discord.endpoint.urls[number])
    async with aiohttp.ClientSession() as session, session.get(f"http://{where.netloc}{path}") as answer:
        return answer.status, await answer.text()


async def send_heartbeats(table: Table) -> None:
    """Let every process write its heartbeat and execute the owner's pending orders."""
    for bot in table.bots:
        await bot.heartbeat.run_once()


async def test_a_process_that_is_drained_leaves_everything_to_the_other_until_that_is_taken_back(table: Table) -> None:
    # Other tests of this process post with clocks that they set forward, so their posts count as very late.
    metrics.POST_LATENESS.clear()
    await table.open(GAME)
    await table.settle()
    await send_heartbeats(table)
    first, second = table.bots
    figures = [row.figures for row in await first.service.processes.list_all()]
    assert len(figures) == 2
    assert all(0 < one["acknowledged"] <= 15 and one["boards"] > 0 for one in figures)
    await second.service.processes.instruct("drain", first.store.owner, by=OWNER)
    await send_heartbeats(table)
    assert (await page(table, 0, "/healthz"), await page(table, 0, "/readyz")) == ((503, "draining"),) * 2
    assert (await page(table, 1, "/readyz"))[0] == 200
    assert [one.is_running for one in first.schedulers] == [False] * 5
    hands = RandomMoves(table, 3)
    for _ in range(4):
        await hands.press()
    assert await table.due() == []
    refused = table.carla.typed("match new", game=GAME)
    await table.discord.tell(refused)
    await table.discord.until(lambda: refused.callbacks or refused.said)
    await second.service.processes.instruct("serve", first.store.owner, by=OWNER)
    await send_heartbeats(table)
    assert (await page(table, 0, "/readyz"))[0] == 200
    assert [one.is_running for one in first.schedulers] == [True] * 5
    await hands.press()


async def test_a_process_that_is_told_to_stop_ends_by_itself_and_the_other_goes_on(table: Table) -> None:
    assert isinstance(table, ServedTable)
    await table.open(GAME)
    await send_heartbeats(table)
    first, second = table.bots
    await second.service.processes.instruct("stop", first.store.owner, by=OWNER)
    running = table._running.pop(0)
    async with asyncio.timeout(30):
        await running
    assert first.is_closed()
    table.bots[:1] = []
    await second.heartbeat.run_once()
    assert [row.name for row in await second.service.processes.list_all()] == [second.store.owner]
    hands = RandomMoves(table, 4)
    await hands.press()
    assert await table.given_up() == []


async def test_a_block_is_heard_by_all_processes_at_once(table: Table) -> None:
    first, second = table.bots
    async with asyncio.timeout(30):
        await first.service.part(Blocklist).ban("person", table.carla.id, by=OWNER)
        while second.service.part(Blocklist).of_person(table.carla.id) is None:  # noqa: ASYNC110 - it sends no event
            await asyncio.sleep(0.01)
    for _ in range(2):  # each of the two processes answers one command
        assert (await table.carla.slash("waiting")).said.startswith("The bot's owner has blocked you.")


async def test_a_server_that_is_blocked_is_told_once_and_left(table: Table) -> None:
    await table.open(GAME)
    server = table.channel.server
    assert server is not None
    first, second = table.bots
    await first.service.part(Blocklist).ban("server", server.id, by=OWNER)
    async with asyncio.timeout(30):
        while server.joined:
            await asyncio.gather(*(bot.part(BlocklistEnforcer).run_once() for bot in table.bots))
    told = [post.words for post in table.channel.posts() if "blocked this server" in post.words]
    assert told == ["The bot's owner has blocked this server."]
    assert (await second.service.matches.of_server(server.id))[0].parked_at is not None
    assert await second.service.part(Blocklist).unsettled() == []
    await table.discord.admit(server)
    table.discord.forgive()


async def test_two_processes_post_an_announcement_once(table: Table) -> None:
    await table.open(GAME)
    news = table.bot.service.part(Announcements)
    await news.send((await news.draft({"en": "A pause"}, by=OWNER)).id, by=OWNER)
    for _ in range(4):
        await asyncio.gather(*(bot.part(Announcer).run_once() for bot in table.bots))
    assert sum("A pause" in post.words for post in table.channel.posts()) == 1
    assert (await news.newest(1))[0].done == 1


async def test_an_announcement_whose_process_died_after_the_post_is_found_by_its_nonce(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open(GAME)
    first, second = table.bots
    news = first.service.part(Announcements)

    async def dies(*_: object) -> None:
        raise SimulatedCrash

    monkeypatch.setattr(news, "mark_done", dies)
    await news.send((await news.draft({"en": "A pause"}, by=OWNER)).id, by=OWNER)
    with pytest.raises(SimulatedCrash):
        await first.part(Announcer).run_once()
    for _ in range(3):
        await second.part(Announcer).run_once()
    assert sum("A pause" in post.words for post in table.channel.posts()) == 1
    assert (await second.service.part(Announcements).newest(1))[0].done == 1


async def test_a_process_on_the_gateway_stops_when_owners_want_it(tmp_path: Path) -> None:
    async with hosted(tmp_path / "tenebrae.sqlite", plain=True) as table:
        (bot,) = table.bots
        await bot.heartbeat.run_once()
        await bot.service.processes.instruct("stop", None, by=OWNER)
        running = table._running.pop()
        async with asyncio.timeout(30):
            await running
        assert bot.is_closed()
        table.bots.clear()
        await table.start()
        await table.bot.heartbeat.run_once()
        (row,) = await table.bot.service.processes.list_all()
        assert (row.wanted, row.door) == ("serve", "gateway"), "whatever starts it again has it serve"
        assert "not your turn" in (await table.ana.slash("waiting")).said
        assert table.errors.found == []
