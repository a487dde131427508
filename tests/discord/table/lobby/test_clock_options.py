"""The host chooses the match's clock in the lobby's option panel, and the lobby shows the chosen clock."""

from __future__ import annotations

from typing import Any

import rules
from bot.app.clock import DAY, HOUR
from bot.matches.clocks.time_control import (
    DEFAULT_BANK,
    DEFAULT_INCREMENT,
    DEFAULT_TURN,
    PRESET_TIME_CONTROLS,
    OnTimeout,
    TimeControl,
    TimeControlKind,
)
from bot.matches.lobby.settings_checks import possible_timeouts
from bot.table.lobby import duration_estimates
from tests.discord.room import Room, components, message_text, private_answer

CLOCK, END = "t1:set:1:clock:0", "t1:set:1:end:0"


async def opened(room: Room, who: int = 0) -> Any:
    return (await room.click(room.people[who], room.lobby(), label="Options")).response


def menu(panel: Any, custom_id: str) -> dict[str, str]:
    """Return a menu's entries as {value: label}; {} if the panel lacks the menu."""
    found = [item for item in components(panel) if item["custom_id"].partition("~")[0] == custom_id]
    return {option["value"]: option["label"] for item in found for option in item["options"]}


def chosen(panel: Any, custom_id: str) -> list[str]:
    (found,) = (item for item in components(panel) if item["custom_id"].partition("~")[0] == custom_id)
    return [option["value"] for option in found["options"] if option.get("default")]


async def pace(room: Room) -> TimeControl:
    return TimeControl.from_json((await room.info()).pace)


async def test_the_host_chooses_a_clock_and_the_lobby_tells_it_with_its_figure(room: Room) -> None:
    await room.open_lobby(3)
    panel = await opened(room)
    assert menu(panel, CLOCK) == {
        "friendly": "Friendly",
        "steady": "48 h a turn",
        "daily": "24 h a turn",
        "bank": "Bank of 5 days",
    }
    assert chosen(panel, CLOCK) == ["friendly"]
    days, visits = duration_estimates.estimate(room.game, 3) or (0, 0)
    for name, wanted, told in (
        ("steady", TimeControl(TimeControlKind.STEADY, DEFAULT_TURN), "steady, 48 h for each turn"),
        ("daily", TimeControl(TimeControlKind.STEADY, DAY), "steady, 24 h for each turn"),
        (
            "bank",
            TimeControl(TimeControlKind.BANK, DEFAULT_BANK, DEFAULT_INCREMENT),
            "a bank of 5 days, with 12 h back each turn",
        ),
    ):
        await room.select(room.people[0], panel, [name], CLOCK)
        assert await pace(room) == wanted
        assert chosen(panel, CLOCK) == [name]
        lobby = message_text(room.lobby())
        assert f"**Pace:** {told}." in lobby
        assert "When time runs out" not in lobby, "only what is unusual is told there"
        assert f"-# 3 players: about {days} days, {visits} visits each." in lobby
    await room.select(room.people[0], panel, ["friendly"], CLOCK)
    assert (await room.info()).pace == {}
    assert f"-# 3 players, friendly pace: about {days} days, {visits} visits each." in message_text(room.lobby())


async def test_a_clock_has_a_menu_for_its_end_that_other_clocks_keep(room: Room) -> None:
    await room.open_lobby(2)
    panel = await opened(room)
    assert menu(panel, END) == {}
    await room.select(room.people[0], panel, ["steady"], CLOCK)
    assert list(menu(panel, END)) == [end.value for end in possible_timeouts(rules.GAMES[room.game])]
    await room.select(room.people[0], panel, ["turn"], END)
    assert await pace(room) == TimeControl(TimeControlKind.STEADY, DEFAULT_TURN, end=OnTimeout.TURN)
    assert "**When time runs out:** A computer plays this turn." in message_text(room.lobby())
    await room.select(room.people[0], panel, ["bank"], CLOCK)
    assert await pace(room) == TimeControl(TimeControlKind.BANK, DEFAULT_BANK, DEFAULT_INCREMENT, OnTimeout.TURN)
    assert chosen(panel, END) == ["turn"]


async def test_a_clock_that_a_command_has_set_stands_among_those_of_the_menu(room: Room) -> None:
    await room.open_lobby(2)
    ana = room.people[0]
    await room.slash(ana, "table pace", clock="steady", hours=36, end="turn")
    panel = await opened(room)
    assert menu(panel, CLOCK)["own"] == "36 h a turn"
    assert chosen(panel, CLOCK) == ["own"]
    room.press(ana, panel, CLOCK, ["own"])
    await room.settle()
    assert await pace(room) == TimeControl(TimeControlKind.STEADY, 36 * HOUR, end=OnTimeout.TURN)
    await room.select(ana, panel, ["daily"], CLOCK)
    assert set(menu(panel, CLOCK)) == set(PRESET_TIME_CONTROLS)


async def test_others_read_the_clock_and_can_change_nothing(room: Room) -> None:
    await room.open_lobby(2)
    bence = room.people[1]
    await room.slash(room.people[0], "table pace", clock="bank")
    panel = await opened(room, 1)
    assert "**Pace:** a bank of 5 days" in message_text(panel)
    for custom_id, value in ((CLOCK, "friendly"), (END, "turn")):
        result = room.press(bence, panel, custom_id, [value])
        await room.settle()
        assert "Only the player who opened the table" in private_answer(result)
    assert await pace(room) == TimeControl(TimeControlKind.BANK, DEFAULT_BANK, DEFAULT_INCREMENT)


async def test_what_no_menu_offers_is_refused_and_so_is_a_match_that_has_begun(room: Room) -> None:
    await room.open_lobby(2)
    ana = room.people[0]
    panel = await opened(room)
    for custom_id, value in ((CLOCK, "glacial"), (END, "glacial"), (CLOCK, "late")):
        result = room.press(ana, panel, custom_id, [value])
        await room.settle()
        assert "out of date" in private_answer(result)
    await room.click(ana, room.lobby(), label="Start")
    result = room.press(ana, panel, CLOCK, ["steady"])
    await room.settle()
    assert "its options can't change" in private_answer(result)
    assert (await room.info()).pace == {}
