"""Runs the unmodified bot with a real database against a simulated Discord server, over sockets."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from discord.gateway import DiscordWebSocket
from discord.http import Route

import bot.discord.interactions_endpoint
import bot.discord.run
import bot.discord.serve
import render.registry
from bot import wiring
from bot.app.settings import Settings
from bot.discord.client import TenebraeBot
from bot.discord.commands import registration
from bot.discord.gateway import GatewayBot
from bot.discord.interactions_endpoint import INTERACTIONS, Endpoint
from bot.store.statements import journal
from bot.table.play import game_commands
from rules.kernel.data.actions import Action, field_names
from tests import database_access
from tests.discord.room import cached_group, cached_payloads
from tests.e2e.visibility_checks import Pictures
from tests.sockets.discord_data import PEOPLE, Channel, Interaction, Message
from tests.sockets.local_discord import LocalDiscord
from tests.sockets.players import Player, verb_of

wiring.register()

#: Name prefixes of discord.py's tasks that handle interactions and other events.
HANDLERS = ("CommandTree-invoker", "discord-ui-", "discord.py: on_")


class LogCollector(logging.Handler):
    """Collects the bot's log: errors in `found`, and all lines in `lines`."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.found: list[str] = []
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())
        if record.levelno >= logging.ERROR:
            self.found.append(logging.Formatter().format(record))


