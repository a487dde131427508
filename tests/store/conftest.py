from pathlib import Path

import pytest

from bot.store import sqlite_opening
from bot.store.engine_interface import Address
from bot.store.statements import matches
from bot.store.statements.matches import NewMatch
from bot.store.store import Store
from bot.store.transactions import Transaction


@pytest.fixture(autouse=True)
def _disk_is_waited_for(usual_sync_mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make commits wait until the data is on disk, as in production. Other tests skip that wait."""
    monkeypatch.setattr(sqlite_opening, "SYNCHRONOUS", usual_sync_mode)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tenebrae.sqlite3"


@pytest.fixture
async def store(address: Address):
    async with await Store.open(address) as store:
        yield store


async def new_match(tx: Transaction, channel_id: int = 7, guild_id: int = 1) -> int:
    return await matches.create(
        tx,
        NewMatch(game="tiny", guild_id=guild_id, channel_id=channel_id, host_id=3, locale="en", options={}, version=1),
        100,
    )
