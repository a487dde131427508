"""`/table pace` sets the clock of a match."""

from __future__ import annotations

from bot.matches.clocks.time_control import DEFAULT_BANK, DEFAULT_INCREMENT, OnTimeout, TimeControl, TimeControlKind
from tests.discord.room import Room, message_text, private_answer

HOURS = 3600


async def test_the_host_chooses_a_clock_and_the_lobby_tells_it(room: Room) -> None:
    await room.open_lobby(2)
    host, guest = room.people[:2]
    told = private_answer(await room.slash(host, "table pace", clock="steady", hours=36, end="turn"))
    assert "**Pace:** steady, 36 h for each turn." in told
    assert "**When time runs out:** A computer plays this turn." in told
    assert TimeControl.from_json((await room.info()).pace) == TimeControl(
        TimeControlKind.STEADY, 36 * HOURS, end=OnTimeout.TURN
    )
    await room.settle()
    assert "**Pace:** steady, 36 h for each turn." in message_text(room.lobby())
    assert "Only the player who opened the table" in private_answer(
        await room.slash(guest, "table pace", clock="friendly")
    )
    assert "a bank of 5 days, with 12 h back" in private_answer(await room.slash(host, "table pace", clock="bank"))
    assert TimeControl.from_json((await room.info()).pace) == TimeControl(
        TimeControlKind.BANK, DEFAULT_BANK, DEFAULT_INCREMENT
    )
    assert "with no deadlines" in private_answer(await room.slash(host, "table pace", clock="friendly"))
    assert (await room.info()).pace == {}


async def test_a_match_that_has_begun_keeps_its_pace(room: Room) -> None:
    await room.start(2)
    told = private_answer(await room.slash(room.people[0], "table pace", clock="steady"))
    assert "already begun" in told
    assert (await room.info()).pace == {}
