"""Content packs belong to a server. A match keeps the pack it started with, and unused packs are deleted."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select

import rules
from bot.app import host_packs
from bot.app.settings import ConfigError, Settings
from bot.cli import match_commands
from bot.cli.transfer_command import check_pack
from bot.features.backups.cli import backup_functions as backup
from bot.features.privacy.service.erasure import Privacy
from bot.features.privacy.service.retention import Retention
from bot.features.privacy.statements import erasures
from bot.features.privacy.statements.erasures import ErasureRow
from bot.features.reports.service import Reports
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.match_files import open_file
from bot.matches.packs.server_packs import PACK_ADDED, PACK_REMOVED
from bot.matches.service import MatchService
from bot.store.engine_interface import Address
from bot.store.pack_tables import contents
from bot.store.store import Store
from bot.store.tables import metadata
from rules.kernel.content.pack_snapshots import Frozen
from rules.kernel.content.packs import BASE, HASH_LENGTH, frozen_name
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests import marked_packs
from tests.matches.room import ANNA, BELA, NAMES, ManualClock

GAME = "edge_of_darkness"
HERE, THERE = 1, 2


@pytest.fixture(autouse=True)
def nobody_elses(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start each test with no loaded content packs, and restore the loaded packs when it ends."""
    own = rules.GAMES[GAME].packs
    assert own is not None
    for name in ("added", "frozen", "server_packs"):
        monkeypatch.setattr(own, name, {})
    clear_pack_caches()
    yield
    clear_pack_caches()


def clear_pack_caches() -> None:
    """Clear the caches of packs by hash, as if the process had just started."""
    own = rules.GAMES[GAME].packs
    assert own is not None
    own._recent.clear()
    own._fixed.clear()
    own._titles.clear()


def write_pack(folder: Path, smithy: str) -> Path:
    """Write a pack that names the Location "the_forge" `smithy`; return the pack's folder."""
    folder.mkdir(parents=True)
    locations = json.loads((Path("data") / GAME / "locations.json").read_text("utf-8"))
    location = next(location for location in locations if location["id"] == "the_forge")
    location["name"] = dict.fromkeys(("en", "hu", "es"), smithy)
    manifest = {"name": dict.fromkeys(("en", "hu", "es"), "Our box"), "game": GAME, "base": "base"}
    (folder / "pack.json").write_text(json.dumps(manifest), "utf-8")
    (folder / "locations.json").write_text(json.dumps([location]), "utf-8")
    return folder


def pack_of(tmp_path: Path, smithy: str) -> Frozen:
    own = rules.GAMES[GAME].packs
    assert own is not None
    return own.freeze(write_pack(tmp_path / smithy, smithy))


class Table:
    """A match service with helpers that start two-player matches in a server and inspect packs."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.service = MatchService(store, ManualClock())

    async def lobby(self, guild_id: int = HERE, channel_id: int = 7, **options: str) -> int:
        info = await self.service.lobby.open(
            LobbyRequest(
                game=GAME,
                guild_id=guild_id,
                channel_id=channel_id,
                locale="en",
                options={"setup": "embers_bread_and_iron", **options},
            ),
            user_id=ANNA,
            name=NAMES[ANNA],
        )
        await self.service.lobby.join(info.id, BELA, NAMES[BELA])
        return info.id

    async def begun(self, **options: str) -> int:
        match_id = await self.lobby(**options)
        await self.service.lobby.start(match_id, ANNA)
        return match_id

    async def forget_contents(self) -> None:
        """Delete the stored contents of all packs, which the bot never does, to simulate a loss."""
        async with self.store.write() as tx:
            await tx.run(delete(contents))

    async def smithy(self, match_id: int) -> str:
        """Return the name of the Location "the_forge" in a match."""
        table = await self.service.matches.table(match_id)
        content = table.match.game.content_of(table.match.state)
        return Translator().name(content.locations["the_forge"].name)

    async def kept(self) -> int:
        """Return how many packs' contents are stored."""
        rows = await self.store.read.all(select(contents.c.hash))
        return len(rows)


async def erase_server_data(table: Table, guild_id: int) -> None:
    """Delete the data of a server that has removed the bot."""
    async with table.store.write() as tx:
        await erasures.save(tx, ErasureRow("server", guild_id, 0, 1, 1))
    keeping = Retention(table.service.matches, table.service.part(Retention)._periods)
    while (row := await table.service.part(Privacy).due()) is not None:
        await keeping.erase_server(row)


async def database_text(store: Store) -> str:
    """Return the whole database as lower-case text, with compressed values decompressed."""
    rows = [row for one in metadata.sorted_tables for row in await store.read.all(select(one))]
    return "\n".join(str(_decompressed(value)) for row in rows for value in row).casefold()


