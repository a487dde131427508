"""Even if the machine's clock is a day off, the bot edits boards correctly: it takes their age from Discord's clock."""

from __future__ import annotations

from tests.discord.room import Room

DAY = 86_400


async def test_a_board_is_edited_as_long_as_it_is_young_by_discords_clock(room: Room) -> None:
    await room.start(2)
    sender = room.bot.deliverer._sender
    board = (await room.info()).board_message_id
    assert board is not None
    for step in (DAY, -2 * DAY):
        room.clock.step(step)
        assert not sender.is_old(board)
    room.clock.time += 3001
    assert sender.is_old(board)
