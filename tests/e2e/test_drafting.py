"""A match whose players draft their decks, from the lobby to the first Round: the real game in the real bot."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import render.registry
from render.aevum_haeresis.pictures import PICTURES
from rules.aevum_haeresis.board.boosters import limited_of
from rules.aevum_haeresis.content.load import base
from rules.aevum_haeresis.game import GAME
from rules.aevum_haeresis.state.actions import Propose
from rules.aevum_haeresis.state.view import HaeresisView
from tests.computers.in_process_chooser import InProcessChooser
from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.e2e.aevum_haeresis_leaks import HaeresisLeakCheck
from tests.e2e.visibility_checks import Pictures

PACKETS = ["packets:best"]


class DraftLeakCheck(HaeresisLeakCheck):
    """Checks that no one reads the name of a card hidden from them in a packet, a pool or a deck.

    A text may name any card that its reader has seen before, for example in a packet that was passed on.
    """

    def __init__(self, room: Room, pictures: Pictures) -> None:
        super().__init__(room, pictures)
        self.known: dict[int | None, set[str]] = defaultdict(set)

    def visible(self, view: HaeresisView) -> set[str]:
        """Return the ids (without copy numbers) of all cards that this viewer has seen so far."""
        self.known[view.viewer] |= super().visible(view)
        return self.known[view.viewer]


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, GAME.id, PICTURES)
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}) as made:
        yield made


@pytest_asyncio.fixture
async def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[DraftLeakCheck]:
    """A room for drafts whose messages can be checked for leaked cards."""
    pictures = Pictures()
    monkeypatch.setitem(render.registry.GAMES, GAME.id, pictures)
    games = {GAME.id: GAME}
    async with open_room(tmp_path / "tenebrae.sqlite", games, chooser=InProcessChooser(games), luck="drafts") as made:
        yield DraftLeakCheck(made, pictures)


async def begin(room: Room, way: str) -> None:
    await room.open_lobby(2)
    panel, menu = await room.option_menu("format")
    (entry,) = [entry for entry in menu["options"] if entry["label"].startswith(way)]
    await room.select(room.people[0], panel, [entry["value"]], menu["custom_id"])
    assert "Deck" not in [item.get("label") for item in components(room.lobby())]
    assert "can't bring one" in private_answer(await room.slash(room.people[1], "deck use", deck="night_barge"))
    await room.click(room.people[0], room.lobby(), label="Start")


async def panel_of(room: Room, who: Any) -> Any:
    return (await room.slash(who, "act")).response


async def seat_of(room: Room, who: Any) -> int:
    return next(seat.seat for seat in (await room.info()).seats if seat.user_id == who.id)


def packet_in(panel: Any) -> Any:
    """Return the panel's menu that lists the cards of a packet."""
    (menu,) = [item for item in components(panel) if len(item.get("options", ())) >= 10]
    return menu


async def take_five(room: Room, who: Any) -> Any:
    """Select the first five cards of the packet together. The fifth is the last, so the player must confirm it."""
    panel = await panel_of(room, who)
    menu = packet_in(panel)
    asked = (await room.select(who, panel, [one["value"] for one in menu["options"][:5]], menu["custom_id"])).response
    assert "This is your last card from this pack" in message_text(asked)
    return (await room.click(who, asked, label="Do it")).response


async def to_building(room: Room, *people: Any) -> None:
    """Let standing orders of these players make the remaining picks, until the players build their decks."""
    for who in people:
        await room.bot.service.play.set_orders((await room.info()).id, who.id, PACKETS)
    await room.settle()
    assert (await room.match()).state.phase == "building"


def names_in(cards: Any) -> set[str]:
    return {base().cards[card].name.en for card in cards}


async def test_packets_are_chosen_from_by_menu_and_no_one_else_learns_of_it(table: DraftLeakCheck) -> None:
    room = table.room
    ana, bence = room.people[:2]
    await begin(room, "Draft")
    table.watch.new_messages()
    await table.check()
    assert "building a deck" in private_answer(await room.slash(ana, "deck use", deck="night_barge"))
    calls = [room.last_call().content]
    assert all(str(who.id) in calls[0] for who in (ana, bence))
    seen = await take_five(room, ana)
    await table.check()
    assert "It's not your turn." in message_text(seen)
    drafter = limited_of(await room.match()).seats[await seat_of(room, ana)]
    assert [len(cards) for cards in drafter.own] == [5]
    await room.restart()
    # Bence passes his packet on. A single ping tells Ana about two packets: Bence's and her own next packet.
    again = await take_five(room, bence)
    await table.check()
    assert "Pack 2 of 10, passed on by" in message_text(again)
    assert str(ana.id) in room.last_call().content
    await take_five(room, ana)
    panel = await panel_of(room, ana)
    assert "Pack 3 of 10, your own." in message_text(panel)
    for who in room.people[:3]:
        for command in ("hand", "match board", "match text", "match log", "match status", "waiting", "orders"):
            await table.slash(who, command)
    assert table.names > 100
    drafter = limited_of(await room.match()).seats[await seat_of(room, ana)]
    public = "\n".join(f"{post.content} {message_text(post)}" for post in room.posts())
    hidden = names_in([*drafter.opened[0], *drafter.opened[1], *drafter.passed[0]])
    assert not any(name in public for name in hidden)
    assert "Ana: passed on pack 1;" in public