class Table:
    """A bot, a simulated Discord server and three players in one channel."""

    def __init__(self, path: Path | str, discord: LocalDiscord) -> None:
        self.path = path
        self.discord = discord
        self.errors = LogCollector()
        #: The running bots. They run in the test's process, but otherwise behave like separate processes.
        self.bots: list[TenebraeBot] = []
        self.ana, self.bence, self.carla = (Player(discord, person, self.settle) for person in PEOPLE)
        self.players = (self.ana, self.bence, self.carla)
        #: True if the bots upload their emojis when they start.
        self.signs = False
        #: The channel where all players type their commands.
        self.channel = discord.table
        self._running: list[asyncio.Task[None]] = []

    # -- the bot ------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the bot and wait until it is ready."""
        await self._started(bot.discord.run.run(self.settings()), self._connected(self.discord.gateway.identified))

    def settings(self) -> Settings:
        return Settings(
            _env_file=None,  # pyright: ignore[reportCallIssue]
            token=self.discord.token,
            database=self.path,
            discord_api=self.discord.api,
            call_after=0,
            board_pause=0,
            pace=0,  # computer players act without pauses
            signs=self.signs,
            port=0,
        )

    async def _connected(self, before: int) -> None:
        await self.discord.until(lambda: self.discord.gateway.identified > before)

    async def _started(self, running: Coroutine[Any, Any, None], up: Coroutine[Any, Any, None]) -> None:
        """Run a bot, and wait until `up` reports that it is ready; if it fails to start, raise its error."""
        task, is_up = asyncio.create_task(running), asyncio.create_task(up)
        self._running.append(task)
        await asyncio.wait({is_up, task}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            is_up.cancel()
            await task
        await is_up

    @property
    def bot(self) -> TenebraeBot:
        """The only bot, or the one that was started first."""
        return self.bots[0]

    async def stop(self) -> None:
        """Stop every bot as Ctrl+C does."""
        while self._running:
            await self.stop_one()

    def tell_to_stop(self) -> None:
        """Ask the first bot to stop, without waiting until it has stopped."""
        self._running[0].cancel()

    async def stop_one(self) -> None:
        """Stop the first bot and wait until it has stopped."""
        task = self._running.pop(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        self.bots[:1] = []

    async def settle(self) -> None:
        """Wait until the bots have handled every interaction and delivered every post that is due."""
        while True:
            tasks = [task for task in asyncio.all_tasks() if task.get_name().startswith(HANDLERS)]
            if not tasks:
                break
            await asyncio.wait(tasks)
        for one in self.bots:
            await one.wait_until_idle()

    # -- the match ----------------------------------------------------------------------------------------

    def meet_in(self, channel: Channel) -> None:
        """Let all players type their commands in another channel from now on."""
        self.channel = channel
        for player in self.players:
            player.channel_id = channel.id

    async def open(self, game: str, *, starts: bool = True) -> None:
        """Open a lobby as Ana and join it as Bence, both with public and private pings; start the match if `starts`."""
        for player in (self.ana, self.bence):
            await player.slash("settings", calls="both")
        opened = await self.ana.slash("match new", game=game)
        assert "lobby is open" in opened.said, opened.said
        await self.bence.press(self.lobby, label="Join")
        if starts:
            await self.ana.press(self.lobby, label="Start")

    async def close(self) -> None:
        """End the channel's match, if there is one."""
        asked = await self.ana.slash("match end")
        if asked.original and asked.original.components:
            await self.ana.press(asked.original, verb="end")

    @property
    def lobby(self) -> Message:
        """The latest lobby message in the players' channel."""
        return [post for post in self.channel.posts() if post.words.startswith("##")][-1]

    @property
    def board(self) -> Message:
        """The latest message with a picture of the board in the players' channel."""
        return [post for post in self.channel.posts() if post.attachments][-1]

    async def info(self) -> Any:
        info = await self.bot.service.matches.in_channel(self.channel.id, live=False)
        assert info is not None
        return info

    async def match(self) -> Any:
        return (await self.bot.service.matches.table((await self.info()).id)).match

    async def seq(self) -> int:
        return (await self.info()).seq

    async def mover(self) -> Player:
        """Return the player whose turn it is; if several players must act, return the first."""
        info = await self.info()
        seat = min((await self.match()).decisions())
        return next(player for player in self.players if player.id == info.seats[seat].user_id)

    async def acts(self, after: int) -> int:
        """Return the number of moves that people have made since this journal entry."""
        rows = await journal.since(self.bot.store.read, (await self.info()).id, after)
        return sum(row.kind == "act" for row in rows)

    async def due(self) -> list[str]:
        """Return the kinds of the posts that are due for delivery."""
        rows = await database_access.rows(self.bot.store.read, "SELECT kind FROM outbox WHERE status = 'due'")
        return [row["kind"] for row in rows]

    async def given_up(self) -> list[str]:
        """Return the kinds of the posts that the bot gave up delivering."""
        rows = await database_access.rows(self.bot.store.read, "SELECT kind FROM outbox WHERE status = 'dead'")
        return [row["kind"] for row in rows]


class ServedTable(Table):
    """Bots that receive interactions over HTTP, round-robin, and have no gateway connection."""

    def __init__(self, path: Path | str, discord: LocalDiscord, processes: int) -> None:
        super().__init__(path, discord)
        self._processes = processes
        self._port: asyncio.Future[int]

    async def start(self) -> None:
        self.discord.endpoint.urls = []
        for _ in range(self._processes):
            await self.start_one()

    async def start_one(self) -> None:
        """Start another bot."""
        self._port = asyncio.get_running_loop().create_future()
        await self._started(bot.discord.serve.serve(self.settings()), self._registered())

    async def _registered(self) -> None:
        url = f"http://127.0.0.1:{await self._port}{INTERACTIONS}"
        await self.discord.register_endpoint(*self.discord.endpoint.urls, url)

    def listens(self, port: int) -> None:
        self._port.set_result(port)


class RandomMoves:
    """Makes random moves for the player whose turn it is, with the panel or slash commands."""

    def __init__(self, table: Table, seed: int) -> None:
        self._table = table
        self._random = random.Random(seed)
        self._panels: dict[int, Message] = {}
        self.pressed = self.typed = 0

    async def panel(self, who: Player) -> Message:
        """Return this player's panel, opening one with /act if there is none or it offers nothing to press.

        A panel offers nothing if it was last drawn while the player waited for others.
        """
        known = self._panels.get(who.id)
        if known is None or self._table.discord.find(known) is None or not self._presses(who, known):
            opened = await who.slash("act")
            known = self._panels[who.id] = opened.answer
        return known

    def take(self, who: Player, panel: Message) -> None:
        """Set the panel that the player uses for their next moves."""
        self._panels[who.id] = panel

    def forget(self, who: Player) -> None:
        """Forget the player's panel, so that the next move opens a new one."""
        self._panels.pop(who.id, None)

    def next_press(self, who: Player, panel: Message) -> Interaction:
        """Return a random press that leads towards a move, among those that the player's client allows in the panel."""
        presses = self._presses(who, panel)
        assert presses, f"nothing to press in {panel.items()}"
        item = self._random.choice(presses)
        value = self._random.choice(self._values(who, panel, item))
        return who.pressed(panel, custom_id=item["custom_id"], value=value)

    def _presses(self, who: Player, panel: Message) -> list[dict[str, Any]]:
        """Return the components that lead towards a move: they confirm one, or else they choose one."""
        items = [item for item in panel.items() if not item.get("disabled") and self._values(who, panel, item)]
        for verbs in ({"sure"}, {"act", "pick"}, {"panel"}):
            if meant := [item for item in items if verb_of(item) in verbs]:
                return meant
        return []

    def _values(self, who: Player, panel: Message, item: dict[str, Any]) -> list[str | None]:
        """Return the values of a menu that the player's client would send, or [None] for a button."""
        if item["type"] != 3:
            return [None]
        choices, values = self._table.discord.world.choices, [option["value"] for option in item["options"]]
        return [value for value in values if choices.is_sent(who.id, panel.id, item, [value])]

    async def press(self, times: int = 1) -> Player:
        """Make one move with the panel and answer the panel's questions; return the player who made it.

        Each press is delivered to the bot `times` times.
        """
        table = self._table
        who, before = await table.mover(), await table.seq()
        panel = await self.panel(who)
        for _ in range(8):
            press = self.next_press(who, panel)
            await table.discord.tell(press, times)
            await table.discord.until(lambda press=press: press.callbacks)
            await table.settle()
            self.pressed += 1
            if await table.seq() != before:
                return who
        raise AssertionError("the panel leads nowhere")

    async def type(self) -> Player:
        """Make one move with a slash command whose options come from autocomplete; return the player who made it."""
        table = self._table
        who, before, match = await table.mover(), await table.seq(), await table.match()
        actions = match.decisions()[(await table.info()).seat_of(who.id)].actions
        wanted: Action = self._random.choice(actions)
        kind = type(wanted)
        line, options = f"{match.game.command} {kind.verb}", {}
        await table.discord.until(lambda: table.discord.rest.application.server_commands)
        for name in field_names(kind):
            offered = await who.complete(line, name, **options)
            assert offered, (line, name, options)
            options[name] = self._random.choice(offered)["value"]
        answer = await who.slash(line, **options)
        if any(verb_of(item) == "sure" for item in answer.answer.items()):
            await who.press(answer.answer, verb="sure")  # confirm, if the bot asks whether the player is sure
        assert await table.seq() > before, answer.said
        self._panels[who.id] = answer.answer
        self.typed += 1
        return who


@asynccontextmanager
async def hosted(
    path: Path | str, *, plain: bool = False, door: str = "gateway", shards: int = 1, processes: int = 1
) -> AsyncIterator[Table]:
    """Run the bot against a new simulated Discord server. If `plain`, its pictures are small and quick to draw.

    If `door` is "http", `processes` processes share the work and the database. Several processes need PostgreSQL.
    """
    discord = LocalDiscord()
    discord.gateway.shards = shards
    await discord.start()
    table = ServedTable(path, discord, processes) if door == "http" else Table(path, discord)
    logging.getLogger("bot").addHandler(table.errors)
    logging.getLogger("bot").setLevel(logging.INFO)

    def remembered(kind: type[TenebraeBot]) -> Callable[..., TenebraeBot]:
        def made(*args: Any, **kwargs: Any) -> TenebraeBot:
            table.bots.append(kind(*args, **kwargs))
            return table.bots[-1]

        return made

    class ReportingEndpoint(Endpoint):
        """The bot's HTTP endpoint, except that it reports its port to the table."""

        @asynccontextmanager
        async def listening(self, host: str, port: int) -> AsyncIterator[int]:
            async with super().listening(host, port) as found:
                assert isinstance(table, ServedTable)
                table.listens(found)
                yield found

    with pytest.MonkeyPatch.context() as patch:
        # Each bot that starts is recorded. At the end, its changes to discord.py, which let it reach the simulated
        # server, are undone.
        patch.setattr(Route, "BASE", Route.BASE)
        patch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", DiscordWebSocket.DEFAULT_GATEWAY)
        patch.setattr(registration, "payloads", cached_payloads)
        patch.setattr(game_commands, "group", cached_group)
        patch.setattr(bot.discord.run, "GatewayBot", remembered(GatewayBot))
        patch.setattr(bot.discord.serve, "TenebraeBot", remembered(TenebraeBot))
        patch.setattr(bot.discord.serve, "Endpoint", ReportingEndpoint)
        patch.setattr(bot.discord.serve, "STOP_NOTICE_SECONDS", 0.0)
        patch.setattr(bot.discord.interactions_endpoint, "STOP_NOTICE_SECONDS", 0.0)
        for game in render.registry.GAMES if plain else ():
            patch.setitem(render.registry.GAMES, game, Pictures())
        try:
            await table.start()
            yield table
        finally:
            await table.stop()
            await discord.stop()
            logging.getLogger("bot").removeHandler(table.errors)
            logging.getLogger("bot").setLevel(logging.NOTSET)
