"""The rate limit: users who press faster than anyone needs to must wait a moment, without delaying anyone else."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

from bot.app.settings import Settings
from bot.discord.http.user_rate_limit import AUTOCOMPLETE_FACTOR, WINDOW_SECONDS, RateLimit
from tests.discord.room import Room, open_room
from tests.hostile.hostile_events import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    FORM,
    LATER_WORDS,
    WORDS,
    Attacker,
    command_data,
)

MOST = 5
GAME = "edge_of_darkness"


@pytest_asyncio.fixture
async def room(tmp_path: Path, plain_pictures: None) -> AsyncIterator[Room]:
    async with open_room(tmp_path / "tenebrae.sqlite", pace=MOST) as made:
        await made.slash(made.people[0], "match new", game=GAME)
        yield made


def test_a_person_may_do_so_much_in_ten_seconds_and_then_waits_for_the_rest_of_them() -> None:
    now = 100.0
    limit = RateLimit(lambda: 3, lambda: now)
    assert [limit.acquire(1) for _ in range(3)] == [0, 0, 0]
    now += 4
    assert limit.acquire(1) == WINDOW_SECONDS - 4
    assert limit.acquire(2) == 0
    # Refused presses don't count towards the limit, so it is enough to wait as long as the refusal says.
    now += WINDOW_SECONDS - 4
    assert [limit.acquire(1) for _ in range(4)] == [0, 0, 0, WINDOW_SECONDS]


def test_a_steady_hand_never_waits() -> None:
    now = 0.0
    limit = RateLimit(lambda: Settings.model_fields["pace"].default, lambda: now)
    for _ in range(500):
        # Even three presses a second for minutes are allowed, although no one could read the answers that fast.
        assert limit.acquire(1) == 0
        now += 1 / 3


def test_only_the_last_ten_seconds_and_a_limited_number_of_people_are_remembered() -> None:
    now = 0.0
    limit = RateLimit(lambda: 3, lambda: now, people=50)
    for person in range(1000):
        limit.acquire(person)
    assert len(limit) == 50
    now += WINDOW_SECONDS
    limit.acquire(-1)
    assert len(limit) == 1


def test_no_limit_is_none() -> None:
    limit = RateLimit(lambda: 0)
    assert not any(limit.acquire(1) for _ in range(1000))
    assert len(limit) == 0


async def send(attacker: Attacker, who: int, kind: int) -> Any:
    room = attacker.room
    option = {"name": "words", "type": 3, "value": "tower"}
    game = {"name": "game", "type": 3, "value": GAME}
    data: dict[int, Any] = {
        COMMAND: command_data(("rules",), [option, game], {}),
        AUTOCOMPLETE: command_data(("rules",), [option | {"focused": True}, game], {}),
        COMPONENT: {"custom_id": "t1:join:1", "component_type": 2},
        FORM: {"custom_id": "t1:nothing", "components": []},
    }
    message = room.lobby() if kind == COMPONENT else None
    return await attacker.send(room.people[who], kind, data[kind], room.table, message)


async def test_too_much_is_answered_with_how_long_to_wait_and_does_nothing(room: Room) -> None:
    with Attacker(room) as attacker:
        for _ in range(MOST):
            assert (await send(attacker, 1, COMMAND)).kinds == (LATER_WORDS,)
        reads = room.store.read
        room.store.read = None  # type: ignore[assignment]  # any access to the store would fail now
        for kind in (COMMAND, COMPONENT, FORM):
            answer = await send(attacker, 1, kind)
            assert answer.kinds == (WORDS,)
            assert len(answer.told) == 1
            assert re.search(r"Try again in \d+ seconds?\.$", answer.told[0])
            assert attacker.is_ours(answer.told[0])
        room.store.read = reads
        assert [seat.name for seat in (await room.info()).seats] == ["Ana"]
        # Other users aren't delayed, and this user must wait only as long as the refusal says.
        assert (await send(attacker, 2, COMMAND)).kinds == (LATER_WORDS,)
        await room.env.advance_time(WINDOW_SECONDS)
        await send(attacker, 1, COMPONENT)
        assert [seat.name for seat in (await room.info()).seats] == ["Ana", "Bence"]
        assert attacker.logged.found == []


async def test_suggestions_are_counted_apart(room: Room) -> None:
    with Attacker(room) as attacker:
        found = [await send(attacker, 1, AUTOCOMPLETE) for _ in range(MOST * AUTOCOMPLETE_FACTOR + 2)]
        assert {answer.kinds for answer in found} == {(CHOICES,)}
        sent = [one.json or {} for one in room.env.http_requests if one.path.endswith("/callback")]
        shown = [body["data"]["choices"] for body in sent if body["type"] == CHOICES]
        assert [bool(choices) for choices in shown] == [True] * MOST * AUTOCOMPLETE_FACTOR + [False] * 2
        assert (await send(attacker, 1, COMMAND)).kinds == (LATER_WORDS,)


async def test_the_person_is_told_in_the_language_of_their_discord(room: Room) -> None:
    room.locales[room.people[1].id] = "hu"
    with Attacker(room) as attacker:
        for _ in range(MOST):
            await send(attacker, 1, COMMAND)
        answer = await send(attacker, 1, COMMAND)
        assert attacker.is_ours(answer.told[0])
        assert attacker.spoken[-1] == "hu"
