"""Forged interactions that random attacks would rarely produce: each gets a one-sentence answer and has no effect."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.hostile.hostile_events import (
    COMMAND,
    COMPONENT,
    FORM,
    LATER_WORDS,
    SHOWS_FORM,
    Answer,
    Attacker,
    command_data,
)

GAME = "aevum_haeresis"


@pytest_asyncio.fixture
async def room(tmp_path: Path, plain_pictures: None) -> AsyncIterator[Room]:
    """The bot on a simulated Discord, with the lobby of a game that has long lists, numeric fields and decks."""
    async with open_room(tmp_path / "tenebrae.sqlite") as made:
        await made.slash(made.people[0], "match new", game=GAME)
        yield made


@pytest.fixture
def attacker(room: Room) -> Iterator[Attacker]:
    with Attacker(room) as made:
        yield made
        assert made.logged.found == []


async def options(room: Room) -> Any:
    """Open the lobby's option panel; return its message."""
    return (await room.click(room.people[0], room.lobby(), label="Options")).response


async def press(attacker: Attacker, who: int, custom_id: str, message: Any, *values: str) -> Answer:
    room = attacker.room
    data = {"custom_id": custom_id, "component_type": 3 if values else 2} | ({"values": values} if values else {})
    return await attacker.send(room.people[who], COMPONENT, data, room.table, message)


async def test_a_number_as_long_as_a_custom_id_leads_to_none_that_is_longer(attacker: Attacker) -> None:
    room = attacker.room
    await room.bot.service.lobby.set_options((await room.info()).id, room.people[0].id, {"pace": "uniform"})
    custom_id = "t1:ask:1:half_minutes:"
    answer = await press(attacker, 0, custom_id + "9" * (100 - len(custom_id)), await options(room))
    assert answer.kinds == (SHOWS_FORM,)
    # No assertion is needed: if the form were invalid, the room would raise an error when it closes.


@pytest.mark.parametrize("number", ["9" * 4000, "-" + "9" * 30, "", "1e3", "²", "nan"])
async def test_a_monstrous_number_in_a_form_is_refused(attacker: Attacker, number: str) -> None:
    room = attacker.room
    before = await room.info()
    data = {
        "custom_id": "t1:number:1:half_minutes:0",
        "components": [{"type": 18, "component": {"type": 4, "custom_id": "value", "value": number}}],
    }
    answer = await attacker.send(room.people[0], FORM, data, room.table, await options(room))
    assert answer.refused
    assert attacker.is_ours(answer.told[0])
    assert (await room.info()).options == before.options


async def test_a_panel_answers_only_its_owner(attacker: Attacker) -> None:
    room = attacker.room
    await room.slash(room.people[1], "match join")
    await room.slash(room.people[0], "match start")
    panel = (await room.slash(room.people[0], "act")).response
    before = message_text(panel)
    for item in components(panel):
        answer = await press(attacker, 1, item["custom_id"], panel)
        assert answer.refused, item
        assert attacker.is_ours(answer.told[0])
    assert message_text(panel) == before


async def test_a_language_that_is_not_offered_changes_nothing(attacker: Attacker) -> None:
    room = attacker.room
    for mine, match in (("xx", None), ("hu", "xx"), ("hu", "auto")):
        chosen = {"mine": mine} | ({"match": match} if match else {})
        options = [{"name": name, "type": 3, "value": value} for name, value in chosen.items()]
        answer = await attacker.send(room.people[0], COMMAND, command_data(("settings",), options, {}), room.table)
        assert answer.told == ("I don't speak that language.",)
    shown = private_answer(await room.slash(room.people[0], "settings"))
    assert "Language of my answers to you**\nEnglish" in shown


async def test_a_command_for_servers_is_refused_in_private(attacker: Attacker) -> None:
    room = attacker.room
    who = room.people[0]
    data = command_data(("match", "new"), [{"name": "game", "type": 3, "value": GAME}], {})
    answer = await attacker.send(who, COMMAND, data, who.user.dm_channel)
    assert answer.told == ("This only works in a server channel.",)


@pytest.mark.parametrize("custom_id", ["x", "t2:act:1", "t1:act", "t1:nothing:1", "t1:act:1:\n", "t1:ACT:1", "\u0000"])
async def test_a_custom_id_of_no_form_of_ours_is_told_to_be_old(attacker: Attacker, custom_id: str) -> None:
    room = attacker.room
    for data in ({"component_type": 2}, {"component_type": 5, "values": ["1"]}):
        answer = await attacker.send(
            room.people[1], COMPONENT, {"custom_id": custom_id} | data, room.table, room.lobby()
        )
        assert "out of date" in answer.told[0]
    answer = await attacker.send(room.people[1], FORM, {"custom_id": custom_id, "components": []}, room.table)
    assert "out of date" in answer.told[0]


async def test_a_command_of_another_time_is_answered(tmp_path: Path) -> None:
    # The bot has reported these errors to the users, but the simulation raises them once more when the room closes.
    with pytest.raises(ExceptionGroup, match="3 error"):  # noqa: PT012
        async with open_room(tmp_path / "tenebrae.sqlite") as room:
            with Attacker(room) as attacker, room.env.time_context():
                for path in (("nothing",), ("match", "nothing"), ("deck",)):
                    answer = await attacker.send(room.people[1], COMMAND, command_data(path, [], {}), room.table)
                    assert answer.told[0].startswith("I don't know that command")
                assert attacker.logged.found == []


@pytest.mark.parametrize(("path", "name", "read"), [("rules", "words", 200), ("card", "name", 100)])
async def test_only_the_beginning_of_a_look_up_counts(attacker: Attacker, path: str, name: str, read: int) -> None:
    """A look-up compares only the beginning of a long text, since comparing all 6000 letters would block the bot."""
    room = attacker.room
    begun, answers = "Blightsower " + "draft " * 40, set[tuple[str, ...]]()
    for typed in (begun[:read], begun[:read] + "guild tower threat " * 300):
        options = [{"name": name, "type": 3, "value": typed}, {"name": "game", "type": 3, "value": GAME}]
        answer = await attacker.send(room.people[1], COMMAND, command_data((path,), options, {}), room.table)
        assert answer.kinds == (LATER_WORDS,)
        answers.add(answer.told)
    assert len(answers) == 1
