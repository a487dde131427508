"""A user can choose the same menu entry repeatedly, because the menu gets a new custom_id after each choice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import discord
import pytest

import rules
from bot.discord.custom_ids import TEMPLATE
from bot.discord.ui import controls
from bot.discord.ui.menu_reset import rename_menus
from tests import database_access
from tests.computers.in_process_chooser import InProcessChooser
from tests.discord.features.replays.test_commands import END, board_position, tiny
from tests.discord.room import Room, components, message_text, open_room
from tests.discord.tiny_room import open_tiny_room
from tests.edge_of_darkness.table import after_prologue
from tests.game_helpers import asked
from tests.matches.tiny_game import Done


def menu(message: Any, verb: str, last: str = "") -> dict[str, Any]:
    """Return the menu whose custom_id has this verb and last argument, ignoring the part after "~"."""
    for item in components(message):
        parts = item["custom_id"].partition("~")[0].split(":")
        if item["type"] == 3 and parts[1] == verb and (not last or parts[-1] == last):
            return item
    raise AssertionError(f"no menu {verb}")


async def choose(room: Room, who: Any, message: Any, verb: str, value: str, last: str = "") -> Any:
    return (await room.select(who, message, [value], menu(message, verb, last)["custom_id"])).response


@asynccontextmanager
async def read_only(room: Room) -> AsyncIterator[None]:
    """Make the database read-only during the block; fail if the bot logs any error that isn't about that."""
    await database_access.pragma(room.store, "query_only = ON")
    yield
    await database_access.pragma(room.store, "query_only = OFF")
    assert all("read-only" in line for line in room.errors.found)
    room.errors.found.clear()


# -- names ------------------------------------------------------------------------------------------------------------


class FakePress:
    """A stand-in for a press's interaction that has only the attributes `rename_menus` reads."""

    def __init__(self, custom_id: str, values: list[str], number: int) -> None:
        self.data, self.id = {"custom_id": custom_id, "values": values}, number


def shown(*, chosen: str = "") -> Any:
    """Return a layout with a menu of the entries "a" and "b", of which `chosen` (if given) is preselected."""
    entries = [controls.option(value, value, default=value == chosen) for value in ("a", "b")]
    return controls.layout(controls.row(controls.select("Which?", entries, "order", 7, "fights")))


def name(view: Any) -> str:
    return next(item.custom_id for item in view.walk_children() if getattr(item, "custom_id", None))


def test_a_menu_has_another_name_each_time_it_comes_back() -> None:
    names = [name(shown())]
    for number in range(3):
        view = shown()
        assert rename_menus(view, FakePress(names[-1], ["a"], 1_000 + number))  # type: ignore[arg-type]
        names.append(name(view))
    assert len(set(names)) == 4
    found = [TEMPLATE.fullmatch(one) for one in names]
    assert {(one["verb"], one["args"]) for one in found if one} == {("order", "7:fights")}, "all do the same"


def test_a_menu_that_shows_the_choice_keeps_its_name_and_any_that_shows_none_gets_another() -> None:
    kept = shown(chosen="a")
    assert not rename_menus(kept, FakePress("t1:order:7:fights", ["a"], 5))  # type: ignore[arg-type]
    assert name(kept) == "t1:order:7:fights"
    for view, press in (
        (shown(), ("t1:order:7:others", ["a"])),  # another menu was used; this one may show an old choice
        (shown(chosen="b"), ("t1:order:7:fights", ["a"])),  # the menu shows "b", although the user chose "a"
    ):
        rename_menus(view, FakePress(*press, 5))  # type: ignore[arg-type]
        assert name(view) != "t1:order:7:fights"


# -- repeated entries -------------------------------------------------------------------------------------------------


async def parts(room: Room) -> None:
    await room.start()
    who = room.people[4]
    board = (await room.slash(who, "match board")).response
    part = menu(board, "parts")["options"][1]["value"]
    for value in (part, "board", part):
        await choose(room, who, board, "parts", value)
        assert [one["value"] for one in menu(board, "parts")["options"] if one.get("default")] == [value]


async def orders(room: Room) -> None:
    await room.adopt(after_prologue(3))
    now, _ = asked(await room.match())
    who = await room.seated((now + 1) % 3)
    page = (await room.slash(who, "orders")).response
    for _ in range(2):
        await choose(room, who, page, "ordergroup", "draft")
        await room.click(who, page, label="Back")
    await choose(room, who, page, "ordergroup", "draft")
    prefs = menu(page, "order")["options"][0]["value"]
    for _ in range(2):
        await choose(room, who, page, "order", prefs)
        await room.click(who, page, label="Start over")
    await choose(room, who, page, "order", prefs)
    assert "1. " in menu(page, "order")["options"][0]["label"]


async def asks(room: Room) -> None:
    await room.start()
    who = await room.seated(0)
    page = (await room.tool(who, (await room.slash(who, "act")).response, "Ask the table")).response
    async with read_only(room):
        await choose(room, who, page, "asks", "3", "pause")
    await choose(room, who, page, "asks", "3", "pause")
    assert "I've asked them in the channel" in message_text(page)


async def awayuntil(room: Room) -> None:
    who = room.people[0]
    page = (await room.slash(who, "away")).response
    day = menu(page, "awayuntil")["options"][0]["value"]
    async with read_only(room):
        await choose(room, who, page, "awayuntil", day)
    await choose(room, who, page, "awayuntil", day)
    assert "You're away" in message_text(page)


