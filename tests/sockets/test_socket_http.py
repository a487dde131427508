"""Interactions over HTTP: the bot accepts only requests that Discord signed, and needs no gateway connection."""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NoReturn

import aiohttp
import pytest
import pytest_asyncio
from sqlalchemy.exc import DBAPIError

import bot.discord.health
import bot.discord.interactions_endpoint
import bot.discord.serve
from bot.app import warm_up
from bot.store.errors import StoreError
from bot.store.statements import users_and_servers
from tests.sockets.endpoint import PING
from tests.sockets.hosting import RandomMoves, Table
from tests.sockets.players import Player

pytestmark = pytest.mark.asyncio(loop_scope="module")
PLAIN_PICTURES = True
DOORS = ("http",)
GAME = "edge_of_darkness"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hands(host: Table) -> RandomMoves:
    """Start a two-player match, and return an object that makes random moves for the players."""
    await host.open(GAME)
    return RandomMoves(host, 7)


def url(table: Table) -> str:
    return table.discord.endpoint.urls[0]


async def health_of(table: Table) -> tuple[int, str]:
    page = url(table).rsplit("/", 1)[0] + "/healthz"
    async with aiohttp.ClientSession() as session, session.get(page) as answer:
        return answer.status, await answer.text()


async def test_a_ping_is_answered(table: Table) -> None:
    assert await table.discord.endpoint.post(url(table), PING) == (200, {"type": 1})


async def test_what_discord_has_not_signed_is_refused_and_nothing_is_done(table: Table, hands: RandomMoves) -> None:
    seq = await table.seq()
    who = await table.mover()
    press = table.discord.world.event(hands.next_press(who, await hands.panel(who)))
    endpoint = table.discord.endpoint
    for wrong in ("00" * 64, "zz" * 64, "00", ""):
        assert (await endpoint.post(url(table), press, signature=wrong))[0] == 401
    # The signature is genuine, but signs another time or another body.
    signed = endpoint._key.sign(b"1700000000" + json.dumps(press).encode()).signature.hex()
    assert (await endpoint.post(url(table), press, signature=signed, at="1700000001"))[0] == 401
    assert (await endpoint.post(url(table), press | {"id": "1"}, signature=signed, at="1700000000"))[0] == 401
    async with aiohttp.ClientSession() as session, session.post(url(table), json=press) as answer:
        assert answer.status == 401
    await table.settle()
    assert await table.seq() == seq
    table.discord.forgive()


async def test_moves_are_made_without_a_gateway_and_no_server_is_remembered(table: Table, hands: RandomMoves) -> None:
    for _ in range(4):
        await hands.press()
    await hands.type()
    assert table.discord.gateway.identified == 0
    assert not table.bot.guilds
    assert not table.bot.cached_messages


async def test_an_interaction_that_a_balancer_repeats_acts_once(table: Table, hands: RandomMoves) -> None:
    seq = await table.seq()
    await hands.press(times=2)
    assert await table.acts(seq) == 1


async def test_a_panel_opens_from_a_private_message(table: Table, hands: RandomMoves) -> None:
    who = await table.mover()
    opened = await who.press(who.mail[-1], verb="move")
    assert opened.answer.channel_id == who.mail[-1].channel_id
    await hands.press()


async def test_a_match_is_played_in_a_thread(table: Table) -> None:
    thread = table.discord.world.new_thread(table.discord.table, private=True)
    thread.bot_in = True
    ana, bence = (Player(table.discord, player.person, table.settle, thread.id) for player in table.players[:2])
    assert "lobby is open" in (await ana.slash("match new", game=GAME)).said
    await bence.slash("match join")
    await ana.slash("match start")
    assert thread.posts()[-1].attachments
    assert "Edge, prologue: " in thread.posts()[-1].content


