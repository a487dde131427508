"""If the server has ladders, the lobby offers rated matches, and it shows whether the match will be rated."""

from __future__ import annotations

from tests.discord.room import Room, components, message_text, private_answer

#: The custom_id of the menu that chooses whether the match is rated.
RATED = "t1:set:1:rated:0"
COUNTS = "**Ratings:** this match counts."


async def test_without_ladders_nothing_is_offered(room: Room) -> None:
    await room.open_lobby(2)
    panel = (await room.click(room.people[0], room.lobby(), label="Options")).response
    assert RATED not in [item["custom_id"] for item in components(panel)]
    pressed = room.press(room.people[0], panel, RATED, ["yes"])
    await room.settle()
    assert "This server has no ladder" in private_answer(pressed)


async def test_the_host_lets_the_match_count_and_all_see_it_in_the_lobby(room: Room) -> None:
    await room.bot.service.servers.choose_ladder(room.guild.id, ladder=True)
    await room.open_lobby(2)
    host, other = room.people[:2]
    assert COUNTS not in message_text(room.lobby())
    panel = (await room.click(host, room.lobby(), label="Options")).response
    # Choose a clock as well, because the option panel is longest with one.
    await room.select(host, panel, ["bank"], "t1:set:1:clock:0")
    await room.select(host, panel, ["yes"], RATED)
    assert COUNTS in message_text(room.lobby())
    assert COUNTS in message_text((await room.click(other, room.lobby(), label="Options")).response)
    pressed = room.press(host, panel, RATED, ["perhaps"])
    await room.settle()
    assert "out of date" in private_answer(pressed)
    await room.click(host, room.lobby(), label="Start")
    assert (await room.info()).rated
    assert COUNTS in message_text(room.lobby())
    pressed = room.press(host, panel, RATED, ["no"])
    await room.settle()
    assert "its options can't change" in private_answer(pressed)
    assert (await room.info()).rated
