"""Cups of games with decks: players bring secret decks that are revealed at the end, or draft a deck in each match."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

import rules
from bot.features.cups.jobs import CupReconciler
from bot.features.cups.service.actions import Cups
from bot.features.profiles.service.results import ResultRecorder
from bot.store.statements import packs
from rules.kernel.content.pack_snapshots import Frozen
from rules.kernel.content.packs import frozen_name, hash_in
from tests.computers.in_process_chooser import InProcessChooser
from tests.discord.room import Room, components, message_text, open_room, private_answer

GAME = "aevum_haeresis"


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    games = {GAME: rules.GAMES[GAME]}
    chooser = InProcessChooser(games)
    async with open_room(tmp_path / "tenebrae.sqlite", games, chooser=chooser, luck="sealed", painted=False) as made:
        yield made


async def run_cup_jobs(room: Room) -> None:
    while True:
        await room.settle()
        await room.bot.part(ResultRecorder).drain()
        if await room.bot.part(CupReconciler).run_once() != 0.0:
            return


def all_post_texts(room: Room) -> str:
    """Return the text of all posts in the channel and its threads."""
    places = [room.table, *room.table.threads]
    return "\n".join(message_text(post) for place in places for post in place.history())


async def test_a_deck_is_sealed_at_the_entry_played_and_shown_when_the_cup_is_over(room: Room) -> None:
    ana, bence = room.people[:2]
    await room.slash(ana, "cup open", name="Winter Cup")
    await run_cup_jobs(room)
    (post,) = [one for one in room.posts() if any("t1:cup:" in item["custom_id"] for item in components(one))]
    decks: dict[Any, str] = {}
    for number, person in enumerate((ana, bence)):
        panel = (await room.choose(person, post, "Join")).response
        assert "It's sealed as it is now" in message_text(panel)
        menu = next(item for item in components(panel) if item.get("options"))
        option = menu["options"][number]
        decks[person] = option["label"].removesuffix(" (ready to play)")
        entered = (await room.select(person, panel, [option["value"]], menu["custom_id"])).response
        assert f"You play **{decks[person]}** as it is now" in message_text(entered)
    await room.slash(ana, "cup start")
    await run_cup_jobs(room)
    cup = (await room.bot.service.part(Cups).of_server(room.guild.id))[0]
    (thread,) = room.table.threads
    assert cup.fixtures[0].awaited == "match", "it begins at once: everybody has a deck"
    assert not any(deck in all_post_texts(room) for deck in decks.values())
    shown = (await room.slash(bence, "cup show")).response
    assert "Decks" not in [item.get("label") for item in components(shown)]
    early = room.press(bence, shown, f"t1:cupdecks:{cup.id}")
    await room.settle()
    assert "when the cup is over" in private_answer(early)
    panel = (await room.slash(ana, "match concede", thread)).response
    for item in components(panel):
        if item.get("style") == 4:
            await room.click(ana, panel, custom_id=item["custom_id"])
    await run_cup_jobs(room)
    cup = await room.bot.service.part(Cups).view(cup.id)
    assert cup.champion is not None
    assert cup.champion.name == "Bence"
    shown = (await room.slash(bence, "cup show")).response
    told = message_text((await room.choose(bence, shown, "Decks")).response)
    assert all(deck in told for deck in decks.values())


def write_pack(folder: Path) -> Frozen:
    """Return a content pack that renames one card."""
    folder.mkdir()
    own = {"name": dict.fromkeys(("en", "hu", "es"), "Our box"), "game": GAME, "base": "base"}
    (folder / "pack.json").write_text(json.dumps(own))
    ours = json.loads((Path("data") / GAME / "neutral.json").read_text("utf-8"))
    card = next(card for card in ours if card["id"] == "old_road_tale")
    changed = card | {"name": dict.fromkeys(("en", "hu", "es"), "New Road Tale")}
    (folder / "neutral.json").write_text(json.dumps([changed]))
    of_game = rules.GAMES[GAME].packs
    assert of_game is not None
    return of_game.freeze(folder)


async def add_pack(room: Room, pack: Frozen) -> str:
    """Add a content pack to the server; return the pack's name with its hash."""
    row = await room.bot.service.packs.add(room.guild.id, GAME, "ours", pack, "", by=1)
    return frozen_name("ours", row.hash)


