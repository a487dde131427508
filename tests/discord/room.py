"""A "room" for tests: the real bot on a simulated Discord with five users, and shortcuts for their actions."""

from __future__ import annotations

import base64
import logging
import random
import re
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from copy import deepcopy
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest
import simcord
import simcord._clock as simcord_clock
import simcord.components
import simcord.gateway
import simcord.http.router
import simcord.interactions as wire
import simcord.results
from simcord.actors import MemberActor
from simcord.backend import serializers
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.env import Env

import discord
from bot import wiring
from bot.app import warm_up
from bot.app.charts import ChartData, ChartRenderer
from bot.app.image_cache import ImageCache
from bot.app.settings import Settings
from bot.computers.worker_pool import Chooser
from bot.discord.client import TenebraeBot
from bot.discord.commands import registration
from bot.discord.heartbeat import Heartbeat
from bot.features.cups.jobs import CupReconciler
from bot.features.decks import commands as decks
from bot.features.open_tables.jobs import OpenTableReconciler
from bot.features.owner.jobs.announcements import Announcer
from bot.features.owner.jobs.blocklist_effects import BlocklistEnforcer
from bot.features.owner.jobs.damage_reports import DamageReconciler
from bot.features.profiles.service.results import ResultRecorder
from bot.features.ratings.jobs import RatingReconciler
from bot.matches import match_files
from bot.notifications.preferences import PingMode
from bot.store.statements.rows import Door
from bot.store.store import Store
from bot.table.play import game_commands
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame
from tests.discord import limit_faults, strict_discord
from tests.matches.room import HOUR, reached_hourly
from tests.quick_sqlite import quick_sqlite
from tests.sockets import layouts

wiring.register()

GAME = "edge_of_darkness"
NAMES = ("Ana", "Bence", "Carla", "Dora", "Emil")
#: Seconds after which a bot that is still busy counts as hung, and seconds between checks. The limit is high because a
#: busy machine may need a minute for the first pictures. The interval is shorter than simcord's default of 50 ms,
#: because waiting took up a third of the run time of many tests.
HANG_SECONDS, IDLE_CHECK_SECONDS = 300.0, 0.01


#: Makes a test run twice, over the gateway and over HTTP, because it might depend on discord.py's server cache.
both_doors = pytest.mark.door("gateway", "http")


class Clock:
    """The bot's clock, which only the test moves."""

    def __init__(self) -> None:
        self.time = 1_800_000_000
        self._stepped = 0

    def now(self) -> int:
        return self.time

    def monotonic(self) -> float:
        return float(self.time - self._stepped)

    def step(self, seconds: int) -> None:
        """Set the clock forward or back by `seconds`, as an administrator would, without any time passing."""
        self.time += seconds
        self._stepped += seconds


class DiscordClock(simcord_clock.Clock):
    """Discord's clock. It advances as time passes in the test, but stays right when the bot's clock is set wrong."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock
        self._latest = 0

    def now(self) -> datetime:
        self._latest = max(self._latest, round(self._clock.monotonic()))
        return datetime.fromtimestamp(self._latest, UTC)


class StrictEnv(Env):
    """A simulated Discord that enforces Discord's rules, and checks more often than simcord whether the bot is idle."""

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.strict = strict_discord.enforce(self.backend)

    async def _settle_internal(self, *, idle: float = IDLE_CHECK_SECONDS, **how: Any) -> None:
        await super()._settle_internal(idle=idle, **how)


class SharedPictures(ImageCache):
    """A picture cache shared by all tests in a process, because many matches start with the same board."""

    shared: ClassVar[object] = object()

    def __init__(self) -> None:
        super().__init__()
        self._id = self.shared


#: A PNG of one pixel.
ONE_PIXEL_PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
)


class PlainPictures(ImageCache):
    """A picture cache that draws nothing, to save time, but still returns different bytes for each picture."""

    async def _cached_bytes(self, key: bytes, make: Callable[[], bytes]) -> bytes:
        return ONE_PIXEL_PNG + key


