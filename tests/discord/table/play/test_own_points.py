"""Players see how they stand: a line in the panel of a first match, the button *How I stand* in other matches."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from simcord.actors import MemberActor

import rules
from bot.matches.own_points import turn_start
from bot.matches.service_results import LogEntry
from bot.store.statements import matches
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests.discord.room import Room, both_doors, components, message_text, open_room, private_answer

LINE = "If the game had ended at the start of this turn: "
#: The custom_ids of the lobby's menus for the preset and for the points.
PRESET, POINTS = "t1:set:1:preset:0", "t1:set:1:standing:0"


def labels(panel: Any) -> list[str]:
    return [item["label"] for item in components(panel) if item.get("label")]


async def started(room: Room, *, first: bool, shown: bool = True, players: int = 2) -> MemberActor:
    """Start a match and return the player who must act."""
    await room.open_lobby(players)
    host = room.people[0]
    panel = (await room.click(host, room.lobby(), label="Options")).response
    if not first:  # a new lobby has the options of a first match
        await room.select(host, panel, ["usual"], PRESET)
    if not shown:
        await room.select(host, panel, ["off"], POINTS)
    await room.click(host, room.lobby(), label="Start")
    return await room.to_move()


async def points_of(room: Room, seat: int) -> list[str]:
    """Return the lines that the position on the table gives for a seat, as name and value."""
    match = await room.match()
    count = match.game.own_points
    if not count(match, seat):
        return []
    return [f"{name}: {value}" for name, value in match.game.own_points_text(Translator(), count(match, seat))]


async def page(room: Room, who: MemberActor) -> str:
    """Open a player's panel, press *How I stand*, and return the text without bold marks."""
    panel = (await room.slash(who, "act")).response
    shown = await room.tool(who, panel, "How I stand")
    return message_text(shown.response).replace("**", "")


def line_in(panel: Any) -> str:
    return next((line for line in message_text(panel).splitlines() if LINE in line), "")


async def seat_of(room: Room, who: MemberActor) -> int:
    seat = (await room.info()).seat_of(who.id)
    assert seat is not None
    return seat


async def act(room: Room, who: MemberActor) -> None:
    """Make the first possible move for a player, past the panel."""
    table = await room.now()
    decision = table.match.decisions()[await seat_of(room, who)]
    await room.bot.service.play.act(table.info.id, who.id, decision.actions[0])
    await room.bot.wait_until_idle()


@both_doors
async def test_the_panel_of_a_first_match_has_a_line_and_no_button(room: Room) -> None:
    who = await started(room, first=True)
    panel = (await room.slash(who, "act")).response
    told = line_in(panel).replace("**", "")
    for line in await points_of(room, await seat_of(room, who)):
        assert line.replace(":", "") in told
    await room.more(who, panel)
    assert "How I stand" not in labels(panel)


@both_doors
async def test_another_match_has_a_page_behind_a_button(room: Room) -> None:
    who = await started(room, first=False)
    assert not line_in((await room.slash(who, "act")).response)
    told = await page(room, who)
    assert "At the start of this turn" in told
    for line in await points_of(room, await seat_of(room, who)):
        assert line in told


@both_doors
async def test_the_points_stay_while_a_player_tries_moves_and_takes_them_back(room: Room) -> None:
    who = await started(room, first=False)
    seat, info = await seat_of(room, who), await room.info()
    undo = room.bot.service.undo
    before, worth, tried = await page(room, who), await points_of(room, seat), set[str]()
    for _ in range(2):
        while seat in (await room.match()).decisions():
            await act(room, who)
            tried.add(str(await points_of(room, seat)))
            assert await page(room, who) == before
        while await undo.can_take_back(await room.now(), seat):
            await undo.take_back(info.id, who.id)
            assert await page(room, who) == before
    assert tried - {str(worth)}, "no move changed the points"


async def test_the_points_are_those_before_the_next_turn(room: Room) -> None:
    who = await started(room, first=False)
    seat = await seat_of(room, who)
    while await room.to_move() == who:
        await act(room, who)
    other = await room.to_move()
    while await room.to_move() == other:
        await act(room, other)
    told = await page(room, who)
    for line in await points_of(room, seat):
        assert line in told


