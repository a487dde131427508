"""Owners can override the limits in the settings. All processes use the stored values until an owner resets them."""

from __future__ import annotations

from bot.matches.quota_overrides import QUOTAS
from bot.store.engine_interface import Address
from bot.store.statements.rows import EVERYWHERE
from bot.store.store import Store
from tests.matches.lobby.test_lobby import refused
from tests.matches.room import BELA, Room

OWNER = 999


async def test_a_limit_that_an_owner_changes_counts_and_stays_after_a_start(address: Address) -> None:
    async with await Store.open(address) as store:
        room = Room(store, caps={"matches_per_person": 1})
        await room.lobby()
        async with refused("limit of tables"):
            await room.lobby(channel_id=8)
        await room.service.quota_overrides.set_quota("matches_per_person", "2", by=OWNER)
        await room.lobby(channel_id=8)
        async with refused("(2)"):
            await room.lobby(channel_id=9)
    async with await Store.open(address) as store:
        room = Room(store, caps={"matches_per_person": 1})
        await room.service.quota_overrides.read()
        assert room.service.quota_overrides.is_changed("matches_per_person")
        async with refused("(2)"):
            await room.lobby(channel_id=9)
        await room.service.quota_overrides.set_quota("matches_per_person", "0", by=OWNER)
        await room.lobby(BELA, channel_id=9)
        await room.service.quota_overrides.set_quota("matches_per_person", " ", by=OWNER)
        assert not room.service.quota_overrides.is_changed("matches_per_person")
        async with refused("(1)"):
            await room.lobby(channel_id=10)
        changes = await room.service.servers.changes(EVERYWHERE, 5)
        assert [one.value["value"] for one in changes] == [None, 0, 2]


async def test_what_is_no_such_limit_changes_nothing(room: Room) -> None:
    caps = room.service.quota_overrides
    for name, words in (
        *(("pace", "many"), ("pace", "-1"), ("pace", "1.5"), ("pace", "nan"), ("pace", "1e99")),
        *(("thinking_seconds", "61"), ("thinking_seconds", "inf"), ("odd", "1")),
    ):
        async with refused("no such limit" if name == "odd" else "number from"):
            await caps.set_quota(name, words, by=OWNER)
    assert not any(map(caps.is_changed, QUOTAS))
    await caps.set_quota("thinking_seconds", "0,5", by=OWNER)
    assert caps["thinking_seconds"] == 0.5