class PlainCharts(ChartRenderer):
    """A chart renderer that draws nothing, and collects the data of the requested charts in `asked`."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[ChartData] = []

    async def draw(self, curve: ChartData) -> bytes:
        self.asked.append(curve)
        return ONE_PIXEL_PNG + repr(curve).encode()


class ConstantPayload(list[dict[str, Any]]):
    """A list of commands in Discord's format that never changes. To save time, a deep copy returns the list itself."""

    def __deepcopy__(self, _: Any) -> ConstantPayload:
        return self


#: The scalar types of JSON.
JSON_SCALARS = frozenset({str, int, float, bool, type(None)})


def copy_json(data: Any) -> Any:
    """Copy JSON data, faster than `deepcopy` does. Values that aren't JSON are copied with `deepcopy`."""
    kind = type(data)
    if kind is dict:
        return {name: copy_json(part) for name, part in data.items()}
    if kind is list:
        return [copy_json(part) for part in data]
    return data if kind in JSON_SCALARS else deepcopy(data)


# simcord deep-copies its data at every step. Nearly all of the data is JSON, so the faster function is used instead.
for module in (simcord.components, simcord.results):
    module.deepcopy = copy_json  # type: ignore[attr-defined]
for module in (simcord.gateway, simcord.http.router):
    module.copy = SimpleNamespace(deepcopy=copy_json)  # type: ignore[attr-defined]


#: Objects that are built once per process from a set of games and don't refer to a bot. The key is the builder and the
#: id() of each game; the value is the object and the games.
_build_cache: dict[tuple[Any, ...], tuple[Any, Any]] = {}


def _build_once(make: Callable[[Any], Any], about: Any, *games: AnyGame) -> Any:
    """Return `make(about)`, from the cache if `make` has already been called for these games."""
    key = make, *map(id, games)
    if key not in _build_cache:
        _build_cache[key] = (
            make(about),
            games,
        )  # the games are stored to keep them alive, so no other object can get the same id()
    return _build_cache[key][0]


_group, _decks, _payloads = game_commands.group, decks.group, registration.payloads


def cached_group(game: AnyGame) -> Any:
    """Return a game's slash command group, which is slow to build, so it is built once per process."""
    return _build_once(_group, game, game)


def cached_deck_commands(games: Mapping[str, AnyGame]) -> Any:
    """Return the command group `/deck` for these games, which is built once per process."""
    return _build_once(_decks, games, *games.values())


async def cached_payloads(tree: Any) -> tuple[ConstantPayload, dict[str, Any]]:
    """Return the bot's commands as Discord payloads, translated once per process because translating is slow.

    Bots with the same games share the payloads.
    """
    key = _payloads, *map(id, tree.client.games.values())
    if key not in _build_cache:
        everywhere, groups = await _payloads(tree)
        _build_cache[key] = (ConstantPayload(everywhere), groups), tree.client.games
    return _build_cache[key][0]


@cache
def _settings() -> Settings:
    """Return the bot's settings for tests. They are cached because reading the environment is slow."""
    return Settings(_env_file=None, thinking_seconds=0, signs=False)  # pyright: ignore[reportCallIssue]


