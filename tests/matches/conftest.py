from pathlib import Path

import pytest

from bot.store import Store
from tests.matches.room import Room


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tenebrae.sqlite3"


@pytest.fixture
async def room(path: Path):
    async with await Store.open(path) as store:
        yield Room(store)
