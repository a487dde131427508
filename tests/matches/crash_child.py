"""Play moves as fast as they come and say which were acknowledged; killed from outside by test_crash."""

import asyncio
import sys
from pathlib import Path

from bot.store import Store
from tests.matches.room import Room
from tests.matches.tiny_game import Done, Take


async def main(path: Path, match_id: int) -> None:
    """Act until killed; every line printed is an acknowledged move."""
    async with await Store.open(path) as store:
        room = Room(store)
        room.worker.start()
        info = await room.service.get(match_id)
        while True:
            seat = (await room.service.table(match_id)).match.state.stack[-1].seat
            move = Take(1) if (await room.service.get(match_id)).seq % 5 else Done()
            outcome = await room.service.act(match_id, info.seats[seat].user_id, move)
            print(outcome.seq, flush=True)


asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))
