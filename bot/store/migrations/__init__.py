"""The formats of the database, and their migrations.

A new database is made from `tables`. Alembic upgrades an older one, on both engines: each script in `versions` is a
format, whose number is its revision. A released script is never edited: a change is a new script at the end, and a new
VERSION.

During a rolling deploy, processes of the version before already use a server's database in the new format. So a format
expands: it adds tables, and columns that are nullable or have a default. A later format removes unused ones, once no
version uses them; then LEAST rises.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import metadata
from pathlib import Path

from sqlalchemy import Connection, ExecutableDDLElement, create_mock_engine, text

from bot.store import metadata as facts
from bot.store import tables

#: The format that this code reads and writes.
VERSION = 20
#: The oldest format whose code can work with the tables of this one; a server's database has it among its `facts`.
MIN_VERSION = 15
#: "TENE" in the header of an SQLite file marks our databases.
APPLICATION_ID = 0x54454E45

_FOLDER = Path(__file__).parent

log = logging.getLogger(__name__)


def too_new(place: object, version: int) -> str:
    """Return the refusal of a database in a later format."""
    return (
        f"The database {place} was written by a newer version of Tenebrae "
        f"(format {version}, this version knows {VERSION}); update Tenebrae first."
    )


def too_old(place: object, version: int) -> str:
    """Return the refusal to read a database in an earlier format."""
    return (
        f"The database {place} is of an older format ({version}, this version reads {VERSION}); "
        "the bot brings it up to date when it starts."
    )


def tell(engine: str, place: object, before: int) -> None:
    """Log once at each start which version uses which database, and its format's change."""
    format_ = f"format {VERSION}" if before in (0, VERSION) else f"format {max(before, VERSION)}, before {before}"
    made = ", which is new" if not before else ""
    log.info("Tenebrae %s uses the %s database %s in %s%s", metadata.version("tenebrae"), engine, place, format_, made)


def bring_up_to_date(connection: Connection, version: int) -> None:
    """Make the tables in an empty database, of version 0, or migrate an older one, in the caller's transaction."""
    if version:
        _upgrade(connection)
    else:
        for statement in _script(connection.dialect.name):
            connection.exec_driver_sql(statement)
        connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:number)"), {"number": str(VERSION)})
    least = facts.MIN_VERSION
    connection.execute(tables.facts.delete().where(tables.facts.c.name == least))
    connection.execute(tables.facts.insert().values(name=least, value=MIN_VERSION))
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


@cache
def _script(engine: str) -> tuple[str, ...]:
    """Return the statements that make the tables, cached: compiling them takes longer than running them."""
    statements: list[str] = []

    def write(statement: ExecutableDDLElement, *_: object, **__: object) -> None:
        statements.append(str(statement.compile(dialect=words.dialect)))

    words = create_mock_engine(f"{engine}://", write)
    tables.metadata.create_all(words, checkfirst=False)
    return (*statements, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")


def _upgrade(connection: Connection) -> None:
    # Before the import, which logs each plugin.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # Alembic is needed once per format, and takes a while to import.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
