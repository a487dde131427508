"""Backs up databases on a PostgreSQL server, using PostgreSQL's own programs."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.app.database_address_redaction import without_secrets
from bot.store.errors import StoreError

#: The first bytes of a file made by `dump`, and the table that contains the number of the database's format.
_DUMP, _VERSION = b"PGDMP", "alembic_version"
_DATABASE = re.compile(r"^(\w+://[^/?]*)(?:/[^?]*)?")


def dump(address: str, file: Path) -> None:
    """Write a consistent copy of a database, even one in use, to a file; raises StoreError."""
    _run("pg_dump", address, "--format=custom", "--no-owner", "--no-privileges", f"--file={file}")


def load(file: Path, address: str) -> None:
    """Fill an empty database from a file made by `dump`, completely or not at all; raises StoreError."""
    _run("pg_restore", address, "--no-owner", "--no-privileges", "--single-transaction", str(file))


def is_dump(file: Path) -> bool:
    """Return whether a file was written by `dump`; raises OSError."""
    with file.open("rb") as data:
        return data.read(len(_DUMP)) == _DUMP


def format_of(file: Path) -> int:
    """Return the format of the database in a file made by `dump`; raises StoreError if it isn't a Tenebrae database."""
    dump_text = _output("pg_restore", [f"--table={_VERSION}", "--data-only", "--file=-", str(file)])
    match = re.search(rf"^COPY \S*{_VERSION} .*\n(\d+)$", dump_text, re.MULTILINE)
    if match is None:
        raise StoreError(f"The file {file} is not a backup of Tenebrae; restore another one.")
    return int(match[1])


def version() -> int | None:
    """Return the major version of PostgreSQL's client programs on this machine, such as 17; None if there are none."""
    path = shutil.which("pg_dump")
    if path is None:
        return None
    completed = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 - ours
    match = re.search(r" (\d+)[.\w]*", completed.stdout)
    return int(match[1]) if match else None


def sibling_address(address: str, name: str) -> str:
    """Return the address of another database on the same server."""
    return _DATABASE.sub(lambda found: f"{found[1]}/{name}", address, count=1)


@contextmanager
def temporary_database(address: str) -> Generator[tuple[str, str]]:
    """Create an empty database on the same server for the block, and yield its address and name. Drop it afterwards,
    unless it was renamed.

    Raises StoreError, for example if this user isn't allowed to create databases.
    """
    name = f"tenebrae_drill_{secrets.token_hex(4)}"
    try:
        _run("createdb", address, "--template=template0", "--encoding=UTF8", name)
    except StoreError as error:
        if "permission denied" not in str(error):
            raise
        remedy = "a superuser of the server allows it with `ALTER ROLE name CREATEDB`"
        raise StoreError(f"{str(error).rstrip('.')}; {remedy}.") from error
    try:
        yield sibling_address(address, name), name
    finally:
        _run("dropdb", address, "--if-exists", "--force", name)


def _run(program: str, address: str, *arguments: str) -> None:
    """Run a program on a database. The password is passed in the environment, because other users can see a process's
    arguments.
    """
    place, secrets_of = without_secrets(address)
    option = "--maintenance-db" if program in ("createdb", "dropdb") else "--dbname"
    env = {"PGPASSWORD": secrets_of["password"]} if "password" in secrets_of else {}
    if "sslpassword" not in secrets_of:
        _output(program, [f"{option}={place}", "--no-password", *arguments], **env)
        return
    # No environment variable can contain the password of a client key, but one can name a file that contains it.
    with TemporaryDirectory(prefix="tenebrae-") as folder:
        service = Path(folder, "service.conf")
        service.touch(0o600)
        service.write_text(f"[tenebrae]\nsslpassword={secrets_of['sslpassword']}\n")
        place += f"{'&' if '?' in place else '?'}service=tenebrae"
        _output(program, [f"{option}={place}", "--no-password", *arguments], PGSERVICEFILE=str(service), **env)


def _output(program: str, arguments: list[str], **env: str) -> str:
    """Return the output of a PostgreSQL program; raises StoreError if the program fails."""
    path = shutil.which(program)
    if path is None:
        raise StoreError(
            f"The database is on a PostgreSQL server, and {program} is not here; install PostgreSQL's client programs,"
            " or do it where they are."
        )
    completed = subprocess.run(  # noqa: S603 - the program and its options are ours
        [path, *arguments], env=os.environ | env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if completed.returncode:
        # Use only the first line, because the others may quote data.
        why = next(iter(completed.stderr.splitlines()), f"exit code {completed.returncode}").rstrip(".")
        raise StoreError(f"{program} has failed: {why}.")
    return completed.stdout