@both_doors
async def test_a_table_can_turn_the_points_off(room: Room) -> None:
    who = await started(room, first=False, shown=False)
    panel = (await room.slash(who, "act")).response
    await room.more(who, panel)
    assert "How I stand" not in labels(panel)
    await room.restart()
    assert not line_in((await room.slash(who, "act")).response)


async def test_the_lobby_says_that_the_points_are_off_and_only_the_host_changes_that(room: Room) -> None:
    await room.open_lobby(2)
    host, guest = room.people[:2]
    panel = (await room.click(host, room.lobby(), label="Options")).response
    await room.select(host, panel, ["off"], POINTS)
    assert "**How I stand:** not shown in this match." in message_text(room.lobby())
    for_guest = (await room.click(guest, room.lobby(), label="Options")).response
    assert "**How I stand:** not shown in this match." in message_text(for_guest)
    with pytest.raises(Refusal):
        await room.bot.service.lobby.set_own_points((await room.info()).id, guest.id, shown=True)
    await room.select(host, panel, ["on"], POINTS)
    assert "How I stand" not in message_text(room.lobby())


async def test_a_button_from_before_the_points_were_turned_off_says_so(room: Room) -> None:
    who = await started(room, first=False)
    panel = (await room.slash(who, "act")).response
    await room.more(who, panel)
    async with room.bot.service.matches.store.write() as tx:
        await matches.set_own_points(tx, (await room.info()).id, shown=False)
    told = private_answer(await room.click(who, panel, label="How I stand"))
    assert "button" in told


@pytest.mark.parametrize("name", ["edge_of_darkness", "dark_providence", "aevum_haeresis"])
async def test_every_game_shows_the_points(name: str, tmp_path: Path) -> None:
    async with open_room(tmp_path / "one.sqlite", {name: rules.GAMES[name]}, luck="a room", painted=False) as room:
        who = await started(room, first=False)
        if not await points_of(room, await seat_of(room, who)):
            assert "There are no points yet." in await page(room, who)
        for _ in range(60):
            if await points_of(room, 0) and await room.to_move() == room.people[0]:
                break
            await act(room, await room.to_move())
        told = await page(room, room.people[0])
        assert "At the start of this turn" in told
        for line in await points_of(room, 0):
            assert re.sub(r":.*", ":", line) in told


# -- the start of a turn ----------------------------------------------------------------------------------------


def entry(seq: int, seat: int | None, *, kind: str = "act", known: bool = True, **more: Any) -> LogEntry:
    return LogEntry(seq, 0, seat, more.pop("events", []), kind, known=known, **more)


class Began:
    """An event that begins a turn."""


def test_a_turn_starts_after_the_last_move_of_another_seat_that_the_player_may_know() -> None:
    log = [entry(1, None, kind="start"), entry(2, 1), entry(3, 0), entry(4, 1, known=False), entry(5, 0, kind="order")]
    assert turn_start(log, 0, ()) == 2
    assert turn_start([*log, entry(6, None, kind="export"), entry(7, 1, kind="away")], 0, ()) == 2
    assert turn_start([*log, entry(6, 1)], 0, ()) == 6
    assert turn_start(log[2:3], 0, ()) is None


def test_moves_that_were_taken_back_do_not_count() -> None:
    log = [entry(1, None, kind="start"), entry(2, 0), entry(3, 1), entry(4, 1, kind="undo", restores=2)]
    assert turn_start(log, 0, ()) == 1
    assert turn_start([*log, entry(5, 0)], 0, ()) == 1


def test_a_move_that_leads_to_the_next_turn_ends_the_earlier_one() -> None:
    body: Any = Began()
    log = [entry(1, None, kind="start"), entry(2, 0, events=[Event(EVERYONE, body)]), entry(3, 0)]
    assert turn_start(log, 0, (Began,)) == 2  # type: ignore[arg-type]
    assert turn_start(log, 0, ()) == 1
