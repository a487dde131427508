"""A database can be copied between files and PostgreSQL servers without changing any row."""

from __future__ import annotations

import asyncio
from contextvars import Context
from pathlib import Path

import pytest

from bot.cli.main import main
from bot.features.decks import statements as decks
from bot.store import database_copy, outbox
from bot.store.database_copy import copy
from bot.store.engine_interface import Address
from bot.store.errors import StoreError
from bot.store.statements import brought_decks, journal, matches, users_and_servers, votes
from bot.store.statements.matches import NewPosition
from bot.store.statements.rows import JournalRow, SeatRow, VoteRow
from bot.store.store import Store
from tests import database_access
from tests.store.conftest import new_match


async def fill(address: Address) -> None:
    async with await Store.open(address) as store, store.write() as tx:
        match_id = await new_match(tx)
        await matches.set_seats(tx, match_id, [SeatRow(0, 3, "Ősz"), SeatRow(1, 2**62, "b")])
        for seq in range(1, 4):
            assert await matches.advance(
                tx, match_id, NewPosition(seq, bytes([seq % 256]), "playing", 100 + seq, version=1)
            )
        await journal.append(
            tx, match_id, *(JournalRow(seq, 100, "act", 0, 3, {"verb": "x"}) for seq in range(1, 1203))
        )
        await outbox.enqueue(
            tx, match_id, [outbox.Post("turn", {"seq": 1}), outbox.Post("board", {}, 1, "board")], now=9
        )
        asked = VoteRow(0, match_id, "undo", 0, 3, {"restores": 2}, (0,), "open", 100, 200)
        await votes.add(tx, asked, version=0)
        await decks.add(tx, 3, "duel", "Crows", "a", 100)
        await brought_decks.bring(tx, match_id, 3, "x")
        await users_and_servers.set_prefs(tx, 3, {"a": [1]})
        await users_and_servers.set_guild_settings(tx, 1, {})


async def everything(address: Address) -> dict[str, list[tuple[object, ...]]]:
    tables = ["guilds", "users", "matches", "seats", "journal", "snapshots", "outbox", "votes", "decks"]
    async with await Store.open(address) as store:
        return {
            name: sorted(
                (tuple(row.values()) for row in await database_access.rows(store.read, f"SELECT * FROM {name}")),
                key=repr,
            )
            for name in (*tables, "brought", "work")
        }


async def test_there_and_back_everything_is_as_it_was(tmp_path: Path, address: Address):
    await fill(tmp_path / "old")
    before = await everything(tmp_path / "old")
    assert all(before.values())
    number = sum(map(len, before.values()))
    assert await copy(tmp_path / "old", address) == number
    assert await everything(address) == before
    assert await copy(address, tmp_path / "back") == number
    assert await everything(tmp_path / "back") == before


async def test_what_comes_later_is_numbered_after_what_was_copied(tmp_path: Path, address: Address):
    await fill(tmp_path / "old")
    await copy(tmp_path / "old", address)
    async with await Store.open(address) as store, store.write() as tx:
        assert await new_match(tx, channel_id=8) == 2
        assert await decks.add(tx, 4, "duel", "Crows", "a", 100) == 2


async def test_nothing_is_copied_over_something(tmp_path: Path, address: Address):
    await fill(tmp_path / "old")
    async with await Store.open(address) as store, store.write() as tx:
        await users_and_servers.set_guild_settings(tx, 77, {})
    with pytest.raises(StoreError, match="has rows already"):
        await copy(tmp_path / "old", address)
    async with await Store.open(address) as store:
        assert await database_access.rows(store.read, "SELECT guild_id FROM guilds") == [{"guild_id": 77}]
        assert not await database_access.rows(store.read, "SELECT id FROM matches")


async def test_a_row_that_came_over_otherwise_is_noticed_and_nothing_is_kept(
    tmp_path: Path, address: Address, monkeypatch: pytest.MonkeyPatch
):
    await fill(tmp_path / "old")
    copied = database_copy._copy

    async def slip(old: object, tx: object, table: object) -> None:
        await copied(old, tx, table)  # type: ignore[arg-type]
        if getattr(table, "name", "") == "journal":
            await database_access.run(tx, "UPDATE journal SET at = at + 1 WHERE seq = 700")  # type: ignore[arg-type]

    monkeypatch.setattr(database_copy, "_copy", slip)
    with pytest.raises(StoreError, match="Row 700 of the table journal"):
        await copy(tmp_path / "old", address)
    async with await Store.open(address) as store:
        assert not await database_access.rows(store.read, "SELECT id FROM matches")


async def test_nothing_is_copied_to_where_it_is(tmp_path: Path, address: Address):
    await fill(tmp_path / "old")
    (tmp_path / "link").symlink_to(tmp_path / "old")
    for one, other in ((tmp_path / "old", tmp_path / "link"), (address, address)):
        with pytest.raises(StoreError, match="is the one to copy from"):
            await copy(one, other)


async def test_a_file_in_use_is_not_copied(tmp_path: Path):
    async with await Store.open(tmp_path / "old"):
        with pytest.raises(StoreError, match="in use by another process"):
            await copy(tmp_path / "old", tmp_path / "new")


async def test_a_database_on_a_server_that_others_use_is_copied_neither_from_nor_to(tmp_path: Path, database: str):
    """Moves that other processes save during a copy would be missing from it, and lost after the switch to the copy."""
    await fill(tmp_path / "old")
    async with await Store.open(database):
        for one, other in ((database, tmp_path / "new"), (tmp_path / "old", database)):
            with pytest.raises(StoreError, match=r"in use by another process or command of Tenebrae; stop"):
                await copy(one, other)
    assert not (tmp_path / "new").exists()
    assert await copy(tmp_path / "old", database)


@pytest.mark.parametrize("there", [True, False])
async def test_a_process_that_begins_while_all_is_copied_makes_the_copy_void(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, there: bool
):
    """The process would save moves in the old database, which is being abandoned, or in the incomplete new one."""
    source, target = (database, tmp_path / "new") if there else (tmp_path / "old", database)
    await fill(source)
    compared, begun = database_copy._compare, list[Store]()

    async def late(*args: object) -> int:
        if not begun:
            another = asyncio.create_task(Store.open(database), context=Context())
            begun.append(await another)
        return await compared(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(database_copy, "_compare", late)
    with pytest.raises(StoreError, match="in use by another process or command of Tenebrae; stop"):
        await copy(source, target)
    await begun[0].close()
    async with await Store.open(target) as store:
        assert not await database_access.rows(store.read, "SELECT id FROM matches")


def test_the_command_says_what_it_did(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    asyncio.run(fill(tmp_path / "old"))
    monkeypatch.setattr("sys.argv", ["tenebrae", "database", "copy", str(tmp_path / "old"), database])
    monkeypatch.setattr("bot.app.logs.set_up", lambda *_: None)
    with pytest.raises(SystemExit, match=r"^0$"):
        main()
    out, err = capsys.readouterr()
    assert out.startswith("All 12")
    assert err == ""
    with pytest.raises(SystemExit, match=r"^3$"):
        main()
    out, err = capsys.readouterr()
    assert (out, len(err.splitlines())) == ("", 1)
