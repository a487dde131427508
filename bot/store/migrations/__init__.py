"""The formats of the database, and their migrations.

A new database is created from `tables`. An older database is upgraded by Alembic, on both engines. Each script in
`versions` upgrades to one format, and the script's revision is the number of the format. A released script is never
edited: each change needs a new script.

During a rolling deploy, processes of the previous version use the server's database in the new format. Therefore a new
format may only add tables, and columns that are nullable or have a default. A later format may remove what no supported
version uses any more; it must then raise MIN_VERSION.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import metadata
from pathlib import Path

from sqlalchemy import Connection, ExecutableDDLElement, create_mock_engine, text

from bot.store import named_numbers as store_metadata
from bot.store import tables

_FOLDER = Path(__file__).parent
#: The format that this code reads and writes: the one of the newest script.
VERSION = max(int(script.stem.removeprefix("format_")) for script in _FOLDER.glob("versions/format_*.py"))
#: The oldest format whose code can still use this format's tables. Each database stores this number in the table
#: `facts`.
MIN_VERSION = 15
#: SQLite's application id of Tenebrae's databases, "TENE". It is stored in the file header.
APPLICATION_ID = 0x54454E45

log = logging.getLogger(__name__)


def too_new_message(place: object, version: int) -> str:
    """Return the error message about a database in a later format."""
    return (
        f"The database {place} was written by a newer version of Tenebrae "
        f"(format {version}, this version knows {VERSION}); update Tenebrae first."
    )


def too_old_message(place: object, version: int) -> str:
    """Return the error message about a database in an earlier format."""
    return (
        f"The database {place} is of an older format ({version}, this version reads {VERSION}); "
        "the bot brings it up to date when it starts."
    )


def log_database(engine: str, place: object, before: int) -> None:
    """Log which version of the bot uses which database, and whether the format has changed. Called at startup."""
    format_ = f"format {VERSION}" if before in (0, VERSION) else f"format {max(before, VERSION)}, before {before}"
    new_note = ", which is new" if not before else ""
    log.info(
        "Tenebrae %s uses the %s database %s in %s%s", metadata.version("tenebrae"), engine, place, format_, new_note
    )


def bring_up_to_date(connection: Connection, version: int) -> None:
    """Create the tables in an empty database (version 0) or migrate an older database, in the caller's transaction."""
    if version:
        _upgrade(connection)
    else:
        for statement in _create_statements(connection.dialect.name):
            connection.exec_driver_sql(statement)
        connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:number)"), {"number": str(VERSION)})
    least = store_metadata.MIN_VERSION
    connection.execute(tables.facts.delete().where(tables.facts.c.name == least))
    connection.execute(tables.facts.insert().values(name=least, value=MIN_VERSION))
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.exec_driver_sql(f"PRAGMA user_version = {VERSION}")


@cache
def _create_statements(engine: str) -> tuple[str, ...]:
    """Return the statements that create the tables. They are cached because compiling them takes longer than running
    them.
    """
    statements: list[str] = []

    def write(statement: ExecutableDDLElement, *_: object, **__: object) -> None:
        statements.append(str(statement.compile(dialect=words.dialect)))

    words = create_mock_engine(f"{engine}://", write)
    tables.metadata.create_all(words, checkfirst=False)
    return (*statements, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")


def _upgrade(connection: Connection) -> None:
    # Set the level before the import below, because the import logs each plugin.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # Import Alembic only here, because importing it is slow and it is needed only once for each new format.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
