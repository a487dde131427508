from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store.engine_interface import Address
from bot.store.store import Store
from tests.matches.room import Room
from tests.quick_sqlite import quick_sqlite


@pytest.fixture(scope="module", autouse=True)
def _quick() -> Iterator[None]:
    with quick_sqlite():
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a new SQLite file, for tests that don't need to run on PostgreSQL as well."""
    return tmp_path / "tenebrae.sqlite3"


@pytest.fixture
async def room(address: Address):
    async with await Store.open(address) as store:
        yield Room(store)
