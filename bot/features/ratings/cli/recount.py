"""The functions behind `tenebrae ratings recount` and `check`, which recalculate all ladders from the results."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.app.settings import EXIT_STORE, Settings, StartError
from bot.features.ratings.service.ladders import Ratings
from bot.features.ratings.statements import LadderRow
from bot.store.errors import StoreError
from bot.store.statements.rows import EVERYWHERE
from bot.store.store import Store

T = TypeVar("T")


def recount(settings: Settings) -> str:
    """Recalculate all ladders, even while the bot is running; return the message to print."""

    async def work(of: Ratings) -> str:
        async with of.try_lock() as leads:
            if not leads:
                raise StartError("The bot is counting right now; try again in a minute.", EXIT_STORE)
            return _counted("counted anew", await of.recount())

    return _do(settings, work)


def check(settings: Settings) -> tuple[list[str], bool]:
    """Recalculate all ladders without saving; return the lines to print, and whether all figures are correct."""

    async def work(of: Ratings) -> tuple[list[str], bool]:
        all_ladders, differing = await of.list_all(), await of.differing_ladders()
        lines = [f"{_named(ladder)}: the figures differ" for ladder in differing]
        lines += [
            f"{_named(ladder)}: not compared, something is left to count" for ladder in all_ladders if ladder.stale
        ]
        equal = sum(not ladder.stale for ladder in all_ladders) - len(differing)
        return [*lines, _counted("equal", equal)], not differing

    return _do(settings, work)


def _do(settings: Settings, work: Callable[[Ratings], Awaitable[T]]) -> T:
    async def run() -> T:
        async with await Store.join(settings.database) as store:
            return await work(Ratings(store, store.clock))

    try:
        return asyncio.run(run())
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error


def _named(ladder: LadderRow) -> str:
    where = "over all servers" if ladder.guild_id == EVERYWHERE else f"of server {ladder.guild_id}"
    return f"The ladder of {ladder.game} {where}"


def _counted(what: str, number: int) -> str:
    return f"1 ladder is {what}." if number == 1 else f"{number} ladders are {what}."