async def test_the_health_page_says_ok_before_anything_is_warm_until_the_bot_stops(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def health() -> tuple[int, str]:
        return await health_of(table)

    monkeypatch.setattr(table.bot.warm_up, "is_done", False)
    assert await health() == (200, "ok, but fonts and pictures are still being loaded")
    monkeypatch.setattr(table.bot.warm_up, "is_done", True)
    assert await health() == (200, "ok")
    with monkeypatch.context() as patch:
        patch.setattr(table.bot, "is_delivering", False)
        assert await health() == (200, "ok, but Discord refuses the token, so nothing is posted")
    table.bot.in_flight.closed = True
    try:
        assert await health() == (503, "stopping")
    finally:
        table.bot.in_flight.closed = False


async def test_the_health_page_says_that_nothing_can_be_saved_until_something_is(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page keeps status 200, because the bot still answers players and other processes can't save either."""
    monkeypatch.setattr(table.bot.warm_up, "is_done", True)
    store = table.bot.service.store

    @asynccontextmanager
    async def full() -> AsyncIterator[NoReturn]:
        error = sqlite3.OperationalError("database or disk is full")
        raise StoreError("The database can't be written: the disk is full.") from DBAPIError("COMMIT", {}, error)
        yield

    async def write() -> None:
        async with store.write() as tx:
            await users_and_servers.set_guild_settings(tx, 77, {})

    with monkeypatch.context() as patch:
        patch.setattr(store._database, "transaction", full)
        with pytest.raises(StoreError):
            await write()
        assert await health_of(table) == (200, "ok, but nothing can be saved: the disk is full")
    await write()
    assert await health_of(table) == (200, "ok")
    table.errors.found.clear()  # the failure is logged as an error, as it should be


async def test_the_health_page_waits_for_no_database_that_hangs_and_asks_it_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, asked = asyncio.Event(), itertools.count()

    async def hangs(_: int) -> None:
        next(asked)
        await goes_on.wait()

    with monkeypatch.context() as patch:
        patch.setattr(bot.discord.health, "DATABASE_TIMEOUT", 0.01)
        patch.setattr(table.bot.service.matches, "in_channel", hangs)
        for _ in range(3):
            assert await health_of(table) == (503, "the database can't be read")
        assert next(asked) == 1
        goes_on.set()
    monkeypatch.setattr(table.bot.warm_up, "is_done", True)
    assert await health_of(table) == (200, "ok")


async def test_a_process_that_is_told_to_stop_says_so_and_takes_what_balancers_still_send(
    table: Table, hands: RandomMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.discord.serve, "STOP_NOTICE_SECONDS", 3600.0)
    table.tell_to_stop()
    while (await health_of(table))[1] != "stopping":
        pass
    seq = await table.seq()
    await hands.press()
    assert await table.seq() > seq
    await table.stop()  # a second request to stop ends the wait for unfinished work
    await table.start()


async def test_a_process_that_stops_takes_what_a_balancer_sends_until_that_has_heard_of_it(
    table: Table, hands: RandomMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.discord.interactions_endpoint, "STOP_NOTICE_SECONDS", 3600.0)
    await health_of(table)
    ends = asyncio.create_task(table.stop())
    seq = await table.seq()
    await hands.press()
    assert await table.seq() > seq
    assert await health_of(table) == (503, "stopping")
    await ends
    await table.start()


async def test_a_press_is_acknowledged_and_answered_while_the_warm_up_hangs(
    table: Table, hands: RandomMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, goes_on = threading.Event(), threading.Event()

    def hangs() -> None:
        begun.set()
        goes_on.wait()

    monkeypatch.setattr(warm_up, "steps", lambda: iter([hangs]))
    await table.stop()
    await table.start()
    try:
        await asyncio.to_thread(begun.wait)
        assert (await health_of(table))[0] == 200
        seq = await table.seq()
        await hands.press()
        assert await table.seq() > seq
        assert not table.bot.warm_up.is_done
    finally:
        goes_on.set()


async def test_a_stopped_process_has_answered_everything_and_the_next_one_goes_on(
    table: Table, hands: RandomMoves
) -> None:
    seq = await table.seq()
    who = await table.mover()
    goes_on = table.discord.rest.hold("PATCH", "/webhooks/.*/messages/@original")
    asked = who.typed("hand")
    await table.discord.tell(asked)
    await table.discord.asked("PATCH", "@original")
    goes_on.set()
    await table.stop()
    assert asked.answer.attachments
    with pytest.raises(aiohttp.ClientConnectorError):
        await table.discord.endpoint.post(url(table), PING)
    await table.start()
    await hands.press()
    assert await table.seq() > seq
