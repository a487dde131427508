"""The bot registers a game's commands in a server when the game's first lobby opens there; a refusal does no harm."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

import rules
from bot.discord.commands import group_reconciler, registration
from bot.discord.commands.background_reconciler import REFUSED_INTERVAL, UP_TO_DATE_INTERVAL, WORK_LEFT_INTERVAL
from bot.discord.commands.group_reconciler import REFUSED_RETRY
from bot.discord.http.outgoing_rate_limiter import RateBudgetExhausted
from bot.playground.simulated_discord import put_guild_command
from tests.discord.room import GAME, Room, cached_payloads

GROUP = rules.GAMES[GAME].command


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert put_guild_command, "simcord takes single commands of a server"
    monkeypatch.setattr(group_reconciler, "REGISTRATION_PAUSE", 0.0)
    monkeypatch.setattr(registration, "payloads", cached_payloads)


def registered_commands(room: Room) -> list[str]:
    """Return the sorted names of the commands that are registered in the room's server."""
    return sorted(name for name, _ in room.env.backend.commands[room.guild.id])


async def register_due_groups(room: Room) -> int:
    """Let the bot register all command groups that are due in servers; return how many requests it sent for that."""
    path = f"/applications/{room.env.backend.application_id}/guilds/{room.guild.id}/commands"
    before = len(room.env.http_requests)
    while await room.bot.group_reconciler.run_once() == 0.0:
        pass
    return sum((one.method, one.path) == ("POST", path) for one in room.env.http_requests[before:])


@pytest.fixture
async def bare(room: Room) -> Room:
    """A room whose server has no game's commands registered, only the command "greet"."""
    other = {"name": "greet", "description": "Greet."}
    room.env.backend.register_commands(room.guild.id, [other])
    return room


async def test_a_game_s_group_is_no_command_of_every_server(bare: Room) -> None:
    everywhere = {name for name, _ in bare.env.backend.commands[None]}
    assert {"match", "act"} <= everywhere
    assert not everywhere & {game.command for game in rules.GAMES.values()}
    assert GROUP not in bare.people[0].available_commands(bare.table)


async def test_the_first_lobby_of_a_game_registers_its_group_once_and_for_good(bare: Room) -> None:
    assert await register_due_groups(bare) == 0
    bare.bot.group_reconciler._news.clear()
    await bare.start(2)
    assert bare.bot.group_reconciler._news.is_set(), "the lobby wakes the keeper"
    assert await register_due_groups(bare) == 1
    assert registered_commands(bare) == [GROUP, "greet"]
    assert await register_due_groups(bare) == 0
    who = await bare.to_move()
    before = (await bare.info()).seq
    (location,) = [one["value"] for one in await who.autocomplete(bare.table, f"{GROUP} pick", "location", "")][:1]
    await bare.move(who, f"{GROUP} pick", location=location)
    assert (await bare.info()).seq > before
    await bare.bot.service.play.end((await bare.info()).id, bare.people[0].id, is_admin=True)
    assert await register_due_groups(bare) == 0
    assert registered_commands(bare) == [GROUP, "greet"]


