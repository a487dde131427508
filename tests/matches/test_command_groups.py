"""A game's slash commands must be registered in a server when the game's first match opens there, and after changes."""

from __future__ import annotations

import pytest

from bot.matches.command_groups import CommandGroups
from bot.matches.lobby.opening import LobbyRequest
from bot.matches.release_versions import CommandSet
from bot.store.store import Store
from tests.matches.room import ANNA, ManualClock, Room

HERE, THERE, ELSEWHERE = 11, 12, 13
NOW = {"tiny": "as of now"}


@pytest.fixture
def groups(room: Room) -> CommandGroups:
    return room.service.command_groups


async def open_match(room: Room, guild_id: int) -> None:
    await room.service.lobby.open(
        LobbyRequest(game="tiny", guild_id=guild_id, channel_id=guild_id, locale="en", options={}),
        user_id=ANNA,
        name="Anna",
    )


async def test_a_server_gets_a_group_with_its_first_match_and_keeps_it(room: Room, groups: CommandGroups) -> None:
    assert await groups.groups_due(NOW, 9) == []
    for guild_id in (THERE, HERE):
        await open_match(room, guild_id)
    assert await groups.groups_due(NOW, 9) == [(HERE, "tiny"), (THERE, "tiny")], "the latest match waits least"
    assert await groups.groups_due(NOW, 1) == [(HERE, "tiny")]
    await groups.mark_registered(HERE, "tiny", NOW["tiny"])
    assert await groups.groups_due(NOW, 9) == [(THERE, "tiny")]
    assert await groups.groups_due({"other": "as of now"}, 9) == []


async def test_a_group_that_has_changed_is_due_where_it_is_known_those_at_play_first(
    room: Room, groups: CommandGroups
) -> None:
    await open_match(room, THERE)
    for guild_id in (HERE, THERE):
        await groups.mark_registered(guild_id, "tiny", "as before")
    assert await groups.groups_due(NOW, 9) == [(THERE, "tiny"), (HERE, "tiny")]
    assert await groups.groups_due({"tiny": "as before"}, 9) == []


async def test_a_server_that_has_refused_is_asked_again_later_and_one_without_the_bot_only_while_it_plays(
    room: Room, groups: CommandGroups
) -> None:
    await open_match(room, HERE)
    await groups.mark_registered(THERE, "tiny", "as before")
    await groups.mark_registered(ELSEWHERE, "tiny", "as before")
    for guild_id in (HERE, THERE):
        await groups.put_off(guild_id, "tiny", 60, gone=True)
    await groups.put_off(ELSEWHERE, "tiny", 60.4)
    room.clock.time += 59
    assert await groups.groups_due(NOW, 9) == []
    room.clock.time += 1
    assert await groups.groups_due(NOW, 9) == [(HERE, "tiny"), (ELSEWHERE, "tiny")]


async def test_a_server_that_removes_the_bot_is_forgotten_and_starts_over(room: Room, groups: CommandGroups) -> None:
    await open_match(room, HERE)
    await groups.mark_registered(HERE, "tiny", NOW["tiny"])
    await room.service.unreachable_channels.server_left(HERE)
    assert await groups.groups_due(NOW, 9) == [], "its matches wait"
    await room.service.unreachable_channels.server_is_back(HERE)
    assert await groups.groups_due(NOW, 9) == [(HERE, "tiny")]


async def test_the_operator_registers_all_groups_again(room: Room, groups: CommandGroups) -> None:
    await groups.mark_registered(HERE, "tiny", NOW["tiny"])
    await room.service.command_set.give_up()
    assert await groups.groups_due(NOW, 9) == [(HERE, "tiny")]


async def test_an_older_release_registers_nothing_beside_a_newer_one(database: str) -> None:
    async with await Store.open(database) as store:
        await CommandSet(store, 2).save_registered()
        old, new = (CommandGroups(store, ManualClock(), CommandSet(store, number)) for number in (1, 2))
        await new.mark_registered(HERE, "tiny", "as of now")
        assert await old.groups_due({"tiny": "as before"}, 9) == []
        assert await new.groups_due({"tiny": "as before"}, 9) == [(HERE, "tiny")]
