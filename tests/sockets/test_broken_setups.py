"""For each common set-up mistake, `tenebrae doctor` reports exactly one line, which says how to fix the mistake.

The tests use real files, a real PostgreSQL server and a simulated Discord server on sockets.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from email.utils import formatdate
from importlib import metadata
from pathlib import Path

import asyncpg
import pytest
from aiohttp import web
from discord.http import Route

from bot.app.doctor_findings import Diagnostic
from bot.cli import doctor
from bot.discord.commands import registration
from bot.discord.doctor import portal_checks
from bot.discord.doctor.probe import ProbeClient
from bot.discord.interactions_endpoint import BAD_SIGNATURE, INTERACTIONS
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.service import MatchService
from bot.store import doctor_checks, pg_dump
from bot.store.store import Store
from bot.table.play import game_commands
from rules.kernel.words import translation as words
from tests.discord.room import cached_group, cached_payloads
from tests.matches.room import ManualClock
from tests.postgres import PASSWORD_USER, Server
from tests.sockets.discord_data import ANA, CHANNEL, GUILD, SEND
from tests.sockets.limits import Answer
from tests.sockets.local_discord import TOKEN, LocalDiscord

GAME = "edge_of_darkness"


class SetUp:
    """A working set-up of the bot, whose database has an open match, and methods that break the set-up."""

    def __init__(self, folder: Path, discord: LocalDiscord, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.discord, self.patch = folder, discord, patch
        self.database = folder / "tenebrae.sqlite"
        #: The PostgreSQL server, and the name of the database on it; None and "" for a SQLite file.
        self.server: Server | None = None
        self.name = ""
        self._runners: list[web.AppRunner] = []

    def set(self, name: str, value: object) -> None:
        """Set the environment variable of a setting."""
        self.patch.setenv(f"TENEBRAE_{name}", str(value))

    def env(self, text: str, mode: int = 0o600) -> None:
        """Write the settings file .env with this text and file mode."""
        Path(".env").write_text(text)
        Path(".env").chmod(mode)

    def statement(self, statement: str) -> None:
        """Run a statement directly on the SQLite file, to make changes that the bot itself never makes."""
        with sqlite3.connect(self.database) as db:
            db.execute(statement)
        db.close()

    def portal(self, **said: object) -> None:
        """Set fields of the application as in Discord's developer portal."""
        self.discord.rest.application.more = said

    async def on_server(self, *statements: str, of: str | None = None) -> None:
        """Run statements on the set-up's PostgreSQL database or, if given, on the database `of`."""
        assert self.server is not None
        connection = await asyncpg.connect(self.server.address(of or self.name))
        for one in statements:
            await connection.execute(one)
        await connection.close()

    def as_user(self, user: str) -> None:
        """Set the database address so that the bot connects to PostgreSQL as this user."""
        assert self.server is not None
        self.set("DATABASE", f"postgresql://{user}@{self.server.address(self.name).split('@', 1)[1]}")

    async def door(self, status: int, said: str = "", **headers: str) -> None:
        """Serve an HTTP endpoint that always gives the same answer, and enter its URL in the developer portal."""

        async def answer(_: web.Request) -> web.Response:
            return web.Response(status=status, text=said, headers=headers)

        app = web.Application()
        app.router.add_post(INTERACTIONS, answer)
        self._runners.append(web.AppRunner(app))
        await self._runners[-1].setup()
        await web.TCPSite(self._runners[-1], "127.0.0.1", 0).start()
        port = self._runners[-1].addresses[0][1]
        self.portal(interactions_endpoint_url=f"http://127.0.0.1:{port}{INTERACTIONS}")

    async def close(self) -> None:
        for runner in self._runners:
            await runner.cleanup()


Arrange = Callable[[SetUp], Awaitable[None] | None]


# -- mistakes that need more than one line of code --------------------------------------------------------------------


def no_library(setup: SetUp) -> None:
    real = metadata.version

    def version(name: str) -> str:
        if name == "pynacl":
            raise metadata.PackageNotFoundError(name)
        return real(name)

    setup.patch.setattr(metadata, "version", version)