def _decompressed(value: Any) -> Any:
    if not isinstance(value, bytes):
        return value
    if value.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(value)) as archive:
            return [archive.read(name) for name in archive.namelist()]
    try:
        return zlib.decompress(value)
    except zlib.error:
        return value


@pytest.fixture
async def table(address: Address):
    async with await Store.open(address) as store:
        yield Table(store)


async def test_a_match_keeps_the_pack_it_began_with_in_every_process(table: Table, tmp_path: Path) -> None:
    service, first, second = table.service, pack_of(tmp_path, "Anvil"), pack_of(tmp_path, "Hammer")
    await service.packs.add(HERE, GAME, "ours", first, "", by=ANNA)
    match_id = await table.begun(pack="ours")
    assert (await service.matches.get(match_id)).pack == frozen_name("ours", first.digest)
    await service.packs.add(HERE, GAME, "ours", second, "", by=ANNA)
    clear_pack_caches()
    other = Table(table.store)
    assert [await one.smithy(match_id) for one in (table, other)] == ["Anvil", "Anvil"]
    later = await other.lobby(channel_id=8, pack="ours")
    assert (await other.service.matches.get(later)).pack == frozen_name("ours", second.digest)
    await service.packs.remove(HERE, GAME, "ours", by=BELA)
    assert await table.smithy(match_id) == "Anvil"
    with pytest.raises(Refusal, match="doesn't have the content pack “Our box”"):
        await service.lobby.start(later, ANNA)
    # The check in the transaction refuses a pack that was removed after it was looked up.
    with pytest.raises(Refusal, match="doesn't have the content pack “gone”"):
        async with table.store.write() as tx:
            await service.packs.save_contents(tx, HERE, GAME, {"pack": frozen_name("gone", "0" * 64)})
    told = [(one.user_id, one.what, one.value["name"]) for one in await service.servers.changes(HERE, 9)]
    assert told == [(BELA, PACK_REMOVED, "ours"), (ANNA, PACK_ADDED, "ours"), (ANNA, PACK_ADDED, "ours")]


async def test_a_rematch_is_played_with_the_pack_as_it_is_now_or_with_ours_once_it_is_gone(
    table: Table, tmp_path: Path
) -> None:
    service, second = table.service, pack_of(tmp_path, "Hammer")
    await service.packs.add(HERE, GAME, "ours", pack_of(tmp_path, "Anvil"), "", by=ANNA)
    match_id = await table.begun(pack="ours")
    await service.play.end(match_id, ANNA, is_admin=True)
    await service.packs.add(HERE, GAME, "ours", second, "", by=ANNA)
    again = await service.lobby.rematch(match_id, ANNA, NAMES[ANNA])
    assert again.pack == frozen_name("ours", second.digest)
    await service.lobby.leave(again.id, ANNA)
    await service.packs.remove(HERE, GAME, "ours", by=ANNA)
    assert (await service.lobby.rematch(match_id, ANNA, NAMES[ANNA])).pack == BASE


async def test_a_server_has_its_own_packs_alone(table: Table, tmp_path: Path) -> None:
    service = table.service
    row = await service.packs.add(HERE, GAME, "ours", pack_of(tmp_path, "Anvil"), "", by=ANNA)
    assert [one.label("hu") for one in await service.packs.available(HERE, GAME)] == ["Our box (ours)"]
    assert await service.packs.available(THERE, GAME) == []
    lobby = await table.lobby(THERE)
    for name in ("ours", frozen_name("ours", row.hash)):
        with pytest.raises(Refusal, match="doesn't have the content pack “ours”"):
            await service.lobby.set_options(lobby, ANNA, {"pack": name})


async def test_what_no_one_needs_any_more_is_forgotten(table: Table, tmp_path: Path) -> None:
    service = table.service
    for guild, name in ((HERE, "ours"), (HERE, "again"), (THERE, "ours")):
        await service.packs.add(guild, GAME, name, pack_of(tmp_path / f"{guild}{name}", "Anvil"), "", by=ANNA)
    assert await table.kept() == 1
    match_id = await table.begun(pack="ours")
    for guild, name in ((HERE, "ours"), (HERE, "again"), (THERE, "ours")):
        await service.packs.remove(guild, GAME, name, by=ANNA)
    assert await table.kept() == 1
    await service.play.end(match_id, ANNA, is_admin=True)
    assert await table.kept() == 1
    await erase_server_data(table, HERE)
    assert await table.kept() == 0
    assert await service.packs.list_all(9) == []


async def test_a_server_that_is_erased_leaves_no_word_of_its_pack(table: Table, tmp_path: Path) -> None:
    service = table.service
    pack = marked_packs.stored_pack(GAME, tmp_path / "box")
    await service.packs.add(HERE, GAME, "box", pack, "", by=ANNA)
    match_id = await table.begun(pack="box")
    assert (await service.matches.get(match_id)).options["setup"] == "", "the box has no set-up of that name"
    await service.part(Reports).make(match_id, ANNA, "That's wrong.")
    await service.play.end(match_id, ANNA, is_admin=True)
    assert marked_packs.WORD in await database_text(table.store)
    await erase_server_data(table, HERE)
    left = await database_text(table.store)
    assert marked_packs.WORD not in left
    assert pack.digest[:HASH_LENGTH] not in left