async def test_a_press_that_comes_twice_late_or_with_the_rival_s_takes_no_card_too_many(table: DraftLeakCheck) -> None:
    room = table.room
    ana, bence = room.people[:2]
    await begin(room, "Draft")

    async def taken() -> list[int]:
        seats = limited_of(await room.match()).seats
        return [len(seats[await seat_of(room, who)].own[0]) for who in (ana, bence)]

    panels = {who: await panel_of(room, who) for who in (ana, bence)}
    menus = {who: packet_in(panels[who]) for who in (ana, bence)}
    # Both players take a card at the same time with a double click. Each must get exactly one card.
    for _ in range(2):
        for who in (ana, bence):
            room.press(who, panels[who], menus[who]["custom_id"], [menus[who]["options"][0]["value"]])
    await room.settle()
    assert await taken() == [1, 1]
    # A panel that was opened earlier can't take another card from the same packet.
    late = room.press(ana, panels[ana], menus[ana]["custom_id"], [menus[ana]["options"][1]["value"]])
    await room.settle()
    assert "nothing was done" in message_text(late.response)
    # A panel that shows an earlier packet can't take a card either.
    for who in (ana, bence):
        await room.bot.service.play.set_orders((await room.info()).id, who.id, PACKETS)
        await room.bot.service.play.set_orders((await room.info()).id, who.id, [])
    before = (await room.match()).dump()
    for who in (ana, bence):
        late = room.press(
            who, panels[who], menus[who]["custom_id"], [one["value"] for one in menus[who]["options"][2:6]]
        )
        await room.settle()
        assert "nothing was done" in message_text(late.response)
    assert (await room.match()).dump() == before


async def test_a_computer_goes_on_in_the_middle_of_a_packet_and_gives_the_seat_back(table: DraftLeakCheck) -> None:
    room = table.room
    ana, bence = room.people[:2]
    await begin(room, "Draft")
    info, seat = await room.info(), await seat_of(room, ana)
    mine = (await room.match()).decisions()[seat].actions[0]
    await room.bot.service.play.act(info.id, ana.id, mine)
    await room.bot.service.computers.hand_over(info.id, ana.id, None, "easy", gone=False)
    await room.settle()
    drafter = limited_of(await room.match()).seats[seat]
    assert [len(cards) for cards in drafter.own] == [5]
    assert drafter.own[0][0] == mine.card
    await room.slash(ana, "match return")
    await take_five(room, bence)
    assert "Pack 2 of 10, passed on by Bence" in message_text(await panel_of(room, ana))
    await room.bot.service.computers.hand_over(info.id, ana.id, None, "easy", gone=False)
    await to_building(room, bence)
    await room.choose(bence, await panel_of(room, bence), "Play this deck")
    await room.settle()
    assert (await room.match()).state.phase == "setup"
    table.watch.new_messages()


async def test_a_deck_is_edited_as_a_list_and_both_decks_begin_the_game(room: Room) -> None:
    ana, bence = room.people[:2]
    await begin(room, "Draft")
    await to_building(room, ana, bence)
    panel, seat = await panel_of(room, ana), await seat_of(room, ana)
    assert "We propose this deck from your pool" in message_text(panel)
    (file,) = (await room.tool(ana, panel, "As a file")).response.attachments
    listed = (await file.read()).decode()
    # The uploaded list has one copy of a card too few and one of another too many. Card names may be in any language.
    mine = limited_of(await room.match()).seats[seat].deck
    story = next(card for card in mine if base().cards[card].type == "story" and mine[card] > 1)
    other = next(card for card in ("show_of_banners", "old_road_tale", "stolen_relic", "sleepless_night")
                 if mine.get(card, 0) < 4 and card != story)  # fmt: skip
    name = base().cards[story].name.en
    changed = re.sub(rf"\d+x {re.escape(name)}\n", f"{mine[story] - 1}x {name}\n", listed)
    form = await room.tool(ana, panel, "Edit as a list")
    result = await ana.submit_modal(form, {"cards": f"{changed}\n1x {base().cards[other].name.hu}"})
    await room.bot.wait_until_idle()
    assert "I've changed your deck." in message_text(result.response)
    now = limited_of(await room.match()).seats[seat].deck
    assert (now[story], now[other]) == (mine[story] - 1, mine.get(other, 0) + 1)
    form = await room.tool(ana, result.response, "Edit as a list")
    refused = await ana.submit_modal(form, {"cards": "4x Nobody"})
    await room.bot.wait_until_idle()
    assert "Nothing has changed" in message_text(refused.response) + private_answer(refused)
    # From a saved deck, the bot uses only the cards that are in the pool.
    assert "in your pool" in private_answer(await room.slash(ana, "deck use", deck="black_keep")) or any(
        isinstance(action, Propose) and action.card == "dowager_of_the_black_keep"
        for action in (await room.match()).decisions()[seat].actions
    )
    for who in (ana, bence):
        await room.choose(who, await panel_of(room, who), "Play this deck")
    match = await room.match()
    assert match.state.phase == "setup"
    held = [*match.state.players[seat].plot, *match.state.players[seat].hand]
    assert sum(card.startswith(f"{other}.") for card in held) == now[other]
    assert "building a deck" in private_answer(await room.slash(ana, "deck use", deck="black_keep"))
