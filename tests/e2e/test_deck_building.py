"""A player turns a ready-made deck into a custom deck and plays it in a match: the real game in the real bot."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image

import render.registry
from bot.discord.ui import limits
from render.aevum_haeresis.card_list import WIDE
from render.aevum_haeresis.pictures import PICTURES
from rules.aevum_haeresis.board.card_lookup import kind
from rules.aevum_haeresis.game import GAME
from rules.kernel.words.translation import Translator
from tests.discord.room import Room, components, message_text, open_room, private_answer


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, GAME.id, PICTURES)
    async with open_room(tmp_path / "tenebrae.sqlite", {GAME.id: GAME}) as made:
        yield made


async def text_in(message: Any) -> str:
    (file,) = message.attachments
    return (await file.read()).decode()


async def kinds(room: Room, who: Any) -> set[str]:
    """Return the ids (without copy numbers) of the cards in the deck that a player has in the match."""
    info, match = await room.info(), await room.match()
    player = match.state.players[next(seat.seat for seat in info.seats if seat.user_id == who.id)]
    cards = [player.damned, player.camp, *player.plot, *player.heretics, *player.locations, *player.background]
    return set(map(kind, [*cards, *player.hand]))


@pytest.mark.parametrize(("locale", "name"), [("en-US", "Cold Hands"), ("hu", "Hideg kezek")])
async def test_a_ready_deck_is_changed_and_played_with(room: Room, locale: str, name: str) -> None:
    ana, bence = room.people[:2]
    room.locales[ana.id] = locale
    made = (await room.slash(ana, "deck new", name="Psalms", start="drowned_saints")).response
    assert f"4× {name}" in message_text(made)
    (file,) = made.attachments
    assert Image.open(io.BytesIO(await file.read())).width == WIDE
    assert len(file.description) <= limits.ALT_TEXT
    listed = await text_in((await room.slash(ana, "deck export", deck="Psalms")).response)
    assert f"4x {name}" in listed
    # Replace two copies of a Story with two Hunters, one of which is named in another language.
    own = listed.replace(f"4x {name}", f"2x {name}\n1x A falu vádlója\n1x parish accuser")
    own = own.replace("Name: Psalms", "Name: Own")
    await room.slash(ana, "deck import", file=("a.txt", own.encode()))
    faults = message_text((await room.slash(ana, "deck validate", deck="Own")).response)
    assert "AH-DECK.10" in faults
    mended = own.replace("1x parish accuser", "1x Long Vigil")
    await room.slash(ana, "deck import", file=("a.txt", mended.encode()))
    assert "AH-" not in message_text((await room.slash(ana, "deck validate", deck="Own")).response)
    await room.open_lobby(2)
    await room.slash(ana, "deck use", deck="Own")
    await room.click(bence, room.lobby(), label="Deck")
    await room.click(ana, room.lobby(), label="Start")
    assert (await room.info()).status == "playing"
    assert {"parish_accuser", "cold_hands", "long_vigil", "drowned_pilgrim"} <= await kinds(room, ana)
    await room.restart()
    assert "parish_accuser" in await kinds(room, ana)
    public = "\n".join(message.content for message in room.posts())
    assert not any(word in public for word in ("Own", "Psalms", name))


async def test_the_lobby_offers_every_ready_deck(room: Room) -> None:
    ana = room.people[0]
    await room.open_lobby(2)
    panel = (await room.click(ana, room.lobby(), label="Deck")).response
    (menu,) = components(panel)
    assert len(menu["options"]) == 1 + len(GAME.decks.ready(Translator()))
    await room.slash(ana, "deck new", name="Bare")
    assert "can't play with this deck yet" in private_answer(await room.slash(ana, "deck use", deck="Bare"))
