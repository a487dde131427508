"""No press is lost or handled twice when the gateway drops connections, repeats events or falls silent."""

from __future__ import annotations

import pytest
import pytest_asyncio

from bot.discord.gateway import GatewayBot
from tests.sockets.discord_data import Interaction
from tests.sockets.hosting import RandomMoves, Table

pytestmark = pytest.mark.asyncio(loop_scope="module")
PLAIN_PICTURES = True


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hands(host: Table) -> RandomMoves:
    """Start a two-player match, and return an object that makes random moves for the players."""
    await host.open("edge_of_darkness")
    return RandomMoves(host, 11)


async def cut_connection(table: Table) -> None:
    """Cut the gateway connection and wait until it is closed."""
    closed = len(table.discord.gateway.closed)
    await table.discord.gateway.drop()
    await table.discord.until(lambda: len(table.discord.gateway.closed) > closed)


async def resumed(table: Table, before: int) -> None:
    await table.discord.until(lambda: table.discord.gateway.resumed > before)
    await table.settle()


async def answered(table: Table, interaction: Interaction) -> None:
    await table.discord.until(lambda: interaction.callbacks)
    await table.settle()


async def test_a_press_during_a_drop_is_worked_off_when_the_session_resumes(table: Table, hands: RandomMoves) -> None:
    gateway = table.discord.gateway
    for _ in range(3):
        await hands.press()
    who = await table.mover()
    panel = await hands.panel(who)
    edits, logins, before = panel.edits, gateway.identified, gateway.resumed
    await cut_connection(table)
    press = hands.next_press(who, panel)
    await table.discord.tell(press)
    await resumed(table, before)
    await answered(table, press)
    assert press.answered == 6
    assert panel.edits == edits + 1
    assert gateway.identified == logins, "it logged in anew instead of resuming"


async def test_what_a_resumed_session_repeats_acts_once(table: Table, hands: RandomMoves) -> None:
    gateway = table.discord.gateway
    gateway.repeats = 100
    try:
        seq, before = await table.seq(), gateway.resumed
        interactions = {one.token: len(one.callbacks) for one in table.discord.world.interactions.values()}
        posts = len(table.discord.table.posts())
        await cut_connection(table)
        await resumed(table, before)
        # Once this command is answered, the bot has also received all earlier events.
        await table.bence.slash("waiting")
    finally:
        gateway.repeats = 0
    assert await table.seq() == seq
    assert len(table.discord.table.posts()) == posts
    world = table.discord.world.interactions
    assert all(len(world[token].callbacks) == count == 1 for token, count in interactions.items())


async def test_a_drop_in_the_middle_of_a_move_loses_nothing_of_it(table: Table, hands: RandomMoves) -> None:
    gateway = table.discord.gateway
    seq, before = await table.seq(), gateway.resumed
    who = await table.mover()
    press = hands.next_press(who, await hands.panel(who))
    await table.discord.tell(press)
    gateway.open.clear()
    try:
        await cut_connection(table)
        await answered(table, press)  # the answer goes over REST, which still works
        posts, now = len(table.discord.table.posts()), await table.seq()
        waits = who.typed("waiting")
        await table.discord.tell(waits)
    finally:
        gateway.open.set()
    await resumed(table, before)
    await answered(table, waits)
    assert (len(table.discord.table.posts()), await table.seq()) == (posts, now)
    while await table.seq() == seq:
        await hands.press()  # if the last press only led to a question, finish the move
    assert await table.due() == []


async def test_it_comes_back_when_it_is_asked_to_reconnect(table: Table, hands: RandomMoves) -> None:
    gateway = table.discord.gateway
    before, logins = gateway.resumed, gateway.identified
    await gateway.reconnect()
    await resumed(table, before)
    assert gateway.identified == logins
    await hands.press()


async def test_a_silent_connection_is_given_up_and_resumed(table: Table, hands: RandomMoves) -> None:
    gateway = table.discord.gateway
    gateway.beat_every = 100
    before = gateway.resumed
    await gateway.reconnect()
    await resumed(table, before)
    await table.bence.slash("waiting")  # Once this is answered, the bot reads from the new connection.
    # Shorten discord.py's wait of one minute before it gives up a silent connection.
    bot = table.bot
    assert isinstance(bot, GatewayBot)
    shard = bot.get_shard(0)
    assert shard is not None
    beating = shard._parent.ws._keep_alive
    assert beating is not None
    gateway.silence()
    who = await table.mover()
    press = who.typed("waiting")
    await table.discord.tell(press)
    gateway.beat_every = 41_250
    closed = len(gateway.closed)
    beating.heartbeat_timeout = 0.3
    await table.discord.until(lambda: len(gateway.closed) > closed)
    assert gateway.closed[-1] == 4000
    await answered(table, press)
    assert press.answered == 5
    await table.discord.until(lambda: gateway.resumed > before + 1)


async def test_after_a_forgotten_session_it_logs_in_again_and_old_panels_still_work(
    table: Table, hands: RandomMoves
) -> None:
    gateway = table.discord.gateway
    logins = gateway.identified
    await gateway.invalidate()
    await table.discord.until(lambda: gateway.identified > logins)
    seq = await table.seq()
    await hands.press()
    assert await table.seq() > seq
    assert gateway.identified == logins + 1


async def test_a_resume_that_fails_is_tried_again_as_a_resume(table: Table, hands: RandomMoves) -> None:
    gateway = table.discord.gateway
    logins, before = gateway.identified, gateway.resumed
    who = await table.mover()
    gateway.broken = 2
    await cut_connection(table)
    press = who.typed("waiting")
    await table.discord.tell(press)
    await resumed(table, before)
    await answered(table, press)
    assert press.answered == 5
    assert gateway.broken == 0
    assert gateway.identified == logins, "it logged in anew instead of resuming"


async def test_commands_are_put_only_when_they_differ_from_what_discord_has(table: Table) -> None:
    def puts() -> int:
        return len([call for call in table.discord.rest.calls if (call.method, call.path[-9:]) == ("PUT", "/commands")])

    assert puts() == 1
    assert table.discord.gateway.beats > 0
    await table.stop()
    await table.start()
    assert puts() == 1
    kept = table.discord.rest.application.commands
    changed = next(command for command in kept if command["name"] == "card")
    changed["options"][0]["description_localizations"]["hu"] = "Régi."
    await table.stop()
    await table.start()
    assert puts() == 2
    assert table.discord.rest.application.commands != kept
    await table.stop()
    await table.start()
    assert puts() == 2


async def test_the_command_that_discord_made_for_an_activity_stays(table: Table) -> None:
    def puts() -> int:
        return len([call for call in table.discord.rest.calls if (call.method, call.path[-9:]) == ("PUT", "/commands")])

    application, before = table.discord.rest.application, puts()
    application.add_entry_point()
    launch = application.commands[-1]
    await table.stop()
    await table.start()
    assert puts() == before, "it is no difference to the bot's own"
    application.commands = [command for command in application.commands if command["name"] != "card"]
    await table.stop()
    await table.start()
    assert puts() == before + 1
    (kept,) = [command for command in application.commands if command["name"] == "launch"]
    same = ("id", "type", "description", "handler")
    assert [kept[key] for key in same] == [launch[key] for key in same]
    assert any(command["name"] == "card" for command in application.commands)
