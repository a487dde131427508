"""The database checks of `tenebrae doctor`. They change nothing and can run while a bot is running."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import sys
from pathlib import Path
from typing import Any

from sqlalchemy import Row, null, select, text, union_all
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.sql.expression import literal

from bot.app.clock import SystemClock
from bot.app.doctor_findings import Diagnostic, MatchChannel, clock_finding
from bot.store import pg_dump
from bot.store.database_files import beside
from bot.store.database_lock import LOCK_SUFFIX, locked_out_message
from bot.store.engine_interface import Address, is_server
from bot.store.errors import StoreError
from bot.store.first_start import LOSS_REMEDY
from bot.store.migrations import VERSION
from bot.store.postgres import READ_CONNECTIONS, WRITE_CONNECTIONS, Server
from bot.store.sqlite_opening import check_pages, checked_path, open_read_only, version_of
from bot.store.statements.rows import LIVE_STATUSES
from bot.store.tables import cups, lists, matches
from bot.store.transactions import ENGINE_ERRORS, Reader, describe_error

ABOUT = "database"
#: A disk with fewer free bytes than this counts as full.
MIN_FREE_BYTES = 200_000_000
#: The oldest supported PostgreSQL version (as a server_version_num), and the maximum number of connections that one
#: process opens: for reading, writing and listening.
MIN_SERVER_VERSION, MAX_CONNECTIONS = 140_000, READ_CONNECTIONS + WRITE_CONNECTIONS + 1
_SERVER = text("""SELECT current_setting('server_version_num')::int AS version,
    current_setting('server_version') AS called,
    current_setting('transaction_read_only') = 'on' AS read_only,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
    coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) AS may_create""")
_MAY_WRITE = text("SELECT has_table_privilege('matches', 'INSERT, UPDATE, DELETE')")


async def check_database(database: Address, *, backs_up: bool = False, evidence: str | None = None) -> list[Diagnostic]:
    """Check a database and return the findings. If it can't be opened, that is also a finding.

    `backs_up` says whether the bot makes scheduled backups. `evidence` is the evidence that the database existed at an
    earlier time, as a part of a sentence.
    """
    try:
        if is_server(database):
            return await _server(str(database), backs_up=backs_up)
        return await _file(checked_path(database), evidence)
    except StoreError as error:
        return [_fault(str(error))]


async def posting_channels(db: Reader) -> list[MatchChannel]:
    """Return every channel where the bot posts: those of live matches, spectators, lists of open tables, and cups."""
    live = matches.c.status.in_(LIVE_STATUSES)
    watched = (live, matches.c.watching_channel_id.is_not(None))
    played = cups.c.status.in_(("entry", "playing"))
    of, none = (matches.c.id, matches.c.guild_id), null().label("game")
    query = union_all(
        select(literal("match").label("kind"), *of, matches.c.channel_id, matches.c.game).where(live),
        select(literal("watching"), *of, matches.c.watching_channel_id, none).where(*watched),
        select(literal("list"), literal(0), lists.c.guild_id, lists.c.channel_id, none),
        select(literal("cup"), cups.c.id, cups.c.guild_id, cups.c.channel_id, none).where(played),
    )
    words = {
        "match": "match {}",
        "watching": "those who watch match {}",
        "list": "the list of open tables",
        "cup": "cup {}",
    }
    rows = sorted(await db.all(query), key=_order)
    return [MatchChannel(row.guild_id, row.channel_id, words[row.kind].format(row.id), row.game) for row in rows]


def _order(row: Row[Any]) -> tuple[int, str, int]:
    return row.guild_id, row.kind, row.id


def _fault(sentence: str) -> Diagnostic:
    return Diagnostic(ABOUT, sentence, "wrong")


def _remark(sentence: str) -> Diagnostic:
    return Diagnostic(ABOUT, sentence, "note")


# -- checks of an SQLite file -----------------------------------------------------------------------------------------


async def _file(path: Path, evidence: str | None) -> list[Diagnostic]:
    diagnostics = [*_permissions(path), *_disk_space(path)]
    if not _size(path) and evidence is not None:
        lost = f"There is no database {path}, but {evidence}; {LOSS_REMEDY}, or start the bot once with --new."
        return [*diagnostics, _fault(lost)]
    if not _size(path):
        return [*diagnostics, _remark(f"There is no database {path} yet; the bot makes it when it starts.")]
    line = await open_read_only(path)
    try:
        version = await version_of(line)
        await check_pages(line, path, "quick_check")
    except SQLAlchemyError as error:
        raise StoreError(f"The database {path} can't be read: {describe_error(error)}.") from error
    finally:
        await line.close()
    return [*diagnostics, _format(str(path), version, "it is whole")]


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _permissions(path: Path) -> list[Diagnostic]:
    """Return findings about who may read and write the database, as far as this user can see."""
    if not os.access(path.parent, os.W_OK | os.X_OK):
        return [
            _fault(
                f"The folder {path.parent} can't be written to by this user, and SQLite keeps files beside the"
                " database; give it to the user who runs the bot."
            )
        ]
    diagnostics: list[Diagnostic] = []
    lock = beside(path, LOCK_SUFFIX)
    if lock.exists() and not os.access(lock, os.R_OK | os.W_OK):
        diagnostics.append(_fault(locked_out_message(lock)))
    if sys.platform != "win32" and path.exists():
        facts = path.stat()
        if facts.st_uid != os.geteuid():
            diagnostics.append(
                _remark(
                    f"The database {path} belongs to another user; give this command as the user who runs the bot,"
                    " for it can only tell what this one may do."
                )
            )
        if stat.S_IMODE(facts.st_mode) & 0o077:
            diagnostics.append(
                _remark(
                    f"Others on this machine may read {path}, which holds every hand; the bot ends that at its start."
                )
            )
    return diagnostics


def _disk_space(path: Path) -> list[Diagnostic]:
    free = shutil.disk_usage(path.parent).free
    if free < MIN_FREE_BYTES:
        return [
            _fault(
                f"Only {free // 1_000_000} MB are free on the disk of {path.parent}; make room, for no move is saved"
                " when it is full."
            )
        ]
    if free < 2 * _size(path):
        return [
            _remark(f"The disk of {path.parent} has no room for a backup and a restore beside the database; make room.")
        ]
    return []


def _format(place: str, version: int, more: str) -> Diagnostic:
    if version < VERSION:
        return _remark(
            f"The database {place} is of format {version}; the bot brings it to {VERSION} when it starts, and nothing"
            " leads back: make a backup first."
        )
    if version > VERSION:
        # A newer format can be usable only on a server, where processes of two versions may use the database at the
        # same time.
        return _remark(
            f"The database {place} can be used: {more}, but a newer version has brought it to format {version}; replace"
            f" this version, which knows {VERSION}, soon."
        )
    return Diagnostic(ABOUT, f"The database {place} can be used: {more}, and of this version's format, {version}.")


# -- checks of a PostgreSQL server ------------------------------------------------------------------------------------


async def _server(address: str, *, backs_up: bool) -> list[Diagnostic]:
    server = Server(address, prompt=True)
    try:
        version = await server.version()
        try:
            async with server.transaction() as connection:
                facts = (await connection.execute(_SERVER)).one()
                may_write = version == 0 or (await connection.execute(_MAY_WRITE)).scalar_one()
        except ENGINE_ERRORS as error:
            raise StoreError(f"The database {server.place} can't be read: {describe_error(error)}.") from error
        await server.read_clock()
        # If someone sets this machine's clock between the two readings, that is reported as a difference, as it should
        # be.
        clock_offset = SystemClock().now() - server.clock.now()
        return [
            *_missing_features(server.place, version, facts, may_write),
            *_backup_programs(facts.version // 10_000, backs_up=backs_up),
            _empty_database(server.place)
            if not version
            else _format(server.place, version, f"PostgreSQL {facts.called}"),
            clock_finding("the database's server", clock_offset),
        ]
    finally:
        await asyncio.shield(server.close())


def _backup_programs(needed: int, *, backs_up: bool) -> list[Diagnostic]:
    """Return a finding if PostgreSQL's backup programs are missing on this machine or are older than the server."""
    installed_version = pg_dump.version()
    if installed_version is not None and installed_version >= needed:
        return []
    what = (
        "pg_dump is not here"
        if installed_version is None
        else f"pg_dump is of version {installed_version} here, older than the server"
    )
    text = (
        f"{what}, so that no backups can be made; install PostgreSQL's client programs of version {needed} or newer, or"
        " back up where they are."
    )
    return [_fault(text) if backs_up else _remark(text)]


