"""Computer players on Discord: in the lobby, in a whole match, and in seats that people hand over and take back."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import render.registry
import rules
from bot.matches.seats.computers import COMPUTER_NAMES
from rules.kernel.words.translation import Translator
from tests.computers.in_process_chooser import InProcessChooser
from tests.conformance.random_play import fewest_seats
from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.e2e.visibility_checks import Pictures
from tests.kernel import duel

CALL = re.compile(r"<@!?(-?\d+)>")


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, duel.GAME.id, Pictures())
    games = {duel.GAME.id: duel.GAME}
    async with open_room(tmp_path / "tenebrae.sqlite", games, chooser=InProcessChooser(games)) as made:
        yield made


async def play(room: Room, who: Any) -> None:
    """Make the first legal move as this user directly in the service, because other tests cover the panel."""
    info = await room.info()
    seat = info.seat_of(who.id)
    decision = (await room.match()).decisions().get(seat)
    if decision is not None:
        await room.bot.service.play.act(info.id, who.id, decision.actions[0])
    await room.bot.wait_until_idle()


def called(room: Room) -> set[int]:
    return {int(user) for message in room.posts() for user in CALL.findall(message_text(message))}


async def test_a_lobby_is_filled_from_its_menu_and_the_match_is_played_to_its_end(room: Room) -> None:
    ana = room.people[0]
    await room.open_lobby(1)
    menu = next(item for item in components(room.lobby()) if item["type"] == 3)
    assert menu["placeholder"] == "Add a computer"
    assert [option["value"] for option in menu["options"]] == ["easy", "normal", "hard"]
    shown = [menu["custom_id"]]
    for label, seated in (("Add a computer: hard", 1), ("Remove a computer", 0), ("Add a computer: easy", 1)):
        await room.choose(ana, room.lobby(), label)
        assert message_text(room.lobby()).count(". Computer 1 (") == seated
        shown += [item["custom_id"] for item in components(room.lobby()) if item["type"] == 3]
    # The menus must differ, because Discord would keep showing the old choice in a menu with the same custom_id.
    assert len(set(shown)) == 4
    await room.click(ana, room.lobby(), label="Start")
    while (await room.info()).status == "playing":
        await play(room, ana)
    assert called(room) == {ana.id}
    assert not any(room.mail(person) for person in room.people[1:])
    over = next(message for message in reversed(room.posts()) if "The match is over" in message_text(message))
    opened = private_answer(await room.click(ana, over, label="Rematch"))
    assert "Start alone" in opened
    assert "asked the others to join" not in opened


async def test_the_command_fills_the_seats(room: Room) -> None:
    await room.open_lobby(1)
    await room.slash(room.people[0], "match start", computers="normal")
    info = await room.info()
    assert sorted(seat.computer or "" for seat in info.seats) == ["", "normal"]
    status = message_text((await room.slash(room.people[0], "match status")).response)
    assert "Computer 1 (normal)" in status


async def test_a_seat_is_handed_over_and_back(room: Room) -> None:
    ana, bence = room.people[:2]
    await room.start(2)
    result = await room.slash(ana, "match computer", level="easy")
    assert "`/match return`" in private_answer(result)
    told = [message_text(message) for message in room.posts() if "now plays for Ana" in message_text(message)]
    assert len(told) == 1
    assert "\n" not in told[0]
    assert "a computer is playing" in message_text((await room.slash(bence, "match status")).response)
    result = await room.slash(ana, "act")
    assert not [item for item in components(result.response) if ":act:" in item["custom_id"]]
    for _ in range(4):
        await play(room, bence)
        assert (await room.info()).status == "over" or 1 in {
            (await room.info()).seat_of(bence.id) in (await room.match()).decisions()
        }
    if (await room.info()).status == "playing":
        await room.slash(ana, "match return")
        assert any("takes over from the computer again" in message_text(message) for message in room.posts())
        assert not (await room.info()).computers


async def test_others_hand_over_nothing_and_the_host_only_for_who_is_away(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    await room.start(2)
    info = await room.info()
    his = info.seat_of(bence.id) + 1
    assert "not playing" in private_answer(await room.slash(carla, "match computer", level="easy"))
    assert "for a day" in private_answer(await room.slash(ana, "match computer", level="easy", seat=his))
    assert "no such seat" in private_answer(await room.slash(ana, "match computer", level="easy", seat=7))
    assert "No computer is standing in" in private_answer(await room.slash(ana, "match return"))
    assert not (await room.info()).computers


@pytest.mark.parametrize("game", rules.GAMES)
async def test_a_match_of_every_game_begins_with_computers(game: str, tmp_path: Path) -> None:
    """Computers move until a person must act, and one message with one picture covers all their moves."""
    async with open_room(tmp_path / "tenebrae.sqlite", chooser=InProcessChooser(rules.GAMES)) as room:
        ana = room.people[0]
        await room.slash(ana, "match new", game=game)
        await room.slash(ana, "match start", computers="easy", players=fewest_seats(game))
        await room.bot.wait_until_idle()
        for _ in range(2):
            before = len(room.posts())
            await play(room, ana)
            new = room.posts()[before:]
            assert len([message for message in new if message.attachments]) <= 1
        assert called(room) <= {ana.id}
        assert (await room.info()).seat_of(ana.id) in (await room.match()).decisions()


async def test_a_computer_in_a_free_seat_is_named_in_the_language_of_the_reader(room: Room) -> None:
    ana = room.people[0]
    await room.open_lobby(1)
    await room.slash(ana, "settings", match="hu")
    await room.slash(ana, "match start", computers="easy")
    assert "Computer" not in message_text(room.posts()[-1])
    for locale, code in (("hu", "hu"), ("es-ES", "es"), ("en-US", "en")):
        room.locales[ana.id] = locale
        status = private_answer(await room.slash(ana, "match status"))
        assert Translator(code).t(COMPUTER_NAMES["easy"], n=1) in status