async def test_a_group_whose_definition_changes_is_registered_again(
    bare: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bare.open_lobby(1)
    assert await register_due_groups(bare) == 1

    async def changed(tree: Any) -> Any:
        everywhere, made = await cached_payloads(tree)
        return everywhere, {**made, GAME: {**made[GAME], "description": "Otherwise."}}

    monkeypatch.setattr(registration, "payloads", changed)
    bare.bot.group_reconciler = group_reconciler.GroupReconciler(bare.bot.tree, bare.bot.service.command_groups)
    assert await register_due_groups(bare) == 1
    assert registered_commands(bare) == [GROUP, "greet"]
    found = bare.env.backend.find_command(GROUP, bare.guild.id)
    assert found is not None
    assert found["description"] == "Otherwise."
    assert await register_due_groups(bare) == 0


async def test_a_refusal_does_no_harm_and_is_tried_again(
    bare: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[int] = []

    async def refuse(_application: int, guild_id: int, _payload: Any) -> Any:
        asked.append(guild_id)
        status, code = answers.pop(0)
        answer = SimpleNamespace(status=status, reason="")
        raise discord.HTTPException(answer, {"code": code, "message": "no"})  # type: ignore[arg-type]

    await bare.start(2)
    refusals = (
        (403, 50001, UP_TO_DATE_INTERVAL),
        (404, 10004, UP_TO_DATE_INTERVAL),
        (400, 30032, UP_TO_DATE_INTERVAL),
        (429, 0, REFUSED_RETRY),
        (503, 0, REFUSED_RETRY),
    )
    answers = [(status, code) for status, code, _ in refusals]
    with monkeypatch.context() as patch, caplog.at_level(logging.WARNING, "bot.discord"):
        patch.setattr(bare.bot.http, "upsert_guild_command", refuse)
        for *_, seconds in refusals:
            for time in (0, round(seconds) - 1):
                bare.clock.time += time
                assert await register_due_groups(bare) == 0
            bare.clock.time += 1
    assert asked == [bare.guild.id] * len(refusals)
    told = [one for one in caplog.records if "panels do the same" in one.getMessage()]
    assert [vars(one)["reason"] for one in told] == [f"{status} {code} no" for status, code, _ in refusals]
    caplog.clear()
    assert (await bare.info()).status == "playing"
    assert await register_due_groups(bare) == 1
    assert registered_commands(bare) == [GROUP, "greet"]


async def test_nothing_stops_the_keeper(bare: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> Any:
        raise error

    await bare.open_lobby(1)
    faults = (
        # These errors concern the whole bot, so they end the current round without marking any server as refusing.
        *(
            (RateBudgetExhausted(10.0), WORK_LEFT_INTERVAL),
            (TimeoutError(), WORK_LEFT_INTERVAL),
            (ValueError("a fault of ours"), REFUSED_INTERVAL),
        ),
        (discord.RateLimited(900.0), group_reconciler.IDLE_INTERVAL),
    )
    with monkeypatch.context() as patch:
        patch.setattr(bare.bot.http, "upsert_guild_command", fail)
        for error, seconds in faults:
            while (told := await bare.bot.group_reconciler.run_once()) == 0.0:
                pass
            assert told == seconds, error
    assert "a fault of ours" in bare.errors.found.pop()
    bare.clock.time += 899
    assert await register_due_groups(bare) == 0
    bare.clock.time += 1
    assert await register_due_groups(bare) == 1


async def test_a_follower_waits_for_the_leader(bare: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    class Taken:
        async def __aenter__(self) -> bool:
            return False

        async def __aexit__(self, *_: object) -> None: ...

    await bare.open_lobby(1)
    monkeypatch.setattr(bare.bot.service.command_groups, "try_lock", Taken)
    assert await bare.bot.group_reconciler.run_once() == group_reconciler.BUSY_INTERVAL
    assert registered_commands(bare) == ["greet"]


async def test_matches_that_run_at_the_first_start_get_their_groups_one_after_another(
    bare: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    monkeypatch.setattr(group_reconciler, "REGISTRATION_PAUSE", 2.0)
    monkeypatch.setattr(group_reconciler, "asyncio", SimpleNamespace(sleep=pause))
    others = [name for name in rules.GAMES if name != GAME]
    await bare.open_lobby(1)
    for game in others:
        await bare.slash(bare.people[1], "match new", bare.guild.create_text_channel(game), game=game)
    assert await register_due_groups(bare) == len(rules.GAMES)
    assert pauses == [2.0] * len(rules.GAMES)
    assert registered_commands(bare) == sorted(["greet", *(game.command for game in rules.GAMES.values())])


async def test_a_returning_server_gets_its_groups_again(bare: Room) -> None:
    await bare.open_lobby(1)
    assert await register_due_groups(bare) == 1
    guild = bare.bot.get_guild(bare.guild.id)
    assert guild is not None
    await bare.bot.on_guild_join(guild)
    assert await register_due_groups(bare) == 1
