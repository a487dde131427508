"""A panel uploads its picture once. Edits of the panel refer to the picture by its latest URL from Discord."""

from __future__ import annotations

from typing import Any

from simcord.components import walk_components

from bot.table.play.panel_handlers import ADDRESS_LIFETIME
from tests.discord.room import Room

GALLERY = 12


def gallery(body: dict[str, Any]) -> tuple[str, str]:
    """Return the URL and the alt text of a message's picture."""
    (item,) = (one for part in walk_components(body["components"]) if part["type"] == GALLERY for one in part["items"])
    return item["media"]["url"], item.get("description") or ""


def edits(room: Room, since: int) -> list[dict[str, Any]]:
    """Return the bodies of all requests from index `since` that edit answers to interactions."""
    sent = room.env.http_requests[since:]
    return [one.json for one in sent if one.method == "PATCH" and one.path.startswith("/webhooks/")]


async def opened(room: Room) -> tuple[Any, Any, str]:
    """Start a match and open the panel of the player to act; return player, panel and the refresh custom_id."""
    await room.start(2)
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    return who, panel, f"t1:panel:{(await room.info()).id}"


async def press(room: Room, who: Any, panel: Any, custom_id: str) -> dict[str, Any]:
    since = len(room.env.http_requests)
    room.press(who, panel, custom_id)
    await room.settle()
    return edits(room, since)[-1]


async def test_a_picture_is_shown_again_by_the_address_in_the_pressed_message(room: Room) -> None:
    who, panel, again = await opened(room)
    fresh, told = gallery(await press(room, who, panel, again))
    assert told
    known = room.bot.sent_pictures[panel.id]
    room.bot.sent_pictures[panel.id] = known._replace(
        address="https://cdn.discordapp.com/attachments/1/2/choice.png?ex=5"
    )
    body = await press(room, who, panel, again)
    assert gallery(body) == (fresh, told)
    assert "attachments" not in body


async def test_a_group_of_choices_keeps_the_words_of_its_picture(room: Room) -> None:
    who, panel, again = await opened(room)
    _, told = gallery(await press(room, who, panel, again))
    menu = next(one for one in walk_components(panel.components) if one.get("options"))
    mark = menu["custom_id"].split(":")[4]
    body = await press(room, who, panel, f"t1:group:{(await room.info()).id}:{await seat(room, who)}:{mark}:0:0")
    assert gallery(body)[1] == told


async def seat(room: Room, who: Any) -> int:
    found = (await room.info()).seat_of(who.id)
    assert found is not None
    return found


async def test_a_picture_whose_address_may_have_run_out_is_uploaded_again(room: Room) -> None:
    who, panel, again = await opened(room)
    await press(room, who, panel, f"t1:told:{(await room.info()).id}:0")
    room.clock.time += ADDRESS_LIFETIME
    body = await press(room, who, panel, again)
    assert gallery(body)[0].startswith("attachment://")
    assert body["attachments"]
