"""Two processes on one PostgreSQL database behind a load balancer: either can answer any press."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.discord import emoji_upload
from bot.features.open_tables.jobs import OpenTableReconciler
from bot.features.open_tables.service import OpenTableRequest, OpenTables
from bot.matches.release_versions import release_number
from tests.sockets.hosting import RandomMoves, ServedTable, Table, hosted

GAME = "edge_of_darkness"


@pytest.fixture
async def table(database: str) -> AsyncIterator[Table]:
    async with hosted(database, plain=True, door="http", processes=2) as table:
        yield table
        await table.settle()
        assert table.discord.faults() == []
        assert table.errors.found == []


async def test_a_match_is_played_by_turns_of_two_processes(table: Table) -> None:
    first, second = table.bots
    await table.open(GAME)
    hands = RandomMoves(table, 3)
    for turn in range(8):
        await (hands.type() if turn % 4 == 3 else hands.press())
    assert await table.due() == []
    assert await table.given_up() == []
    posts = [post.nonce for post in table.discord.table.posts() if post.nonce]
    assert len(posts) == len(set(posts))
    assert all(player.mail for player in table.players[:2])
    assert first.service is not second.service
    asked = [call.method for call in table.discord.rest.calls if call.path.endswith("/commands")]
    assert asked.count("PUT") == 1
    assert asked.count("POST") == 1, "the server's group of the game"


async def test_two_processes_upload_each_sign_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji_upload, "UPLOAD_PAUSE", 0.0)
    names = emoji_upload.icons_by_name(table.bot.icons.names)
    keepers = [bot.emoji_reconciler for bot in table.bots]
    for _ in range(len(names)):
        if max(await asyncio.gather(*(keeper.run_once() for keeper in keepers))) == emoji_upload.UP_TO_DATE_INTERVAL:
            break
    for keeper in keepers:
        assert await keeper.run_once() == emoji_upload.UP_TO_DATE_INTERVAL
    application = table.discord.rest.application
    assert sorted(emoji["name"] for emoji in application.emojis) == sorted(names)
    puts = [call for call in table.discord.rest.calls if (call.method, call.path[-7:]) == ("POST", "/emojis")]
    assert len(puts) == len(names)
    assert table.bots[0].icons.sentences("hu") == table.bots[1].icons.sentences("hu")


async def test_two_processes_keep_one_list_of_open_tables(table: Table) -> None:
    here, seeks = table.discord.table, table.bot.service.part(OpenTables)
    assert here.server is not None

    async def drawn() -> None:
        for _ in range(3):
            await asyncio.gather(*(bot.part(OpenTableReconciler).run_once() for bot in table.bots))

    open_table = await seeks.open(OpenTableRequest(GAME, here.server.id, here.id), 1, "Ana")
    await drawn()
    await seeks.join(open_table.id, 2, "Bence", here.server.id)
    await drawn()
    (shown,) = [post for post in here.posts() if "t1:tables" in str(post.components)]
    assert "Ana, Bence" in str(shown.components)


async def test_an_older_version_that_starts_late_leaves_the_commands_of_a_newer_one(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(table, ServedTable)
    kept = table.discord.rest.application.commands
    kept.pop()  # simulates that a newer version has registered other commands
    for number, puts in ((release_number() - 1, 1), (release_number(), 2)):
        monkeypatch.setattr("bot.matches.service.release_number", lambda number=number: number)
        await table.start_one()
        calls = [call for call in table.discord.rest.calls if (call.method, call.path[-9:]) == ("PUT", "/commands")]
        assert len(calls) == puts


async def test_processes_are_replaced_one_after_another_while_people_play(table: Table) -> None:
    assert isinstance(table, ServedTable)
    await table.open(GAME)
    hands = RandomMoves(table, 5)
    for _ in range(2):
        seq = await table.seq()
        await table.stop_one()
        await hands.press()
        await table.start_one()
        await hands.press()
        assert await table.seq() > seq + 1
    assert await table.given_up() == []


async def test_what_one_process_parked_goes_on_when_another_hears_that_the_bot_is_back(table: Table) -> None:
    assert isinstance(table, ServedTable)
    await table.open(GAME)
    server = table.channel.server
    assert server is not None
    await table.discord.expel(server)
    hands = RandomMoves(table, 2)
    who = await table.mover()
    hands.take(who, (await who.press(who.mail[-1], verb="move")).answer)
    await hands.press()
    assert (await table.info()).parked_at is not None
    assert await table.due() != []
    # Both processes are replaced, so that neither remembers that the bot was removed from the server.
    for _ in range(2):
        await table.stop_one()
        await table.start_one()
    await table.discord.admit(server)
    before = len(table.channel.posts())
    await (await table.mover()).slash("act")
    await table.settle()
    assert (await table.info()).parked_at is None
    assert await table.due() == []
    assert len(table.channel.posts()) > before or table.board.edits
