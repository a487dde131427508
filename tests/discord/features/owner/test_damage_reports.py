"""The bot's owner gets a private message about damaged database rows, at most once a day."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.features.owner.jobs.damage_reports import BUSY_INTERVAL, IDLE_INTERVAL, DamageReconciler
from bot.features.owner.service.damage_warnings import DAY, DamageWarnings
from bot.store import decoding, work_queue
from tests import database_access
from tests.discord.room import Room

ONE = "A row of my database is damaged: `tenebrae doctor` names it."


@pytest.fixture(autouse=True)
def owner(room: Room, monkeypatch: pytest.MonkeyPatch) -> MemberActor:
    """Emil as the owner of a bot that hasn't found any damaged row yet."""
    emil = room.people[4]

    async def application_info() -> Any:
        return SimpleNamespace(owner=SimpleNamespace(id=emil.id), team=None)

    monkeypatch.setattr(room.bot, "application_info", application_info)
    monkeypatch.setattr(decoding, "_reported", {})
    return emil


async def damage(room: Room, kind: str = "turn") -> None:
    """Damage the database row of one of the match's queued posts, and let the bot find it."""
    info = await room.info()
    async with room.store.lock_match(info.id) as tx:
        changed = await database_access.run(
            tx,
            "UPDATE outbox SET payload = :value, status = 'due', finished_at = NULL WHERE kind = :kind",
            value='{"',
            kind=kind,
        )
        await work_queue.schedule(tx, "posts", [info.id], 0, 0)
    assert changed == 1
    await room.settle()
    room.errors.found.clear()  # the bot logs an error about the damaged row, as it should


def letters(who: MemberActor) -> list[str]:
    channel = who.user.dm_channel
    return [] if channel is None else [letter.content for letter in channel.history()]


async def test_the_owner_reads_one_message_a_day(room: Room, owner: MemberActor) -> None:
    await room.start(2)
    keeper = room.bot.part(DamageReconciler)
    assert await keeper.run_once() == IDLE_INTERVAL
    assert letters(owner) == []
    await damage(room)
    # The message isn't repeated, not even by another process or after a restart.
    for one in (keeper, keeper, DamageReconciler(room.bot)):
        assert await one.run_once() == IDLE_INTERVAL
        assert letters(owner) == [ONE]
    await damage(room, "board")
    room.clock.time += DAY - 1
    await keeper.run_once()
    assert letters(owner) == [ONE]
    room.clock.time += 1
    await keeper.run_once()
    assert sorted(letters(owner)) == sorted([ONE, "2 rows of my database are damaged: `tenebrae doctor` lists them."])
    # A day later, the damaged rows that have been reported aren't reported again.
    room.clock.time += DAY
    await keeper.run_once()
    assert len(letters(owner)) == 2


@pytest.mark.parametrize(
    ("locale", "told"),
    [
        ("hu", "Az adatbázisom 1 sora sérült; a `tenebrae doctor` felsorolja."),
        ("es", "1 fila de mi base de datos está dañada: `tenebrae doctor` dice cuál."),
    ],
)
async def test_the_owner_is_told_in_their_language(room: Room, owner: MemberActor, locale: str, told: str) -> None:
    await room.start(2)
    await room.bot.service.people.set_language(owner.id, locale)
    await damage(room)
    await room.bot.part(DamageReconciler).run_once()
    assert letters(owner) == [told]


async def test_an_owner_without_private_messages_is_no_fault(room: Room, owner: MemberActor) -> None:
    await room.start(2)
    channel = await room.bot.create_dm(discord.Object(owner.id))
    path = f"/channels/{channel.id}/messages"
    room.env.inject_error("POST", path, status=403, code=50007, message="no", times=1)
    await damage(room)
    keeper = room.bot.part(DamageReconciler)
    for _ in range(2):
        assert await keeper.run_once() == IDLE_INTERVAL
        assert letters(owner) == []
    assert room.errors.found == []
    # The bot tries again after a day, in case the owner accepts private messages by then.
    room.clock.time += DAY
    await keeper.run_once()
    assert letters(owner) == [ONE]


async def test_one_process_at_a_time_tells_the_owner(
    room: Room, owner: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    @asynccontextmanager
    async def taken() -> AsyncGenerator[bool]:
        yield False

    await room.start(2)
    await damage(room)
    monkeypatch.setattr(room.bot.service.part(DamageWarnings), "try_lock", taken)
    assert await room.bot.part(DamageReconciler).run_once() == BUSY_INTERVAL
    assert letters(owner) == []