class Room:
    """The real bot on a simulated Discord with one server, one channel and five users."""

    def __init__(
        self,
        path: Path,
        games: Mapping[str, AnyGame] | None = None,
        call_after: int = 0,
        pace: int = 0,
        luck: str | None = None,
        board_pause: int = 0,
        painted: bool = True,
        door: Door = "gateway",
    ) -> None:
        self.path = path
        #: How interactions reach the bot: over the gateway or over HTTP. Over HTTP the bot has no cache of servers.
        self.door: Door = door
        #: Whether the bot draws real pictures or sends stub files.
        self.painted = painted
        #: The random seed of every match in the room; None means a new seed for each match.
        self.luck = luck
        #: How many presses a user may make in 10 seconds. The default 0 means no limit, since tests press faster than
        #: people.
        self.pace = pace
        #: Number of seconds that a recently active player has for a move before they are pinged.
        self.call_after = call_after
        #: Number of seconds without a move after which the bot updates its posts.
        self.board_pause = board_pause
        self.games = games
        self.game = next(iter(games)) if games else GAME
        self.clock = Clock()
        self.env: StrictEnv
        self.bot: TenebraeBot
        self.store: Store
        self.table: ChannelHandle
        self.people: list[MemberActor] = []
        self.locales: dict[int, str] = {}
        self.errors = Errors()
        #: Chooses the moves of computer players; if None, the bot's own worker process chooses them.
        self.chooser: Chooser | None = None

    async def look(self) -> None:
        """Refresh the panels that users have open, as a running bot does every few seconds."""
        await self.bot.live_panels.check()
        await self.settle()

    async def make_bot(self) -> TenebraeBot:
        chosen = {"call_after": self.call_after, "board_pause": self.board_pause, "pace": self.pace}
        settings = _settings().model_copy(update=chosen | {"database": self.path})
        with quick_sqlite():
            self.store = await Store.open(self.path)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(game_commands, "group", cached_group)
            patch.setattr(decks, "group", cached_deck_commands)
            # Don't draw pictures in advance, since most tests need few or none.
            patch.setattr(warm_up.WarmUp, "start", lambda _: None)
            self.bot = TenebraeBot(settings, self.store, clock=self.clock, games=self.games, chooser=self.chooser)
            if self.door == "http":
                state = self.bot._connection
                state.parsers = {name: state.parsers[name] for name in ("READY", "INTERACTION_CREATE")}
            # Open panels are refreshed only when a test calls `look`.
            self.bot.live_panels.start = lambda: None
            # `furnish` has already registered the games' commands in the server.
            self.bot.group_reconciler.start = lambda: None
            # Tests run these background tasks themselves when they need them.
            for kind in (
                *(RatingReconciler, OpenTableReconciler, CupReconciler, BlocklistEnforcer, Announcer, Heartbeat),
                DamageReconciler,
            ):
                self.bot.part(kind).start = lambda: None
            # Drawing a real chart takes a separate process and two seconds. Tests of charts restore the real renderer.
            self.bot.charts = PlainCharts()
            if not self.painted:
                self.bot.pictures = PlainPictures()
            elif self.luck is not None:
                self.bot.pictures = SharedPictures()
        if self.luck is not None:
            luck = self.luck
            self.bot.service.lobby._seed = lambda: luck
            self.bot.service.lobby._shuffle = random.Random(luck).shuffle
        return self.bot

    async def furnish(self, env: StrictEnv) -> None:
        self.env = env
        env.backend.clock = DiscordClock(self.clock)
        self.guild = env.create_guild("Guild")
        # Register each game's commands, as if every game had already been played in this server.
        _, groups = await cached_payloads(self.bot.tree)
        env.backend.register_commands(self.guild.id, list(groups.values()))
        self.table = self.guild.create_text_channel("table")
        for name in NAMES:
            self.people.append(self.guild.add_member(env.create_user(name.lower(), global_name=name)))
        emit = env.backend.emit

        def localised(event: str, payload: Any, *args: Any, **kwargs: Any) -> Any:
            if event == "INTERACTION_CREATE":
                user = payload.get("member", payload)["user"]
                payload["locale"] = self.locales.get(int(user["id"]), "en-US")
            return emit(event, payload, *args, **kwargs)

        env.backend.emit = localised  # type: ignore[method-assign]

    def person(self, user_id: int) -> MemberActor:
        return next(person for person in self.people if person.id == user_id)

    async def seated(self, seat: int) -> MemberActor:
        """Return the user who plays in a seat of the channel's match."""
        return self.person((await self.info()).seats[seat].user_id)

    def manager(self) -> MemberActor:
        """Add a new member with the permission Manage Server to the server, and return the member."""
        role = self.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
        return self.guild.add_member(self.env.create_user("mona", global_name="Mona"), roles=[role])

    async def show(self, *, to_all: bool, but: Iterable[int] = ()) -> None:
        """Show the channel to everyone or hide it from everyone, except from the bot and the users in `but`."""
        guild = await self.bot.fetch_guild(self.guild.id)
        channel: Any = next(one for one in await guild.fetch_channels() if one.id == self.table.id)
        for who in (*but, self.env.bot.user.id):  # type: ignore[union-attr]
            seen = discord.PermissionOverwrite(view_channel=True)
            await channel.set_permissions(await guild.fetch_member(who), overwrite=seen)
        await channel.set_permissions(guild.default_role, overwrite=discord.PermissionOverwrite(view_channel=to_all))
        await self.settle()

    # -- actions ------------------------------------------------------------------------------------------

    async def slash(self, who: MemberActor, command: str, channel: Any = None, **options: Any) -> Any:
        result = await who.slash(channel or self.table, command, **options)
        await self.bot.wait_until_idle()
        return result

    async def move(self, who: MemberActor, command: str, channel: Any = None, **options: Any) -> Any:
        """Use a slash command, and confirm it if the bot asks for confirmation; return the last result."""
        result = await self.slash(who, command, channel, **options)
        sure = (
            [item for item in components(result.response) if ":sure:" in item["custom_id"]] if result.response else []
        )
        return await self.click(who, result.response, custom_id=sure[0]["custom_id"]) if sure else result

    async def click(self, who: MemberActor, message: Any, **which: Any) -> Any:
        result = await who.click(message, **which)
        await self.bot.wait_until_idle()
        return result

    async def select(self, who: MemberActor, message: Any, values: list[Any], custom_id: str) -> Any:
        """Choose values in the menu with this custom_id, ignoring the part after "~", which each answer changes."""
        shown = (item["custom_id"] for item in components(message) if "custom_id" in item)
        name = next((one for one in shown if one.partition("~")[0] == custom_id.partition("~")[0]), custom_id)
        result = await who.select(message, values, custom_id=name)
        await self.bot.wait_until_idle()
        return result

    async def choose(self, who: MemberActor, message: Any, label: str) -> Any:
        """Press the button with this label, or choose the menu entry that starts with it."""
        for item in components(message):
            if item.get("label") == label:
                return await self.click(who, message, custom_id=item["custom_id"])
            for entry in item.get("options", ()):
                if is_called(entry, label):
                    return await self.select(who, message, [entry["value"]], item["custom_id"])
        raise AssertionError(f"nothing is called {label!r}")

    async def more(self, who: MemberActor, panel: Any) -> None:
        """Open the panel's page with all tools, unless the panel already shows all of them."""
        if more := [item for item in components(panel) if item.get("label") == "More…"]:
            await self.click(who, panel, custom_id=more[0]["custom_id"])

    async def tool(self, who: MemberActor, panel: Any, label: str) -> Any:
        """Press the panel's tool with this label, which is behind "More…" if the row of tools has no room for it."""
        if all(item.get("label") != label for item in components(panel)):
            await self.more(who, panel)
        return await self.click(who, panel, label=label)

    async def undo(self, who: MemberActor) -> Any:
        """Undo with the slash command and confirm; return the message that asked for the confirmation."""
        asked = (await self.slash(who, "undo")).response
        verbs = (item["custom_id"] for item in components(asked))
        yes = next(one for one in verbs if one.split(":")[1] in ("back", "goback"))
        await self.click(who, asked, custom_id=yes)
        return asked

    def press(self, who: MemberActor, message: Any, custom_id: str, values: list[str] | None = None) -> Any:
        """Send a component's press without waiting for the bot, even if the message no longer has the component."""
        channel_id = message.channel.id if isinstance(message, discord.Message) else message.channel_id
        stored = self.env.backend.get_message(channel_id, message.id)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        if values is not None:
            data["values"] = values
        record, payload = wire.base_payload(
            self.env.backend, type=3, channel_id=channel_id, guild_id=who.guild.id, user_id=who.id, data=data
        )
        payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
        record.source_message_id = stored.id
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return simcord.results.InteractionResult(self.env, record)

    async def settle(self) -> None:
        await self.env.settle(idle=IDLE_CHECK_SECONDS)
        await self.bot.wait_until_idle()

    async def restart(self) -> None:
        await self.stop()
        await self.env.restart_bot(await self.make_bot())

    async def stop(self) -> None:
        await self.bot.computer_moves.stop()
        await self.bot.deadlines.stop()
        await self.bot.part(ResultRecorder).stop()
        await self.bot.archiver.stop()
        await self.bot.delivery.stop()
        self.bot.pictures.close()
        await self.store.close()

    async def rings(self, ring: PingMode, *people: MemberActor) -> None:
        """Set the ping preference of these users, or of all users if none are named."""
        for person in people or self.people:
            await self.bot.service.people.set_ping_mode(person.id, ring, None)

    # -- inspection ---------------------------------------------------------------------------------------

    def posts(self) -> list[discord.Message]:
        """Return the channel's messages that everyone can see, oldest first."""
        return [message for message in self.table.history() if not message.flags.ephemeral]

    def lobby(self) -> discord.Message:
        return next(message for message in self.posts() if message_text(message).startswith("##"))

    def last_call(self) -> discord.Message:
        return [m for m in self.posts() if re.search(r"<@\d+>", m.content) and m.components][-1]

    def live(self) -> list[discord.Message]:
        """Return the channel's posts that have a button for opening one's panel."""
        return [
            post for post in self.posts() if any(item["custom_id"].startswith("t1:move:") for item in components(post))
        ]

    async def private_channel(self, who: MemberActor) -> Any:
        return who.user.dm_channel

    def mail(self, who: MemberActor) -> list[discord.Message]:
        """Return the private messages that the bot has sent to a user, except welcome messages."""
        return [letter for letter in who.user.dm_channel.history() if not _welcomes(letter)]

    def welcomes(self, who: MemberActor) -> list[discord.Message]:
        return [letter for letter in who.user.dm_channel.history() if _welcomes(letter)]

    async def open_lobby(self, players: int = 3) -> None:
        await self.slash(self.people[0], "match new", game=self.game)
        for person in self.people[1:players]:
            await self.click(person, self.lobby(), label="Join")

    async def option_menu(self, field: str) -> tuple[Any, dict[str, Any]]:
        """Open the lobby's option panel, reset it, and turn to an option's page; return the panel and its menu."""
        host = self.people[0]
        panel = (await self.click(host, self.lobby(), label="Options")).response
        await self.select(host, panel, ["usual"], components(panel)[1]["custom_id"])
        while True:
            menu = [item for item in components(panel) if item["custom_id"].split(":")[3:4] == [field]]
            if menu:
                return panel, menu[0]
            turning = [item for item in components(panel) if item["custom_id"].startswith("t1:optpage:")]
            await self.click(host, panel, custom_id=turning[-1]["custom_id"])

    async def start(self, players: int = 3) -> None:
        await self.open_lobby(players)
        await self.click(self.people[0], self.lobby(), label="Start")

    async def adopt(self, match: Match[Any]) -> None:
        """Import a prepared match into the channel without the usual checks. The room's users are seated in order."""
        players = [(person.id, name) for person, name in zip(self.people, NAMES, strict=False)][: match.state.seats]
        where: dict[str, Any] = {"guild_id": self.guild.id, "channel_id": self.table.id}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(match_files, "TRIAL_GAMES", 0)
            await self.bot.service.transfer.adopt(match.dump(), players=players, **where)
        await self.settle()

    async def info(self) -> Any:
        info = await self.bot.service.matches.in_channel(self.table.id, live=False)
        assert info is not None
        return info

    async def match(self) -> Any:
        return (await self.now()).match

    async def now(self) -> Any:
        """Return the channel's match with its database row (a `Table`)."""
        return await self.bot.service.matches.table_of(await self.info())

    async def to_move(self) -> MemberActor:
        """Return the player whose turn it is; if several players must act, return the first."""
        table = await self.now()
        return self.person(table.info.seats[min(table.match.decisions())].user_id)

    async def not_to_move(self) -> MemberActor:
        table = await self.now()
        deciding = table.match.decisions()
        return self.person(next(seat.user_id for seat in table.info.seats if seat.seat not in deciding))

    def faults(self) -> list[str]:
        """Return each limit that any message has exceeded, and each difference from Discord's API description."""
        found = list(self.env.strict.wrong)
        for request in self.env.http_requests:
            body = request.json if isinstance(request.json, dict) else {}
            body = body.get("data", body)
            if isinstance(body, dict) and "title" in body:
                found += list(limit_faults.form_faults(body))
            elif isinstance(body, dict) and ("content" in body or "components" in body):
                # An edit without content keeps the old content, so it doesn't make the message empty.
                kept = {"content": "kept"} if request.method == "PATCH" else {}
                found += list(limit_faults.message_faults(kept | body))
        return found


