"""Gives each test module one bot and one simulated Discord server; a test fails if the bot broke a rule of Discord."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.sockets.hosting import Table, hosted


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test once per transport in the module's DOORS, unless the test has its own `door` marker."""
    named = metafunc.definition.get_closest_marker("door")
    doors = named.args if named else getattr(metafunc.module, "DOORS", ())
    if doors and "host" in metafunc.fixturenames:
        metafunc.parametrize("host", doors, indirect=True, scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    plain, door = getattr(request.module, "PLAIN_PICTURES", False), getattr(request, "param", "gateway")
    async with hosted(tmp_path_factory.mktemp("sockets") / "tenebrae.sqlite", plain=plain, door=door) as table:
        yield table


@pytest_asyncio.fixture(loop_scope="module")
async def table(host: Table) -> AsyncIterator[Table]:
    yield host
    await host.settle()
    host.discord.rest.scripts.clear()
    # The faults and errors are copied and cleared before they are checked, so that the next test starts without them.
    faults, errors = [*host.discord.faults()], [*host.errors.found]
    host.discord.forgive()
    host.errors.found.clear()
    assert faults == []
    assert errors == []
    assert await host.due() == []
