"""Nudges between players: where they are posted, what they say, and the buttons that answer them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.notifications.preferences import PingMode
from tests.discord.delivery.test_pings import act, begin, pings_since
from tests.discord.room import Room, components, message_text, private_answer
from tests.discord.tiny_room import open_tiny_room
from tests.matches.tiny_game import Done

HOUR = 3600


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    async with open_tiny_room(tmp_path, monkeypatch, 2, 40) as made:
        yield made


def labels(message: Any) -> list[str]:
    return [item["label"] for item in components(message) if "label" in item]


async def start_overdue_match(room: Room) -> tuple[Any, Any]:
    """Start a match and let 26 hours pass without a move; return the player whose turn it is and another player."""
    await begin(room)
    room.clock.time += 26 * HOUR
    return await room.to_move(), await room.not_to_move()


async def tools(room: Room, who: Any, command: str) -> list[str]:
    """Return the labels of all buttons in the answer to a command, including those behind "More…"."""
    answer = (await room.slash(who, command)).response
    shown = labels(answer)
    await room.more(who, answer)
    return [*shown, *labels(answer)]


async def test_it_names_who_asks_the_game_the_place_and_the_wait(room: Room) -> None:
    who, other = await start_overdue_match(room)
    since = len(room.env.http_requests)
    told = private_answer(await room.slash(other, "table nudge"))
    assert told.startswith(f"I'm asking {who.user.global_name} for you.")
    assert pings_since(room, since) == ([who.id], [])
    post = room.posts()[-1]
    assert message_text(post) == (
        f"<@{who.id}> {other.user.global_name} asks if you can move in Tiny (<#{room.table.id}>)."
        " You've kept the others waiting for 26 h."
    )
    assert labels(post) == ["Your move", "I need until…", "Fewer messages"]
    assert "less than twelve hours ago" in private_answer(await room.slash(other, "table nudge"))
    # The nudge is deleted when the nudged player moves.
    await act(room, Done())
    assert post.id not in [message.id for message in room.posts()]


async def test_the_panel_and_the_status_offer_it_to_the_others_once_it_may_be(room: Room) -> None:
    await begin(room)
    who, other = await room.to_move(), await room.not_to_move()
    for hours, offered in ((11, False), (1, True)):
        room.clock.time += hours * HOUR
        for command in ("act", "match status"):
            assert ("Nudge" in await tools(room, other, command)) == offered
            assert "Nudge" not in await tools(room, who, command)
            assert "Nudge" not in labels((await room.slash(room.people[4], "match status")).response)
    panel = (await room.slash(other, "act")).response
    assert "I'm asking " in private_answer(await room.tool(other, panel, "Nudge"))
    assert "Nudge" not in await tools(room, other, "act")


async def test_who_needs_longer_tells_the_table(room: Room) -> None:
    who, other = await start_overdue_match(room)
    await room.slash(other, "table nudge")
    nudge = room.posts()[-1]
    menu = (await room.click(who, nudge, label="I need until…")).response
    assert menu.ephemeral
    (select,) = components(menu)
    assert [option["label"] for option in select["options"]][:4] == ["3 h more", "6 h more", "12 h more", "24 h more"]
    since = len(room.env.http_requests)
    await room.select(who, menu, ["86400"], select["custom_id"])
    at = f"<t:{room.clock.time + 86400}:f>"
    assert message_text(menu) == f"I've told the table you need until {at}."
    assert room.posts()[-1].content == f"{who.user.global_name} needs until {at}."
    assert nudge.id not in [message.id for message in room.posts()]
    assert pings_since(room, since) == ([], [])
    # A forged press by the other player, whose turn it isn't, causes no post.
    again = (await room.click(other, room.last_call(), label="Fewer messages")).response
    room.press(other, again, select["custom_id"], ["86400"])
    await room.settle()
    assert len([post for post in room.posts() if "needs until" in message_text(post)]) == 1


async def test_a_private_one_is_the_private_call_with_the_question_before_it(room: Room) -> None:
    await room.rings(PingMode.PRIVATE)
    who, other = await start_overdue_match(room)
    since = len(room.env.http_requests)
    await room.slash(other, "table nudge")
    assert pings_since(room, since) == ([], [who.name])
    (letter,) = room.mail(who)
    first, second, *_ = message_text(letter).splitlines()
    assert first.startswith(f"{other.user.global_name} asks if you can move in Tiny")
    assert second.startswith("Tiny: **")
    assert labels(letter) == ["Your move", "I need until…", "Fewer messages"]
    await act(room, Done())
    (letter,) = room.mail(who)
    assert labels(letter) == []


@pytest.mark.parametrize("ring", [PingMode.DAILY, PingMode.NEVER])
async def test_who_is_rung_once_a_day_or_never_finds_it_among_what_waits(room: Room, ring: PingMode) -> None:
    await room.rings(ring)
    who, other = await start_overdue_match(room)
    room.bot.delivery.wake()
    await room.settle()  # the digest of the first day is sent
    since = len(room.env.http_requests)
    await room.slash(other, "table nudge")
    assert pings_since(room, since) == ([], [])
    assert "you were asked if you can move" in private_answer(await room.slash(who, "waiting"))
    room.clock.time += 24 * HOUR
    room.bot.delivery.wake()
    await room.settle()
    digests = [
        message_text(letter) for letter in room.mail(who) if "you were asked if you can move" in message_text(letter)
    ]
    assert len(digests) == (ring is PingMode.DAILY)


async def test_what_was_answered_before_it_came_is_not_asked(room: Room) -> None:
    who, other = await start_overdue_match(room)
    path = f"/channels/{room.table.id}/messages"
    room.env.inject_error("POST", path, status=500, message="down", times=None)
    await room.slash(other, "table nudge")
    await room.bot.service.nudges.needs((await room.info()).id, who.id, HOUR)
    room.env.backend.faults.clear()
    room.clock.time += 600
    room.bot.delivery.wake()
    await room.settle()
    assert not [post for post in room.posts() if "asks if" in message_text(post)]
