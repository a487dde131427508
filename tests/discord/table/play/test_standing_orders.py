"""Players set and withdraw standing orders, which the other players don't see."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.notifications.preferences import PingMode
from bot.table.play import orders_panel
from rules.edge_of_darkness.state.actions import Draft, EndTurn
from tests.discord.room import Room, components, message_text, private_answer
from tests.discord.table.play.test_panel import verbs
from tests.edge_of_darkness.scenes import besieged
from tests.edge_of_darkness.table import after_prologue
from tests.game_helpers import asked
from tests.matches.room import can_take_back


async def start_with_an_attack(room: Room) -> Any:
    """Set up a match that asks a player about an attack; return that player."""
    await room.adopt(besieged(3))
    info = await room.info()
    await room.bot.service.play.act(info.id, info.seats[1].user_id, EndTurn())
    await room.settle()
    return await room.to_move()


def menu(message: Any) -> dict[str, Any]:
    return next(item for item in components(message) if item["type"] == 3)


async def left(room: Room, who: Any) -> tuple[str, ...] | None:
    return next(seat.standing for seat in (await room.info()).seats if seat.user_id == who.id)


async def test_an_order_is_left_and_withdrawn_in_private(room: Room) -> None:
    _, who = await drafting(room)
    public = len(room.posts())
    message = (await room.slash(who, "orders")).response
    assert message.ephemeral
    assert "Ask me every time" in message_text(message)
    await room.select(who, message, ["orders"], menu(message)["custom_id"])
    assert len(menu(message)["options"]) == 3
    await room.select(who, message, ["let_through"], menu(message)["custom_id"])
    assert await left(room, who) == ("let_through",)
    assert "Let every attack through" in message_text(message)
    # The order appears in the player's own panel and nowhere else.
    assert "Let every attack through" in private_answer(await room.slash(who, "act"))
    for other in (await room.to_move(), room.people[4]):
        for command in ("match status", "match text", "match log"):
            assert "Let every attack through" not in private_answer(await room.slash(other, command))
    assert len(room.posts()) == public
    again = (await room.slash(who, "orders")).response
    await room.select(who, again, ["orders"], menu(again)["custom_id"])
    await room.select(who, again, [orders_panel.NO_ORDER], menu(again)["custom_id"])
    assert await left(room, who) == ()


async def test_the_question_about_an_attack_offers_to_answer_from_now_on(room: Room) -> None:
    who = await start_with_an_attack(room)
    info = await room.info()
    panel = (await room.slash(who, "act")).response
    await room.tool(who, panel, "Answer for me")
    await room.select(who, panel, ["let_through"], menu(panel)["custom_id"])
    await room.settle()
    # The new order answers the open question immediately, and the log doesn't reveal that an order gave the answer.
    now = await room.info()
    assert now.seq > info.seq
    assert "Noted." in message_text(panel)
    assert "-#" in message_text(panel)
    entries = [e for e in await room.bot.service.history.log(info, None, 20) if e.seq > info.seq and e.kind == "order"]
    assert entries
    assert not re.search(r"\borders?\b", private_answer(await room.slash(room.people[4], "match log")).casefold())
    await room.click(who, panel, label="To the panel")
    await room.more(who, panel)
    assert "orderpage" not in verbs(panel)


async def test_an_ordinary_question_offers_no_order(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    await room.more(who, panel)
    assert "orderpage" not in verbs(panel)


async def drafting(room: Room) -> tuple[Any, Any]:
    """Set up a match at its first draft; return the player who must draft and the player who drafts next."""
    await room.adopt(after_prologue(3))
    match, info = await room.match(), await room.info()
    now, _ = asked(match)
    users = {seat.seat: next(who for who in room.people if who.id == seat.user_id) for seat in info.seats}
    return users[now], users[(now + 1) % 3]


async def test_wishes_are_chosen_one_after_another_and_count_in_that_order(room: Room) -> None:
    _, who = await drafting(room)
    message = (await room.slash(who, "act")).response
    await room.click(who, message, label="Orders")
    await room.select(who, message, ["draft"], menu(message)["custom_id"])
    street = [option["value"] for option in menu(message)["options"]]
    for prefs in (street[3], street[1], street[3]):
        await room.select(who, message, [prefs], menu(message)["custom_id"])
    assert await left(room, who) == (street[1], street[3])
    assert [option["label"][:3] for option in menu(message)["options"] if option["label"][1:3] == ". "] == [
        "1. ",
        "2. ",
    ]
    await room.click(who, message, label="Start over")
    assert await left(room, who) == ()


async def test_a_draft_left_as_an_order_is_made_at_once_and_a_lapsed_wish_is_told_in_private(room: Room) -> None:
    now, who = await drafting(room)
    await room.rings(PingMode.PRIVATE, who)
    match, info = await room.match(), await room.info()
    prefs = f"draft:{match.state.street[0]}@1"
    await room.bot.service.play.set_orders(info.id, who.id, [prefs])
    await room.bot.service.play.act(info.id, now.id, Draft())
    await room.settle()
    assert (await room.to_move()).id == who.id
    told = "no longer applies: the card has left the Street"
    assert told in private_answer(await room.slash(who, "act"))
    assert told in room.mail(who)[-1].content
    assert told not in private_answer(await room.slash(now, "act"))
    assert not any(told in message_text(post) for post in room.posts())
    # A player who must draft now isn't offered a standing order for this draft.
    panel = (await room.slash(who, "act")).response
    await room.more(who, panel)
    assert "orderpage" not in verbs(panel)


async def test_no_one_is_called_whose_order_drafts(room: Room) -> None:
    now, who = await drafting(room)
    info = await room.info()
    await room.bot.service.play.set_orders(info.id, who.id, ["first:@1"])
    await room.bot.service.play.act(info.id, now.id, Draft())
    await room.settle()
    assert (await room.to_move()).id not in (now.id, who.id)
    assert await left(room, who) == ()
    assert not any(f"<@{who.id}>" in message_text(post) for post in room.posts())


async def test_who_can_leave_no_order_is_told_in_a_sentence(room: Room) -> None:
    await room.open_lobby()
    assert "hasn't begun" in private_answer(await room.slash(room.people[0], "orders"))
    await room.click(room.people[0], room.lobby(), label="Start")
    assert "not playing" in private_answer(await room.slash(room.people[4], "orders"))
    message = (await room.slash(room.people[0], "orders")).response
    await room.select(room.people[0], message, ["orders"], menu(message)["custom_id"])
    thief = room.press(room.people[4], message, menu(message)["custom_id"], ["let_through"])
    unknown = room.press(room.people[0], message, menu(message)["custom_id"], ["nonsense"])
    await room.settle()
    assert "out of date" in private_answer(thief)
    assert "no such standing order" in private_answer(unknown)
    assert [seat.standing for seat in (await room.info()).seats] == [None] * 3


async def test_a_game_without_orders_says_so(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    now, _ = await drafting(room)
    info = await room.info()
    monkeypatch.setattr(room.bot.games[info.game], "orders", {})
    assert "no order can answer a question" in private_answer(await room.slash(now, "orders"))


async def test_an_undo_request_lists_the_moves_to_undo(room: Room) -> None:
    who = await start_with_an_attack(room)
    info = await room.info()
    # Play until something was revealed, since only then does an undo need the others' consent.
    while await can_take_back(room.bot.service, info.id, who.id) or (await room.info()).seq == info.seq:
        decisions = (await room.match()).decisions()
        seat = info.seat_of(who.id) if info.seat_of(who.id) in decisions else min(decisions)
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, decisions[seat].actions[-1])
    await room.settle()
    await room.undo(who)
    asked = room.posts()[-1]
    assert " asks to " in message_text(asked)
    assert "\n-# " in message_text(asked)


async def test_waiting_says_what_waits(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    assert "Prologue" in private_answer(await room.slash(who, "waiting"))


async def test_a_card_is_found_by_its_name_in_another_language(room: Room) -> None:
    await room.start()
    who = room.people[0]
    room.locales[who.id] = "hu"
    assert "**Kovács**" in private_answer(await room.slash(who, "card", name="Blacksmith"))
