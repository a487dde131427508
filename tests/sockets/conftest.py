"""One bot and one local Discord per module. After every test, no rule may have been broken."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.sockets.hosting import Table, hosted


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a module's tests once per transport if the module names several and the test names none itself."""
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
    # The next test begins with a clean record.
    faults, errors = [*host.discord.faults()], [*host.errors.found]
    host.discord.forgive()
    host.errors.found.clear()
    assert faults == []
    assert errors == []
    assert await host.due() == []