async def ownercap(room: Room) -> None:
    emil = room.people[4]
    page = (await room.slash(emil, "owner")).response
    await room.click(emil, page, label="Limits")
    await choose(room, emil, page, "ownercap", "pace")  # the user closes the form that this opens
    for _ in range(2):
        form = await room.select(emil, page, ["pace"], menu(page, "ownercap")["custom_id"])
        await emil.submit_modal(form, {"value": "7"})
        assert "**7**" in message_text(page)


async def myhour(room: Room) -> None:
    await room.open_lobby(2)
    who: Any = room.people[1].user
    for _ in range(2):
        asked_for = await choose(room, who, room.welcomes(room.people[1])[0], "myhour", "5")
        assert "Which city has the same time as you?" in message_text(asked_for)


@pytest.mark.parametrize("twice", [parts, orders, asks, awayuntil, ownercap, myhour])
async def test_the_same_entry_is_chosen_twice(owned: Room, twice: Callable[[Room], Awaitable[None]]) -> None:
    await twice(owned)


async def test_the_same_deck_is_brought_to_a_cup_twice(tmp_path: Path) -> None:
    games = {"aevum_haeresis": rules.GAMES["aevum_haeresis"]}
    async with open_room(
        tmp_path / "t.sqlite", games, chooser=InProcessChooser(games), luck="sealed", painted=False
    ) as room:
        ana = room.people[0]
        await room.slash(ana, "cup open", name="Winter Cup")
        page = (await room.slash(ana, "cup enter")).response
        deck = menu(page, "cupdeck")["options"][0]["value"]
        await choose(room, ana, page, "cupdeck", deck)
        await room.click(ana, page, label="Deck")
        await choose(room, ana, page, "cupdeck", deck)
        assert "as it is now" in message_text(page)


async def test_the_same_board_is_opened_twice_from_the_log_and_in_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with tiny(tmp_path, monkeypatch, *END) as room:
        dora = room.people[3]
        log = (await room.slash(dora, "match log")).response
        line = menu(log, "replaylog")["options"][0]["value"]
        first, second = [await choose(room, dora, log, "replaylog", line) for _ in range(2)]
        assert board_position(first) == board_position(second)
        assert first.id != second.id
        point = menu(first, "replay", "point")["options"][0]["value"]
        for _ in range(2):
            await choose(room, dora, first, "replay", point, "point")
            assert board_position(first) == f"Board {int(point) + 1} of 5"
        begins = menu(first, "replay", "round")["options"][-1]["value"]
        for _ in range(2):
            await choose(room, dora, first, "replay", begins, "round")
            assert board_position(first) == f"Board {int(begins) + 1} of 5"
            await room.click(dora, first, label="Next")


# -- the board's menu, and a refreshed panel -----------------------------------------------------------------------


async def test_the_private_answer_leads_to_everything_in_the_menu_under_the_board(room: Room) -> None:
    await room.start(2)
    post, who = room.last_call(), room.people[4]
    offered = {one["value"]: one["label"] for one in menu(post, "look")["options"]}
    first = next(value for value in offered if not value.startswith(":"))
    page = await choose(room, who, post, "look", first)
    with pytest.raises(AssertionError, match="Discord sends nothing"):
        await choose(room, who, post, "look", first)
    assert message_text(page).startswith(f"**{offered[first]}**"), "nothing has happened"
    shelves = menu(page, "cards", "parts")["options"]
    found: dict[str, Any] = {}
    for shelf in (*shelves[1:], shelves[0]):
        await choose(room, who, page, "cards", shelf["value"], "parts")
        found |= dict.fromkeys([shelf["label"]])
        cards = [item for item in components(page) if item["type"] == 3][1]
        found |= {one["value"]: one["label"] for one in cards["options"]}
        while any(item.get("label") == "Next" and not item.get("disabled") for item in components(page)):
            await room.click(who, page, label="Next")
            cards = [item for item in components(page) if item["type"] == 3][1]
            found |= {one["value"]: one["label"] for one in cards["options"]}
    missing = [value for value in offered if (offered[value] if value.startswith(":") else value) not in found]
    assert not missing
    cards = [item for item in components(page) if item["type"] == 3][1]
    assert next(one["description"] for one in cards["options"] if one["value"] == first) == "Threat"
    await room.select(who, page, [first], cards["custom_id"])
    assert message_text(page).startswith(f"**{offered[first]}**")


async def test_a_panel_that_was_renewed_while_a_menu_was_renamed_shows_the_present(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tiny_room(tmp_path, monkeypatch, 2, 20) as room:
        await room.click(room.people[0], room.lobby(), label="Start")
        who, fetch = await room.seated(0), discord.Webhook.fetch_message
        panel = (await room.slash(who, "act")).response
        item = next(item for item in components(panel) if item["type"] == 3)

        async def slowly(webhook: Any, number: int, **how: Any) -> Any:
            found = await fetch(webhook, number, **how)
            await room.bot.service.play.act(1, who.id, Done())
            await room.bot.live_panels.check()
            return found

        monkeypatch.setattr(discord.Webhook, "fetch_message", slowly)
        room.press(who, panel, item["custom_id"], ["nothing"])
        await room.settle()
        monkeypatch.undo()
        await room.look()
        assert "It's not your turn." in message_text(panel)
