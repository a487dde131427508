"""The panel's pages for standing orders, for decisions that a clock's end will make, and for conceding."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import render.registry
from bot.matches.play.move_batch import orders_of
from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.e2e.visibility_checks import Pictures
from tests.matches.choosy_game import CHOOSY
from tests.matches.timed_game import MINUTE, TIMED


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> AsyncIterator[Room]:
    game = getattr(request, "param", CHOOSY)
    monkeypatch.setitem(render.registry.GAMES, game.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {game.id: game}) as made:
        yield made


timed = pytest.mark.parametrize("room", [TIMED], indirect=True)


def menu(message: Any) -> dict[str, Any]:
    return next(item for item in components(message) if item["type"] == 3)


def marked(message: Any) -> set[str]:
    return {option["value"] for option in menu(message)["options"] if option.get("default")}


async def choose(room: Room, who: Any, message: Any, *values: str) -> None:
    await room.select(who, message, list(values), menu(message)["custom_id"])


async def left(room: Room, who: Any) -> set[str]:
    info = await room.info()
    seat = next(seat for seat in info.seats if seat.user_id == who.id)
    return set(orders_of(await room.match(), seat))


async def test_every_kind_of_order_has_its_page(room: Room) -> None:
    await room.start(2)
    who = await room.not_to_move()
    public = [message_text(post) for post in room.posts()]
    page = (await room.slash(who, "orders")).response
    assert page.ephemeral
    assert "**Asking**: While poor" in message_text(page)
    assert "**Coins**: No coins" in message_text(page)
    await choose(room, who, page, "ask")
    assert marked(page) == {"ask:poor"}
    assert (menu(page)["min_values"], menu(page)["max_values"]) == (0, 2)
    await choose(room, who, page, "ask:poor", "ask:rich")
    assert marked(page) == {"ask:poor", "ask:rich"}
    assert "Noted." in message_text(page)
    await choose(room, who, page)
    assert await left(room, who) == set()
    await room.click(who, page, label="Back")
    await choose(room, who, page, "turns")
    # A new order of this kind replaces the earlier one, and "-" removes the order.
    await choose(room, who, page, "pass")
    await choose(room, who, page, "-")
    assert await left(room, who) == set()
    assert [message_text(post) for post in room.posts()] == public
    assert room.faults() == []


async def test_a_long_kind_has_pages_and_keeps_what_stands_on_others(room: Room) -> None:
    await room.start(2)
    who = await room.not_to_move()
    page = (await room.slash(who, "orders")).response
    await choose(room, who, page, "coins")
    first = [option["value"] for option in menu(page)["options"]]
    await choose(room, who, page, first[0], first[5])
    await room.click(who, page, label="Next")
    second = [option["value"] for option in menu(page)["options"]]
    assert not set(first) & set(second)
    await choose(room, who, page, second[-1])
    assert await left(room, who) == {"ask:poor", first[0], first[5], second[-1]}
    await choose(room, who, page)
    assert await left(room, who) == {"ask:poor", first[0], first[5]}
    assert room.faults() == []


async def test_the_panel_says_how_many_orders_stand(room: Room) -> None:
    await room.start(2)
    who = await room.not_to_move()
    assert "standing order" not in private_answer(await room.slash(who, "act")), "those are what everybody begins with"
    await room.bot.service.play.set_orders((await room.info()).id, who.id, ["ask:rich"])
    assert "Your standing order: While rich" in private_answer(await room.slash(who, "act"))
    await room.bot.service.play.set_orders((await room.info()).id, who.id, ["ask:poor", "ask:rich", "pass"])
    assert "You have 3 standing orders" in private_answer(await room.slash(who, "act"))


async def test_a_page_whose_order_is_gone_says_so(room: Room) -> None:
    await room.start(2)
    who = await room.not_to_move()
    page = (await room.slash(who, "orders")).response
    gone = room.press(who, page, "t1:order:1:nonsense:0", ["pass"])
    await room.settle()
    assert "You can't set this kind of order" in private_answer(gone)
    broken = room.press(who, page, "t1:order:1:turns:x", ["pass"])
    await room.settle()
    assert "out of date" in private_answer(broken)


@timed
async def test_an_early_answer_is_noted_and_no_one_else_hears_of_it(room: Room) -> None:
    await room.start(2)
    who, other = await room.to_move(), await room.not_to_move()
    assert "secret who has answered" in private_answer(await room.slash(other, "match status"))
    assert "to move" not in private_answer(await room.slash(other, "match status"))
    public = [(post.id, message_text(post)) for post in room.posts()]
    assert not any("<@" in content for _, content in public)
    panel = (await room.slash(who, "act")).response
    await room.click(who, panel, label="done")
    assert "I've noted your answer" in message_text(panel)
    assert "I've noted your answer" not in private_answer(await room.slash(other, "act"))
    assert [(post.id, message_text(post)) for post in room.posts()] == public
    seq = (await room.info()).seq
    await room.restart()
    room.clock.time += 10 * MINUTE
    await room.bot.deadlines.drain()
    await room.settle()
    assert (await room.info()).seq == seq + 1
    assert not any("<@" in message_text(post) for post in room.posts())


@timed
async def test_who_must_be_asked_gets_a_new_private_message(room: Room) -> None:
    await room.start(2)
    other = await room.not_to_move()
    assert room.mail(other) == []
    for _ in range(2):
        before = [mail.id for mail in room.mail(other)]
        for _ in range(2):
            room.clock.time += 10 * MINUTE
            await room.bot.deadlines.drain()
            await room.settle()
        (letter,) = room.mail(other)
        assert letter.id not in before
        assert not letter.flags.suppress_notifications


async def test_conceding_asks_first_and_ends_the_match(room: Room) -> None:
    await room.start(2)
    who = await room.not_to_move()
    assert "not playing" in private_answer(await room.slash(room.people[4], "match concede"))
    asked = (await room.slash(who, "match concede")).response
    assert (await room.info()).status == "playing"
    await room.click(who, asked, label="Concede")
    assert (await room.info()).status == "over"
    assert "is over" in message_text(room.posts()[-1])
    assert "match is over" in private_answer(await room.slash(who, "match concede"))


@timed
async def test_a_game_without_conceding_says_so(room: Room) -> None:
    await room.start(2)
    assert "can't concede this game" in private_answer(await room.slash(room.people[0], "match concede"))
    assert "can't concede this game" in private_answer(await room.slash(room.people[0], "match claim"))


async def test_a_claim_without_missed_deadlines_says_what_it_takes(room: Room) -> None:
    await room.start(2)
    who = await room.not_to_move()
    assert "missed 3 deadlines in a row" in private_answer(await room.slash(who, "match claim"))
    assert "not playing" in private_answer(await room.slash(room.people[4], "match claim"))
    assert (await room.info()).status == "playing"


@pytest.mark.rule("AH-PBP.18")
async def test_the_bot_neither_types_nor_looks_who_is_there(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    await room.click(who, panel, label="done")
    assert not any("typing" in str(request.path) for request in room.env.http_requests)
    intents = room.bot.intents
    assert not any((intents.presences, intents.typing, intents.members))
