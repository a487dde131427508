"""`/match board` shows the board, or an enlarged part of it, only to the user of the command."""

from __future__ import annotations

from typing import Any

import render
from tests.discord.room import Room, components


def menu(shown: Any) -> dict[str, Any]:
    (found,) = [item for item in components(shown) if item["custom_id"].startswith("t1:parts:")]
    return found


async def test_each_part_is_shown_in_the_place_of_the_board(room: Room) -> None:
    await room.start()
    watcher, match = room.people[4], await room.match()
    shown = (await room.slash(watcher, "match board")).response
    assert shown.flags.ephemeral
    parts = {option["value"]: option["label"] for option in menu(shown)["options"]}
    assert parts == {"board": "The whole board", **render.part_names(match.view(None))}
    for part, name in list(parts.items())[1:]:
        await room.select(watcher, shown, [part], menu(shown)["custom_id"])
        (picture,) = shown.attachments
        assert picture.filename == f"{part}.png"
        assert picture.description.startswith(f"{name}. ")
        assert [one["value"] for one in menu(shown)["options"] if one.get("default")] == [part]
    await room.select(watcher, shown, ["board"], menu(shown)["custom_id"])
    assert [picture.filename for picture in shown.attachments] == ["board.png"]


async def test_a_part_that_is_none_is_refused(room: Room) -> None:
    await room.start()
    who = room.people[0]
    shown = (await room.slash(who, "match board")).response
    room.press(who, shown, menu(shown)["custom_id"], ["foe"])
    await room.settle()
    assert [picture.filename for picture in shown.attachments] == ["board.png"]


async def test_the_menu_is_in_the_askers_language(room: Room) -> None:
    await room.start()
    who = room.people[0]
    await room.bot.service.people.set_language(who.id, "hu")
    shown = (await room.slash(who, "match board")).response
    assert menu(shown)["placeholder"] == "Részlet nagyítása"
    assert "Helyszínek" in [option["label"] for option in menu(shown)["options"]]
