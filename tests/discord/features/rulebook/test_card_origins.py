"""Every pack records which cards come from the rulebook; the lobby and `/card` say which cards this project added."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules
from rules.aevum_haeresis.content.load import base as haeresis
from rules.dark_providence.content.load import base as providence
from rules.edge_of_darkness.content.load import base as edge
from rules.kernel.content.records import Marked
from rules.kernel.words.translation import LOCALES, Translator
from tests.discord.room import GAME, Room, message_text

SEEDS = Path(__file__).parents[4].parent / "shared" / "seeds"
GAMES = rules.GAMES


def records_with_origin(content: Any) -> list[Any]:
    """Return every record of a pack that has an origin, including records nested in others."""
    found: list[Any] = []

    def look(value: Any) -> None:
        if isinstance(value, Marked):
            found.append(value)
        if hasattr(value, "__pydantic_fields__"):
            for name in type(value).model_fields:
                look(getattr(value, name))
        elif isinstance(value, list | tuple):
            for one in value:
                look(one)

    for table in (
        vars(content).values() if hasattr(content, "__dict__") else map(content.__getattribute__, content.__slots__)
    ):
        look(list(table.values()) if isinstance(table, dict) else table)
    return found


@pytest.mark.parametrize(
    ("content", "book"), [(edge, "edge-of-darkness.en.txt"), (providence, "dark-providence.hu.txt")]
)
def test_a_name_marked_as_printed_stands_in_the_rulebook(content: Any, book: str) -> None:
    if not SEEDS.exists():
        pytest.skip("the rulebooks are not here")
    text = (SEEDS / book).read_text("utf-8").casefold()
    printed = [record.name for record in records_with_origin(content()) if "name" in record.printed]
    assert len(printed) > 10
    for name in printed:
        # The last letter is left out, because it may change before a Hungarian suffix (a to á, e to é).
        assert any(one.casefold().removeprefix("the ")[:-1] in text for one in (name.en, name.hu)), name


def test_most_is_this_projects_own() -> None:
    assert all(not record.printed for record in records_with_origin(haeresis()))
    own = [record for record in records_with_origin(edge()) if not record.printed]
    assert len(own) > 300


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", [game for game in GAMES.values() if game.check_content], ids=lambda game: game.id)
def test_the_set_is_said_to_be_fan_made_in_one_short_line(game: Any, locale: str) -> None:
    note = game.set_note(Translator(locale))
    assert note
    assert "\n" not in note
    assert len(note) <= 160
    assert locale == "en" or note != game.set_note(Translator())


async def test_the_lobby_and_the_card_say_so(room: Room) -> None:
    await room.open_lobby(2)
    assert "-# Fan-made set: the rules, the Guilds and six Locations come from the rulebook" in message_text(
        room.lobby()
    )

    async def card(name: str) -> str:
        return message_text((await room.slash(room.people[0], "card", name=name, game=GAME)).response).splitlines()[-1]

    assert await card("Blacksmith") == (
        "-# Fan-made set: from the rulebook, the name and the effect; the rest is ours."
    )
    assert await card("Watchtower") == "-# Fan-made set: from the rulebook, the name; the rest is ours."
    assert await card("Puppeteer") == "-# Fan-made set: all of this is ours."