async def test_in_a_cup_with_drafts_decks_are_made_in_each_match_of_the_pack_it_was_opened_with(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bence = room.people[:2]
    with monkeypatch.context() as patch:
        patch.setattr(rules.GAMES[GAME], "option_fits", lambda option, *_: option != "format")
        assert "can't build decks that way" in private_answer(
            await room.slash(ana, "cup open", name="Draft Cup", decks="draft")
        )
    for chosen, why in (
        ({"decks": "winston"}, "has no such way to get decks"),
        ({"decks": "draft", "sealed": True}, "open the cup without sealed decks"),
        ({"decks": "draft", "pack": "ours"}, "This server doesn't have the content pack “ours”"),
    ):
        assert why in private_answer(await room.slash(ana, "cup open", name="Draft Cup", **chosen))
    pack = await add_pack(room, write_pack(tmp_path / "ours"))
    ways = await ana.autocomplete(room.table, "cup open", "decks", "", name="Draft Cup")
    assert [choice["value"] for choice in ways] == ["decks", "sealed", "draft"]
    (offer,) = await ana.autocomplete(room.table, "cup open", "pack", "", name="Draft Cup")
    assert offer["name"] == "Our box (ours)"
    await room.slash(ana, "cup open", name="Draft Cup", decks="draft", pack=offer["value"])
    await run_cup_jobs(room)
    (post,) = [one for one in room.posts() if any("t1:cup:" in item["custom_id"] for item in components(one))]
    assert "Draft · content pack Our box" in message_text(post)
    assert "Each player keeps cards from a pack" in message_text(post)
    for person in (ana, bence):
        entered = (await room.choose(person, post, "Join")).response
        assert "You've entered." in message_text(entered)
        assert "Deck" not in [item.get("label") for item in components(entered)]
    assert "can't bring one" in private_answer(await room.slash(ana, "cup enter", deck="night_barge"))
    # Although the pack is removed from the server, its contents stay in the database, because the cup's later matches
    # need them.
    await room.bot.service.packs.remove(room.guild.id, GAME, "ours", by=1)
    assert await packs.content(room.store.read, hash_in(pack))
    await room.slash(ana, "cup start")
    await run_cup_jobs(room)
    cup = (await room.bot.service.part(Cups).of_server(room.guild.id))[0]
    assert cup.fixtures[0].awaited == "match", cup.fixtures[0].trouble
    table = await room.bot.service.matches.table(cup.fixtures[0].match_ids[0])
    assert (table.info.pack, table.match.state.phase) == (pack, "draft")
    assert table.match.content.cards["old_road_tale"].name.en == "New Road Tale"
    (thread,) = room.table.threads
    assert "Pack 1 of 10, your own." in message_text((await room.slash(ana, "act", thread)).response)


async def test_a_deck_of_the_server_s_pack_is_sealed_for_a_cup(room: Room, tmp_path: Path) -> None:
    ana = room.people[0]
    pack = await add_pack(room, write_pack(tmp_path / "ours"))
    await room.slash(ana, "cup open", name="Box Cup", pack="ours")
    (cup,) = await room.bot.service.part(Cups).of_server(room.guild.id)
    await room.slash(ana, "cup computer", level="easy")
    entered = await room.slash(ana, "cup enter", deck="night_barge")
    assert "in every match" in message_text(entered.response)
    for user in (ana.id, -1):
        deck = await room.bot.service.part(Cups).deck_of(cup.id, user)
        assert deck is not None
        assert deck.pack == pack
