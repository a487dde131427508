"""`/match new` without a game lets the user choose the game."""

from __future__ import annotations

from rules import GAMES
from rules.kernel.words.translation import Translator
from tests.discord.room import Room, components, message_text


async def test_all_games_are_offered_and_a_press_opens_the_lobby_of_one(room: Room) -> None:
    host = room.people[0]
    page = (await room.slash(host, "match new")).response
    buttons = components(page)
    assert [item["custom_id"] for item in buttons] == [f"t1:newmatch:{game}" for game in GAMES]
    await room.click(host, page, custom_id=buttons[1]["custom_id"])
    info = await room.bot.service.matches.in_channel(room.table.id)
    assert info is not None
    assert info.game == list(GAMES)[1]
    assert GAMES[info.game].title(Translator()) in message_text(room.lobby())


async def test_a_name_that_no_game_has_is_refused(room: Room) -> None:
    assert "Which game?" in message_text((await room.slash(room.people[0], "match new", game="chess")).response)