def components(message: Any) -> list[dict[str, Any]]:
    """Return a message's components that have a custom_id (buttons and menus) as dictionaries."""
    return [item for item in walk_components(_plain(message)) if item.get("custom_id")]


def is_called(entry: Mapping[str, Any], label: str) -> bool:
    """Return whether a menu entry has this label, which may be followed by the start of a long description."""
    return entry["label"] == label or entry["label"].startswith(f"{label}: ")


def _plain(message: Any) -> list[dict[str, Any]]:
    return [row if isinstance(row, dict) else row.to_dict() for row in message.components]


def _welcomes(letter: discord.Message) -> bool:
    """Return whether a private message is the welcome that a user gets after joining a match for the first time."""
    return "`/help`" in letter.content


def private_answer(result: Any) -> str:
    """Return the text of the last answer to an interaction, and assert that only the user can see it."""
    message = result.followups[-1] if result.followups else result.response
    assert message.ephemeral
    return message_text(message)


def message_text(message: Any) -> str:
    """Return a message's text: the texts in its layout or, if it has no layout, its content."""
    texts = [item["content"] for item in walk_components(_plain(message)) if item["type"] == layouts.TEXT]
    return "\n".join(texts) or message.content


def notice_in(panel: Any) -> str:
    """Return the first line below a panel's news, such as a notice about a post that failed."""
    return next(line for line in message_text(panel).splitlines() if not line.startswith("-# "))


