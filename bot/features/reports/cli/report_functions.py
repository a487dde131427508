"""The functions behind `tenebrae report list`, `show`, `answer` and `file`."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import TypeVar

import rules
from bot.app.settings import EXIT_STORE, ConfigError, Settings, StartError
from bot.cli.match_description import clean, time
from bot.cli.transfer_command import check_pack, write
from bot.features.reports import statements as reports
from bot.features.reports.model import ReportRow
from bot.features.reports.service import Reports
from bot.matches.repository import MatchRepository
from bot.store.errors import StoreError
from bot.store.read_only import read_snapshot
from bot.store.statements import matches
from bot.store.store import Store
from bot.store.transactions import Reader

T = TypeVar("T")


def listed(settings: Settings, include_answered: bool) -> list[str]:
    """Return a line for each open report and, if `include_answered` is True, for each answered report as well."""

    async def look(db: Reader) -> list[str]:
        return [_line(row) for row in await reports.listed(db, answered=include_answered)]

    return _look(settings, look)


def show(settings: Settings, number: int) -> list[str]:
    """Return lines about a report. They contain no secrets of the match; only the report's file does."""

    async def look(db: Reader) -> list[str]:
        return [*_sheet(await _report(db, number), await reports.file(db, number) is not None)]

    return _look(settings, look)


def answer(settings: Settings, number: int, text: str) -> str:
    """Answer a report, even while the bot is running; return the message to print."""

    async def work() -> ReportRow:
        async with await Store.join(settings.database) as store:
            repo = MatchRepository(store, store.clock, rules.GAMES, keep=1)
            return await Reports(repo).answer(number, text)

    try:
        row = asyncio.run(work())
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error
    return f"Report {row.id} is answered; the bot writes to user {row.user_id} within a minute, or when it starts."


def file(settings: Settings, number: int, out: Path, force: bool, own_pack: bool) -> str:
    """Write to a file the match of a report, as it was when the report was made; return the message to print.

    A match that uses its server's own pack is written only if `own_pack` is True.
    """

    async def look(db: Reader) -> bytes | None:
        info = await matches.get(db, (await _report(db, number)).match_id)
        if info is not None:
            check_pack(info, own_pack)
        return await reports.file(db, number)

    if os.path.lexists(out) and not force:
        raise ConfigError(f"There is a file {out} already; --force replaces it.")
    data = _look(settings, look)
    if data is None:
        raise ConfigError(f"The match of report {number} had not begun, so there is no file of it.")
    write(out, data)
    return f"The match of report {number} is in {out}; the file holds every secret of it, so only you can read it."


def _look(settings: Settings, work: Callable[[Reader], Awaitable[T]]) -> T:
    async def run() -> T:
        async with read_snapshot(settings.database) as db:
            return await work(db)

    try:
        return asyncio.run(run())
    except StoreError as error:
        raise StartError(str(error), EXIT_STORE) from error


async def _report(db: Reader, number: int) -> ReportRow:
    row = await reports.get(db, number)
    if row is None:
        raise ConfigError(f"There's no report {number}; `tenebrae report list --all` lists all reports.")
    return row


def _line(row: ReportRow) -> str:
    state = "" if row.answer is None else ", answered"
    return f"{row.id}  {time(row.at)}  match {row.match_id}, user {row.user_id}{state}: {clean(row.words)}"


def _sheet(row: ReportRow, has_file: bool) -> Iterator[str]:
    yield f"Report {row.id}: match {row.match_id} at entry {row.seq}, by user {row.user_id}, {time(row.at)}"
    yield f"  {clean(row.words)}"
    if row.answer is None:
        yield "It isn't answered yet."
    else:
        got = "not got yet" if row.told_at is None else f"got {time(row.told_at)}"
        yield f"Answered {time(row.answered_at or 0)}, {got}:"
        yield from (f"  {clean(line)}" for line in row.answer.splitlines())
    if has_file:
        yield f"`tenebrae report file {row.id} --out FILE` writes the match as it was then."
