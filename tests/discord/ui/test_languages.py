"""Panels, look-ups and private messages use each player's own language; posts use the channel's language."""

from __future__ import annotations

import pytest

from bot.discord.match_context import event_lines
from bot.discord.ui import safe_names
from bot.features.rulebook.commands.look_up import search
from rules import GAMES
from rules.aevum_haeresis.state.events import ChapterRevealed
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.words.translation import Entry, Translator
from tests.discord.room import GAME, Room, message_text, private_answer


async def test_settings_change_ones_own_language_for_good(room: Room) -> None:
    ana = room.people[0]
    assert "English" in private_answer(await room.slash(ana, "settings"))
    assert "Magyar" in private_answer(await room.slash(ana, "settings", mine="hu"))
    await room.restart()
    assert "Magyar" in private_answer(await room.slash(ana, "settings"))
    assert "English" in private_answer(await room.slash(ana, "settings", mine="auto"))


async def test_discords_language_decides_by_default(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    room.locales = {ana.id: "hu", bence.id: "es-419", carla.id: "de"}
    assert "Magyar" in private_answer(await room.slash(ana, "settings"))
    assert "Español" in private_answer(await room.slash(bence, "settings"))
    assert "English" in private_answer(await room.slash(carla, "settings"))


async def test_the_channel_speaks_the_matchs_language(room: Room) -> None:
    await room.slash(room.people[0], "match new", game=GAME)
    await room.slash(room.people[0], "settings", match="es")
    assert (await room.info()).locale == "es"
    assert "Jugadores" in message_text(room.lobby())
    assert "Only the player who opened" in private_answer(await room.slash(room.people[1], "settings", match="hu"))
    await room.click(room.people[1], room.lobby(), custom_id=f"t1:join:{(await room.info()).id}")
    await room.click(room.people[0], room.lobby(), custom_id=f"t1:start:{(await room.info()).id}")
    await room.slash(room.people[0], "settings", match="hu")
    assert (await room.info()).locale == "hu"
    assert (await room.info()).status == "playing"


async def test_private_lines_quote_the_channels_buttons(room: Room) -> None:
    """A private line is in the reader's language, but quotes a button in the channel as the channel shows it."""
    ana, bence = room.people[:2]
    room.locales = {ana.id: "hu", bence.id: "hu"}
    opened = private_answer(await room.slash(ana, "match new", game=GAME))
    assert "megnyomják a *Join* gombot" in opened
    assert "*Computers at the table*" in private_answer(await room.slash(ana, "help"))
    assert "Nyomd meg a *Join* gombot" in private_answer(await room.slash(bence, "help"))
    await room.click(bence, room.lobby(), label="Join")
    assert "a *Start* gombbal kezdi el; addig a *Leave* gombbal" in private_answer(await room.slash(bence, "help"))
    assert "nyomd meg az előszobában a *Start* gombot" in private_answer(await room.slash(ana, "act"))
    await room.click(ana, room.lobby(), label="Start")
    assert "nyomd meg újra a *Your move* gombot" in private_answer(await room.slash(ana, "act"))


async def test_only_managers_set_the_servers_language(room: Room) -> None:
    assert "Only a server manager" in private_answer(await room.slash(room.people[0], "settings", server="hu"))


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Ana", "Ana"),
        ("  a \n b\t ", "a b"),
        ("a\u202eb\u200bc\x00", "abc"),
        ("Z\u0301\u0302\u0303\u0304\u0305a", "Ź\u0302\u0303a"),
        ("\u200b", "?"),
        ("x" * 50, "x" * 32),
        ("Ő", "Ő"),
    ],
)
def test_clean_names(raw: str, clean: str) -> None:
    assert safe_names.clean_name(raw) == clean


@pytest.mark.parametrize("raw", ["@everyone", "<@123>", "**b**", "# h", "> q", "- l", "`c`", "[a](http://b.c)", "||s||",
                                 "http://evil.example", "<t:0:R>", "<#1>", "<:x:1>"])  # fmt: skip
def test_safe_names_mean_nothing_to_discord(raw: str) -> None:
    safe = safe_names.safe_name(raw)
    assert safe != raw
    assert "<@" not in safe.replace("\\<", "")
    assert "://" not in safe


@pytest.mark.painted
async def test_the_card_command(room: Room) -> None:
    ana = room.people[0]
    game = room.bot.games[GAME]
    offered = await ana.autocomplete(room.table, "card", "name", "gua", game=GAME)
    assert offered
    result = await room.slash(ana, "card", name=offered[0]["value"], game=GAME)
    assert result.response.attachments[0].filename == "card.png"
    assert result.response.attachments[0].description
    assert "don't know" in private_answer(await room.slash(ana, "card", name="qqqq zzzz", game=GAME))
    assert len(await ana.autocomplete(room.table, "card", "name", "", game=GAME)) == 25
    assert game


def test_names_are_found_however_they_are_spelt() -> None:
    entries = [Entry("a", "Guildmark University", "Location", ""), Entry("b", "The Forge", "Location", "")]
    assert search(entries, "gildmark universty", 1)[0].id == "a"
    assert search(entries, "forge", 1)[0].id == "b"
    assert search(entries, "b", 1)[0].id == "b"
    assert search(entries, "", 5) == entries
    assert search(entries, "zzzz", 5) == []


def test_an_ordinal_number_at_the_start_of_a_line_makes_no_list() -> None:
    """Discord gives the lines of a list numbers: the second line of Chapter 1 would be Chapter 2."""
    say = Translator("hu", ("Ana", "Bence"))
    revealed = [Event(EVERYONE, ChapterRevealed(seat, 1, ("cold_hands.0.1",))) for seat in (0, 1)]
    lines = event_lines(GAMES["aevum_haeresis"], say, revealed, None)
    assert [line.partition(" ")[0] for line in lines] == ["1\\.", "1\\."]
    assert safe_names.strip_markdown(lines[0]).startswith("1. Fejezet")
