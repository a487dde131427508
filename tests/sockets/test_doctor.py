"""Reports of `tenebrae doctor` about the bot's access to Discord. test_broken_setups.py has more examples."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from email.utils import formatdate
from pathlib import Path

import pytest
from discord import ApplicationFlags
from discord.http import Route

from bot.app.doctor_findings import Diagnostic, MatchChannel
from bot.app.settings import Settings
from bot.cli import doctor
from bot.discord.commands import registration
from bot.discord.doctor import examine
from bot.discord.doctor.probe import ProbeClient
from bot.features.open_tables.service import OpenTables
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.store import doctor_checks
from bot.store.read_only import read_snapshot
from bot.store.statements import matches
from bot.store.store import Store
from bot.table.play import game_commands
from tests.discord.room import cached_group, cached_payloads
from tests.matches.room import ManualClock
from tests.sockets.discord_data import ANA, ATTACH, SEND, SEND_IN_THREADS, VIEW, Channel
from tests.sockets.limits import Answer
from tests.sockets.local_discord import TOKEN, LocalDiscord

READ_HISTORY, OPEN_THREADS = 1 << 16, 1 << 35
Ask = Callable[..., Awaitable[list[Diagnostic]]]


@pytest.fixture
async def discord(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LocalDiscord]:
    server = LocalDiscord()
    await server.start()
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    # The command payloads are cached, because building them would take most of each test's time.
    monkeypatch.setattr(registration, "payloads", cached_payloads)
    monkeypatch.setattr(game_commands, "group", cached_group)
    yield server
    await server.stop()


def settings_for(discord: LocalDiscord, **more: object) -> Settings:
    known = {"token": TOKEN, "discord_api": discord.api}
    return Settings(_env_file=None, **known | more)  # pyright: ignore[reportCallIssue, reportArgumentType]


@pytest.fixture
def ask(discord: LocalDiscord) -> Ask:
    """Return a function that runs the doctor for matches in given channels and returns the problems it found."""

    async def asked(*channels: Channel, **settings: object) -> list[Diagnostic]:
        places = [
            MatchChannel(channel.server.id, channel.id, f"match {number}")
            for number, channel in enumerate(channels, 1)
            if channel.server is not None
        ]
        found = [one async for one in examine(settings_for(discord, **settings), places) if one.state != "ok"]
        assert discord.faults() == []
        return found

    return asked


async def registered(discord: LocalDiscord) -> None:
    """Register this version's commands with Discord."""
    discord.rest.application.put_commands("1", (await ProbeClient().commands())[0])


def only_finding(found: list[Diagnostic], about: str) -> tuple[str, str]:
    """Return the state and text of the only finding about a subject."""
    (one,) = [finding for finding in found if finding.about == about]
    assert one.text.endswith((".", "applications.commands")) or "https://" in one.text
    return one.state, one.text


async def test_a_set_up_in_order_has_nothing_wrong(discord, ask):
    await registered(discord)
    thread = discord.world.new_thread(discord.table)
    assert await ask(discord.table, thread) == []


async def test_every_channel_where_something_is_posted_is_looked_at_beside_the_running_bot(
    discord, tmp_path, monkeypatch
):
    """The doctor reports on every channel where the bot posts, even while a running bot has the database open."""
    monkeypatch.chdir(tmp_path)
    for name, value in {"TOKEN": TOKEN, "DISCORD_API": discord.api, "DATABASE": "a.sqlite"}.items():
        monkeypatch.setenv(f"TENEBRAE_{name}", value)
    thread, other = discord.world.new_thread(discord.table), discord.world.new_channel()
    other.denied = SEND
    async with await Store.open(Path("a.sqlite")) as store:
        service = MatchService(store, ManualClock())
        for channel in (discord.table, thread):
            await service.lobby.open(
                LobbyRequest(
                    game="edge_of_darkness", guild_id=channel.server.id, channel_id=channel.id, locale="en", options={}
                ),
                user_id=ANA.id,
                name="Ana",
            )
        await service.part(OpenTables).set_list_channel(other.server.id, other.id)
        lines = [doctor.line(one) async for one in doctor.findings()]
        # The running bot can still write to the database after the report.
        await service.part(OpenTables).set_list_channel(other.server.id, None)
    channels = [line for line in lines if " channel " in line]
    assert [line[:5] for line in channels] == ["ok   ", "ok   ", "WRONG"]
    assert "match 1: the bot can post" in channels[0]
    assert "the list of open tables: the bot lacks Send Messages" in channels[2]
    assert not [line for line in lines if line.startswith("WRONG") and " channel " not in line]
    assert TOKEN not in "".join(lines)


async def test_an_address_that_is_no_discord_is_doubted(discord, ask):
    discord.rest.script("GET", "/users/@me", Answer(404, {"code": 0, "message": "no"}, {}), always=True)
    assert (await ask())[0].text.endswith("is TENEBRAE_DISCORD_API right?")


async def test_a_refusal_in_the_middle_ends_in_a_sentence(discord, ask):
    discord.rest.script("GET", "/guilds/.*", Answer(400, {"code": 0, "message": "no"}, {}), always=True)
    state, text = only_finding(await ask(discord.table), "discord")
    assert state == "wrong"
    assert "try again later" in text


