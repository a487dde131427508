"""Measures how long a player waits for private answers at rest: *Your move*, *Why?*, *Look up*, a card, *Hint*."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection
from contextlib import aclosing
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import typer

import rules
from bot.app.settings import Settings
from bot.discord.ui import fallbacks
from bot.playground.run import Opened, opened, prepare
from bot.playground.simulated_discord import components
from tools.command_line import command_line
from tools.press_timing import LoopHeartbeat

#: The number of players in a match. If a game doesn't allow it, the closest number that it allows is used.
PREFERRED_PLAYERS = 2
#: The buttons that are pressed in the panel, by the verbs in their custom_ids.
TOOLS = {"why": "Why?", "cards": "Look up", "hint": "Hint"}


class AnswerTimer:
    """Measures the time from a press to the first and to the last edit of an answer."""

    def __init__(self, playground: Opened) -> None:
        self._playground = playground
        self._filled_at: list[float] = []

    async def fill(self, *args: Any, **message: Any) -> Any:
        """Fill in an answer, and note the time."""
        sent = await _FILL(*args, **message)
        self._filled_at.append(time.perf_counter())
        return sent

    async def press(self, name: str, press: Callable[[], Awaitable[Any]]) -> tuple[str, Any]:
        """Press a button. Return a line with the figures, and the result of the press."""
        self._filled_at.clear()
        heartbeat, begun = LoopHeartbeat(), time.perf_counter()
        result = await press()
        await self._playground.bot.wait_until_idle()
        await heartbeat.stop()
        first, last = ((at - begun) * 1000 for at in (self._filled_at[0], self._filled_at[-1]))
        late = max(heartbeat.late, default=0.0) * 1000
        return f"{name:<10} first answer {first:6.0f} ms, last {last:6.0f} ms, loop late {late:4.0f} ms", result


_FILL = fallbacks.fill


async def figures(folder: Path, game_ids: Collection[str] = tuple(rules.GAMES)) -> AsyncGenerator[str]:
    """Open a match of each of these games, and yield a line of figures for each press."""
    prepare(folder, fresh=True)
    async with opened(Settings(_env_file=None), folder, 0) as playground:  # pyright: ignore[reportCallIssue]
        timer = AnswerTimer(playground)
        fallbacks.fill = timer.fill
        try:
            await playground.bot.warm_up.wait()
            for game_id in game_ids:
                async for line in _answers(playground, timer, game_id):
                    yield f"{game_id:<18} {line}"
        finally:
            fallbacks.fill = _FILL


async def _answers(playground: Opened, timer: AnswerTimer, game_id: str) -> AsyncGenerator[str]:
    bot, simulated = playground.bot, playground.simulated
    table = simulated.guild.create_text_channel(game_id.replace("_", "-"))
    seats = min(bot.games[game_id].seats, key=lambda count: abs(count - PREFERRED_PLAYERS))
    first = await simulated.open_lobby(table, game_id, seats)
    await bot.wait_until_idle()
    await first.click([message for message in table.history() if message.components][-1], label="Start")
    await bot.wait_until_idle()
    info = await bot.service.matches.in_channel(table.id)
    assert info is not None
    seat = min((await bot.service.matches.table(info.id)).match.decisions())
    who = next(one.member for one in simulated.people if one.member.id == info.seats[seat].user_id)
    for _ in range(2):
        line, opened_panel = await timer.press("Your move", lambda: who.slash(table, "act"))
        yield line
        panel = opened_panel.response
        for verb, name in TOOLS.items():
            if _button(panel, verb) is None and (more := _button(panel, "more")) is not None:
                await who.click(panel, custom_id=more)
            if (button := _button(panel, verb)) is not None:
                yield (await timer.press(name, partial(who.click, panel, custom_id=button)))[0]
            if (back := _button(panel, "panel")) is not None:
                await who.click(panel, custom_id=back)


def _button(panel: Any, verb: str) -> str | None:
    """Return the custom_id of the panel's button for a verb; None if there is none."""
    ids = (item["custom_id"] for item in components(panel))
    return next((one for one in ids if one.split(":")[1] == verb), None)


def measure() -> None:
    """Print the figures."""

    async def run() -> None:
        with TemporaryDirectory() as folder:
            async with aclosing(figures(Path(folder))) as lines:
                async for line in lines:
                    typer.echo(line)

    asyncio.run(run())


if __name__ == "__main__":
    command_line(measure)()
