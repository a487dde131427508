"""A cup of a real game with decks of one's own: they are sealed at the entry, and shown when the cup is over."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest_asyncio

import rules
from tests.computers.inside import Inside
from tests.discord.room import Room, components, open_room, said, words

GAME = "aevum_haeresis"


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    games = {GAME: rules.GAMES[GAME]}
    chooser = Inside(games)
    async with open_room(tmp_path / "tenebrae.sqlite", games, chooser=chooser, luck="sealed", painted=False) as made:
        yield made


async def look(room: Room) -> None:
    while True:
        await room.settle()
        await room.bot.recorder.drain()
        if await room.bot.cup_keeper.look() != 0.0:
            return


def everything_told(room: Room) -> str:
    """Return all that everybody sees in the channel and its threads."""
    places = [room.table, *room.table.threads]
    return "\n".join(words(post) for place in places for post in place.history())


async def test_a_deck_is_sealed_at_the_entry_played_and_shown_when_the_cup_is_over(room: Room) -> None:
    ana, bence = room.people[:2]
    await room.slash(ana, "cup open", name="Winter Cup")
    await look(room)
    (post,) = [one for one in room.posts() if any("t1:cup:" in item["custom_id"] for item in components(one))]
    decks: dict[Any, str] = {}
    for number, person in enumerate((ana, bence)):
        panel = (await room.choose(person, post, "Join")).response
        assert "It is sealed as it is now" in words(panel)
        menu = next(item for item in components(panel) if item.get("options"))
        option = menu["options"][number]
        decks[person] = option["label"].removesuffix(" (ready to play)")
        entered = (await room.select(person, panel, [option["value"]], menu["custom_id"])).response
        assert f"You play **{decks[person]}** as it is now" in words(entered)
    await room.slash(ana, "cup start")
    await look(room)
    cup = (await room.bot.service.cups.of_server(room.guild.id))[0]
    (thread,) = room.table.threads
    assert cup.ties[0].awaited == "match", "it begins at once: everybody has a deck"
    assert not any(deck in everything_told(room) for deck in decks.values())
    shown = (await room.slash(bence, "cup show")).response
    assert "Decks" not in [item.get("label") for item in components(shown)]
    early = room.press(bence, shown, f"t1:cupdecks:{cup.id}")
    await room.settle()
    assert "when the cup is over" in said(early)
    panel = (await room.slash(ana, "match concede", thread)).response
    for item in components(panel):
        if item.get("style") == 4:
            await room.click(ana, panel, custom_id=item["custom_id"])
    await look(room)
    cup = await room.bot.service.cups.view(cup.id)
    assert cup.champion is not None
    assert cup.champion.name == "Bence"
    shown = (await room.slash(bence, "cup show")).response
    told = words((await room.choose(bence, shown, "Decks")).response)
    assert all(deck in told for deck in decks.values())
