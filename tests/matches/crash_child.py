"""Play moves as fast as they come and say which were acknowledged; killed from outside by test_crash."""

import asyncio
import sys

from bot.store import Store
from tests.matches.room import Room, can_take_back
from tests.matches.tiny_game import Done, Take


async def main(address: str, match_id: int) -> None:
    """Act until killed; every line printed is an acknowledged move."""
    async with await Store.open(address) as store:
        room = Room(store)
        room.worker.start()
        info = await room.service.matches.get(match_id)
        while True:
            table = await room.service.matches.table(match_id)
            user_id = info.seats[table.match.state.stack[-1].seat].user_id
            if table.seq % 7 == 0 and await can_take_back(room.service, match_id, user_id):
                outcome = await room.service.undo.take_back(match_id, user_id)
            else:
                outcome = await room.service.play.act(match_id, user_id, Take(1) if table.seq % 5 else Done())
            print(outcome.table.seq, flush=True)


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
