"""The worker process that makes one replay file: the request is a line of its input, the file its output.

It reads the database itself, so that a long match costs the bot nothing. It ends with the bot.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from bot.app.subprocesses import read_request

#: The process's niceness: the bot itself comes first.
NICE = 10


async def made(wanted: dict[str, Any]) -> bytes:
    """Return the requested file, if its requester may have it; otherwise nothing."""
    # It loads the rules for replays.
    import rules
    from bot.app import host_packs as packs
    from bot.features.packs.service import loading as contents
    from bot.features.replays.files import export as replay_files
    from bot.features.replays.service.steps import viewers
    from bot.store.reading import reading
    from bot.store.statements import matches

    if wanted["packs"] is not None:
        packs.install(Path(wanted["packs"]))
    async with reading(wanted["database"]) as db:
        info = await matches.get(db, wanted["match"])
        # The table may have gone back from its end meanwhile.
        if info is None or wanted["viewer"] not in viewers(info, wanted["user"]):
            return b""
        game = rules.GAMES[info.game]
        await contents.loaded(db, game, info.pack)
        return await replay_files.made(db, game, info, wanted["viewer"], wanted["locale"], wanted["kind"])


def main() -> None:
    """Make the file for the process that started this one."""
    sys.stdout.buffer.write(asyncio.run(made(read_request(NICE))))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
