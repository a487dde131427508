"""A draft from the lobby to the first Round: the real game in the real bot."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import render.registry
from render.aevum_haeresis.pictures import PICTURES
from rules.aevum_haeresis.board.packets import limited_of
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Propose
from tests.discord.room import Room, components, open_room, said, words

PACKETS = ["packets:best"]


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, GAME.id, PICTURES)
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}) as made:
        yield made


async def begin(room: Room, way: str) -> None:
    await room.open_lobby(2)
    panel, menu = await room.option_menu("format")
    (entry,) = [entry for entry in menu["options"] if entry["label"].startswith(way)]
    await room.select(room.people[0], panel, [entry["value"]], menu["custom_id"])
    assert "Deck" not in [item.get("label") for item in components(room.lobby())]
    assert "nobody brings one" in said(await room.slash(room.people[1], "deck use", deck="night_barge"))
    await room.click(room.people[0], room.lobby(), label="Start")


async def panel_of(room: Room, who: Any) -> Any:
    return (await room.slash(who, "act")).response


async def seat_of(room: Room, who: Any) -> int:
    return next(seat.seat for seat in (await room.info()).seats if seat.user_id == who.id)


async def take_five(room: Room, who: Any) -> Any:
    """Take the first five cards of the packet at once, and mean the last."""
    panel = await panel_of(room, who)
    (menu,) = [item for item in components(panel) if len(item.get("options", ())) >= 10]
    asked = (await room.select(who, panel, [one["value"] for one in menu["options"][:5]], menu["custom_id"])).response
    assert "This is the last card you take of it" in words(asked)
    return (await room.click(who, asked, label="Do it")).response


async def to_building(room: Room, *people: Any) -> None:
    """Let the orders of both take the rest of the draft."""
    for who in people:
        await room.bot.service.play.set_orders((await room.info()).id, who.id, PACKETS)
    await room.settle()
    assert (await room.match()).state.phase == "building"


def names_in(cards: Any) -> set[str]:
    return {base().cards[card].name.en for card in cards}


async def test_packets_are_chosen_from_by_menu_and_nobody_else_learns_of_it(room: Room) -> None:
    ana, bence = room.people[:2]
    await begin(room, "Draft")
    assert "building no deck" in said(await room.slash(ana, "deck use", deck="night_barge"))
    calls = [room.last_call().content]
    assert all(str(who.id) in calls[0] for who in (ana, bence))
    seen = await take_five(room, ana)
    assert "Nothing waits for you." in words(seen)
    drafter = limited_of(await room.match()).seats[await seat_of(room, ana)]
    assert [len(cards) for cards in drafter.own] == [5]
    await room.restart()
    # Béla passes his packet: she is called once, and her visit is his packet and one of her own.
    again = await take_five(room, bence)
    assert "Packet 1 of 5, passed on by" in words(again)
    assert str(ana.id) in room.last_call().content
    await take_five(room, ana)
    panel = await panel_of(room, ana)
    assert "Packet 2 of 5, your own." in words(panel)
    drafter = limited_of(await room.match()).seats[await seat_of(room, ana)]
    public = "\n".join(f"{post.content} {words(post)}" for post in room.posts())
    hidden = names_in([*drafter.opened[0], *drafter.opened[1], *drafter.passed[0]])
    assert not any(name in public for name in hidden)
    assert "Ana: passed packet 1 on." in public


async def test_a_deck_is_edited_as_a_list_and_both_decks_begin_the_game(room: Room) -> None:
    ana, bence = room.people[:2]
    await begin(room, "Draft")
    await to_building(room, ana, bence)
    panel, seat = await panel_of(room, ana), await seat_of(room, ana)
    assert "This deck is proposed from your pool" in words(panel)
    (file,) = (await room.click(ana, panel, label="As a file")).response.attachments
    listed = (await file.read()).decode()
    # A copy of one card less, and one that is left over more: any language will do.
    mine = limited_of(await room.match()).seats[seat].deck
    story = next(card for card in mine if base().cards[card].type == "story" and mine[card] > 1)
    other = next(card for card in ("show_of_banners", "old_road_tale", "stolen_relic", "sleepless_night")
                 if mine.get(card, 0) < 4 and card != story)  # fmt: skip
    name = base().cards[story].name.en
    changed = re.sub(rf"\d+x {re.escape(name)}\n", f"{mine[story] - 1}x {name}\n", listed)
    form = await room.click(ana, panel, label="Edit as a list")
    result = await ana.submit_modal(form, {"cards": f"{changed}\n1x {base().cards[other].name.hu}"})
    await room.bot.idle()
    assert "Your deck is changed." in words(result.response)
    now = limited_of(await room.match()).seats[seat].deck
    assert (now[story], now[other]) == (mine[story] - 1, mine.get(other, 0) + 1)
    form = await room.click(ana, result.response, label="Edit as a list")
    refused = await ana.submit_modal(form, {"cards": "4x Nobody"})
    await room.bot.idle()
    assert "Nothing was changed" in words(refused.response) + said(refused)
    # A list that was kept is taken as far as the pool has its cards.
    assert "Your pool has" in said(await room.slash(ana, "deck use", deck="black_keep")) or any(
        isinstance(action, Propose) and action.card == "dowager_of_the_black_keep"
        for action in (await room.match()).decisions()[seat].actions
    )
    for who in (ana, bence):
        await room.choose(who, await panel_of(room, who), "Play this deck")
    match = await room.match()
    assert match.state.phase == "setup"
    held = [*match.state.players[seat].plot, *match.state.players[seat].hand]
    assert sum(card.startswith(f"{other}.") for card in held) == now[other]
    assert "building no deck" in said(await room.slash(ana, "deck use", deck="black_keep"))
