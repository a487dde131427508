"""One bot and one local Discord a module; after every test nothing may have been done against the rules."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.sockets.hosting import Table, hosted


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def host(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Table]:
    plain = getattr(request.module, "PLAIN_PICTURES", False)
    async with hosted(tmp_path_factory.mktemp("sockets") / "tenebrae.sqlite", plain=plain) as table:
        yield table


@pytest_asyncio.fixture(loop_scope="module")
async def table(host: Table) -> AsyncIterator[Table]:
    yield host
    await host.settle()
    host.discord.rest.scripts.clear()
    # The next test begins with a clean sheet.
    faults, errors = [*host.discord.faults()], [*host.errors.found]
    host.discord.forgive()
    host.errors.found.clear()
    assert faults == []
    assert errors == []
    assert await host.due() == []
