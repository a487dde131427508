"""The worker process that reviews one finished match: the request is a line of its input, the review its output.

It reads the database itself, so that a long match costs the bot nothing. It ends with the bot.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from bot.app.subprocesses import read_request

#: The process's niceness: computer players and the bot itself come first.
NICE = 15


async def made(wanted: dict[str, Any]) -> str:
    """Return a match's review in saved form; nothing for an unfinished match."""
    import rules
    from bot.app import host_packs as packs
    from bot.features.packs.service import loading as contents
    from bot.features.reviews.service import analysis as appraising
    from bot.store.reading import reading
    from bot.store.statements import matches

    if wanted["packs"] is not None:
        packs.install(Path(wanted["packs"]))
    async with reading(wanted["database"]) as db:
        info = await matches.get(db, wanted["match"])
        if info is None or info.status != "over" or info.seq != wanted["seq"]:
            return ""
        await contents.loaded(db, rules.GAMES[info.game], info.pack)
        return (await appraising.made(db, rules.GAMES[info.game], info)).dumped()


def main() -> None:
    """Review for the process that started this one."""
    sys.stdout.buffer.write(asyncio.run(made(read_request(NICE))).encode())
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
