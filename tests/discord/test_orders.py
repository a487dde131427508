"""Standing orders: leaving one, withdrawing it, and nobody else hearing of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bot.discord import orders
from tests.discord.room import Room, components, said
from tests.discord.test_panel import verbs


async def until_attacked(room: Room) -> Any:
    """Play at random until somebody who may defend is asked; return that person."""
    info = await room.info()
    rng = random.Random(7)
    while True:
        decisions = (await room.match()).decisions()
        for seat, decision in decisions.items():
            if decision.prompt.key == "defend":
                return room.person(info.seats[seat].user_id)
        seat = rng.choice(sorted(decisions))
        await room.bot.service.act(info.id, info.seats[seat].user_id, rng.choice(decisions[seat].actions))


def menu(message: Any) -> dict[str, Any]:
    return next(item for item in components(message) if item["type"] == 3)


async def left(room: Room, who: Any) -> str | None:
    return next(seat.standing for seat in (await room.info()).seats if seat.user_id == who.id)


async def test_an_order_is_left_and_withdrawn_in_private(room: Room) -> None:
    await room.start()
    who = room.people[1]
    public = len(room.posts())
    message = (await room.slash(who, "orders")).response
    assert message.ephemeral
    assert "Ask me every time" in message.content
    assert len(menu(message)["options"]) == 3
    await room.select(who, message, ["let_through"], menu(message)["custom_id"])
    assert await left(room, who) == "let_through"
    assert "Let every attack through" in message.content
    # One's own panel tells of it; nothing that others see does.
    if who.id != (await room.to_move()).id:
        assert "Let every attack through" in said(await room.slash(who, "act"))
    for other in (room.people[0], room.people[4]):
        for command in ("match status", "match text", "match log"):
            assert "Let every attack through" not in said(await room.slash(other, command))
    assert len(room.posts()) == public
    again = (await room.slash(who, "orders")).response
    await room.select(who, again, [orders.ASK], menu(again)["custom_id"])
    assert await left(room, who) is None


async def test_the_question_about_an_attack_offers_to_answer_from_now_on(room: Room) -> None:
    await room.start()
    who = await until_attacked(room)
    info = await room.info()
    panel = (await room.slash(who, "act")).response
    assert "orders" in verbs(panel)
    await room.click(who, panel, label="Answer for me from now on")
    await room.select(who, panel, ["let_through"], menu(panel)["custom_id"])
    await room.settle()
    # It answers what waits at once, and the log tells it like a move made by hand.
    now = await room.info()
    assert now.seq > info.seq
    assert "Noted." in panel.content
    assert "-#" in panel.content
    entries = [e for e in await room.bot.service.log(info.id, None, 20) if e.seq > info.seq and e.kind == "order"]
    assert entries
    for spectator in (room.people[4],):
        assert "order" not in said(await room.slash(spectator, "match log")).casefold()
    await room.click(who, panel, label="To the panel")
    assert "orders" not in verbs(panel)


async def test_an_ordinary_question_offers_no_order(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    assert "orders" not in verbs((await room.slash(who, "act")).response)


async def test_who_can_leave_no_order_is_told_in_a_sentence(room: Room) -> None:
    await room.open_lobby()
    assert "has not begun" in said(await room.slash(room.people[0], "orders"))
    await room.click(room.people[0], room.lobby(), label="Start")
    assert "not playing" in said(await room.slash(room.people[4], "orders"))
    message = (await room.slash(room.people[0], "orders")).response
    thief = room.press(room.people[4], message, menu(message)["custom_id"], ["let_through"])
    unknown = room.press(room.people[0], message, menu(message)["custom_id"], ["nonsense"])
    await room.settle()
    assert "not playing" in said(thief)
    assert "no such standing order" in said(unknown)
    assert [seat.standing for seat in (await room.info()).seats] == [None] * 3


async def test_a_game_without_orders_says_so(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.start()
    info = await room.info()
    monkeypatch.setattr(type(room.bot.games[info.game]), "orders", {})
    assert "nothing that an order could answer" in said(await room.slash(room.people[0], "orders"))