async def test_a_match_goes_to_another_server_only_if_that_has_the_very_pack(table: Table, tmp_path: Path) -> None:
    service, pack = table.service, pack_of(tmp_path, "Anvil")
    await service.packs.add(HERE, GAME, "ours", pack, "", by=ANNA)
    match_id = await table.begun(pack="ours")
    with pytest.raises(ConfigError, match="belongs to its server"):
        check_pack(await service.matches.get(match_id), own_pack=False)
    data = await service.transfer.export(match_id)
    assert b"Anvil" not in data

    async def brought() -> int:
        players = [(ANNA, "Anna"), (BELA, "Béla")]
        info = await service.transfer.adopt(data, guild_id=THERE, channel_id=9, players=players)
        return info.id

    with pytest.raises(Refusal, match="Add the same pack to this server first"):
        await brought()
    clear_pack_caches()
    with pytest.raises(Refusal, match="“ours”, which isn't here"):
        open_file(rules.GAMES, data)
    # Once the host has put the pack into a folder, the owner can open the match's file.
    own = rules.GAMES[GAME].packs
    assert own is not None
    own.lay("9", "anything", tmp_path / "Anvil")
    assert open_file(rules.GAMES, data).view(None) == (await service.matches.table(match_id)).match.view(None)
    await service.packs.add(THERE, GAME, "box", pack, "", by=ANNA)
    moved = await brought()
    await erase_server_data(table, HERE)
    await service.packs.remove(THERE, GAME, "box", by=ANNA)
    clear_pack_caches()
    assert await Table(table.store).smithy(moved) == "Anvil"


async def test_a_pack_that_the_host_lays_down_for_one_server_outlives_its_folder(table: Table, tmp_path: Path) -> None:
    write_pack(tmp_path / "servers" / str(HERE) / GAME / "ours", "Anvil")
    write_pack(tmp_path / GAME / "everybodys", "Hammer")
    host_packs.install(tmp_path)
    offered = table.service.packs.available
    assert [one.name for one in await offered(HERE, GAME)] == ["everybodys", "ours"]
    assert [one.name for one in await offered(THERE, GAME)] == ["everybodys"]
    match_id = await table.begun(pack="ours")
    own = rules.GAMES[GAME].packs
    assert own is not None
    own.server_packs.clear()
    clear_pack_caches()
    assert await Table(table.store).smithy(match_id) == "Anvil"


async def test_the_name_of_a_pack_says_nothing_that_a_folder_could_not(table: Table, tmp_path: Path) -> None:
    pack = pack_of(tmp_path, "Anvil")
    for name in ("../up", "base", "Ours", "a" * 31):
        with pytest.raises(Refusal, match="lowercase letters"):
            await table.service.packs.add(HERE, GAME, name, pack, "", by=ANNA)


async def test_what_an_operator_asks_of_a_match_is_answered_in_a_process_that_has_not_played_it(
    table: Table, address: Address, tmp_path: Path
) -> None:
    await table.service.packs.add(HERE, GAME, "ours", pack_of(tmp_path, "Anvil"), "", by=ANNA)
    match_id = await table.begun(pack="ours")
    settings = Settings.model_construct(database=address)
    file = tmp_path / "kept"
    await asyncio.to_thread(backup.write_backup, settings, file)
    gate = ["The one running match can be continued with this version."]
    clear_pack_caches()
    assert (await asyncio.to_thread(match_commands.findings, settings, match_id)).faults == []
    clear_pack_caches()
    told = list(await asyncio.to_thread(match_commands.show, settings, match_id, 9, True))
    assert "Seat 0 holds:" in told
    assert not [line for line in told if "loaded" in line]
    clear_pack_caches()
    assert (await asyncio.to_thread(match_commands.check_all, settings)).sum == gate[0]
    clear_pack_caches()
    assert (await asyncio.to_thread(backup.drill, settings, file)).lines[2:] == gate
    await table.forget_contents()
    clear_pack_caches()
    lost = "I can't load the content pack ours from this database"
    assert (await asyncio.to_thread(match_commands.findings, settings, match_id)).faults == [f"{lost}."]
    assert f"There is no position to look at: {lost}." in await asyncio.to_thread(
        lambda: list(match_commands.show(settings, match_id, 9, False))
    )
    report = await asyncio.to_thread(match_commands.check_all, settings)
    assert (report.failed, report.lines[0].endswith(f"can't be continued: {lost}.")) == (1, True)
