"""The bot shows players by their current names, even if the names change during a long match."""

from __future__ import annotations

from tests.discord.room import Room, message_text


async def test_a_new_server_name_is_used(room: Room) -> None:
    await room.start(2)
    who = room.people[0]
    room.env.backend.edit_member(room.guild.id, who.id, {"nick": "Anastasia"})
    await room.slash(who, "act")
    assert "Anastasia" in [seat.name for seat in (await room.info()).seats]
    told = await room.slash(room.people[1], "match status")
    assert "Anastasia" in message_text(told.response)
    assert "Ana:" not in message_text(told.response)
