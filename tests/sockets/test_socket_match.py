"""Matches played over real sockets with the unmodified bot, with interactions over the gateway and over HTTP."""

from __future__ import annotations

import pytest

from bot.discord.ui.controls import TEMPLATE
from tests.discord_rules import openapi
from tests.sockets.discord_data import ANA, BENCE, Upload
from tests.sockets.hosting import RandomMoves, Table
from tests.sockets.interaction_replies import ANSWER

pytestmark = pytest.mark.asyncio(loop_scope="module")
#: How the bot receives interactions. Each test runs with both, unless its `door` marker names one.
DOORS = ("gateway", "http")

#: Commands that change nothing, with their required options.
READING_COMMANDS: dict[str, dict[str, str]] = {
    **{f"match {name}": {} for name in ("status", "board", "text", "log")},
    **{name: {} for name in ("act", "hand", "waiting", "orders", "settings", "deck list")},
    "rules": {"words": "Agents"},
}
PNG = b"\x89PNG\r\n\x1a\n"


async def test_a_match_of_edge_of_darkness_from_the_lobby_through_moves_by_panel_and_command(table: Table) -> None:
    ana, bence, carla = table.players
    (offered,) = await ana.complete("match new", "game", "edge")
    assert "lobby is open" in (await ana.slash("match new", game=offered["value"])).said
    await bence.press(table.lobby, label="Join")
    assert "joined the table" in (await carla.slash("match join")).said
    assert all(player.person.name in table.lobby.words for player in table.players)
    for player in table.players:
        assert "In the channel and privately" in (await player.slash("settings", calls="both")).said
    await ana.press(table.lobby, label="Start")
    assert table.board.rang, "couldn't ping anyone"
    assert table.board.attachments[0].data.startswith(PNG)
    assert table.board.attachments[0].description
    boards = {table.board.attachments[0].id}
    hands = RandomMoves(table, 5)
    for turn in range(6):
        await (hands.type() if turn % 3 == 2 else hands.press())
        boards.add(table.board.attachments[0].id)
    assert hands.typed
    assert len(boards) > 3, "the board is not kept up to date"
    who = await table.mover()
    # after the welcome there is only one private message, which each turn notification replaces
    welcome, letter = who.mail
    assert welcome.content.startswith("You've joined Edge of Darkness")
    assert letter.content.startswith("Edge, ")
    opened = await who.press(who.mail[-1], verb="move")
    assert opened.answer.channel_id == who.mail[-1].channel_id, "a panel opens where it was asked for"
    await check_reading_commands(table)
    check_answers(table)
    await table.close()


async def check_reading_commands(table: Table) -> None:
    """Use every command that changes nothing, and check that only its user sees the answer."""
    ana = table.ana
    card = (await ana.complete("card", "name", "a"))[0]["value"]
    for line, options in (*READING_COMMANDS.items(), ("card", {"name": card})):
        answer = await ana.slash(line, **options)
        assert answer.answer.seen_by == ana.id, line
        assert answer.said or answer.answer.attachments, line


@pytest.mark.door("http")
async def test_a_match_of_aevum_haeresis_begins_with_decks_chosen_in_secret(table: Table) -> None:
    ana, bence, _ = table.players
    await table.open("aevum_haeresis", starts=False)
    offered = await ana.complete("deck use", "deck", "")
    assert len(offered) > 1
    chosen = await ana.slash("deck use", deck=offered[0]["value"])
    assert chosen.answer.seen_by == ANA.id
    asked = await bence.press(table.lobby, verb="deck")
    (menu,) = [item for item in asked.answer.items() if item["type"] == 3]
    picked = await bence.press(asked.answer, custom_id=menu["custom_id"], value=menu["options"][1]["value"])
    assert picked.answer.seen_by == BENCE.id
    assert table.lobby.words.count("deck chosen") == 2
    names = [offered[0]["name"], menu["options"][1]["label"]]
    assert not any(name in table.lobby.words for name in names)
    await moves_of(table, 3)
    asked = await bence.slash("match concede")
    await bence.press(asked.answer, verb="concede")
    assert table.board.attachments[0].filename == "score.png"
    assert "**Ana** wins" in str(table.board.components)


async def test_a_deck_goes_out_as_a_file_and_comes_back_as_a_file_or_in_a_form(table: Table) -> None:
    ana = table.ana
    offered = await ana.complete("deck export", "deck", "")
    listed = (await ana.slash("deck export", deck=offered[0]["value"])).answer.attachments[0]
    assert listed.filename == "deck.txt"
    kept = await ana.slash("deck import", file=Upload("mine.txt", listed.data), name="Ashes")
    assert "I've saved your deck" in kept.said
    shown = await ana.slash("deck show", deck="Ashes")
    form = await ana.press(shown.answer, verb="deckedit")
    assert form.form is not None
    lines = [label["component"]["value"] for label in form.form["components"]]
    assert lines[0] == "Ashes"
    assert "You can play with this deck" in (await ana.submit(form, "Eels", lines[1])).said
    refused = await ana.submit(await ana.slash("deck import"), "Eels", "4x No such card")
    assert "No such card" in refused.said
    assert refused.answer.seen_by == ANA.id


@pytest.mark.door("gateway")
async def test_a_match_of_dark_providence_begins(table: Table) -> None:
    await table.open("dark_providence", starts=False)
    await table.carla.slash("match join")
    await moves_of(table, 3)
    await table.close()


async def moves_of(table: Table, count: int) -> None:
    """Start the match, make `count` moves, and check that the next player has a private message with a picture."""
    await table.ana.press(table.lobby, label="Start")
    seated = [player for player in table.players if (await table.info()).seat_of(player.id) is not None]
    hands = RandomMoves(table, 2)
    for turn in range(count):
        await (hands.type() if turn % 2 else hands.press())
    assert table.board.attachments[0].data.startswith(PNG)
    waits = await table.mover()
    assert waits in seated
    assert waits.mail[-1].attachments
    check_answers(table)


def check_answers(table: Table) -> None:
    """Check that every answer came within three seconds and every custom_id matches the bot's template."""
    done = table.discord.world.interactions.values()
    assert len(done) > 5
    assert all(one.answered is not None and one.waited < ANSWER for one in done)
    assert all(TEMPLATE.fullmatch(item["custom_id"]) for post in table.discord.table.posts() for item in post.items())


@pytest.mark.door("http")
async def test_every_request_is_held_against_what_discord_describes(table: Table) -> None:
    described = openapi.description()
    assert described is not None
    before = described.checked
    await table.open("edge_of_darkness")
    await check_reading_commands(table)
    await table.close()
    assert described.checked > before + len(READING_COMMANDS)
    assert table.discord.rest.violations == []
