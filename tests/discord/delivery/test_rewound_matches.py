"""If the operator rewinds a match while the bot is stopped, the bot posts the restored position when it starts."""

from __future__ import annotations

import re

from bot.matches.service import MatchService
from bot.store.store import Store
from tests.discord.room import Room, message_text


async def test_the_bot_tells_posts_the_board_and_calls_when_it_starts(room: Room) -> None:
    await room.start(2)
    info = await room.info()
    called = room.last_call()
    for _ in range(3):
        table = await room.bot.service.matches.table(info.id)
        seat, decision = next(iter(table.match.decisions().items()))
        await room.bot.service.play.act(info.id, info.seats[seat].user_id, decision.actions[0])
    await room.settle()
    before = await room.bot.service.matches.table(info.id)
    await room.stop()
    async with await Store.open(room.path) as store:
        await MatchService(store, room.clock).repair.rewind(info.id, 1, "the wrong cards")
    await room.env.restart_bot(await room.make_bot())
    await room.settle()
    told = [message.content for message in room.posts()]
    sentence = "The bot's owner has set this match back; look at the board again. All randomness now comes"
    assert any(content.startswith(sentence) for content in told)
    assert not any("the wrong cards" in content for content in told)
    table = await room.bot.service.matches.table(info.id)
    assert table.seq == before.seq + 1
    again = room.last_call()
    assert again.id != called.id
    assert again.attachments, "the call comes without the board"
    assert set(map(int, re.findall(r"<@(\d+)>", again.content))) == {
        seat.user_id for seat in table.info.seats if seat.seat in table.match.decisions()
    }
    await room.slash(await room.to_move(), "act")
    log = await room.slash(room.people[0], "match log")
    assert "set the match back" in str(message_text(log.response) if log.response else log.followups)
