"""`/deck`: users list, view, import, check and delete their decks and choose decks for matches, all in private."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image

import render.registry
from bot.app import logs
from bot.discord.ui import limits
from bot.discord.ui.locale import CommandTranslator
from bot.features.decks import commands as decks
from bot.features.decks.service import PersonalDecks
from rules.kernel.content.decks import Deck
from tests.discord import limit_faults
from tests.discord.room import Room, components, message_text, open_room, private_answer
from tests.e2e.visibility_checks import Pictures
from tests.kernel.duel import CARDS
from tests.kernel.hunt import CHASE, HUNT
from tests.matches.tiny_game import TINY

CROWS = "Name: Crows\n1x Crow\n1x Elk\n1x Gnat\n1x Ibis\n"
#: A deck name that would ping, format, link, hide or reverse text if it weren't escaped.
HOSTILE = "<@1> @everyone **b** [x](http://evil) \u202eevil\u200b Z̷̗̈́a̷̮͝l̷̰̽ `c` <t:1>"


class DeckPictures(Pictures):
    """Stub pictures for a game whose decks can be drawn."""

    def deck(self, deck: Deck, say: Any) -> Image.Image:
        return Image.new("RGB", (40, 20), "red")


@pytest_asyncio.fixture
async def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Room]:
    monkeypatch.setitem(render.registry.GAMES, HUNT.id, DeckPictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {HUNT.id: HUNT}) as made:
        yield made


async def upload_deck(room: Room, who: Any, text: str | bytes, name: str = "deck.txt", **options: Any) -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    return await room.slash(who, "deck import", file=(name, data), **options)


async def own(room: Room, who: Any) -> list[tuple[str, dict[str, int]]]:
    return [(one.name, one.deck.cards) for one in await room.bot.service.part(PersonalDecks).decks_of(who.id, HUNT.id)]


async def choices(room: Room, who: Any, command: str, option: str, typed: str = "") -> dict[str, str]:
    offered = await who.autocomplete(room.table, command, option, typed)
    return {choice["name"]: choice["value"] for choice in offered}


def text_of(result: Any) -> str:
    """Return the text of all messages that a command sent, and assert that only its user can see them."""
    messages = [result.response, *result.followups]
    assert all(message.ephemeral for message in messages)
    return "\n".join(map(message_text, messages))


async def attached_text(message: Any) -> str:
    (file,) = message.attachments
    assert file.filename == "deck.txt"
    return (await file.read()).decode()


async def test_the_commands_fit_and_are_there_for_games_with_decks_only(room: Room) -> None:
    payloads = [
        await c.get_translated_payload(room.bot.tree, CommandTranslator()) for c in room.bot.tree.get_commands()
    ]
    assert [fault for payload in payloads for fault in limit_faults.command_faults(payload)] == []
    deck = next(payload for payload in payloads if payload["name"] == "deck")
    names = {option["name"] for option in deck["options"]}
    assert names == {"list", "show", "new", "import", "export", "validate", "delete", "use"}
    assert not any(one["name"] == "game" for option in deck["options"] for one in option["options"])
    assert decks.group({"tiny": TINY}) is None


async def test_from_file_to_file(room: Room) -> None:
    ana = room.people[0]
    told = text_of(await upload_deck(room, ana, CROWS))
    assert "I've saved your deck." in told
    assert "## Crows" in told
    assert "You can play with this deck" in told
    assert await own(room, ana) == [("Crows", {"crow": 1, "elk": 1, "gnat": 1, "ibis": 1})]
    result = await room.slash(ana, "deck export", deck="Crows")
    assert await attached_text(result.response) == ("Name: Crows\n\n# Animals (4)\n1x Crow\n1x Elk\n1x Gnat\n1x Ibis\n")
    changed = (await attached_text(result.response)).replace("1x Ibis", "2x Heron")
    assert "I've replaced your deck" in text_of(await upload_deck(room, ana, changed))
    assert await own(room, ana) == [("Crows", {"crow": 1, "elk": 1, "gnat": 1, "heron": 2})]
    assert "breaks 2 rules" in text_of(await room.slash(ana, "deck show", deck="crows"))
    assert text_of(await room.slash(ana, "deck validate", deck="crows")).splitlines() == [
        "## Crows",
        "This deck breaks these rules:",
        "- Too many heron. (HUNT.2)",
        "- 4 animals, not 5. (HUNT.1)",
    ]


async def test_a_deck_is_shown_with_its_picture_or_without(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = room.people[0]
    (file,) = (await room.slash(ana, "deck show", deck="small")).response.attachments
    assert file.filename == "deck.png"
    assert Image.open(io.BytesIO(await file.read())).size == (40, 20)
    monkeypatch.setitem(render.registry.GAMES, HUNT.id, Pictures())
    shown = await room.slash(ana, "deck show", deck="small")
    assert shown.response.attachments == []
    assert "1 adder, 1 badger" in text_of(shown)
    # Ready-made decks have no buttons for changing them.
    assert components(shown.response) == []
    assert "comes with the game" in private_answer(await room.slash(ana, "deck delete", deck="small"))


async def test_a_new_deck_is_empty_or_a_copy(room: Room) -> None:
    ana = room.people[0]
    await room.slash(ana, "deck new", name="Bare")
    await room.slash(ana, "deck new", name="Full", start="small")
    assert {name: len(cards) for name, cards in await own(room, ana)} == {"Bare": 0, "Full": 4}
    assert "another deck with that name" in private_answer(await room.slash(ana, "deck new", name="bare"))
    assert "at most 40" in private_answer(await room.slash(ana, "deck new", name="x" * 300))
    listed = text_of(await room.slash(ana, "deck list"))
    assert "- **Bare** — 0 cards, not legal yet" in listed
    assert "- **Full** — 4 cards, can be played" in listed
    assert "- **Small** — All small." in listed


async def test_a_list_is_pasted_and_edited_in_a_form(room: Room) -> None:
    ana = room.people[0]
    shown = await room.slash(ana, "deck import", name="Herd")
    assert "Herd" in str(shown.modal)
    told = await ana.submit_modal(shown, {"name": "Herd", "cards": "2x Elk\n2x Crow"})
    await room.bot.wait_until_idle()
    assert "## Herd" in text_of(told)
    assert await own(room, ana) == [("Herd", {"elk": 2, "crow": 2})]
    shown = await room.click(ana, told.followups[-1] if told.followups else told.response, label="Edit the list")
    assert "2x Elk" in str(shown.modal)
    await room.restart()
    await ana.submit_modal(shown, {"name": "Flock", "cards": "4x Crow"})
    assert await own(room, ana) == [("Flock", {"crow": 4})]


async def test_a_form_with_faults_is_given_back(room: Room) -> None:
    ana = room.people[0]
    shown = await room.slash(ana, "deck import")
    told = await ana.submit_modal(shown, {"name": "Herd", "cards": "2x Elk\n2x Corw"})
    message = told.followups[-1] if told.followups else told.response
    assert "Line 2: there is no card called “Corw”; did you mean Crow?" in text_of(told)
    assert await attached_text(message) == "Name: Herd\n\n2x Elk\n2x Corw"
    assert await own(room, ana) == []
    await room.slash(ana, "deck new", name="Bare")
    shown = await room.click(ana, (await room.slash(ana, "deck show", deck="Bare")).response, label="Edit the list")
    told = await ana.submit_modal(shown, {"name": "Bare", "cards": "nothing"})
    assert "Line 1" in text_of(told)
    assert await own(room, ana) == [("Bare", {})]


async def test_a_list_too_long_for_the_form_is_edited_as_a_file(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = room.people[0]
    await upload_deck(room, ana, CROWS)
    shown = (await room.slash(ana, "deck show", deck="Crows")).response
    monkeypatch.setattr(limits, "FORM_TEXT", 20)
    assert "/deck export" in private_answer(await room.click(ana, shown, label="Edit the list"))


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b"\xff\xfe\x00", "isn't plain UTF-8 text"),
        (b"x" * 50_000, "larger than"),
        (b"\n" * 400, "at most 300 lines"),
        (b"", "has no cards"),
        (b"# only words", "has no cards"),
        (b"1x Crow", "needs a name"),
        (b"Name: " + b"x" * 41 + b"\n1x Crow", "at most 40 characters"),
        (b"9999999999999999999x Crow", "from 1 to 99"),
        (b"Name: \xe2\x80\xae\n1x Crow\n1x Cow", "Line 3"),
    ],
)
async def test_files_that_are_no_lists(room: Room, data: bytes, part: str) -> None:
    ana = room.people[0]
    told = private_answer(await upload_deck(room, ana, data))
    assert part in told
    assert told.endswith((".", "?"))
    assert await own(room, ana) == []


async def test_hostile_words_do_nothing(room: Room) -> None:
    ana = room.people[0]
    told = private_answer(await upload_deck(room, ana, f"1x {HOSTILE}\n2x {HOSTILE}\n"))
    assert told.count("there is no card called") == 2
    for bad in ("\u202e", "@everyone", "**", "://", "\u0308\u0301"):
        assert bad not in told
    assert "<@1>" not in told.replace("\\<", "")
    await room.slash(ana, "deck new", name="@everyone <@1> **x** \u202ey")
    ((kept, _),) = await own(room, ana)
    assert kept == "@everyone <@1> **x** y"
    for command, options in (
        ("list", {}), ("show", {"deck": kept}), ("validate", {"deck": kept}), ("export", {"deck": kept}),
        ("delete", {"deck": kept}),
    ):  # fmt: skip
        told = text_of(await room.slash(ana, f"deck {command}", **options))
        assert "@everyone" not in told
        assert "<@1>" not in told.replace("\\<", "")
        assert "**x**" not in told
    await room.open_lobby(2)
    await upload_deck(room, ana, CROWS, name=kept)
    assert "@everyone" not in text_of(await room.slash(ana, "deck use", deck=kept))
    assert "everyone" not in message_text(room.lobby())


async def test_a_deck_is_deleted_after_a_question(room: Room) -> None:
    ana = room.people[0]
    await upload_deck(room, ana, CROWS)
    asked = (await room.slash(ana, "deck delete", deck="Crows")).response
    assert "permanently" in message_text(asked)
    await room.click(ana, asked, label="Delete the deck")
    assert await own(room, ana) == []
    again = room.press(ana, asked, "t1:deckgone:1")
    await room.settle()
    assert "no such deck" in private_answer(again)


async def test_what_is_named_is_found_by_choice_name_or_a_part_of_it(room: Room) -> None:
    ana, bence = room.people[:2]
    await upload_deck(room, ana, CROWS)
    await room.slash(ana, "deck new", name="Bare")
    offered = await choices(room, ana, "deck show", "deck")
    assert set(offered) == {"Crows", "Bare (not legal yet)", "Small (ready to play)", "Large (ready to play)"}
    assert set(await choices(room, ana, "deck delete", "deck")) == {"Crows", "Bare (not legal yet)"}
    assert set(await choices(room, ana, "deck use", "deck", "cro")) == {"Crows"}
    for name in (offered["Crows"], "crows", "CROW", "Crows"):
        assert "## Crows" in text_of(await room.slash(ana, "deck show", deck=name))
    # Bence isn't offered Ana's decks. If he requests such a deck by name, he is told that he doesn't have it.
    assert set(await choices(room, bence, "deck show", "deck")) == {"Small (ready to play)", "Large (ready to play)"}
    for name in (offered["Crows"], "Crows", "#99", "#", "zzz"):
        assert private_answer(await room.slash(bence, "deck show", deck=name)).startswith("You have no such deck")


async def test_forged_presses_do_not_reach_other_players_decks(room: Room) -> None:
    ana, bence = room.people[:2]
    await upload_deck(room, ana, CROWS)
    await room.slash(bence, "deck new", name="Mine")
    shown = (await room.slash(bence, "deck show", deck="Mine")).response
    for custom_id in ("t1:deckgone:1", "t1:deckedit:1", f"t1:deckgone:{2**80}", "t1:deckgone:x", "t1:deckedit"):
        pressed = room.press(bence, shown, custom_id)
        await room.settle()
        assert private_answer(pressed).endswith((".", ")"))
        assert pressed.modal is None
    assert await own(room, ana) == [("Crows", {"crow": 1, "elk": 1, "gnat": 1, "ibis": 1})]


async def test_a_deck_is_chosen_in_the_lobby_and_played_with(room: Room) -> None:
    ana, bence = room.people[:2]
    await upload_deck(room, ana, CROWS)
    await room.slash(ana, "deck new", name="Bare")
    await room.open_lobby(2)
    assert "get a random ready-made one" in message_text(room.lobby())
    told = text_of(await room.slash(ana, "deck use", deck="Crows"))
    assert "You play with **Crows**" in told
    assert "1. Ana — host — deck chosen\n2. Bence\n" in message_text(room.lobby())
    panel = (await room.click(bence, room.lobby(), label="Deck")).response
    assert panel.ephemeral
    (menu,) = components(panel)
    assert [option["label"] for option in menu["options"]] == [
        "A random ready-made deck", "Small (ready to play)", "Large (ready to play)",
    ]  # fmt: skip
    await room.select(bence, panel, ["small"], menu["custom_id"])
    assert "Small" in message_text(panel)
    assert "2. Bence — deck chosen" in message_text(room.lobby())
    panel = (await room.click(ana, room.lobby(), label="Deck")).response
    assert "**Crows**" in message_text(panel)
    assert "Bare" not in str(components(panel))
    await room.click(ana, room.lobby(), label="Start")
    match, info = await room.match(), await room.info()
    hands = {seat.user_id: {CARDS[n - 1] for n in match.state.hands[seat.seat]} for seat in info.seats}
    assert hands == {ana.id: {"Crow", "Elk", "Gnat", "Ibis"}, bence.id: {"Adder", "Badger", "Crow", "Dormouse"}}
    assert "deck chosen" not in message_text(room.lobby())
    assert "already begun" in private_answer(await room.slash(ana, "deck use", deck="Crows"))


async def test_a_choice_is_taken_back_and_refused(room: Room) -> None:
    ana, bence, carla = room.people[:3]
    await room.slash(ana, "deck new", name="Bare")
    assert "no match in this channel" in private_answer(await room.slash(ana, "deck use", deck="small"))
    await room.open_lobby(2)
    assert "can't play with this deck yet" in private_answer(await room.slash(ana, "deck use", deck="Bare"))
    assert "don't have a seat" in private_answer(await room.slash(carla, "deck use", deck="small"))
    assert "don't have a seat" in private_answer(await room.click(carla, room.lobby(), label="Deck"))
    await room.slash(ana, "deck use", deck="small")
    assert "deck chosen" in message_text(room.lobby())
    panel = (await room.click(ana, room.lobby(), label="Deck")).response
    await room.select(ana, panel, ["-"], components(panel)[0]["custom_id"])
    assert "deck chosen" not in message_text(room.lobby())
    await room.slash(bence, "deck use", deck="small")
    await room.slash(bence, "deck use")
    assert "deck chosen" not in message_text(room.lobby())
    assert await room.bot.service.brought_decks.chosen((await room.info()).id) == frozenset()


async def test_no_one_else_learns_of_a_deck(room: Room) -> None:
    ana = room.people[0]
    stream = io.StringIO()
    logs.set_up("DEBUG", "text", stream=stream)
    await upload_deck(room, ana, CROWS.replace("Crows", "Sealed"))
    await room.open_lobby(2)
    for command in ("show", "export", "validate", "use", "delete"):
        await room.slash(ana, f"deck {command}", deck="Sealed")
    await upload_deck(room, ana, "Name: Sealed\n1x Corw")
    # At level DEBUG, discord.py logs everything it sends, so only lines of the bot and the database library are
    # checked.
    lines = [line for line in stream.getvalue().splitlines() if " bot." in line or "aiosqlite" in line]
    assert not any(word in line for line in lines for word in ("Sealed", "Crow", "Gnat", "gnat"))
    public = "\n".join(message.content for message in room.posts())
    assert not any(word in public for word in ("Sealed", "Crow", "Gnat"))
    assert not any(message.attachments for message in room.posts())


async def test_several_games_with_decks_ask_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (HUNT, CHASE):
        monkeypatch.setitem(render.registry.GAMES, game.id, Pictures())
    async with open_room(tmp_path / "tenebrae.sqlite", {HUNT.id: HUNT, CHASE.id: CHASE, "tiny": TINY}) as room:
        ana = room.people[0]
        assert "Which game?" in private_answer(await upload_deck(room, ana, CROWS))
        assert "Which game?" in private_answer(await room.slash(ana, "deck import"))
        assert "A new deck" in str((await room.slash(ana, "deck import", game="chase")).modal)
        assert "bring your own deck" in private_answer(await upload_deck(room, ana, CROWS, game="tiny"))
        await upload_deck(room, ana, CROWS, game="chase")
        assert await own(room, ana) == []
        assert "## Crows" in text_of(await room.slash(ana, "deck show", deck="Crows", game="chase"))
        assert await room.bot.service.part(PersonalDecks).decks_of(ana.id, CHASE.id) != []
        room.game = HUNT.id
        await room.open_lobby(2)
        assert "no such deck" in private_answer(await room.slash(ana, "deck use", deck="Crows"))
        assert "## Small" in text_of(await room.slash(ana, "deck show", deck="small"))
