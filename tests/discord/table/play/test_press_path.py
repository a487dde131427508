"""The code path of a press is easy to follow: it passes few modules of `bot` and rarely switches between them."""

from __future__ import annotations

import asyncio
import re
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import bot
from tests.discord.room import Room
from tests.discord.table.play.test_one_press import press

FOLDER = str(Path(bot.__file__).parent)
#: Maximum number of modules on the path of one press, and of switches from one module to another.
MAX_MODULES, MAX_CHANGES = 95, 700


class CallPath:
    """The modules of `bot` whose functions were called, in order, without immediate repetitions.

    Work that schedulers do, such as sending posts, may begin before the answer and isn't counted.
    """

    def __init__(self) -> None:
        self.modules: list[str] = []

    def note(self, frame: FrameType, event: str, _: Any) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(FOLDER) and self.modules[-1:] != [name] and not _is_scheduled():
            self.modules.append(name)


def _is_scheduled() -> bool:
    """Return whether the current task is a scheduler's, such as "posts", "leases of posts" or "posts of 1"."""
    task = asyncio.current_task()
    return task is not None and re.fullmatch(r"[a-z ]+( of \d+)?", task.get_name()) is not None


@contextmanager
def traced() -> Iterator[CallPath]:
    path = CallPath()
    sys.setprofile(path.note)
    try:
        yield path
    finally:
        sys.setprofile(None)


async def test_one_press_crosses_few_modules_until_it_is_answered(room: Room) -> None:
    await room.start(3)
    modules: list[int] = []
    changes: list[int] = []
    for _ in range(9):
        who = await room.to_move()
        panel = (await room.slash(who, "act")).response
        with traced() as path:
            await press(who, panel)
        modules.append(len({*path.modules}))
        changes.append(len(path.modules))
        await room.bot.wait_until_idle()
    # Presses differ, so the median is limited.
    assert statistics.median(modules) <= MAX_MODULES
    assert statistics.median(changes) <= MAX_CHANGES, changes
