"""Several servers, some of which remove the bot. It learns of that from the gateway or from a refused request."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.discord.gateway import GatewayBot
from tests.discord.room import message_text
from tests.sockets.discord_data import BY_PERSON, VIEW, Channel, Message, Server
from tests.sockets.hosting import RandomMoves, Table, hosted

GAME = "edge_of_darkness"


@pytest.fixture(params=["gateway", "http"])
async def table(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Table]:
    async with hosted(tmp_path / "tenebrae.sqlite", plain=True, door=request.param) as table:
        yield table
        await table.settle()
        assert table.discord.faults() == []
        assert table.errors.found == []


def asked_about(table: Table, server: Server) -> int:
    """Return how often the bot requested data about a server from Discord."""
    return len([call for call in table.discord.rest.calls if call.path == f"/guilds/{server.id}"])


def tried(table: Table, channel: Channel) -> int:
    """Return the number of the bot's requests about a channel and its posts."""
    return len([call for call in table.discord.rest.calls if call.path.startswith(f"/channels/{channel.id}/")])


async def test_matches_of_a_server_that_removed_the_bot_wait_without_knocking_until_it_is_back(table: Table) -> None:
    discord = table.discord
    other = discord.world.new_server(joined=False)
    there = discord.world.new_channel(other)
    await discord.admit(other)
    table.meet_in(there)
    await table.open(GAME)
    await discord.expel(other)
    posts, seq, hands = len(there.posts()), await table.seq(), RandomMoves(table, 1)
    await moved_by_mail(table, hands)
    assert await table.seq() > seq, "a move counts all the same"
    assert "no longer in this match's server" in message_text(await moved_by_mail(table, hands))
    assert asked_about(table, other) <= 1
    knocks = tried(table, there)
    table.bot.delivery.wake()
    await table.settle()
    assert tried(table, there) == knocks, "it knocks on"
    assert len(there.posts()) == posts
    assert await table.given_up() == []
    await discord.admit(other)
    # Without a gateway, the bot learns that it was added to the server only when a member uses a command.
    await table.ana.slash("waiting")
    await table.settle()
    assert await table.due() == []
    assert tried(table, there) > knocks
    assert "no longer" not in (await table.ana.slash("act")).said


async def moved_by_mail(table: Table, hands: RandomMoves) -> Message:
    """Let the player whose turn it is move in their private messages; return the panel that they used."""
    who = await table.mover()
    opened = await who.press(who.mail[-1], verb="move")
    hands.take(who, opened.answer)
    await hands.press()
    return opened.answer


async def test_a_channel_that_hides_itself_is_not_taken_for_a_server_that_removed_the_bot(table: Table) -> None:
    await table.open(GAME)
    table.channel.denied = VIEW
    hands = RandomMoves(table, 1)
    await moved_by_mail(table, hands)
    server = table.channel.server
    assert server is not None
    assert asked_about(table, server) >= 1
    assert "can't post in this match's channel" in message_text(await moved_by_mail(table, hands))
    table.channel.denied = 0
    # Nothing tells the bot that it may post again. It finds out when a player opens a panel in the channel.
    assert await table.due() != []
    assert "can't post" not in (await table.ana.slash("act")).said
    await table.settle()
    assert await table.due() == []


async def test_a_user_installation_opens_no_match_elsewhere(table: Table) -> None:
    there = table.discord.world.new_channel(table.discord.world.new_server(joined=False))
    table.meet_in(there)
    table.ana.owner = BY_PERSON
    with pytest.raises(AssertionError, match="not offered by this installation"):
        await table.ana.slash("match new", game=GAME)
    # The bot refuses the command even if a client sends it although Discord doesn't offer it there.
    for command in table.discord.rest.application.commands:
        command["integration_types"] = [0, 1]
    assert "I'm not in this server" in (await table.ana.slash("match new", game=GAME)).said
    assert there.posts() == []


async def test_matches_in_two_servers_play_side_by_side_over_as_many_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(self: GatewayBot, shard_id: int | None, *, initial: bool = False) -> None:
        """Log in without discord.py's five-second pause between shards."""

    monkeypatch.setattr(GatewayBot, "before_identify_hook", at_once)
    async with hosted(tmp_path / "tenebrae.sqlite", plain=True, shards=2) as table:
        gateway, world = table.discord.gateway, table.discord.world
        await table.discord.until(lambda: gateway.identified == 2)
        other = next(one for one in iter(lambda: world.new_server(joined=False), None) if one.id >> 22 & 1)
        await table.discord.admit(other)
        elsewhere = world.new_channel(other)
        await table.open(GAME)
        here = table.channel
        table.meet_in(elsewhere)
        await table.open(GAME)
        assert table.bot.shard_count == 2
        assert [guild.shard_id for guild in table.bot.guilds] == [0, 1]
        logins, before = gateway.identified, gateway.resumed
        gateway.broken = 1
        await gateway.drop(1)
        await table.discord.until(lambda: gateway.resumed > before)
        assert gateway.identified == logins
        for channel in (here, elsewhere):
            table.meet_in(channel)
            seq = await table.seq()
            await RandomMoves(table, 4).press()
            assert await table.seq() > seq
        await table.settle()
        assert table.discord.faults() == []
        assert table.errors.found == []


async def test_a_gateway_that_will_hear_of_no_interactions_is_told_to_the_operator(tmp_path: Path) -> None:
    async with hosted(tmp_path / "tenebrae.sqlite", plain=True) as table:
        assert table.errors.found == []
        table.discord.rest.application.endpoint_url = "https://elsewhere.example/interactions"
        await table.stop()
        await table.start()
        (told,) = table.errors.found
        assert "run `tenebrae serve`" in told