def _empty_database(place: str) -> Diagnostic:
    return _remark(f"The database {place} is empty yet; the bot makes its tables when it starts.")


def _missing_features(place: str, version: int, facts: Row[Any], may_write: bool) -> list[Diagnostic]:
    """Return findings about requirements of the bot that this server or this user's permissions don't meet."""
    diagnostics: list[Diagnostic] = []
    if facts.version < MIN_SERVER_VERSION:
        diagnostics.append(
            _fault(f"The server of the database {place} is PostgreSQL {facts.called}; version 14 or newer is needed.")
        )
    if facts.read_only:
        diagnostics.append(
            _fault(
                f"The database {place} is read-only, as a standby is, or by default_transaction_read_only; name the"
                " server that takes writes in TENEBRAE_DATABASE."
            )
        )
    if version < VERSION and not facts.may_create:
        diagnostics.append(
            _fault(
                f"This user may not make tables in the database {place}; let them own it:"
                " ALTER DATABASE ... OWNER TO ..., or GRANT CREATE ON SCHEMA public TO ..."
            )
        )
    if not may_write:
        diagnostics.append(
            _fault(f"This user may not write the tables of the database {place}; use the one who owns them.")
        )
    if facts.connections < MAX_CONNECTIONS:
        diagnostics.append(
            _fault(
                f"The server of the database {place} takes {facts.connections} connections, and a process of the bot"
                f" opens up to {MAX_CONNECTIONS}; raise max_connections."
            )
        )
    return diagnostics
