"""Long moves: a game that answers one action with forty events of its own, at tables of one and of three."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from copy import deepcopy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest
import pytest_asyncio

import render.registry
from bot.discord.posts import texts
from bot.discord.support import limits
from bot.discord.support.locale import Voice
from bot.matches import LogEntry
from rules.kernel.data.actions import Action
from rules.kernel.data.events import EVERYONE, Body, Event
from tests.discord import wide_game
from tests.discord.posts.test_delivery import pings
from tests.discord.room import Room, components, open_room
from tests.discord.wide_game import LONG, Ordered, Repeat, Turn, Turns
from tests.e2e.watching import Pictures

STEPS = 40


@dataclass(frozen=True, slots=True)
class Storm(Body):
    kind: ClassVar[str] = "storm"
    number: int


class StormTurns(Turns):
    """After a repeated order the game itself takes a long turn; the same player goes on, unless others wait."""

    def take(self, match: Any, step: Any, seat: int, action: Action) -> None:
        super().take(match, step, seat, action)
        if isinstance(action, Repeat):
            for number in range(STEPS):
                match.emit(EVERYONE, Storm(number))


def event_line(say: Any, event: Any) -> str | None:
    if isinstance(event.body, Storm):
        return f"gust {event.body.number}. {LONG}"
    return wide_game.event_line(say, event)


order = deepcopy(wide_game.ORDER)
order.steps[Turn] = StormTurns()
#: The wide game with a will of its own.
GAME = replace(
    wide_game.GAME,
    id="stormy",
    command="stormy",
    events={"ordered": Ordered, "storm": Storm},
    order_of_play=order,
    event_line=event_line,
)


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, GAME.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}) as made:
        yield made


async def make(room: Room, kind: str) -> Any:
    """Give the first order of this kind as whoever must decide."""
    who = await room.to_move()
    seat = (await room.info()).seat_of(who.id)
    action = next(one for one in (await room.match()).decisions()[seat].actions if one.verb == kind)
    return await room.move(who, f"stormy {kind}", number=action.number, place=action.place)


def gusts(messages: list[Any]) -> list[str]:
    return [line for message in messages for line in message.content.splitlines() if "gust" in line]


def check_story(messages: list[Any]) -> None:
    """Every step is told once, in order and numbered; one picture and one button, under the last message."""
    lines = gusts(messages)
    assert [int(re.search(r"gust (\d+)", line)[1]) for line in lines] == list(range(STEPS))  # type: ignore[index]
    # The order itself is the first step.
    assert [int(re.match(r"-# (\d+)\.", line)[1]) for line in lines] == list(range(2, STEPS + 2))  # type: ignore[index]
    assert len(messages) >= 3
    assert all(len(message.content) <= limits.CONTENT for message in messages)
    assert [len(message.attachments) for message in messages] == [0] * (len(messages) - 1) + [1]
    assert [bool(components(message)) for message in messages] == [False] * (len(messages) - 1) + [True]


async def test_a_lone_player_is_never_pinged_for_going_on(room: Room) -> None:
    await room.start(1)
    ana = room.people[0]
    assert pings(room) == [str(ana.id)]
    call = room.last_call()
    for _ in range(3):
        await make(room, "order")
    # The board is edited in place.
    assert len(room.posts()) == 2
    assert (await room.info()).board_message_id == call.id
    assert room.last_call().attachments[0].url != call.attachments[0].url
    assert pings(room) == [str(ana.id)]
    await room.slash(ana, "undo")
    assert pings(room) == [str(ana.id)]
    assert len(room.posts()) == 2


async def test_a_lone_player_is_told_the_games_own_turn_step_by_step(room: Room) -> None:
    await room.start(1)
    await make(room, "order")
    before = room.posts()
    result = await make(room, "repeat")
    assert "more lines in `/match log`" in result.response.content
    after = room.posts()
    assert [post.id for post in after[: len(before)]] == [post.id for post in before]
    check_story(after[len(before) :])
    assert len(pings(room)) == 1
    # From now on this is the live board.
    board = after[-1]
    assert (await room.info()).board_message_id == board.id
    await make(room, "order")
    assert len(room.posts()) == len(after)
    assert room.posts()[-1].attachments[0].url != board.attachments[0].url


async def test_the_next_call_tells_it_at_a_larger_table(room: Room) -> None:
    await room.start(3)
    before = len(room.posts())
    await make(room, "repeat")
    told = room.posts()[before:]
    check_story(told)
    assert "your move" in told[-1].content
    assert told[-1].content.startswith("<@")
    assert len(pings(room)) == 2


async def test_a_story_is_posted_once_however_often_it_is_tried(room: Room) -> None:
    await room.start(1)
    room.env.inject_error("POST", f"/channels/{room.table.id}/messages", status=500, code=0, message="oops", times=None)
    await make(room, "repeat")
    room.env.backend.faults.clear()
    room.clock.time += 60
    room.bot.delivery.wake()
    await room.settle()
    check_story(room.posts()[2:])
    nonces = [
        (r.json or {}).get("nonce")
        for r in room.env.http_requests
        if r.method == "POST" and r.path == f"/channels/{room.table.id}/messages" and "gust" in str(r.json)
    ]
    assert len(set(nonces)) == len(room.posts()[2:])
    assert all(len(nonce) <= limits.NONCE for nonce in nonces)


async def test_what_was_taken_back_before_it_was_posted_is_not_told(room: Room) -> None:
    await room.start(1)
    ana = room.people[0]
    await room.bot.delivery.stop()
    await make_quietly(room)
    await room.bot.service.undo.ask((await room.info()).id, ana.id)
    room.bot.delivery.start()
    await room.settle()
    assert gusts(room.posts()) == []


async def make_quietly(room: Room) -> None:
    info = await room.info()
    action = next(one for one in (await room.match()).decisions()[0].actions if isinstance(one, Repeat))
    await room.bot.service.play.act(info.id, info.seats[0].user_id, action)


async def test_the_log_shows_every_step_of_a_long_move(room: Room) -> None:
    await room.start(1)
    for kind in ("order", "repeat", "order"):
        await make(room, kind)
    ana = room.people[0]
    page = (await room.slash(ana, "match log")).response
    pages = [page.content]
    while not next(item for item in components(page) if item["label"] == "Older")["disabled"]:
        await room.click(ana, page, label="Older")
        pages.insert(0, page.content)
    numbers = [int(found) for found in re.findall(r"gust (\d+)", "\n".join(pages))]
    assert numbers == list(range(STEPS))
    for shown in pages[1:]:
        await room.click(ana, page, label="Newer")
        assert page.content == shown
    assert [item["label"] for item in components(page)] == ["Older"]


def test_of_a_story_without_end_the_last_part_is_told() -> None:
    entries = [LogEntry(1, 0, 0, [Event(None, Storm(number)) for number in range(500)])]
    lines = texts.story(GAME, Voice("en").text, entries)
    assert len(lines) == 500
    pages = texts.paged(Voice("en").text, "Head", lines)
    assert len(pages) == texts.MESSAGES + 1
    assert "more lines in `/match log`" in pages[0]
    assert pages[-1].startswith("Head\n")
    assert "gust 499." in pages[-1]
    assert all(len(page) <= limits.CONTENT for page in pages)
    short = [LogEntry(2, 0, 0, [Event(None, Storm(number))]) for number in range(20)]
    told = texts.story(GAME, Voice("en").text, short)
    assert len(told) == texts.LINES + 1
    assert "12 more lines" in told[0]
