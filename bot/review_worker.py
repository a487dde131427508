"""The process that reviews one finished match: which one comes as a line of its input, the review is its output.

It reads the database itself, so that a long match costs the bot nothing. When the bot ends, so does it.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from bot.processes import asked

#: The process's niceness: computers that play and the bot itself come first.
NICE = 15


async def made(wanted: dict[str, Any]) -> str:
    """Return the review of a match as it is kept; nothing for one that is not over."""
    import rules
    from bot import packs
    from bot.matches import appraising, contents
    from bot.store import matches
    from bot.store.reading import reading

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
    sys.stdout.buffer.write(asyncio.run(made(asked(NICE))).encode())
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