def write(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    path.chmod(0o600)


def a_folder(setup: SetUp) -> None:
    setup.database.unlink()
    setup.database.mkdir()


def only_its_mark(setup: SetUp) -> None:
    setup.database.rename(setup.folder / "elsewhere")
    Path(f"{setup.database}.mark").write_text("00000000000000000007\n")


def another_programs(setup: SetUp) -> None:
    setup.database.unlink()
    setup.statement("CREATE TABLE others (id)")


def no_packs(setup: SetUp) -> None:
    Path("packs").mkdir()
    setup.set("PACKS", "packs")


def another_time(setup: SetUp) -> None:
    date = formatdate(setup.discord.world.now() - 90, usegmt=True)
    answer = Answer(200, setup.discord.rest.application.show()[1], {"Date": date})
    setup.discord.rest.script("GET", "/oauth2/applications/@me", answer, always=True)


def nobody_there(setup: SetUp) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        setup.portal(interactions_endpoint_url=f"http://127.0.0.1:{closed.getsockname()[1]}{INTERACTIONS}")


def no_discord(setup: SetUp) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        setup.set("DISCORD_API", f"http://127.0.0.1:{closed.getsockname()[1]}/api/v10")


def of_format(number: int) -> Arrange:
    return lambda setup: setup.statement(f"PRAGMA user_version = {number}")


def owners(role: int | None = None, *, elsewhere: bool = False) -> Arrange:
    def arrange(setup: SetUp) -> None:
        setup.set("OWNER_SERVER", setup.discord.world.new_server(joined=False).id if elsewhere else GUILD)
        if role is not None:
            setup.set("OWNER_ROLE", role)

    return arrange


#: The mistakes: a function that makes the mistake, the subject of the only failing line, and words in that line.
MISTAKES: dict[str, tuple[Arrange, str, str]] = {
    # mistakes on this machine
    "a library is missing": (no_library, "versions", "The library pynacl is missing; reinstall the project"),
    "a font lacks letters": (
        lambda setup: setup.patch.setattr(doctor, "REQUIRED_LETTERS", "a漢"),
        "fonts", "lacks 漢; reinstall the project",
    ),
    "the translations are missing": (
        lambda setup: setup.patch.setattr(words, "LOCALES", ("en",)), "languages", "run make setup",
    ),
    # mistakes in the settings
    "a setting is misspelt": (lambda setup: setup.set("TOKN", "a"), "settings", "the nearest is TENEBRAE_TOKEN"),
    "a number is a word": (lambda setup: setup.set("PACE", "fast"), "settings", "TENEBRAE_PACE is wrong"),
    "a language is unknown": (lambda setup: setup.set("LOCALE", "xx"), "settings", "TENEBRAE_LOCALE is wrong: choose"),
    ".env is a folder": (lambda setup: Path(".env").mkdir(), "settings", "The file .env for the settings is a folder"),
    "a line of .env is cut": (
        lambda setup: setup.env("# ours\nTENEBRAE_TOKEN\n"), "settings", "Line 2 of the file .env can't be read",
    ),
    ".env is no text": (lambda setup: write(Path(".env"), b"\xff\xfe\x00"), "settings", "it isn't UTF-8 text"),
    "others may read .env": (
        lambda setup: setup.env(f"TENEBRAE_TOKEN={TOKEN}\n", 0o644), "settings", "run chmod 600 .env",
    ),
    "there is no token": (lambda setup: setup.set("TOKEN", ""), "token", "`tenebrae init` asks for it"),
    "a folder of packs is empty": (no_packs, "packs", "There is no content pack in packs"),
    "the folder of backups is gone": (lambda setup: setup.set("BACKUPS", "gone"), "settings", "gone is not a folder"),
    # mistakes with a SQLite file
    "its folder is missing": (
        lambda setup: setup.set("DATABASE", "nowhere/a.sqlite"), "database", "nowhere for the database does not exist",
    ),
    "it is a folder": (a_folder, "database", "is a folder, not a file"),
    "only its mark is left": (only_its_mark, "database", "is gone but its mark"),
    "it is damaged": (
        lambda setup: write(setup.database, b"x" * 4096), "database", "is damaged; restore it from a backup",
    ),
    "it is another program's": (another_programs, "database", "is a database of another program"),
    "it is of a newer version": (of_format(99), "database", "newer version of Tenebrae"),
    "it has lost moves": (
        lambda setup: write(Path(f"{setup.database}.mark"), b"99999999999999999999\n"), "database",
        "lacks its latest moves",
    ),
    "the disk is full": (
        lambda setup: setup.patch.setattr(doctor_checks, "MIN_FREE_BYTES", 10**18),
        "database", "MB are free on the disk of",
    ),
    # mistakes with Discord
    "Discord can't be reached": (no_discord, "discord", "can't be reached"),
    "the token is an old one": (lambda setup: setup.discord.renew_token("new"), "token", "make a new one and set"),
    "the clock is wrong": (another_time, "clock", "set by the network"),
    "nobody can add the bot": (
        lambda setup: setup.portal(bot_require_code_grant=True), "application", "switch Requires OAuth2 Code Grant off",
    ),
    "the key is another's": (lambda setup: setup.set("PUBLIC_KEY", "0" * 64), "application", "copy it anew from the"),
    "nobody listens at the address": (nobody_there, "address", "nobody takes a connection there from this machine"),
    "no machine has the address": (
        lambda setup: setup.portal(interactions_endpoint_url="https://nowhere.invalid/interactions"), "address",
        "no machine has that name",
    ),
    "the address has another path": (lambda setup: setup.door(404), "address", "the bot's address ends in /interact"),
    "no process is behind the balancer": (lambda setup: setup.door(503), "address", "finds no process of it (503)"),
    "the address leads elsewhere": (
        lambda setup: setup.door(301, Location="/there"), "address", "where Discord doesn't follow",
    ),
    "the address takes anything": (lambda setup: setup.door(200), "address", "takes what Discord has not signed (200)"),
    "a password guards the address": (lambda setup: setup.door(401, "Who are you?"), "address", "other than this bot"),
    "a firewall guards the address": (lambda setup: setup.door(403), "address", "before the bot refuses what comes"),
    "a server has removed the bot": (
        lambda setup: setattr(setup.discord.table.server, "joined", False), "server", "where match 1 would go on",
    ),
    "a server lets it have no commands": (
        lambda setup: setattr(setup.discord.table.server, "has_scope", False), "server", "let somebody who manages it",
    ),
    "the bot may not post": (
        lambda setup: setattr(setup.discord.table, "denied", SEND), "channel", "match 1: the bot lacks Send Messages,",
    ),
    "the channel is gone": (lambda setup: setup.discord.world.channels.clear(), "channel", "match 1 is gone; /table"),
    "the owners' server is unknown": (owners(elsewhere=True), "owners", "or add the bot there: https://discord.com"),
    "the owners' role is unknown": (owners(role=5), "owners", "There is no role 5 in the owners' server, Friends"),
    "everybody has the owners' role": (owners(role=GUILD), "owners", "so that all may use /owner; name another"),
}  # fmt: skip


# -- on a server ------------------------------------------------------------------------------------------------------


async def guest(setup: SetUp, *statements: str) -> None:
    """Let the bot connect to PostgreSQL as a user who has only the rights that these statements grant."""
    await setup.on_server("CREATE ROLE guest LOGIN", *statements)
    setup.as_user("guest")


async def needs_a_password(setup: SetUp) -> None:
    await setup.on_server(f"CREATE ROLE {PASSWORD_USER} LOGIN PASSWORD 'right' IN ROLE tenebrae")
    setup.as_user(f"{PASSWORD_USER}:wrong")


async def empty(setup: SetUp) -> None:
    await setup.on_server("DROP SCHEMA public CASCADE", "CREATE SCHEMA public")


async def empty_and_not_ours(setup: SetUp) -> None:
    await empty(setup)
    await guest(setup, "GRANT USAGE ON SCHEMA public TO guest")


async def another_programs_there(setup: SetUp) -> None:
    await empty(setup)
    await setup.on_server("CREATE TABLE others (id int)")


async def in_latin(setup: SetUp) -> None:
    assert setup.server is not None
    await setup.on_server("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'", of="postgres")
    setup.set("DATABASE", setup.server.address("latin"))


#: Statement that drops a PostgreSQL user and everything granted to that user.
DROP_USER = """DO $$ BEGIN IF to_regrole('{0}') IS NOT NULL THEN DROP OWNED BY {0}; DROP ROLE {0}; END IF; END $$"""


def elsewhere(address: str) -> Arrange:
    return lambda setup: setup.set("DATABASE", address)


def old_programs(setup: SetUp) -> None:
    setup.set("BACKUPS", setup.folder)
    setup.patch.setattr(pg_dump, "version", lambda: 9)


ON_A_SERVER: dict[str, tuple[Arrange, str, str]] = {
    "there is no such machine": (
        elsewhere("postgresql://ana:s3cret@nowhere.invalid/games"), "database", "games on nowhere.invalid, port 5432, ",
    ),
    "no server listens there": (
        elsewhere("postgresql://ana:s3cret@/games?host=/nowhere"), "database", "can't be reached",
    ),
    "the password is wrong": (needs_a_password, "database", "refuses this user or password"),
    "the user is unknown": (lambda setup: setup.as_user("nobody"), "database", "refuses this user or password"),
    "the database is missing": (
        lambda setup: setup.set("DATABASE", setup.server.address("none")), "database",  # type: ignore[union-attr]
        "create it with createdb first",
    ),
    "the server is too old": (
        lambda setup: setup.patch.setattr(doctor_checks, "MIN_SERVER_VERSION", 990_000),
        "database", "version 14 or newer is needed",
    ),
    "it has too few connections": (
        lambda setup: setup.patch.setattr(doctor_checks, "MAX_CONNECTIONS", 10**5),
        "database", "raise max_connections",
    ),
    "it is a standby": (
        lambda setup: setup.on_server(f"ALTER DATABASE {setup.name} SET default_transaction_read_only = on"),
        "database", "is read-only, as a standby is",
    ),
    "the user may only read": (
        lambda setup: guest(setup, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO guest"), "database",
        "may not write the tables",
    ),
    "the user may not read": (guest, "database", "may not read the tables"),
    "the user may make no tables": (empty_and_not_ours, "database", "may not make tables"),
    "it is another program's": (another_programs_there, "database", "is of another program"),
    "its letters are others": (in_latin, "database", "create it with the encoding UTF8"),
    "a newer version has changed it": (
        lambda setup: setup.on_server(
            "UPDATE alembic_version SET version_num = '99'", "UPDATE facts SET value = 99 WHERE name = 'least'"
        ),
        "database", "update Tenebrae first",
    ),
    "the programs for backups are old": (old_programs, "database", "pg_dump is of version 9 here, older than the"),
}  # fmt: skip


# -- the tests --------------------------------------------------------------------------------------------------------


async def with_a_match(address: Path | str) -> None:
    async with await Store.open(address) as store:
        await MatchService(store, ManualClock()).lobby.open(
            LobbyRequest(game=GAME, guild_id=GUILD, channel_id=CHANNEL, locale="en", options={}),
            user_id=ANA.id,
            name="Ana",
        )


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("doctor") / "filled.sqlite"
    asyncio.run(with_a_match(path))
    return path


@pytest.fixture
async def setup(tmp_path: Path, filled: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SetUp]:
    for name in [name for name in os.environ if name.startswith("TENEBRAE_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Route, "BASE", Route.BASE)
    # The command payloads are cached, because building them would take most of each test's time.
    monkeypatch.setattr(registration, "payloads", cached_payloads)
    monkeypatch.setattr(game_commands, "group", cached_group)
    discord = LocalDiscord()
    await discord.start()
    everywhere, groups = await ProbeClient().commands()
    discord.rest.application.put_commands("1", everywhere)
    discord.rest.application.put_server_command(GUILD, "1", groups[GAME])
    made = SetUp(tmp_path, discord, monkeypatch)
    shutil.copy(filled, made.database)
    for name, value in {"TOKEN": TOKEN, "DISCORD_API": discord.api, "DATABASE": made.database}.items():
        made.set(name, value)
    yield made
    await made.close()
    await discord.stop()


async def told(state: str) -> list[Diagnostic]:
    """Run the doctor, check that each finding is one line without secrets, and return the findings in this state."""
    found = [one async for one in doctor.findings()]
    assert all(len(doctor.line(one).splitlines()) == 1 for one in found)
    assert "s3cret" not in str(found)
    assert TOKEN not in str(found)
    return [one for one in found if one.state == state]


async def check(setup: SetUp, arrange: Arrange, about: str, words: str) -> None:
    work = arrange(setup)
    if work is not None:
        await work
    (only,) = await told("wrong")
    assert only.about == about
    assert words in only.text


async def test_a_set_up_in_order_has_nothing_wrong(setup: SetUp) -> None:
    assert await told("wrong") == []
    # The notes are about the missing .env file and the missing backup folder.
    assert [one.about for one in await told("note")] == ["settings", "backups"]


@pytest.mark.parametrize("broken", MISTAKES)
async def test_what_is_broken_is_told_in_one_line_with_the_way_out(setup: SetUp, broken: str) -> None:
    await check(setup, *MISTAKES[broken])


@pytest.mark.parametrize("broken", ON_A_SERVER)
async def test_what_is_broken_on_a_server_is_told_in_one_line_with_the_way_out(
    setup: SetUp, server: Server, broken: str
) -> None:
    setup.server, setup.name = server, server.lend()
    setup.set("DATABASE", server.address(setup.name))
    await with_a_match(server.address(setup.name))
    try:
        await check(setup, *ON_A_SERVER[broken])
    finally:
        await setup.on_server(*map(DROP_USER.format, ("guest", PASSWORD_USER)))
        server.take_back(setup.name)
        server.drop("latin")


async def test_the_address_of_the_bot_itself_is_fine_and_so_is_the_door_that_hears_of_it(setup: SetUp) -> None:
    await setup.door(401, BAD_SIGNATURE)
    found = [one async for one in doctor.findings(door="serve")]
    assert not [one for one in found if one.state == "wrong"]
    assert [one.text.startswith("The bot answers at http://") for one in found if one.about == "address"] == [True]


@pytest.mark.parametrize(
    ("door", "address", "text"),
    [("run", True, "for `tenebrae run` empty Interactions Endpoint URL"), ("serve", False, "hears of none: enter")],
)
async def test_a_door_at_which_nothing_arrives_is_wrong(setup: SetUp, door, address: bool, text: str) -> None:
    if address:
        await setup.door(401, BAD_SIGNATURE)
    (only,) = [one async for one in doctor.findings(door=door) if one.state == "wrong"]
    assert only.about == "application"
    assert text in only.text


async def test_an_answer_that_comes_too_late_for_discord_is_wrong(setup: SetUp) -> None:
    await setup.door(401, BAD_SIGNATURE)
    setup.patch.setattr(portal_checks, "DISCORD_TIMEOUT", -1.0)
    (only,) = await told("wrong")
    assert "Discord gives up after three" in only.text


async def test_a_server_without_a_games_commands_gets_them_from_the_bot(setup: SetUp) -> None:
    kept = setup.discord.rest.application.server_commands
    kept[GUILD][0]["description"] = "of an older version"
    (note,) = [one for one in await told("note") if one.about == "server"]
    assert "has the command /edge of another version; the bot registers it within minutes" in note.text
    kept.clear()
    (note,) = [one for one in await told("note") if one.about == "server"]
    assert "lacks the command /edge" in note.text


async def test_the_owners_server_is_told_with_its_command(setup: SetUp) -> None:
    setup.set("OWNER_SERVER", GUILD)
    setup.set("OWNER_ROLE", 77)
    server = setup.discord.table.server
    assert server is not None
    server.roles.append(77)
    (note,) = [one for one in await told("note") if one.about == "owners"]
    assert "lacks the command /owner; the next start registers it" in note.text
    for command in await ProbeClient().owners_commands(GUILD):
        setup.discord.rest.application.put_server_command(GUILD, "1", command)
    (ok,) = [one for one in await told("ok") if one.about == "owners"]
    assert "which has its commands" in ok.text