@pytest.mark.parametrize(
    ("portal", "settings", "state", "word"),
    [
        ({"integration_types_config": {"0": {}, "1": {}}}, {}, "note", "User Install"),
        ({"flags": ApplicationFlags.gateway_message_content_limited.flag}, {}, "note", "privileged intent"),
        ({"interactions_endpoint_url": "https://a.b/interactions"}, {}, "note", "tenebrae serve"),
    ],
)
async def test_what_the_portal_has_wrong_is_told_with_its_place(discord, ask, portal, settings, state, word):
    discord.rest.application.more = portal
    found, text = only_finding(await ask(**settings), "application")
    assert found == state
    assert word in text


async def test_the_right_public_key_is_fine(discord, ask):
    key = discord.rest.application.key.verify_key.encode().hex().upper()
    assert [one.about for one in await ask(public_key=key)] == ["commands"]


async def test_commands_that_discord_lacks_or_has_of_another_version_come_with_the_next_start(discord, ask):
    state, text = only_finding(await ask(), "commands")
    assert (state, "none of the bot's commands yet" in text) == ("note", True)
    await registered(discord)
    discord.rest.application.commands.pop()
    state, text = only_finding(await ask(), "commands")
    assert (state, "of another version" in text) == ("note", True)


@pytest.mark.parametrize(("ahead", "way"), [(-90, "behind"), (90, "ahead of")])
async def test_a_clock_that_differs_from_discords_is_told_with_how_much(discord, ask, ahead, way):
    date = formatdate(discord.world.now() - ahead, usegmt=True)
    body = discord.rest.application.show()[1]
    discord.rest.script("GET", "/oauth2/applications/@me", Answer(200, body, {"Date": date}), always=True)
    state, text = only_finding(await ask(), "clock")
    assert state == "wrong"
    assert f"seconds {way} that of Discord" in text
    assert text.split()[4] in ("89", "90", "91")


async def test_a_server_that_removed_the_bot_is_told_once_with_the_link(discord, ask):
    elsewhere = discord.world.new_server(joined=False)
    channels = [discord.world.new_channel(elsewhere) for _ in range(2)]
    found = [one for one in await ask(*channels, discord.table) if one.state == "wrong"]
    assert [one.about for one in found] == ["server"]
    assert "where match 1, match 2 would go on" in found[0].text
    assert "https://discord.com/oauth2/authorize?client_id=" in found[0].text


async def test_a_server_without_the_scope_for_commands_is_told_with_the_link(discord, ask):
    discord.table.server.has_scope = False
    state, text = only_finding(await ask(discord.table), "server")
    assert state == "wrong"
    assert "without the scope applications.commands" in text
    assert "scope=bot+applications.commands" in text


async def test_a_server_where_no_threads_can_be_opened_is_only_a_note(discord, ask):
    discord.table.server.denied = OPEN_THREADS
    state, text = only_finding(await ask(discord.table), "server")
    assert state == "note"
    assert "Create Public Threads" in text


async def test_each_channel_is_told_what_the_bot_lacks_in_it(discord, ask):
    second, third = discord.world.new_channel(), discord.world.new_channel()
    discord.table.denied, second.denied, third.denied = SEND | ATTACH, VIEW, READ_HISTORY
    found = [one for one in await ask(discord.table, second, third) if one.about == "channel"]
    assert [one.state for one in found] == ["wrong", "wrong", "note"]
    assert (
        f"#table ({discord.table.id}) of Friends, match 1: the bot lacks Send Messages, Attach Files" in found[0].text
    )
    assert "View Channels" in found[1].text
    assert "Read Message History" in found[2].text


async def test_a_thread_asks_for_the_right_to_write_in_threads_of_its_channel(discord, ask):
    thread = discord.world.new_thread(discord.table)
    discord.table.denied = SEND_IN_THREADS
    found = [one for one in await ask(discord.table, thread) if one.state == "wrong"]
    assert ["match 2: the bot lacks Send Messages in Threads" in one.text for one in found] == [True]


async def test_a_locked_thread_and_channels_that_are_gone_or_private_are_told(discord, ask):
    locked, gone = discord.world.new_thread(discord.table), discord.world.new_channel()
    private = discord.world.new_thread(discord.table, private=True)
    locked.locked = True
    # Deny the bot Manage Threads (1 << 34), because with that permission it could write in a locked thread.
    discord.table.denied = 1 << 34
    del discord.world.channels[gone.id]
    found = {one.text for one in await ask(locked, gone, private) if one.about == "channel" and one.state == "wrong"}
    assert len(found) == 3
    assert any("match 1: the thread is locked" in text for text in found)
    assert any("with match 2 is gone" in text for text in found)
    assert any("can't see the channel" in text and "match 3" in text for text in found)


async def test_spectators_of_a_private_table_get_posts_as_well(tmp_path):
    async with await Store.open(tmp_path / "a.sqlite") as store:
        service = MatchService(store, ManualClock())
        info = await service.lobby.open(
            LobbyRequest(game="edge_of_darkness", guild_id=1, channel_id=2, locale="en", options={}),
            user_id=3,
            name="Ana",
        )
        async with store.write() as tx:
            await matches.set_watching(tx, info.id, 7)
    async with read_snapshot(tmp_path / "a.sqlite") as db:
        assert await doctor_checks.posting_channels(db) == [
            MatchChannel(1, 2, "match 1", "edge_of_darkness"),
            MatchChannel(1, 7, "those who watch match 1"),
        ]