def sent_text(body: Mapping[str, Any]) -> str:
    """Return the text in the body of a request that sends or edits a message."""
    return message_text(SimpleNamespace(content=body.get("content") or "", components=body.get("components") or []))


class Errors(logging.Handler):
    """A log handler that collects the bot's errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(logging.Formatter().format(record))


@asynccontextmanager
async def open_room(
    path: Path,
    games: Mapping[str, AnyGame] | None = None,
    *,
    call_after: int = 0,
    pace: int = 0,
    chooser: Chooser | None = None,
    luck: str | None = None,
    board_pause: int = 0,
    painted: bool = True,
    door: Door = "gateway",
) -> AsyncIterator[Room]:
    """Run the bot on a simulated Discord. At the end, fail if it has logged an error or exceeded a Discord limit."""
    room = Room(path, games, call_after, pace, luck, board_pause, painted, door)
    room.chooser = chooser
    logging.getLogger("bot").addHandler(room.errors)
    env = StrictEnv(await room.make_bot(), strict_sync=True, settle_timeout=HANG_SECONDS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registration, "payloads", cached_payloads)
        await env.start()
    try:
        await room.furnish(env)
        yield room
        # Let the bot finish its work before the database is closed.
        await env.settle(idle=IDLE_CHECK_SECONDS)
        faults = room.faults()
        assert faults == [], "\n".join(faults)
        assert room.errors.found == []
    finally:
        logging.getLogger("bot").removeHandler(room.errors)
        await room.stop()
        await env.shutdown()
    env.raise_errors()


async def pass_time(room: Room, until: int) -> None:
    """Let time pass until `until`, with the bot's heartbeat each hour, then handle the deadlines that are due."""
    with reached_hourly():
        while room.clock.time < until:
            room.clock.time = min(until, room.clock.time + HOUR)
            await room.bot.service.seat_clocks.record_heartbeat()
    await room.bot.deadlines.drain()


def plain_board(text: str) -> str:
    """Return the board from an answer to `/match text`, without the list of changes above it and the change markers."""
    whole = text.partition("\n\n")[2] if text.startswith("**") else text
    return re.sub("(?m)^([•-] )?(changed|new): ", lambda found: found[1] or "", whole)
